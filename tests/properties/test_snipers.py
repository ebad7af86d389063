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
'''
units = ["A german 4-6-7 at H4", "B russian 4-4-7 at H6", "Z german 2-4-7 at A1 concealed", %s]
snipers = ["russian 6 at C8"]
[[case.step]]
do = "pass"
"""
RUSSIAN = 1
FIRE = ((3, 3), (2, 2), (1,), (3, 1))
"""The fire, the MC, the Sniper's dr and a Random Location three hexes up the map."""


def told(units: str, dice: tuple[tuple[int, ...], ...] = FIRE) -> list[bytes]:
    """All that the Sniper's side is told, and the menus it is given, up to where the dice end."""
    (case,) = parse_cases(CASE % units, "twins")
    assert not isinstance(case, CaseResult), case.message
    play = Play(case)
    play.begin()
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
