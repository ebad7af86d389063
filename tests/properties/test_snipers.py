"""Twin positions for Snipers: what is under a "?" or hidden tells the Sniper's side nothing before the rule does."""

from __future__ import annotations

from goodorder.core import saving
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.notation import parse
from goodorder.core.view import asked_of, view
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.play.log import lines

CASE = """
version = 1
[[case]]
title = "twins"
profile = "full"
map = '''
C9 woods
C6 woods
building E5 E4 E6 D4 D5 F4 F5 stone 1
'''
units = ["A german 4-6-7 at H4", "B russian 4-4-7 at H6", "Z german 2-4-7 at A1 concealed", %s]
vehicles = [%s]
snipers = ["russian 6 at C8"]
[[case.step]]
do = "pass"
"""
RUSSIAN = 1
FIRE = ((3, 3), (2, 2), (1,), (3, 1))
"""The fire, the MC, the Sniper's dr and a Random Location three hexes up the map."""
INTERIOR = ((3, 3), (2, 2), (1,), (2, 3))
"""The same, but a Random Location in the building, beside its Interior hex E5."""


def begun(units: str, vehicles: str = "") -> Play:
    """The position in which the Sniper is to strike."""
    (case,) = parse_cases(CASE % (units, vehicles), "twins")
    assert not isinstance(case, CaseResult), case.message
    play = Play(case)
    play.begin()
    return play


def told(units: str, dice: tuple[tuple[int, ...], ...] = FIRE, vehicles: str = "") -> list[bytes]:
    """All that the Sniper's side is told, and the menus it is given, up to where the dice end."""
    play = begun(units, vehicles)
    st, found, rest = play.state, list[bytes](), list(dice)
    action = parse("fire A at H6", play.names)
    while True:
        before = st
        st, events = answer(st, action)
        while True:
            found.append(saving.encode(view(st, RUSSIAN)))
            found.append(repr(lines(before, st, events, viewer=RUSSIAN)).encode())
            asked = pending(st)
            if isinstance(asked, Choice):
                break
            if not rest:
                return found
            before = st
            st, events = answer(st, rest.pop(0))
        if asked.rule != "A14.2":
            return found
        seen = asked_of(st, asked)[1]
        found.append(repr([(entry.key, entry.label) for entry in seen.menu.top()]).encode())
        action = parse("pass", play.names)


def test_a_dummy_and_a_squad_under_a_question_mark_are_the_same_target() -> None:
    known = '"K german 4-6-7 at C5", '
    squad = told(known + '"M german 4-6-7 at C5 concealed"')
    assert squad == told(known + '"M german dummy at C5"')
    assert len(squad) > 8


def test_a_lone_hidden_squad_is_no_target_and_no_occupied_hex() -> None:
    none = told('"K german 4-6-7 at C9"')
    hidden = told('"K german 4-6-7 at C9", "M german 4-6-7 at C6 hidden"')
    assert none == hidden


def test_what_stands_with_the_target_hidden_is_not_counted() -> None:
    none = told('"K german 4-6-7 at C6"')
    hidden = told('"K german 4-6-7 at C6", "M german 4-6-7 at C6 hidden"')
    assert none == hidden


def struck(units: str, dice: tuple[tuple[int, ...], ...], vehicles: str = "") -> tuple[str, list[str]]:
    """The hex into which the Sniper goes, the dice that are asked for, and the first question of no Sniper."""
    play = begun(units, vehicles)
    st, rest, asked_for = play.state, list(dice), list[str]()
    action = parse("fire A at H6", play.names)
    while True:
        st, _ = answer(st, action)
        while not isinstance(asked := pending(st), Choice):
            asked_for.append(repr(asked))
            if not rest:
                return st.world.map.place_name(st.snipers[RUSSIAN].loc), asked_for
            st, _ = answer(st, rest.pop(0))
        if asked.rule != "A14.2":
            return st.world.map.place_name(st.snipers[RUSSIAN].loc), [*asked_for, asked.prompt]
        action = parse("pass", play.names)


def test_a_stack_of_which_nobody_may_be_a_target_is_to_the_other_side_what_a_dummy_stack_is() -> None:
    """Buttoned Up tanks under a "?" (A14.22), up to the Random Selection in which they are one target (A14.23)."""
    known = '"K german 4-6-7 at C5"'
    tanks = '"U german pzkpfw_ivh at C5 facing 1 concealed", "V german pzkpfw_ivh at C5 facing 1 concealed"'
    dummies = f'{known}, "M german dummy at C5", "N german dummy at C5"'
    there = told(known, FIRE, tanks)
    assert there == told(dummies)
    assert struck(known, FIRE, tanks) == struck(dummies, FIRE)
    assert len(there) > 8 and any("target of the Sniper" in one for one in struck(known, FIRE, tanks)[1])
    alone = struck(known, FIRE)
    assert not any("target of the Sniper" in one for one in alone[1]), "nobody is under a mask there"
    assert struck(known, FIRE, tanks.replace(" concealed", "")) == alone, "Known ones are no target at all"


def test_who_is_in_an_interior_building_hex_draws_no_sniper_whatever_is_under_the_question_mark() -> None:
    """The Sniper goes to the next hex with a target, by the same dice as if nobody were there (A14.21, A14.22)."""
    known = '"K german 4-6-7 at C5"'
    squads = '"M german 4-6-7 at E5 concealed", "N german 4-6-7 at E5 concealed"'
    masked = f"{known}, {squads}"
    dummies = f'{known}, "M german dummy at E5", "N german dummy at E5"'
    assert told(masked, INTERIOR) == told(dummies, INTERIOR)
    none = struck(known, INTERIOR)
    assert none[0] == "C5"
    assert struck(masked, INTERIOR) == struck(dummies, INTERIOR) == none
    assert struck(masked.replace(" concealed", ""), INTERIOR) == none
    beside = struck(masked.replace("E5", "F5"), INTERIOR)
    assert beside[0] == "F5", "at its edge they are targets"
