"""Fire of ordnance: the shot's DR decides whether it hits, and what is hit takes effect by dice of its own (C3)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.events import Announced, DiceThrown, Event, WeaponTurned
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.data.charts import FireResult
from goodorder.rules.a07_fire.attack import Outcome, outside_drm
from goodorder.rules.a07_fire.firepower import UNIT
from goodorder.rules.a08_defensive.residual import misses_the_bed
from goodorder.rules.c_ordnance.hits import SURE, Hit, HitKind, decided
from goodorder.rules.c_ordnance.shell import Shell, shell_of
from goodorder.rules.c_ordnance.to_hit import ToHitLedger, to_hit_ledger
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.registry import builds

from ..shared.rate import keeps_rate
from ..shared.selection import RandomSelection
from .effect import Effect, in_view
from .residual import LeaveResidual
from .shot import Shot
from .small_arms import SmallArms


def shot_of(targets: tuple[int, ...], phase: str, action: Fire) -> SmallArms | OrdnanceShot:
    """The shot that an action declares: of a weapon that must hit first, or of small arms."""
    kind = SmallArms if action.ordnance is None else OrdnanceShot
    return kind(targets, phase, action)


@builds("C3.3", "SK3.TH.2", "SK3.TH.3", "SK3.TH.4")
class OrdnanceShot(Shot, frozen=True):
    """A weapon fires that must hit first."""

    def ledger(self, st: State) -> ToHitLedger:
        """The number to roll and the DRM."""
        return to_hit_ledger(st, self.action, self.targets, self.phase)

    def _told(self, st: State) -> ToHitLedger:
        """The shot as it is told: without targets that are hidden."""
        return to_hit_ledger(st, self.action, in_view(st, self.targets), self.phase)

    def announce(self, st: State) -> tuple[Event, ...]:
        """The event that announces the shot, with its number and DRM line by line; the weapon is turned for it."""
        ledger, shot = self._told(st), self.action.ordnance
        assert shot is not None
        unit, weapon = ledger.facts.unit, ledger.facts.weapon
        place = st.world.map.place_name(self.action.target)
        how = f"{shot.ammo}, {shot.target_type} target type"
        text = f"{name(st, unit)} fires {wtype(st, weapon).name} at {place}, {how}: {ledger.needs()} hits"
        told = Announced(
            text=text,
            rule="C3.3",
            side=ledger.facts.attack.side,
            kind="fire",
            subjects=(unit.id,),
            locs=(self.action.target,),
            lines=(*ledger.number.lines(), *ledger.drm.lines()),
        )
        return (told,)

    def ask(self, st: State) -> Roll | Do:
        """The To Hit DR."""
        purpose = f"To Hit at {st.world.map.place_name(self.action.target)}"
        return Roll(TWO_DICE, purpose, "C3.3", self.ledger(st).facts.attack.side, in_view(st, self.targets))

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR with its DRM and what it hits."""
        told, seen = self._told(st), in_view(st, self.targets)
        found = decided(told, pair)
        final = sum(pair) + min((drm for drm, _ in told.groups()), default=told.drm.total())
        return DiceThrown(
            dice=TWO_DICE,
            faces=pair,
            purpose=f"To Hit at {st.world.map.place_name(self.action.target)}",
            rule="C3.3",
            side=told.facts.attack.side,
            original=sum(pair),
            final=final,
            outcome=found.words(len(seen)),
            subjects=seen,
            lines=told.drm.lines(),
        )

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """Nothing where it misses everybody; else the dice to come decide."""
        found = decided(self.ledger(st), pair)
        return (Outcome(self.targets, sum(pair), FireResult("NONE")),) if found.kind is HitKind.MISS else ()

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The effect on whom it hits, where no further dr decides how."""
        ledger, shot = self.ledger(st), self.action.ordnance
        assert shot is not None
        weapon = ledger.facts.weapon
        keeps = shot.facing < 0 or shot.facing == weapon.facing
        turned = () if keeps else (WeaponTurned(weapon=weapon.id, facing=shot.facing),)
        found = decided(ledger, pair)
        return turned, () if found.kind is HitKind.MISS else (strike(ledger, found),)

    @builds("A8.2", "A8.25")
    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Residual FP of a hit at movers, but for Intensive Fire; where the rate is kept, only if that is given up."""
        ledger = self.ledger(st)
        facts, found = ledger.facts, decided(ledger, pair)
        attack, weapon = facts.attack, facts.weapon.id
        sure = found.kind in (HitKind.HIT, HitKind.CRITICAL) or (found.kind is HitKind.CHECK and found.hits_at == SURE)
        if not attack.moving or facts.part.marked or not sure:
            return ()
        shell = shell_of(facts)
        fp = 2 * shell.full if found.kind is HitKind.CRITICAL else shell.fp
        rated = (weapon,) if keeps_rate(attack, facts.part, pair) else ()
        outside = outside_drm(attack, ledger.drm)
        parts = ((weapon, fp * UNIT),)
        return (LeaveResidual(facts.attack.target, attack.side, parts, rated, 0, outside, misses_the_bed(attack)),)

    def title(self, st: State) -> str:
        """The shot in the breadcrumb."""
        told = self._told(st)
        return f"shot ({told.needs()}) at {st.world.map.place_name(self.action.target)}"


def strike(ledger: ToHitLedger, hit: Hit) -> Frame:
    """What follows a hit: a dr that tells how it hits, the choice of who suffers a Critical Hit, or its effect."""
    loc, shell = ledger.facts.attack.target, shell_of(ledger.facts)
    if hit.kind is HitKind.HIT:
        return Effect(hit.units, loc, shell)
    if hit.kind is HitKind.CRITICAL:
        return _critical(hit.units, loc, shell, hit.critical)
    return HitCheck(hit.units, loc, shell, hit.critical_at, hit.hits_at)


def _critical(units: tuple[int, ...], loc: int, shell: Shell, may: tuple[int, ...]) -> Frame:
    """A Critical Hit on one of those who may suffer it."""
    if len(may) == 1:
        return Effect(units, loc, replace(shell, critical=may))
    return CriticalHit(units, loc, shell, may)


@builds("C3.6", "C3.7")
class HitCheck(Frame, frozen=True):
    """A dr that tells what kind of hit an Original 2 is: Critical up to ``critical_at``, ordinary up to ``hits_at``, a
    miss above.
    """

    targets: tuple[int, ...]
    loc: int
    shell: Shell
    critical_at: int
    hits_at: int

    @property
    def places(self) -> tuple[int, ...]:
        """The Location in which it takes effect."""
        return (self.loc,)

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """Nothing where it misses after all; else the dice to come decide."""
        return (Outcome(self.targets, 0, FireResult("NONE")),) if pair[0] > self.hits_at else ()

    def ask(self, st: State) -> Roll | Do:
        """The dr."""
        return Roll(ONE_DIE, "kind of hit", "C3.6", self.shell.side, in_view(st, self.targets))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """A Critical Hit, an ordinary one, or none."""
        [face] = faces
        told = DiceThrown(
            dice=ONE_DIE,
            faces=(face,),
            purpose="kind of hit",
            rule="C3.6",
            side=self.shell.side,
            original=face,
            final=face,
            outcome="Critical Hit" if face <= self.critical_at else "hit" if face <= self.hits_at else "miss",
            subjects=in_view(st, self.targets),
        )
        if face > self.hits_at:
            return Do(events=(told,))
        if face > self.critical_at:
            return Do(events=(told,), push=(Effect(self.targets, self.loc, self.shell),))
        return Do(events=(told,), push=(_critical(self.targets, self.loc, self.shell, self.targets),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "kind of hit"


@builds("C3.74")
class CriticalHit(Frame, frozen=True):
    """A Critical Hit that several targets may suffer: Random Selection says which."""

    targets: tuple[int, ...]
    loc: int
    shell: Shell
    may: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Select."""
        return Do(then=self, push=(RandomSelection(self.may, 1, "Critical Hit", "C3.74", self.shell.side),))

    def resumed(self, st: State, value: Any) -> Do:
        """The effect, critical for the chosen."""
        chosen: tuple[int, ...] = value
        return Do(push=(Effect(self.targets, self.loc, replace(self.shell, critical=chosen)),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Critical Hit"
