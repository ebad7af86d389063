"""When Residual FP attacks a mover (A8.2, A8.22)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.events.base import LedgerLine
from goodorder.core.notes import Note
from goodorder.core.state import MK_RESIDUAL, RESIDUAL, State, Unit

from ..a07_fire.attack import attack_ledger
from ..facts.attack_facts import AttackFacts, effect_facts, sight
from ..facts.ground import map_now
from ..facts.masks import as_walked, is_mask, under_fire
from ..facts.places import is_deep, joined
from ..facts.source import Source
from ..registry import builds

NEVER_SO_BAD = 99
"""A DRM that every attack betters, so that it is made."""


@builds("A8.2")
class ResidualFP(Source, frozen=True):
    """Residual FP, which attacks movers in its Location."""

    words: ClassVar[str] = "Residual FP"
    occasion: ClassVar[str] = RESIDUAL

    @property
    def moving(self) -> bool:
        """It attacks movers alone."""
        return True

    def fp_lines(self) -> tuple[LedgerLine, ...]:
        """Its strength."""
        return (LedgerLine("residual", str(self.fp), "Residual FP", "A8.2"),)


def residual_facts(st: State, loc: int, strength: int, targets: tuple[Unit, ...]) -> AttackFacts:
    """The facts of an attack by Residual FP on movers."""
    return effect_facts(st, ResidualFP(1 - targets[0].side, strength), loc, targets)


@builds("A8.22", "SK3.DFF.7")
def residual_targets(st: State, loc: int, units: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The movers that Residual FP in a Location attacks now, and its strength.

    A unit is attacked once in a Location, and again only when the counter has grown or its own DRM have
    become worse (A8.22).
    """
    marker = st.marker_at(MK_RESIDUAL, loc)
    if marker is None:
        return (), 0
    movers = under_fire(st, units)
    live = tuple(u for u in movers if u.loc == loc and (not marker.crest or _at_the_crest(st, u)))
    if not live:
        return (), 0
    ledger = attack_ledger(residual_facts(st, loc, marker.strength, live))
    due = []
    for unit in (one.id for one in live):
        before = _attacked(st, unit, loc)
        if before is None or marker.strength > before[0] or ledger.drm.total(unit) < before[1]:
            due.append(unit)
    return tuple(due), marker.strength


@builds("A8.21")
def misses_the_bed(attack: AttackFacts) -> bool:
    """Whether an attack on a Depression hex can't affect who is IN it: its Residual FP lies at the Crest (A8.21)."""
    st, loc = attack.st, attack.target
    if not is_deep(map_now(st), loc):
        return False
    return any(sight(st, frm, loc).blocked for frm in attack.eyes() if st.world.map.hex_at(frm) != loc)


def _at_the_crest(st: State, unit: Unit) -> bool:
    """Whether a mover is in Crest status, or has just come down over the Crest into the bed (A8.21)."""
    if unit.stance.crest >= 0:
        return True
    steps, board = as_walked(st, (unit,)).trail(unit.id).steps, map_now(st)
    if not steps or steps[-1].to != unit.loc or steps[-1].frm == unit.loc:
        return False
    h = board.hex_at(steps[-1].frm)
    side = next((s for s, loc in enumerate(board.around(unit.loc)) if loc >= 0 and board.hex_at(loc) == h), -1)
    return side >= 0 and not (joined(board, unit.loc, side) and is_deep(board, steps[-1].frm))


def residual_note(st: State, loc: int, unit: int, strength: int) -> Note:
    """What a unit's trail keeps of an attack by Residual FP."""
    ledger = attack_ledger(residual_facts(st, loc, strength, under_fire(st, (unit,))))
    return Note("residual", loc=loc, strength=strength, drm=ledger.drm.total(unit), when=attacked_as(st, unit))


@builds("A12.15")
def thrown_back_note(loc: int) -> Note:
    """What the trail of a mover keeps that was thrown back into a Location: Residual FP there attacks it once more."""
    return Note("residual", loc=loc, drm=NEVER_SO_BAD)


def attacked_as(st: State, unit: int) -> str:
    """What sets the notes of attacks on the "?" of a vehicle apart from those on the vehicle under it."""
    return "?" if is_mask(st, unit) else ""


def _attacked(st: State, unit: int, loc: int) -> tuple[int, int] | None:
    what = attacked_as(st, unit)
    for note in reversed(st.trail(unit).tried):
        if (note.kind, note.loc, note.when) == ("residual", loc, what):
            return note.strength, note.drm
    return None
