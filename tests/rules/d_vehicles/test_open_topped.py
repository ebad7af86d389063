"""The crews of vehicles as a game begins (D5.2, D5.3)."""

from __future__ import annotations

from pathlib import Path

from goodorder.core.actions import Face
from goodorder.core.events import CrewExposed
from goodorder.data.load import DATA_FOLDER
from goodorder.data.scenario import Placement, load_scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.flow.sequence.setup import parked_by
from goodorder.flow.sequence.setup_vehicles import face_refusal, vehicle_entries
from goodorder.rules.facts.vehicles import vtype


def text_of(*swaps: tuple[str, str]) -> str:
    text = (DATA_FOLDER / "scenarios" / "orchard.toml").read_text(encoding="utf-8")
    for old, new in swaps:
        text = text.replace(old, new)
    return text


def test_the_crew_of_an_open_topped_afv_begins_exposed_and_may_button_up_in_the_set_up(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text_of(("german:pzkpfw_iiif", "german:pzjg_i")), encoding="utf-8")
    st = new_game(load_scenario(file))
    assert {vtype(st, one).open_topped: one.ce for one in st.vehicles.values()} == {True: True, False: False}
    own = next(one for one in st.vehicles.values() if vtype(st, one).open_topped)
    place = Placement(own.type, "E6", facing=2)
    assert not any(isinstance(event, CrewExposed) for event in parked_by(st, [own], place))
    shut = Placement(own.type, "E6", facing=2, ce=False)
    assert CrewExposed(vehicle=own.id, ce=False) in parked_by(st, [own], shut)


def test_no_crew_of_a_truck_is_exposed_or_buttons_up(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    swaps = (("german:pzkpfw_iif", "german:opel_6700_blitz"), ("facing = 2, ce = true", "facing = 2"))
    file.write_text(text_of(*swaps), encoding="utf-8")
    st = new_game(load_scenario(file))
    truck = next(one for one in st.vehicles.values() if vtype(st, one).unarmored)
    refusal = face_refusal(st, truck.side, Face(truck.id, 2, ce=True))
    assert refusal is not None and refusal.rule == "D5.2"
    assert face_refusal(st, truck.side, Face(truck.id, 2)) is None
    assert all(entry.key != "ce" for entry in vehicle_entries(st, truck))
