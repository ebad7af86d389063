"""Gun Duels: the answer to an attack that was declared on a vehicle in its MPh, and who fires first (C2.2401)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Fire
from goodorder.core.dice import Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Announced, Event, Tried
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import OWN_MPH, State, Unit
from goodorder.rules.a07_fire.attack import attack_refusal
from goodorder.rules.c_ordnance.gun_duels import (
    able,
    answer_refusal,
    duel_total,
    duelled,
    has_duelled,
    is_void,
    under_mask,
)
from goodorder.rules.d_vehicles.firing import hull_turn_checks
from goodorder.rules.d_vehicles.movement import prep_refusal
from goodorder.rules.facts.masks import under_fire
from goodorder.rules.facts.units import name, names
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from .declared import AnyShot, shot_of
from .duel_turns import Stood, as_it_stood, turn_before, without_turn
from .fire_drafts import Draft
from .fire_menu import FireMenu
from .fire_phases import fire_refusal
from .ordnance_menu import OrdnanceMenu
from .targets import Aim, aim_of, aims
from .vehicle_menu import VehicleMenu


class Declared(Frame, frozen=True):
    """An attack that was declared at ``targets`` in a ``phase``, by a vehicle in its MPh or on one."""

    declared: Fire
    targets: tuple[int, ...]
    phase: str

    @property
    def vehicle(self) -> int:
        """The vehicle that moves."""
        return self.declared.firers[0].unit if self.phase == OWN_MPH else self.declared.vehicle

    def shot(self, st: State) -> AnyShot:
        """The attack."""
        return shot_of(st, self.targets, self.phase, self.declared)

    def still(self, st: State) -> Declared | None:
        """What is left of the attack where some who fire can no more; None where that is none."""
        left = able(st, self.declared)
        firers = tuple(firer for firer in self.declared.firers if firer.unit in left)
        leaders = tuple(one for one in self.declared.leaders if one in st.units and not st.units[one].broken)
        if not firers:
            return None
        locs = {st.fighter(firer.unit).loc for firer in firers}
        leaders = tuple(one for one in leaders if st.units[one].loc in locs)
        leaders = leaders if len(leaders) == len(locs) else ()
        there = tuple(one for one in self.targets if one in st.units and st.units[one].loc == self.declared.target)
        action = replace(self.declared, firers=firers, leaders=leaders)
        units = tuple(st.units[one] for one in there)
        refused = attack_refusal(st, action, units, self.phase)
        return Declared(action, there, self.phase) if refused is None else None


@builds("C2.2401", "C5.33", "C2.2401a", "C2.2401i", "C5.33c")
class GunDuel(Declared, frozen=True):
    """The other side may declare a Gun Duel against the attack, where it has a shot that comes first or at once."""

    def side(self, st: State) -> int:
        """Who may declare it."""
        return 1 - st.fighter(self.declared.firers[0].unit).side

    @property
    def reply(self) -> str:
        """What stands for the phase in the answer."""
        return "MPh" if self.phase == OWN_MPH else OWN_MPH

    def aims(self, st: State) -> tuple[Aim, ...]:
        """Whom the answer may be aimed at."""
        if self.phase == OWN_MPH:
            vehicle = st.vehicles[self.vehicle]
            return (Aim(vehicle.loc, (), vehicle),)
        locs = {st.fighter(firer.unit).loc for firer in self.declared.firers}
        return tuple(aim for aim in aims(st, self.side(st)) if aim.loc in locs and aim.gun is None)

    def again(self, st: State) -> bool:
        """Whether these two have fought one in this MPh."""
        others = (firer.unit for firer in self.declared.firers)
        return has_duelled(st, self.vehicle, others)

    def theirs(self, st: State) -> int:
        """The Gun Duel DRM of the attack that was declared."""
        units = under_fire(st, self.targets)
        return duel_total(st, self.declared, units, self.phase, again=self.again(st))

    def refusal(self, st: State, action: Fire, units: tuple[Unit, ...]) -> Refusal | None:
        """Why a shot that may be made is no answer, or None."""
        if self.phase == OWN_MPH and any(not self._fired_at(st, firer.unit) for firer in action.firers):
            return Refusal("C5.33", "who is fired at may answer before the vehicle moves")
        if under_mask(st, action):
            return Refusal("C2.2401", "who is concealed fights no Gun Duel")
        if hull_turn_checks(st, action, self.reply):
            return Refusal("C5.11", "its hull would have to turn after a Bog Check", also=("C2.2401",))
        mine = duel_total(st, action, units, self.reply, again=self.again(st))
        return answer_refusal(st, self.declared, action, mine, self.theirs(st))

    def _fired_at(self, st: State, unit: int) -> bool:
        declared = self.declared
        return st.fighter(unit).loc == declared.target and declared.vehicle in (0, unit)

    def _menus(self, st: State) -> tuple[_Groups | _Guns | _MachineGuns, ...]:
        found = self.aims(st)
        if not found:
            return ()
        side, only = self.side(st), self.vehicle if self.phase != OWN_MPH else 0
        if only and prep_refusal(st, st.vehicles[only]) is not None:
            return ()
        guns, machine_guns = _Guns(st, side, self.reply, found, only), _MachineGuns(st, side, self.reply, found, only)
        groups = _Groups(st, side, self.reply, found)
        menus: tuple[_Groups | _Guns | _MachineGuns, ...] = (
            (guns, machine_guns) if only else (groups, guns, machine_guns)
        )
        for menu in menus:
            menu.duel = self
        return menus

    def ask(self, st: State) -> Choice | Do:
        """Whether to declare it, where there is a shot for it; else the attack."""
        menus = self._menus(st)
        if not any(menu.any() for menu in menus):
            return self._attack(st)

        def entries() -> list[Entry]:
            found = [entry for menu in menus for entry in menu.root()]
            return [*found, leaf("pass", "No Gun Duel", Done(), kind="pass", hotkey=" ", primary=True)]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Fire):
                return not_asked("C2.2401", "a Gun Duel is declared by a shot, or none is")
            return self._check(st, action)

        who = names(st, tuple(f.unit for f in self.declared.firers if f.unit in st.units)) or vehicle_name(
            st, st.vehicles[self.declared.firers[0].unit]
        )
        return Choice(self.side(st), f"Gun Duel with {who}?", "C2.2401", Menu(entries), check, f"{self.theirs(st):+d}")

    def _check(self, st: State, action: Fire) -> Refusal | None:
        aim, side = aim_of(self.aims(st), action), self.side(st)
        if aim is None or (self.phase != OWN_MPH and action.firers[0].unit != self.vehicle):
            return Refusal("C2.2401", "a Gun Duel is with who has declared the attack")
        refused = fire_refusal(st, side, self.reply, FireMenu(st, side, self.reply, self.aims(st)), action)
        return refused or self.refusal(st, action, aim.units)

    def _attack(self, st: State) -> Do:
        return Do(push=(self.shot(st),))

    def chosen(self, st: State, action: Action) -> Do:
        """The attack as declared, or the two shots in their order."""
        if not isinstance(action, Fire):
            return self._attack(st)
        aim = aim_of(self.aims(st), action)
        assert aim is not None
        mine = duel_total(st, action, aim.units, self.reply, again=self.again(st))
        theirs = self.theirs(st)
        answer = Declared(action, aim.ids, self.reply)
        shot = answer.shot(st)
        events = (self._announced(st, action, mine, theirs), *self._noted(action), *shot.announce(st))
        declared = Declared(self.declared, self.targets, self.phase)
        if mine < theirs:
            return Do(events=events, push=(shot, Second(declared.declared, declared.targets, declared.phase)))
        defender = declared if self.phase != OWN_MPH else answer
        turned, stood = turn_before(st, defender.shot(st))
        tie = Tie(self.declared, self.targets, self.phase, action, aim.ids, self.reply, stood=stood)
        return Do(events=(*events, *turned), push=(tie,))

    def _noted(self, action: Fire) -> tuple[Event, ...]:
        other = self.declared if self.phase != OWN_MPH else action
        return tuple(Tried(unit=self.vehicle, note=note) for note in duelled(other))

    def _announced(self, st: State, action: Fire, mine: int, theirs: int) -> Event:
        who = name(st, st.fighter(action.firers[0].unit))
        how = "fires first" if mine < theirs else "the lower Final DR fires first"
        return Announced(
            text=f"Gun Duel of {who}: {mine:+d} to {theirs:+d}, {how}",
            rule="C2.2401",
            side=self.side(st),
            kind="fire",
            subjects=(action.firers[0].unit,) if action.firers[0].unit in st.units else (),
            locs=(action.target,),
        )

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Gun Duel"


@builds("C2.2401", "C2.2401c", "C2.2401f")
class Second(Declared, frozen=True):
    """The attack that comes second: made by those who still can, if any."""

    def ask(self, st: State) -> Do:
        """The shot, or that it is void."""
        left = None if is_void(st, self.declared) else self.still(st)
        if left is None:
            return Do(events=(_void(st, self.declared),))
        shot = left.shot(st)
        told = shot.announce(st) if left.declared != self.declared else ()
        return Do(events=told, push=(shot,))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Gun Duel, the second shot"


def _void(st: State, action: Fire) -> Event:
    place = st.world.map.place_name(action.target)
    side = st.fighter(action.firers[0].unit).side
    return Announced(text=f"Gun Duel: the shot at {place} is void", rule="C2.2401", side=side, kind="fire", locs=())


@builds("C2.2401", "C2.2401f", "C2.2401g", "C2.2401.EX1")
class Tie(Declared, frozen=True):
    """Both roll: the lower Final DR fires first, equal ones at once. ``answer`` is the other shot, ``faces`` the DR of
    the first once it is thrown; ``stood`` how the DEFENDER's weapon stood before it was turned for his.
    """

    answer: Fire
    answer_targets: tuple[int, ...]
    answer_phase: str
    faces: tuple[int, ...] = ()
    stood: Stood | None = None

    def _one(self) -> Entrant:
        return Entrant(self.declared, self.targets, self.phase, self.stood if self.phase != OWN_MPH else None)

    def _other(self) -> Entrant:
        stood = self.stood if self.answer_phase != OWN_MPH else None
        return Entrant(self.answer, self.answer_targets, self.answer_phase, stood)

    def ask(self, st: State) -> Roll | Do:
        """One DR after the other."""
        one = self._other() if self.faces else self._one()
        return one.shot(one.counted(st)).ask(one.counted(st))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The other DR; then the shots in their order, by these DR."""
        if not self.faces:
            return Do(events=(self._dice_of(st, self._one(), faces),), then=replace(self, faces=faces))
        one, other = self._one(), self._other()
        first, second = one.final(st, self.faces), other.final(st, faces)
        told = self._dice_of(st, other, faces)
        if first == second:
            mine, theirs = one.fire(st, self.faces), other.fire(st, faces)
            return Do(events=(told, *mine.events, *theirs.events), push=(*mine.push, *theirs.push))
        order = ((one, self.faces), (other, faces))
        (soon, by), (late, then) = order if first < second else order[::-1]
        done = soon.fire(st, by)
        steady = tuple(f.unit for f in late.declared.firers if f.unit in st.units and not st.units[f.unit].pinned)
        after = Late(late.declared, late.targets, late.phase, late.stood, then, steady)
        return Do(events=(told, *done.events), push=(*done.push, after))

    def _dice_of(self, st: State, one: Entrant, faces: tuple[int, ...]) -> Event:
        who = st.fighter(one.declared.firers[0].unit)
        return Announced(
            text=f"Gun Duel: the Final DR of {name(st, who)} is {one.final(st, faces)}",
            rule="C2.2401",
            side=who.side,
            kind="fire",
        )

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Gun Duel, both roll"


class Entrant(Declared, frozen=True):
    """One of the two shots of a tied Gun Duel; ``stood``: how the firer's weapon stood before its turn."""

    stood: Stood | None = None

    def counted(self, st: State) -> State:
        """The position by which the shot is counted."""
        return as_it_stood(st, self.stood)

    def final(self, st: State, faces: tuple[int, ...]) -> int:
        """The Final DR."""
        at = self.counted(st)
        final = self.shot(at).dice(at, (faces[0], faces[1])).final
        assert final is not None
        return final

    def fire(self, st: State, faces: tuple[int, ...]) -> Do:
        """What the shot does by its DR."""
        at = self.counted(st)
        return self.shot(at).rolled(at, faces)


@builds("C2.2401", "C2.2401f", "C2.2401g")
class Late(Entrant, frozen=True):
    """The shot of a tied Gun Duel with the higher Final DR, by the DR that was thrown: void where its firer is down.

    It keeps that Final DR though the other shot has pinned some of those who were ``steady`` as it was thrown.
    """

    faces: tuple[int, ...] = ()
    steady: tuple[int, ...] = ()

    def counted(self, st: State) -> State:
        """The position by which the shot is counted."""
        at = super().counted(st)
        pinned = [at.units[one] for one in self.steady if one in at.units and at.units[one].pinned]
        return at.with_(units={**at.units, **{one.id: replace(one, pinned=False) for one in pinned}}) if pinned else at

    def ask(self, st: State) -> Do:
        """Its effect, or nothing."""
        turned = self if self.stood is None else replace(self, declared=without_turn(self.declared))
        left = None if is_void(st, self.declared) else turned.still(st)
        if left is None:
            return Do(events=(_void(st, self.declared),))
        firers, leaders = left.declared.firers, left.declared.leaders
        action = replace(self.declared, firers=firers, leaders=leaders)
        return replace(self, declared=action, targets=left.targets).fire(st, self.faces)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Gun Duel, the later shot"


class _Groups(FireMenu):
    """The attacks on the IFT with which men may answer."""

    duel: GunDuel | None = None

    def _find(self, draft: Draft, aim: Aim) -> tuple[Fire | None, str]:
        action, lacks = super()._find(draft, aim)
        if action is None or self.duel is None:
            return action, lacks
        refused = self.duel.refusal(self.st, action, aim.units)
        return (action, "") if refused is None else (None, refused.rule)


class _Guns(OrdnanceMenu):
    """The shots with which a weapon that must hit first may answer."""

    duel: GunDuel | None = None

    def allows(self, action: Fire, aim: Aim) -> bool:
        """Whether a shot is legal, and comes first or at once."""
        duel = self.duel
        return duel is not None and super().allows(action, aim) and duel.refusal(self.st, action, aim.units) is None


class _MachineGuns(VehicleMenu):
    """The attacks on the IFT with which a vehicle may answer."""

    duel: GunDuel | None = None

    def _may_be(self, action: Fire, aim: Aim) -> bool:
        """Whether an attack comes first, or at once."""
        return self.duel is not None and self.duel.refusal(self.st, action, aim.units) is None
