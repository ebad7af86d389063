"""Prisoners in the browser's position: on the board with their Guard, with badges, without FP (A20.5)."""

from __future__ import annotations

from goodorder.core.actions import DenyQuarter, Done, Escape
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.flow.rout.surrender import Surrenders
from goodorder.play.cases.floor import Floor
from goodorder.play.cases.start import import_flow
from goodorder.web import queries
from goodorder.web.documents import state_doc
from goodorder.web.messages.requests import Orders
from goodorder.web.preview import preview_action
from goodorder.web.standing import StandingOrders
from tests.support import begin, case_position

import_flow()

TEXT = """version = 1
[[case]]
title = "x"
rules = ["A20.5"]
profile = "full"
phase = "PFPh"
attacker = "german"
units = [
  "A german 4-6-7 at C4", "B russian 4-4-7 prisoner of A", "U russian 2-3-7 unarmed at C6", "E russian 4-4-7 captured",
]
[[case.step]]
ask = "captives C4"
"""


def test_prisoners_stand_on_their_guard_and_free_unarmed_units_in_their_location() -> None:
    doc = state_doc(case_position(TEXT).state, None, "german", controls=frozenset((0,)))
    found = {unit.ident: unit for unit in doc.units}
    assert [(found[name].hex, found[name].stack) for name in "ABUE"] == [("C4", 0), ("C4", 1), ("C6", 0), (None, 0)]
    assert [found[name].badges for name in "ABU"] == [("GUARD",), ("PRIS",), ("UNARM",)]
    assert (found["B"].fp, found["B"].range, found["B"].morale) == (0, 0, 6), "a Conscript's morale"
    assert [found[name].guard for name in "ABU"] == [None, found["A"].id, None]
    assert [found[name].room for name in "ABU"] == [12, None, None], "five times the US# of a squad, less one squad"
    gone = [unit for group in doc.offboard for unit in group.units]
    assert gone == [found["E"].id]


GIVING_UP = TEXT.replace("PFPh", "RtPh").replace(
    '"A german 4-6-7 at C4", "B russian 4-4-7 prisoner of A"',
    '"A german 4-6-7 at C4", "S russian 4-4-7 at C5 broken dm encircled"',
)


def test_a_surrender_is_asked_about_unless_it_is_ordered_to_accept_each() -> None:
    st, _ = begin(case_position(GIVING_UP).state.with_(stack=(Floor(),)), Surrenders())
    asked = pending(st)
    assert isinstance(asked, Choice) and asked.rule == "A20.3" and asked.side == 0
    assert not queries.passes(st, asked, Orders())
    assert queries.passes(st, asked, Orders(surrenders="accept"))


def test_a_side_that_never_takes_prisoners_gives_no_quarter_unasked() -> None:
    st, _ = begin(case_position(GIVING_UP).state.with_(stack=(Floor(),)), Surrenders())
    asked = pending(st)
    assert isinstance(asked, Choice)
    standing = StandingOrders()
    assert standing.answer(st, asked) == Done()
    standing.orders[0] = Orders(surrenders="never")
    assert standing.passes(st, asked, shared=False)
    assert standing.answer(st, asked) == DenyQuarter(0)


def test_the_chance_of_an_escape_is_told_before_it_is_rolled() -> None:
    text = TEXT.replace("PFPh", "CCPh").replace('"A german 4-6-7 at C4"', '"A german 4-6-7 at C4 broken"')
    position = case_position(text)
    told = preview_action(position.state, Escape(position.names.unit("B")))
    assert told is not None
    assert [(one.label, round(36 * one.p)) for one in told.odds] == [("passes", 15), ("stays a prisoner", 21)]
    melee = preview_action(
        case_position(text.replace("units = [", 'markers = ["melee at C4"]\nunits = [')).state,
        Escape(position.names.unit("B")),
    )
    assert melee is not None and "Melee" in melee.text[0]
