"""An act of movement is one module: the loop of a move names none, and takes a new one from the table."""

from __future__ import annotations

import ast
import pkgutil
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest

from goodorder import bots
from goodorder.core.actions import (
    ACTIONS,
    Action,
    AnyJoint,
    AnyMoveStep,
    AnySpending,
    Halt,
    Joint,
    Move,
    MoveStep,
    Search,
    Spending,
)
from goodorder.core.engine import answer
from goodorder.core.errors import Refusal
from goodorder.core.events import MoveEnded, StepTaken
from goodorder.core.menu import Entry, leaf
from goodorder.core.notation import forms, reading
from goodorder.core.state import State, Step
from goodorder.flow.fire.defensive_fire import Touch, Window
from goodorder.flow.move import acts
from goodorder.flow.move.act import MOVE, PHASE, Deed, Forecast, MoveAct, Wrap
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.move.moving import Moving
from goodorder.flow.shared.acts import Acts
from goodorder.web.preview import preview_action
from tests.support import asked, begin, position, squad

ROOM = Path(acts.__file__).parent
LOOP = {"act.py", "move_menu.py", "move_phase.py", "moving.py"}
OF_THE_LOOP = {"Action", "AnyMoveStep", "Done", "DriveStep", "Move", "MoveStep", "Wall", "units_of"}
"""What the loop of a move may know of actions: those that begin and end it, and what is asked at any expenditure."""


def imported(file: Path) -> set[str]:
    """The names of actions that a module imports."""
    tree = ast.parse(file.read_text("utf-8"))
    found = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in found if node.module == "goodorder.core.actions" for alias in node.names}


def test_the_loop_of_a_move_names_no_act() -> None:
    assert {name for file in LOOP for name in imported(ROOM.parent / file)} <= OF_THE_LOOP


def test_every_module_of_the_folder_registers_an_act() -> None:
    MOVE.all()
    homes = {type(act).__module__ for table in (MOVE, PHASE) for act in table.all()}
    assert homes == {f"{acts.__name__}.{module.name}" for module in pkgutil.iter_modules(acts.__path__)}


def test_nobody_names_the_module_of_an_act() -> None:
    modules = {f".acts.{module.name}" for module in pkgutil.iter_modules(acts.__path__)}
    named = [
        f"{file.name}: {node.module}"
        for file in ROOM.parents[2].rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and any(f".{node.module}".endswith(module) for module in modules)
    ]
    assert named == []


def test_a_table_takes_one_act_for_an_action_and_a_place() -> None:
    table: Acts[object] = Acts("")

    @table.act(Halt, order=1)
    class One:
        pass

    with pytest.raises(ValueError, match="Two: an act for Halt"):

        @table.act(Halt, order=2)
        class Two:
            pass

    with pytest.raises(ValueError, match="at 1 is registered already"):

        @table.act(Search, order=1)
        class Three:
            pass

    assert [type(act) for act in table.all()] == [One]


class Wave(Spending, frozen=True, tag="wave"):
    """A unit waves its hat, which costs it one MF and ends its move."""

    unit: int


class WaveAct(MoveAct[Wave]):
    """All that a new act is."""

    def refusal(self, st: State, units: tuple[int, ...], action: Wave) -> Refusal | None:
        """Not for units under a "?"."""
        return Refusal("A4.2", "he hides") if st.units[action.unit].concealed else None

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """A leaf for each unit."""
        known = {unit: partial(self.permits, st, units, Wave(unit)) for unit in units}
        return [leaf(f"wave{u}", "wave", wrap(Wave(u)), alive=known[u]) for u in units]

    def permits(self, st: State, units: tuple[int, ...], action: Wave) -> bool:
        """Whether it is not refused."""
        return self.refusal(st, units, action) is None

    def do(self, st: State, units: tuple[int, ...], action: Wave) -> Deed:
        """One MF, in everybody's sight."""
        loc = st.units[action.unit].loc
        step = StepTaken(unit=action.unit, step=Step("search", loc, loc, 2))
        return Deed((step, MoveEnded(unit=action.unit)), touches=(Touch(loc, (action.unit,)),))

    def forecast(self, st: State, units: tuple[int, ...], action: Wave) -> Forecast:
        """Somebody waves back on a 2 or less."""
        assert units == (action.unit,)
        return Forecast("A wave", "waved back", 2, 6)


@pytest.fixture
def waving() -> Iterator[State]:
    """A MPh in which units may wave, as the table alone says."""
    MOVE.all()
    found: dict[type[Action], tuple[int, MoveAct[Any]]] = {Wave: (45, WaveAct()), **MOVE._found}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MOVE, "_found", found)
        patch.setattr(MOVE, "_order", ())
        patch.setattr(MOVE, "_fitting", {})
        st = position("size 8x8", squad("A", "C3"), squad("B", "C3"), squad("X", "C5", side=1), phase="MPh")
        yield begin(st, MovePhase())[0]
    MOVE._order, MOVE._fitting = (), {}
    assert MOVE.of(Wave(1)) is None


def test_a_new_act_is_offered_checked_and_made(waving: State) -> None:
    first = asked(waving, MovePhase).menu.action(("u1", "wave1"))
    assert first == Move((1,), 0, Wave(1))
    st, _ = answer(waving, first)
    assert asked(st, Window).side == 1
    assert st.trail(1).ended and st.trail(1).spent == 2 and not st.trail(2).started
    assert not any(isinstance(frame, Moving) and frame.live(st) for frame in st.stack)


def test_a_new_act_is_previewed_by_what_it_says_of_its_dice(waving: State) -> None:
    for action in (Wave(1), Move((1,), 0, Wave(1))):
        told = preview_action(waving, action)
        assert told is not None and told.title == "A wave" and [round(one.p, 2) for one in told.odds] == [0.33, 0.67]


def test_bots_that_know_nothing_of_an_act_play_on(waving: State) -> None:
    for name in bots.names():
        choice = asked(waving, MovePhase)
        assert choice.check(bots.player(name).decide(waving, choice, random.Random(1))) is None


def test_the_types_that_a_record_is_decoded_into_are_those_of_the_bases() -> None:
    for closed, base in ((AnyMoveStep, MoveStep), (AnySpending, Spending), (AnyJoint, Joint)):
        assert set(get_args(closed)) == {kind for kind in ACTIONS.values() if issubclass(kind, base)}
    assert MOVE.all() and all(issubclass(kind, MoveStep) for kind in MOVE._found)


def test_no_form_of_an_action_is_also_a_reader_with_words_of_its_own() -> None:
    own = {verb for verb in forms.VERBS if verb in reading._READERS}
    assert not own
