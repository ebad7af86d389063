"""A vehicle fires its close defense weapon in the CCPh (A11.622)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import CloseDefend
from goodorder.core.events import Announced, DiceThrown, Event
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.a07_fire.attack import Outcome
from goodorder.rules.a11_close_combat.close_defense import CloseDefense, fired, usage_number
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..fire.effect import Effect
from ..shared.casualties import LeaderLoss


@builds("A11.622", "A11.141", "A11.622a")
class CloseDefenseFire(Effect, frozen=True):
    """Its attack on all in the Location: nothing by an Original DR above its Usage Number, and no leader's loss shakes
    anybody.
    """

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """What a DR does to the targets."""
        return () if self.too_high(pair) else super().outcomes(st, pair)

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """What a DR brings to the targets."""
        if self.too_high(pair):
            return (), ()
        events, frames = super().brings(st, pair)
        return events, tuple(frame for frame in frames if not isinstance(frame, LeaderLoss))

    def too_high(self, pair: tuple[int, int]) -> bool:
        """Whether a DR is above the Usage Number."""
        return isinstance(self.source, CloseDefense) and sum(pair) > self.source.number

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Bring every consequence in its order, and say where there is none."""
        done = super().rolled(st, faces)
        if not self.too_high((faces[0], faces[1])):
            return done
        told = [one for one in done.events if isinstance(one, DiceThrown)]
        return Do(events=tuple(replace(one, outcome="above its Usage Number: no effect", bare="") for one in told))


def close_defense_entries(st: State, vehicles: tuple[Vehicle, ...]) -> list[Entry]:
    """A leaf for each vehicle that may fire such a weapon."""
    return [
        leaf(
            f"sn{one.id}",
            f"{name(st, one)} fires its close defense weapon",
            CloseDefend(one.id),
            note=f"16 FP at all here, on {usage_number(st, one)} or less",
            unit=one.id,
            rule="A11.622",
            confirm=True,
        )
        for one in vehicles
    ]


def close_defense(st: State, vehicle: Vehicle) -> tuple[tuple[Event, ...], CloseDefenseFire]:
    """What is told of it, and its attack."""
    source, units = fired(st, vehicle)
    told = Announced(
        text=f"{name(st, vehicle)} fires its close defense weapon: {source.fp} FP at all in the Location",
        rule="A11.622",
        side=source.side,
        kind="cc",
        subjects=(vehicle.id, *(unit.id for unit in units)),
        locs=(vehicle.loc,),
    )
    return (told,), CloseDefenseFire(tuple(unit.id for unit in units), vehicle.loc, source)
