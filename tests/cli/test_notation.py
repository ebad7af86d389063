"""Every action that a game offers can be written and read back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from goodorder.core import actions as act
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import NotBuilt, Unreadable
from goodorder.core.frames import Over
from goodorder.core.notation import VERBS, Names, forms, parse, write
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game
from tests.support import examples

NAMES = Names({"A": 1, "B": 2, "L": 3}, {"w": 7, "x": 8}, ("german", "russian"), {"C4": 24, "C5": 25})


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", act.Done()),
        ("fire A+w B/x at C4 dir L", act.Fire((act.Firer(1, True, (7,)), act.Firer(2, False, (8,))), 24, (3,))),
        ("fire L/w&A at C4", act.Fire((act.Firer(3, False, (7,), 1),), 24)),
        ("move A B assault to C5", act.Move((1, 2), 1, act.Go((1, 2), 25))),
        ("move A double_time then smoke A to C5", act.Move((1,), 2, act.Smoke(1, 25))),
        ("go A off 3", act.Go((1,), -2, False, 3)),
        ("rout A to C5 crawl with L", act.Rout(1, 25, True, 3)),
        ("advance A off", act.Advance((1,), -2)),
        ("stand L alone", act.StandWith(3, 0)),
        ("cc A L on B dir L", act.CloseCombat((1, 3), (2,), 3)),
        ("place A off", act.Place(1, -1)),
        ("concede russian", act.Concede(1)),
    ],
)
def test_what_is_read_is_written_the_same(text: str, action: act.Action) -> None:
    assert parse(text, NAMES) == action
    assert write(action, NAMES) == text


VALUES = {
    **dict.fromkeys(("units", "attackers", "defenders"), (1, 3)),
    "unit": 2,
    "leader": 3,
    "vehicle": 2,
    "weapon": 7,
    "weapons": (7, 8),
    "to": 24,
    "loc": 25,
    "side": 1,
    "facing": 4,
    "guard": 3,
    "victim": 2,
    "atmm": 1,
}
"""A value of each field of a form."""


@pytest.mark.parametrize("verb", forms.VERBS)
def test_each_form_is_written_and_read_alike_with_and_without_what_may_be_left_out(verb: str) -> None:
    kind: Any = forms.VERBS[verb]
    parts = forms.slots(kind)
    for kept in (parts, [slot for slot in parts if not slot.optional]):
        action = kind(**{slot.field: VALUES[slot.field] for slot in kept})
        assert write(action, NAMES).split()[0] == verb
        assert parse(write(action, NAMES), NAMES) == action


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("fre A at C4", "fire"),
        ("fire A at C44", "C4"),
        ("rally Z", "unknown unit"),
        ("place A", "too short"),
        ("", "verb"),
        ("rally u" + "9" * 5000, "unknown unit"),
        ("panzerfaust A", "too short|expected|is expected"),
        ("fire A at C4 via", "'via'"),
        ("fire A at C4 via 3 4", "exactly one vertex"),
        ("fire A at C4 dir", "'dir'"),
        ("fire A at C4 lane", "'lane'"),
        ("move A to C4 then", "'then'"),
        ("go A to C4 off", "nothing is expected at 'C4'"),
        ("go A to C4 bypass 3 crest 2", "nothing is expected at 'crest'"),
        ("rout A to C4 with", "'with'"),
        ("cc A on B with", "'with'"),
        ("drive A to C4 more", "'more'"),
        ("drive A to C4 off", "nothing is expected at 'C4'"),
        ("drive A to C4 more " + "9" * 5000, "number of MP"),
        ("drive A to C4 share \u0663", "number"),
    ],
)
def test_what_can_not_be_read_says_what_was_meant(text: str, hint: str) -> None:
    with pytest.raises(Unreadable, match=hint):
        parse(text, NAMES)


SAID = """
at to by on off dir road crawl quick then with alone and crest bypass past carry via spray snap lane dash assault
minimum A B L w x C4 C5 A+w B/x L/w&A A+ & 0 3 6 -1 4,5 shot infantry HE turn vehicle gun spotter desperate share more
from facing turret ce reverse cover double_time: double_time:A, w:C4 C4/1 pass
"""
WORDS = (*SAID.split(), "u" + "9" * 5000, "9" * 5000, "u\u00b2", "\u0663", "C4/\u00b2")
"""Words of the forms and others that are none."""
BEGUN = (
    "fire A at C4",
    "go A to C4",
    "move A to C4",
    "drive A to C4",
    "rout A to C4",
    "panzerfaust A at C4",
    "face A 3",
)


@settings(max_examples=examples(400))
@given(some.sampled_from((*BEGUN, *VERBS)), some.lists(some.sampled_from(WORDS), max_size=6))
def test_any_words_are_read_as_an_action_that_is_written_and_read_alike_or_are_one_clear_error(
    begun: str, more: list[str]
) -> None:
    try:
        action = parse(" ".join((begun, *more)), NAMES)
    except (Unreadable, NotBuilt) as error:
        assert error.message
        return
    assert parse(write(action, NAMES), NAMES) == action


def test_every_verb_has_a_form_to_be_told() -> None:
    for verb in set(VERBS) - {"setup"}:
        with pytest.raises((Unreadable, NotBuilt)):
            parse(f"{verb} nobody at all via", NAMES)


def test_a_verb_that_is_left_out_is_refused_with_its_rule() -> None:
    with pytest.raises(NotBuilt) as caught:
        parse("bypass A C4", replace(NAMES, refused=frozenset({"bypass"})))
    assert caught.value.rule == "A4.3"


def test_where_it_is_not_left_out_the_form_is_told_instead() -> None:
    with pytest.raises(Unreadable, match="move A to D4 bypass 5,4"):
        parse("bypass A C4", NAMES)


@pytest.mark.parametrize("name", ["first", "breakout"])
def test_every_action_of_a_random_game_can_be_written_and_read_back(name: str) -> None:
    st = new_game(scenario(name))
    rng, dice = random.Random(5), DiceStream("5")
    kinds = set()
    for _ in range(1500):
        asked = pending(st)
        if isinstance(asked, Over):
            break
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        action = asked.menu.sample(rng)
        names = Names.of(st)
        assert parse(write(action, names), names) == action
        kinds.add(type(action))
        st, _ = answer(st, action)
    assert {act.Move, act.Fire, act.Done} <= kinds
