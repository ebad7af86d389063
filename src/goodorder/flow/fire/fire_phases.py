"""Fire phases: Prep Fire, Defensive Final Fire and Advancing Fire (A3.2, A3.4, A3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, ClassVar

from msgspec.structs import replace

from goodorder.core.actions import (
    Action,
    ClearCharge,
    Detonate,
    Done,
    Fire,
    Handle,
    Massacre,
    Molotov,
    MopUp,
    Opportunity,
    Panzerfaust,
    ThrowCharge,
)
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import CxRemoved, Event, OpportunityHeld
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, InARow, Late, Menu, branch, leaf, perhaps
from goodorder.core.remembered import Later
from goodorder.core.state import NOWHERE, State, Unit
from goodorder.core.view import is_masked, may_hide
from goodorder.rules.a07_fire.attack import attack_refusal, declared_ledger
from goodorder.rules.a07_fire.encirclement import (
    Way,
    already_encircled,
    encircled_by,
    encircles,
    hit_events,
    rings,
    way_of_shot,
    ways_in,
)
from goodorder.rules.a07_fire.opportunity import hold_refusal, is_time_to_hold, might_hold
from goodorder.rules.a09_weapons.handling import handling_events, handling_refusal
from goodorder.rules.a12_concealment.mopping_up import mop_refusal
from goodorder.rules.a15_berserk.foes import foes_with
from goodorder.rules.a20_massacre import killers, massacre, massacre_refusal
from goodorder.rules.a22_molotovs import without_it
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.b_terrain.clearance import clear_refusal, clearing_events
from goodorder.rules.d_vehicles.bog import bog_ledger
from goodorder.rules.d_vehicles.firing import hull_turn_checks
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..drive.bogging import BogCheck
from ..shared.berserk import RageSpent
from ..shared.besides import with_besides
from ..shared.clearing import clear_entries
from ..shared.dropping import DROPPING, reveal_entries
from ..shared.searching import MoppingUp, mop_entries
from ..shared.walls import after_fire
from .also_fired import AlsoFired, also_fired
from .declared import shot_of
from .effect import in_view
from .fire_menu import FireMenu
from .ordnance import OrdnanceShot
from .ordnance_menu import OrdnanceMenu
from .targets import Aim, aim_of, aims, blind_aims, seen_aim, wrecks
from .weapon_handling import can_handle, handling_entries

WORDS = {
    "PFPh": ("Prep Fire", "A3.2"),
    "DFPh": ("Defensive Final Fire", "A8.4"),
    "AFPh": ("Advancing Fire", "A3.5"),
}


@builds("A7.32", "SK3.PFPh.3", "SK3.DFPh.2", "SK3.DFPh.3", "SK3.AFPh.1", "SK3.AFPh.4", "A.15a")
class FirePhase(Frame, frozen=True):
    """One side fires attack by attack, seeing each outcome before the next (A7.32).

    ``target`` is the Location of the last attack and ``ways`` how it and those just before it at the same Location
    entered it: consecutive fire may encircle (A7.7). ``turning`` is the shot that waits for a Bog Check (C5.11).
    ``gun`` is who fired the last shot of ordnance, which had hit ``hits`` times before and adds to it by ``aimed`` if
    it has hit.
    """

    standing: ClassVar[bool] = True
    names_counters: ClassVar[bool] = False
    phase: str
    target: int = -1
    ways: tuple[Way, ...] = ()
    turning: Fire | None = None
    gun: int = 0
    hits: int = 0
    aimed: tuple[Way, ...] = ()

    def seen_by(self, st: State, side: int) -> FirePhase:
        """Who fires where, and by which ways, only that side keeps in mind."""
        return self if self.side(st) == side else FirePhase(self.phase)

    def side(self, st: State) -> int:
        """Who fires: the ATTACKER, in the DFPh the DEFENDER."""
        return 1 - st.turn.attacker if self.phase == "DFPh" else st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """The next attack, or the end of the phase."""
        side = self.side(st)
        masked = is_masked(st, side)

        drafts = Later(lambda: FireMenu(st, side, self.phase, aims(st, side)))
        also = Later(lambda: also_fired(st, side, self.phase, aims(st, side)))

        fires = masked or self._can_hold(st) or drafts().any() or ((more := also()) is not None and more.any())
        if not (fires or self._others(st)):
            return Do()
        words, rule = WORDS[self.phase]

        def entries() -> Sequence[Entry]:
            last = leaf("pass", f"End {words}", Done(), kind="pass", hotkey=" ")
            more = also()
            others = more.root() if more is not None else ()
            return InARow((drafts().root(), others, self._held(st, side), (last,)))

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Detonate | Molotov | Panzerfaust | ThrowCharge):
                return AlsoFired(OrdnanceMenu(st, side, self.phase, aims(st, side))).refusal(action)
            if isinstance(action, Fire):
                return fire_refusal(st, side, self.phase, drafts(), action)
            return self._other_refusal(st, side, action)

        why = f"{words}: one attack after another"
        return Choice(side, words, rule, Menu(entries), with_besides(st, side, check, DROPPING), why, public=masked)

    def _held(self, st: State, side: int) -> Sequence[Entry]:
        """What may be done beside the attacks that the menus of fire offer."""
        first = [*self._holding(st), *handling_entries(st, side, self.phase)]
        mopping = mop_entries(st, side) if self.phase == "PFPh" else ()
        return InARow((first, mopping, self._besides(st, side)))

    def _besides(self, st: State, side: int) -> list[Entry]:
        """What else, of which there is seldom much."""
        held: list[Entry] = []
        held += clear_entries(st, side) if self.phase == "DFPh" else []
        if may_hide(st, 1 - side):
            blind = Later(lambda: FireMenu(st, side, self.phase, blind_aims(st, side)))
            held.append(
                Entry(
                    "blind",
                    "Fire where nobody is seen",
                    children=lambda: blind().root(),
                    alive=lambda: blind().any(),
                    hopeful=perhaps,
                    kind="seldom",
                    rule="A12.13",
                )
            )
        held += [_massacre(st, *one) for one in killers(st, side, self.phase)]
        if st.vehicles:
            held += wreck_entries(st, side, self.phase)
        return [*held, *reveal_entries(st, side)]

    def _other_refusal(self, st: State, side: int, action: Action) -> Refusal | None:
        """Why what is no attack may not be done now, or None."""
        match action:
            case Done():
                return None
            case Handle():
                return handling_refusal(st, side, self.phase, action)
            case Opportunity():
                return opportunity_refusal(st, self.phase, action)
            case MopUp():
                return mop_refusal(st, side, action.units)
            case ClearCharge():
                return clear_refusal(st, side, action)
            case Massacre():
                return massacre_refusal(st, side, self.phase, action.unit, action.victim)
        return not_asked(WORDS[self.phase][1], "in this phase only fire attacks are made")

    def chosen(self, st: State, action: Action) -> Do:
        """Announce the attack and resolve it."""
        if isinstance(action, Done):
            return Do()
        if isinstance(action, Handle):
            return Do(events=handling_events(st, self.phase, action), then=self)
        if isinstance(action, MopUp):
            return Do(then=self, push=(MoppingUp(action.units),))
        if isinstance(action, ClearCharge):
            return Do(events=clearing_events(st, action), then=self)
        if isinstance(action, Massacre):
            return Do(events=massacre(st, self.phase, action.unit, action.victim), then=self)
        if isinstance(action, Opportunity):
            rested = tuple(CxRemoved(unit=u) for u in action.units if st.units[u].cx)
            return Do(events=(*(OpportunityHeld(unit=u) for u in action.units), *rested), then=self)
        if isinstance(action, Detonate | Molotov | Panzerfaust | ThrowCharge):
            every = aims(st, self.side(st))
            then = self
            if isinstance(action, Panzerfaust):
                aim = aim_of(every, action.shot)
                then = self._by_ordnance(st, action.shot, aim.ids if aim is not None else ())
            if isinstance(action, Detonate):
                then = self._elsewhere()
            if isinstance(action, Molotov):
                then = self._with_molotov(st, action, every)
            ring = (*then.ways, *then.aimed)
            done = AlsoFired(OrdnanceMenu(st, self.side(st), self.phase, every)).begun(action, ring)
            return Do(events=done.events, then=then, push=done.push)
        assert isinstance(action, Fire)
        if st.vehicles and (due := hull_turn_checks(st, action, self.phase)):
            checks = tuple(BogCheck(action.firers[0].unit, bog_ledger(one).mods) for one in due)
            return Do(then=replace(self, turning=action), push=checks)
        return self._fire(st, action)

    def _fire(self, st: State, action: Fire) -> Do:
        side = self.side(st)
        aim = seen_aim(st, side, aims(st, side), action)
        targets = aim.ids if aim is not None else ()
        shot = shot_of(st, targets, self.phase, action)
        then, ring = self._encircling(st, action, targets)
        if isinstance(shot, OrdnanceShot) and then.aimed:
            shot = replace(shot, ring=(*then.ways, *then.aimed))
        walls = after_fire(st, *shot.places, *(st.fighter(firer.unit).loc for firer in action.firers))
        spent = self._spends_rage(st, action)
        return Do(events=(*shot.announce(st), *ring), then=then, push=(shot, *walls, *spent))

    def _spends_rage(self, st: State, action: Fire) -> tuple[Frame, ...]:
        """Whether Advancing Fire of berserk units at their own Location kills all there, asked when it is over."""
        if self.phase != "AFPh":
            return ()
        firers = [st.units[one] for part in action.firers for one in (part.unit, part.helper) if one in st.units]
        if not any(u.berserk and u.loc == action.target for u in firers):
            return ()
        foes = tuple(one.id for u in firers if u.berserk and u.loc == action.target for one in foes_with(st, u))
        return (RageSpent(tuple(u.id for u in firers), tuple(dict.fromkeys(foes))),)

    def _encircling(self, st: State, action: Fire, targets: tuple[int, ...]) -> tuple[FirePhase, tuple[Event, ...]]:
        """The phase with the ways of consecutive fire, and the counter where this attack closes the ring (A7.7).

        A hidden unit is not encircled: the counter would tell where it is.  Ordnance must hit first, so that its shot
        adds what it adds by itself.
        """
        if not st.world.rules.offers("encirclement"):
            return self, ()
        if action.ordnance is not None:
            return self._by_ordnance(st, action, targets), ()
        seen = in_view(st, targets)
        if not seen:
            return self._elsewhere(), ()
        ledger = declared_ledger(st, action, seen, self.phase)
        ways = tuple(dict.fromkeys((*self._before(st, action.target), *ways_in(ledger))))
        then = FirePhase(self.phase, action.target if ways else NOWHERE, ways)
        if already_encircled(st, action.target) or not encircles(ways):
            return then, ()
        return then, (encircled_by(st, action.target, {unit.side for unit in ledger.attack.targets}),)

    @builds("A7.7")
    def closing(self, st: State, action: Fire, targets: tuple[int, ...]) -> tuple[Event, ...]:
        """What this attack adds to a ring before its effect, of ordnance if it hits; the counter where that closes."""
        then, events = self._encircling(st, action, targets)
        if not then.aimed:
            return events
        return hit_events(st, then.gun, targets, action.target, (*then.ways, *then.aimed))

    def _with_molotov(self, st: State, action: Molotov, every: tuple[Aim, ...]) -> FirePhase:
        """The phase after an attack with a MOL Check: a ring goes on by what its small arms alone could do (A7.7)."""
        aim = aim_of(every, action.shot)
        if aim is None or action.shot.vehicle or without_it(st, action) != action.shot:
            return self._elsewhere()
        return self._encircling(st, action.shot, aim.ids)[0]

    def _elsewhere(self) -> FirePhase:
        """The phase after fire at something else, with which no ring goes on."""
        return FirePhase(self.phase)

    def _before(self, st: State, target: int) -> tuple[Way, ...]:
        """The ways of consecutive fire at a target so far, that of the last shot of ordnance where it has hit."""
        if self.target != target:
            return ()
        hit = self.gun and rings(st, self.gun) > self.hits
        return tuple(dict.fromkeys((*self.ways, *self.aimed))) if hit else self.ways

    def _by_ordnance(self, st: State, action: Fire, targets: tuple[int, ...]) -> FirePhase:
        """The phase with a shot of ordnance under way."""
        aimed = way_of_shot(st, action, targets)
        before = () if action.vehicle or action.gun else self._before(st, action.target)
        gun = action.firers[0].unit
        target = action.target if aimed or before else NOWHERE
        return FirePhase(self.phase, target, before, None, gun if aimed else 0, rings(st, gun) if aimed else 0, aimed)

    def _holding(self, st: State) -> list[Entry]:
        """A branch that holds a leaf for each unit that may hold its fire, where any might."""
        if not is_time_to_hold(st):
            return []
        words, holders, any_left = "Hold fire for the AFPh", partial(_holders, st), partial(self._can_hold, st)
        return [Entry("hold", words, children=holders, alive=any_left, hopeful=perhaps, rule="A7.25")]

    def _holders(self, st: State) -> Iterator[Unit]:
        """Units that could hold their fire for the AFPh, found one by one (A7.25)."""
        if self.phase == "PFPh":
            yield from (unit for unit in might_hold(st) if hold_refusal(st, unit) is None)

    def _can_hold(self, st: State) -> bool:
        """Whether there is any."""
        return next(self._holders(st), None) is not None

    def _others(self, st: State) -> bool:
        """Whether anything can be done here but fire, or hold it."""
        if self.phase == "PFPh" and any(entry.lives() for entry in mop_entries(st, self.side(st))):
            return True
        if self.phase == "DFPh" and clear_entries(st, self.side(st)):
            return True
        if killers(st, self.side(st), self.phase):
            return True
        if any(entry.lives() for entry in wreck_entries(st, self.side(st), self.phase)):
            return True
        return can_handle(st, self.side(st), self.phase)

    def resumed(self, st: State, value: Any) -> Do:
        """After an attack: who is alone now Controls (A26.11); after a Bog Check the shot, unless it bogged."""
        if self.turning is not None:
            again, action = replace(self, turning=None), self.turning
            return Do(then=again) if st.vehicles[action.firers[0].unit].bogged else again._fire(st, action)
        return Do(events=control_sweep(st), then=self)

    def title(self, st: State) -> str:
        """The phase in the breadcrumb."""
        return self.phase


def _holders(st: State) -> Sequence[Entry]:
    units = might_hold(st)
    return Late(len(units), lambda at: _held_fire(st, units[at]))


def _held_fire(st: State, unit: Unit) -> Entry:
    words, may_hold = partial(name, st, unit), partial(_may_hold, st, unit)
    return leaf(f"u{unit.id}", words, Opportunity((unit.id,)), alive=may_hold, kind="unit", unit=unit.id)


def _may_hold(st: State, unit: Unit) -> bool:
    return hold_refusal(st, unit) is None


@builds("A20.4", "A20.4a")
def _massacre(st: State, unit: Unit, target: Unit) -> Entry:
    return leaf(
        f"kill{unit.id}:{target.id}",
        f"{name(st, unit)} massacres {name(st, target)}: nobody surrenders any more, the enemy's ELR is one higher",
        Massacre(target.id, unit.id),
        kind="seldom",
        unit=unit.id,
        hex=unit.loc,
        rule="A20.4",
        confirm=True,
    )


@builds("D10.1", "D10.1b")
def wreck_entries(st: State, side: int, phase: str) -> list[Entry]:
    """A branch for shots at wrecks, where there are any that don't burn."""
    there = wrecks(st)
    if not there:
        return []
    menu = OrdnanceMenu(st, side, phase, there)
    return [branch("wreck", "Fire at a wreck", menu.root, alive=menu.any, hopeful=perhaps, kind="seldom", rule="D10.1")]


def opportunity_refusal(st: State, phase: str, action: Opportunity) -> Refusal | None:
    """Why these units may not hold their fire for the AFPh, or None (A7.25)."""
    if lacking := st.world.rules.lacks("opportunity_fire"):
        return lacking
    if phase != "PFPh":
        return not_asked("A7.25", "fire is held in the PFPh")
    if len(action.units) != 1 or action.units[0] not in st.units:
        return Refusal("A7.25", "one unit after the other holds its fire")
    return next((found for u in action.units if (found := hold_refusal(st, st.units[u]))), None)


def fire_refusal(st: State, side: int, phase: str, menu: FireMenu, action: Fire) -> Refusal | None:
    """Why a side may not make this attack, or None."""
    if action.molotov:
        return Refusal("A22.611", "a MOL Check comes before the attack")
    for firer in action.firers:
        one = st.units.get(firer.unit) or st.vehicles.get(firer.unit)
        if one is None or one.side != side:
            return Refusal("A7.1", "only units of the firing side fire")
    if action.ordnance is not None and action.ordnance.at_hex and phase != "MPh":
        on_map = 0 <= action.target < len(map_now(st).locations)
        return attack_refusal(st, action, (), phase) if on_map else Refusal("C8.5", "a hex of the map")
    aim = seen_aim(st, side, menu.every, action) if phase != "MPh" else aim_of(menu.every, action)
    if aim is None:
        return Refusal("A7.4", "there is nobody to attack there")
    return attack_refusal(st, action, aim.units, phase)
