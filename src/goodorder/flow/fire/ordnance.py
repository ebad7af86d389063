"""Fire of ordnance: the shot's DR decides whether it hits, and what is hit takes effect by dice of its own (C3)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.events import AmmunitionDepleted, Announced, DiceThrown, Event, WeaponTurned
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State, Vehicle
from goodorder.data.charts import FireResult
from goodorder.rules.a07_fire.attack import Outcome, effect_ledger, outcomes
from goodorder.rules.a07_fire.encirclement import Way, hit_events
from goodorder.rules.a07_fire.firepower import UNIT
from goodorder.rules.a08_defensive.residual import misses_the_bed
from goodorder.rules.a14_snipers import called_by
from goodorder.rules.c_ordnance.acquisition import acquires_shown, gained
from goodorder.rules.c_ordnance.ammunition import Supply, leaves_residual, supply
from goodorder.rules.c_ordnance.hits import SURE, Hit, HitKind, decided, hits_twice
from goodorder.rules.c_ordnance.hulls import hulls_hit
from goodorder.rules.c_ordnance.latw import Backblast
from goodorder.rules.c_ordnance.shell import Shell, columns_lost, shell_of
from goodorder.rules.c_ordnance.shells import shells_of
from goodorder.rules.c_ordnance.to_hit import ToHitLedger, to_hit_ledger
from goodorder.rules.c_ordnance.unattended_guns import guns_hit
from goodorder.rules.d_vehicles.laying import laid_events
from goodorder.rules.facts.hulls import Hull
from goodorder.rules.facts.masks import under_fire, with_masks
from goodorder.rules.facts.ordnance import ToHitFacts
from goodorder.rules.facts.unattended import GunHit
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.registry import builds

from ..shared.rate import keeps_rate, low_ammo, malfunctions
from ..shared.selection import RandomSelection
from ..shared.thrown import thrown
from .acquire import AcquireShown
from .effect import Effect, HexEffect, guns_unknown, in_view, known_to_all, take_effect
from .residual import LeaveResidual
from .shot import Shot


@builds("C3.3", "C.1", "C8.9", "C8.9d", "C.1a", "SK3.TH.2", "SK3.TH.3", "SK3.TH.4")
class OrdnanceShot(Shot, frozen=True):
    """A weapon fires that must hit first; ``ring`` are the ways of consecutive fire up to this shot, with its own,
    which a hit may close (A7.7).
    """

    ring: tuple[Way, ...] = ()

    def ledger(self, st: State) -> ToHitLedger:
        """The number to roll and the DRM."""
        return to_hit_ledger(st, self.action, self.targets, self.phase)

    def supply(self, st: State, pair: tuple[int, int]) -> Supply:
        """What its DR says of the ammunition that it was announced with."""
        return supply(self.ledger(st).facts, sum(pair))

    def _public_ledger(self, st: State) -> ToHitLedger:
        """The shot as it is told: without targets that are hidden."""
        return to_hit_ledger(st, self.action, in_view(st, self.targets), self.phase)

    def at_whom(self, st: State) -> str:
        """What it is aimed at, in words."""
        if self.action.gun:
            return f"{wtype(st, st.weapons[self.action.gun]).name} at {st.world.map.place_name(self.action.target)}"
        return st.world.map.place_name(self.action.target)

    def announce(self, st: State) -> tuple[Event, ...]:
        """The event that announces the shot, with its number and DRM line by line; the weapon is turned for it."""
        ledger, shot = self._public_ledger(guns_unknown(st, self.targets)), self.action.ordnance
        assert shot is not None
        unit, weapon = ledger.facts.unit, ledger.facts.weapon
        place = self.at_whom(st)
        how = "at its armor" if ledger.facts.kind.pierces else f"{shot.ammo}, {shot.target_type} target type"
        number = shells_of(st, weapon).get(shot.ammo)
        if number is not None:
            how += f", Depletion Number {number}"
        text = f"{name(st, unit)} fires {wtype(st, weapon).name} at {place}, {how}: {ledger.needs()} hits"
        told = Announced(
            text=text,
            rule="C3.3",
            side=ledger.facts.attack.side,
            kind="fire",
            subjects=(unit.id,),
            locs=(self.action.target,),
            lines=(*ledger.number.lines(), *ledger.drm.lines()),
            bare=f"{name(st, unit)} fires ordnance at {place}" if unit.concealed else "",
        )
        return (told,)

    def ask(self, st: State) -> Roll | Do:
        """The To Hit DR."""
        purpose = f"To Hit at {self.at_whom(st)}"
        return Roll(TWO_DICE, purpose, "C3.3", self.ledger(st).facts.attack.side, in_view(st, self.targets))

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR with its DRM and what it hits."""
        seen = in_view(st, self.targets)
        ledger, hits = self._by_dice(st, pair), self.words(st, pair)
        final = ledger.counted(pair) + min((drm for drm, _ in ledger.groups()), default=ledger.drm.total())
        return DiceThrown(
            dice=TWO_DICE,
            faces=pair,
            purpose=f"To Hit at {self.at_whom(st)}",
            rule="C3.3",
            side=ledger.facts.attack.side,
            original=sum(pair),
            final=final,
            outcome=self.told_with_supply(st, pair, hits),
            subjects=seen,
            lines=ledger.drm.lines(),
            firers=self.unknown_firers(ledger.facts),
            bare="misses" if self.supply(st, pair) is Supply.NONE else hits,
        )

    def _by_dice(self, st: State, pair: tuple[int, int]) -> ToHitLedger:
        """The shot as it is told by its dice."""
        return known_to_all(st, in_view(st, self.targets), self._public_ledger, lambda found: decided(found, pair))

    def words(self, st: State, pair: tuple[int, int]) -> str:
        """What a DR hits, in words."""
        guns = guns_hit(st, self.action, self.phase, pair) if self.action.gun else ()
        if guns:
            return f"hits {', '.join(wtype(st, st.weapons[gun.weapon]).name for gun in guns)}"
        return decided(self._by_dice(st, pair), pair).words(len(in_view(st, self.targets)))

    @staticmethod
    @builds("A12.34")
    def unknown_firers(facts: ToHitFacts) -> tuple[int, ...]:
        """Who fires from under a "?" or in hiding: no more of his shot is told than its dice, its target and effect."""
        return (facts.unit.id,) if facts.unit.concealed else ()

    def told_with_supply(self, st: State, pair: tuple[int, int], hits: str) -> str:
        """The outcome in words, with what it says of the ammunition."""
        assert self.action.ordnance is not None
        ammo = self.action.ordnance.ammo
        match self.supply(st, pair):
            case Supply.NONE:
                return f"has no {ammo}"
            case Supply.LAST:
                return f"{hits}, the last {ammo}"
        return hits

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The shot; a weapon that never had its ammunition has not fired, unless the DR breaks it down (C8.9)."""
        pair = (faces[0], faces[1])
        if self.supply(st, pair) is not Supply.NONE:
            return super().rolled(st, faces)
        facts = self.facts(st)
        broken = malfunctions(facts, pair)
        marks = self._marks(st, facts, pair) if broken is not None else ()
        frames = () if broken is None else (broken,)
        low = low_ammo(facts, pair)
        return Do(events=(self.dice(st, pair), *marks, *low, self._gone(st)), push=frames)

    def _gone(self, st: State) -> Event:
        ledger, shot = self.ledger(st), self.action.ordnance
        assert shot is not None
        return AmmunitionDepleted(weapon=ledger.facts.weapon.id, ammo=shot.ammo)

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """Nothing where it misses everybody or has not the ammunition; else the dice to come decide."""
        if self.supply(st, pair) is Supply.NONE:
            return (Outcome(self.targets, sum(pair), FireResult("NONE")),)
        found = decided(self.ledger(st), pair)
        return (Outcome(self.targets, sum(pair), FireResult("NONE")),) if found.kind is HitKind.MISS else ()

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The effect on whom it hits, where no further dr decides how."""
        ledger, left = self.ledger(st), self.supply(st, pair)
        if left is Supply.NONE:
            return (), ()
        found, hulls = decided(ledger, pair), hulls_hit(st, self.action, self.phase, pair)
        guns = guns_hit(st, self.action, self.phase, pair)
        if found.kind is HitKind.MISS and not hulls and not guns:
            return self.aimed(st, left), ()
        frame = strike(st, ledger, found, pair, hulls, guns)
        closing = self._closing(found.units) if found.kind is not HitKind.MISS else ()
        if isinstance(frame, HitCheck) and found.kind is HitKind.CHECK:
            frame = replace(frame, leaves=self._residual(st, pair), closing=closing)
            closing = ()
        return self.aimed(st, left), (*closing, frame)

    def _closing(self, hit: tuple[int, ...]) -> tuple[ClosingIn, ...]:
        """What a hit adds to Encirclement, before it takes effect."""
        if not self.ring:
            return ()
        return (ClosingIn(self.action.firers[0].unit, hit, self.action.target, self.ring),)

    def aimed(self, st: State, left: Supply) -> tuple[Event, ...]:
        """What a shot does to its weapon, hit or miss: turned, a target acquired, the last shell gone."""
        ledger, shot = self.ledger(st), self.action.ordnance
        assert shot is not None
        turned = laid_for(st, ledger.facts, shot.facing)
        gone = (self._gone(st),) if left is Supply.LAST else ()
        return (*turned, *gained(ledger.facts), *gone)

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Residual FP, the backblast of a desperate shot, and what it acquires by taking its "?"."""
        facts = self.ledger(st).facts
        shown = (AcquireShown(facts.weapon.id, self.targets, facts.attack.target),) if acquires_shown(facts) else ()
        hit = decided(self.ledger(st), pair).kind in (HitKind.HIT, HitKind.CRITICAL)
        return (*self.blast(st, pair), *(self._residual(st, pair) if hit else ()), *shown)

    @builds("C13.81", "C13.81a")
    def blast(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """An attack on all in the firer's Location, whose DR is the colored die."""
        shot, facts = self.action.ordnance, self.ledger(st).facts
        if shot is None or not shot.desperate:
            return ()
        loc = facts.unit.loc
        return (BackblastFrame(tuple(unit.id for unit in st.at(loc)), loc, Backblast(facts.unit.side, 1), pair[1]),)

    @builds("A8.2", "A8.25")
    def _residual(self, st: State, pair: tuple[int, int]) -> tuple[LeaveResidual, ...]:
        """Residual FP of a hit at movers, but for Intensive Fire."""
        ledger = self.ledger(st)
        facts, found = ledger.facts, decided(ledger, pair)
        if not facts.attack.moving or facts.part.marked or not leaves_residual(facts):
            return ()
        shell = shell_of(facts)
        fp = max(map(shell.doubled, found.critical)) if found.kind is HitKind.CRITICAL else shell.fp
        return (self.residual_of(st, pair, fp),)

    def residual_of(self, st: State, pair: tuple[int, int], fp: int) -> LeaveResidual:
        """What a hit with so much FP leaves; where the rate is kept, only if that is given up (A8.23)."""
        ledger = self.ledger(st)
        facts, attack, weapon = ledger.facts, ledger.facts.attack, ledger.facts.weapon.id
        rated = (weapon,) if keeps_rate(attack, facts.part, pair) else ()
        outside = columns_lost(facts, ledger.drm)
        parts = ((weapon, fp * UNIT),)
        return LeaveResidual(attack.target, attack.side, parts, rated, 0, outside, misses_the_bed(attack))

    def title(self, st: State) -> str:
        """The shot in the breadcrumb."""
        ledger = self._public_ledger(st)
        return f"shot ({ledger.needs()}) at {st.world.map.place_name(self.action.target)}"


@builds("A7.7")
class ClosingIn(Frame, frozen=True):
    """A hit by ordnance counts towards Encirclement of whom it hits; with it the counter is there before the effect."""

    firer: int
    targets: tuple[int, ...]
    loc: int
    ways: tuple[Way, ...]

    def ask(self, st: State) -> Do:
        """It counts."""
        return Do(events=hit_events(st, self.firer, self.targets, self.loc, self.ways))


@builds("C13.81")
class BackblastFrame(Frame, frozen=True):
    """A backblast takes effect by the colored die of the shot that made it, on those who are there still."""

    targets: tuple[int, ...]
    loc: int
    source: Backblast
    face: int

    def ask(self, st: State) -> Do:
        """The result, told as an attack."""
        here = tuple(unit for unit in self.targets if st.units[unit].loc == self.loc)
        if not here:
            return Do()
        ledger, pair = effect_ledger(st, self.source, self.loc, here), (0, self.face)
        events, frames = take_effect(st, ledger, pair)
        [found] = outcomes(ledger, pair)
        place = st.world.map.place_name(self.loc)
        told = Announced(
            text=f"Backblast at {place}, {self.face}: {found.result}",
            rule="C13.81",
            side=self.source.side,
            kind="fire",
            subjects=in_view(st, here),
            locs=(self.loc,),
        )
        return Do(events=(told, *events), push=frames)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "backblast"


def laid_for(st: State, facts: ToHitFacts, facing: int) -> tuple[Event, ...]:
    """The weapon turned for its shot, a vehicle's with its turret or hull."""
    unit, weapon = facts.unit, facts.weapon
    if isinstance(unit, Vehicle):
        return laid_events(st, unit, (weapon,), facing, hull=facts.attack.hull)
    return () if facing in (-1, weapon.facing) else (WeaponTurned(weapon=weapon.id, facing=facing),)


def strike(
    st: State,
    ledger: ToHitLedger,
    hit: Hit,
    pair: tuple[int, int],
    hulls: tuple[Hull, ...] = (),
    guns: tuple[GunHit, ...] = (),
) -> Frame:
    """What follows a hit: a dr that tells how it hits, the choice of who suffers a Critical Hit, or its effect, also on
    vehicles and on Guns that nobody mans.
    """
    if hit.kind is not HitKind.CHECK:  # no dr of its own tells that there is a vehicle under a "?"
        hulls = tuple(replace(one, perhaps=0) if st.vehicles[one.vehicle].concealed else one for one in hulls)
    loc, shell = ledger.facts.attack.target, replace(shell_of(ledger.facts), hulls=hulls, guns=guns)
    twice = pair[0] == pair[1] and hits_twice(ledger.facts)
    if hit.kind is not HitKind.CHECK and any(hull.perhaps for hull in hulls):
        men = SURE if hit.kind is HitKind.CRITICAL else 0
        return HitCheck(hit.units, loc, shell, men, SURE, twice, may=hit.critical)
    if hit.kind is HitKind.MISS:
        worse = any(gun.critical for gun in guns) or any(hull.critical for hull in hulls)
        again = twice and (guns or hulls) and not worse
        return MultipleHits((), loc, shell) if again else _ordinary(st, (), loc, shell)
    if hit.kind is HitKind.HIT:
        return MultipleHits(hit.units, loc, shell) if twice else _ordinary(st, hit.units, loc, shell)
    if hit.kind is HitKind.CRITICAL:
        return _critical(st, hit.units, loc, shell, hit.critical)
    return HitCheck(hit.units, loc, shell, hit.critical_at, hit.hits_at, twice and hit.hits_at == SURE)


def effect_of(st: State, units: tuple[int, ...], loc: int, shell: Shell) -> Effect | OneStruck:
    """The effect of a shell that was aimed at a Location on whom it hits there, and in others of the hex."""
    return OneStruck(units, loc, shell) if shell.lone and len(units) > 1 else whole_effect(st, units, loc, shell)


def whole_effect(st: State, units: tuple[int, ...], loc: int, shell: Shell) -> Effect:
    """The effect of a shell on all of those."""
    kind = HexEffect if any(unit.loc != loc for unit in under_fire(st, units)) else Effect
    return kind(units, loc, shell)


def _ordinary(st: State, units: tuple[int, ...], loc: int, shell: Shell) -> Frame:
    """A hit that is critical to none of the men, if to a vehicle."""
    return _critical(st, units, loc, shell, ()) if len(rivals(shell)) > 1 else effect_of(st, units, loc, shell)


def _critical(st: State, units: tuple[int, ...], loc: int, shell: Shell, may: tuple[int, ...]) -> Frame:
    """A Critical Hit on one of those who may suffer it, men and vehicles."""
    may = with_masks(st, may, moving=shell.movers)
    every = tuple(dict.fromkeys((*may, *rivals(shell))))  # the "?" of a vehicle goes by the vehicle's id
    if len(every) == 1:
        return effect_of(st, units, loc, replace(shell, critical=may))
    return CriticalHit(units, loc, shell, every)


def rivals(shell: Shell) -> tuple[int, ...]:
    """The vehicles that may suffer the Critical Hit."""
    return tuple(hull.vehicle for hull in shell.hulls if hull.critical)


@builds("C3.6", "C3.7")
class HitCheck(Frame, frozen=True):
    """A dr that tells what kind of hit an Original 2 is: Critical up to ``critical_at``, ordinary up to ``hits_at``, a
    miss above; ``twice``: an ordinary one makes two hits; ``may``: who of the targets may suffer a Critical Hit, where
    not all may. Vehicles have a highest dr of their own. ``leaves`` is the Residual FP of an ordinary one,
    ``closing`` what a hit adds to Encirclement.
    """

    targets: tuple[int, ...]
    loc: int
    shell: Shell
    critical_at: int
    hits_at: int
    twice: bool = False
    leaves: tuple[LeaveResidual, ...] = ()
    closing: tuple[ClosingIn, ...] = ()
    may: tuple[int, ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """The Location in which it takes effect."""
        return (self.loc,)

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """Nothing where it misses after all; else the dice to come decide."""
        return (Outcome(self.targets, 0, FireResult("NONE")),) if pair[0] > self.hits_at else ()

    def ask(self, st: State) -> Roll:
        """The dr."""
        return Roll(ONE_DIE, "kind of hit", "C3.6", self.shell.side, in_view(st, self.targets))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """A Critical Hit, an ordinary one, or none."""
        [face] = faces
        hulls = tuple(replace(one, critical=one.critical or face <= one.perhaps) for one in self.shell.hulls)
        most = max((self.critical_at, *(one.perhaps for one in hulls)))
        words = "Critical Hit" if face <= most else "hit" if face <= self.hits_at else "miss"
        shell, told = replace(self.shell, hulls=hulls), thrown(self.ask(st), faces, words)
        if face > self.hits_at:
            return Do(events=(told,))
        if face > self.critical_at:
            once = _ordinary(st, self.targets, self.loc, shell)
            found = MultipleHits(self.targets, self.loc, shell) if self.twice and not rivals(shell) else once
            return Do(events=(told,), push=(*self.closing, found, *self.leaves))
        struck = _critical(st, self.targets, self.loc, shell, self.may or self.targets)
        return Do(events=(told,), push=(*self.closing, struck, *self._of_critical()))

    @builds("A8.2")
    def _of_critical(self) -> tuple[Frame, ...]:
        """The Residual FP of a Critical Hit."""
        fp = max(map(self.shell.doubled, self.targets), default=0) * UNIT
        return tuple(replace(one, parts=tuple((weapon, fp) for weapon, _ in one.parts)) for one in self.leaves)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "kind of hit"


@builds("C3.8", "C3.8c")
class MultipleHits(Frame, frozen=True):
    """Two hits of one shot: of two Effects DR the firer keeps the better, which is the lower one. ``first`` is the
    first DR, once it is thrown.
    """

    targets: tuple[int, ...]
    loc: int
    shell: Shell
    first: tuple[int, ...] = ()

    @property
    def effect(self) -> Effect:
        """The effect of the DR that is kept."""
        return Effect(self.targets, self.loc, self.shell)

    def ask(self, st: State) -> Roll:
        """Each of the DR."""
        where = f"hit {2 if self.first else 1} of two at {st.world.map.place_name(self.loc)}"
        return Roll(TWO_DICE, where, "C3.8", self.shell.side, in_view(st, self.targets))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The other DR, then the effect of the lower one."""
        told = thrown(self.ask(st), faces, "")
        if not self.first:
            return Do(events=(told,), then=replace(self, first=faces))
        kept = self.effect.rolled(st, min(self.first, faces, key=sum))
        called = called_by(st, self.shell.side, max(self.first, faces, key=sum))
        return Do(events=(told, *called, *kept.events), push=kept.push)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Multiple Hits"


@builds("C13.31", "C13.31g")
class OneStruck(Frame, frozen=True):
    """A hit of a Panzerfaust falls on one of those who are hit, by Random Selection."""

    targets: tuple[int, ...]
    loc: int
    shell: Shell

    def ask(self, st: State) -> Do:
        """Select him."""
        every = with_masks(st, self.targets, moving=self.shell.movers)
        chosen = RandomSelection(every, 1, "who is struck", "C13.31", self.shell.side)
        return Do(then=self, push=(chosen,))

    def resumed(self, st: State, value: Any) -> Do:
        """The effect on the chosen."""
        chosen: tuple[int, ...] = value
        return Do(push=(effect_of(st, chosen, self.loc, replace(self.shell, lone=False)),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "who is struck"


@builds("C3.74", "C3.74a", "C3.74c")
class CriticalHit(Frame, frozen=True):
    """A Critical Hit that several targets may suffer, vehicles among them: Random Selection says in which of their
    Locations it falls, then which of them there.

    ``open`` are the Locations in which it is still to be said, None before they are chosen.
    """

    targets: tuple[int, ...]
    loc: int
    shell: Shell
    may: tuple[int, ...]
    open: tuple[int, ...] | None = None

    def _there(self, st: State, loc: int) -> tuple[int, ...]:
        return tuple(one for one in self.may if st.fighter(one).loc == loc)

    def ask(self, st: State) -> Do:
        """Select a Location, then a target in it."""
        if self.open is None:
            locs = dict.fromkeys(st.fighter(one).loc for one in self.may)
            first = tuple(self._there(st, loc)[0] for loc in locs)
            return Do(then=self, push=(self._selection(first, "Location of the Critical Hit"),))
        return Do(then=self, push=(self._selection(self._there(st, self.open[0]), "Critical Hit"),))

    def _selection(self, units: tuple[int, ...], words: str) -> RandomSelection:
        return RandomSelection(units, 1, words, "C3.74", self.shell.side)

    def resumed(self, st: State, value: Any) -> Do:
        """On to the next Location; in the end the effect, critical for the chosen."""
        chosen: tuple[int, ...] = value
        if self.open is None:
            return Do(then=replace(self, open=tuple(st.fighter(one).loc for one in chosen)))
        shell = replace(self.shell, critical=(*self.shell.critical, *chosen))
        if len(self.open) > 1:
            return Do(then=replace(self, shell=shell, open=self.open[1:]))
        hulls = tuple(replace(hull, critical=hull.vehicle in shell.critical) for hull in shell.hulls)
        critical = tuple(one for one in shell.critical if one in st.units or st.vehicles[one].concealed)
        shell = replace(shell, critical=critical, hulls=hulls)
        struck = critical if shell.lone else tuple(dict.fromkeys((*self.targets, *critical)))
        return Do(push=(effect_of(st, struck, self.loc, replace(shell, lone=False)),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Critical Hit"
