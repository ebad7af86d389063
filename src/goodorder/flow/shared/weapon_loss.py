"""Weapons of eliminated units may be destroyed with them (A9.74)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import Event, WeaponMalfunctioned, WeaponRemoved
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.data.charts import ift
from goodorder.rules.facts.units import wtype
from goodorder.rules.registry import builds

from .thrown import thrown


@builds("A9.74")
class WeaponDestruction(Frame, frozen=True):
    """A dr on the attack's own column for one weapon: KIA destroys it, K makes it malfunction."""

    weapon: int
    column: int
    side: int

    def ask(self, st: State) -> Roll | Do:
        """One die; none for a weapon that another hit has destroyed."""
        if self.weapon not in st.weapons:
            return Do()
        return self._roll(st)

    def _roll(self, st: State) -> Roll:
        what = wtype(st, st.weapons[self.weapon]).name
        return Roll(ONE_DIE, f"destruction of {what}", "A9.74", self.side, subsequent=True)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Destroyed, malfunctioned or unhurt."""
        weapon = st.weapons[self.weapon]
        result = ift().result(self.column, faces[0])
        destroyed = result.kind == "KIA" or (
            result.kind == "K" and (weapon.malfunctioned or wtype(st, weapon).x_number is not None)
        )
        events: list[Event] = []
        if destroyed:
            events.append(WeaponRemoved(weapon=weapon.id, reason="A9.74"))
        elif result.kind == "K":
            events.append(WeaponMalfunctioned(weapon=weapon.id))
        dice = thrown(self._roll(st), faces, "destroyed" if destroyed else "malfunctions" if events else "unhurt")
        return Do(events=(dice, *events))
