"""A shot: who fires with what, at which place, on which occasion (A7.1, A7.9, A9.2, A9.7).

Its DR marks the firers, keeps or breaks their weapons and makes them cower.  What decides a hit lies between the shot
and its effect, and is a kind of shot's own: nothing for small arms (:mod:`.small_arms`), whose DR is that of
the effect.  The shot is announced by whoever pushes it; it is told its targets.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import EngineFault
from goodorder.core.events import (
    DiceThrown,
    Event,
    FireLaneRemoved,
    LeaderDirected,
    SpotterNamed,
    UnitFired,
    WeaponFired,
    WeaponForfeited,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.state import BOUNDING, PROTECTIVE, SUBSEQUENT, FireMark, State, Unit, Vehicle, Weapon
from goodorder.rules.a07_fire.attack import Outcome, cowerers
from goodorder.rules.a07_fire.group import expenditures, firer_keys
from goodorder.rules.a09_weapons.fire_lane import cancelled_by
from goodorder.rules.a12_concealment.guns import shown_by_dice, told_by_dice
from goodorder.rules.a19_shortage import may_run_out, runs_out
from goodorder.rules.c_ordnance.rate import ends_by_turning
from goodorder.rules.c_ordnance.smoke_rounds import fires_smoke
from goodorder.rules.d_vehicles.laying import leading, turn_drm, turret_drm
from goodorder.rules.facts.attack_facts import AttackFacts
from goodorder.rules.facts.firers import attack_facts, spotting
from goodorder.rules.facts.masks import under_fire
from goodorder.rules.facts.units import wtype
from goodorder.rules.facts.vehicles import in_hull, mount_facing
from goodorder.rules.registry import builds

from ..shared.momentary import offer_momentary_reveal
from ..shared.rate import keeps_rate, low_ammo, malfunctions
from ..shared.selection import RandomSelection
from .effect import in_view
from .own_check import OwnCheck


@builds("A7.3", "A.5a", "A.1b", "A.1d", "A.17a", "SK3.DR.7", "SK3.DR.8", "SK3.DFF.1")
class Shot(Frame, frozen=True):
    """Units fire at ``targets`` as ``action`` says, in a phase.

    A kind of shot says what its DR brings to the targets (``outcomes``, ``brings``), how it is told (``dice``), whether
    it cowers and what it leaves behind.
    """

    targets: tuple[int, ...]
    phase: str
    action: Fire

    @property
    def places(self) -> tuple[int, ...]:
        """The Locations that it is aimed at."""
        target, second = self.action.target, self.action.spray
        return tuple([loc for loc in (target, second) if loc >= 0]) if target < 0 or second >= 0 else (target,)

    def facts(self, st: State) -> AttackFacts:
        """The fire as the rules see it."""
        return attack_facts(st, self.action, under_fire(st, self.targets), self.phase)

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR as it is told."""
        raise EngineFault(f"{type(self).__name__} tells nothing of its DR")

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """What a DR does to the targets; nothing where dice to come decide it."""
        raise EngineFault(f"{type(self).__name__} decides nothing by its DR")

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """What a DR brings to the targets: events at once, then frames."""
        raise EngineFault(f"{type(self).__name__} brings nothing to its targets")

    def cowers(self, st: State, pair: tuple[int, int]) -> bool:
        """Whether a DR makes the firers cower (A7.9)."""
        return False

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """What a DR leaves in the Locations fired at once the effect is over: Residual FP, Fire Lanes."""
        return ()

    def ask(self, st: State) -> Roll | Do:
        """The shot's DR."""
        purpose = f"fire at {st.world.map.place_name(self.action.target)}"
        side = st.fighter(self.action.firers[0].unit).side
        return Roll(TWO_DICE, purpose, "A7.3", side, in_view(st, self.targets))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Mark the firers, then bring every consequence in its order."""
        pair = (faces[0], faces[1])
        facts = self.facts(st)
        events, effects = self.brings(st, pair)
        frames = [*self._revealed(st, facts, pair)]
        if broken := malfunctions(facts, pair):
            frames.append(broken)
        low = low_ammo(facts, pair)
        if self.cowers(st, pair):
            frames.append(self._cowering(facts))
        frames += [*effects, *self.leaves(st, pair), *self.own_check(facts, pair), *self._runs_out(st, facts, pair)]
        marks = (*self._marks(st, facts, pair), *low)
        # who shows himself by his fire takes a Disrupted target at once, after it has suffered the attack (A19.12)
        disrupted = facts.targets and any([unit.disrupted for unit in facts.targets])  # noqa: C419 - a list of few
        told = (*events, *marks) if disrupted else (*marks, *events)
        return Do(events=(self.dice(st, pair), *told), push=tuple(frames))

    def _revealed(self, st: State, facts: AttackFacts, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """The firers give themselves away to enemies nearby (A12.14), an Emplaced Gun by its dice (A12.34)."""
        if not _any_concealed(facts):
            return ()
        guns = tuple(part for part in facts.parts if told_by_dice(facts, part))
        by_dice = {unit.id for part in guns for unit in (part.unit, part.helper) if unit is not None}
        firers = [unit.id for unit in (*_in_order(facts), *facts.leaders) if isinstance(unit, Unit)]
        frames = offer_momentary_reveal(st, (unit for unit in firers if unit not in by_dice), "near")
        if not guns or (sight := shown_by_dice(pair[1])) is None:
            return frames
        return (*frames, *offer_momentary_reveal(st, (unit for unit in firers if unit in by_dice), sight))

    def _marks(self, st: State, facts: AttackFacts, pair: tuple[int, int]) -> list[Event]:
        """The fire counters of firers, weapons and directing leaders; lanes that their fire ends."""
        at = facts.targets if facts.vehicle is None else (facts.vehicle,)
        movers = tuple(u.id for u in at) if facts.moving else ()
        step = expenditures(facts.st, at) if facts.moving else 0
        loc, laying = self.action.target, self._laying()
        events: list[Event] = [FireLaneRemoved(weapon=weapon) for weapon in cancelled_by(st, self.action)]
        for part in facts.parts:
            unit, weapon = part.unit, part.weapon
            if weapon is None:
                events.append(UnitFired(unit=unit.id, shot=FireMark(part.occasion, loc, movers, step)))
                continue
            kept = keeps_rate(facts, part, pair) and weapon.id not in laying
            smoke = fires_smoke(self.action)
            told = pair[1] if told_by_dice(facts, part) else 0
            intense = self.action.ordnance is not None and (part.marked or ends_by_turning(facts, part))
            shot = FireMark(part.occasion, loc, movers, step, kept_rof=kept, final=intense, smoke=smoke, colored=told)
            if self.action.ordnance is not None and wtype(st, weapon).ift:
                shot = replace(shot, to_hit=True)
            if isinstance(unit, Vehicle):
                shot = self._by_vehicle(facts, unit, weapon, shot)
            events.append(WeaponFired(weapon=weapon.id, shot=shot))
            events.append(UnitFired(unit=unit.id, shot=replace(shot, weapon=weapon.id)))
            if part.helper is not None:
                events.append(UnitFired(unit=part.helper.id, shot=replace(shot, weapon=weapon.id)))
            if spotter := spotting(self.action):
                if weapon.spotter != spotter:
                    events.append(SpotterNamed(weapon=weapon.id, unit=spotter))
                seen = replace(shot, weapon=weapon.id, spotting=True)
                events.append(UnitFired(unit=spotter, shot=seen))
        again: set[int] = set()
        for part in facts.parts:
            if part.occasion in (SUBSEQUENT, PROTECTIVE):
                again.add(part.unit.id)
        for firer in self.action.firers:
            if firer.unit in again:
                events.extend(_all_final(st, firer.unit, loc))
        if facts.leaders:
            keys = tuple(sorted(firer_keys(self.action.firers)))
            events.extend(LeaderDirected(unit=u.id, firers=keys, occasion=facts.occasion) for u in facts.leaders)
        return events

    def _by_vehicle(self, facts: AttackFacts, vehicle: Vehicle, weapon: Weapon, shot: FireMark) -> FireMark:
        """The mark of a vehicle's weapon: what it paid to turn, whether it fired at nobody Known, and in its own MPh
        its own expenditures (D3.51).
        """
        action, st = self.action, facts.st
        seen = (*facts.targets, *((facts.vehicle,) if facts.vehicle is not None else ()))
        unseen = all(one.concealed or one.side == vehicle.side for one in seen)
        facing = action.facing if action.ordnance is None else action.ordnance.facing
        weapons = tuple(st.weapons[one] for one in action.firers[0].weapons)
        step = len(st.trail(vehicle.id).steps) if shot.occasion == BOUNDING else shot.step
        lead = leading(st, vehicle, weapons)
        if lead is not None and lead.id == weapon.id:
            paid = turn_drm(st, vehicle, weapons, facing, hull=action.hull)
        else:
            turns_on = not in_hull(st, vehicle, weapon) and mount_facing(st, vehicle, weapon) >= 0
            paid = turret_drm(st, vehicle, weapons, facing, action.target) if turns_on else 0
        return replace(shot, step=step, turned=paid, unseen=unseen, hull=action.hull)

    def _laying(self) -> set[int]:
        """Weapons that lay a Fire Lane by this shot."""
        return {lane.weapon for lane in self.action.lanes}

    def _cowering(self, facts: AttackFacts) -> Frame:
        units = tuple(u.id for u in sorted(cowerers(facts), key=lambda u: (u.loc, -u.order)))
        return Cowering(units, facts.occasion, self.action.target, facts.side)

    def own_check(self, facts: AttackFacts, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """The Morale Check of those who fired Final Protective Fire (A8.31)."""
        firing: set[int] = set()
        for part in facts.parts:
            if part.occasion == PROTECTIVE:
                firing.add(part.unit.id)
        if not firing:
            return ()
        firers = (firer for firer in self.action.firers if firer.unit in firing)
        own = tuple(unit for firer in firers for unit in (firer.unit, firer.helper) if unit)
        return (OwnCheck(own, self.action.leaders, pair),) if own else ()

    def _runs_out(self, st: State, facts: AttackFacts, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Ammunition Shortage of those who used their inherent FP (A19.131)."""
        inherent = tuple(part.unit for part in facts.parts if part.weapon is None)
        spent = may_run_out(st, facts.side, inherent, sum(pair))
        return (RunsOut(spent, facts.side),) if spent else ()


def _any_concealed(facts: AttackFacts) -> bool:
    """Whether anybody who fires or directs is under a "?"."""
    for part in facts.parts:
        if part.unit.concealed or (part.helper is not None and part.helper.concealed):
            return True
    for leader in facts.leaders:  # noqa: SIM110 - a plain loop, as above
        if leader.concealed:
            return True
    return False


def _in_order(facts: AttackFacts) -> list[Any]:
    return [unit for part in facts.parts for unit in (part.unit, part.helper) if unit is not None]


def _all_final(st: State, unit: int, loc: int) -> list[Event]:
    shot = FireMark(SUBSEQUENT, loc, final=True, spent=True)
    events: list[Event] = [UnitFired(unit=unit, shot=shot)]
    events.extend(WeaponForfeited(weapon=w.id, shot=shot) for w in st.weapons_of(unit))
    return events


@builds("A19.131")
class RunsOut(Frame, frozen=True):
    """After an attack with an Original 12 one of the MMC whose inherent FP it used is Replaced (A19.131)."""

    units: tuple[int, ...]
    side: int

    def ask(self, st: State) -> Do:
        """Select one."""
        return Do(then=self, push=(RandomSelection(self.units, 1, "Ammunition Shortage", "A19.131", self.side),))

    def resumed(self, st: State, value: Any) -> Do:
        """Replacement, or a break."""
        return Do(events=tuple(event for unit in value for event in runs_out(st, unit)))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Ammunition Shortage"


@builds("A7.9", "SK3.DR.1")
class Cowering(Frame, frozen=True):
    """Who of a Fire Group is marked by cowering: one by Random Selection, with all its weapons (A7.9)."""

    units: tuple[int, ...]
    occasion: str
    loc: int
    side: int

    def ask(self, st: State) -> Do:
        """Select the unit that loses its nerve."""
        return Do(then=self, push=(RandomSelection(self.units, 1, "cowering", "A7.9", self.side),))

    def resumed(self, st: State, value: Any) -> Do:
        """Prep or Final Fire counters on the chosen."""
        events: list[Event] = []
        for unit in value:
            shot = FireMark(self.occasion, self.loc, final=True, spent=True)
            events.append(UnitFired(unit=unit, shot=shot))
            events.extend(WeaponForfeited(weapon=w.id, shot=shot) for w in st.weapons_of(unit))
        return Do(events=tuple(events))
