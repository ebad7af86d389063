"""What a preview tells of each target, and what play makes of it over all faces of the dice."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

from goodorder.core.actions import Action
from goodorder.core.dice import PAIRS, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.state import State
from goodorder.odds.fate import fate
from goodorder.odds.vehicle import vehicle_fate
from goodorder.web.messages.preview import PreviewDoc
from goodorder.web.preview_doc import FATES
from tests.support import without_heat

KINDS = Counter((sum(pair), (pair[0] > pair[1]) - (pair[0] < pair[1])) for pair in PAIRS)
FACES = {(sum(pair), (pair[0] > pair[1]) - (pair[0] < pair[1])): pair for pair in PAIRS}
"""Pairs by their sum, doubles apart, and by which die is the higher one."""

Ends = list[tuple[State, Fraction]]


class Decided(Exception):
    """Somebody decides something before the action is over."""


class TooMany(Exception):
    """More positions with a roll than were allowed."""


def ends(st: State, limit: int = 4000, whole: int = 1) -> Ends:
    """Every position in which the game next waits for a decision, with its chance.

    Of the first roll, or so many, every face is thrown, of later ones those of a sum once, doubles apart.
    """
    found: Ends = []
    st = without_heat(st)
    todo: dict[str, tuple[State, Fraction]] = {"": (st, Fraction(1))}
    opened, rolls = 0, 0
    while todo:
        level, todo, rolls = todo, {}, rolls + 1
        for here, chance in level.values():
            asked = pending(here)
            if not isinstance(asked, Roll):
                found.append((here, chance))
                continue
            opened += 1
            if opened > limit:
                raise TooMany
            for faces, count in _faces(len(asked.dice), first=rolls <= whole):
                after = answer(here, faces)[0].with_(rolls=0)
                key = after.digest()
                more = todo[key][1] if key in todo else Fraction(0)
                todo[key] = (after, more + chance * count / 6 ** len(faces))
    return found


def _faces(dice: int, *, first: bool) -> list[tuple[tuple[int, ...], int]]:
    if dice == 2 and not first:
        return [(FACES[kind], count) for kind, count in KINDS.items()]
    return [(faces, 1) for faces in itertools.product(range(1, 7), repeat=dice)]


def played(before: State, found: Ends, target: int) -> dict[str, float]:
    """The chances of what becomes of a unit or a vehicle, in the words of its preview."""
    table: dict[str, Fraction] = {}
    for after, chance in found:
        if target in before.vehicles:
            word = vehicle_fate(before.vehicles[target], after.vehicles[target])
        else:
            word = FATES[fate(before, after, target).word][0]
        table[word] = table.get(word, Fraction(0)) + chance
    return {word: float(chance) for word, chance in table.items()}


def told(doc: PreviewDoc) -> dict[int, dict[str, float]]:
    """The chances that a preview tells, by target, those in the second Location of Spraying Fire too."""
    beside = doc.second.per_target if doc.second is not None else ()
    return {int(one.unit): {odds.label: odds.p for odds in one.odds} for one in (*doc.per_target, *beside)}


def differences(
    st: State, action: Action, doc: PreviewDoc, limit: int = 4000, *, side: int = -1, whole: int = 1
) -> list[str]:
    """What a preview tells otherwise than play does it, of units and vehicles (a ``side``, and those it names)."""
    found, said, wrong = ends(answer(st, action)[0], limit, whole), told(doc), list[str]()
    if any(len(after.stack) > len(st.stack) for after, _ in found):
        raise Decided
    still = {"untouched": 1.0, "no effect": 1.0}
    for target in (*st.units, *st.vehicles):
        if side >= 0 and st.fighter(target).side != side and target not in said:
            continue
        real, words = played(st, found, target), said.get(target, still)
        for word in {*real, *words} - set(still):
            if abs(real.get(word, 0.0) - words.get(word, 0.0)) > 1e-9:
                wrong.append(f"{target} {word}: {words.get(word, 0.0):.4f} told, {real.get(word, 0.0):.4f} played")
    return wrong
