"""Questions about movement and the Advance Phase: MF, permissions, Infantry OVR, Recovery and repair."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from goodorder.core import actions as act
from goodorder.core.errors import Refusal
from goodorder.core.notation import DECLARED, parse
from goodorder.core.state import DOUBLE_TIME
from goodorder.core.way import Way
from goodorder.rules.a04_movement.advance import advance_cost, advance_refusal, exhausts
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.allotment import (
    allotment,
    allotment_facts,
    allotment_mods,
    capacity,
    carried_now,
    leading,
    mf_left,
)
from goodorder.rules.a04_movement.costs import entry_mods, mf_text
from goodorder.rules.a04_movement.edges import entry_hexes, exit_cost, exit_refusal, out_of_bypass, whole_mf
from goodorder.rules.a04_movement.hazardous import hazards
from goodorder.rules.a04_movement.overrun import ntc_ledger, ntc_refusal, ntc_result
from goodorder.rules.a04_movement.overrun_options import displacements
from goodorder.rules.a04_movement.permission import entry_refusal, move_refusal
from goodorder.rules.a04_movement.portage import (
    attempt_ledger,
    recover_refusal,
    recovers,
    repair_outcome,
    repair_refusal,
)
from goodorder.rules.facts.bearers import bearer
from goodorder.rules.facts.entry import entry_facts, road_leads
from goodorder.rules.facts.units import (
    own_morale,
)

from .asks import Ask, Figures, mods_of, refused, split_at
from .asks_route import about_to_move
from .model import CaseInvalid


def ask_cost(question: Ask) -> Figures:
    """``cost A B to C5 [road] [minimum|assault|double_time] [bypass 5,4] [crest [2]] [cover]``: MF of a joint entry,
    line by line, and permission.

    The hex of the units themselves is further Bypass in it, or without ``bypass`` entry of its obstacle (A4.3).
    Where terrain takes all MF, ``mf`` is what the first unit pays.
    """
    if "off" in question.words:
        return _exit_cost(question)
    road = "road" in question.words
    declared = sum(bit for word, bit in DECLARED.items() if word in question.words)
    words = tuple(word for word in question.words if word != "road" and word not in DECLARED)
    who, to = split_at(words, "to")
    st, loc = question.st, question.names.hex(to[0])
    go = parse(" ".join(("go", *words)), question.names)
    for unit in (question.unit(word) for word in who) if declared else ():
        trail = st.trail(unit.id)
        st = st.with_trail(unit.id, replace(trail, declared=trail.declared | declared))
    units = tuple(st.units[question.unit(word).id] for word in who)
    ids = tuple(unit.id for unit in units)
    named = go.way(units[0].loc) if isinstance(go, act.Go) else Way(units[0].loc, loc)
    way = replace(named, to=loc, side=-1, road=road, past=-1)
    refusal = entry_refusal(st, ids, way)
    if road and not road_leads(st, units[0].loc, loc):  # what the entry costs without one (B3.43)
        refusal, way = Refusal("A4.132", "no road leads there"), replace(way, road=False)
    facts = entry_facts(st, units, way)
    mods = entry_mods(facts)
    if len({(unit.side, unit.loc, unit.place) for unit in units}) != 1:
        refusal = Refusal("A4.2", "a stack moves from one Location")
    if refusal is None and units[0].loc < 0 and loc not in entry_hexes(st, units[0]):
        refusal = Refusal("A2.51", "the group does not enter there", also=("A2.5",))
    if way.bypass:
        refusal = st.world.rules.lacks("bypass") or refusal
    return {
        **refused(refusal),
        "mf": mf_text(cost_for(st, units[0], units, way)),
        "mods": {key: Fraction(value, 2) for key, value in mods_of(mods).items()},
    }


def _exit_cost(question: Ask) -> Figures:
    """``cost A off 0``: MF for leaving the map across a hexside, and whether it is allowed (A2.6)."""
    who, side = split_at(question.words, "off")
    ids = tuple(question.names.unit(word) for word in who)
    hexside = int(side[0]) if side else -1
    refusal = exit_refusal(question.st, ids, hexside)
    first = question.st.units[ids[0]]
    cost = exit_cost(
        question.st, first.loc, hexside, whole_mf(question.st, first, ids), out_of_bypass(question.st, first, hexside)
    )
    return {**refused(refusal), "mf": mf_text(cost)}


def ask_allotment(question: Ask) -> Figures:
    """``allotment A [stack A L] [double_time]``: MF of a unit that is about to move, with the others named.

    ``double_time:A`` is Double Time of A alone: its leader's bonus carries it no farther than he goes (A4.12).
    """
    words = [word for word in question.words if word not in ("stack", "with") and not word.startswith("double_time")]
    unit = question.unit(words[0])
    ids = tuple(dict.fromkeys(question.names.unit(word) for word in words))
    st = about_to_move(question.st, ids)
    unit = st.units[unit.id]
    alone = [word.partition(":")[2] for word in question.words if word.startswith("double_time:")]
    for each in ids if "double_time" in question.words else [question.names.unit(word) for word in alone]:
        trail = st.trail(each)
        st = st.with_trail(each, replace(trail, declared=trail.declared | DOUBLE_TIME))
    declared = st.trail(unit.id).declared
    carried = carried_now(st, unit)
    facts = allotment_facts(st, unit, ids, declared, carried, along_road=None)
    leader = leading(facts)
    whole, left = allotment(st, unit, ids, declared, carried), mf_left(st, unit, ids)
    if leader is not None and declared & ~st.trail(leader.id).declared & DOUBLE_TIME:  # at his pace, or without him
        his = allotment(st, leader, ids, st.trail(leader.id).declared, carried_now(st, leader))
        whole = min(whole, max(his, allotment(st, unit, (unit.id,), declared, carried)))
        left = min(left, max(0, whole - st.trail(unit.id).spent))
    return {
        "mf": mf_text(whole),
        "left": mf_text(left),
        "mods": {key: Fraction(value, 2) for key, value in mods_of(allotment_mods(facts)).items()},
        "capacity": capacity(facts),
    }


def ask_overrun(question: Ask) -> Figures:
    """``overrun A to C5 [stack A L]``: whether a unit may take the NTC for an Infantry OVR, its DRM, with dice its
    outcome.
    """
    words, to = split_at(question.words, "to")
    there, stack = split_at(tuple(to), "stack")
    st, unit, loc = question.st, question.unit(words[0]), question.names.hex(there[0])
    ids = tuple(question.names.unit(word) for word in stack) or (unit.id,)
    ledger = ntc_ledger(st, unit, ids, loc)
    figures: Figures = {
        **refused(ntc_refusal(st, unit.id, ids, loc)),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
        "level": own_morale(st, unit),
    }
    if question.faces:
        result = ntc_result(st, unit, ids, loc, question.pair())
        figures |= {"final": result.final, "passed": result.passed}
    return figures


def ask_displace(question: Ask) -> Figures:
    """``displace L``: the hexes of which the ATTACKER picks one when this overrun man leaves."""
    st = question.st
    goals = displacements(st, question.unit(question.words[0]))
    return {"hexes": [st.world.map.place_name(loc) for loc in goals]}


def ask_may_move(question: Ask) -> Figures:
    """``may_move A B [assault] [double_time] [minimum]``: whether these units may begin a move so."""
    declared = sum(bit for word, bit in DECLARED.items() if word in question.words)
    ids = tuple(question.names.unit(word) for word in question.words if word not in DECLARED)
    return refused(move_refusal(about_to_move(question.st, ids), ids, declared))


def ask_hazards(question: Ask) -> Figures:
    """``hazards``: the acts of Hazardous Movement and the rule of each."""
    return {"acts": list(hazards()), "rules": list(hazards().values())}


def ask_advance(question: Ask) -> Figures:
    """``advance A B to C5``: whether it is allowed, its cost, who becomes CX."""
    action = parse("advance " + question.text, question.names)
    if not isinstance(action, act.Advance):
        raise CaseInvalid("the question needs 'advance A to C5'", "advance")
    st = question.st
    units = tuple(st.units[unit] for unit in action.units)
    way = action.way(units[0].loc)
    cx = [question.names.unit_word(unit.id) for unit in units if exhausts(st, unit, units, way)]
    refusal = advance_refusal(st, action.units, way)
    return {**refused(refusal), "mf": mf_text(advance_cost(st, units, way)), "cx": cx}


def ask_attempt(question: Ask) -> Figures:
    """``attempt recover A w`` or ``attempt repair w``: whether it is allowed, its drm, with a die what comes of it."""
    st, names = question.st, question.names
    what, *rest = question.words
    if what == "recover":
        unit = question.unit(rest[0])
        ledger = attempt_ledger(st, unit, "recover")
        figures = {
            **refused(recover_refusal(st, unit.side, unit.id, names.weapon(rest[1]))),
            "drm": ledger.total(),
            "mods": mods_of(ledger.mods),
        }
        if question.faces:
            figures["works"] = recovers(st, unit, question.faces[0])
        return figures
    if what != "repair":
        raise CaseInvalid("an attempt is 'recover A w' or 'repair w'", what)
    weapon = st.weapons[names.weapon(rest[0])]
    holder = bearer(st, weapon)
    side = weapon.side if holder is None else holder.side
    figures = {**refused(repair_refusal(st, side, weapon.id)), "drm": 0, "mods": {}}
    if question.faces:
        outcome = repair_outcome(st, weapon, question.faces[0])
        figures.update(works=outcome == "repaired", gone=outcome == "removed")
    return figures


QUESTIONS = {
    "cost": ask_cost,
    "allotment": ask_allotment,
    "overrun": ask_overrun,
    "displace": ask_displace,
    "may_move": ask_may_move,
    "hazards": ask_hazards,
    "advance": ask_advance,
    "attempt": ask_attempt,
}
"""The questions of this module by name."""
