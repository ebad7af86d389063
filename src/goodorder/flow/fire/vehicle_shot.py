"""A shot of ordnance at a vehicle: the To Hit DR says whether it strikes, and where (C3.31, C3.9)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.rules.a07_fire.attack import Outcome
from goodorder.rules.c_ordnance.ammunition import Supply, leaves_residual
from goodorder.rules.c_ordnance.hits import HitKind
from goodorder.rules.c_ordnance.to_kill import Strike, struck_by, struck_fp
from goodorder.rules.c_ordnance.vehicle_hits import Check, VehicleHit, checked, located
from goodorder.rules.d_vehicles.aspect import hull_down
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ..shared.thrown import thrown
from .ordnance import OrdnanceShot
from .residual import LeaveResidual
from .stray_hit import near_miss
from .to_kill import ToKill, TwoToKill


@builds("C3.31", "C3.9", "C3.31b", "SK3.TH.1", "SK3.TH.5")
class VehicleShot(OrdnanceShot, frozen=True):
    """A weapon fires at a vehicle that it must hit first; nobody else in the Location is hit."""

    def at_whom(self, st: State) -> str:
        """The vehicle and where it is."""
        return f"{vehicle_name(st, st.vehicles[self.action.vehicle])} at {super().at_whom(st)}"

    def found(self, st: State, pair: tuple[int, int]) -> VehicleHit:
        """What a DR does to the vehicle."""
        return located(self.ledger(st), pair)

    def words(self, st: State, pair: tuple[int, int]) -> str:
        """What a DR hits, in words."""
        return self.found(st, pair).words()

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """None: what befalls a vehicle is no result of the IFT."""
        return ()

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The To Kill DR of a hit, or the dr that tells what kind of hit it is."""
        left, found = self.supply(st, pair), self.found(st, pair)
        if left is Supply.NONE:
            return (), ()
        events, leaves = self.aimed(st, left), self._residual_of_hit(st, pair)
        if found.kind is HitKind.MISS:
            return events, near_miss(st, self.action, self.phase, pair, leaves)
        facts = self.ledger(st).facts
        if found.check:
            low = hull_down(facts.attack)
            sides = struck_by(facts, "hull", pair[1]), struck_by(facts, "turret", pair[1])
            return events, (VehicleHitCheck(found.check, low, *sides, leaves),)
        assert found.aspect
        strike = struck_by(facts, found.aspect, pair[1], critical=found.critical)
        if not found.twice:
            return events, (ToKill(strike, st.vehicles[strike.vehicle].wreck, leaves),)
        other = struck_by(facts, "hull" if found.aspect == "turret" else "turret", pair[1])
        return events, (TwoToKill(strike, other, 0, leaves),)

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """The backblast of a desperate shot; its Residual FP waits for the To Kill DR."""
        return self.blast(st, pair)

    @builds("A8.2", "A8.25")
    def _residual_of_hit(self, st: State, pair: tuple[int, int]) -> tuple[LeaveResidual, ...]:
        """Residual FP of a hit in First Fire, but for Intensive Fire: by the FP of the weapon on the IFT, that of a
        Critical Hit too, which strikes the vehicle alone (C3.74).
        """
        facts = self.ledger(st).facts
        if not facts.attack.moving or facts.part.marked or not (facts.kind.bullets or leaves_residual(facts)):
            return ()
        return (self.residual_of(st, pair, struck_fp(facts)),)


@builds("C3.6", "C3.7", "C3.6b", "C3.7b")
class VehicleHitCheck(Frame, frozen=True):
    """A dr that tells what an Original 2 does to a vehicle, which is Hull Down or not (``low``); ``hull`` and
    ``turret`` are the hits that it may be, ``leaves`` the Residual FP of one.
    """

    check: Check
    low: bool
    hull: Strike
    turret: Strike
    leaves: tuple[LeaveResidual, ...] = ()

    def ask(self, st: State) -> Roll | Do:
        """The dr."""
        rule = "C3.6" if self.check == "improbable" else "C3.7"
        return Roll(ONE_DIE, "kind of hit", rule, self.hull.side, subsequent=True)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """A Critical Hit, an ordinary one, or none."""
        roll = self.ask(st)
        assert isinstance(roll, Roll)
        found = checked(self.check, faces[0], low=self.low, plain=self.hull.plain)
        told = thrown(roll, faces, found.words())
        if not found.aspect:
            return Do(events=(told,))
        strike = self.turret if found.aspect == "turret" else self.hull
        critical, wreck = found.critical, st.vehicles[strike.vehicle].wreck
        return Do(events=(told,), push=(ToKill(strike.critically() if critical else strike, wreck, self.leaves),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "kind of hit"
