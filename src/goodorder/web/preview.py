"""What an action would come to, before it is committed: its arithmetic line by line, and exact chances (PreviewDoc)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from goodorder import odds
from goodorder.core import actions as act
from goodorder.core.actions import Action
from goodorder.core.apply import apply
from goodorder.core.dice import PAIRS
from goodorder.core.state import State, Unit
from goodorder.data.charts import ift
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.flow.fire.targets import Aim, aim_of, aims
from goodorder.flow.move.act import MOVE, MoveAct
from goodorder.flow.move.declaring import declared_state
from goodorder.flow.move.moving import Moving
from goodorder.odds.aftermath import beside
from goodorder.odds.attack_dice import first_results
from goodorder.rules.a07_fire.attack import AttackLedger, attack_ledger, declared_ledger, outcomes
from goodorder.rules.a07_fire.spraying import second_attack
from goodorder.rules.a10_morale.rally import may_bring_leader, rally_facts, rally_ledger, rally_result
from goodorder.rules.a11_close_combat.attack import announced_facts, cc_ledger
from goodorder.rules.a15_heat_of_battle import feels_heat, may_come
from goodorder.rules.a20_escape import escape_check, escape_ledger, needs_check
from goodorder.rules.a20_guards import captive_morale
from goodorder.rules.c_ordnance.canister import canister_ledgers, canister_targets, fires_canister
from goodorder.rules.c_ordnance.gun_duels import may_be_answered
from goodorder.rules.c_ordnance.magnetic_mines import mine_ledger, mine_need
from goodorder.rules.d_vehicles.bog import bog_chance, bog_ledger
from goodorder.rules.d_vehicles.firing import hull_turn_checks
from goodorder.rules.facts.firers import fire_phase
from goodorder.rules.facts.units import is_smc, name, names

from . import (
    preview_attempts,
    preview_charge,
    preview_moves,
    preview_ordnance,
    preview_rolls,
    preview_vehicle,
    preview_wave,
)
from .messages.preview import OddsClass, PreviewDoc, SumsDoc, TargetDoc
from .preview_doc import (
    MOST_SMC,
    beside_words,
    chance_of,
    fates_doc,
    first_roll,
    heat_words,
    line_of,
    mod_lines,
    preview_doc,
    shot_chances,
    vehicles_doc,
)
from .preview_firer import firer_words
from .preview_molotov import molotov
from .preview_panzerfaust import panzerfaust


def preview_action(st: State, action: Action) -> PreviewDoc | None:
    """The preview of an action; None for one that has nothing to count."""
    return _preview(st, action, _stack(st, action))


def _preview(st: State, action: Action, units: tuple[int, ...]) -> PreviewDoc | None:
    """The preview of what the stack ``units`` does."""
    if isinstance(action, act.PlaceCharge):
        return preview_charge.laid(st, action)
    make, act_of_move = _MAKERS.get(type(action)), MOVE.of(action)
    if make is not None:
        return make(st, action)
    return preview_moves.attempt(st, act_of_move, units, action) if act_of_move is not None else None


def _stack(st: State, action: Action) -> tuple[int, ...]:
    """The moving stack of which units do something; those units alone where nobody moves."""
    frame = st.stack[-1] if st.stack else None
    group = frame.group_of(action) if isinstance(frame, Moving) else None
    return group.units if group is not None else act.units_of(action)


# -- fire ------------------------------------------------------------------------------------


def targets_of(st: State, action: act.Fire) -> tuple[Unit, ...]:
    """The units that an attack would be aimed at: the movers of the open window, else who is there."""
    live = getattr(st.stack[-1], "live", None) if st.stack else None
    side = st.fighter(action.firers[0].unit).side
    found: Sequence[Any] = live(st) if callable(live) else aims(st, side)
    for aim in found:
        if isinstance(aim, Aim) and aim_of((aim,), action) is not None:
            return aim.units
    return ()


def _movers(st: State) -> tuple[Aim, ...]:
    """The targets of the open window of the MPh."""
    live = getattr(st.stack[-1], "live", None) if st.stack else None
    return tuple(live(st)) if callable(live) else ()


def fire_ledger(st: State, action: act.Fire) -> AttackLedger:
    """The ledger of an attack as it would be made now."""
    return declared_ledger(st, action, tuple(unit.id for unit in targets_of(st, action)), fire_phase(st, action))


def closed(st: State, action: act.Fire) -> State:
    """The position as an attack takes effect in it: with the Encircled counter where it closes a ring (A7.7)."""
    phase = st.stack[-1] if st.stack else None
    if isinstance(phase, FirePhase):
        for event in phase.closing(st, action, tuple(unit.id for unit in targets_of(st, action))):
            st = apply(st, event)
    return st


def _fire(st: State, action: act.Fire) -> PreviewDoc:
    """The preview of a shot, with the vehicles that it strikes beside its targets, after the Bog Check before it."""
    here, phase = closed(st, action), fire_phase(st, action)
    doc = _shot(here, action)
    if st.vehicles and not action.vehicle:
        ids = tuple(unit.id for unit in targets_of(here, action))
        found = beside(here, shot_of(here, ids, phase, action))
        doc = replace(doc, per_target=(*doc.per_target, *vehicles_doc(found)))
    if st.turn.phase == "MPh" and may_be_answered(st, action, "MPh"):
        words = (
            "Not counted: a vehicle fired at in its MPh, or who is fired at by one, may answer first (C2.2401, C5.33)."
        )
        doc = replace(doc, text=(*doc.text, words))
    due = hull_turn_checks(st, action, phase)
    return preview_vehicle.if_not_bogged(doc, bog_chance(bog_ledger(due[0]))) if due else doc


def _shot(st: State, action: act.Fire) -> PreviewDoc:
    if fires_canister(action):
        return _canister(st, action)
    if action.ordnance is not None:
        return preview_ordnance.shot(st, action, targets_of(st, action))
    if action.vehicle:
        return preview_vehicle.on_ift(st, action)
    ledger = fire_ledger(st, action)
    doc = arithmetic(st, ledger, f"Fire at {st.world.map.place_name(action.target)}")
    targets = tuple(unit.id for unit in ledger.attack.targets)
    if action.spray >= 0:
        doc = replace(doc, second=_second(st, action, ledger))
    if sum(is_smc(st, unit) for unit in ledger.attack.targets) > MOST_SMC:
        doc = replace(doc, text=(f"With more than {MOST_SMC} leaders in the target no fates are counted out.",))
    return _with_chances(st, doc, shot_chances(st, action, targets, fire_phase(st, action)))


def _with_chances(st: State, doc: PreviewDoc, found: odds.AttackOdds) -> PreviewDoc:
    """The preview of a shot at men with its chances."""
    told = (*doc.text, *beside_words(st, found))
    return replace(doc, odds=first_roll(found.first), per_target=fates_doc(found.units), text=told)


def _canister(st: State, action: act.Fire) -> PreviewDoc:
    """Canister in each of its Locations, with the fates of all on foot there."""
    phase, units = fire_phase(st, action), tuple(unit.id for unit in targets_of(st, action))
    ids = canister_targets(st, action, units, phase)
    ledgers, place = canister_ledgers(st, action, units, phase), st.world.map.place_name
    each = (f"{place(one.attack.target)}: {one.fp_words()}, {one.drm.total():+d}" for one in ledgers)
    doc = arithmetic(st, ledgers[0], f"Canister at {place(ledgers[0].attack.target)}")
    doc = replace(doc, text=(*each, *firer_words(st, action, ids)))
    return _with_chances(st, doc, shot_chances(st, action, ids, phase)) if ids else doc


def _second(st: State, action: act.Fire, ledger: AttackLedger) -> PreviewDoc:
    """The attack on the second Location of Spraying Fire."""
    other = attack_ledger(second_attack(st, action, ledger.attack.targets, st.turn.phase))
    doc = arithmetic(st, other, f"and at {st.world.map.place_name(action.spray)}, by the same dice")
    return replace(doc, odds=first_roll(first_results(other)), per_target=_second_fates(st, action, other))


def arithmetic(st: State, ledger: AttackLedger, title: str) -> PreviewDoc:
    """FP, column and DRM of an attack line by line; ``sums`` where they are not the same against all its targets."""
    lines = [line_of(line, "fp") for line in ledger.fp_lines()]
    for mod, line in zip(ledger.drm.mods, mod_lines(ledger.drm.mods), strict=True):
        only = f" (only {names(st, mod.units)})" if mod.units else ""
        lines.append(replace(line, reason=f"{mod.reason}{only}") if only else line)
    sums: dict[tuple[int | None, int], list[str]] = {}
    for unit in ledger.attack.targets:
        against = ledger.column_against(unit.id)
        key = (None if against is None else _column_fp(against), ledger.drm.total(unit.id))
        sums.setdefault(key, []).append(str(unit.id))
    parts = tuple(SumsDoc(column=key[0], drm=key[1], units=tuple(units)) for key, units in sums.items())
    return replace(
        preview_doc(title, lines, drm=ledger.drm.total()),
        column=None if ledger.column is None else _column_fp(ledger.column),
        fp=ledger.fp_text(),
        sums=parts if len(parts) > 1 else (),
    )


def _column_fp(column: int) -> int:
    return ift().fp(column)


def _second_fates(st: State, action: act.Fire, other: AttackLedger) -> tuple[TargetDoc, ...]:
    """The fates in the second Location of Spraying Fire, followed as the first where leaders leave it countable."""
    units = other.attack.targets
    swapped = replace(action, target=action.spray, spray=action.target)
    if not units or sum(is_smc(st, unit) for unit in units) > MOST_SMC:
        return ()
    found = odds.attack(st, swapped, tuple(unit.id for unit in units), st.turn.phase)
    return fates_doc(found.units) if found.first == first_results(other) else ()


def attack_chance(st: State, action: act.Fire) -> float:
    """The chance that an attack's DR calls at least for a Morale Check of somebody."""
    if fires_canister(action):
        ids, phase = tuple(unit.id for unit in targets_of(st, action)), fire_phase(st, action)
        shot = shot_of(st, ids, phase, action)
        found = (shot.outcomes(st, pair) for pair in PAIRS)
        return sum(any(one.result.kind in ("KIA", "K", "MC") for one in some) for some in found) / len(PAIRS)
    if action.ordnance is not None:
        return preview_ordnance.hit_chance(st, action, targets_of(st, action))
    if action.vehicle:
        return 1.0 - float(odds.vehicle(st, action).chance("no effect"))
    ledger = fire_ledger(st, action)
    hits = 0
    for faces in PAIRS:
        hits += any(outcome.result.kind in ("KIA", "K", "MC") for outcome in outcomes(ledger, faces))
    return hits / len(PAIRS)


# -- the other phases ------------------------------------------------------------------------


def _move(st: State, action: act.Move) -> PreviewDoc | None:
    if action.first is None:
        return None
    return _preview(declared_state(st, action), action.first, action.units)


def _rally(st: State, action: act.Rally) -> PreviewDoc:
    facts = rally_facts(st, action.unit, action.leader)
    ledger = rally_ledger(facts)
    rallied = fate = 0
    level = 0
    for faces in PAIRS:
        result = rally_result(facts, faces)
        level = result.level
        rallied += result.rallied
        fate += result.fate
    chances = [
        chance_of("rallies", rallied, 36, "other"),
        chance_of("stays broken", 36 - rallied - fate, 36, "none"),
        chance_of("Casualty Reduction", fate, 36, "k"),
    ]
    by = f" by {name(st, facts.leader)}" if facts.leader else " by itself"
    title = f"Rally {name(st, facts.unit)}{by}"
    feels = facts.leader is not None and may_come(st) and feels_heat(st, facts.unit)
    text = [f"needs {level} or less", *(heat_words(Fraction(1, 36)) if feels else ())]
    if may_bring_leader(facts):
        text += preview_rolls.leader_words(st, (action.unit,), "A18.11")
    return preview_doc(title, mod_lines(ledger.mods), chances, text, drm=ledger.total())


def _close_combat(st: State, action: act.CloseCombat) -> PreviewDoc:
    ambusher = getattr(st.stack[-1], "ambusher", -1) if st.stack else -1
    declared = getattr(st.stack[-1], "declared", None) if st.stack else None
    leaving = declared.leaving if declared is not None else ()
    ledger = cc_ledger(announced_facts(st, action, ambusher, leaving))
    likely = odds.mine_chances(ledger.facts, action.atmm) if action.atmm else odds.cc_chances(ledger)
    whole = 1296 if action.atmm else 216
    counts = {word: int(whole * chance) for word, chance in likely.items()}
    kinds: dict[str, OddsClass] = {"no effect": "none", "Casualty Reduction": "k", "immobilized": "k"}
    chances = [chance_of(word, count, whole, kinds.get(word, "kia")) for word, count in sorted(counts.items())]
    lines = [*(line_of(line, "fp") for line in ledger.fp_lines()), *mod_lines(ledger.drm.mods)]
    verb = "attack" if len(action.attackers) > 1 else "attacks"
    title = f"{names(st, action.attackers)} {verb} {names(st, action.defenders)}"
    text = [f"odds {ledger.odds}, Kill Number {ledger.kill}"]
    text += preview_rolls.leader_words(st, action.attackers, "A18.12")
    if action.atmm:
        seeker = st.units[action.atmm]
        check = mine_ledger(st, seeker, st.vehicles[action.defenders[0]])
        need = mine_need(st, seeker, st.vehicles[action.defenders[0]])
        text.append(f"ATMM Check of {name(st, seeker)}: {need} or less has one, 6 pins")
        lines = [*lines, *mod_lines(check.mods)]
    found = odds.close_combat(st, action, ambusher, leaving).units
    fates = fates_doc({unit: found[unit] for unit in action.defenders if unit in found})
    return preview_doc(title, lines, chances, text, drm=ledger.drm.total(), per_target=fates)


def _escape(st: State, action: act.Escape) -> PreviewDoc:
    unit = st.units[action.unit]
    guard = st.units[unit.stance.guard]
    title = f"{name(st, unit)} tries to escape from {name(st, guard)}"
    after = "then it attacks before all others, its Guard first or along with others"
    if not needs_check(st, guard.loc):
        return preview_doc(title, text=["no NTC: a Melee goes on here", after])
    ledger = escape_ledger(st, unit)
    good = sum(escape_check(st, unit, faces)[1] for faces in PAIRS)
    chances = [chance_of("passes", good, 36, "other"), chance_of("stays a prisoner", 36 - good, 36, "none")]
    need = captive_morale(st, unit) - ledger.total()
    return preview_doc(title, mod_lines(ledger.mods), chances, [f"needs {need} or less", after], drm=ledger.total())


def _throw(st: State, action: act.ThrowCharge) -> PreviewDoc:
    return preview_charge.thrown(st, action, _movers(st))


_MAKERS: dict[type[Action], Callable[[State, Any], PreviewDoc | None]] = {
    act.Fire: _fire,
    act.ThrowCharge: _throw,
    act.Panzerfaust: panzerfaust,
    act.Molotov: molotov,
    act.Detonate: preview_charge.set_off,
    act.Move: _move,
    act.Go: preview_moves.go,
    act.Advance: preview_moves.advance,
    act.Rout: preview_moves.rout,
    act.Rally: _rally,
    act.Repair: preview_attempts.repair,
    act.Deploy: preview_attempts.deploy,
    act.CheckSniper: preview_attempts.sniper_check,
    act.Scrounge: preview_attempts.scrounge,
    act.ClearCharge: preview_attempts.clear,
    act.Climb: preview_attempts.climb,
    act.StartUp: preview_attempts.start,
    act.Unbog: preview_attempts.unbog,
    act.TryMotion: preview_attempts.motion,
    act.TurnHull: preview_rolls.turn,
    act.CloseDefend: preview_rolls.defend,
    act.CheckIntegrity: preview_rolls.regain,
    act.MopUp: preview_rolls.mop_up,
    act.LaneSnap: preview_rolls.lane_snap,
    act.CloseCombat: _close_combat,
    act.Escape: _escape,
    act.DeclareWave: preview_wave.wave,
    act.Surge: preview_wave.impulse,
}


def previewed() -> frozenset[type[Action]]:
    """The kinds of actions that have a preview, where there is anything to tell."""
    told = {kind for kind, made in MOVE.kinds().items() if type(made).forecast is not MoveAct.forecast}
    return frozenset({*_MAKERS, *told, act.PlaceCharge, act.Together})
