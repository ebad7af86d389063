"""The protective firers' own Morale Check (A8.31)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from goodorder.core.events import DiceThrown
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.rules.a15_heat_of_battle import heated
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
        """Settle the checks, leaders before others; an Original 2 or 12 is that of one by Random Selection."""
        order = check_order(st, tuple(dict.fromkeys((*self.leaders, *self.units))))
        locs = {st.units[u].loc for u in order}
        side = st.units[order[0]].side
        near = {loc: tuple(u.id for u in st.side_at(loc, side)) for loc in sorted(locs)}
        losses = tuple(LeaderLoss(found, units) for units in near.values() if (found := leaders_among(st, units)))
        singled = order if sum(self.faces) == 12 else heated(st, order, self.faces)
        if len(singled) > 1:
            return Do(push=(OwnExtreme(order, self.faces, singled), *losses))
        return Do(push=(*(GivenCheck(unit, self.faces) for unit in order), *losses))


@builds("A8.31")
class OwnExtreme(Frame, frozen=True):
    """An Original 2 or 12 of a protective Fire Group: Random Selection picks whose Heat of Battle or Casualty MC it is
    (A8.31), for the others it is but a low or a high DR.
    """

    units: tuple[int, ...]
    faces: tuple[int, int]
    singled: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Select among those whom it may befall."""
        side = st.units[self.units[0]].side
        return Do(then=self, push=(RandomSelection(self.singled, 1, "own protective fire", "A8.31", side),))

    def resumed(self, st: State, value: Any) -> Do:
        """Everybody checks, the chosen with what the DR brings."""
        return Do(push=tuple(GivenCheck(unit, self.faces, unit in value) for unit in self.units))


@builds("A8.31", "A14.1")
class GivenCheck(Frame, frozen=True):
    """A NMC whose dice are thrown already; without ``extreme`` an Original 2 or 12 is only a low or a high DR.

    It is told as dice that are read again: who throws once calls a Sniper once.
    """

    unit: int
    faces: tuple[int, int]
    extreme: bool = True

    def ask(self, st: State) -> Do:
        """Settle it at once."""
        unit = st.units[self.unit]
        if unit.place != ON_MAP or unit.broken:
            return Do()
        done = MoraleCheck(self.unit, 0, "own protective fire").settle(st, self.faces, extreme=self.extreme)
        told = (replace(one, again=True) if isinstance(one, DiceThrown) else one for one in done.events)
        return replace(done, events=tuple(told))

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"own check of {name(st, st.units[self.unit])}"
