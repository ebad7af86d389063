"""Weapons with menus of their own are found once while no weapon changes, and anew when one does."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.state import SetCharge
from goodorder.rules.a22_flamethrowers import CHARGE, FLAME, is_flame
from goodorder.rules.a23_charges import is_charge
from goodorder.rules.a23_set_charges import laid
from goodorder.rules.facts.units import arms_by_themselves, arms_in_hand, special_arms, wtype
from tests.support import position, squad


def test_special_arms_are_those_that_must_hit_first_flamethrowers_and_charges() -> None:
    st = position(
        "size 6x6",
        squad("A", "C3").armed("LMG"),
        squad("B", "C3").armed("FT"),
        squad("C", "C3").armed("DC"),
        squad("D", "C3").armed("MTR_light"),
    )
    found = special_arms(st)
    assert [wtype(st, weapon).kind for weapon in found] == ["FT", "DC", "MTR_light"]
    own = (w for w in st.weapons.values() if not wtype(st, w).pierces)
    menus = (w for w in own if wtype(st, w).may_hit or is_flame(st, w) or is_charge(st, w))
    assert found == tuple(menus)
    assert special_arms(st.with_(rolls=1)) is found
    without = st.with_(weapons={key: one for key, one in st.weapons.items() if one is not found[0]})
    assert special_arms(without) == found[1:] and special_arms(st) is found
    broken = st.with_weapon(replace(found[0], malfunctioned=True))
    assert special_arms(broken)[0].malfunctioned


def test_flamethrowers_and_charges_are_found_anew_when_a_weapon_changes() -> None:
    st = position("size 6x6", squad("A", "C3").armed("FT"), squad("B", "C3").armed("DC"))
    [flame] = arms_by_themselves(st, FLAME)
    [charge] = arms_by_themselves(st, CHARGE)
    assert [weapon for _, weapon in arms_in_hand(st, 0, CHARGE)] == [charge] and not laid(st)
    moved = st.with_weapon(replace(charge, holder=0, laid=SetCharge(st.units[1].loc, (1,))))
    assert [weapon.id for weapon in laid(moved)] == [charge.id] and not list(arms_in_hand(moved, 0, CHARGE))
    gone = st.with_(weapons={charge.id: charge})
    assert not arms_by_themselves(gone, FLAME) and arms_by_themselves(st, FLAME) == (flame,)
