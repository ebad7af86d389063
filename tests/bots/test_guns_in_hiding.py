"""The computer hides its Guns, and keeps one silent that a poor shot would show (A12.34)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.bots.gunner import gives_away
from goodorder.bots.ordnance import GunShot
from goodorder.bots.placing import set_up
from goodorder.bots.style import Style
from goodorder.core.actions import Fire, Firer, Ordnance
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, State, Weapon
from goodorder.data.scenario import ScenarioWeather, scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.ruleset import ruleset
from tests.support import loc, position, squad, unit


@pytest.mark.parametrize("by_hand", [False, True])
def test_crews_set_up_hidden_with_their_guns(by_hand: bool) -> None:
    told = replace(scenario("crossroads"), profile="full", weather=ScenarioWeather("moderate", "none", changes=False))
    if by_hand:
        told = replace(told, sides=tuple(replace(side, setups=()) for side in told.sides))
    st = new_game(told)
    hidden = set[int]()
    while st.turn.phase == "setup":
        asked = pending(st)
        if isinstance(asked, Roll):  # Environmental Conditions
            st, _ = answer(st, (4,) * len(asked.dice))
            continue
        assert isinstance(asked, Choice)
        st, _ = answer(st, set_up(st, asked, asked.side))
        hidden |= {u.id for u in st.units.values() if u.hidden}
    guns = [weapon for weapon in st.weapons.values() if st.world.catalogue.is_gun(weapon.type)]
    assert len(guns) == 4 and {gun.holder for gun in guns} == hidden


def fired(*, hidden: bool = True, emplaced: bool = True, target: str = "E12", turned: bool = False) -> float:
    """What the shot of a Gun gives away."""
    crew = unit("A", "2-2-8", "E5").now(concealed=True, hidden=hidden)
    st: State = position("size 14x24\nE5 woods", crew, squad("X", target, 1))
    st = st.with_(world=replace(st.world, rules=ruleset("full")))
    gun = Weapon(50, 0, "german:7_5cm_pak_40", 1, st.units[1].loc, ON_MAP, facing=3, emplaced=emplaced)
    action = Fire((Firer(1, False, (50,)),), loc(st, target), ordnance=Ordnance(facing=4 if turned else -1))
    return gives_away(st.with_weapon(gun), GunShot(action, 1.0, 1), Style())


def test_a_shot_gives_away_what_its_dice_show_and_more_where_they_do_not_decide() -> None:
    assert 0 < fired(hidden=False, target="E23") < fired(hidden=False) < fired(hidden=False, turned=True)
    assert fired(hidden=False, turned=True) == fired(hidden=False, emplaced=False)
    assert fired(hidden=False) < fired()
    assert fired(hidden=False, emplaced=False, target="E23") == 0
