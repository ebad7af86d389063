"""No Quarter and Massacre: declared where they bring more now than they cost for the rest (A20.3, A20.4)."""

from __future__ import annotations

from goodorder.core.actions import DenyQuarter, Massacre
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.rules.a19_disruption import steadfast
from goodorder.rules.a20_massacre import killers
from goodorder.rules.a20_surrender import captors
from goodorder.rules.facts.captives import captives, prisoners_of, us_of
from goodorder.rules.facts.units import utype

from .captives import HALVED, IDLE, burden, prize
from .threat_map import Threat, unit_arms
from .unseen import is_unknown
from .values import UNARMED, unit_worth

LONG = 3
"""The turns for which a Guard's burden counts in full."""

YIELDS, AT_ONCE = 0.06, 0.3
"""The share of an enemy's units that surrenders in one turn, and of those that are broken beside captors already."""

INSTEAD = 0.55
"""The share of what a surrender brings that is had anyway: who may not surrender is eliminated or far away."""

FIRMER = 0.05
"""The share of its worth that an ELR better by one spares a unit in the rest of a game (A20.4)."""

AWAY = 0.5
"""How often prisoners are free again whose Guard is lost (A20.53)."""

LOOSE = 0.5
"""The chance that Unarmed men who share a Location get away before they are taken."""

LEAST = 0.5
"""What either must gain, being for good."""


def turns_left(st: State) -> int:
    """The turns that are left, this one included."""
    return max(1, st.world.turns - st.turn.number + 1)


def shorter(st: State) -> float:
    """The share of what counts for the rest of a game that counts for the rest of this one."""
    return min(1.0, (turns_left(st) - 1) / LONG)


def mercy(st: State, side: int, but: tuple[int, ...] = ()) -> float:
    """What the surrenders that are still to come are worth to a side, without those of the units ``but``."""
    if st.no_quarter[side]:
        return 0.0
    hoped = 0.0
    for unit in st.units.values():
        if unit.side == side or unit.place != ON_MAP or unit.id in but or unit.unarmed or unit.stance.guard:
            continue
        if not is_unknown(unit) and steadfast(st, unit):
            continue
        near = AT_ONCE if unit.broken and captors(st, unit) else YIELDS
        hoped += (1 - (1 - near) * (1 - YIELDS) ** (turns_left(st) - 1)) * unit_worth(st, unit)
    return hoped * (prize(st, side) - INSTEAD)


def escaping(threat: Threat, loc: int, worth: float) -> float:
    """What prisoners are worth who may be free again when their Guard is fired at."""
    return AWAY * min(1.0, threat.still(loc)) * worth


def choose_denial(
    st: State, choice: Choice, stack: tuple[int, ...], threat: Threat, reasons: list[str]
) -> DenyQuarter | None:
    """A surrender is rejected where the captors are needed elsewhere, or lose their prisoners again, and nobody else is
    likely to give himself up.
    """
    gain = denial_gain(st, choice.side, [st.units[one] for one in stack], threat)
    if gain <= LEAST:
        return None
    reasons.append(f"No Quarter gains {gain:.1f}: who guards them is needed elsewhere.")
    return DenyQuarter(choice.side)


def denial_gain(st: State, side: int, units: list[Unit], threat: Threat) -> float:
    """What rejecting the surrender of units is worth more than accepting it."""
    size, worth = us_of(st, units), sum(unit_worth(st, one) for one in units)
    able = captors(st, units[0])
    if not able:
        return 0.0
    share = prize(st, side)
    costs = [shorter(st) * (burden(st, one, size) + escaping(threat, one.loc, share * worth)) for one in able]
    return (1 - share) * worth + min(costs) - mercy(st, side, tuple(one.id for one in units))


def choose_massacre(st: State, choice: Choice, phase: str, threat: Threat, reasons: list[str]) -> Massacre | None:
    """The Massacre that gains most, if any gains anything."""
    side = choice.side
    if not captives(st) and not any(one.unarmed for one in st.units.values() if one.side != side):
        return None
    best: tuple[float, Massacre] | None = None
    for unit, victim in killers(st, side, phase):
        gain, action = massacre_gain(st, unit, victim, threat), Massacre(victim.id, unit.id)
        if gain > (best[0] if best else LEAST) and choice.check(action) is None:
            best = (gain, action)
    if best is None:
        return None
    reasons.append(f"It gains {best[0]:.1f} more than the prisoner would, and nobody would surrender any more.")
    return best[1]


def massacre_gain(st: State, unit: Unit, victim: Unit, threat: Threat) -> float:
    """What killing an Unarmed enemy is worth more than keeping him: his Guard's relief and the risk that he is freed,
    less what he counts alive, the killer's fire, later surrenders, and the better ELR of the enemy.
    """
    side, share = unit.side, prize(st, unit.side)
    worth = UNARMED * (1.0 if utype(st, victim).kind == "squad" else 0.6)
    guard = st.units.get(victim.stance.guard)
    if guard is None:
        gain = LOOSE * worth
    else:
        held = prisoners_of(st, guard.id)
        left = us_of(st, [one for one in held if one.id != victim.id])
        relief = _held(st, guard, us_of(st, held)) - _held(st, guard, left)
        gain = (1 - share) * worth + shorter(st) * (relief + escaping(threat, guard.loc, share * worth))
    fp, reach = unit_arms(st, unit)
    gain -= threat.chance(unit.loc, fp, reach) + mercy(st, side)
    if not st.massacres[side]:
        men = (one for one in st.units.values() if one.side != side and one.place == ON_MAP and not one.unarmed)
        gain -= FIRMER * shorter(st) * sum(unit_worth(st, one) for one in men)
    return gain


def _held(st: State, guard: Unit, size: int) -> float:
    """What prisoners of a US# cost their Guard."""
    own, worth = us_of(st, (guard,)), unit_worth(st, guard)
    return (HALVED * worth + IDLE * worth * (size > own)) if size else 0.0
