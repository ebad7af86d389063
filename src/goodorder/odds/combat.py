"""Exact odds of Close Combat attacks (A11.11)."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import CloseCombat
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.flow.combat.cc_captures import WhoIsCaptured
from goodorder.flow.combat.cc_resolution import CombatAttack, CombatResolution
from goodorder.flow.combat.cc_withdrawal import SlipAway
from goodorder.rules.a11_close_combat.attack import NOBODY, CombatFacts, CombatLedger, cc_ledger, cc_outcome
from goodorder.rules.a11_close_combat.capture import TAKEN
from goodorder.rules.a11_close_combat.ccv import FATE_WORDS, Fate
from goodorder.rules.c_ordnance.magnetic_mines import mine_branches, mine_fails
from goodorder.rules.facts.captives import us_of

from .fate import CAPTURED_WORD, Fates, by_word
from .fire import fates_of
from .spread import TOTAL, Leaf, Project, spread, started


class CombatOdds(Struct, frozen=True):
    """What can come of CC attacks.

    ``first`` holds for each attack what its DR gives as declared, in words (a new leader may change it); ``fates``
    the fates of every unit that attacks or is attacked, ``promoted`` the probability that a leader is created,
    ``vehicles`` what becomes of the vehicles that are attacked, in words.
    """

    first: tuple[dict[str, Fraction], ...]
    fates: dict[int, Fates]
    promoted: Fraction
    vehicles: dict[int, dict[str, Fraction]] = {}

    @property
    def units(self) -> dict[int, dict[str, Fraction]]:
        """For each unit the probabilities by class of fate."""
        return {unit: by_word(fates) for unit, fates in self.fates.items()}

    def chance(self, unit: int, *words: str) -> Fraction:
        """The probability that a unit ends in one of these classes."""
        return sum((p for found, p in self.fates[unit] if found.word in words), Fraction(0))


def close_combat(
    st: State,
    actions: CloseCombat | Sequence[CloseCombat],
    ambusher: int = NOBODY,
    leaving: tuple[int, ...] = (),
    slipping: tuple[int, ...] = (),
) -> CombatOdds:
    """Exact odds of one CC attack, or of several that are resolved together, of one side or of both.

    ``leaving`` are units that Withdraw (A11.2), ``slipping`` those that slip away whenever an Original 2 or 12 lets
    them (A11.22); the others stay.

    Random Selection, wounds and Field Promotions are followed to their end; weapons of the dead are left out. Of
    several units of which one is captured (A20.22) its owner is taken to give the smallest.
    """

    def instead(now: State, frame: Frame) -> Do | None:
        if isinstance(frame, WhoIsCaptured):
            return Do(value=min(frame.units, key=lambda unit: (us_of(st, (st.units[unit],)), unit)))
        if not isinstance(frame, SlipAway):
            return None
        return Do(value=tuple(unit for unit in frame.units if unit in slipping))

    declared = (actions,) if isinstance(actions, CloseCombat) else tuple(actions)
    loc = st.fighter(declared[0].attackers[0]).loc
    attacks = tuple(
        CombatAttack(
            st.fighter(a.attackers[0]).side,
            a.attackers,
            a.defenders,
            a.leader,
            loc=loc,
            leaving=leaving,
            weapons=a.weapons,
            capture=a.capture,
            atmm=a.atmm,
        )
        for a in declared
    )
    ids = tuple(dict.fromkeys(unit for attack in attacks for unit in (*attack.attackers, *attack.defenders)))
    project = Project(ids, instead, _tidy)
    begun = started(st, CombatResolution(loc, attacks, ambusher, slips=bool(slipping)))
    leaves = spread([(begun, TOTAL)], project)
    promoted = sum(leaf.weight for leaf in leaves if leaf.state.next_id > st.next_id)
    fates = {unit: fates_of(st, leaves, unit) for unit in ids if unit in st.units}
    targets = tuple(dict.fromkeys(unit for attack in attacks for unit in attack.defenders if unit in st.vehicles))
    vehicles = {target: _vehicle_fates(st, leaves, target) for target in targets}
    first = tuple(_first(st, attack, ambusher) for attack in attacks)
    return CombatOdds(first, fates, Fraction(promoted, TOTAL), vehicles)


def _vehicle_fates(st: State, leaves: tuple[Leaf, ...], target: int) -> dict[str, Fraction]:
    """What becomes of a vehicle over the ends of its Close Combat."""
    table: Counter[Fate] = Counter()
    taken = 0
    for leaf in leaves:
        now = leaf.state.vehicles[target]
        if TAKEN in leaf.state.trail(target).tried:
            taken += leaf.weight
            continue
        worse: Fate = "immobilized" if now.immobile and not st.vehicles[target].immobile else "nothing"
        table[("burn" if now.burning else "eliminated") if now.wreck else worse] += leaf.weight
    found = {FATE_WORDS[fate]: Fraction(weight, TOTAL) for fate, weight in table.items()}
    return {CAPTURED_WORD: Fraction(taken, TOTAL), **found} if taken else found


def _first(st: State, attack: CombatAttack, ambusher: int) -> dict[str, Fraction]:
    ledger = attack.ledger(st, ambusher)
    return mine_chances(ledger.facts, attack.atmm) if attack.atmm else cc_chances(ledger)


def mine_chances(facts: CombatFacts, seeker: int) -> dict[str, Fraction]:
    """The chances of an attack before which ``seeker`` looks for a magnetic mine, in words (C13.7): a dud counts
    nothing.
    """
    found: dict[str, Fraction] = {}
    for ways, then in mine_branches(facts, seeker):
        for word, chance in cc_chances(cc_ledger(then)).items():
            found[word] = found.get(word, Fraction(0)) + Fraction(ways, 6) * chance
    return found


def cc_chances(ledger: CombatLedger) -> dict[str, Fraction]:
    """The chances of what a CC attack's dice do as it was declared, in words; the dr of an Unlikely Kill is among them
    (A11.501).
    """
    counts: Counter[str] = Counter()
    plain = cc_ledger(replace(ledger.facts, mined=0)) if ledger.facts.mined else ledger
    for faces in itertools.product(range(1, 7), repeat=2):
        unlikely = ledger.ccv is not None and sum(faces) == 2
        for face in range(1, 7) if unlikely else (0,):
            counts[cc_outcome(plain if mine_fails(sum(faces)) else ledger, faces, face).words] += 1 if unlikely else 6
    return {word: Fraction(count, 216) for word, count in counts.items()}


def _tidy(st: State) -> State:
    """Only the sum of a DR matters but for weapons of the dead, which are left out."""
    frames = tuple(_plain(frame) if isinstance(frame, CombatResolution) else frame for frame in st.stack)
    return st.with_(stack=frames) if frames != st.stack else st


def _plain(frame: CombatResolution) -> CombatResolution:
    attacks = tuple(
        replace(attack, faces=_faces(sum(attack.faces))) if attack.faces else attack for attack in frame.attacks
    )
    return replace(frame, attacks=attacks, spoils=())


def _faces(total: int) -> tuple[int, int]:
    colored = min(6, total - 1)
    return (total - colored, colored)
