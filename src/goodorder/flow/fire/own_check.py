"""The protective firers' own Morale Check (A8.31)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from goodorder.core.events import DiceThrown
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..shared.casualties import LeaderLoss, leaders_among
from ..shared.checks import MoraleCheck, check_order
from ..shared.selection import RandomSelection


@builds("A8.31", "SK3.DFF.5")
class OwnCheck(Frame, frozen=True):
    """The protective firers' own NMC by the same DR, directing leaders with them (A8.31): no new dice."""

    units: tuple[int, ...]
    leaders: tuple[int, ...]
    faces: tuple[int, int]

    def ask(self, st: State) -> Do:
        """Settle the checks, leaders before others; an Original 12 strikes one by Random Selection."""
        order = check_order(st, tuple(dict.fromkeys((*self.leaders, *self.units))))
        locs = {st.units[u].loc for u in order}
        side = st.units[order[0]].side
        near = {loc: tuple(u.id for u in st.side_at(loc, side)) for loc in sorted(locs)}
        losses = tuple(LeaderLoss(found, units) for units in near.values() if (found := leaders_among(st, units)))
        if sum(self.faces) == 12 and len(order) > 1:
            return Do(push=(OwnCasualty(order, self.faces), *losses))
        return Do(push=(*(GivenCheck(unit, self.faces) for unit in order), *losses))


class OwnCasualty(Frame, frozen=True):
    """An Original 12 of a protective Fire Group: Random Selection picks whose Casualty MC it is, for the others
    it is an ordinary check (A8.31).
    """

    units: tuple[int, ...]
    faces: tuple[int, int]

    def ask(self, st: State) -> Do:
        """Select the casualty."""
        side = st.units[self.units[0]].side
        return Do(then=self, push=(RandomSelection(self.units, 1, "own protective fire", "A8.31", side),))

    def resumed(self, st: State, value: Any) -> Do:
        """Everybody checks, the chosen with the Casualty MC."""
        return Do(push=tuple(GivenCheck(unit, self.faces, unit in value) for unit in self.units))


@builds("A8.31", "A14.1")
class GivenCheck(Frame, frozen=True):
    """A NMC whose dice are thrown already; without ``casualty`` an Original 12 is only a high roll.

    It is told as dice that are read again: who throws once calls a Sniper once.
    """

    unit: int
    faces: tuple[int, int]
    casualty: bool = True

    def ask(self, st: State) -> Do:
        """Settle it at once."""
        unit = st.units[self.unit]
        if unit.place != ON_MAP or unit.broken:
            return Do()
        done = MoraleCheck(self.unit, 0, "own protective fire").settle(st, self.faces, casualty=self.casualty)
        told = (replace(one, again=True) if isinstance(one, DiceThrown) else one for one in done.events)
        return replace(done, events=tuple(told))

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"own check of {name(st, st.units[self.unit])}"
