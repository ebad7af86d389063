"""A vehicle has driven into the Location of concealed enemies: they show themselves or take a PAATC (A12.41)."""

from __future__ import annotations

from goodorder.core.actions import Action, Done, Reveal
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event, Tried, UnitPinned
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State, Unit
from goodorder.rules.a11_close_combat.paatc import dared
from goodorder.rules.a12_concealment.loss import helped_check, lost
from goodorder.rules.a12_concealment.vehicles_enter import (
    beneath,
    combined_leader,
    combined_ledger,
    combined_morale,
    combined_result,
    daunted,
)
from goodorder.rules.facts.masks import is_mask, masks_at
from goodorder.rules.facts.units import is_dummy, name, names
from goodorder.rules.registry import builds

from ..shared.besides import with_besides
from ..shared.dropping import DROPPING
from ..shared.thrown import thrown


@builds("A12.41", "A12.41a", "A12.41b", "A12.4")
class CombinedCheck(Frame, frozen=True):
    """The concealed enemies of a vehicle that has entered their Location: who does not show himself takes one PAATC
    with the others, and all who fail it are pinned and Known.

    What daunts them is Known: a vehicle under a "?" loses it.  Where a "?" lies their side is ``asked`` whatever is
    beneath it, a vehicle too; who is hidden without one throws unasked.
    """

    vehicle: int
    asked: bool = False

    def ask(self, st: State) -> Choice | Roll | Do:
        """Whether anybody shows himself, then the PAATC of the rest."""
        vehicle = st.vehicles[self.vehicle]
        units = daunted(st, vehicle)
        side = 1 - vehicle.side
        met = (*beneath(st, vehicle), *(one for one in masks_at(st, vehicle.loc) if one.side == side))
        masks = [unit for unit in met if unit.concealed and not unit.hidden]
        if vehicle.concealed and (masks or units):
            return Do(events=(lost(vehicle, "A12.41"),), then=self)
        if masks and not self.asked:
            return self._reveals(st, side, masks)
        return self._roll(st, units) if units else Do()

    def _reveals(self, st: State, side: int, masks: list[Unit]) -> Choice:
        def entries() -> list[Entry]:
            found = [
                leaf(f"u{one.id}", f"{name(st, one)} shows itself", Reveal((one.id,)), unit=one.id, rule="A12.41")
                for one in masks
                if not is_mask(st, one.id)
            ]
            return [*found, leaf("pass", "Nobody shows himself", Done(), kind="pass", hotkey=" ", rule="A12.41")]

        def check(action: Action) -> Refusal | None:
            return None if isinstance(action, Done) else not_asked("A12.41", "concealed units may show themselves now")

        vehicle = name(st, st.vehicles[self.vehicle])
        wider = with_besides(st, side, check, DROPPING)
        return Choice(side, f"{vehicle} is here: show units?", "A12.41", Menu(entries), wider, public=True)

    def chosen(self, st: State, action: Action) -> Do:
        """Nobody, or nobody else."""
        return Do(then=CombinedCheck(self.vehicle, asked=True))

    def _roll(self, st: State, units: tuple[Unit, ...]) -> Roll:
        least = combined_morale(st, units) - combined_ledger(st, units).total()
        ids = tuple(unit.id for unit in units)
        return Roll(TWO_DICE, self.title(st), "A12.41", units[0].side, ids, f"{least} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """All stay concealed, or all are pinned and Known."""
        vehicle = st.vehicles[self.vehicle]
        units = daunted(st, vehicle)
        result = combined_result(st, units, (faces[0], faces[1]))
        dice = thrown(
            self._roll(st, units),
            faces,
            "passes" if result.passed else f"{names(st, tuple(unit.id for unit in units))} pinned and Known",
            final=result.final,
            lines=combined_ledger(st, units).lines(),
        )
        leader = combined_leader(st, units)
        events: list[Event] = [dice, *(helped_check(st, leader) if leader is not None else ())]
        if result.passed:
            events += [Tried(unit=unit.id, note=dared(st, vehicle)) for unit in units]
        else:
            for unit in units:
                events.append(lost(unit, "A12.41"))
                events += [UnitPinned(unit=unit.id)] if not unit.pinned and not is_dummy(unit) else []
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"PAATC of concealed units against {name(st, st.vehicles[self.vehicle])}"
