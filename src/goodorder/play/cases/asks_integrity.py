"""Questions about Battlefield Integrity (A16)."""

from __future__ import annotations

from goodorder.rules.a16_integrity import check_ledger, integrity_of, lowers, regain_ledger, restores, unopposed_armor
from goodorder.rules.a19_disruption import elr_of

from .asks import Ask, Figures, mods_of


def ask_integrity(question: Ask) -> Figures:
    """``integrity german`` or ``integrity german regain -2``: the DRM of a check, with dice what it does."""
    st, words = question.st, question.words
    side = question.names.sides.index(words[0])
    regain = "regain" in words
    drm = int(words[2]) if len(words) > 2 else 0
    ledger = regain_ledger(st, side, drm) if regain else check_ledger(st, side)
    found: Figures = {
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
        "unopposed": unopposed_armor(st, side),
    }
    if question.faces:
        final = sum(question.faces) + ledger.total()
        found |= {"final": final, "lowers": lowers(st, side, final), "restores": restores(final)}
    return found


def ask_integrity_base(question: Ask) -> Figures:
    """``integrity_base german``: the Base with which that side of the position would begin (A16.1)."""
    side = question.names.sides.index(question.words[0])
    found = integrity_of(question.st)
    return {"base": found[side].base if found else 0}


def ask_elr(question: Ask) -> Figures:
    """``elr A``: the ELR that counts for a unit now."""
    return {"elr": elr_of(question.st, question.unit(question.words[0]))}


QUESTIONS = {"integrity": ask_integrity, "integrity_base": ask_integrity_base, "elr": ask_elr}
