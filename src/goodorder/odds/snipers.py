"""The chance that a DR of an attack activates a Sniper; what its attack brings is not followed (A14.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from goodorder.core.dice import PAIRS, TWO_DICE
from goodorder.core.events import DiceThrown, SniperActivated
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.flow.fire.effect import Effect, Results
from goodorder.flow.fire.ordnance import CriticalHit, HitCheck, MultipleHits, OneStruck, OrdnanceShot
from goodorder.flow.fire.shot import Shot
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.selection import RandomSelection

from .attack_dice import Attack
from .spread import SUMS, TOTAL, selection_weights, started
from .stack import Opening, flat

IFT, CHECK = "A7.3", "A10.1"
"""The rules by which the DR of an effect and those of checks are thrown."""
NEVER = Fraction(1)


def own_dice(st: State, frame: Attack) -> dict[int, Fraction]:
    """For the side whose Sniper it is: the chance that one of the attack's own DR activates it."""
    if not st.snipers:
        return {}
    here = started(st, frame)
    side = _side(here, frame)
    chance = 1 - _unheard(here, frame, _missed(here, _thrown(IFT, side)))
    return {1 - side: chance} if chance else {}


def called(st: State, frame: Attack, openings: Iterable[Opening]) -> dict[int, Fraction]:
    """For each side whose Sniper a DR of an attack may activate, how likely one does: the enemy's of the firers by the
    attack's own DR, theirs by a check of its targets. Checks for the loss of leaders are left out.
    """
    if not st.snipers:
        return {}
    side = _side(st, frame)
    missed = _missed(st, _thrown(CHECK, 1 - side))
    found = own_dice(st, frame)
    if missed == NEVER:
        return found
    spared = sum((Fraction(one.weight, TOTAL) * _checks(one, 1 - side, missed) for one in openings), Fraction(0))
    return {**found, side: 1 - spared} if spared < 1 else found


def _side(st: State, frame: Attack) -> int:
    """Who throws the dice of an attack."""
    if isinstance(frame, Shot):
        return st.fighter(frame.action.firers[0].unit).side
    return frame.source.side if isinstance(frame, Effect) else frame.shell.side


def _thrown(rule: str, side: int) -> DiceThrown:
    return DiceThrown(dice=TWO_DICE, faces=(1, 1), purpose="", rule=rule, side=side)


def _calls(st: State, told: DiceThrown, faces: tuple[int, ...]) -> bool:
    """Whether a DR activates a Sniper, by the rules of the game."""
    event = replace(told, faces=faces)
    return any(isinstance(one, SniperActivated) for one in st.world.rules.consequences(st, event, st))


def _missed(st: State, told: DiceThrown) -> Fraction:
    """The chance that a DR activates none."""
    return Fraction(sum(count for faces, count in SUMS if not _calls(st, told, faces)), len(PAIRS))


def _unheard(here: State, frame: Frame, missed: Fraction) -> Fraction:
    """The chance that no DR of an attack from this frame on activates one; ``missed`` is that of one DR on the IFT."""
    if isinstance(frame, (Effect, CriticalHit, OneStruck)):
        return missed
    if isinstance(frame, MultipleHits):
        return missed**2
    if isinstance(frame, HitCheck):
        ways = (_all_unheard(here, frame.rolled(here, (face,)).push, missed) for face in range(1, 7))
        return sum(ways, Fraction(0)) / 6
    if not isinstance(frame, Shot):
        return NEVER
    told = frame.dice(here, PAIRS[0])
    if not isinstance(frame, OrdnanceShot):
        return _missed(here, told)
    silent = {sum(faces) for faces, _ in SUMS if not _calls(here, told, faces)}
    if missed == NEVER:
        return Fraction(sum(sum(pair) in silent for pair in PAIRS), len(PAIRS))
    pairs = [pair for pair in PAIRS if sum(pair) in silent]
    return sum((_all_unheard(here, frame.brings(here, pair)[1], missed) for pair in pairs), Fraction(0)) / len(PAIRS)


def _all_unheard(here: State, frames: Iterable[Frame], missed: Fraction) -> Fraction:
    found = NEVER
    for frame in frames:
        found *= _unheard(here, frame, missed)
    return found


def _checks(opening: Opening, side: int, missed: Fraction) -> Fraction:
    """The chance that none of a side's checks in one way in which the attack takes effect activates a Sniper."""
    now, found = opening.begun(), NEVER
    for frame in flat(opening.push):
        if isinstance(frame, Results):
            found *= _of_results(now, frame, side, missed)
        elif _throws(now, frame, side):
            found *= missed
    return found


def _of_results(now: State, frame: Results, side: int, missed: Fraction) -> Fraction:
    """The same of one result, over all choices of whom it befalls."""
    do = frame.ask(now)
    if do.then is None:
        return missed ** len(_checking(now, do, side))
    [selection] = do.push
    if not isinstance(selection, RandomSelection) or frame.result.kind == "KIA":
        return NEVER  # nobody checks: who is not eliminated breaks
    units = selection.candidates
    # who checks hangs on nothing but whether he himself is chosen
    chosen = [_checking(now, frame.resumed(now, (unit,)), side) for unit in units]
    struck = [unit in found for unit, found in zip(units, chosen, strict=True)]
    others = [any(unit in found for at, found in enumerate(chosen) if units[at] != unit) for unit in units]
    if len(units) == 1:
        return missed if struck[0] else NEVER
    change = [int(one) - int(other) for one, other in zip(struck, others, strict=True)]
    counts: Counter[int] = Counter()
    for some, weight in selection_weights(len(units), selection.count):
        counts[sum(others) + sum(change[at] for at in some)] += weight
    whole = counts.total()
    return sum((Fraction(weight, whole) * missed**checks for checks, weight in counts.items()), Fraction(0))


def _checking(now: State, do: Do, side: int) -> set[int]:
    """Who of a side throws a DR for a check."""
    return {
        frame.unit
        for frame in flat(do.push)
        if isinstance(frame, (MoraleCheck, TaskCheck)) and _throws(now, frame, side)
    }


def _throws(now: State, frame: Frame, side: int) -> bool:
    if not isinstance(frame, (MoraleCheck, TaskCheck)):
        return False
    unit = now.units[frame.unit]
    if unit.side != side or unit.place != ON_MAP:
        return False
    return isinstance(frame, MoraleCheck) or not isinstance(frame.ask(now), Do)
