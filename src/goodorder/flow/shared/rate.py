"""Rate of fire and malfunction of the weapons in an attack (A9.2, A9.7, A.11)."""

from __future__ import annotations

from typing import Any

from goodorder.core.events import AmmunitionLow, Event, WeaponMalfunctioned, WeaponRemoved
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ADVANCING, BOUNDING, PREP, State
from goodorder.rules.a07_fire.attack import sustained
from goodorder.rules.a09_weapons.breakdown import Breakdown, breakdown, runs_low
from goodorder.rules.a19_shortage import short_of_ammunition
from goodorder.rules.c_ordnance.rate import rate_of_fire, small_rate
from goodorder.rules.facts.attack_facts import AttackFacts, FirePart
from goodorder.rules.facts.units import wtype
from goodorder.rules.registry import builds

from .selection import RandomSelection


@builds("C2.24", "A9.2", "C2.24b", "C2.24c")
def keeps_rate(attack: AttackFacts, part: FirePart, faces: tuple[int, int]) -> bool:
    """Whether a weapon keeps its rate: colored die within its ROF (A9.2).

    Never in the AFPh but by Opportunity Fire, in Sustained Fire, for a pinned firer, or when it malfunctions by this
    DR.  Where the attack cowers, the unit that Random Selection picks loses it with its fire counter (A7.9).
    """
    pinned = part.unit.pinned or (part.helper is not None and part.helper.pinned)
    held = attack.st.trail(part.unit.id).opportunity
    if part.weapon is None or (part.occasion == ADVANCING and not held) or pinned:
        return False
    if part.occasion not in (PREP, "first", "final", ADVANCING, BOUNDING) or sustained(attack, part.weapon.id):
        return False
    kind = wtype(attack.st, part.weapon)
    rof = rate_of_fire(attack, part) if kind.ordnance else small_rate(attack, part)
    return faces[1] <= rof and not breakdown(attack, part.weapon.id, sum(faces))


def malfunctions(attack: AttackFacts, faces: tuple[int, int]) -> Frame | None:
    """A frame that breaks down weapons by this DR, or None when none is due (A9.7, A9.71)."""
    due: list[tuple[int, bool]] = []
    for part in attack.parts:
        if part.weapon is None:
            continue
        found = breakdown(attack, part.weapon.id, sum(faces))
        if found is not None:
            due.append((part.weapon.id, found is Breakdown.REMOVED))
    if not due:
        return None
    return Malfunction(tuple(due), attack.side)


@builds("D3.71", "D3.71a")
def low_ammo(attack: AttackFacts, faces: tuple[int, int]) -> tuple[Event, ...]:
    """The Low Ammo of vehicles' Main Armament, or of Guns short of ammunition, that this DR brings."""
    if not attack.st.vehicles and not short_of_ammunition(attack.st, attack.side):
        return ()
    weapons = (part.weapon.id for part in attack.parts if part.weapon is not None)
    return tuple(AmmunitionLow(weapon=weapon) for weapon in weapons if runs_low(attack, weapon, sum(faces)))


@builds("A9.71", "SK3.DR.7", "A.11a")
class Malfunction(Frame, frozen=True):
    """Weapons whose breakdown number was rolled: one of them by Random Selection, ties together (A9.71)."""

    weapons: tuple[tuple[int, bool], ...]
    side: int

    def ask(self, st: State) -> Do:
        """Select among several."""
        ids = tuple(weapon for weapon, _ in self.weapons)
        return Do(then=self, push=(RandomSelection(ids, 1, "malfunction", "A9.71", self.side, weapons=True),))

    def resumed(self, st: State, value: Any) -> Do:
        """Malfunctioned or removed for good."""
        events: list[Event] = []
        for weapon, removed in self.weapons:
            if weapon in value:
                if removed:
                    events.append(WeaponRemoved(weapon=weapon, reason="A9.7"))
                else:
                    events.append(WeaponMalfunctioned(weapon=weapon))
        return Do(events=tuple(events))
