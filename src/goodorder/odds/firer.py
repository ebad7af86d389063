"""What the DR of a shot that must hit first does to the weapon: its rate, breakdown, ammunition (C2.24, C8.9)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.ordnance import OrdnanceShot
from goodorder.flow.shared.rate import keeps_rate
from goodorder.rules.a09_weapons.breakdown import Breakdown, breakdown, runs_low
from goodorder.rules.c_ordnance.ammunition import Supply
from goodorder.rules.facts.firers import fire_phase


class FirerOdds(Struct, frozen=True):
    """Chances that a weapon keeps its rate, malfunctions, is removed, fires its last shell of the kind, had none, or
    has Low Ammo from then on (D3.71).
    """

    rate: Fraction
    malfunctions: Fraction
    removed: Fraction
    last: Fraction
    none: Fraction
    low: Fraction = Fraction(0)


def firer(st: State, action: Fire, targets: tuple[int, ...], phase: str = "") -> FirerOdds:
    """What a shot may do to its weapon, beside what it does to its targets."""
    shot = shot_of(st, targets, phase or fire_phase(st, action), action)
    assert isinstance(shot, OrdnanceShot)
    attack = shot.facts(st)
    part, weapon = attack.parts[0], shot.ledger(st).facts.weapon.id
    lost = [breakdown(attack, weapon, sum(pair)) for pair in PAIRS]
    left = [shot.supply(st, pair) for pair in PAIRS]
    kept = [
        keeps_rate(attack, part, pair) and not part.marked and found is not Supply.NONE
        for pair, found in zip(PAIRS, left, strict=True)
    ]
    of = len(PAIRS)
    return FirerOdds(
        Fraction(sum(kept), of),
        Fraction(lost.count(Breakdown.MALFUNCTION), of),
        Fraction(lost.count(Breakdown.REMOVED), of),
        Fraction(left.count(Supply.LAST), of),
        Fraction(left.count(Supply.NONE), of),
        Fraction(sum(runs_low(attack, weapon, sum(pair)) for pair in PAIRS), of),
    )
