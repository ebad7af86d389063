"""What squads with underlined FP do in the AFPh: a move costs them less of their fire (A7.36)."""

from __future__ import annotations

from math import ceil

from goodorder.core.state import State, Unit
from goodorder.data.charts import ift
from goodorder.rules.facts.units import has, utype

from .threat_map import Threat

HALF = 0.5
"""The share of its FP with which a unit fires in the AFPh (A7.24)."""


def rushes(st: State, unit: Unit) -> bool:
    """Whether a unit uses Assault Fire: a squad with underlined FP, in its setting."""
    return utype(st, unit).kind == "squad" and has(st, unit, "assault_fire") and not unit.unarmed


def assault_fp(fp: float) -> float:
    """The FP in the AFPh of a squad of so much inherent FP that uses Assault Fire: one more than half, fractions up."""
    return ceil(HALF * fp + ift().assault_fire.bonus)


def kept_share(st: State, firers: tuple[int, ...], after: float) -> float:
    """The share of a shot's harm that its firers would still do in the AFPh: ``after`` for others, more for these."""
    units = [st.units[one] for one in firers if one in st.units]
    total = sum(utype(st, one).fp for one in units)
    more = sum(assault_fp(utype(st, one).fp) - HALF * utype(st, one).fp for one in units if rushes(st, one))
    return after * (1 + more / (HALF * total)) if total and more else after


def rushed_harm(st: State, unit: Unit, threat: Threat, loc: int) -> float:
    """What Assault Fire from a Location takes more than plain Advancing Fire would, where it takes most."""
    kind = utype(st, unit)
    plain = threat.chance(loc, HALF * kind.fp, kind.range)
    return max(0.0, threat.chance(loc, assault_fp(kind.fp), kind.range) - plain)
