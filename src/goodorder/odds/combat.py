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
from goodorder.flow.combat.cc_resolution import CombatAttack, CombatResolution
from goodorder.flow.combat.cc_withdrawal import SlipAway
from goodorder.rules.a11_close_combat.attack import NOBODY, cc_outcome

from .fate import Fates, by_word
from .fire import fates_of
from .spread import TOTAL, Project, spread, started


class CombatOdds(Struct, frozen=True):
    """What can come of CC attacks.

    ``first`` holds for each attack what its DR gives as declared, in words (a new leader may change it); ``fates``
    the fates of everybody who attacks or is attacked, ``promoted`` the probability that a leader is created.
    """

    first: tuple[dict[str, Fraction], ...]
    fates: dict[int, Fates]
    promoted: Fraction

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

    Random Selection, wounds and Field Promotions are followed to their end; weapons of the dead are left out.
    """

    def instead(now: State, frame: Frame) -> Do | None:
        if not isinstance(frame, SlipAway):
            return None
        return Do(value=tuple(unit for unit in frame.units if unit in slipping))

    declared = (actions,) if isinstance(actions, CloseCombat) else tuple(actions)
    loc = st.units[declared[0].attackers[0]].loc
    attacks = tuple(
        CombatAttack(st.units[a.attackers[0]].side, a.attackers, a.defenders, a.leader, loc=loc, leaving=leaving)
        for a in declared
    )
    ids = tuple(dict.fromkeys(unit for attack in attacks for unit in (*attack.attackers, *attack.defenders)))
    project = Project(ids, instead, _tidy)
    begun = started(st, CombatResolution(loc, attacks, ambusher, slips=bool(slipping)))
    leaves = spread([(begun, TOTAL)], project)
    promoted = sum(leaf.weight for leaf in leaves if leaf.state.next_id > st.next_id)
    fates = {unit: fates_of(st, leaves, unit) for unit in ids}
    return CombatOdds(tuple(_first(st, attack, ambusher) for attack in attacks), fates, Fraction(promoted, TOTAL))


def _first(st: State, attack: CombatAttack, ambusher: int) -> dict[str, Fraction]:
    ledger = attack.ledger(st, ambusher)
    counts: Counter[str] = Counter()
    for faces in itertools.product(range(1, 7), repeat=2):
        counts[cc_outcome(ledger, faces).words] += 1
    return {word: Fraction(count, 36) for word, count in counts.items()}


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
