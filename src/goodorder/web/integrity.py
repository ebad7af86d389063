"""Battlefield Integrity for the panel of the sides (A16)."""

from __future__ import annotations

from goodorder.core.state import State

from .messages.position import IntegrityDoc


def integrity_docs(st: State) -> tuple[IntegrityDoc, ...]:
    """The tracks of each side that has them."""
    found = []
    for side, one in zip(st.world.sides, st.integrity, strict=False):
        if not one.base:
            continue
        elr = max(0, side.elr - one.lost)
        bases = f", {one.losses} lost" if one.losses else ""
        told = f"Casualty Tally {one.tally} of {one.base}{bases}; ELR {elr}"
        found.append(IntegrityDoc(side=side.id, elr=elr, base=one.base, tally=one.tally, losses=one.losses, told=told))
    return tuple(found)
