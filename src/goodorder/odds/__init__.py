"""Exact odds: every face thrown at the game's own deciders, equal results merged, nothing simulated."""

from .attack_dice import First
from .combat import CombatOdds, cc_chances, close_combat, mine_chances
from .fate import Fate, Fates, by_word
from .fire import (
    AttackOdds,
    attack,
    first,
    first_of,
    hurts,
    joint,
    of,
    only_aside,
    only_aside_of,
    reaches,
    residual,
)
from .firer import FirerOdds, firer
from .gun import gun
from .rally import RallyOdds, rally
from .snipers import own_dice
from .tree import End, enumerate_rolls
from .vehicle import VEHICLE_FATES, VehicleOdds, direct_fates, vehicle

__all__ = [
    "AttackOdds",
    "CombatOdds",
    "End",
    "Fate",
    "Fates",
    "First",
    "FirerOdds",
    "RallyOdds",
    "VEHICLE_FATES",
    "VehicleOdds",
    "attack",
    "by_word",
    "cc_chances",
    "close_combat",
    "direct_fates",
    "enumerate_rolls",
    "firer",
    "first",
    "first_of",
    "gun",
    "hurts",
    "joint",
    "mine_chances",
    "of",
    "only_aside",
    "only_aside_of",
    "own_dice",
    "rally",
    "reaches",
    "residual",
    "vehicle",
]
