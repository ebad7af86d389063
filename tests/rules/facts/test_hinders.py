"""Whether Hindrances come to a number is the same whether the line is drawn through vehicles or not."""

from __future__ import annotations

import random

import pytest

from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.view import asked_of
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.smoke import hindered, hinders


@pytest.mark.parametrize("scenario", ["sluice", "ridge"])
def test_hindrances_come_to_a_number_as_the_line_drawn_through_all_vehicles_says(scenario: str) -> None:
    at, rng, met = new_game(given(scenario).scenario), random.Random(7), 0
    for n in range(500):
        if isinstance(asked := pending(at), Over):
            break
        if isinstance(asked, Roll):
            at, _ = answer(at, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))))
            continue
        places = {one.loc for one in at.units.values()} | {one.loc for one in at.vehicles.values()}
        held = sorted(loc for loc in places if loc >= 0)
        if n % 10 == 0 and len(held) > 1:
            for _ in range(12):
                frm, to = rng.sample(held, 2)
                if frm == to or map_now(at).hex_at(frm) == map_now(at).hex_at(to):
                    continue
                total = hindered(at, frm, to).total
                assert [hinders(at, frm, to, least) for least in range(1, 8)] == [total >= n for n in range(1, 8)]
                met += total > 0
        at, _ = answer(at, asked_of(at, asked)[1].menu.sample(rng))
    assert met
