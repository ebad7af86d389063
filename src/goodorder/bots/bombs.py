"""Petrol bombs: when one in an attack, or at an AFV, brings more than it risks (A22.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Action, Fire, Molotov
from goodorder.core.dice import PAIRS
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.data.charts import molotov
from goodorder.flow.fire.molotov_menu import MolotovMenu, targets_beside
from goodorder.flow.fire.targets import Aim
from goodorder.rules.a07_fire.attack import declared_ledger
from goodorder.rules.a22_molotovs import any_has_them, bursts, check_ledger, has_them, in_hand, without_user
from goodorder.rules.c_ordnance.flame_to_kill import flame_fate, molotov_number
from goodorder.rules.facts.attack_facts import AttackFacts
from goodorder.rules.facts.firers import attack_facts
from goodorder.rules.facts.units import utype
from goodorder.rules.facts.vehicles import is_afv

from .armor import vehicle_worth
from .values import BROKEN, armed_worth, attack_harm

FACES = 6
BURST = sum(bursts(pair) for pair in PAIRS) / len(PAIRS)
"""How often a MOL bursts in the hands of its user."""


def chance_of_one(st: State, action: Molotov) -> float:
    """The chance that a check gives a MOL."""
    most = molotov().check - check_ledger(st, action).total()
    return max(0, min(FACES, most)) / FACES


def with_molotov(st: State, choice: Choice, phase: str, action: Action, targets: tuple[int, ...]) -> Molotov | None:
    """The attack of small arms with the check of that firer to whom a MOL would bring most; None where none is worth
    its risk.
    """
    if not isinstance(action, Fire) or action.vehicle or not any_has_them(st, choice.side):
        return None
    plain = attack_harm(declared_ledger(st, action, targets, phase))
    best, found = 0.0, None
    for firer in action.firers:
        unit = st.units.get(firer.unit)
        if unit is None or firer.weapons or not has_them(st, unit) or utype(st, unit).kind != "squad":
            continue
        tried = Molotov(unit.id, action)
        gain = chance_of_one(st, tried) * (_bombed(st, tried, unit, targets, phase) - plain)
        if gain > best and choice.check(tried) is None:
            best, found = gain, tried
    return found


def _bombed(st: State, action: Molotov, unit: Unit, targets: tuple[int, ...], phase: str) -> float:
    """What the attack takes on average with the MOL in hand, less what it costs where that bursts."""
    rest = without_user(action.shot, unit.id)
    left = 0.0
    if rest is not None:
        rest = replace(rest, leaders=())
        left = attack_harm(declared_ledger(st, rest, targets, phase))
    with_it = attack_harm(declared_ledger(st, in_hand(action), targets, phase))
    return (1 - BURST) * with_it + BURST * (left - BROKEN * armed_worth(st, unit))


def at_armor(st: State, side: int, phase: str, aims: tuple[Aim, ...]) -> Iterator[tuple[Molotov, float]]:
    """The tries of single units at AFV, each with what it takes on average."""
    armor = tuple(aim for aim in aims if aim.vehicle is not None and is_afv(st, aim.vehicle))
    menu = MolotovMenu(st, side, phase, armor)
    if not armor or not menu.there():
        return
    for unit in menu.users():
        for action, aim in menu.tries(unit):
            assert aim.vehicle is not None
            facts = attack_facts(st, in_hand(action), targets_beside(st, aim, side, phase), phase)
            gain = _kills(facts, unit) * vehicle_worth(st, aim.vehicle) - BURST * BROKEN * armed_worth(st, unit)
            yield action, chance_of_one(st, action) * gain


def _kills(facts: AttackFacts, unit: Unit) -> float:
    """The chance that a MOL in hand destroys the AFV."""
    fate = partial(_destroys, facts, unit)
    return sum(not bursts(pair) and fate(pair) for pair in PAIRS) / len(PAIRS)


def _destroys(facts: AttackFacts, unit: Unit, pair: tuple[int, int]) -> bool:
    return flame_fate(molotov_number(facts, unit, pair[1]).total(), sum(pair)) is not None
