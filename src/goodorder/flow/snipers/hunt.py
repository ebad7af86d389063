"""The Sniper Check (A14.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from goodorder.core.actions import Action, CheckSniper, Done
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event, SniperLost, SniperPinned, TiPlaced, Tried
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.notes import Note
from goodorder.core.state import State
from goodorder.rules.a14_sniper_check import SNIPER_CHECK, check_finds, check_refusal, checkers, sniper_check_ledger
from goodorder.rules.facts.masks import faced_at
from goodorder.rules.facts.units import names
from goodorder.rules.registry import builds

from ..shared.thrown import thrown

WORDS = {"eliminated": "the Sniper is eliminated", "pinned": "the Sniper is pinned", "": "no effect"}


@builds("A14.4", "A14.4a", "A14.4b", "A14.4c")
class SniperHunt(Frame, frozen=True):
    """Those in the Location attacked may look for the Sniper; who does is TI. ``by`` are those who do.

    A side with anything under a "?" there is asked whether it can or not, so that no Dummy is told by it.
    """

    names_counters: ClassVar[bool] = True
    side: int
    loc: int
    by: tuple[int, ...] = ()

    def ask(self, st: State) -> Choice | Roll | Do:
        """The choice of the side attacked; then the DR."""
        owner = 1 - self.side
        if st.snipers[self.side].loc < 0 or st.snipers[self.side].pinned:
            return Do()
        if self.by:
            return Roll(TWO_DICE, self._purpose(st), "A14.4", owner, self.by)
        able = tuple(unit.id for unit in checkers(st, self.loc, owner))
        under = (unit for unit in faced_at(st, self.loc) if unit.side == owner)
        masked = any(unit.concealed and not unit.hidden for unit in under)
        if not able and not masked:
            return Do()

        def entries() -> list[Entry]:
            found = [leaf("pass", "No Sniper Check", Done(), kind="pass", rule="A14.4", hotkey=" ", primary=True)]
            groups = [able, *((unit,) for unit in able if len(able) > 1)] if able else []
            return [*found, *(self._entry(st, group) for group in groups)]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, CheckSniper):
                return not_asked("A14.4", "the Sniper Check is made or not first")
            if not action.units or len(set(action.units)) != len(action.units):
                return Refusal("A14.4", "name each unit once")
            for number in action.units:
                unit = st.units.get(number)
                if unit is None or unit.side != owner or unit.loc != self.loc:
                    return Refusal("A14.4", "only who was attacked in that Location looks for the Sniper")
                if refusal := check_refusal(st, unit):
                    return refusal
            return None

        where = st.world.map.place_name(self.loc)
        return Choice(owner, f"Sniper Check at {where}?", "A14.4", Menu(entries), check, public=masked)

    def _entry(self, st: State, group: tuple[int, ...]) -> Entry:
        drm = sniper_check_ledger(st, tuple(st.units[unit] for unit in group)).total()
        key = "c" + "+".join(map(str, group))
        words = f"{names(st, group)}: Sniper Check"
        one = group[0] if len(group) == 1 else 0
        action = CheckSniper(tuple(sorted(group)))
        return leaf(key, words, action, unit=one, hex=self.loc, note=f"{drm:+d}, TI", rule="A14.4")

    def _purpose(self, st: State) -> str:
        return f"Sniper Check of {names(st, self.by)}"

    def chosen(self, st: State, action: Action) -> Do:
        """Nothing, or they set out."""
        if not isinstance(action, CheckSniper):
            return Do()
        events: list[Event] = []
        for unit in action.units:
            events += [Tried(unit=unit, note=Note(SNIPER_CHECK)), TiPlaced(unit=unit)]
        return Do(events=tuple(events), then=SniperHunt(self.side, self.loc, action.units))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The Sniper is lost, pinned, or gets away."""
        ledger = sniper_check_ledger(st, tuple(st.units[unit] for unit in self.by))
        final = sum(faces) + ledger.total()
        found = check_finds(final)
        roll = Roll(TWO_DICE, self._purpose(st), "A14.4", 1 - self.side, self.by)
        events: list[Event] = [thrown(roll, faces, WORDS[found], final=final, lines=ledger.lines())]
        if found == "eliminated":
            events.append(SniperLost(side=self.side))
        elif found == "pinned":
            events.append(SniperPinned(side=self.side))
        return Do(events=tuple(events))

    def shown(self, hidden: Mapping[int, int]) -> SniperHunt:
        """It asks the owner of the units, who knows them."""
        return self

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return "Sniper Check"
