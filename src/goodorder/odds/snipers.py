"""The chance that a DR of an attack activates a Sniper; what its attack brings is not followed (A14.1)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from goodorder.core.dice import PAIRS, TWO_DICE
from goodorder.core.events import DiceThrown, SniperActivated
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.ordnance import CriticalHit, HitCheck, MultipleHits, OneStruck, OrdnanceShot
from goodorder.flow.fire.shot import Shot
from goodorder.rules.a14_snipers import is_ready
from goodorder.rules.a20_under_fire import also_under_fire
from goodorder.rules.facts.masks import under_fire

from .aside import unheard_effect, unheard_shot
from .attack_dice import Attack, Case
from .spread import SUMS, Counts, started
from .stack import Conditions

IFT = "A7.3"
"""The rule by which the DR of an effect is thrown."""
NEVER = Fraction(1)


def ready(st: State) -> tuple[int, ...]:
    """The sides whose Sniper may be activated."""
    return tuple(side for side in (0, 1) if is_ready(st, side))


def deaf(st: State, side: int) -> Counts:
    """Says of what dice bring that it does not activate the Sniper of a side, by the rules of the game."""
    known: dict[tuple[object, ...], bool] = {}

    def heard(event: DiceThrown) -> bool:
        key = (event.side, event.rule, event.dice, sum(event.faces), bool(event.subjects))
        if key not in known:
            found = st.world.rules.consequences(st, event, st)
            known[key] = any(isinstance(one, SniperActivated) and one.side == side for one in found)
        return known[key]

    def counts(now: State, do: Do) -> bool:
        return not any(
            event.side == side if isinstance(event, SniperActivated) else isinstance(event, DiceThrown) and heard(event)
            for event in do.events
        )

    return counts


def own_dice(st: State, frame: Attack) -> dict[int, Fraction]:
    """For the side whose Sniper it is: the chance that one of the attack's own DR activates it."""
    if not st.snipers:
        return {}
    here = started(st, frame)
    side = _side(here, frame)
    chance = 1 - _unheard(here, frame, _missed(here, _thrown(IFT, side)))
    return {1 - side: chance} if chance else {}


def called(st: State, frame: Attack, conditions: Conditions, cases: Iterable[Case]) -> dict[int, Fraction]:
    """For each side whose Sniper a DR of an attack may activate, how likely one does: the enemy's of the firers by the
    attack's own DR and by checks of its own men, theirs by the checks of its targets.
    """
    found: dict[int, Fraction] = {}
    side = _side(st, frame)
    for one in ready(st):
        if one == side:
            found[one] = 1 - unheard_effect(st, conditions, cases, deaf(st, one))
        elif isinstance(frame, Shot) and _strikes_own(st, frame, side):
            found[one] = 1 - unheard_shot(st, frame, deaf(st, one))
        else:
            found.update(own_dice(st, frame))
    return {one: chance for one, chance in found.items() if chance}


def _strikes_own(st: State, frame: Shot, side: int) -> bool:
    """Whether a shot may bring checks of its own side: fire into a Melee or at free Unarmed friends (A20.54),
    protective fire (A8.31).
    """
    here = started(st, frame)
    struck = (*under_fire(st, frame.targets), *also_under_fire(here, frame.facts(here)))
    return any(unit.side == side and unit.place == ON_MAP for unit in struck) or any(
        frame.own_check(frame.facts(here), pair) for pair in PAIRS[:1]
    )


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
