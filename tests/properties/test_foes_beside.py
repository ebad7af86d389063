"""Who is beside a unit is looked for around it alone, and is who would be found among all on the map (A.8)."""

from __future__ import annotations

import pytest

from goodorder.core.state import ON_MAP, Fighter
from goodorder.core.view import view
from goodorder.rules.a10_morale.voluntary_break import threatened
from goodorder.rules.facts.adjacent import adjacent, enemies_around, foes_beside, known_enemies
from tests.properties.games import beats


@pytest.mark.parametrize("scenario", ["houses", "patrol"])
def test_nobody_who_is_adjacent_is_missed(scenario: str) -> None:
    beside = threats = 0
    for beat in beats(scenario, 2):
        if beat.number % 5:
            continue
        for st in (beat.after, view(beat.after, beat.number % 2)):
            for unit in st.units.values():
                if unit.place != ON_MAP:
                    continue
                foes = foes_beside(st, unit)
                every = [one for one in known_enemies(st, unit.side) if adjacent(st, unit, one)]
                assert sorted(one.id for one in foes) == sorted(one.id for one in every)
                others: tuple[Fighter, ...] = (*st.units.values(), *st.vehicles.values())
                enemies = [one for one in others if one.side != unit.side and one.loc >= 0]
                close = {one.id for one in enemies if adjacent(st, unit, one)}
                assert close <= {one.id for one in enemies_around(st, unit)}
                beside += bool(foes)
                threats += bool(foes) and threatened(st, unit)
    assert beside and threats
