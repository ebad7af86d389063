"""Clearance of a Set DC: what the menus offer, and its DR as the CCPh ends (B24.75)."""

from __future__ import annotations

from goodorder.core.actions import ClearCharge
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State
from goodorder.rules.b_terrain.clearance import DONE, clear_refusal, clearance_ledger, cleared, clearing, clears
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from .thrown import thrown


def clear_entries(st: State, side: int) -> list[Entry]:
    """A leaf for each unit that may declare it, and for each Set DC where it is."""
    found: list[Entry] = []
    for weapon in st.weapons.values():
        if weapon.laid is None:
            continue
        for unit in st.side_at(weapon.laid.loc, side):
            action = ClearCharge(unit.id, weapon.id)
            if clear_refusal(st, side, action) is None:
                key, words = f"clear{weapon.id}:{unit.id}", f"{name(st, unit)}: remove the Set DC here"
                found.append(leaf(key, words, action, kind="seldom", unit=unit.id, note="TI", rule="B24.75"))
    return found


@builds("B24.75", "B24.75a", "B24.7c")
class ClearanceRoll(Frame, frozen=True):
    """The one DR of all of a side who still take part; nobody makes it where the DC is gone."""

    weapon: int
    side: int

    def ask(self, st: State) -> Roll | Do:
        """Two dice."""
        weapon = st.weapons[self.weapon]
        units = clearing(st, weapon, self.side)
        if not units:
            return Do()
        least = DONE - clearance_ledger(st, weapon, units).total()
        who = tuple(one.id for one in units)
        return Roll(TWO_DICE, self.title(st), "B24.75", self.side, who, f"{least} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """It is gone, or they have Labor."""
        roll, weapon = self.ask(st), st.weapons[self.weapon]
        assert isinstance(roll, Roll)
        units = clearing(st, weapon, self.side)
        ledger, total = clearance_ledger(st, weapon, units), sum(faces)
        words = "the DC is removed" if clears(ledger, total) else "the DC stays"
        dice = thrown(roll, faces, words, final=total + ledger.total(), lines=ledger.lines())
        return Do(events=(dice, *cleared(st, weapon, units, total)))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        laid = st.weapons[self.weapon].laid
        return f"Clearance of the Set DC in {st.world.map.place_name(laid.loc)}" if laid is not None else "Clearance"
