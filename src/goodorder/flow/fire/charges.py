"""Demolition charges go off: those that were placed, one after the other, and those that are thrown (A23.4, A23.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from goodorder.core.actions import ThrowCharge
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Announced, DiceThrown, Event, UnitFired, WeaponRemoved
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import ADVANCING, FireMark, State, Unit, Weapon
from goodorder.data.charts import to_kill
from goodorder.rules.a23_charges import (
    Explosion,
    badly_placed,
    charges,
    dud_from,
    set_off,
    throw_refusal,
    thrown,
)
from goodorder.rules.a23_vehicles import (
    FULL,
    ChargeAim,
    Harm,
    aimed,
    bare_hull,
    came_with,
    charge_strike,
    harm,
    position_ledger,
)
from goodorder.rules.c_ordnance.vehicle_hits import aspect_of
from goodorder.rules.d_vehicles.aspect import Aspect
from goodorder.rules.d_vehicles.collateral import collateral_ledger
from goodorder.rules.d_vehicles.protection import levels_above, shut_in
from goodorder.rules.facts.attack_facts import OCCASIONS_OF
from goodorder.rules.facts.crews import manned
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.masks import all_at
from goodorder.rules.facts.special_arms import in_hand, special_arms
from goodorder.rules.facts.units import name
from goodorder.rules.facts.vehicles import is_afv, vehicle_name
from goodorder.rules.registry import builds

from ..shared.thrown import thrown as dice_thrown
from .effect import Effect, in_view
from .flames import BY_BLAST, told_flames
from .targets import Aim
from .to_kill import Collateral, ToKill

POSITIONS: dict[Harm, str] = {
    "aerial": "well placed",
    "armor": "placed",
    "riders": "badly placed, spares the AFV",
    "none": "far off, spares AFV and crew",
}


class Detonations(Frame, frozen=True):
    """The placed charges of a side go off."""

    standing: ClassVar[bool] = True
    side: int

    def ask(self, st: State) -> Do:
        """The next one."""
        due = charges(st, self.side)
        return Do(then=self, push=(going_off(st, st.weapons[due[0]]),)) if due else Do()

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "charges go off"


def going_off(st: State, weapon: Weapon) -> Detonation | ChargeAtVehicle:
    """A placed charge as it goes off: at the AFV that it was meant for, or at all in its Location."""
    charge = weapon.placed
    assert charge is not None
    if charge.vehicle:
        aim = aimed(st, charge, weapon.side)
        if aim is not None:
            return ChargeAtVehicle(weapon.id, charge.loc, aim, charge.dud, charge.unit)
        missed = badly_placed(st, charge.loc, -1, weapon.side, charge.vehicle)
        return Detonation(weapon.id, all_at(st, charge.loc), charge.loc, missed, charge.dud)
    targets = all_at(st, charge.loc)
    return Detonation(weapon.id, targets, charge.loc, set_off(st, weapon), charge.dud, charge.unit)


@builds("A23.2", "A23.2b")
def used(st: State, weapon: int, loc: int, unit: int) -> tuple[Event, ...]:
    """A DC is gone, and the unit that placed it (0: it is told already) has used it."""
    gone, user = WeaponRemoved(weapon=weapon, reason="A23.4"), st.units.get(unit)
    if user is None or user.loc < 0 or user.broken:
        return (gone,)
    return gone, UnitFired(unit=user.id, shot=FireMark(ADVANCING, loc, weapon=weapon))


@builds("A23.4", "A23.4a", "A23.2b")
class Detonation(Frame, frozen=True):
    """A DC goes off in a Location, unless it is a dud; ``then`` is what it does beside its thrower. ``unit`` placed it,
    0 where that is told already.
    """

    weapon: int
    targets: tuple[int, ...]
    loc: int
    source: Explosion
    dud: int
    unit: int = 0
    back: tuple[int, ...] = ()
    behind: int = -1
    backward: Explosion | None = None

    @property
    def effect(self) -> Effect:
        """Its attack."""
        return Effect(self.targets, self.loc, self.source)

    def ask(self, st: State) -> Roll | Do:
        """Its DR."""
        return self.effect.ask(st)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The attack, or a dud."""
        gone = used(st, self.weapon, self.loc, self.unit)
        if sum(faces) >= self.dud:
            return Do(events=(self._dud_dice(st, faces), *gone))
        found = self.effect.rolled(st, faces)
        after = (Effect(self.back, self.behind, self.backward),) if self.backward is not None else ()
        fire = told_flames(st, self.effect.ledger(st), (faces[0], faces[1]), BY_BLAST, "DC", "A23.41")
        return Do(events=(*found.events, *fire, *gone), push=(*found.push, *after))

    def _dud_dice(self, st: State, faces: tuple[int, ...]) -> DiceThrown:
        return DiceThrown(
            dice=TWO_DICE,
            faces=faces,
            purpose=f"DC at {st.world.map.place_name(self.loc)}",
            rule="A23.4",
            side=self.source.side,
            original=sum(faces),
            final=sum(faces),
            outcome="dud",
            subjects=in_view(st, self.targets),
        )

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return f"DC at {st.world.map.place_name(self.loc)}"


@builds("A23.5", "C7.346", "A23.5a", "C7.346a", "C7.346b", "A23.4a")
class ChargeAtVehicle(Frame, frozen=True):
    """A DC goes off at an AFV: the Position DR, then what that lets it strike; ``unit`` and what it does beside its
    thrower as in :class:`Detonation`.
    """

    weapon: int
    loc: int
    aim: ChargeAim
    dud: int
    unit: int = 0
    back: tuple[int, ...] = ()
    behind: int = -1
    backward: Explosion | None = None

    def ask(self, st: State) -> Roll:
        """The Position DR."""
        vehicle, charge = st.vehicles[self.aim.vehicle], to_kill().charge
        more = position_ledger(st, self.aim).total()
        need = f"{charge.aerial_up_to - more} or less is well placed, up to {charge.armor_up_to - more} strikes it"
        return Roll(TWO_DICE, f"DC Position, {vehicle_name(st, vehicle)}", "C7.346", self.aim.side, (), need)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """A dud, or what it strikes."""
        pair, roll, ledger = (faces[0], faces[1]), self.ask(st), position_ledger(st, self.aim)
        spent, found = used(st, self.weapon, self.loc, self.unit), harm(st, self.aim, sum(faces))
        dud = sum(faces) >= self.dud
        words = "dud" if dud else POSITIONS[found]
        told = dice_thrown(roll, faces, words, final=sum(faces) + ledger.total(), lines=ledger.lines())
        if dud:
            return Do(events=(told, *spent))
        after = (Effect(self.back, self.behind, self.backward),) if self.backward is not None else ()
        return Do(events=(told, *spent), push=(*self._strikes(st, found, aspect_of(pair)), *after))

    @builds("C7.346", "C7.346b", "C7.346e", "D.8Ab", "D.8Bd")
    def _strikes(self, st: State, found: Harm, aspect: Aspect) -> tuple[Frame, ...]:
        aim, vehicle = self.aim, st.vehicles[self.aim.vehicle]
        if found == "none":
            source = badly_placed(st, self.loc, aim.frm if aim.thrown else -1, aim.side, vehicle.id)
            if st.turn.phase == "MPh":
                came = came_with(st, vehicle)
                return (Effect(came, self.loc, source),) if came else ()
            return (Effect(all_at(st, self.loc), self.loc, source),)
        if found == "riders":
            return (OnCrew(vehicle.id, aim.side, levels_above(st, vehicle, aim.frm)),)
        strike = charge_strike(st, aim, aspect, found)
        if strike is not None:
            return (ToKill(strike),)
        bare = bare_hull(st, vehicle, aim.frm if aim.thrown else -1, 0, aspect)
        return (Effect((), self.loc, Explosion(aim.side, FULL, hulls=(bare,))),)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return f"DC at {vehicle_name(st, st.vehicles[self.aim.vehicle])}"


@builds("C7.346", "D.8", "C7.346b")
class OnCrew(Frame, frozen=True):
    """A DC that spares an AFV and not its exposed crew: a Specific Collateral Attack by a DR of its own."""

    vehicle: int
    side: int
    above: int = 0

    def ask(self, st: State) -> Roll | Do:
        """The DR, where the crew is exposed."""
        vehicle = st.vehicles[self.vehicle]
        spared = not manned(st, vehicle) or shut_in(vehicle)
        if spared or collateral_ledger(vehicle, shielded=True, above=self.above) is None:
            return Do()
        purpose = f"DC at the crew, {vehicle_name(st, vehicle)}"
        return Roll(TWO_DICE, purpose, "D.8", self.side)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Its result."""
        roll = self.ask(st)
        assert isinstance(roll, Roll)
        told = dice_thrown(roll, faces, "")
        return Do(events=(told,), push=(Collateral(self.vehicle, self.side, FULL, sum(faces), above=self.above),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Collateral Attack"


@builds("A23.6", "A23.6c")
def throw(st: State, phase: str, action: ThrowCharge, targets: tuple[int, ...]) -> Do:
    """A unit throws its DC: at movers in the MPh, else at all in the Location, and both sides beside the thrower."""
    unit, weapon = st.units[action.unit], st.weapons[action.weapon]
    struck = targets if phase == "MPh" else all_at(st, action.to)
    vehicle = st.vehicles.get(action.vehicle)
    if vehicle is not None and not is_afv(st, vehicle):
        struck = ()
    found = thrown(st, phase, action, struck)
    place = st.world.map.place_name(action.to)
    place = f"{vehicle_name(st, vehicle)} at {place}" if vehicle is not None else place
    told = Announced(
        text=f"{name(st, unit)} throws a DC at {place}",
        rule="A23.6",
        side=unit.side,
        kind="fire",
        subjects=(unit.id,),
        locs=(action.to,),
    )
    movers = (*struck, vehicle.id) if vehicle is not None else struck
    mark = FireMark(OCCASIONS_OF[phase][0], action.to, movers if phase == "MPh" else (), weapon=weapon.id)
    beside, dud = tuple(one.id for one in st.at(unit.loc)) if found.back else (), dud_from(st, unit, weapon)
    frame: Frame
    if found.aim is not None:
        frame = ChargeAtVehicle(weapon.id, action.to, found.aim, dud, 0, beside, unit.loc, found.back)
    else:
        frame = Detonation(weapon.id, struck, action.to, found.there, dud, 0, beside, unit.loc, found.back)
    return Do(events=(told, UnitFired(unit=unit.id, shot=mark)), push=(frame,))


class ThrowMenu:
    """The throws of one side's DC at ``targets`` in ``phase``."""

    def __init__(self, st: State, side: int, phase: str, targets: tuple[Aim, ...]) -> None:
        self.st = st
        self.side = side
        self.phase = phase
        self.targets = targets

    def _held(self) -> Iterator[tuple[Unit, Weapon]]:
        return in_hand(self.st, self.side, special_arms(self.st).charges)

    def _throws(self, unit: Unit, weapon: Weapon) -> Iterator[ThrowCharge]:
        for aim in self.targets:
            action = ThrowCharge(unit.id, weapon.id, aim.loc, aim.named)
            if throw_refusal(self.st, self.phase, action) is None:
                yield action

    def _can(self, unit: Unit, weapon: Weapon) -> bool:
        return next(self._throws(unit, weapon), None) is not None

    def any(self) -> bool:
        """Whether there is any."""
        return any(self._can(unit, weapon) for unit, weapon in self._held())

    def root(self) -> list[Entry]:
        """One branch for each DC."""
        return [
            branch(
                f"throw{weapon.id}",
                f"{name(self.st, unit)}: throw its DC",
                partial(self._leaves, unit, weapon),
                alive=partial(self._can, unit, weapon),
                kind="seldom",
                unit=unit.id,
                weapon=weapon.id,
                rule="A23.6",
            )
            for unit, weapon in self._held()
        ]

    def _leaves(self, unit: Unit, weapon: Weapon) -> list[Entry]:
        board = map_now(self.st)
        return [
            leaf(
                f"v{action.vehicle}" if action.vehicle else f"h:{board.word(action.to)}",
                f"at {self._where(action)}",
                action,
                kind="hex",
                confirm=True,
                hex=action.to,
            )
            for action in self._throws(unit, weapon)
        ]

    def _where(self, action: ThrowCharge) -> str:
        place = map_now(self.st).place_name(action.to)
        vehicle = self.st.vehicles.get(action.vehicle)
        return f"{vehicle_name(self.st, vehicle)}, {place}" if vehicle is not None else place
