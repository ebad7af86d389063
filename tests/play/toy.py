"""A tiny game for tests of sessions and records: two sides take turns walking, a roll decides, three rounds."""

from __future__ import annotations

from goodorder.board import text_map
from goodorder.core.actions import Action, Done, PickLocation
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import Refusal
from goodorder.core.events import DiceThrown, GameEnded, PhaseBegan, UnitEliminated, UnitMoved
from goodorder.core.frames import Choice, Do, Frame, Pending
from goodorder.core.menu import Entry, Menu, branch, leaf
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.core.world import Side, World
from goodorder.data.catalogue import catalogue
from goodorder.play.record import VERSION, Header, Options
from goodorder.rules.ruleset import ruleset


class Walk(Frame, frozen=True):
    """Each side in turn: walk its unit to an adjacent hex, or be done; a walk is shot at; three rounds."""

    left: int = 6
    side: int = 0

    def ask(self, st: State) -> Pending | Do:
        mine = [unit for unit in st.units.values() if unit.side == self.side and unit.loc >= 0]
        if not self.left or not mine:
            return Do(events=(GameEnded(winner=-1, text="nobody left"),), then=self)
        if self.left == 5:
            only = Menu(lambda: [leaf("pass", "Done", Done(), kind="pass")])
            return Choice(self.side, "nothing to do", "A3", only, _nothing_else)
        unit = mine[0]
        near = [loc for loc in st.world.map.neighbours[unit.loc] if loc >= 0]

        def hexes() -> list[Entry]:
            named = [(loc, st.world.map.hexes[loc].name) for loc in near]
            return [leaf(f"h:{name}", name, PickLocation(loc), kind="hex", hex=loc) for loc, name in named]

        def top() -> list[Entry]:
            entry = branch(f"u{unit.id}", "walker", hexes, kind="unit", unit=unit.id)
            return [entry, leaf("pass", "Done", Done(), kind="pass")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done) or (isinstance(action, PickLocation) and action.loc in near):
                return None
            return Refusal("A4.2", "one hex at a time")

        return Choice(self.side, "walk", "A4.2", Menu(top), check)

    def chosen(self, st: State, action: Action) -> Do:
        after = Walk(self.left - 1, 1 - self.side)
        if isinstance(action, PickLocation):
            unit = next(unit for unit in st.units.values() if unit.side == self.side)
            moved = UnitMoved(unit=unit.id, loc=action.loc)
            return Do(events=(PhaseBegan(phase="MPh"), moved), then=after, push=(ToyShot(unit.id),))
        return Do(events=(PhaseBegan(phase="RPh"),), then=after)

    def title(self, st: State) -> str:
        return "walk"


class ToyShot(Frame, frozen=True):
    """A two is death."""

    unit: int

    def ask(self, st: State) -> Pending | Do:
        return Roll(TWO_DICE, "shot", "A7.1", 1 - st.units[self.unit].side, (self.unit,))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        thrown = DiceThrown(
            dice=TWO_DICE, faces=faces, purpose="shot", rule="A7.1", side=1 - st.units[self.unit].side,
            original=sum(faces), final=sum(faces), outcome="hit" if sum(faces) == 2 else "miss",
        )  # fmt: skip
        dead = (UnitEliminated(unit=self.unit),) if sum(faces) == 2 else ()
        return Do(events=(thrown, *dead))


def _nothing_else(action: Action) -> Refusal | None:
    return None if isinstance(action, Done) else Refusal("A3", "nothing to do")


def toy_state() -> State:
    sides = (Side("german", "german", "German", 3), Side("russian", "russian", "Russian", 3))
    world = World(map=text_map("size 7x6"), rules=ruleset("starter"), catalogue=catalogue(), sides=sides, turns=5)
    units = {
        1: Unit(1, 0, "german:4-6-7", world.map.index("C3"), ON_MAP, 1, "A"),
        2: Unit(2, 1, "russian:4-4-7", world.map.index("E3"), ON_MAP, 1, "A"),
    }
    return State(world=world, units=units, stack=(Walk(),), next_id=3)


def toy_header(**players: str) -> Header:
    named = {"german": "human", "russian": "human", **players}
    return Header(VERSION, "toy", "Toy", "starter", ("german", "russian"), named, Options(practice=True))
