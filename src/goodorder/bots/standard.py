"""The standard opponent: every decision by what it brings and what it risks."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from goodorder.core.actions import (
    Action,
    CheckIntegrity,
    DeclareWave,
    Displace,
    Done,
    Fire,
    Go,
    Move,
    Recover,
    Rout,
    Smoke,
)
from goodorder.core.frames import Choice
from goodorder.core.state import ASSAULT, DOUBLE_TIME, MK_RESIDUAL, NOWHERE, SMOKE_MARKERS, State, Unit
from goodorder.flow.advance import AdvancePhase
from goodorder.flow.combat.cc_escape import EscapeAttempt
from goodorder.flow.combat.cc_withdrawal import Announcements, SlipAway
from goodorder.flow.combat.close_combat import LocationCombat
from goodorder.flow.combat.taking_over import TakeOver
from goodorder.flow.drive.driving import Driving
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.flow.fire.gun_duel import GunDuel
from goodorder.flow.fire.residual import LeaveResidual
from goodorder.flow.fire.targets import aims
from goodorder.flow.fire.turn_guns import TurnGuns
from goodorder.flow.move.armored_assault import Assault
from goodorder.flow.move.charges import Charges
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.move.moving import Moving
from goodorder.flow.move.overrun import SingleManOptions
from goodorder.flow.move.recapture import RecaptureChoice
from goodorder.flow.move.wave import WaveMove
from goodorder.flow.rally.rally_phase import RallyPhase
from goodorder.flow.rout.rout_move import RoutMove
from goodorder.flow.rout.rout_phase import RoutPhase
from goodorder.flow.rout.surrender import Surrenders
from goodorder.flow.sequence.setup import SetUp
from goodorder.flow.shared.integrity import RegainElr
from goodorder.flow.shared.pick_up import PickUp
from goodorder.flow.shared.searching import SearchHexes
from goodorder.flow.shared.walls import WallChance, WallClaims
from goodorder.flow.snipers.hunt import SniperHunt
from goodorder.flow.snipers.placing import SetUpSniper
from goodorder.rules.a04_movement.allotment import allotment, carried_now, mf_left
from goodorder.rules.a04_movement.edges import EXIT
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.facts.entry import HALF
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import utype
from goodorder.rules.facts.vehicles import mobile

from .apart import all_shots
from .assault_fire import kept_share
from .berserk import begin_charge, go_on_charging
from .burning import may_charge
from .captives import choose_guard, fall_upon, relieve, rise
from .cc_choices import choose_break, choose_reveal, choose_way_out, choose_withdrawal
from .charging import best_charge, best_detonation
from .closing import choose_advance, choose_combat, choose_hand_to_hand, choose_reaction, choose_stand
from .declaring import as_dash, held_fire, minimum_move, mop_up, overrun, overrun_now, search, unsearched, wall_claim
from .driving import Courses, Driver, split_up
from .ground import BotStep, Ground, ground_of
from .gun_drill import turn_gun
from .gunner import LEAST, answer_duel, armed, choose_fire, first_fire, share_waiting, unmasking
from .manning import choose_crew, man_a_vehicle
from .move_extras import RISKY, GrenadeChoice, choose_residual, grenade_chance, recovery
from .moving import Plan, Planner
from .objectives import Purpose
from .ordnance import mans_gun
from .placing import set_up
from .player import first_leaf, passing
from .quarter import choose_denial, choose_massacre
from .recovering import choose_give, choose_rally
from .routing import choose_rout
from .shooting import Gunnery
from .smoke_rounds import best_cloud
from .sniping import look_for_sniper, place_sniper
from .stack_moves import best_plan, movers, plan_of
from .style import STANDARD, Style
from .threat_map import FirePosition, Threat, all_positions
from .waving import apart, best_wave, next_impulse
from .wp_grenades import DELAY, best_wp

FREE = 1000.0
"""What a move gains that is not given up for any shot."""


class StandardPlayer:
    """Plays by expected harm, danger and the way to the scenario's goals.

    It remembers only what saves work: dangers of an unchanged enemy, the way a stack set out on, where a routing unit
    has been, which units it decided to leave where they are in this phase, what its vehicles would gain by driving in
    it, and whether SMOKE was worth nothing in it.
    """

    name = "standard"

    def __init__(self, style: Style = STANDARD) -> None:
        self.style = style
        self._reasons: list[str] = []
        self._rng = random.Random(0)
        self._threats: dict[tuple[int, tuple[FirePosition, ...], tuple[tuple[int, int], ...]], Threat] = {}
        self._settled: tuple[tuple[int, int, str], set[int]] = ((0, 0, ""), set())
        self._smokeless: tuple[int, int] = (0, 0)
        self._cloudless: tuple[int, int] = (0, 0)
        self._drives: tuple[tuple[int, int], dict[int, float]] = ((0, 0), {})
        self._routed: tuple[tuple[int, int, int], frozenset[int]] = ((0, 0, 0), frozenset())
        self._held: tuple[tuple[int, int], frozenset[int]] = ((0, 0), frozenset())
        self._courses = Courses()
        self._course: tuple[tuple[int, ...], int, tuple[BotStep, ...]] = ((), NOWHERE, ())

    def explain(self) -> tuple[str, ...]:
        """The reasons for the last decision."""
        return tuple(self._reasons) or ("There is nothing better to do.",)

    def decide(self, st: State, choice: Choice, rng: random.Random) -> Action:
        """A sensible action that the choice accepts."""
        self._reasons, self._rng = [], rng
        action = self._decide(st, choice)
        if action is not None and choice.check(action) is None:
            return action
        self._reasons = []
        return passing(choice) or first_leaf(choice)

    def _decide(self, st: State, choice: Choice) -> Action | None:
        decider = _DECIDERS.get(type(st.stack[-1]))
        return decider(self, st, choice, st.stack[-1]) if decider is not None else None

    # -- one decision for each type of frame -------------------------------------------------

    def _at_set_up(self, st: State, choice: Choice, frame: SetUp) -> Action | None:
        self._reasons.append("A position on cover with lines of fire.")
        return set_up(st, choice, frame.side, self._rng, self.style)

    def _at_pick_up(self, st: State, choice: Choice, frame: PickUp) -> Action | None:
        self._reasons.append("A weapon in good hands is worth the attempt.")
        return next((e.action for e in choice.menu.plain() if isinstance(e.action, Recover)), None)

    def _at_rally_phase(self, st: State, choice: Choice, frame: RallyPhase) -> Action | None:
        relieved = relieve(st, choice, self._reasons) if st.turn.attacker == choice.side else None
        return relieved or choose_rally(st, choice, self._threat(st, choice.side), self.style, self._reasons)

    def _at_surrenders(self, st: State, choice: Choice, frame: Surrenders) -> Action | None:
        denied = choose_denial(st, choice, frame.stack, self._threat(st, choice.side), self._reasons)
        return denied or choose_guard(st, choice, frame.stack, self._reasons)

    def _at_fire_phase(self, st: State, choice: Choice, frame: FirePhase) -> Action | None:
        if killed := choose_massacre(st, choice, frame.phase, self._threat(st, choice.side), self._reasons):
            return killed
        if frame.phase == "PFPh":
            return self._prep(st, choice, ground_of(st))
        return choose_fire(st, choice, frame.phase, ground_of(st), self.style, self._reasons)

    def _at_window(self, st: State, choice: Choice, frame: Window) -> Action | None:
        if st.vehicles and (strike := choose_reaction(st, choice, frame, self._reasons)):
            return strike
        return first_fire(st, choice, frame, ground_of(st), self.style, self._reasons)

    def _at_gun_duel(self, st: State, choice: Choice, frame: GunDuel) -> Action | None:
        return answer_duel(st, choice, frame, self._reasons)

    def _at_turn_guns(self, st: State, choice: Choice, frame: TurnGuns) -> Action | None:
        return turn_gun(st, choice, self._reasons)

    def _at_wall_claims(self, st: State, choice: Choice, frame: WallClaims | WallChance) -> Action | None:
        return wall_claim(st, choice)

    def _at_leave_residual(self, st: State, choice: Choice, frame: LeaveResidual) -> Action | None:
        return choose_residual(st, choice, frame, share_waiting(st), self.style, self._reasons)

    def _at_move_phase(self, st: State, choice: Choice, frame: MovePhase) -> Action | None:
        return relieve(st, choice, self._reasons) or self._begin_move(st, choice)

    def _at_charges(self, st: State, choice: Choice) -> Action | None:
        return begin_charge(st, choice, self._threat(st, choice.side), self._reasons)

    def _at_assault(self, st: State, choice: Choice, frame: Assault) -> Action | None:
        return split_up(choice, frame.vehicle)

    def _at_driving(self, st: State, choice: Choice, frame: Driving) -> Action | None:
        vehicle = st.vehicles[frame.vehicle]
        return self._courses.go_on(st, choice, self._driver(st, choice.side), vehicle, self._reasons)

    def _at_search_hexes(self, st: State, choice: Choice, frame: SearchHexes) -> Action | None:
        return unsearched(st, choice, frame.near)

    def _at_single_man_options(self, st: State, choice: Choice, frame: SingleManOptions) -> Action | None:
        self._reasons.append("One man against a squad: he leaves while he can.")
        return Displace(frame.man)

    def _at_rout_phase(self, st: State, choice: Choice, frame: RoutPhase) -> Action | None:
        if frame.step in ("begin", "break"):
            return choose_break(st, choice, self._planner(st, choice.side), self._reasons)
        return self._rout(st, choice, frame)

    def _at_advance_phase(self, st: State, choice: Choice, frame: AdvancePhase) -> Action | None:
        given = choose_give(st, choice) or relieve(st, choice, self._reasons)
        return given or choose_advance(st, choice, self._planner(st, choice.side), self._reasons) or Done()

    def _at_announcements(self, st: State, choice: Choice, frame: Announcements) -> Action | None:
        return choose_withdrawal(st, choice, frame, self._planner(st, choice.side), self._reasons)

    def _at_slip_away(self, st: State, choice: Choice, frame: SlipAway) -> Action | None:
        return choose_way_out(st, choice, frame, self._planner(st, choice.side), self._reasons)

    def _at_location_combat(self, st: State, choice: Choice, frame: LocationCombat) -> Action | None:
        if frame.step == "unmask":
            return choose_reveal(st, choice, frame.loc, self.style, self._reasons)
        if frame.step == "stand":
            return choose_stand(st, choice, frame, self.style, self._reasons)
        if frame.step == "hand":
            return choose_hand_to_hand(st, choice, frame, self._reasons)
        return choose_combat(st, choice, self._reasons)

    def _at_escape(self, st: State, choice: Choice, frame: EscapeAttempt) -> Action | None:
        if frame.step == "who":
            return rise(st, choice, frame, self._reasons)
        return choose_combat(st, choice, self._reasons)

    def _at_take_over(self, st: State, choice: Choice, frame: TakeOver) -> Action | None:
        return choose_crew(st, st.vehicles[frame.vehicle], self._reasons)

    def _rout(self, st: State, choice: Choice, frame: RoutPhase | RoutMove) -> Action:
        """The next step of a rout, and the Locations it has been in remembered."""
        now = (st.turn.number, st.turn.attacker)
        been: frozenset[int] = frozenset()
        if isinstance(frame, RoutMove):
            key, before = self._routed
            been = before if key == (*now, frame.unit) and frame.start in before else frozenset((frame.start,))
            been |= {frame.at}
        action = choose_rout(st, choice, self._threat(st, choice.side), been, self._reasons)
        if isinstance(action, Rout):
            self._routed = ((*now, action.unit), been | {st.units[action.unit].loc})
        return action

    # -- what it sees ------------------------------------------------------------------------

    def _threat(self, st: State, side: int) -> Threat:
        foes = all_positions(st, 1 - side)
        smoke = tuple(sorted((m.loc, m.strength) for m in st.markers.values() if m.kind in SMOKE_MARKERS))
        key = (id(map_now(st)), foes, smoke)
        found = self._threats.get(key)
        if found is None:
            if len(self._threats) > 8:
                self._threats.clear()
            found = self._threats[key] = Threat(ground_of(st), foes, st if smoke else None)
        return found

    def _planner(self, st: State, side: int) -> Planner:
        ground = ground_of(st)
        return Planner(st, side, ground, self._threat(st, side), Purpose(st, side, ground, self.style), self.style)

    def _driver(self, st: State, side: int, planner: Planner | None = None) -> Driver:
        """Who judges the drives of its vehicles."""
        found = planner or self._planner(st, side)
        return Driver(st, side, self._courses.tracks, found.threat, found.purpose, self.style)

    # -- Prep Fire or movement ---------------------------------------------------------------

    def _prep(self, st: State, choice: Choice, ground: Ground) -> Action:
        """Fire where the fire is worth more than the move that it gives up."""
        targets = aims(st, choice.side)
        planner = self._planner(st, choice.side)
        screen = self._screen(st, choice, planner)
        if screen is not None:
            return screen
        if blown := best_detonation(st, choice.side, "PFPh"):
            self._reasons.append(f"The Set DC takes {blown[0]:.1f} worth on average.")
            return blown[1]
        for shot in all_shots(st, choice.side, "PFPh", targets):
            if shot.harm < LEAST:
                break
            price = self._stay_gain(st, planner, shot.firer)
            if shot.harm * (1 - self.style.after * (price > 0)) >= price and choice.check(shot.action) is None:
                self._reasons.append(shot.told())
                return shot.action
        gunnery = Gunnery(st, choice.side, "PFPh", targets, ground)
        options = gunnery.best()
        holds = st.world.rules.offers("opportunity_fire")
        if not options and not holds:
            return Done()
        mopped = mop_up(choice, planner)
        if mopped is not None:
            self._reasons.append("The building is secured at once.")
            return mopped
        gains: dict[int, float] = {}
        waiting = self._waiting(st, planner)
        for option in options:
            if option.harm < LEAST:
                break
            if waiting & {*option.firers, *option.action.leaders}:
                continue
            price = unmasking(st, option, self.style)
            for unit_id in (*option.firers, *option.action.leaders):
                if unit_id not in gains:
                    gains[unit_id] = self._move_gain(st, planner, st.units[unit_id])
                price += max(0.0, gains[unit_id])
            after = kept_share(st, option.firers, self.style.after) if price > 0 else 0.0
            if option.harm * (1 - after) >= price and choice.check(option.action) is None:
                text = f"{option.ledger.fp_text()} FP at {option.ledger.drm.total():+d}"
                self._reasons.append(f"{text} takes {option.harm:.1f} worth; moving would gain {price:.1f}.")
                return armed(st, choice, option, "PFPh") or option.action
        held = held_fire(
            st, choice, planner, lambda unit: FREE if unit.id in waiting else self._move_gain(st, planner, unit)
        )
        if held is not None:
            self._reasons.append("It neither moves nor has a shot now: it waits for what shows itself.")
            return held
        self._reasons.append("Moving gains more than firing now.")
        return Done()

    def _screen(self, st: State, choice: Choice, planner: Planner) -> Fire | None:
        """SMOKE of ordnance before an advance that would be dangerous."""
        now = (st.turn.number, st.turn.attacker)
        if self._cloudless == now:
            return None
        found = best_cloud(planner, movers(st, planner.side), best_plan)
        if found is not None and choice.check(found[1]) is None:
            self._reasons.append(f"SMOKE there spares those who advance {found[0]:.1f}.")
            return found[1]
        self._cloudless = now
        return None

    def _stay_gain(self, st: State, planner: Planner, firer: int) -> float:
        """What a firer gives up that does not move; found once in a phase for a vehicle."""
        unit = st.units.get(firer)
        if unit is not None:
            return 0.0 if mans_gun(st, firer) else max(0.0, self._move_gain(st, planner, unit))
        now = (st.turn.number, st.turn.attacker)
        if self._drives[0] != now:
            self._drives = (now, {})
        known = self._drives[1].get(firer)
        if known is None:
            vehicle, gain = st.vehicles[firer], 0.0
            if mobile(vehicle):
                gain = self.style.prep * self._driver(st, planner.side, planner).best(vehicle).gain
            known = self._drives[1][firer] = gain
        return known

    def _move_gain(self, st: State, planner: Planner, unit: Unit) -> float:
        if utype(st, unit).smc or move_refusal(st, (unit.id,), 0) is not None:
            return 0.0
        mf = allotment(st, unit, (unit.id,), 0, carried_now(st, unit))
        gain = planner.best((unit.id,), 0, mf).gain
        placed = best_charge(planner, (unit.id,)) if may_charge(st, unit) else None
        return self.style.prep * (max(0.0, gain) + placed[0] if placed is not None else gain)

    # -- movement ----------------------------------------------------------------------------

    def _begin_move(self, st: State, choice: Choice) -> Action:
        planner = self._planner(st, choice.side)
        key = (st.turn.number, st.turn.attacker, st.turn.phase)
        if self._settled[0] != key:
            self._settled = (key, set())
            wave = self._wave(planner)
            if wave is not None and choice.check(wave[1]) is None:
                self._reasons.append(f"A Human Wave gains {wave[0]:.1f} over what its units would do apart.")
                return wave[1]
        settled = self._settled[1]
        if st.vehicles:
            if (crew := man_a_vehicle(st, choice, planner.threat, self._reasons)) is not None:
                return crew
            driver = self._driver(st, choice.side, planner)
            driven = self._courses.begin(st, choice, driver, self.style.least_gain, self._reasons)
            if driven is not None:
                return driven
        stacks = movers(st, choice.side)
        for units in stacks:
            waiting = [u for u in units if u.id not in settled]
            if not waiting:
                continue
            plan = best_plan(planner, waiting)
            placed = self._charge(planner, choice, waiting, plan.gain if plan is not None else 0.0)
            if placed is not None:
                return placed
            ovr = overrun(planner, waiting)
            if ovr is not None and ovr[0] > max(self.style.least_gain, plan.gain if plan is not None else 0.0):
                charge = Move((ovr[1].unit,), 0, ovr[1])
                if choice.check(charge) is None:
                    self._reasons.append("A man alone: he is overrun.")
                    return charge
            if plan is not None and plan.gain >= self.style.least_gain:
                thrown = self._throw(planner, plan, stacks)
                if thrown is not None and choice.check(thrown[1]) is None:
                    self._reasons.append(f"SMOKE there spares those who follow {thrown[0]:.1f}.")
                    return thrown[1]
                first = plan.first()
                assert first is not None
                action = as_dash(choice, plan) or Move(plan.units, plan.declared, first)
                if choice.check(action) is None:
                    self._say_plan(st, plan)
                    self._set_out(plan)
                    return action
            forced = minimum_move(choice, planner, waiting) if plan is None or plan.gain <= 0 else None
            if forced is not None:
                self._reasons.append(f"For all its MF it gains {forced[0]:.1f}.")
                return forced[1]
            settled.update(u.id for u in waiting)
        self._reasons.append("Nobody gains by moving.")
        return Done()

    def _wave(self, planner: Planner) -> tuple[float, DeclareWave] | None:
        """The Human Wave that is worth declaring, and by how much."""
        wave = best_wave(planner, lambda units: apart(planner, units, partial(plan_of, planner)))
        return wave if wave is not None and wave[0] > self.style.least_gain else None

    def _waiting(self, st: State, planner: Planner) -> frozenset[int]:
        """Who keeps his fire in the PFPh for a Human Wave, for what it gains; found once in a phase."""
        now = (st.turn.number, st.turn.attacker)
        if self._held[0] != now:
            wave = self._wave(planner)
            self._held = (now, frozenset(wave[1].units) if wave is not None else frozenset())
        return self._held[1]

    def _charge(self, planner: Planner, choice: Choice, units: list[Unit], gain: float) -> Move | None:
        """A DC placed, or WP thrown, before any step, where that is worth more than the best move."""
        for unit in units:
            found = best_charge(planner, (unit.id,)) if may_charge(planner.st, unit) else None
            if found is None or self._move_gain(planner.st, planner, unit) > self.style.prep * found[0]:
                continue
            action = Move((unit.id,), 0, found[1])
            if choice.check(action) is None:
                self._reasons.append("A DC at those beside it is worth more than its move.")
                return action
        for unit in units:
            wp = best_wp(planner.st, unit)
            if wp is None or wp[0] <= max(self.style.least_gain, DELAY * gain):
                continue
            action = Move((unit.id,), 0, wp[1])
            if choice.check(action) is None:
                self._reasons.append(f"WP at those beside it is worth {wp[0]:.1f}.")
                return action
        return None

    def _throw(self, planner: Planner, plan: Plan, stacks: list[list[Unit]]) -> tuple[float, Move] | None:
        """SMOKE before a risky plan, where somebody has grenades."""
        st = planner.st
        now = (st.turn.number, st.turn.attacker)
        if plan.risk < RISKY or self._smokeless == now:
            return None
        found = None
        if any(grenade_chance(st, u) for units in stacks for u in units):
            found = GrenadeChoice(planner, stacks, best_plan).at_once()
        if found is None:
            self._smokeless = now
        return found

    def _throw_in_passing(self, planner: Planner, units: tuple[int, ...]) -> Smoke | None:
        """SMOKE at the end of a move for those who come after."""
        st = planner.st
        if not any(grenade_chance(st, st.units[u]) for u in units):
            return None
        stacks = movers(st, planner.side)
        return GrenadeChoice(planner, stacks, best_plan).in_passing(units) if stacks else None

    def _go_on(self, st: State, choice: Choice, frame: Moving) -> Action | None:
        for group in sorted(frame.live(st), key=lambda group: not st.units[group.units[0]].berserk):
            units = group.units
            if st.units[units[0]].berserk:
                return go_on_charging(st, choice, units, self._threat(st, choice.side), self._reasons)
            declared = st.trail(units[0]).declared
            if declared & ASSAULT:
                return Done()
            planned = overrun_now(st, choice, units) or self._as_planned(st, choice, units)
            if planned is not None:
                return planned
            planner = self._planner(st, choice.side)
            budget = min(mf_left(st, st.units[u], units) for u in units)
            plan = planner.best(units, declared & ~DOUBLE_TIME, budget, going=True)
            taken = recovery(planner, units, declared, budget, self.style)
            if taken is not None and taken.score > plan.score + self.style.least_gain:
                plan = taken
            if plan.ways or plan.act:
                first = plan.first()
                assert first is not None
                if choice.check(first) is None:
                    self._say_plan(st, plan)
                    self._set_out(plan)
                    return first
            charge = best_charge(planner, units)
            if charge is not None and choice.check(charge[1]) is None:
                self._reasons.append(f"A DC there takes {charge[0]:.1f} worth more than it risks.")
                return charge[1]
            searched = search(choice, planner, units)
            if searched is not None:
                self._reasons.append("What lies about here under a ? may well be nothing.")
                return searched
            thrown = self._throw_in_passing(planner, units) if budget >= HALF else None
            if thrown is not None and choice.check(thrown) is None:
                self._reasons.append("SMOKE spares those who follow.")
                return thrown
        self._reasons.append("This is the best place within reach.")
        return Done()

    def _as_planned(self, st: State, choice: Choice, units: tuple[int, ...]) -> Go | None:
        """The next step of the plan that is under way, while nothing has happened to the stack."""
        who, loc, ways = self._course
        if who != units or not ways or st.units[units[0]].loc != loc:
            return None
        way = ways[0]
        step = Go(units, way.to, way.road, bypass=way.around)
        if st.marker_at(MK_RESIDUAL, way.to) is not None or choice.check(step) is not None:
            return None
        self._course = (units, way.to, ways[1:])
        self._reasons.append("It goes on as planned.")
        return step

    def _set_out(self, plan: Plan) -> None:
        """Remember the way, so that it is not planned anew after each step."""
        if plan.ways and plan.act is None:
            self._course = (plan.units, plan.ways[0].to, plan.ways[1:])
        else:
            self._course = ((), NOWHERE, ())

    def _say_plan(self, st: State, plan: Plan) -> None:
        if isinstance(plan.act, Recover):
            self._reasons.append("A weapon lies here without a holder.")
        elif plan.act is not None:
            self._reasons.append("The weapon is too heavy for the way to go.")
        if not plan.ways:
            return
        names = ["off the map" if way.to == EXIT else st.world.map.place_name(way.to) for way in plan.ways]
        self._reasons.append(f"The way {' - '.join(names)} gains {plan.gain:.1f}; its risk is {plan.risk:.1f}.")


_DECIDERS: dict[type, Callable[[StandardPlayer, State, Choice, Any], Action | None]] = {
    SetUp: StandardPlayer._at_set_up,
    PickUp: StandardPlayer._at_pick_up,
    RallyPhase: StandardPlayer._at_rally_phase,
    FirePhase: StandardPlayer._at_fire_phase,
    Window: StandardPlayer._at_window,
    GunDuel: StandardPlayer._at_gun_duel,
    TurnGuns: StandardPlayer._at_turn_guns,
    WallClaims: StandardPlayer._at_wall_claims,
    WallChance: StandardPlayer._at_wall_claims,
    LeaveResidual: StandardPlayer._at_leave_residual,
    MovePhase: StandardPlayer._at_move_phase,
    Charges: lambda player, st, choice, _: player._at_charges(st, choice),
    Moving: StandardPlayer._go_on,
    WaveMove: lambda player, st, choice, _: next_impulse(player._planner(st, choice.side), st, choice, player._reasons),
    Assault: StandardPlayer._at_assault,
    Driving: StandardPlayer._at_driving,
    SearchHexes: StandardPlayer._at_search_hexes,
    SingleManOptions: StandardPlayer._at_single_man_options,
    RoutPhase: StandardPlayer._at_rout_phase,
    RoutMove: StandardPlayer._rout,
    AdvancePhase: StandardPlayer._at_advance_phase,
    Announcements: StandardPlayer._at_announcements,
    SlipAway: StandardPlayer._at_slip_away,
    TakeOver: StandardPlayer._at_take_over,
    LocationCombat: StandardPlayer._at_location_combat,
    Surrenders: StandardPlayer._at_surrenders,
    RecaptureChoice: lambda player, st, choice, frame: fall_upon(st, choice, frame, player._reasons),
    EscapeAttempt: StandardPlayer._at_escape,
    SetUpSniper: lambda _, st, choice, __: place_sniper(st, choice),
    RegainElr: lambda _, __, ___, frame: CheckIntegrity(frame.side),
    SniperHunt: lambda player, st, choice, _: look_for_sniper(st, choice, player._reasons),
}
