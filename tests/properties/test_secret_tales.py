"""Twin tales of set charges, Battlefield Integrity, berserk charges, MOL and Human Waves: what lies under a "?" or is
hidden tells the other side nothing before a rule does (A12).
"""

from __future__ import annotations

import pytest

from .told import told

HEAD = """
version = 1
[[case]]
title = "twins"
profile = "full"
phase = "{phase}"
attacker = "{attacker}"
turn = 3
{clauses}
units = [{units}]
{more}
[[case.step]]
do = "pass"
"""
TREES = "; ".join(f"{column}{row} woods" for column in "EF" for row in range(1, 11))


def twins(text: str, variants: tuple[str, ...], *answers: str, viewer: int = 0, dice: str = "") -> list[list[str]]:
    """What the viewer is told of each of these; ``dice`` are the rolls, such as ``"34 2"``."""
    rolls = [tuple(map(int, roll)) for roll in dice.split()]
    return [told(text.replace("TWIN", variant), viewer, answers, rolls) for variant in variants]


def same(tales: list[list[str]], least: int) -> bool:
    """Whether all of them were told the same, and so much at least."""
    return len(tales[0]) >= least and all(tale == tales[0] for tale in tales)


SETTING = HEAD.format(
    phase="MPh",
    attacker="german",
    clauses=f"map = '{TREES}'",
    units='"A german TWIN at C4 concealed", "B russian 4-4-7 at L9", "Z russian dummy at K9 concealed"',
    more='weapons = ["w german DC held by A"]',
)


@pytest.mark.parametrize(("face", "codes"), [(1, ("8-3-8", "4-6-7", "8-0")), (6, ("8-3-8", "4-6-7", "8-1", "9-1"))])
def test_who_sets_a_charge_under_a_question_mark_is_not_told(face: int, codes: tuple[str, ...]) -> None:
    assert same(twins(SETTING, codes, "move A then set w by A", "pass", viewer=1, dice=f"{face}"), 12)


LAID = HEAD.format(
    phase="PFPh",
    attacker="german",
    clauses=f"map = '{TREES}'",
    units='"C german 4-6-7 at C3 concealed", "A german TWIN", '
    '"R russian 4-4-7 at L9", "Z russian dummy at K9 concealed"',
    more='weapons = ["w german DC set at D8 by A"]',
)


def test_a_set_charge_follows_nobody_who_is_concealed() -> None:
    under = ("8-3-8 at C4 concealed", "8-1 at C4 concealed", "dummy at C4 concealed")
    assert same(twins(LAID, under, "pass", viewer=1), 3)
    for tale in twins(LAID, under, "pass", viewer=1):
        assert '"laid":{"loc"' in tale[1] and '"units":[]' in tale[1] and '"dud"' not in tale[1]


DETONATING = HEAD.format(
    phase="PFPh",
    attacker="german",
    clauses="map = 'C7 woods'",
    units='"A german 8-3-8 at C4", "Z german dummy at A1 concealed", "Y russian dummy at L8 concealed", '
    '"D russian 4-4-7 at C8 hidden", "B russian TWIN"',
    more='weapons = ["w german DC set at C7 by A"]',
)


def test_who_lies_where_a_charge_is_set_changes_neither_menu_nor_check() -> None:
    under = ("4-4-7 at C7 concealed", "dummy at C7 concealed", "8-1 at C7 concealed")
    assert same(twins(DETONATING, under, "detonate w by A", dice="33"), 11)
    hidden = ("4-4-7 at C7 hidden", "8-1 at C9 hidden")
    assert same(twins(DETONATING, hidden, "detonate w by A", dice="33"), 11)


CLEARING = HEAD.format(
    phase="MPh",
    attacker="german",
    clauses=f"map = '{TREES}'\nwhole_turn = true",
    units='"A german TWIN at C7 concealed", "B russian 4-4-7 at L9", "Z russian dummy at K9 concealed"',
    more='weapons = ["w russian DC set at C7 by B"]',
)
"""Woods hide from the enemy who works at his DC."""


@pytest.mark.parametrize(("faces", "codes"), [("66", ("8-3-8", "4-6-7", "2-4-7")), ("11", ("4-6-7", "2-4-7"))])
def test_who_clears_a_set_charge_under_a_question_mark_is_not_told(faces: str, codes: tuple[str, ...]) -> None:
    tales = twins(CLEARING, codes, "clear w by A", *["pass"] * 6, viewer=1, dice=faces)
    assert same(tales, 30)
    assert any(event in line for line in tales[0] for event in ("LaborGained", "WeaponRemoved"))


HIDDEN_CHARGE = HEAD.format(
    phase="MPh",
    attacker="german",
    clauses="",
    units='"A german 4-6-7 at C7", "B russian 4-4-7 at L9", "Z russian dummy at K9 concealed"',
    more='weapons = ["w russian DC set at TWIN by B hidden"]',
)


def test_a_hidden_set_charge_is_in_no_menu_of_who_stands_on_it() -> None:
    assert same(twins(HIDDEN_CHARGE, ("C7", "D8", "F2"), "move A to C6"), 4)


LOSSES = HEAD.format(
    phase="PFPh",
    attacker="german",
    clauses='integrity = ["german base 40", "russian base 10 tally 9"]',
    units='"A german 4-6-7 at C4", "B german 4-6-7 at C4", "R russian 2-2-8 at C6 broken", "Q russian 2-2-8 at C6", '
    '"Z german dummy at A1 concealed", "M russian dummy at K8 concealed", "L russian TWIN at L9 concealed"',
    more="",
)


def test_an_integrity_check_does_not_tell_which_leaders_are_concealed() -> None:
    codes = ("9-2", "dummy", "7-0", "4-4-7")
    tales = twins(LOSSES, codes, "fire A B at C6", dice="11 65 33 34 33 33 33")
    assert same(tales, 30)
    assert "Integrity Check" in repr(tales[0])


CHARGING = HEAD.format(
    phase="MPh",
    attacker="german",
    clauses="map = 'D6 woods'",
    units='"A german 4-6-7 at C4 berserk", "R russian 4-4-7 at C9", "Z german dummy at A1 concealed", '
    '"Y russian dummy at K8 concealed", "B russian TWIN"',
    more="",
)


@pytest.mark.parametrize("loc", ["D6", "C6"])
def test_a_charge_goes_at_known_enemies_whatever_is_under_a_question_mark(loc: str) -> None:
    under = tuple(f"{code} at {loc} concealed" for code in ("4-4-7", "dummy", "8-1"))
    assert same(twins(CHARGING, under, "move A to C5"), 6)


def test_a_charge_heeds_nobody_who_is_hidden() -> None:
    assert same(twins(CHARGING, ("4-4-7 at C5 hidden", "4-4-7 at D6 hidden", "8-1 at L2 hidden")), 3)


BOMBS = HEAD.format(
    phase="PFPh",
    attacker="partisan",
    clauses='sides = ["partisan elr 3 molotovs", "german elr 3"]',
    units='"A partisan 3-3-7 at C4", "B partisan 3-3-7 at D4", "Z partisan dummy at A1 concealed", '
    '"Y german dummy at K8 concealed", "X german TWIN at C5 concealed"',
    more="",
)


@pytest.mark.parametrize("face", [2, 6])
def test_a_petrol_bomb_is_offered_and_looked_for_whatever_it_is_thrown_at(face: int) -> None:
    assert same(twins(BOMBS, ("4-6-7", "dummy", "8-1"), "molotov A at C5", dice=f"{face}"), 18)


WAVING = HEAD.format(
    phase="MPh",
    attacker="russian",
    clauses="",
    units='"A russian 4-4-7 at D4", "B russian 4-4-7 at D4", "C russian 4-4-7 at E4", "D russian 2-3-7 at E4", '
    '"L russian 7-0 at E4", "E russian 4-4-7 at F4", "F russian 2-2-8 at F4", "Z russian dummy at A1 concealed", '
    '"K german 4-6-7 at E9", "Y german dummy at K8 concealed", "G german TWIN"',
    more="",
)


@pytest.mark.parametrize("where", ["at E7 concealed", "at E6 hidden"])
def test_a_human_wave_is_declared_and_offered_whatever_lies_before_it(where: str) -> None:
    twin = tuple(f"{code} {where}" for code in ("4-6-7", "8-1"))
    more = (f"dummy {where}",) if "concealed" in where else ("4-6-7 at D5 hidden",)
    target = "E7" if "concealed" in where else "E9"
    assert same(twins(WAVING, (*twin, *more), f"human_wave A B C D E F L at {target} grain 3"), 20)


RISING = HEAD.format(
    phase="CCPh",
    attacker="german",
    clauses="map = 'size 20x12'",
    units='"H german 2-4-7 at K5", "G german 2-2-8 at K5 broken", "P russian 4-4-7 prisoner of G", '
    '"Q russian 8-1 prisoner of G", "Z russian dummy at T9 concealed", "Y german dummy at A9 concealed", '
    '"X german TWIN at K5 concealed"',
    more="",
)


@pytest.mark.parametrize("answers", [(), ("escape P",), ("pass",)])
def test_prisoners_do_not_learn_who_is_concealed_beside_their_guard_before_they_rise(answers: tuple[str, ...]) -> None:
    assert same(twins(RISING, ("4-6-7", "dummy", "9-2"), *answers, viewer=1, dice="66"), 5)


def test_risen_prisoners_see_whom_they_may_attack() -> None:
    squad, dummy = twins(RISING, ("4-6-7", "dummy"), "escape P", "pass", viewer=1, dice="23")
    assert "squad X (4-6-7)" in squad[-2] and "X (4-6-7)" not in repr(dummy)


GUARDED = HEAD.format(
    phase="APh",
    attacker="russian",
    clauses="map = 'size 20x12'",
    units='"H german 2-4-7 at K5", "G german 2-2-8 at K5", "P russian 4-4-7 prisoner of G", '
    '"Q russian 8-1 unarmed at M5", "Z russian dummy at T9 concealed", "Y german dummy at A9 concealed", '
    '"W german TWIN at K5 concealed", "X german TWIN at L5 concealed"',
    more="",
)


def test_unarmed_men_are_offered_the_same_beside_whoever_is_concealed() -> None:
    assert same(twins(GUARDED, ("4-6-7", "dummy", "8-1"), viewer=1), 10)


HUNTED = HEAD.format(
    phase="PFPh",
    attacker="german",
    clauses='snipers = ["russian 6 at C8", "german 5 at L2"]',
    units='"A german 4-6-7 at H4", "B russian 4-4-7 at H6", "Z german 2-4-7 at A1 concealed", '
    '"Y russian dummy at L8 concealed", "K german 4-6-7 at C5", "M german TWIN at C5 concealed"',
    more="",
)


def test_who_may_look_for_a_sniper_under_a_question_mark_is_not_told_by_being_asked() -> None:
    dice = "33 22 2 13 61 33"
    assert same(twins(HUNTED, ("4-6-7", "dummy", "8-1"), "fire A at H6", "pass", "pass", viewer=1, dice=dice), 35)


STARTING = HEAD.format(
    phase="MPh",
    attacker="german",
    clauses="map = 'F3 brush; A8 woods'",
    units='"G german 4-6-7 at L9", "R russian 4-4-7 at A8 concealed"',
    more="""markers = ["residual 8 at F3"]
vehicles = ["T german TWIN at F3 facing 3 concealed"]""",
)


def test_residual_fp_tells_nothing_of_the_vehicle_that_starts_under_a_question_mark() -> None:
    tales = twins(STARTING, ("opel_6700_blitz", "marder_ii"), "start T", viewer=1, dice="56")
    assert same(tales, 6)
    assert not any("Opel" in one or "opel" in one for one in tales[0])


STRUCK = HEAD.format(
    phase="PFPh",
    attacker="german",
    clauses="map = 'C6 woods; D5 E6 D6 B5 C5 D4 B6 C7 stone_building 2'",
    units='"A german 4-6-7 at H4", "K german 4-6-7 at C6 concealed", "L german TWIN at C6 concealed", '
    '"B russian 4-4-7 at H6"',
    more='snipers = ["russian 6 at C9"]',
)


def test_a_sniper_is_not_told_whom_of_a_stack_it_strikes_by_a_new_dr() -> None:
    tales = twins(STRUCK, ("8-1", "8-0", "4-4-7"), "fire A at H6", "pass", viewer=1, dice="33 22 2 31 55 3")
    assert same(tales, 20)
    assert any("Sniper at a " in one for one in tales[0])
