"""In the middle of what vehicles and Guns begin a position is saved, loaded, looked at by both sides and gone on with:
the same answer and the same dice bring the same, and the position before stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from goodorder.core import saving
from goodorder.core.actions import Action
from goodorder.core.engine import answer, pending
from goodorder.core.errors import GoodOrderError
from goodorder.core.events import Event
from goodorder.core.state import State
from goodorder.core.view import public_view, view
from goodorder.play.cases import playing
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import read_cases
from goodorder.play.cases.runner import run_case

NAMED = re.compile(r"\b([A-Z]\w+)\(")
CASES = Path(__file__).parents[1] / "cases"
FRAMES = {
    "a11_close_combat/a11_622_close_defense_weapons": {"CloseDefenseFire"},
    "a11_close_combat/a11_8_street_fighting": {"StreetReturn"},
    "a12_concealment/a12_34_guns_that_set_up": {"SetUp"},
    "a12_concealment/a12_41_vehicles_enter_concealed_locations": {"CombinedCheck"},
    "a25_nationalities/a25_23_worked_examples": {"WaveMove"},
    "c_ordnance/c02_2401_gun_duels": {"GunDuel", "Second", "Tie"},
    "a05_stacking/a05_132_near_misses": {"StrayHit"},
    "c_ordnance/c01_55_vehicles_hit_beside_others": {"CrewCheck"},
    "c_ordnance/c11_4_unattended_guns": {"Detonation"},
    "d_vehicles/d03_12_turns_at_the_end_of_a_phase": {"TurnVehicles"},
    "d_vehicles/d05_31_residual_fp": {"VehicleResidual"},
    "d_vehicles/d07_2_reaction_fire": {"ReactionFire"},
    "d_vehicles/d08_2_bog_where_rules_meet": {"BogCheck"},
    "d_vehicles/d02_4_motion_at_the_end": {"Driving"},
}
"""Files of cases, with what each of their games goes through."""


class Saved:
    """Answers a position and what is loaded of it alike; remembers on what."""

    def __init__(self) -> None:
        self.met: set[str] = set()

    def __call__(self, st: State, reply: Action | Sequence[int]) -> tuple[State, tuple[Event, ...]]:
        text = saving.encode(st)
        loaded = saving.decode(text, st.world)
        assert saving.encode(loaded) == text and repr(pending(loaded)) is not None
        for side in (0, 1):
            seen = view(st, side)
            pending(seen)
            assert saving.encode(saving.decode(saving.encode(seen), seen.world)) == saving.encode(seen)
        public_view(st)
        self.met |= set(NAMED.findall(repr(st.stack)))
        try:
            after, events = answer(st, reply)
        except GoodOrderError as error:
            with pytest.raises(type(error)) as same:
                answer(loaded, reply)
            assert str(same.value) == str(error)
            raise
        again, told = answer(loaded, reply)
        assert saving.encode(again) == saving.encode(after) and again.digest() == after.digest()
        assert told == events and saving.encode(st) == text
        return after, events


@pytest.mark.parametrize("file", FRAMES)
def test_a_game_goes_on_alike_from_what_was_saved_in_the_middle(file: str, monkeypatch: Any) -> None:
    assert FRAMES[file] <= met_in(CASES / f"{file}.toml", monkeypatch)


FOLDERS = ("a11_close_combat", "a12_concealment", "c_ordnance", "d_vehicles")


@pytest.mark.soak
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_games_of_a_whole_folder_of_cases_go_on_alike_from_what_was_saved(folder: str, monkeypatch: Any) -> None:
    files = sorted((CASES / folder).glob("*.toml"))
    assert sum(len(met_in(file, monkeypatch)) > 1 for file in files) > len(files) // 2


def met_in(file: Path, monkeypatch: Any) -> set[str]:
    """Run a file of cases so; returns what its games have gone through."""
    saved = Saved()
    monkeypatch.setattr(playing, "answer", saved)
    for case in read_cases(file):
        assert isinstance(case, Case)
        result = run_case(case)
        assert result.status == "passed", (file.name, result)
    return saved.met
