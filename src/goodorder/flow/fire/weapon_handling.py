"""The menu of work on weapons in a fire phase: dismantle, assemble, destroy (A9.73, A9.8)."""

from __future__ import annotations

from goodorder.core.actions import Handle
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import State
from goodorder.rules.a09_weapons.handling import HANDLINGS, handling_refusal
from goodorder.rules.facts.bearers import possessed, possessor
from goodorder.rules.facts.units import name, wtype

WORDS = {
    "dismantle": ("Take {} apart", "A9.8"),
    "assemble": ("Put {} together", "A9.8"),
    "destroy": ("Destroy {}", "A9.73"),
    "malfunction": ("Make {} malfunction", "A9.73"),
}


def handlings(st: State, side: int, phase: str) -> list[Handle]:
    """All work that a side may do on its weapons now."""
    return [
        action
        for weapon, _ in possessed(st, side)
        for how in HANDLINGS
        if handling_refusal(st, side, phase, action := Handle(weapon.id, how)) is None
    ]


def handling_entries(st: State, side: int, phase: str) -> list[Entry]:
    """One branch that holds a leaf for each of them, or nothing."""
    found = handlings(st, side, phase)
    if not found:
        return []

    def opened() -> list[Entry]:
        entries: list[Entry] = []
        for action in found:
            weapon = st.weapons[action.weapon]
            words, rule = WORDS[action.how]
            label = f"{name(st, possessor(st, weapon))}: {words.format(wtype(st, weapon).name)}"
            key = f"{action.how}{weapon.id}"
            entries.append(leaf(key, label, action, kind="option", weapon=weapon.id, unit=weapon.holder, rule=rule))
        return entries

    return [branch("handle", "Work on a weapon", opened, kind="option", rule="A9.8")]
