"""Who stands with whom in Close Combat: the smallest parts that attack and are attacked (A11.14)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Unit

from ..facts.units import is_smc, name
from ..registry import builds

Stands = tuple[tuple[int, int], ...]
"""For each SMC that was placed: (SMC, the unit it stands with, itself when it stands alone)."""


class Element(Struct, frozen=True):
    """What one CC attack can't divide: an MMC with the SMC on it, or SMC that stand together without one.

    ``units`` from the top of the stack; ``mmc`` is 0 for SMC without an MMC.
    """

    units: tuple[Unit, ...]
    mmc: int

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of its units, in rising order."""
        return tuple(sorted(unit.id for unit in self.units))

    @property
    def key(self) -> int:
        """The unit by which a menu names it: its MMC, else its top SMC."""
        return self.mmc or self.units[0].id

    def fighters(self) -> tuple[int, ...]:
        """Those of it that attack: the unbroken ones; nobody when its MMC is broken (A11.14, A11.16)."""
        for unit in self.units:
            if unit.id == self.mmc and unit.broken:
                return ()
        return tuple(sorted(unit.id for unit in self.units if not unit.broken))


def default_stands(st: State, loc: int, side: int, leaving: Sequence[int] = ()) -> Stands:
    """How SMC stand as stacked: on the MMC beneath them, else with the lowest one above; without an MMC together.

    Who Withdraws stands with those who do too, a SMC without such an MMC alone (A11.2).
    """
    stack = st.side_at(loc, side)
    found: list[tuple[int, int]] = []
    for unit in stack:
        if not is_smc(st, unit):
            continue
        goes = unit.id in leaving
        fit = [other for other in stack if _alike(unit, other, leaving)]
        mmc = [other for other in fit if not is_smc(st, other)]
        beneath = [other for other in mmc if stack.index(other) > stack.index(unit)]
        base = beneath[0] if beneath else (mmc[-1] if mmc else (unit if goes else fit[0]))
        found.append((unit.id, base.id))
    return tuple(found)


def _alike(one: Unit, other: Unit, leaving: Sequence[int]) -> bool:
    """Whether two units may stand together: both Withdraw or neither, both are concealed or neither (A11.14, A11.2)."""
    return one.concealed == other.concealed and (one.id in leaving) == (other.id in leaving)


def elements(st: State, loc: int, side: int, stands: Stands, leaving: Sequence[int] = ()) -> tuple[Element, ...]:
    """The elements of a side in a Location, MMC from the top of the stack, then SMC without one.

    A SMC whose companion is gone stands alone, and so does one of whom only the other Withdraws or is concealed
    (A11.14).
    """
    stack = st.side_at(loc, side)
    here = {unit.id for unit in stack}
    with_whom = {
        smc: base
        for smc, base in stands
        if smc in here and base in here and _alike(st.units[smc], st.units[base], leaving)
    }
    found: list[Element] = []
    taken: set[int] = set()
    for unit in stack:
        if is_smc(st, unit):
            continue
        on_it = tuple(u for u in stack if is_smc(st, u) and with_whom.get(u.id) == unit.id)
        found.append(Element((*on_it, unit), unit.id))
        taken.update(u.id for u in on_it)
    loose: dict[int, list[Unit]] = {}
    for unit in stack:
        if is_smc(st, unit) and unit.id not in taken:
            base = with_whom.get(unit.id, unit.id)
            loose.setdefault(base if base in here else unit.id, []).append(unit)
    found.extend(Element(tuple(units), 0) for units in loose.values())
    return tuple(found)


def companions(st: State, unit: Unit, stands: Stands, leaving: Sequence[int] = ()) -> tuple[int, ...]:
    """Whom a SMC may stand with instead: 0 (alone), each MMC, each SMC that stands without an MMC.

    A SMC that Withdraws stands with an MMC that does too, or alone (A11.2).
    """
    stack = st.side_at(unit.loc, unit.side)
    now = dict(stands).get(unit.id, unit.id)
    found: list[int] = []
    shares = any(base == now and smc != unit.id for smc, base in stands) or now != unit.id
    if shares:
        found.append(0)
    for other in stack:
        if other.id == unit.id or other.id == now or not _alike(unit, other, leaving):
            continue
        if is_smc(st, other) and unit.id in leaving:
            continue
        if not is_smc(st, other) or (dict(stands).get(other.id, other.id) == other.id):
            found.append(other.id)
    return tuple(found)


@builds("A11.14")
def stand_refusal(
    st: State,
    loc: int,
    side: int,
    stands: Stands,
    moved: tuple[int, ...],
    pair: tuple[int, int],
    leaving: Sequence[int] = (),
) -> Refusal | None:
    """Why a SMC may not be put with another unit now, or None; each SMC is put once before the attacks are declared."""
    unit = st.units.get(pair[0])
    if unit is None or unit.loc != loc or unit.side != side or not is_smc(st, unit):
        return Refusal("A11.14", "only a SMC of this Location is put with another unit")
    if unit.id in moved:
        return Refusal("A11.14", f"{name(st, unit)} has been placed already")
    if pair[1] not in companions(st, unit, stands, leaving):
        return Refusal("A11.14", f"{name(st, unit)} can't stand there, or stands there already")
    return None


def with_stand(stands: Stands, unit: int, other: int) -> Stands:
    """The stands after a SMC was put with ``other`` (0: alone); SMC that stood with him stay together."""
    rest = [(smc, base) for smc, base in stands if smc != unit]
    orphans = [smc for smc, base in rest if base == unit]
    if orphans:
        rest = [(smc, orphans[0] if base == unit else base) for smc, base in rest]
    return (*rest, (unit, other or unit))
