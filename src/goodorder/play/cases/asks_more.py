"""Questions about movement, rally, rout, advance, Close Combat, odds, control and selection."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from goodorder.core import actions as act
from goodorder.core.errors import Refusal
from goodorder.core.notation import DECLARED, parse
from goodorder.core.state import DOUBLE_TIME, State
from goodorder.core.way import Way
from goodorder.data.charts import close_combat as combat_table
from goodorder.flow.combat.cc_withdrawal import Announcements
from goodorder.flow.combat.close_combat import LocationCombat
from goodorder.flow.shared.selection import selected
from goodorder.odds import attack as attack_odds
from goodorder.odds import close_combat
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
from goodorder.rules.a07_fire.encirclement import encircles
from goodorder.rules.a10_morale.dm import dm_causes, dm_stays, keep_dm_refusal
from goodorder.rules.a10_morale.interdiction import interdictors, step_interdictors
from goodorder.rules.a10_morale.rally import rally_facts, rally_ledger, rally_refusal, rally_result
from goodorder.rules.a10_morale.rout import (
    crawl_refusal,
    crawls,
    may_accompany,
    must_rout,
    options_with,
    rout_options,
    rout_refusal,
)
from goodorder.rules.a11_close_combat.ambush import ambush_ledger, ambush_possible, ambusher
from goodorder.rules.a11_close_combat.attack import NOBODY, cc_ledger, cc_outcome, combat_facts
from goodorder.rules.a11_close_combat.groups import default_stands
from goodorder.rules.a11_close_combat.permission import Declared, cc_refusal
from goodorder.rules.a11_close_combat.withdrawal import place_refusal, places, tires, withdrawal_asked
from goodorder.rules.a18_promotion import PromotionFacts, leader_created, may_promote, promotion_ledger
from goodorder.rules.a20_surrender import surrenders_to
from goodorder.rules.a26_control import building_controller
from goodorder.rules.a26_victory import casualty_vp, exit_vp, side_ahead, standings
from goodorder.rules.facts.bearers import bearer
from goodorder.rules.facts.entry import entry_facts, road_leads
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.units import own_morale

from .asks import Ask, Figures, declared_fire, mods_of, refused, refused_fire
from .asks_route import about_to_move
from .model import CaseInvalid
from .reader import unknown_word


def ask_encirclement(question: Ask) -> Figures:
    """``encirclement C4 from A2 E6``: whether lines of fire from these hexes encircle that one (A7.7)."""
    to, frm = _split(question.words, "from")
    loc, board = question.names.hex(to[0]), map_now(question.st)
    ways = tuple(tuple(board.line(question.names.hex(word), loc).entry_sides(loc)) for word in frm)
    return {"encircled": encircles(ways)}


def _split(words: tuple[str, ...], mark: str) -> tuple[list[str], list[str]]:
    if mark not in words:
        return list(words), []
    cut = words.index(mark)
    return list(words[:cut]), list(words[cut + 1 :])


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
    who, to = _split(words, "to")
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
    who, side = _split(question.words, "off")
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
    words, to = _split(question.words, "to")
    there, stack = _split(tuple(to), "stack")
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


def ask_rally(question: Ask) -> Figures:
    """``rally A [by L]``: whether the attempt is allowed, its DRM, with dice its outcome."""
    who, leader = _split(question.words, "by")
    unit = question.names.unit(who[0])
    facts = rally_facts(question.st, unit, question.names.unit(leader[0]) if leader else 0)
    ledger = rally_ledger(facts)
    figures: Figures = {
        **refused(rally_refusal(question.st, unit, facts.leader.id if facts.leader else 0)),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
    }
    if question.faces:
        result = rally_result(facts, question.pair())
        for key in ("original", "final", "level", "rallied", "fate", "promotes"):
            figures[key] = getattr(result, key)
    return figures


def ask_dm(question: Ask) -> Figures:
    """``dm A``: whether a broken unit comes under DM (``gains`` in the RtPh), keeps it at the end of the RPh."""
    st, unit = question.st, question.unit(question.words[0])
    return {
        "gains": unit.id in dm_causes(st, at_rout=st.turn.phase == "RtPh"),
        "stays": dm_stays(st, unit),
        **refused(keep_dm_refusal(st, unit.side, unit.id)),
    }


def ask_rout(question: Ask) -> Figures:
    """``rout A [with L]``: if it must or may rout, first steps, Low Crawl, destinations, interdictors, captors."""
    st, unit = question.st, question.unit(question.words[0])
    if question.words[1:2] == ("to",):
        raise CaseInvalid("one step is asked as 'legal rout A to C6', all of them as 'rout A'", "to")
    leader = question.unit(question.words[2]) if len(question.words) > 2 else None
    options = options_with(st, unit, leader) if leader else rout_options(st, unit)
    must: Refusal | None = must_rout(st, unit)
    word = question.names.hex_word
    return {
        **refused(rout_refusal(st, unit) or (may_accompany(st, leader, unit) if leader else None)),
        "must": must is not None,
        "steps": sorted(word(loc) for loc in options.steps),
        "crawl": sorted(word(loc) for loc in crawls(st, unit, options, leader)),
        "goals": "free" if options.goals.free else sorted(word(loc) for loc in options.goals.locs),
        "surrenders": sorted(question.names.unit_word(one.id) for one in surrenders_to(st, unit)),
        "may_crawl": crawl_refusal(st, unit) is None,
        "interdictors": [question.names.unit_word(one.id) for one in interdictors(st, unit.side, unit.loc)],
    }


def ask_interdiction(question: Ask) -> Figures:
    """``interdiction german C4 [from C5] [quick]``: who would Interdict that side's router in a hex, from that one;
    ``german C4 to C5 [past D4]`` on its way around to the next house of a row.
    """
    st, side = question.st, question.names.side(question.words[0])
    words, bare = tuple(word for word in question.words[1:] if word != "quick"), "quick" in question.words
    if "to" in words:
        place, to, past = ([question.names.hex(word) for word in part] for part in _places(words, "to", "past"))
        found = step_interdictors(st, side, Way(place[0], to[0], past=past[0] if past else -1))
    else:
        here, frm = ([question.names.hex(word) for word in part] for part in _split(words, "from"))
        there = tuple(one.id for one in st.side_at(frm[0], side)) if frm else ()
        gone = there if len(there) == 1 else ()
        found = interdictors(st, side, here[0], frm[0] if frm else -1, bare=bare, routers=gone)
    return {"by": [question.names.unit_word(one.id) for one in found], "interdicted": bool(found)}


def _places(words: tuple[str, ...], first: str, second: str) -> tuple[list[str], list[str], list[str]]:
    before, rest = _split(words, first)
    return before, *_split(tuple(rest), second)


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


def _combat(question: Ask, asked: tuple[str, ...]) -> tuple[act.CloseCombat, int, tuple[int, ...]]:
    """``A B on C [dir L] [ambush german] [withdrawing C D]``: the attack, who ambushed, who Withdraws."""
    words, going = _split(asked, "withdrawing")
    words, ambush = _split(tuple(words), "ambush")
    action = parse("cc " + " ".join(words), question.names)
    assert isinstance(action, act.CloseCombat)
    side = question.names.side(ambush[0]) if ambush else NOBODY
    return action, side, tuple(question.names.unit(word) for word in going)


def ask_cc(question: Ask) -> Figures:
    """``cc A B on C [dir L] [ambush german] [withdrawing C D]``: odds, Kill Number, DRM; with dice the outcome.

    The permission is that of the first attack declared, everybody standing as he is stacked; in the middle of a fight
    as it stands: who was put elsewhere, Withdraws, ambushed, has attacked.
    """
    action, side, leaving = _combat(question, question.words)
    fight = _fight(question.st, action)
    if fight is not None:
        said = (one for frame in question.st.stack if isinstance(frame, Announcements) for one in frame.leaving)
        leaving = tuple(sorted({*leaving, *fight.declared.leaving, *said}))
        side = fight.ambusher if side == NOBODY else side
    facts = combat_facts(question.st, action.attackers, action.defenders, action.leader, ambusher=side, leaving=leaving)
    ledger = cc_ledger(facts)
    drms = {question.names.unit_word(unit.id): ledger.drm.total(unit.id) for unit in facts.defenders}
    figures: Figures = {
        **refused(_cc_refusal(question.st, action, leaving, fight)),
        "odds": ledger.odds,
        "kill": ledger.kill,
        "attack": str(ledger.attack),
        "defense": str(ledger.defense),
        "mods": mods_of(ledger.drm.mods),
        "drms": drms,
    }
    if len(set(drms.values())) == 1:
        figures["drm"] = next(iter(drms.values()))
    if question.faces:
        found = cc_outcome(ledger, question.faces)
        figures["original"] = sum(question.faces)
        figures["finals"] = {question.names.unit_word(u): final for units, final in found.finals for u in units}
        if len(found.finals) == 1:
            figures["final"] = found.finals[0][1]
        figures["eliminated"] = [question.names.unit_word(unit) for unit in found.eliminated]
        figures["reduced"] = [[question.names.unit_word(unit) for unit in group] for group in found.partial]
    return figures


def _fight(st: State, action: act.CloseCombat) -> LocationCombat | None:
    """The fight that goes on in the attackers' Location, if one does."""
    loc = st.units[action.attackers[0]].loc
    found = (frame for frame in reversed(st.stack) if isinstance(frame, LocationCombat) and frame.loc == loc)
    return next((frame for frame in found if frame.step not in ("start", "end")), None)


def _cc_refusal(
    st: State, action: act.CloseCombat, leaving: tuple[int, ...], fight: LocationCombat | None
) -> Refusal | None:
    attacker = st.units[action.attackers[0]]
    if fight is not None:
        declared = replace(fight.declared, leaving=leaving)
        return cc_refusal(st, attacker.loc, attacker.side, fight.stands, declared, action)
    stands = tuple(pair for side in (0, 1) for pair in default_stands(st, attacker.loc, side, leaving))
    return cc_refusal(st, attacker.loc, attacker.side, stands, Declared(leaving=leaving), action)


def ask_withdraw(question: Ask) -> Figures:
    """``withdraw A [L to C5]``: whether these units may leave their Melee, where to, and who becomes CX on the way."""
    words, to = _split(question.words, "to")
    st, unit = question.st, question.unit(words[0])
    ids = tuple(question.names.unit(word) for word in words)
    loc = question.names.hex(to[0]) if to else -1
    refusal = withdrawal_asked(st, unit.loc, unit.side, (), unit.id)
    if refusal is None and to:
        refusal = place_refusal(st, ids, loc)
    return {
        **refused(refusal),
        "hexes": sorted(question.names.hex_word(place) for place in places(st, unit)),
        "cx": [question.names.unit_word(u) for u in ids if to and tires(st, st.units[u], ids, loc)],
    }


def ask_ambush(question: Ask) -> Figures:
    """``ambush C4 [german]``: whether Ambush is possible there, a side's drm; with both drs who ambushes."""
    st, loc = question.st, question.names.hex(question.words[0])
    sides = question.names.sides
    both = st.side_at(loc, 0) and st.side_at(loc, 1)
    figures: Figures = {"possible": bool(both) and ambush_possible(st, loc)}
    drms = [ambush_ledger(st, loc, side).total() for side in (0, 1)]
    figures["drms"] = dict(zip(sides, drms, strict=True))
    if len(question.words) > 1:
        ledger = ambush_ledger(st, loc, question.names.side(question.words[1]))
        figures |= {"drm": ledger.total(), "mods": mods_of(ledger.mods)}
    if question.faces:
        first = st.turn.attacker
        thrown = dict(zip((first, 1 - first), question.pair(), strict=True))
        finals = (thrown[0] + drms[0], thrown[1] + drms[1])
        figures["finals"] = dict(zip(sides, finals, strict=True))
        found = ambusher(finals)
        figures["ambusher"] = "nobody" if found == NOBODY else sides[found]
    return figures


def ask_odds(question: Ask) -> Figures:
    """``odds fire A at C4``, ``odds cc A on B [and B on A] [slipping A]``: exact chances of the attack's results, and
    of each unit's fate.
    """
    if question.words[0] == "cc":
        words, slips = _split(question.words[1:], "slipping")
        slipping = tuple(question.names.unit(word) for word in slips)
        parts = [part.split() for part in " ".join(words).split(" and ")]
        said = [_combat(question, tuple(part)) for part in parts]
        ambusher = next((side for _, side, _ in said if side != NOBODY), NOBODY)
        leaving = tuple(sorted({unit for _, _, going in said for unit in going}))
        odds = close_combat(question.st, [combat for combat, _, _ in said], ambusher, leaving, slipping)
        first = odds.first[0] if len(said) == 1 else list(odds.first)
        return {"legal": True, "first": first, "fates": _fates(question, odds.units)}
    st, action, targets = declared_fire(question)
    refusal = refused_fire(question, st, action, targets)
    if refusal is not None:
        return refused(refusal)
    found = attack_odds(st, action, tuple(unit.id for unit in targets))
    return {
        "legal": True,
        "first": {line.label: line.chance for line in found.first},
        "fates": _fates(question, found.units),
    }


def _fates(question: Ask, units: Mapping[int, Mapping[str, Fraction]]) -> dict[str, dict[str, Any]]:
    return {
        question.names.unit_word(unit): {word: chance for word, chance in table.items() if chance}
        for unit, table in units.items()
    }


def ask_selection(question: Ask) -> Figures:
    """``selection A B C [count 2]`` with dice: whom Random Selection picks, the top of the stack first."""
    words, count = _split(question.words, "count")
    ids = tuple(question.names.unit(word) for word in words)
    chosen = selected(ids, question.faces, int(count[0]) if count else 1)
    return {"chosen": [question.names.unit_word(unit) for unit in chosen]}


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


def _columns_below_even(word: str) -> int:
    """How many columns below 1-1 the odds ``1-4`` are, or the number itself."""
    if "-" not in word:
        return int(word)
    names = [odds.name for odds in combat_table().odds]
    if word not in names:
        raise unknown_word("odds", word, names)
    return combat_table().columns_below_even(names.index(word))


def ask_creation(question: Ask) -> Figures:
    """``creation A close_combat 1-4`` (or columns below 1-1), ``creation A self_rally`` with a die: the leader made."""
    unit = question.unit(question.words[0])
    trigger = {"self_rally": "self-rally", "close_combat": "close combat", "cc": "close combat"}.get(question.words[1])
    if trigger is None:
        raise unknown_word("occasion", question.words[1], ("self_rally", "close_combat"))
    columns = _columns_below_even(question.words[2]) if len(question.words) > 2 else 0
    facts = PromotionFacts(question.st, unit, trigger, columns)
    ledger = promotion_ledger(facts)
    figures: Figures = {
        "legal": may_promote(question.st, unit),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
    }
    if question.faces:
        final, leader = leader_created(facts, question.faces[0])
        figures.update(final=final, leader=leader.partition(":")[2])
    return figures


def ask_building(question: Ask) -> Figures:
    """``building C4``: the side that Controls the building of a hex, or nobody."""
    place = ground(question.st, question.names.hex(question.words[0]))
    side = building_controller(question.st, place.building)
    return {"side": "nobody" if side is None or side < 0 else question.names.sides[side]}


def ask_vp(question: Ask) -> Figures:
    """``vp german``: the casualty VP that a side has scored and the VP that it has led off the map.

    ``casualties`` are those of a game that ended now, ``in_play`` has captured units once (A26.222).
    """
    st, side = question.st, question.names.side(question.words[0])
    return {
        "casualties": casualty_vp(st, side),
        "in_play": casualty_vp(st, side, ended=False),
        "exit": exit_vp(st, side),
    }


def ask_victory(question: Ask) -> Figures:
    """``victory``: each clause of the scenario by its id, and who would win if the game ended now."""
    lines = standings(question.st)
    ahead = side_ahead(question.st)
    return {
        "values": {line.clause.id: line.value for line in lines},
        "met": {line.clause.id: line.met for line in lines},
        "ahead": "nobody" if ahead is None else question.names.sides[ahead],
    }


QUESTIONS = {
    "cost": ask_cost,
    "allotment": ask_allotment,
    "overrun": ask_overrun,
    "displace": ask_displace,
    "may_move": ask_may_move,
    "encirclement": ask_encirclement,
    "hazards": ask_hazards,
    "rally": ask_rally,
    "dm": ask_dm,
    "rout": ask_rout,
    "interdiction": ask_interdiction,
    "advance": ask_advance,
    "cc": ask_cc,
    "withdraw": ask_withdraw,
    "ambush": ask_ambush,
    "odds": ask_odds,
    "selection": ask_selection,
    "attempt": ask_attempt,
    "creation": ask_creation,
    "building": ask_building,
    "vp": ask_vp,
    "victory": ask_victory,
}
"""The questions of this module by name."""
