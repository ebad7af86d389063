"""Guns, vehicles and works in what a seat is sent: numbers from the catalogue, fronts, and nothing that is hidden."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from goodorder.core.engine import pending
from goodorder.core.state import ON_MAP, UNPLACED, Acquired, FireMark, State, Step, Trail, Vehicle, Work
from goodorder.core.view import view
from goodorder.data.catalogue import catalogue
from goodorder.rules.facts.vehicles import mounted
from goodorder.web.documents import state_doc
from goodorder.web.messages.pieces import AcquiredDoc, ArmorDoc, VehicleDoc
from goodorder.web.messages.position import CounterDoc, PositionDoc
from goodorder.web.pieces import caliber, gun_doc, vehicle_doc
from tests.support import loc, position, squad

OWNER, ENEMY = 0, 1


def armed(**fields: Any) -> State:
    """A position with a vehicle, a work and a weapon that keeps a place and a front of its own."""
    st = position("size 6x6", squad("A", "C3").armed("LMG"), squad("B", "C5", side=1))
    here = loc(st, "D4")
    weapon = next(iter(st.weapons.values()))
    gun = msgspec.structs.replace(weapon, id=900, holder=0, loc=here, place=ON_MAP, facing=4, **fields)
    vehicle = Vehicle(901, OWNER, "german:pzkpfw_ivh", loc=here, place=ON_MAP, facing=1, **fields)
    work = Work(902, OWNER, "pillbox", loc=here, facing=2, **fields)
    return st.with_(weapons={**st.weapons, 900: gun}, vehicles={901: vehicle}, works={902: work})


def shown(st: State, side: int) -> PositionDoc:
    return state_doc(view(st, side), pending(st), st.world.sides[side].id, controls=frozenset())


def test_each_counter_is_told_with_its_hex_and_its_front() -> None:
    told = shown(armed(), ENEMY)
    (gun,) = [one for one in told.weapons if one.id == "900"]
    assert (gun.hex, gun.facing) == ("D4", 4)
    assert [(one.id, one.hex, one.facing, one.name) for one in told.vehicles] == [("901", "D4", 1, "PzKpfw IVH")]
    assert [(one.id, one.hex, one.facing, one.kind) for one in told.works] == [("902", "D4", 2, "pillbox")]
    (carried,) = [one for one in told.weapons if one.id != "900"]
    assert carried.facing is None and carried.hex == "C3"


def test_hidden_ones_are_told_to_their_own_side_alone() -> None:
    st = armed(hidden=True)
    own, other = shown(st, OWNER), shown(st, ENEMY)
    assert own.vehicles[0].hidden and own.works[0].hidden
    assert [one.hidden for one in own.weapons if one.id == "900"] == [True]
    assert not other.vehicles and not other.works and "900" not in {one.id for one in other.weapons}


def test_concealed_ones_are_told_as_such_to_their_own_side_and_not_at_all_to_the_other() -> None:
    st = armed(concealed=True)
    own, other = shown(st, OWNER), shown(st, ENEMY)
    assert own.vehicles[0].concealed and own.works[0].concealed
    assert [one.concealed for one in own.weapons if one.id == "900"] == [True]
    assert not other.vehicles and not other.works and "900" not in {one.id for one in other.weapons}
    assert [one.kind for one in other.units if one.hex == "D4"] == ["unknown"]


def test_what_a_gun_keeps_is_told_with_it() -> None:
    st = armed()
    gun = msgspec.structs.replace(
        st.weapons[900], emplaced=True, limbered=True, captured=True, acquired=Acquired(loc(st, "C5"), -2, area=True)
    )
    (told,) = [one for one in shown(st.with_(weapons={**st.weapons, 900: gun}), ENEMY).weapons if one.id == "900"]
    assert told.emplaced and told.limbered and told.captured
    assert told.acquired == AcquiredDoc(hex="C5", drm=-2, area=True)
    (plain,) = [one for one in shown(st, OWNER).weapons if one.id == "900"]
    assert not {"emplaced", "limbered", "captured", "acquired"} & set(msgspec.to_builtins(plain))


def test_a_position_without_any_is_told_as_if_there_were_none() -> None:
    st = position("size 6x6", squad("A", "C3").armed("LMG"), squad("B", "C5", side=1))
    told = msgspec.to_builtins(shown(st, OWNER))
    assert "vehicles" not in told and "works" not in told
    assert not {"gun", "facing", "hidden"} & set(told["weapons"][0])


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pzkpfw_ivh", {"kind": "tracked", "mp": 13, "gun": "75L", "turret": "T"}),
        ("stug_iiig", {"kind": "tracked", "gun": "75L", "turret": ""}),
        ("spw_250_1", {"kind": "half-tracked", "turret": ""}),
    ],
)
def test_a_vehicle_has_the_numbers_of_its_counter(code: str, expected: dict[str, Any]) -> None:
    doc = vehicle_doc(armed(), Vehicle(1, OWNER, f"german:{code}"), "D4", "")
    assert {name: getattr(doc, name) for name in expected} == expected


def test_armor_of_a_turret_is_told_where_it_differs_from_the_hull() -> None:
    assert vehicle_doc(armed(), Vehicle(1, OWNER, "german:pzkpfw_ivh"), "D4", "").armor == ArmorDoc(
        hull=(8, 3), turret=(6, 4)
    )
    assert vehicle_doc(armed(), Vehicle(1, OWNER, "german:pzkpfw_ib"), "D4", "").armor == ArmorDoc(hull=(1, 1))


def test_every_gun_and_vehicle_of_the_catalogue_can_be_shown() -> None:
    st, book, seen = armed(), catalogue(), 0
    for nationality in book.nationalities:
        for gun in book.guns(nationality):
            doc = gun_doc(gun)
            assert doc.caliber and doc.manhandling == gun.manhandling
            seen += 1
        for kind in book.vehicles(nationality):
            sent = msgspec.json.encode(vehicle_doc(st, Vehicle(1, OWNER, kind.id, facing=0), "D4", ""))
            back = msgspec.json.decode(sent, type=CounterDoc)
            assert back.name == kind.name
            seen += 1
    assert seen > 400


PZ_IV = "german:pzkpfw_ivh"


def tank(**fields: Any) -> VehicleDoc:
    """A tank with its armament as the enemy is shown it in his MPh, its ``trail`` given by itself."""
    st = position("size 6x6", squad("A", "C3"), squad("B", "C5", side=1), phase="MPh")
    trail = fields.pop("trail", None)
    marks = fields.pop("shots", {})
    one = Vehicle(50, OWNER, PZ_IV, **{"loc": loc(st, "D4"), "place": ON_MAP, "facing": 1, **fields})
    guns = mounted(one, st.world.catalogue.vehicle(PZ_IV), 51)
    st = st.with_(
        vehicles={50: one},
        weapons={**st.weapons, **{gun.id: gun for gun in guns}},
        trails={50: trail} if trail else {},
        weapon_shots={gun.id: marks[gun.type[-2:]] for gun in guns if gun.type[-2:] in marks},
    )
    return shown(st, ENEMY).vehicles[0]


@pytest.mark.parametrize(
    ("fields", "badges"),
    [
        ({}, []),
        ({"motion": True}, ["MOTION"]),
        ({"bogged": True}, ["BOG"]),
        ({"bogged": True, "mired": True}, ["MIRED"]),
        ({"immobile": True}, ["IMMO"]),
        ({"shocked": "shock"}, ["SHOCK"]),
        ({"shocked": "uk"}, ["UK"]),
        ({"stunned": "stun", "recalled": True}, ["STUN", "RECALL"]),
        ({"stunned": "+1"}, ["+1"]),
        ({"abandoned": True}, ["ABAND"]),
        ({"wreck": True, "burning": True}, ["BLAZE"]),
        ({"wreck": True, "abandoned": True, "immobile": True, "stunned": "stun", "bogged": True}, []),
        ({"shots": {"MA": (FireMark("first", 0, kept_rof=True),)}}, []),
        ({"shots": {"MA": (FireMark("prep", 0),)}}, ["PREP"]),
        ({"shots": {"MA": (FireMark("first", 0),), "MG": (FireMark("first", 0, final=True),)}}, ["FINAL"]),
    ],
)
def test_what_became_of_a_vehicle_is_on_its_counter(fields: dict[str, Any], badges: list[str]) -> None:
    assert list(tank(**fields).badges) == badges


@pytest.mark.parametrize(
    ("fields", "crew"), [({}, "BU"), ({"ce": True}, "CE"), ({"abandoned": True}, ""), ({"wreck": True}, "")]
)
def test_the_crew_is_told_while_it_is_there(fields: dict[str, Any], crew: str) -> None:
    assert tank(**fields).crew == crew


def test_a_turret_is_told_where_it_points_elsewhere_and_each_weapon_by_its_mount() -> None:
    assert tank(turret=1).tca is None
    doc = tank(turret=4)
    assert (doc.facing, doc.tca) == (1, 4)
    assert [(one.mount, one.name, one.facing) for one in doc.arms] == [
        ("MA", "75L", 4),
        ("CMG", "CMG 5", 4),
        ("BMG", "BMG 3", 1),
    ]


def test_mp_are_told_of_a_vehicle_on_its_move_alone() -> None:
    assert tank().points is None
    here = 3
    moving = tank(trail=Trail(steps=(Step("start", here, here, 2),), started=True, spent=2))
    assert moving.points is not None and (moving.points.left, moving.points.of) == (12, 13)
    assert moving.badges == ("MOTION",), "it has started and not stopped"
    assert tank(trail=Trail(started=True, ended=True, spent=2)).points is None


def test_vehicles_off_the_map_are_among_those_and_their_armament_is_not() -> None:
    st = armed()
    away = Vehicle(903, OWNER, PZ_IV, place=UNPLACED)
    guns = mounted(away, st.world.catalogue.vehicle(PZ_IV), 910)
    told = shown(
        st.with_(vehicles={**st.vehicles, 903: away}, weapons={**st.weapons, **{one.id: one for one in guns}}), OWNER
    )
    (group,) = [one for one in told.offboard if one.status == "unplaced" and one.vehicles]
    assert group.vehicles == ("903",) and not group.weapons


def test_a_caliber_is_written_as_on_counters() -> None:
    assert (caliber(75, "L"), caliber(81, "*"), caliber(12.7, None), caliber(None, None)) == ("75L", "81*", "12.7", "")


def test_a_vehicle_of_no_list_is_told_by_its_name() -> None:
    doc = vehicle_doc(armed(), Vehicle(1, OWNER, "german:maus", facing=3), "D4", "")
    assert (doc.name, doc.kind, doc.mp, doc.facing) == ("maus", "", 0, 3)
