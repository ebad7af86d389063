"""SMOKE fired by ordnance: a hex that is hit gets its counter, and WP shakes who is in it (C8.5, C8.6, A24.31)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.events import DiceThrown, DmPlaced, Event, MarkerPlaced
from goodorder.core.frames import Do, Frame
from goodorder.core.state import MK_WP_GRENADE, Marker, State
from goodorder.data.charts import FireResult
from goodorder.rules.a07_fire.attack import Outcome
from goodorder.rules.c_ordnance.ammunition import Supply
from goodorder.rules.c_ordnance.hits import SURE, HitKind
from goodorder.rules.c_ordnance.smoke_rounds import cloud, cover_drm, hex_hit, wp_crews, wp_targets
from goodorder.rules.c_ordnance.to_hit import ToHitLedger, to_hit_ledger
from goodorder.rules.facts.masks import is_mask, under_fire
from goodorder.rules.facts.vehicles import vtype
from goodorder.rules.registry import builds

from ..shared.casualties import LeaderLoss, leaders_among
from ..shared.thrown import thrown
from .effect import Results, Shown, in_view
from .ordnance import OrdnanceShot
from .to_kill import CrewCheck
from .vehicle_under_fire import VehicleShown

NONE = FireResult("NONE")
NMC = FireResult("MC")


@builds("C8.5", "C8.6", "A24.31", "C8.5a", "C8.6b", "C3.33d")
class SmokeShot(OrdnanceShot, frozen=True):
    """A weapon fires SMOKE at a hex; ``targets`` are those in it whom WP can hurt, in the MPh the movers."""

    def ledger(self, st: State) -> ToHitLedger:
        """The number to roll and the DRM, those of the hex."""
        return to_hit_ledger(st, self.action, (), self.phase)

    def _public_ledger(self, st: State) -> ToHitLedger:
        return self.ledger(st)

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR with its DRM, and whether it hits."""
        ledger = self.ledger(st)
        kind, _, _ = hex_hit(ledger, sum(pair))
        return DiceThrown(
            dice=TWO_DICE,
            faces=pair,
            purpose=f"To Hit at {st.world.map.place_name(self.action.target)}",
            rule="C3.3",
            side=ledger.facts.attack.side,
            original=sum(pair),
            final=sum(pair) + ledger.drm.total(),
            outcome=self.told_with_supply(st, pair, kind.value),
            lines=ledger.drm.lines(),
            firers=self.unknown_firers(ledger.facts),
            bare="misses" if self.supply(st, pair) is Supply.NONE else kind.value,
        )

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """A check for those whom WP reaches; nothing where it misses, or is smoke."""
        kind, _, _ = hex_hit(self.ledger(st), sum(pair))
        if self.supply(st, pair) is Supply.NONE or kind is HitKind.MISS or not self.targets:
            return (Outcome(self.targets, sum(pair), NONE),)
        return () if kind is HitKind.CHECK else (Outcome(self._reached(st, sum(pair)), sum(pair), NMC),)

    def _reached(self, st: State, original: int) -> tuple[int, ...]:
        """Those whom WP shakes."""
        if not self.targets:
            return ()
        return wp_targets(self.ledger(st), to_hit_ledger(st, self.action, self.targets, self.phase), original)

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The counter, and of WP the checks, where no further dr decides."""
        ledger, left = self.ledger(st), self.supply(st, pair)
        if left is Supply.NONE:
            return (), ()
        events = self.aimed(st, left)
        kind, critical_at, hits_at = hex_hit(ledger, sum(pair))
        if kind is HitKind.MISS:
            return events, ()
        reached, facts = self._reached(st, sum(pair)), ledger.facts
        men = tuple(unit for unit in reached if not is_mask(st, unit))
        covered = tuple((unit, cover_drm(facts, unit, critical=False)) for unit in men)
        worse = tuple((unit, cover_drm(facts, unit, critical=True)) for unit in men)
        crews = wp_crews(facts)
        puff = Cloud(cloud(facts), facts.attack.side, reached, covered, facts.attack.moving, crews)
        if kind is HitKind.CHECK and (reached or crews or hits_at < SURE):
            return events, (SmokeCheck(puff, worse, critical_at, hits_at),)
        more, frames = (puff.worse(worse) if kind is HitKind.CRITICAL else puff).lands(st)
        return (*events, *more), frames

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """No Residual FP."""
        return ()


class Cloud(Struct, frozen=True):
    """SMOKE that is about to be placed: its counter, whose it is, whom WP shakes and what their cover does for them,
    whether it was fired at movers; of the crews that it shakes (vehicle, DRM, that by a Critical Hit). A grenade is a
    Critical Hit for each by its own DR: ``fierce`` is what cover does then. ``captives`` are those of the reached.
    """

    marker: Marker
    side: int
    reached: tuple[int, ...] = ()
    covered: tuple[tuple[int, int], ...] = ()
    moving: bool = False
    crews: tuple[tuple[int, int, int], ...] = ()
    captives: tuple[int, ...] = ()
    fierce: tuple[tuple[int, int], ...] = ()

    def worse(self, covered: tuple[tuple[int, int], ...]) -> Cloud:
        """The same by a Critical Hit."""
        return replace(self, covered=covered, crews=tuple((vehicle, most, most) for vehicle, _, most in self.crews))

    @builds("A24.31", "A24.31d")
    def lands(self, st: State) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The counter; of WP DM for the broken, loss of "?", the NMC, leader loss."""
        placed = MarkerPlaced(marker=replace(self.marker, id=st.next_id))
        grenade = self.marker.kind == MK_WP_GRENADE
        crews: list[Frame] = [VehicleShown(one) for one, _, _ in self.crews if st.vehicles[one].concealed]
        crews += [self._shaken(st, one, drm, most if grenade else None) for one, drm, most in self.crews]
        if not self.reached:
            return (placed,), tuple(crews)
        units = under_fire(st, self.reached)
        shaken = tuple(DmPlaced(unit=unit.id) for unit in units if unit.broken and not unit.dm)
        frames: list[Frame] = [Shown(self.reached)] if any(unit.concealed for unit in units) else []
        men = tuple(unit for unit in self.reached if not is_mask(st, unit))
        if men:
            frames.append(self._checks(men))
        if leaders := leaders_among(st, men):
            frames.append(LeaderLoss(leaders, men))
        return (placed, *shaken), (*frames, *crews)

    def _checks(self, men: tuple[int, ...]) -> Results:
        cover, fierce, stack = self.covered, self.fierce, men if self.moving else ()
        return Results(men, NMC, self.side, stack, covered=cover, captives=self.captives, fierce=fierce)

    @staticmethod
    def _shaken(st: State, vehicle: int, drm: int, fierce: int | None) -> CrewCheck:
        soft = vtype(st, st.vehicles[vehicle]).unarmored
        return CrewCheck(vehicle, "break" if soft else "stun", drm, fierce)


@builds("C3.6", "C3.7")
class SmokeCheck(Frame, frozen=True):
    """A dr that tells how SMOKE hits by an Original 2: Critical up to ``critical_at``, a miss above ``hits_at``;
    ``worse`` is what cover does against a Critical Hit of WP.
    """

    puff: Cloud
    worse: tuple[tuple[int, int], ...]
    critical_at: int
    hits_at: int

    def ask(self, st: State) -> Roll:
        """The dr."""
        return Roll(ONE_DIE, "kind of hit", "C3.6", self.puff.side, in_view(st, self.puff.reached))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The counter and its checks, or a miss."""
        [face] = faces
        hits, critical = face <= self.hits_at, face <= self.critical_at
        told = thrown(self.ask(st), faces, "Critical Hit" if critical else "hit" if hits else "miss")
        if not hits:
            return Do(events=(told,))
        events, frames = (self.puff.worse(self.worse) if critical else self.puff).lands(st)
        return Do(events=(told, *events), push=frames)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "kind of hit"
