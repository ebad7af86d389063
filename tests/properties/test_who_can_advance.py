"""Who is asked first for an advance changes no answer: whether there is any is found as by asking all in order."""

from __future__ import annotations

import random

from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.view import asked_of
from goodorder.flow.advance import LEADS, _anybody_leads, _leads
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given


def test_whether_anybody_can_advance_is_the_same_whoever_is_asked_first() -> None:
    st, rng, dice, found = new_game(given("first").scenario), random.Random(4), DiceStream("4"), set[bool]()
    while not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        if st.turn.phase == "APh":
            side = st.turn.attacker
            slow = any(_leads(st, (unit.id,)) for unit in st.units.values() if unit.side == side)
            for before in (*st.units, 0, 999):
                fresh = st.with_()
                fresh.tables[LEADS] = (None, before)
                assert _anybody_leads(fresh, side) == slow
            found.add(slow)
        st, _ = answer(st, asked_of(st, asked)[1].menu.sample(rng))
    assert True in found
