"""Field Promotion: an Original 2 may bring forth a leader (A18)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import Event, UnitCreated, UnitRallied
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.rules.a18_promotion import (
    CLOSE_COMBAT,
    SELF_RALLY,
    PromotionFacts,
    leader_created,
    may_promote,
    promotion_ledger,
)
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from .thrown import thrown


@builds("A18.11", "SK3.DR.4")
@builds("A18.12", "SK3.CCPh.6")
class FieldPromotion(Frame, frozen=True):
    """Leader Creation by an MMC after its Original 2; the parent is resumed with the new leader's id, 0 for none.

    ``trigger`` is ``close combat`` or ``self-rally``; a unit that is still broken then rallies as well (A18.11).
    ``columns`` are the odds columns below 1-1 of its CC attack (A18.2).  The MMC itself does not change.
    """

    unit: int
    trigger: str = CLOSE_COMBAT
    columns: int = 0

    def _trigger(self) -> str:
        return CLOSE_COMBAT if self.trigger == CLOSE_COMBAT else SELF_RALLY

    def _facts(self, st: State) -> PromotionFacts:
        return PromotionFacts(st, st.units[self.unit], self._trigger(), self.columns)

    def _rallies(self, st: State) -> tuple[Event, ...]:
        if self._trigger() == SELF_RALLY and st.units[self.unit].broken:
            return (UnitRallied(unit=self.unit),)
        return ()

    def ask(self, st: State) -> Roll | Do:
        """One die, where the unit may bring forth a leader."""
        unit = st.units[self.unit]
        if not may_promote(st, unit):
            return Do(events=self._rallies(st), value=0)
        return self._roll(unit.side, name(st, unit))

    def _roll(self, side: int, who: str) -> Roll:
        return Roll(ONE_DIE, f"Leader Creation ({who})", "A18.2", side, (self.unit,), leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """A leader in the unit's Location, or none."""
        facts = self._facts(st)
        unit = facts.unit
        final, leader = leader_created(facts, faces[0])
        dice = thrown(
            self._roll(unit.side, name(st, unit)),
            faces,
            f"{st.world.unit_type(leader).code} created" if leader else "no leader",
            final=final,
            need="6 or less",
            lines=promotion_ledger(facts).lines(),
        )
        events: tuple[Event, ...] = (dice, *self._rallies(st))
        if not leader:
            return Do(events=events, value=0)
        new = Unit(st.next_id, unit.side, leader, loc=unit.loc, place=ON_MAP, group=unit.group, fanatic=unit.fanatic)
        return Do(events=(*events, UnitCreated(unit=new)), value=new.id)

    def title(self, st: State) -> str:
        """The dr in the breadcrumb."""
        return "Field Promotion"
