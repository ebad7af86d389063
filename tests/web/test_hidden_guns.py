"""A Gun shares the "?" and the hiding of its men in what each side is sent (A12.2, A12.34)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Handle, Hide
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.core.view import view
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.web.documents import state_doc
from goodorder.web.messages.position import WeaponDoc

GERMAN = 1


def set_up() -> State:
    """The set-up of the Germans, who set up first, by the full rules, with everything placed."""
    st = new_game(replace(scenario("crossroads"), profile="full"))
    return answer(st, choice(st).menu.action(["setup:0"]))[0]


def choice(st: State) -> Choice:
    asked = pending(st)
    assert isinstance(asked, Choice)
    return asked


def guns_of(st: State, side: int) -> list[WeaponDoc]:
    """The German Guns as a side is sent them."""
    you = st.world.sides[side].id
    doc = state_doc(view(st, side), None, you, controls=frozenset((side,)))
    return [weapon for weapon in doc.weapons if weapon.gun is not None and weapon.side == "german"]


def test_the_menu_of_a_crew_hides_it_with_its_gun_and_its_owner_sees_the_gun_marked() -> None:
    st = set_up()
    gun = next(w for w in st.weapons.values() if w.side == GERMAN and st.world.catalogue.is_gun(w.type))
    assert "crews may set up hidden with their Guns (A12.34)" in choice(st).why
    action = choice(st).menu.action([f"u{gun.holder}", "hide"])
    assert action == Hide(gun.holder)
    st, _ = answer(st, action)
    assert [(doc.hidden, doc.concealed) for doc in guns_of(st, GERMAN)] == [(True, True), (False, False)]
    st, _ = answer(st, choice(st).menu.action(["pass"]))
    assert guns_of(st, 1 - GERMAN) == []


def test_the_menu_of_the_set_up_leaves_a_gun_without_emplacement_and_takes_that_back() -> None:
    st = set_up()
    gun = next(w for w in st.weapons.values() if w.side == GERMAN and st.world.catalogue.is_gun(w.type))
    assert choice(st).menu.action([f"bare{gun.id}"]) == Handle(gun.id, "bare")
    st, _ = answer(st, Handle(gun.id, "bare"))
    assert st.weapons[gun.id].bare
    st, _ = answer(st, choice(st).menu.action([f"emplace{gun.id}"]))
    assert not st.weapons[gun.id].bare
