"""CC Reaction Fire in the window over a vehicle's MP: the PAATC, the attack, the fire counters (D7.2)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import CloseCombat
from goodorder.core.events import (
    Announced,
    ConcealmentLost,
    Event,
    Tried,
    UnitFired,
    WeaponForfeited,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, branch
from goodorder.core.state import FIRST, ON_MAP, SUBSEQUENT, FireMark, State
from goodorder.rules.a11_close_combat.attack import NOBODY
from goodorder.rules.d_vehicles.reaction import must_dare, reacted, reacting_groups, reactors
from goodorder.rules.facts.attack_facts import part_occasion
from goodorder.rules.facts.units import name, names
from goodorder.rules.registry import builds

from .cc_resolution import CombatAttack, CombatResolution
from .cc_vehicle_menu import vehicle_leaves
from .paatc import TankCheck
from .street_strike import goes_back, goes_out, guns_of, still_able, sweeps, swept


@builds("D7.2", "D7.21", "D7.21b", "D7.21c", "D7.213", "D7.213b", "D7.213.EX1", "SK3.RF.1", "SK3.RF.2")
class ReactionFire(Frame, frozen=True):
    """One CC Reaction Fire attack: who needs it dares first, and where he fails nobody attacks; then the dice, then the
    fire counters. ``fought`` once the dice are thrown. Who strikes out of a house through Residual FP is in the
    vehicle's Location while it lasts: ``home`` is that house then, ``guns`` are the Guns left there (weapon, unit).
    """

    action: CloseCombat
    left: tuple[int, ...]
    failed: bool = False
    fought: bool = False
    home: int = -1
    guns: tuple[tuple[int, int], ...] = ()
    back: bool = False

    def ask(self, st: State) -> Do:
        """The next check, the attack, or its counters."""
        if self.failed:
            return Do()
        if self.left:
            return Do(then=self, push=(TankCheck(self.left[0], self.action.defenders[0]),))
        if self.back:
            return Do()
        if not self.fought:
            return self._attack(st) if self.home >= 0 or not self._out(st) else self._go(st)
        if self.home < 0:
            return Do(events=self._marks(st))
        return self._return(st)

    def _out(self, st: State) -> bool:
        """Whether what lies there attacks who strikes out of another Location."""
        home, there = st.units[self.action.attackers[0]].loc, st.vehicles[self.action.defenders[0]].loc
        return home != there and swept(st, home, there)

    @builds("D7.211", "D7.211a")
    def _go(self, st: State) -> Do:
        """Into the vehicle's Location, where Residual FP meets them."""
        units, there = self.action.attackers, st.vehicles[self.action.defenders[0]].loc
        home, guns = st.units[units[0]].loc, guns_of(st, units)
        then = replace(self, home=home, guns=guns)
        return Do(events=goes_out(st, units, there), then=then, push=(Swept(units, there),))

    @builds("D7.211", "A11.8")
    def _return(self, st: State) -> Do:
        """The counters, and back into the house with those who are neither broken nor pinned."""
        there = st.vehicles[self.action.defenders[0]].loc
        units = still_able(st, self.action.attackers, there)
        events = (*self._marks(st), *goes_back(st, units, self.home, self.guns))
        return Do(events=events, then=replace(self, back=True), push=(Swept(units, self.home),) if units else ())

    def _attack(self, st: State) -> Do:
        vehicle, units, leader = st.vehicles[self.action.defenders[0]], self.action.attackers, self.action.leader
        side = st.units[units[0]].side
        if self.home >= 0:
            units = still_able(st, units, vehicle.loc)
            leader = leader if leader in units and len(units) > 1 else 0
        if not units:
            return Do(then=replace(self, fought=True))
        atmm = self.action.atmm if self.action.atmm in units else 0
        attack = CombatAttack(side, units, self.action.defenders, leader, loc=vehicle.loc, atmm=atmm)
        ledger = attack.ledger(st, NOBODY)
        verb = "attack" if len(units) > 1 else "attacks"
        told = Announced(
            text=f"{names(st, units)} {verb} {name(st, vehicle)} by Reaction Fire: {ledger.odds}",
            rule="D7.21",
            side=side,
            kind="cc",
            subjects=(*units, vehicle.id),
            locs=(vehicle.loc,),
            lines=(*ledger.fp_lines(), *ledger.drm.lines()),
        )
        shown = tuple(ConcealmentLost(unit=unit, rule="D7.21") for unit in units if st.units[unit].concealed)
        resolution = CombatResolution(vehicle.loc, (attack,), slips=False)
        return Do(events=(told, *shown), then=replace(self, fought=True), push=(resolution,))

    def _marks(self, st: State) -> tuple[Event, ...]:
        """First or Final Fire counters on the attackers and all that they possess, and that they have reacted."""
        vehicle = st.vehicles[self.action.defenders[0]]
        step = len(st.trail(vehicle.id).steps)
        events: list[Event] = []
        for unit in self.action.attackers:
            occasion = part_occasion(st, st.units[unit], None, "MPh")
            if st.units[unit].place != ON_MAP or occasion is None:
                continue
            final = occasion[0] == SUBSEQUENT
            shot = FireMark(SUBSEQUENT if final else FIRST, vehicle.loc, (vehicle.id,), step, final=final)
            events.append(UnitFired(unit=unit, shot=shot))
            lost = replace(shot, spent=True)
            events += [WeaponForfeited(weapon=weapon.id, shot=lost) for weapon in st.weapons_of(unit)]
            events.append(Tried(unit=unit, note=reacted(st, vehicle)))
        return tuple(events)

    def resumed(self, st: State, value: object) -> Do:
        """After a check: one that fails ends it; after the dice: the counters."""
        if self.fought or self.home >= 0:
            return Do(then=self)
        return Do(then=replace(self, left=self.left[1:], failed=value is not True))

    def title(self, st: State) -> str:
        """The attack in the breadcrumb."""
        return f"Reaction Fire at {name(st, st.vehicles[self.action.defenders[0]])}"


@builds("D7.211", "A8.2", "D7.211a")
class Swept(Frame, frozen=True):
    """What lies in a Location attacks those who strike out of a house, as they come there."""

    units: tuple[int, ...]
    loc: int

    def ask(self, st: State) -> Do:
        """The attacks."""
        events, frames = sweeps(st, self.units, self.loc)
        return Do(events=events, push=frames)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Street Fighting"


def reaction_frame(st: State, action: CloseCombat) -> ReactionFire:
    """The frame of a declared attack."""
    return ReactionFire(action, must_dare(st, action.attackers, st.vehicles[action.defenders[0]]))


def can_react(st: State, touched: tuple[int, ...]) -> bool:
    """Whether anybody may attack one of the vehicles that have just spent MP."""
    return any(reactors(st, st.vehicles[one]) for one in touched if not st.vehicles[one].wreck)


def reaction_entries(st: State, touched: tuple[int, ...]) -> list[Entry]:
    """A branch for each vehicle that somebody may attack so."""
    entries: list[Entry] = []
    for number in touched:
        vehicle = st.vehicles[number]
        if vehicle.wreck or not reactors(st, vehicle):
            continue

        def leaves(at: int = number) -> list[Entry]:
            here = st.vehicles[at]
            return vehicle_leaves(st, reacting_groups(st, here), here, NOBODY, rule="D7.21")

        entries.append(
            branch(f"react{number}", f"Reaction Fire at {name(st, vehicle)}", leaves, kind="unit", unit=number)
        )
    return entries
