"""Who is beside a unit is looked for around it alone, and is who would be found among all on the map (A.8)."""

from __future__ import annotations

import random

import pytest

from goodorder.core.state import Fighter
from goodorder.core.view import view
from goodorder.rules.a10_morale.voluntary_break import threatened
from goodorder.rules.facts.adjacent import adjacent, enemies_around, foes_beside, known_enemies
from tests.rules.a10_morale.table import table

TERRAIN = ("woods", "grain", "stone_building 1", "wooden_building 2", "level 1", "level 2", "marsh")
STATES = ("", "broken", "concealed", "unarmed", "broken dm")


@pytest.mark.parametrize("seed", range(30))
def test_nobody_who_is_adjacent_is_missed(seed: int) -> None:
    dice = random.Random(seed)
    places = [f"{col}{row}" for col in "ABCDE" for row in range(1, 6)]
    terrain = "\n".join(["size 5x5", *(f"{where} {dice.choice(TERRAIN)}" for where in dice.sample(places, 14))])
    codes = ("4-6-7", "4-4-7")
    units = [f"{n % 2} {codes[n % 2]} {dice.choice(places)} {dice.choice(STATES)}" for n in range(10)]
    st = table(terrain, *units, phase="RtPh")
    beside = 0
    for seen in (st, view(st, 0), view(st, 1)):
        for unit in seen.units.values():
            foes = foes_beside(seen, unit)
            every = [one for one in known_enemies(seen, unit.side) if adjacent(seen, unit, one)]
            assert list(foes) == sorted(every, key=lambda one: one.loc != unit.loc)
            others: tuple[Fighter, ...] = (*seen.units.values(), *seen.vehicles.values())
            close = {one.id for one in others if one.side != unit.side and adjacent(seen, unit, one)}
            assert close <= {one.id for one in enemies_around(seen, unit)}
            assert threatened(seen, unit) or not any(not one.broken for one in foes)
            beside += len(foes)
    assert beside
