"""Where broken units rout to, beside enemies whom they see only there."""

from __future__ import annotations

from typing import Any

from goodorder.bots.standard import StandardPlayer
from tests.bots.test_positions import decision

BESIDE: dict[str, Any] = {
    "title": "A broken officer in the woods is seen only from the woods beside him",
    "side": "russian",
    "scenario": "sawmill",
    "profile": "full",
    "phase": "RtPh",
    "attacker": "russian",
    "turn": 6,
    "units": [
        "A russian 2-2-7 at T3 broken dm",
        "B russian 4-5-8 at T4",
        "C russian 5-2-7 at T4",
        "D russian 2-3-7 at T4",
        "E russian 2-2-6 at T4",
        "L russian 8-0 at T4",
        "X german 8-1 at V3 broken dm",
        "Y german 4-4-7 at W5 broken",
    ],
}


def test_a_router_spares_itself_a_destination_from_which_it_would_come_back() -> None:
    # In U4 it would see the officer of V3 beside it: no destination any more, and only T3 is left to go to (A10.51).
    assert "to U4" not in decision(BESIDE, StandardPlayer())


def test_the_same_woods_are_as_good_as_others_where_nobody_is_beside_them() -> None:
    units = [one for one in BESIDE["units"] if not one.startswith("X")]
    assert "to U4" in decision({**BESIDE, "units": units}, StandardPlayer())
