"""Where a case's play begins: the frames of its phase."""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
from functools import cache

from goodorder.board.map.terrain import by_id
from goodorder.core.actions import (
    Action,
    Advance,
    ClearCharge,
    Deploy,
    Fire,
    Give,
    KeepDm,
    MopUp,
    Move,
    Rally,
    Recombine,
    Recover,
    Rout,
    Spending,
    VoluntaryBreak,
    Withdraw,
    units_of,
)
from goodorder.core.errors import NotBuilt, Refusal
from goodorder.core.frames import Choice, Frame
from goodorder.core.state import ON_MAP, PHASES, State
from goodorder.rules.a01_deploy import deploy_refusal, recombine_refusal
from goodorder.rules.a04_movement.advance import advance_refusal
from goodorder.rules.a04_movement.portage import able_refusal, give_refusal, reach_refusal, recover_refusal
from goodorder.rules.a07_fire.attack import attack_refusal
from goodorder.rules.a10_morale.dm import keep_dm_refusal
from goodorder.rules.a10_morale.rally import rally_refusal
from goodorder.rules.a10_morale.rout import rout_refusal
from goodorder.rules.a10_morale.voluntary_break import voluntary_break_refusal
from goodorder.rules.a11_close_combat.withdrawal import withdrawal_asked
from goodorder.rules.a12_concealment.mopping_up import mop_refusal
from goodorder.rules.b_terrain.clearance import clear_refusal
from goodorder.rules.facts.firers import fire_phase
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import eye
from goodorder.rules.facts.wave import wave_units

from .movers import is_over

PHASE_FRAMES: dict[str, tuple[str, str]] = {
    "RPh": ("rally.rally_phase", "RallyPhase"),
    "PFPh": ("fire.fire_phases", "FirePhase"),
    "MPh": ("move.move_phase", "MovePhase"),
    "DFPh": ("fire.fire_phases", "FirePhase"),
    "AFPh": ("fire.fire_phases", "FirePhase"),
    "RtPh": ("rout.rout_phase", "RoutPhase"),
    "APh": ("advance", "AdvancePhase"),
    "CCPh": ("combat.close_combat", "CloseCombatPhase"),
}


@cache
def import_flow() -> None:
    """Import every module of the flow, so that each frame is known by its name."""
    package = importlib.import_module("goodorder.flow")
    for module in pkgutil.walk_packages(package.__path__, "goodorder.flow."):
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(module.name)


def start_frames(st: State, *, whole_turn: bool = False) -> tuple[Frame, ...]:
    """The frame of the position's phase alone; with ``whole_turn`` the game goes on from there.

    The frames run in the given order.  The phase ``setup`` is both sides' set-up.
    """
    phase = st.turn.phase
    if phase == "setup":
        return _setup_frames(st, whole_turn)
    if phase not in PHASE_FRAMES:
        raise NotBuilt(f"a case can't begin in {phase}", rule="A3")
    module, name = PHASE_FRAMES[phase]
    frame_class = getattr(importlib.import_module(f"goodorder.flow.{module}"), name)
    frames: tuple[Frame, ...] = (frame_class(phase) if name == "FirePhase" else frame_class(),)
    if phase == "MPh" and wave_units(st):
        wave = importlib.import_module("goodorder.flow.move.wave")
        frames = (wave.WaveMove(), frame_class(True))
    elif phase == "MPh":
        frames = _mid_move(st) or frames
    edges = importlib.import_module("goodorder.flow.sequence.edges")
    if phase == "RPh":
        frames = (edges.BEGINS, *frames)
    if not whole_turn:
        return (*frames, edges.ENDS) if phase == "RPh" else frames
    turn = importlib.import_module("goodorder.flow.sequence.turn")
    played = 2 * (st.turn.number - 1) + (1 if st.turn.attacker == st.turn.first else 2)
    return (*frames, turn.PlayerTurn(PHASES.index(phase) + 1), turn.Game((), st.turn.first, played))


def _mid_move(st: State) -> tuple[Frame, ...]:
    """The DEFENDER's window over the ATTACKER's units and vehicles that have spent MF or MP and not ended their MPh,
    then their move.

    Units of one Location with the same steps are one stack.  Residual FP in their Locations has attacked already.
    """
    move = importlib.import_module("goodorder.flow.move.move_phase")
    defence = importlib.import_module("goodorder.flow.fire.defensive_fire")
    stacks: dict[object, list[int]] = {}
    for unit in st.units.values():
        steps = st.trail(unit.id).steps
        if unit.side == st.turn.attacker and unit.place == ON_MAP and steps and not is_over(st, unit):
            stacks.setdefault((unit.loc, steps), []).append(unit.id)
    driven = [
        one
        for one in st.vehicles.values()
        if one.side == st.turn.attacker
        and one.place == ON_MAP
        and st.trail(one.id).steps
        and not st.trail(one.id).ended
    ]
    if not stacks and not driven:
        return ()
    drive = importlib.import_module("goodorder.flow.drive.driving")
    driving = tuple(drive.Driving(one.id) for one in driven)
    seen = tuple(defence.Touch(one.loc, (), (one.id,)) for one in driven)
    if not stacks:
        return (defence.Window(seen, True), *driving, move.MovePhase(True))
    groups = tuple(move.Group(tuple(units)) for units in stacks.values())
    places: dict[int, tuple[int, ...]] = {}
    for group in groups:
        loc = st.units[group.units[0]].loc
        places[loc] = (*places.get(loc, ()), *group.units)
    touches = tuple(defence.Touch(loc, units) for loc, units in places.items())
    return (defence.Window((*touches, *seen), True), move.Moving(groups), *driving, move.MovePhase(True))


def _setup_frames(st: State, whole_turn: bool) -> tuple[Frame, ...]:
    scenario = st.world.scenario
    up_first = st.world.side_number(scenario.sets_up_first) if scenario else st.turn.first
    sides = (up_first, 1 - up_first)
    if whole_turn:
        game: Frame = importlib.import_module("goodorder.flow.sequence.turn").Game(sides, st.turn.first)
        return (game,)
    module = importlib.import_module("goodorder.flow.sequence.setup")
    edges = importlib.import_module("goodorder.flow.sequence.edges")
    return (*(module.SetUp(side) for side in sides), edges.SET_UP, module.InitialControl())


def as_begun(asked: Choice, action: Action) -> Action:
    """An act of movement where a move would begin is the first of that move, without a declaration."""
    if not isinstance(action, Spending):
        return action
    if (refusal := asked.check(action)) and refusal.kind == "stale":
        move = Move(units_of(action), 0, action)
        other = asked.check(move)
        if other is None or other.kind != "stale":
            return move
    return action


def standing_refusal(st: State, action: Action) -> Refusal | None:
    """What forbids an action where nobody is asked for it: in a phase without decisions, or behind the last one.

    None for actions of other phases, and where no rule forbids it.
    """
    match st.turn.phase, action:
        case "MPh", _:
            return _moving_refusal(st, action)
        case "RPh", Recover(unit=unit, weapon=weapon):
            return recover_refusal(st, st.units[unit].side, unit, weapon)
        case "RPh" | "APh", Give(weapon=weapon, unit=unit):
            return give_refusal(st, st.units[unit].side, weapon, unit)
        case "APh", Advance():
            return advance_refusal(st, action.units, action.way(st.units[action.units[0]].loc))
        case "PFPh" | "DFPh" | "AFPh", _:
            return _firing_refusal(st, action)
        case "RPh", Rally():
            return rally_refusal(st, action.unit, action.leader)
        case "RPh", KeepDm(unit=unit):
            return keep_dm_refusal(st, st.units[unit].side, unit)
        case "RPh", Deploy(unit=unit):
            return deploy_refusal(st, st.units[unit].side, unit, action.leader)
        case "RPh", Recombine(units=(first, second)):
            return recombine_refusal(st, st.units[first].side, first, second)
        case "RtPh", Rout(unit=unit):
            flow = importlib.import_module("goodorder.flow.rout.rout_move")
            found = st.units[unit]
            return rout_refusal(st, found) or flow.first_step_refusal(st, found, action)
        case "RtPh", VoluntaryBreak(unit=unit):
            return voluntary_break_refusal(st, st.units[unit].side, unit)
        case "CCPh", Withdraw(units=(unit, *_), to=to) if to < 0:
            return withdrawal_asked(st, st.units[unit].loc, st.units[unit].side, (), unit)
    return None


def _firing_refusal(st: State, action: Action) -> Refusal | None:
    """What forbids an action in a fire phase (see :func:`standing_refusal`)."""
    match action:
        case Fire():
            targets = st.side_at(action.target, 1 - st.fighter(action.firers[0].unit).side)
            if not targets:
                return Refusal("A7.4", "there is nobody to attack there")
            return with_sight(st, action, attack_refusal(st, action, targets, fire_phase(st, action)))
        case MopUp(units=units) if st.turn.phase == "PFPh":
            return mop_refusal(st, st.units[units[0]].side, units)
        case ClearCharge(unit=unit):
            return clear_refusal(st, st.units[unit].side, action)
    return None


def _moving_refusal(st: State, action: Action) -> Refusal | None:
    """What forbids an action in the MPh (see :func:`standing_refusal`)."""
    match action:
        case Recover(unit=unit, weapon=weapon):
            found = st.units[unit]
            return able_refusal(st, found, found.side, "A4.44") or reach_refusal(st, found, weapon)
        case Move() | Spending():
            flow = importlib.import_module("goodorder.flow.move.move_phase")
            move = action if isinstance(action, Move) else Move(units_of(action), 0, action)
            refusal: Refusal | None = flow.begin_refusal(st, move)
            return refusal
        case ClearCharge(unit=unit):
            return clear_refusal(st, st.units[unit].side, action)
        case Give():
            return Refusal("A4.431", "weapons change hands in the RPh and as the APh begins", also=("A4.43",))
    return None


def missed_fire(st: State, asked: object, action: Action) -> Refusal | None:
    """What forbids the DEFENDER's fire while it is the mover's choice: his window had none to offer (A8.1).

    None for anything else, and where the rules of fire allow it.
    """
    if not isinstance(action, Fire) or not isinstance(asked, Choice) or st.turn.phase != "MPh":
        return None
    side = st.fighter(action.firers[0].unit).side
    if side == st.turn.attacker or asked.side == side:
        return None
    there = st.side_at(action.target, 1 - side)
    movers = tuple(unit for unit in there if st.trail(unit.id).steps and not st.trail(unit.id).ended)
    if not movers:
        return Refusal("A8.1", "nobody moves there")
    return with_sight(st, action, attack_refusal(st, action, movers, "MPh"))


def with_sight(st: State, action: object, refusal: Refusal | None) -> Refusal | None:
    """A refusal of fire for want of a line of sight, with what blocks it: the line's rule and the terrain's."""
    if refusal is None or refusal.rule != "A6.1" or not isinstance(action, Fire):
        return refusal
    rules, reason = list(refusal.also), refusal.reason
    for firer in action.firers:
        why = map_now(st).los(eye(st, st.fighter(firer.unit)), action.target).why
        if why is None:
            continue
        reason = f"{refusal.reason}: {why.reason}"
        kind = by_id().get(why.terrain)
        inside = ("B23.25", "B23.26") if why.rule == "A6.8" else ()
        rules += [why.rule, *([kind.rule] if kind else []), *inside]
    return Refusal(refusal.rule, reason, refusal.kind, tuple(rules))
