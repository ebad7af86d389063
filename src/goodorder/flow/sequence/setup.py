"""Set-up: a side places its units in its areas, or takes a ready-made set-up (A2.9, A5.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Action, Commission, Deploy, Done, Face, Give, Handle, Hide, Place, TakeSetup, TurnGun
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import (
    ControlSeen,
    ControlTaken,
    CrestChanged,
    EmplacementChosen,
    Event,
    UnitHides,
    UnitPlaced,
    VehiclePlaced,
    WeaponConverted,
    WeaponTaken,
    WeaponTurned,
)
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, InARow, Late, Menu, branch, leaf
from goodorder.core.state import NOBODY, NOWHERE, ON_MAP, UNPLACED, Fighter, State, Unit, Vehicle
from goodorder.core.view import is_hidden, may_hide
from goodorder.data.hexarea import in_any, split_name
from goodorder.data.scenario import Placement, Setup
from goodorder.rules.a01_deploy import FREE_DEPLOY, free_deploy_refusal
from goodorder.rules.a04_movement.costs import crest_word_refusal
from goodorder.rules.a05_stacking import within_limits
from goodorder.rules.a09_weapons.handling import DISMANTLE
from goodorder.rules.a12_concealment.gain import hides_at_setup
from goodorder.rules.a12_concealment.guns import gun_hide_refusal
from goodorder.rules.a12_concealment.setup import found_out, hide_refusal, masks, stray
from goodorder.rules.a25_nations.commissars import commissions, stands_for
from goodorder.rules.a26_control import REFEREE, with_buildings
from goodorder.rules.b_terrain.depressions import crest_refusal
from goodorder.rules.c_ordnance.setup import (
    EMPLACE,
    EMPLACINGS,
    stand_at_setup_refusal,
    turn_at_setup_refusal,
    unturned,
)
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import is_dummy, name, utype
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ..rally.deploy import free_deploy, free_deploy_entries, free_deployers
from .commissars import commissar_choice, exchanged
from .setup_areas import TO_BE_PLACED, any_setup_unit, setup_hexes, setup_units
from .setup_vehicles import (
    face_refusal,
    faced,
    setup_vehicles,
    vehicle_entries,
    vehicle_place_refusal,
)
from .setup_weapons import give_refusal, handle_refusal, weapon_entries


@builds("A2.9", "A5.1")
def place_refusal(st: State, side: int, unit: Unit | None, loc: int, crest: int = -1) -> Refusal | None:
    """Why a unit may not set up in a Location, or None: its area, no enemy, never overstacked (A5.1)."""
    if unit is None or unit.side != side or unit.enters or unit.place not in TO_BE_PLACED:
        return Refusal("A2.9", "not a unit that this side sets up")
    if loc == NOWHERE:
        return None if unit.place == ON_MAP else Refusal("A2.9", "it is not set up")
    if loc not in setup_hexes(st, unit):
        return Refusal("A2.9", "outside its set-up area")
    if any(enemy.side != side and not enemy.hidden for enemy in st.all_at(loc)):
        return Refusal("A2.9", "an enemy unit is set up there")
    if ((unit.hidden and gun_hide_refusal(st, unit) is not None) or is_dummy(unit)) and not hides_at_setup(st, loc):
        return Refusal("A12.3" if unit.hidden else "A12.12", "it sets up in Concealment Terrain only")
    if st.weapons_of(unit.id) and (closed := stand_at_setup_refusal(st, unit, loc)):
        return closed
    others = tuple(u for u in st.side_at(loc, side) if u.id != unit.id)
    if not within_limits(st, (*others, unit), loc):
        return Refusal("A5.1", "that would exceed the stacking limits")
    return crest_word_refusal(st, crest) or (crest_refusal(st, loc, crest) if crest >= 0 else None)


def deployed_here(st: State, side: int) -> bool:
    """Whether a side has Deployed a squad that sets up on the map."""
    return bool(st.trails) and any(st.trail(unit.id).noted(FREE_DEPLOY) for unit in setup_units(st, side))


def _room(st: State, side: int, unit: Unit, loc: int) -> bool:
    return place_refusal(st, side, unit, loc) is None


def _hiding(st: State, side: int) -> str:
    """What a side is told of hidden placement at its set-up: its own, and that the enemy's order of battle has some."""
    scenario = st.world.scenario
    if scenario is None:
        return ""
    groups = scenario.sides[side].on_board()
    squads = sum(group.hip for group in groups)
    found = [f"{group.name or group.id.replace('_', ' ')} sets up hidden (A12.3)" for group in groups if group.hidden]
    if squads:
        found.append(f"{squads} of your squads may set up hidden (A12.3)")
    if any(map(st.world.catalogue.is_gun, (id for group in groups for id in group.weapon_types()))):
        found += ["crews may set up hidden with their Guns (A12.34)"] if st.world.has_secrets else []
    if may_hide(st, 1 - side):
        found.append("the enemy may have hidden units (A12.3)")
    return "".join(f"; {words}" for words in found)


@builds("A2.9")
class SetUp(Frame, frozen=True):
    """One side sets up; it may change everything until it confirms.  First it is asked which leaders make way for
    Commissars, where any may; ``staffed``: that is over (A25.22).
    """

    side: int
    staffed: bool = False

    def ask(self, st: State) -> Choice | Do:
        """Which leaders make way for Commissars; then the next placement."""
        side = self.side
        if not (any_setup_unit(st, side) or setup_vehicles(st, side) or any(free_deployers(st, side))):
            return Do()
        asked = self._placing(st)
        return commissar_choice(st, side, asked.check) if self._staffing(st) else asked

    def _placing(self, st: State) -> Choice:
        """The next placement."""
        side = self.side

        def check(action: Action) -> Refusal | None:
            match action:
                case Done():
                    return self.missing(st)
                case Place(unit=unit, loc=loc) if unit in st.vehicles:
                    return vehicle_place_refusal(st, side, st.vehicles[unit], loc)
                case Face():
                    return face_refusal(st, side, action)
                case Place(unit=unit, loc=loc, crest=crest):
                    return place_refusal(st, side, st.units.get(unit), loc, crest)
                case Give(weapon=weapon, unit=unit):
                    return give_refusal(st, side, weapon, unit)
                case TurnGun(weapon=weapon, facing=facing):
                    return turn_at_setup_refusal(st, side, weapon, facing)
                case Handle():
                    return handle_refusal(st, side, action)
                case Deploy(unit=unit, leader=leader):
                    alone = None if not leader else Refusal("A2.9", "no leader is needed before play")
                    return alone or free_deploy_refusal(st, side, unit)
                case TakeSetup() if deployed_here(st, side):
                    return Refusal("A2.9", "a ready-made set-up is one of whole squads")
                case Hide(unit=unit, hidden=hidden):
                    if unit not in st.units or st.units[unit].side != side or st.units[unit].enters:
                        return Refusal("A2.9", "not a unit that this side sets up")
                    return hide_refusal(st, st.units[unit], hidden=hidden)
                case TakeSetup(name=which):
                    ready = any(setup.name == which for setup in self.ready(st))
                    return None if ready else Refusal("A2.9", f"there is no ready-made set-up {which!r}")
            return not_asked("A2.9", "only set-up now")

        menu = Menu(lambda: self.entries(st))

        def words() -> str:
            return f"{st.world.sides[side].short} set-up"

        return Choice(side, words, "A2.9", menu, check, lambda: f"Place every unit, then confirm{_hiding(st, side)}")

    def _staffing(self, st: State) -> bool:
        """Whether leaders may still make way for Commissars."""
        return not self.staffed and bool(commissions(st, self.side))

    def ready(self, st: State) -> tuple[Setup, ...]:
        """The scenario's ready-made set-ups for this side."""
        scenario = st.world.scenario
        return scenario.side(st.world.sides[self.side].id).setups if scenario else ()

    def missing(self, st: State) -> Refusal | None:
        """What still stands against confirming."""
        waiting: list[Fighter] = [u for u in setup_units(st, self.side) if u.place == UNPLACED and not is_dummy(u)]
        waiting += [vehicle for vehicle in setup_vehicles(st, self.side) if vehicle.place == UNPLACED]
        if waiting:
            return Refusal("A2.9", f"{len(waiting)} units are not set up yet")
        if (man := stray(st, self.side)) is not None:
            return Refusal("A12.3", f"{name(st, man)} hides by himself; a single man hides with a hidden MMC")
        if (refusal := found_out(st, self.side)) is not None:
            return refusal
        loose = [
            w
            for w in st.weapons.values()
            if w.side == self.side and not w.enters and not w.holder and w.place == UNPLACED
        ]
        if loose:
            return Refusal("A4.43", f"{len(loose)} weapons are not given to a unit yet")
        if any(vehicle.facing < 0 for vehicle in setup_vehicles(st, self.side)):
            return Refusal("D2.11", "some vehicles don't point along a hexspine yet")
        return unturned(st, self.side)

    def entries(self, st: State) -> Sequence[Entry]:
        """Ready-made set-ups, confirm, units with their hexes, weapons with their users."""
        own = setup_units(st, self.side)
        ready = () if deployed_here(st, self.side) else self.ready(st)
        untouched = bool(ready) and all(unit.place == UNPLACED for unit in own)
        found = [
            leaf(
                f"setup:{n}",
                f"Ready-made: {setup.name}",
                TakeSetup(setup.name),
                note=setup.text,
                primary=untouched and n == 0,
            )
            for n, setup in enumerate(ready)
        ]
        found.append(
            leaf(
                "pass",
                "Confirm the set-up",
                Done(),
                kind="pass",
                hotkey=" ",
                primary=True,
                alive=lambda: self.missing(st) is None,
            )
        )
        found.append(self._deploying(st))
        units = Late(len(own), lambda n: self._unit(st, own[n]))
        return InARow([found, units, self._vehicles(st) if st.vehicles else (), weapon_entries(st, self.side)])

    def _deploying(self, st: State) -> Entry:
        """The squads that may Deploy, where there are any."""
        return branch(
            "deploy",
            "Deploy a squad",
            partial(free_deploy_entries, st, self.side),
            alive=lambda: next(free_deployers(st, self.side), None) is not None,
            rule="A2.9",
        )

    def _unit(self, st: State, unit: Unit) -> Entry:
        """A unit with its hexes."""
        return branch(f"u{unit.id}", partial(name, st, unit), self._hexes(st, unit), kind="unit", unit=unit.id)

    def _vehicles(self, st: State) -> list[Entry]:
        """Vehicles with their hexes and facings."""
        found: list[Entry] = []
        for vehicle in setup_vehicles(st, self.side):
            called, below = partial(vehicle_name, st, vehicle), partial(vehicle_entries, st, vehicle)
            found.append(branch(f"v{vehicle.id}", called, below, kind="unit", unit=vehicle.id))
        return found

    def _hexes(self, st: State, unit: Unit) -> Callable[[], Sequence[Entry]]:
        def opened() -> Sequence[Entry]:
            locs = setup_hexes(st, unit)
            others: list[Entry] = []
            if unit.place == ON_MAP:
                others.append(leaf("off", "take off again", Place(unit.id, NOWHERE)))
            if hide_refusal(st, unit, hidden=not unit.hidden) is None:
                key, words = ("show", "no longer hidden") if unit.hidden else ("hide", "hide it where it is")
                others.append(leaf(key, words, Hide(unit.id, not unit.hidden), rule="A12.3"))

            def entry(number: int) -> Entry:
                return self._hex(st, unit, locs[number]) if number < len(locs) else others[number - len(locs)]

            return Late(len(locs) + len(others), entry)

        return opened

    def _hex(self, st: State, unit: Unit, loc: int) -> Entry:
        """A Location where a unit may be placed, or moved to."""
        return leaf(
            f"h:{st.world.map.word(loc)}",
            f"in {st.world.map.place_name(loc)}",
            Place(unit.id, loc),
            kind="hex",
            hex=loc,
            alive=partial(_room, st, self.side, unit, loc),
        )

    def chosen(self, st: State, action: Action) -> Do:
        """Exchange a leader, go on to the set-up; place, give, take a ready-made set-up, or confirm."""
        if isinstance(action, Commission):
            return Do(events=exchanged(st, action), then=self)
        if self._staffing(st):
            begun = replace(self, staffed=True)
            return Do(then=begun) if isinstance(action, Done) else begun.chosen(st, action)
        match action:
            case Place(unit=unit, loc=loc) if unit in st.vehicles:
                return Do(events=(VehiclePlaced(vehicle=unit, loc=loc),), then=self)
            case Face():
                return Do(events=faced(st, action), then=self)
            case Place(unit=unit, loc=loc, crest=crest):
                faces = (
                    (CrestChanged(unit=unit, crest=crest),) if crest >= 0 or st.units[unit].stance.crest >= 0 else ()
                )
                return Do(events=(UnitPlaced(unit=unit, loc=loc), *faces), then=self)
            case Give(weapon=weapon, unit=unit):
                return Do(events=(WeaponTaken(weapon=weapon, unit=unit),), then=self)
            case TurnGun(weapon=weapon, facing=facing):
                return Do(events=(WeaponTurned(weapon=weapon, facing=facing),), then=self)
            case Hide(unit=unit, hidden=hidden):
                return Do(events=(UnitHides(unit=unit, hidden=hidden),), then=self)
            case Handle(weapon=weapon, how=how) if how in EMPLACINGS:
                return Do(events=(EmplacementChosen(weapon=weapon, emplaced=how == EMPLACE),), then=self)
            case Handle(weapon=weapon, how=how):
                return Do(events=(WeaponConverted(weapon=weapon, dismantled=how == DISMANTLE),), then=self)
            case Deploy(unit=unit):
                return Do(events=free_deploy(st, unit), then=self)
            case TakeSetup(name=which):
                setup = next(s for s in self.ready(st) if s.name == which)
                return Do(events=self._take(st, setup), then=self)
        return Do(events=masks(st, self.side))

    def _take(self, st: State, setup: Setup) -> tuple[Event, ...]:
        events: list[Event] = []
        units = list(setup_units(st, self.side))
        events.extend(UnitPlaced(unit=u.id, loc=NOWHERE) for u in units if u.place == ON_MAP)
        chosen = (u for u in units if u.hidden and hide_refusal(st, u, hidden=False) is None)
        events.extend(UnitHides(unit=u.id, hidden=False) for u in chosen)
        weapons = [w for w in st.weapons.values() if w.side == self.side and not w.enters]
        vehicles = setup_vehicles(st, self.side)
        events.extend(VehiclePlaced(vehicle=one.id, loc=NOWHERE) for one in vehicles if one.place == ON_MAP)
        for placement in setup.placements:
            if st.world.catalogue.is_vehicle(placement.unit):
                events.extend(parked_by(st, vehicles, placement))
                continue
            unit = next(
                u
                for u in units
                if (placement.group is None or u.group == placement.group) and stands_for(st, u, placement.unit)
            )
            units.remove(unit)
            events.append(UnitPlaced(unit=unit.id, loc=st.world.map.words[placement.hex]))
            if placement.hidden:
                events.append(UnitHides(unit=unit.id, hidden=True))
            for type_id in placement.weapons:
                weapon = next(w for w in weapons if w.type == type_id)
                weapons.remove(weapon)
                events.append(WeaponTaken(weapon=weapon.id, unit=unit.id))
                if weapon.bare == placement.emplaced and st.world.catalogue.is_gun(type_id):
                    events.append(EmplacementChosen(weapon=weapon.id, emplaced=placement.emplaced))
                if placement.facing is not None and st.world.catalogue.is_gun(type_id):
                    events.append(WeaponTurned(weapon=weapon.id, facing=placement.facing))
        return tuple(events)

    def title(self, st: State) -> str:
        """Who sets up."""
        return f"Set-up: {st.world.sides[self.side].short}"


def parked_by(st: State, vehicles: list[Vehicle], placement: Placement) -> tuple[Event, ...]:
    """A vehicle as a ready-made set-up places it; it is taken out of the list."""
    of_type = (one for one in vehicles if one.type == placement.unit)
    vehicle = next(one for one in of_type if placement.group is None or one.group == placement.group)
    vehicles.remove(vehicle)
    turret = -1 if placement.turret is None else placement.turret
    facing = 0 if placement.facing is None else placement.facing
    faces = faced(st, Face(vehicle.id, facing, turret, vehicle.ce if placement.ce is None else placement.ce))
    return (VehiclePlaced(vehicle=vehicle.id, loc=st.world.map.words[placement.hex]), *faces)


@builds("A26.11")
class InitialControl(Frame, frozen=True):
    """Control at the start: where a side stands, what lies in its set-up areas only, and what the scenario says
    (A26.1).
    """

    def ask(self, st: State) -> Do:
        """Each Location once; what of it a side can't know is kept from it."""
        areas = [set[int]().union(*(setup_hexes(st, u) for u in setup_units(st, side))) for side in (0, 1)]
        whole = _initial(st, areas, REFEREE)
        events: list[Event] = [ControlTaken(loc=loc, side=side) for loc, side in sorted(whole.items(), key=_where)]
        for viewer in (0, 1):
            if not any(is_hidden(unit, viewer) for unit in st.units.values()):
                continue
            seen = _initial(st, areas, viewer)
            for key in sorted({**whole, **seen}):
                if (side := seen.get(key, NOBODY)) != whole.get(key, NOBODY):
                    events.append(ControlSeen(viewer=viewer, loc=key, side=side))
        return Do(events=tuple(events))


def _initial(st: State, areas: list[set[int]], viewer: int) -> dict[int, int]:
    """Control at the start as a side knows it, the scenario's word last."""
    control: dict[int, int] = {}
    for side in (0, 1):
        control.update(dict.fromkeys(sorted(areas[side] - areas[1 - side]), side))
    control.update(_whole_boards(st, areas[0], areas[1]))
    for loc, units in st.occupied().items():
        known = [unit for unit in units if viewer == REFEREE or not is_hidden(unit, viewer)]
        if any(utype(st, unit).mmc for unit in known):
            control[st.world.map.hex_at(loc)] = known[0].side
    scenario = st.world.scenario
    for rule in scenario.ssr if scenario else ():
        if rule.clause == "initial_control" and rule.side is not None:
            side = st.world.side_number(rule.side)
            control.update({h.index: side for h in map_now(st).hexes if in_any(rule.area, h.name)})
    return with_buildings(map_now(st), control)


def _whole_boards(st: State, first: set[int], second: set[int]) -> dict[int, int]:
    """Every hex of a board on which only one side may set up is that side's (A26.11)."""
    boards: dict[str, list[int]] = {}
    for place in map_now(st).hexes:
        boards.setdefault(split_name(place.name)[0], []).append(place.index)
    control: dict[int, int] = {}
    for locs in boards.values():
        here = (not first.isdisjoint(locs), not second.isdisjoint(locs))
        if here[0] != here[1]:
            control.update(dict.fromkeys(locs, 0 if here[0] else 1))
    return control


def _where(control: tuple[int, int]) -> tuple[bool, int]:
    """Locations in their order, then buildings."""
    return control[0] < 0, abs(control[0])
