"""The menu of work on weapons in a fire phase: dismantle, assemble, destroy (A9.73, A9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Handle
from goodorder.core.menu import Entry, branch, leaf, perhaps
from goodorder.core.state import State
from goodorder.rules.a09_weapons.handling import handling_refusal, is_worked_on, ways_to_handle
from goodorder.rules.c_ordnance.limbering import LIMBERINGS
from goodorder.rules.facts.bearers import possessed, possessor
from goodorder.rules.facts.units import name, wtype

from .ordnance_menu import POINTS

WORDS = {
    "dismantle": ("Take {} apart", "A9.8"),
    "assemble": ("Put {} together", "A9.8"),
    "destroy": ("Destroy {}", "A9.73"),
    "malfunction": ("Make {} malfunction", "A9.73"),
    "limber": ("Limber {}", "C10.21"),
    "unlimber": ("Unlimber {}", "C10.21"),
}


def handlings(st: State, side: int, phase: str) -> Iterator[Handle]:
    """All work that a side may do on its weapons now, found one by one."""
    for weapon, _ in possessed(st, side):
        for how in ways_to_handle(st, weapon):
            if handling_refusal(st, side, phase, action := Handle(weapon.id, how)) is None:
                yield action


def can_handle(st: State, side: int, phase: str) -> bool:
    """Whether there is any."""
    return next(handlings(st, side, phase), None) is not None


def _has_work(st: State, side: int, phase: str) -> bool:
    """Whether a side has a weapon on which anything can be done at all in this phase."""
    usual = is_worked_on(st, phase)
    for weapon, _ in possessed(st, side):  # noqa: SIM110 - a plain loop: asked at each shot
        if usual or wtype(st, weapon).gun is not None:
            return True
    return False


def _laid(st: State, action: Handle) -> list[Entry]:
    """A Gun limbered or unlimbered as it points, or turned with it (C10.22)."""
    kept = leaf("kept", "as it points now", action, weapon=action.weapon, rule="C10.22")
    turned = [
        leaf(f"f{facing}", f"to the {words}", replace(action, facing=facing), weapon=action.weapon, rule="C10.22")
        for facing, words in enumerate(POINTS)
        if facing != st.weapons[action.weapon].facing
    ]
    return [kept, *turned]


def handling_entries(st: State, side: int, phase: str) -> list[Entry]:
    """One branch that holds a leaf for each of them, alive where there is any."""
    if not _has_work(st, side, phase):
        return []

    def opened() -> list[Entry]:
        entries: list[Entry] = []
        for action in handlings(st, side, phase):
            weapon = st.weapons[action.weapon]
            words, rule = WORDS[action.how]
            label = f"{name(st, possessor(st, weapon))}: {words.format(wtype(st, weapon).name)}"
            key = f"{action.how}{weapon.id}"
            if action.how in LIMBERINGS:
                opened = partial(_laid, st, action)
                entries.append(
                    branch(key, label, opened, kind="option", weapon=weapon.id, unit=weapon.holder, rule=rule)
                )
                continue
            entries.append(leaf(key, label, action, kind="option", weapon=weapon.id, unit=weapon.holder, rule=rule))
        return entries

    alive = partial(can_handle, st, side, phase)
    return [Entry("handle", "Work on a weapon", children=opened, alive=alive, hopeful=perhaps, rule="A9.8")]
