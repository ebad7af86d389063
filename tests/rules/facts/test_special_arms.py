"""Weapons with menus of their own are found once while no weapon changes, and anew when one does."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.state import SetCharge
from goodorder.rules.a22_flamethrowers import is_flame
from goodorder.rules.a23_charges import is_charge
from goodorder.rules.facts.special_arms import in_hand, special_arms
from goodorder.rules.facts.units import wtype
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
    every = tuple(st.weapons.values())
    assert found.hitting == tuple(w for w in every if wtype(st, w).may_hit)
    assert found.at_men == tuple(w for w in found.hitting if not wtype(st, w).pierces)
    assert [wtype(st, w).kind for w in found.at_men] == ["MTR_light"]
    assert found.flames == tuple(w for w in every if is_flame(st, w)) and len(found.flames) == 1
    assert found.charges == tuple(w for w in every if is_charge(st, w)) and len(found.charges) == 1
    assert special_arms(st.with_(rolls=1)) is found
    [flame] = found.flames
    without = st.with_(weapons={key: one for key, one in st.weapons.items() if one is not flame})
    assert special_arms(without).flames == () and special_arms(st) is found
    broken = st.with_weapon(replace(flame, malfunctioned=True))
    assert special_arms(broken).flames[0].malfunctioned


def test_a_charge_that_is_set_is_in_nobodys_hands() -> None:
    st = position("size 6x6", squad("B", "C3").armed("DC"))
    [charge] = special_arms(st).charges
    assert [weapon for _, weapon in in_hand(st, 0, special_arms(st).charges)] == [charge]
    laid = st.with_weapon(replace(charge, holder=0, laid=SetCharge(st.units[1].loc, (1,))))
    found = special_arms(laid)
    assert [weapon.id for weapon in found.laid] == [charge.id] and not list(in_hand(laid, 0, found.charges))
