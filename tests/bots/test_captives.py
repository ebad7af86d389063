"""The standard opponent with prisoners and Unarmed men: it captures by odds, rises by odds, keeps away from enemies."""

from __future__ import annotations

import random
from typing import Any

import pytest

from goodorder import bots
from goodorder.bots.captives import CAPTURED, TAKEN, away, homes, prize
from goodorder.bots.ground import Ground
from goodorder.bots.objectives import Purpose
from goodorder.bots.values import counts_when_free
from goodorder.core.actions import Action, CloseCombat, Done, Escape, Fire, Move, Recapture
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.menu import Menu
from goodorder.core.state import State
from goodorder.core.view import imagined
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from tests.support import loc

MAP = "size 20x12"


def played(phase: str, *units: str, **raw: Any) -> State:
    case = Case("", "", 1, (), (), (), (), (), (), "full", {"phase": phase, "map": MAP, "units": list(units), **raw})
    play = Play(case)
    play.begin()
    return play.state


def chosen(st: State) -> Action:
    asked = pending(st)
    assert isinstance(asked, Choice)
    view, seen = imagined(st, asked)
    return bots.player("standard").decide(view, seen, random.Random(1))


GUARDED = ("G german 2-4-7 at K5 broken", "P russian 4-4-7 prisoner of G", "Q russian 4-4-7 prisoner of G")


def test_prisoners_rise_against_a_broken_guard_alone_and_attack_him() -> None:
    st = played("CCPh", *GUARDED, "Z russian 4-4-7 at T9", attacker="german")
    assert isinstance(chosen(st), Escape)
    st = played("CCPh", *GUARDED[:1], "P russian 4-4-7 unarmed at K5", "Z russian 4-4-7 at T9", attacker="russian")
    attack = chosen(st)
    assert isinstance(attack, CloseCombat)


def test_one_of_them_does_not_rise_against_a_whole_squad_in_melee() -> None:
    units = ("G german 8-3-8 at K5", "P russian 2-3-7 prisoner of G", "Y russian 2-3-7 at K5", "Z russian 4-4-7 at T9")
    assert chosen(played("CCPh", *units, attacker="german", markers=["melee at K5"])) == Done()


def test_it_keeps_unarmed_men_away_from_the_enemy() -> None:
    st = played("MPh", "U russian 4-4-7 unarmed at K5", "Z german 4-6-7 at K3", attacker="russian")
    unit = next(one for one in st.units.values() if one.unarmed)
    assert away(st, unit, loc(st, "K8")) > away(st, unit, loc(st, "K5"))
    move = chosen(st)
    assert isinstance(move, Move)
    foe = next(one for one in st.units.values() if not one.unarmed)
    after = getattr(move.first, "to", -1)
    assert st.world.map.distance(after, foe.loc) > st.world.map.distance(unit.loc, foe.loc)


def test_it_falls_upon_unarmed_men_to_whom_it_comes_and_takes_them() -> None:
    st = played(
        "MPh", "A german 4-6-7 at K4", "U russian 4-4-7 unarmed at K5", "Z russian 4-4-7 at T9", attacker="german"
    )
    names = {one.ident: one for one in st.units.values()}
    asked = pending(st)
    assert isinstance(asked, Choice)
    step = next(a for _, a in asked.menu.leaves(400) if getattr(getattr(a, "first", None), "to", -1) == names["U"].loc)
    st, _ = answer(st, step)
    while isinstance(asked := pending(st), Choice) and asked.rule != "A20.54":
        st, _ = answer(st, Done())
    assert chosen(st) == Recapture(names["U"].loc)
    st, _ = answer(st, Recapture(names["U"].loc))
    attack = chosen(st)
    assert isinstance(attack, CloseCombat) and attack.capture, "Inexperienced men are the easier to take"


def test_prisoners_are_worth_more_where_losses_count() -> None:
    st = played("MPh", "A german 4-6-7 at K4", "Z russian 4-4-7 at T9", attacker="german")
    assert prize(st, 0) == prize(st, 1) == TAKEN < CAPTURED
    losses = {"id": "c", "kind": "casualties_vp", "side": "german", "at_least": 8, "text": "c"}
    scenario = {"like": "first", "victory": {"wins": "german", "when": "all", "text": "t", "clauses": [losses]}}
    st = played("MPh", "A german 4-6-7 at K4", "Z russian 4-4-7 at T9", attacker="german", scenario=scenario)
    german = st.world.side_number("german")
    assert prize(st, german) == CAPTURED and prize(st, 1 - german) == TAKEN, "for whom they count alone"
    st = played("MPh", "A german 4-6-7 at K4", "Z russian 4-4-7 at T9", attacker="german")
    assert homes(st, next(iter(st.units.values()))) == frozenset()


def test_it_fires_at_guards_but_not_where_its_own_men_would_suffer_more() -> None:
    units = ("A russian 4-4-7 at K3", "B russian 4-4-7 at K3", "G german 2-4-7 at K5")
    attack = chosen(played("PFPh", *units, attacker="russian"))
    assert isinstance(attack, Fire), "at the half-squad alone"
    prisoners = ("P russian 4-4-7 prisoner of G", "Q russian 4-4-7 prisoner of G")
    assert not isinstance(chosen(played("PFPh", *units, *prisoners, attacker="russian")), Fire)


def test_its_own_men_count_for_more_where_the_victory_terms_count_those_who_are_free() -> None:
    free = {"id": "c", "kind": "freed_vp", "side": "russian", "at_least": 4, "text": "c"}
    scenario = {"like": "first", "victory": {"wins": "russian", "when": "all", "text": "t", "clauses": [free]}}
    st = played("MPh", *GUARDED, "Z russian 4-4-7 at T9", attacker="russian", scenario=scenario)
    russian = st.world.side_number("russian")
    assert counts_when_free(st, russian) and not counts_when_free(st, 1 - russian)
    assert not counts_when_free(played("MPh", *GUARDED, attacker="russian"), russian)


def test_a_side_that_lacks_losses_looks_for_enemies_when_it_holds_what_it_needs() -> None:
    losses = {"id": "c", "kind": "casualties_vp", "side": "russian", "at_least": 2, "text": "c"}
    hexes = {
        "id": "d",
        "kind": "control_hexes",
        "side": "russian",
        "area": [{"hexes": ["K5"]}],
        "at_least": 1,
        "text": "d",
    }
    scenario = {"like": "first", "victory": {"wins": "russian", "when": "all", "text": "t", "clauses": [hexes, losses]}}
    units = ("A russian 4-4-7 at K5", "B russian 4-4-7 at K6", "G german 4-6-7 at T5")
    st = played("MPh", *units, attacker="russian", scenario=scenario, control=["russian K5"])
    russian, foe = st.world.side_number("russian"), loc(st, "T5")
    assert any(foe in goal.hexes for goal in Purpose(st, russian, Ground(st)).goals)
    without = {**scenario, "victory": {"wins": "russian", "when": "all", "text": "t", "clauses": [hexes]}}
    st = played("MPh", *units, attacker="russian", scenario=without, control=["russian K5"])
    assert not any(foe in goal.hexes for goal in Purpose(st, russian, Ground(st)).goals)


@pytest.mark.parametrize("seed", [3])
def test_menus_of_who_escapes_offer_only_what_may_be_done(seed: int) -> None:
    units = (*GUARDED, "H german 4-6-7 at K5", "L russian 8-0 prisoner of G", "Z russian 4-4-7 at T9")
    st, rng = played("CCPh", *units, attacker="german"), random.Random(seed)
    looked = 0
    for _ in range(60):
        asked = pending(st)
        if isinstance(asked, Over):
            break
        if not isinstance(asked, Choice):
            st, _ = answer(
                st, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))) if hasattr(asked, "dice") else ()
            )
            continue
        if asked.rule == "A20.55":
            looked += 1
            leaves = [action for _, action in Menu(asked.menu.top).leaves(400)]
            assert leaves and all(asked.check(action) is None for action in leaves)
        choices = [action for _, action in asked.menu.leaves(400)]
        st, _ = answer(st, rng.choice(choices))
    assert looked > 1
