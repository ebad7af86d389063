"""Sniper attacks: the dr, the way to the target hex, the Location (A14.2, A14.21)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.actions import Action, Done, PickLocation, PlaceSniper
from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event, SniperCalled, SniperPlaced
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, branch, leaf
from goodorder.core.state import State
from goodorder.data.charts import snipers
from goodorder.rules.a14_snipers import flight, hexes_struck, is_ready, places_in, sniper_hexes
from goodorder.rules.facts.ground import map_now
from goodorder.rules.registry import builds

from ..shared.thrown import thrown
from .placing import hex_entries, place_refusal
from .targets import SniperTarget


def whose(st: State, side: int) -> str:
    """A side's Sniper in words."""
    return f"the {st.world.sides[side].short} Sniper"


@builds("A14.1", "A14.1d", "A14.3e")
class SniperAttacks(Frame, frozen=True):
    """Sniper attacks that are due, one after the other, with those that they bring themselves."""

    names_counters: ClassVar[bool] = False

    def ask(self, st: State) -> Do:
        """The one that has waited longest, if that Sniper may still attack."""
        if not st.sniper_attacks:
            return Do()
        side = st.sniper_attacks[0]
        push = (SniperAttack(side),) if is_ready(st, side) else ()
        return Do(events=(SniperCalled(side=side),), then=self, push=push)


@builds("A14.2", "A14.2b")
class SniperAttack(Frame, frozen=True):
    """The dr that says whether an attack is effective, and what it does."""

    names_counters: ClassVar[bool] = False
    side: int

    def ask(self, st: State) -> Roll:
        """One die, which nothing modifies."""
        return Roll(ONE_DIE, f"attack by {whose(st, self.side)}", "A14.2", self.side, (), "1 or 2", leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Nothing, or the attack."""
        effective = faces[0] <= snipers().effective
        told = thrown(self.ask(st), faces, "effective" if effective else "no effect")
        return Do(events=(told,), push=(SniperFlight(self.side, faces[0]),) if effective else ())

    def title(self, st: State) -> str:
        """The attack in the breadcrumb."""
        return f"attack by {whose(st, self.side)}"


@builds("A14.2", "A14.2c", "A14.2d")
class SniperFlight(Frame, frozen=True):
    """An effective attack: given up to put the counter elsewhere, or the Random Location DR to its target hex."""

    names_counters: ClassVar[bool] = False
    side: int
    result: int
    flies: bool = False

    def ask(self, st: State) -> Choice | Roll:
        """Attack or not; then the DR."""
        if self.flies:
            where = f"Random Location of {whose(st, self.side)}"
            return Roll(TWO_DICE, where, "A14.2", self.side, (), leadership=False)

        def entries() -> list[Entry]:
            attack = leaf("pass", "Attack", Done(), kind="pass", rule="A14.2", hotkey=" ", primary=True)
            words = "Put the Sniper elsewhere instead"
            return [attack, branch("move", words, lambda: hex_entries(st, sniper_hexes(st, self.side)), rule="A14.2")]

        def check(action: Action) -> Refusal | None:
            return None if isinstance(action, Done) else place_refusal(st, self.side, action)

        prompt = f"Attack by {whose(st, self.side)} ({self.result})?"
        why = "The dr lets your Sniper attack; its counter may go to another hex instead"
        return Choice(self.side, prompt, "A14.2", Menu(entries), check, why)

    def chosen(self, st: State, action: Action) -> Do:
        """The counter goes elsewhere, or towards its target."""
        if isinstance(action, PlaceSniper):
            return Do(events=(SniperPlaced(side=self.side, loc=action.to),))
        return Do(then=SniperFlight(self.side, self.result, True))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The hex that it strikes, or those among which the player chooses."""
        col, row = flight(st, self.side, (faces[0], faces[1]))
        board = map_now(st)
        hexes, at = hexes_struck(st, self.side, col, row), board.at(col, row)
        roll = Roll(TWO_DICE, f"Random Location of {whose(st, self.side)}", "A14.2", self.side)
        told = thrown(roll, faces, board.place_name(at) if at >= 0 else "off the map")
        if not hexes:
            moved: tuple[Event, ...] = (SniperPlaced(side=self.side, loc=at),) if at >= 0 else ()
            return Do(events=(told, *moved))
        return Do(events=(told,), push=(SniperHex(self.side, self.result, hexes),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "target hex of the Sniper"


@builds("A14.21", "A14.21b", "A14.2e")
class SniperHex(Frame, frozen=True):
    """The hex, and then the Location, that a Sniper strikes where there are several."""

    names_counters: ClassVar[bool] = False
    side: int
    result: int
    places: tuple[int, ...]
    located: bool = False

    def ask(self, st: State) -> Choice | Do:
        """The player's choice; none where one is left."""
        if len(self.places) == 1:
            return self._goes_on(st, self.places[0])

        def entries() -> list[Entry]:
            board = map_now(st)
            return [
                leaf(f"l{loc}", board.place_name(loc), PickLocation(loc), kind="hex", hex=loc, rule="A14.21")
                for loc in self.places
            ]

        def check(action: Action) -> Refusal | None:
            if not isinstance(action, PickLocation):
                return not_asked("A14.21", "the Sniper's target is chosen first")
            return None if action.loc in self.places else Refusal("A14.21", "it can't attack there")

        prompt = f"Where does {whose(st, self.side)} attack?"
        return Choice(self.side, prompt, "A14.2" if self.located else "A14.21", Menu(entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """That one."""
        assert isinstance(action, PickLocation)
        return self._goes_on(st, action.loc)

    def _goes_on(self, st: State, place: int) -> Do:
        if self.located:
            return Do(push=(SniperTarget(self.side, self.result, place),))
        moved = SniperPlaced(side=self.side, loc=place)
        locs = places_in(st, place, self.side) or (place,)
        return Do(events=(moved,), push=(SniperHex(self.side, self.result, locs, True),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "target of the Sniper"
