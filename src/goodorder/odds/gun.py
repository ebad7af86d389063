"""Exact odds of a shot at a Gun that nobody mans (C3.41, C11.4)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.guns_under_fire import GunsUnderFire, guns_under_fire
from goodorder.flow.fire.ordnance import MultipleHits
from goodorder.flow.shared.selection import selected
from goodorder.rules.facts.firers import fire_phase

Pair = tuple[int, int]

DESTROYED, MALFUNCTIONS, NOTHING = "destroyed", "malfunctions", "no effect"


def gun(st: State, action: Fire, phase: str = "") -> dict[str, Fraction]:
    """What may become of the Gun that a shot is aimed at, each with its chance: the words above."""
    shot = shot_of(st, (), phase or fire_phase(st, action), action)
    found = dict.fromkeys((DESTROYED, MALFUNCTIONS, NOTHING), Fraction(0))
    for pair in PAIRS:
        frames = shot.brings(st, pair)[1]
        for word, chance in _of(st, frames[0] if frames else None, action.gun).items():
            found[word] += chance / len(PAIRS)
    return {word: chance for word, chance in found.items() if chance}


def _of(st: State, frame: object, weapon: int) -> dict[str, Fraction]:
    """The same behind a To Hit DR that has brought a frame."""
    if isinstance(frame, MultipleHits):
        rolls: list[Pair] = [min(one, other, key=sum) for one, other in product(PAIRS, repeat=2)]
        effect = frame.effect
    elif isinstance(frame, Effect):
        rolls, effect = list(PAIRS), frame
    else:
        return {NOTHING: Fraction(1)}
    found: dict[str, Fraction] = {}
    for pair, times in Counter(rolls).items():
        word, chance = _fate(st, guns_under_fire(effect.source, effect.source.fp, pair), weapon)
        share = Fraction(times, len(rolls))
        found[word] = found.get(word, Fraction(0)) + share * chance
        found[NOTHING] = found.get(NOTHING, Fraction(0)) + share * (1 - chance)
    return found


def _fate(st: State, frames: tuple[object, ...], weapon: int) -> tuple[str, Fraction]:
    """What an Effects DR does to the Gun, and the chance that it is this one of several."""
    for one in frames:
        if isinstance(one, GunsUnderFire) and weapon in one.guns:
            gone = one.result.kind == "KIA" or one.pierces
            count = one.result.number if one.result.kind == "KIA" else 1
            if gone or not st.weapons[weapon].malfunctioned:
                return (DESTROYED if gone else MALFUNCTIONS), _chosen(one.guns, count, weapon)
    return NOTHING, Fraction(0)


def _chosen(guns: tuple[int, ...], count: int, weapon: int) -> Fraction:
    """The chance that Random Selection takes one of several."""
    if count >= len(guns):
        return Fraction(1)
    throws = list(product(range(1, 7), repeat=len(guns)))
    return Fraction(sum(weapon in selected(guns, faces, count) for faces in throws), len(throws))
