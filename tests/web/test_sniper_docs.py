"""Snipers in what the browser is sent (A14)."""

from __future__ import annotations

from goodorder.web.documents import state_doc
from goodorder.web.messages.position import SniperDoc
from tests.support import case_position

TEXT = """
version = 1
[[case]]
title = "a Sniper"
rules = ["A14.2"]
profile = "full"
phase = "PFPh"
units = ["A german 4-6-7 at C4"]
snipers = ["russian {san} at C8 pinned"]
[[case.step]]
ask = "hex A1"
"""


def sent(san: int) -> tuple[SniperDoc, ...]:
    st = case_position(TEXT.format(san=san)).state
    return state_doc(st, None, "german", controls=frozenset((0,))).snipers


def test_a_sniper_is_told_with_its_hex_and_number_and_a_side_without_one_is_not() -> None:
    [sniper] = sent(5)
    assert (sniper.side, sniper.san, sniper.hex, sniper.pinned) == ("russian", 5, "C8", True)


def test_without_a_san_nobody_has_a_sniper() -> None:
    assert sent(0) == ()
