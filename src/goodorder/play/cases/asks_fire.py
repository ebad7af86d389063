"""Questions about fire: a ledger, a permission, Residual FP, Encirclement, a column of the IFT."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from goodorder.core import actions as act
from goodorder.core.errors import Refusal
from goodorder.core.notation import parse
from goodorder.core.stance import PLAIN
from goodorder.core.state import MK_MELEE, MK_RESIDUAL, State, Step, Unit
from goodorder.core.way import Way
from goodorder.data.charts import ift
from goodorder.flow.fire.fire_phases import opportunity_refusal
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a07_fire.attack import (
    AttackLedger,
    attack_ledger,
    attack_refusal,
    fire_column,
    outcomes,
    residual_left,
)
from goodorder.rules.a07_fire.encirclement import encircles
from goodorder.rules.a07_fire.firepower import fp_text
from goodorder.rules.a07_fire.spraying import second_attack
from goodorder.rules.a08_defensive.residual import residual_facts
from goodorder.rules.a09_weapons.breakdown import Breakdown, breakdown, breakdown_numbers, lone_numbers
from goodorder.rules.a09_weapons.fire_lane import lane_facts, lane_malfunction, lanes_over, snap_targets
from goodorder.rules.a09_weapons.handling import HANDLINGS, handling_refusal
from goodorder.rules.a22_molotovs import at_armor, beside, beside_ledger, in_hand, molotov_refusal
from goodorder.rules.c_ordnance.canister import canister_ledgers, fires_canister
from goodorder.rules.facts.firers import attack_facts, fire_phase
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.points import COWERING

from .asks import Ask, Figures, mods_of, number, refused, split_at
from .model import CaseInvalid
from .movers import moving_now, over_refusal
from .start import with_sight


def _moving(st: State, units: Iterable[Unit], loc: int) -> State:
    """The position in which these units move: one without a trail has just spent the hex's MF in ``loc``, and come
    there from its own hex where that is the next one.
    """
    for unit in units:
        if not st.trail(unit.id).steps:
            side = st.world.map.side_between(unit.loc, loc) if 0 <= unit.loc != loc else None
            mf, step = max(2, int(ground(st, loc).terrain.mf * 2)), None
            if side is not None:
                mf = cost_for(st, unit, (unit,), Way(unit.loc, loc))
                step = Step("enter", unit.loc, loc, mf, side)
                st = st.with_unit(replace(unit, loc=loc, stance=PLAIN))
            trail = replace(st.trail(unit.id), steps=(step or Step("enter", loc, loc, mf),), spent=mf, started=True)
            st = st.with_trail(unit.id, trail)
    return st


def declared_fire(question: Ask) -> tuple[State, act.Fire, tuple[Unit, ...]]:
    """The position, the attack and its targets.

    Without ``movers`` these are the enemies there, in a Melee all who fight in it (A7.4); in the MPh those of the
    enemies that have spent MF, if any has.
    """
    st = question.st
    words = list(question.words)
    movers: list[str] = []
    if "movers" in words:
        cut = words.index("movers")
        words, movers = words[:cut], words[cut + 1 :]
    action = parse(" ".join(words), question.names)
    if isinstance(action, act.Molotov):
        action = in_hand(action)
    if not isinstance(action, act.Fire):
        raise CaseInvalid("the question needs 'fire A at C4'", "fire")
    if at_armor(st, action):
        vehicle = st.vehicles[action.vehicle]
        return st, action, beside(st, vehicle, st.fighter(action.molotov).side, st.turn.phase)
    if action.vehicle or action.gun:
        return st, action, ()
    if movers:
        st = _moving(st, tuple(question.unit(word) for word in movers), action.target)
        return st, action, tuple(st.units[question.unit(word).id] for word in movers)
    return st, action, _under_fire(st, action)


def _under_fire(st: State, action: act.Fire) -> tuple[Unit, ...]:
    there = st.side_at(action.target, 1 - st.fighter(action.firers[0].unit).side)
    if st.turn.phase != "MPh" and there and st.marker_at(MK_MELEE, action.target) is not None:
        return st.at(action.target)
    return _moved(st, there) or there


def _moved(st: State, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Those that have spent MF in the MPh that is played; while some of them have not ended their move, these."""
    moved = tuple(unit for unit in units if st.turn.phase == "MPh" and st.trail(unit.id).steps)
    return moving_now(st, moved) or moved


def refused_fire(question: Ask, st: State, action: act.Fire, targets: tuple[Unit, ...]) -> Refusal | None:
    """Why the attack that a question names may not be made, or None."""
    if "movers" not in question.words and (over := over_refusal(st, targets)):
        return over
    if action.molotov:
        tried = act.Molotov(action.molotov, replace(action, molotov=0))
        return with_sight(st, action, molotov_refusal(st, st.turn.phase, tried, targets))
    return with_sight(st, action, attack_refusal(st, action, targets, fire_phase(st, action)))


def _ledger(question: Ask) -> AttackLedger | Refusal:
    st = question.st
    if question.words[:1] == ("lane",):
        if question.words[2:3] != ("at",) or question.words[4:5] != ("on",):
            raise CaseInvalid("the question is 'ledger lane w at C4 on B'", "lane")
        weapon, loc = st.weapons[question.names.weapon(question.words[1])], question.names.hex(question.words[3])
        snap = question.words[-1] == "snap"
        movers = tuple(question.unit(word) for word in question.words[5:] if word != "snap")
        if snap:
            due = snap_targets(st, weapon, loc, tuple(one.id for one in movers))
            if len(due) < len(movers):
                return Refusal("A9.221", "they cross no hexside of its line in its sight")
            return attack_ledger(lane_facts(st, weapon, loc, movers, snap=True))
        if weapon not in lanes_over(st, loc):
            return Refusal("A9.22", "its Fire Lane exerts nothing there")
        st = _moving(st, movers, loc)
        movers = tuple(st.units[unit.id] for unit in movers)
        return attack_ledger(lane_facts(st, weapon, loc, movers))
    if question.words[:1] == ("residual",):
        if question.words[2:3] != ("at",) or question.words[4:5] != ("on",):
            raise CaseInvalid("the question is 'ledger residual 4 at C4 on B'", "residual")
        loc, units = question.names.hex(question.words[3]), question.words[5:]
        targets = tuple(question.unit(word) for word in units)
        st = _moving(st, targets, loc)
        targets = tuple(st.units[unit.id] for unit in targets)
        return attack_ledger(residual_facts(st, loc, number(question.words[1]), targets))
    st, action, targets = declared_fire(question)
    if action.spray >= 0:
        # Spraying Fire as it meets a second Location in which nobody is, or in the MPh nobody moves but in the first
        turned = replace(action, target=action.spray, spray=action.target)
        there = _under_fire(st, turned)
        if not targets or (_moved(st, there) and not _moved(st, targets)):
            facts = second_attack(st, turned, there, st.turn.phase)
            return attack_refusal(st, turned, there, st.turn.phase) or attack_ledger(facts)
    refusal = refused_fire(question, st, action, targets)
    if refusal is not None:
        return refusal
    if fires_canister(action):
        return canister_ledgers(st, action, tuple(unit.id for unit in targets), fire_phase(st, action))[0]
    if at_armor(st, action):
        return beside_ledger(st, action, tuple(unit.id for unit in targets), fire_phase(st, action))
    return attack_ledger(attack_facts(st, action, targets, fire_phase(st, action)))


def ask_ledger(question: Ask) -> Figures:
    """``ledger fire A+w at C4 dir L [movers B]`` or ``ledger residual 4 at C4 on B``: FP, column, DRM."""
    ledger = _ledger(question)
    if isinstance(ledger, Refusal):
        return refused(ledger)
    names, st = question.names, question.st
    there = st.world.map.hex_at(ledger.attack.target)
    factors: Figures = {}
    for part in ledger.parts:
        weapon = part.part.weapon
        word = names.weapon_word(weapon.id) if weapon else names.unit_word(part.part.unit.id)
        bonus = ift().assault_fire.bonus
        factors[word] = {"fp": fp_text(part.fp), **{mod.id: mod.value or bonus for mod in part.factors}}
    ids = {mod.id for part in ledger.parts for mod in part.factors}
    figures: Figures = {
        "legal": True,
        "fp": fp_text(ledger.fp),
        "column": None if ledger.column is None else ift().fp(ledger.column),
        "mods": mods_of(ledger.drm.mods),
        "factors": factors,
        "factor_ids": sorted(ids),
        "drm": ledger.drm.total(),
        "drms": {names.unit_word(unit.id): ledger.drm.total(unit.id) for unit in ledger.attack.targets},
        "columns": {
            names.unit_word(unit.id): None if (column := ledger.column_against(unit.id)) is None else ift().fp(column)
            for unit in ledger.attack.targets
        },
        "fps": {names.unit_word(unit.id): fp_text(ledger.fp_against(unit.id)) for unit in ledger.attack.targets},
        "fp_lines": [f"{line.value}: {line.reason}" for line in ledger.fp_lines()],
        "occasion": ledger.attack.occasion,
        "cowering": st.world.rules.value(COWERING, ledger.attack),
        "range": max(
            (
                st.world.map.distance(st.world.map.hex_at(st.fighter(part.part.unit.id).loc), there)
                for part in ledger.parts
            ),
            default=0,
        ),
        "rules": sorted({mod.rule for mod in ledger.drm.mods} | {m.rule for p in ledger.parts for m in p.factors}),
    }
    for one, several in (("fp", "fps"), ("column", "columns")):
        if len(found := set(figures[several].values())) == 1:
            figures[one] = found.pop()
    drms = set(figures["drms"].values())
    if len(drms) == 1:
        figures["drm"] = drms.pop()
    breakdowns: Figures = {}
    for part in ledger.parts:
        if part.part.weapon is not None:
            number, removal = breakdown_numbers(ledger.attack, part.part.weapon.id)
            word = names.weapon_word(part.part.weapon.id)
            breakdowns[word] = f"{number}" if removal is None else f"{number} X{removal}"
    figures["breakdown"] = breakdowns
    if question.faces:
        figures.update(_dice(question, ledger))
    if question.words[:1] == ("lane",):
        figures.update(_lane_breakdown(question))
    return figures


def _lane_breakdown(question: Ask) -> Figures:
    """At which Original DR of its Fire Lane's attack a weapon breaks down, and whether it does (A9.223)."""
    word = question.words[1]
    weapon = question.st.weapons[question.names.weapon(word)]
    number, removal = lone_numbers(question.st, weapon)
    figures: Figures = {"breakdown": {word: f"{number}" if removal is None else f"{number} X{removal}"}}
    if question.faces:
        lost = lane_malfunction(question.st, weapon, sum(question.pair()))
        figures["breaks"] = (
            {} if lost is None else {word: (Breakdown.REMOVED if lost[1] else Breakdown.MALFUNCTION).value}
        )
    return figures


def _dice(question: Ask, ledger: AttackLedger) -> Figures:
    pair = question.pair()
    column = fire_column(ledger, pair)
    found = outcomes(ledger, pair)
    results = {question.names.unit_word(unit): str(outcome.result) for outcome in found for unit in outcome.units}
    figures: Figures = {
        "column_used": None if column is None else ift().fp(column),
        "results": results,
        "original": sum(pair),
    }
    figures["finals"] = {question.names.unit_word(unit): outcome.final for outcome in found for unit in outcome.units}
    if len(found) == 1:
        figures["result"] = str(found[0].result)
    if len({outcome.final for outcome in found}) == 1:
        figures["final"] = found[0].final
    weapons = [part.part.weapon.id for part in ledger.parts if part.part.weapon is not None]
    losses = {weapon: loss for weapon in weapons if (loss := breakdown(ledger.attack, weapon, sum(pair)))}
    figures["residual"] = residual_left(ledger, pair, tuple(losses))
    figures["breaks"] = {question.names.weapon_word(weapon): loss.value for weapon, loss in losses.items()}
    return figures


def ask_ift(question: Ask) -> Figures:
    """``ift 8 5``: the result of Final DR 5 on the column for 8 FP."""
    column = ift().column(Fraction(question.words[0]))
    if column is None:
        return {"column": None, "result": "no effect"}
    figures: Figures = {"column": ift().fp(column)}
    if len(question.words) > 1:
        figures["result"] = str(ift().result(column, number(question.words[1])))
    return figures


def ask_legal(question: Ask) -> Figures:
    """``legal fire A at C4``: whether the rules of fire allow it in this phase."""
    st = question.st
    if question.words[0] in HANDLINGS:
        work = parse(question.text, question.names)
        assert isinstance(work, act.Handle)
        phase = st.turn.phase
        side = 1 - st.turn.attacker if phase == "DFPh" else st.turn.attacker
        return refused(handling_refusal(st, side, phase, work))
    if question.words[0] == "opportunity":
        held = parse(question.text, question.names)
        assert isinstance(held, act.Opportunity)
        return refused(opportunity_refusal(st, st.turn.phase, held))
    st, action, targets = declared_fire(question)
    return refused(refused_fire(question, st, action, targets))


LEGAL_AT_ONCE = ("fire", "opportunity", *HANDLINGS)
"""What ``legal`` asks the rules of fire without a choice that takes it; of all else the runner asks the choice."""


def ask_residual(question: Ask) -> Figures:
    """``residual C6``: the Residual FP counter in a Location, 0 for none, and the Fire Lanes that run through it."""
    st, loc = question.st, question.names.hex(question.words[0])
    marker = st.marker_at(MK_RESIDUAL, loc)
    return {
        "fp": marker.strength if marker else 0,
        "lanes": [question.names.weapon_word(weapon.id) for weapon in lanes_over(st, loc)],
    }


def ask_encirclement(question: Ask) -> Figures:
    """``encirclement C4 from A2 E6``: whether lines of fire from these hexes encircle that one (A7.7)."""
    to, frm = split_at(question.words, "from")
    loc, board = question.names.hex(to[0]), map_now(question.st)
    ways = tuple(tuple(board.line(question.names.hex(word), loc).entry_sides(loc)) for word in frm)
    return {"encircled": encircles(ways)}


QUESTIONS = {
    "ledger": ask_ledger,
    "ift": ask_ift,
    "legal": ask_legal,
    "residual": ask_residual,
    "encirclement": ask_encirclement,
}
"""The questions of this module by name."""
