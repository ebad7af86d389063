"""`standard` without one of its abilities (tools/ablation) uses it never, and `standard` does in the same position."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from goodorder.core.actions import Action, CloseCombat, DeclareWave, Fire, Move, PlaceCharge
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import CAPTURED, State
from goodorder.core.view import imagined
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.facts.units import wtype
from goodorder.sim.loading import player_of

FOLDER = Path(__file__).parents[2] / "tools" / "ablation"


def _uses(st: State, action: Action) -> str:
    """What an action uses of that which the players go without."""
    done = action.first if isinstance(action, Move) else action
    if isinstance(done, Fire):
        used = (st.weapons[weapon] for firer in done.firers for weapon in firer.weapons)
        return "FT" if any(wtype(st, weapon).kind == "FT" for weapon in used) else ""
    if isinstance(done, CloseCombat):
        return "capture" if done.capture else ""
    if isinstance(done, DeclareWave):
        return "waves"
    return "DC" if isinstance(done, PlaceCharge) else ""


def _used(scenario: str, word: str, seed: int, turns: int) -> set[str]:
    """What the side that must act, played so, uses in the first turns of a game against `standard`: the first of a
    scenario made for measuring, else who moves first.
    """
    own = FOLDER / f"{scenario}.toml"
    st = new_game(given(str(own) if own.exists() else scenario).scenario)
    first = 0 if own.exists() else st.turn.attacker
    players = (player_of(word), player_of("standard"))[:: -1 if first else 1]
    rng, dice, found = random.Random(1), DiceStream(str(seed)), set()
    while not isinstance(asked := pending(st), Over) and st.turn.number <= turns:
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        view, choice = imagined(st, asked)
        only = choice.menu.idle() if choice.public else choice.menu.only()
        action = only if only is not None else players[asked.side].decide(view, choice, rng)
        if asked.side == first:
            found.add(_uses(st, action))
        st, _ = answer(st, action)
    if any(unit.place == CAPTURED and unit.side != first for unit in st.units.values()):
        found.add("prisoners")
    return found - {""}


@pytest.mark.parametrize(
    ("scenario", "word", "without", "turns"),
    [
        ("engineers", "WithoutCharges", {"FT", "DC"}, 3),
        ("hands_up", "WithoutPrisoners", {"capture", "prisoners"}, 6),
        ("samovar", "WithoutWaves", {"waves"}, 1),
    ],
)
def test_who_goes_without_an_ability_does_not_use_it(scenario: str, word: str, without: set[str], turns: int) -> None:
    assert not _used(scenario, f"tools.ablation:{word}", 1, turns) & without
    assert _used(scenario, "standard", 1, turns) & without
