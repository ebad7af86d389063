"""The DEFENDER's window after each expenditure of a mover (A8.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import (
    SNAP,
    Action,
    CloseCombat,
    Done,
    Expose,
    Fire,
    Molotov,
    Panzerfaust,
    ThrowCharge,
    TryMotion,
    Wall,
)
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event, Tried
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, InARow, Menu, leaf
from goodorder.core.remembered import Later
from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.core.view import is_masked, known_ids
from goodorder.rules.a08_defensive.residual import ResidualFP, residual_note, residual_targets
from goodorder.rules.a09_weapons.fire_lane import lanes_left
from goodorder.rules.a12_concealment.loss import Exposed
from goodorder.rules.a12_concealment.momentary import expose_refusal, exposing, movers_exposed
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.b_terrain.wall_claims import settled
from goodorder.rules.c_ordnance.gun_duels import may_be_answered
from goodorder.rules.d_vehicles.bog import bog_ledger
from goodorder.rules.d_vehicles.firing import hull_turn_checks
from goodorder.rules.d_vehicles.motion_attempt import motion_refusal
from goodorder.rules.d_vehicles.reaction import reaction_refusal
from goodorder.rules.d_vehicles.residual import due_at, note_of, swept_beside
from goodorder.rules.d_vehicles.targets import can_be_aimed_at
from goodorder.rules.facts.masks import as_walked, goes, is_mask, mask
from goodorder.rules.facts.snap_shot import is_time_to_snap, snap_refusal
from goodorder.rules.facts.units import with_halves
from goodorder.rules.registry import builds

from ..combat.reaction import can_react, reaction_entries, reaction_frame
from ..drive.bogging import BogCheck
from ..drive.motion_attempt import may_try_motion, motion_attempt, motion_entries
from ..shared.besides import Besides, with_besides
from ..shared.dropping import DROPPING, reveal_entries
from ..shared.momentary import expose_entries
from ..shared.walls import WALLS, after_fire, given_up, may_claim_or_give_up, wall_entries, wall_events
from .also_fired import AlsoFired, also_fired
from .declared import shot_of
from .effect import Effect
from .fire_lane import LaneFire, lanes_at
from .fire_menu import FireMenu
from .fire_phases import fire_refusal
from .gun_duel import GunDuel
from .ordnance_menu import OrdnanceMenu
from .targets import Aim, aim_of
from .vehicle_residual import VehicleResidual

_BESIDES: Besides = {**DROPPING, **WALLS}
"""What the DEFENDER may do beside firing."""

FEW = 3
"""Groups under fire that the question of a window names one by one."""


class Touch(Struct, frozen=True):
    """Units that spent MF together in one Location, or ``vehicles`` that spent MP: what the window may fire at."""

    loc: int
    units: tuple[int, ...]
    vehicles: tuple[int, ...] = ()


@builds("A8.1", "D3.3", "SK3.DFF.1", "SK3.DFF.2", "SK3.DFF.4", "A.15a", "A.15.EX1", "A4.2a", "D3.3e")
class Window(Frame, frozen=True):
    """First Residual FP attacks, then the DEFENDER fires as often as he may, Location by Location (A8.22).

    ``open``: it is asked whatever is possible, as in a view.  It is asked too while the DEFENDER has anything under a
    "?", so that none is told from a Dummy by what it could do.  ``snapped`` are units that have taken their Snap Shot
    at this crossing (A8.15). ``turning`` is the shot that waits for a Bog Check (C5.11).  ``impulse``: a Human Wave has
    spent the MF, and lanes in hexes left have attacked (A25.233a); ``laying`` are the weapons that lay lanes by the
    shot under way, and ``at`` its Locations (A9.222).
    """

    standing: ClassVar[bool] = True
    touches: tuple[Touch, ...]
    residual_done: bool = False
    open: bool = False
    snapped: tuple[int, ...] = ()
    turning: Fire | None = None
    impulse: bool = False
    laying: tuple[int, ...] = ()
    at: tuple[int, ...] = ()

    def live(self, st: State) -> tuple[Aim, ...]:
        """What is left of the movers, Location by Location."""
        found: list[Aim] = []
        for touch in self.touches:
            units: list[Unit] = []
            for unit in map(st.units.__getitem__, with_halves(st, touch.units)):
                if unit.place == ON_MAP and unit.loc == touch.loc:
                    units.append(unit)
            if touch.vehicles:
                units += self._unknown(st, touch, units)
            if len(units) > 1:
                units.sort(key=lambda unit: -unit.order)
            if units:
                found.append(Aim(touch.loc, tuple(units)))
            for vehicle in map(st.vehicles.__getitem__, touch.vehicles):
                if can_be_aimed_at(st, vehicle) and vehicle.loc == touch.loc:
                    found.append(Aim(touch.loc, (), vehicle))
        return tuple(found)

    @staticmethod
    @builds("A12.2", "A12.11")
    def _unknown(st: State, touch: Touch, units: list[Unit]) -> tuple[Unit, ...]:
        """The "?" of a vehicle that has just entered a Location, where no men come in under the same."""
        if any(unit.concealed for unit in units):
            return ()
        there = (st.vehicles[one] for one in touch.vehicles if st.vehicles[one].loc == touch.loc)
        return tuple([mask(one) for one in there if goes(st, one)][:1])

    def ask(self, st: State) -> Choice | Do:
        """Residual FP by itself; then the DEFENDER's choice, skipped where he can do nothing."""
        if not self.residual_done:
            return self._residual(st)
        targets = self.live(st)
        side = 1 - st.turn.attacker
        touched: tuple[int, ...] = ()
        if st.vehicles:
            st = as_walked(st, (unit for aim in targets for unit in aim.units))
            touched = tuple(aim.vehicle.id for aim in targets if aim.vehicle is not None)
        menu = FireMenu(st, side, "MPh", targets)
        also = also_fired(st, side, "MPh", targets)
        masked = is_masked(st, side)
        if not self.open and not (
            targets
            and (
                masked
                or (also is not None and also.any())
                or (touched and can_react(st, touched))
                or self._able(st, menu)
            )
        ):
            return Do()

        def exposed() -> tuple[Exposed, ...]:
            movers = [unit.id for aim in targets for unit in aim.units if unit.concealed] if masked else ()
            return movers_exposed(st, movers) if movers else ()

        def entries() -> Sequence[Entry]:
            held = [] if menu.forced() else [leaf("pass", "Hold fire", Done(), kind="pass", hotkey=" ", primary=True)]
            return InARow(
                (
                    menu.root(),
                    also.root() if also is not None else (),
                    motion_entries(st, side, self._movers(st)) if st.vehicles else (),
                    reaction_entries(st, touched) if touched else (),
                    self._snaps(st, side, menu.targets),
                    wall_entries(st, side),
                    expose_entries(st, side, exposed()),
                    reveal_entries(st, side),
                    held,
                )
            )

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return Refusal("A8.312", "who is entered must fire") if menu.forced() else None
            if isinstance(action, Expose):
                return expose_refusal(st, side, exposed(), action)
            if isinstance(action, CloseCombat):
                return reaction_refusal(st, side, touched, action)
            if isinstance(action, Molotov | Panzerfaust | ThrowCharge):
                return AlsoFired(OrdnanceMenu(st, side, "MPh", targets)).refusal(action)
            if isinstance(action, TryMotion):
                return motion_refusal(st, side, st.vehicles.get(action.vehicle), self._movers(st))
            if not isinstance(action, Fire):
                return not_asked("A8.1", "only Defensive First Fire is possible now")
            if action.via == SNAP and any(firer.unit in self.snapped for firer in action.firers):
                return Refusal("A8.15", "it has taken its Snap Shot at this crossing")
            return fire_refusal(st, side, "MPh", menu, action)

        def prompt() -> str:
            return f"Defensive First Fire at {_where(st, targets)}?"

        wider = with_besides(st, side, check, _BESIDES)
        why = "MP were spent in your sight" if touched else "MF were spent in your sight"
        return Choice(side, prompt, "A8.1", Menu(entries), wider, why, public=masked)

    def _able(self, st: State, menu: FireMenu) -> bool:
        """Whether the DEFENDER could fire, take a Snap Shot, claim Wall Advantage or try to gain Motion."""
        if menu.any() or may_claim_or_give_up(st, menu.side):
            return True
        if st.vehicles and may_try_motion(st, menu.side, self._movers(st)):
            return True
        return any(entry.lives() for entry in self._snaps(st, menu.side, menu.targets))

    def _movers(self, st: State) -> tuple[int, ...]:
        """Those whose MF or MP the window is about, where they are still there."""
        if not st.vehicles:
            return ()
        found = ((one, touch.loc) for touch in self.touches for one in (*touch.units, *touch.vehicles))
        return tuple(one for one, loc in found if st.fighter(one).loc == loc)

    def _snaps(self, st: State, side: int, targets: tuple[Aim, ...]) -> list[Entry]:
        """A branch for Snap Shots, alive where any can be taken (A8.15)."""
        if not targets or not is_time_to_snap(st):
            return []
        menu = Later(lambda: FireMenu(st, side, "MPh", targets, SNAP, self.snapped))
        crossed = partial(_crossed, st, targets)
        return [
            Entry(
                "snap",
                "Snap Shot at the hexside",
                children=lambda: menu().root(),
                alive=lambda: crossed() and menu().any(),
                hopeful=crossed,
            )
        ]

    def _residual(self, st: State) -> Do:
        done, side = replace(self, residual_done=True), 1 - st.turn.attacker
        events: list[Event] = list(settled(st))
        frames: list[Frame] = []
        aims = (*self.live(st), *self._starting(st)) if st.vehicles else self.live(st)
        for aim in aims:
            here = aim.ids
            along = self._along(here) if st.vehicles else ()
            units, strength = residual_targets(st, aim.loc, here)
            if units:
                source = ResidualFP(side, strength)
                beside = swept_beside(st, along, aim.loc, source)
                events.extend(Tried(unit=u, note=residual_note(st, aim.loc, u, strength)) for u in units)
                events.extend(Tried(unit=one, note=note_of(st, st.vehicles[one], source)) for one in beside)
                stack = tuple(unit for unit in here if not is_mask(st, unit))
                frames.append(Effect(units, aim.loc, source, stack, beside))
            over = lanes_left(st, aim.loc, here) if self.impulse else ()
            lanes = (lane for lane in lanes_at(st, aim.loc, here) if lane not in over)
            frames.extend(LaneFire(weapon.id, aim.loc, here, vehicles=along) for weapon in lanes)
        for one, loc in self._vehicles(st) if st.vehicles else ():
            if one.loc == loc and not one.concealed and due_at(st, one):  # a "?" was attacked as such
                frames.append(VehicleResidual(one.id, loc))
        walls = after_fire(st, *(touch.loc for touch in self.touches)) if frames else ()
        return Do(events=tuple(events), then=done, push=(*frames, *walls))

    @builds("A12.2", "A8.2", "D5.31")
    def _starting(self, st: State) -> tuple[Aim, ...]:
        """The "?" of vehicles that spend MP without an entry where that lies which harms them: attacked as a "?"."""
        under = [one for one, loc in self._vehicles(st) if one.loc == loc and one.concealed and not goes(st, one)]
        return tuple([Aim(one.loc, (mask(one),)) for one in under if due_at(st, one)])

    def _vehicles(self, st: State) -> list[tuple[Vehicle, int]]:
        """The vehicles that have spent MP, each with where it did."""
        return [(st.vehicles[one], touch.loc) for touch in self.touches for one in touch.vehicles]

    def _along(self, units: tuple[int, ...]) -> tuple[int, ...]:
        """The vehicles that have moved with units."""
        there = [one for one in self.touches if one.vehicles and set(units) & {*one.units, *one.vehicles}]
        return tuple([vehicle for touch in there for vehicle in touch.vehicles])

    def shown(self, hidden: Mapping[int, int]) -> Window:
        """Concealed movers are one stand-in to the DEFENDER, a concealed vehicle like others."""
        seen = []
        for touch in self.touches:
            known = unknown = touch.vehicles
            if known:
                known = tuple([one for one in touch.vehicles if one not in hidden])
                unknown = tuple([one for one in touch.vehicles if one in hidden])
            seen.append(Touch(touch.loc, known_ids((*touch.units, *unknown), hidden), known))
        return replace(self, open=True, touches=tuple(seen))

    def chosen(self, st: State, action: Action) -> Do:
        """Hold, or resolve an attack and ask again."""
        if isinstance(action, Done):
            return Do()
        if isinstance(action, Wall):
            return Do(events=wall_events(st, action), then=self, push=given_up(st, action))
        if isinstance(action, TryMotion):
            return replace(motion_attempt(st, action, self._movers(st)), then=self)
        if isinstance(action, Expose):
            movers = movers_exposed(st, (unit for aim in self.live(st) for unit in aim.ids))
            return Do(events=exposing(st, movers, action), then=self)
        if isinstance(action, Molotov | Panzerfaust | ThrowCharge):
            done = AlsoFired(OrdnanceMenu(st, 1 - st.turn.attacker, "MPh", self.live(st))).begun(action)
            return Do(events=done.events, then=self, push=done.push)
        if isinstance(action, CloseCombat):
            return Do(then=self, push=(reaction_frame(st, action),))
        assert isinstance(action, Fire)
        if st.vehicles and (due := hull_turn_checks(st, action, "MPh")):
            checks = tuple(BogCheck(action.firers[0].unit, bog_ledger(one).mods) for one in due)
            return Do(then=replace(self, turning=action), push=checks)
        return self._fire(st, action)

    def _fire(self, st: State, action: Fire) -> Do:
        aim = aim_of(self.live(st), action)
        assert aim is not None
        targets = aim.ids
        shot = shot_of(st, targets, "MPh", action)
        snapped = tuple(firer.unit for firer in action.firers if action.via == SNAP)
        laying = tuple(lane.weapon for lane in action.lanes) if self.impulse else ()
        then = replace(self, snapped=(*self.snapped, *snapped), laying=laying, at=shot.places if laying else ())
        walls = after_fire(st, *shot.places, *(st.fighter(firer.unit).loc for firer in action.firers))
        first: Frame = GunDuel(action, targets, "MPh") if may_be_answered(st, action, "MPh") else shot
        return Do(events=shot.announce(st), then=then, push=(first, *walls))

    def resumed(self, st: State, value: Any) -> Do:
        """After an attack: who is alone now Controls (A26.11); after a Bog Check the shot, unless it bogged."""
        if self.turning is not None:
            again, action = replace(self, turning=None), self.turning
            return Do(then=again) if st.vehicles[action.firers[0].unit].bogged else again._fire(st, action)
        return Do(events=control_sweep(st), then=replace(self, laying=(), at=()), push=self._laid(st))

    @builds("A9.222")
    def _laid(self, st: State) -> tuple[Frame, ...]:
        """Lanes that First Fire at a Human Wave has laid attack at once all others of the impulse who are in them."""
        others = tuple(aim for aim in self.live(st) if aim.units and aim.loc not in self.at) if self.laying else ()
        return tuple(LaneFire(weapon, aim.loc, aim.ids, asked=True) for weapon in self.laying for aim in others)

    def title(self, st: State) -> str:
        """Whose window it is."""
        return f"{st.world.sides[1 - st.turn.attacker].short} window"


def _crossed(st: State, targets: tuple[Aim, ...]) -> bool:
    """Whether a Snap Shot could be aimed at any of these."""
    for aim in targets:  # noqa: SIM110 - a plain loop: mostly there is one
        if snap_refusal(st, aim.loc, aim.units, "MPh") is None:
            return True
    return False


def _where(st: State, targets: Sequence[Aim]) -> str:
    """Who can be fired at, and where; of an impulse with many Locations how many there are."""
    if len(targets) <= FEW:
        return ", ".join(aim.words(st) for aim in targets)
    places = dict.fromkeys(st.world.map.place_name(aim.loc) for aim in targets)
    number = sum(len(aim.units) or 1 for aim in targets)
    return f"{number} units at {', '.join(places)}"
