"""Questions a case puts to the rules without playing: ``ask = "ledger fire A at C4"``.

Each question gives a table of figures; a step's expectations are compared with it by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import BoardError, Map
from goodorder.board.sight.aims import Aim
from goodorder.board.sight.layers import Layers, merged
from goodorder.board.sight.layers_sight import layered
from goodorder.board.sight.los import Verdict
from goodorder.core import actions as act
from goodorder.core.errors import GoodOrderError, NotBuilt, Refusal
from goodorder.core.notation import Names, parse
from goodorder.core.stance import PLAIN
from goodorder.core.state import MK_MELEE, MK_RESIDUAL, State, Step, Unit
from goodorder.core.way import Way
from goodorder.data.charts import ift, leader_creation, wounds
from goodorder.data.load import DataError
from goodorder.data.not_built import not_built
from goodorder.flow.fire.fire_phases import opportunity_refusal
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a05_stacking import excess_squads, within_limits
from goodorder.rules.a07_fire.attack import (
    AttackLedger,
    attack_ledger,
    attack_refusal,
    fire_column,
    outcomes,
    residual_left,
)
from goodorder.rules.a07_fire.firepower import fp_text
from goodorder.rules.a07_fire.spraying import second_attack
from goodorder.rules.a08_defensive.residual import residual_facts
from goodorder.rules.a09_weapons.breakdown import Breakdown, breakdown, breakdown_numbers, lone_numbers
from goodorder.rules.a09_weapons.fire_lane import lane_facts, lane_malfunction, lanes_over, snap_targets
from goodorder.rules.a09_weapons.handling import HANDLINGS, handling_refusal
from goodorder.rules.a10_checks import (
    FIRE,
    LEADER_LOSS,
    CheckFacts,
    CheckResult,
    check_ledger,
    check_result,
    task_result,
)
from goodorder.rules.a26_control import location_controller
from goodorder.rules.facts import units as readers
from goodorder.rules.facts.attack_facts import hazardous
from goodorder.rules.facts.firers import attack_facts
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.smoke import layers_of
from goodorder.rules.facts.units import is_good_order, is_inexperienced, leadership, morale_level, usable_weapons
from goodorder.rules.ledger import Mod
from goodorder.rules.points import COWERING

from .model import CaseInvalid
from .movers import moving_now, over_refusal
from .reader import unknown_word
from .start import with_sight

Figures = dict[str, Any]
NO_LAYERS = Layers()


class Ask(Struct, frozen=True):
    """A question: the position, the names, its words, the faces given with it."""

    st: State
    names: Names
    words: tuple[str, ...]
    faces: tuple[int, ...] = ()
    layers: Layers = NO_LAYERS

    @property
    def text(self) -> str:
        """The words as one text."""
        return " ".join(self.words)

    def pair(self) -> tuple[int, int]:
        """Two faces, white and colored."""
        if len(self.faces) != 2:
            raise CaseInvalid('this question needs dice = "WHITE COLORED"', "dice")
        return self.faces[0], self.faces[1]

    def unit(self, word: str) -> Unit:
        """A unit by the case's name."""
        return self.st.units[self.names.unit(word)]


def ask(question: Ask, kind: str) -> Figures:
    """The figures of a question; an unknown one is invalid."""
    found = ASKS.get(kind)
    if found is None:
        raise unknown_word("question", kind, ASKS)
    try:
        return found(question)
    except (IndexError, ValueError):
        form = (found.__doc__ or "").partition(":")[0].replace("``", "'")
        raise CaseInvalid(f"the question {kind!r} is not complete: {form} (docs/cases.md)", kind) from None
    except DataError as error:
        raise CaseInvalid(str(error), question.words[0] if question.words else kind) from None


def mods_of(mods: Iterable[Mod]) -> Figures:
    """Modifiers by id, as cases write them."""
    table: Figures = {}
    for mod in mods:
        table[mod.id] = table.get(mod.id, 0) + mod.value
    return table


def refused(refusal: Refusal | None) -> Figures:
    """A permission as figures."""
    if refusal is None:
        return {"legal": True}
    return {
        "legal": False,
        "refused": refusal.rule,
        "also": refusal.also,
        "kind": refusal.kind,
        "says": refusal.reason,
    }


def _number(word: str) -> int:
    if not re.fullmatch(r"[+-]?\d+", word):
        raise CaseInvalid(f"{word!r} is no whole number", word)
    return int(word)


# -- fire -------------------------------------------------------------------------------------


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
    if not isinstance(action, act.Fire):
        raise CaseInvalid("the question needs 'fire A at C4'", "fire")
    if movers:
        st = _moving(st, tuple(question.unit(word) for word in movers), action.target)
        return st, action, tuple(st.units[question.unit(word).id] for word in movers)
    return st, action, _under_fire(st, action)


def _under_fire(st: State, action: act.Fire) -> tuple[Unit, ...]:
    there = st.side_at(action.target, 1 - st.units[action.firers[0].unit].side)
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
    return with_sight(st, action, attack_refusal(st, action, targets, st.turn.phase))


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
        return attack_ledger(residual_facts(st, loc, _number(question.words[1]), targets))
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
    return attack_ledger(attack_facts(st, action, targets, st.turn.phase))


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
                st.world.map.distance(st.world.map.hex_at(st.units[part.part.unit.id].loc), there)
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
        figures["result"] = str(ift().result(column, _number(question.words[1])))
    return figures


# -- morale -----------------------------------------------------------------------------------


def ask_morale(question: Ask) -> Figures:
    """``morale A``: Morale Level, Good Order, leadership."""
    unit = question.unit(question.words[0])
    st = question.st
    return {
        "level": morale_level(st, unit),
        "good_order": is_good_order(st, unit),
        "inexperienced": is_inexperienced(st, unit),
        "leadership": leadership(st, unit) if readers.is_leader(st, unit) else None,
        "weapons": sorted(question.names.weapon_word(w.id) for w in usable_weapons(st, unit)),
    }


def ask_check(question: Ask) -> Figures:
    """``check A 1MC [cause leader loss] [stack A L]`` with dice: what a Morale or Task Check does.

    ``1MC``, ``NMC``, ``PTC``, ``1TC``; ``1LLMC`` and ``1LLTC`` say the cause by themselves.
    """
    words = list(question.words)
    unit = question.unit(words.pop(0))
    number, task, cause = 0, False, FIRE
    if words and (match := re.fullmatch(r"(\d+|N)?(LL)?(MC|TC)|PTC", words[0])):
        task = match[3] != "MC"
        number = int(match[1]) if match[1] and match[1] != "N" else 0
        cause = LEADER_LOSS if match[2] else FIRE
        words.pop(0)
    stack: tuple[int, ...] = ()
    if "stack" in words:
        cut = words.index("stack")
        stack = tuple(question.names.unit(word) for word in words[cut + 1 :])
        words = words[:cut]
    if words[:1] == ["cause"]:
        cause = " ".join(words[1:])
    elif words:
        raise unknown_word("check", words[0], ("NMC", "1MC", "PTC", "1TC", "1LLMC", "1LLTC", "cause", "stack"))
    facts = CheckFacts(question.st, unit, number, cause, stack)
    ledger = check_ledger(facts)
    figures: Figures = {"mods": mods_of(ledger.mods), "drm": ledger.total(), "level": morale_level(question.st, unit)}
    if question.faces:
        result = (task_result if task else check_result)(facts, question.pair())
        for key in ("final", "passed", "pinned", "broken", "reduced", "eliminated", "disrupted"):
            figures[key] = getattr(result, key)
        if result.reduced and readers.utype(question.st, unit).kind in ("half_squad", "crew"):
            figures["eliminated"] = True
        figures["replaced"] = result.replaced.partition(":")[2]
        figures["becomes"] = _left(question.st, unit, result)
        figures["original"] = sum(question.faces)
    return figures


def _left(st: State, unit: Unit, result: CheckResult) -> str:
    """The counter that a check leaves of a unit: its code, ``""`` for none."""
    kind = st.world.units[result.replaced] if result.replaced else readers.utype(st, unit)
    if result.eliminated or (result.reduced and kind.kind in ("half_squad", "crew")):
        return ""
    if result.reduced and kind.kind == "squad" and kind.half_squad:
        kind = st.world.units[kind.half_squad]
    return kind.code


def ask_wound(question: Ask) -> Figures:
    """``wound 4``: whether a Final wound severity dr kills; ``wound L`` with a die: the wound of a certain man."""
    if question.words[0] in question.names.units:
        drm = 1 if question.unit(question.words[0]).wounded else 0
        final = drm + (question.faces[0] if question.faces else 0)
        return {"drm": drm, **({"final": final, "eliminated": wounds().eliminates(final)} if question.faces else {})}
    return {"eliminated": wounds().eliminates(_number(question.words[0]))}


def ask_promotion(question: Ask) -> Figures:
    """``promotion 3 german``: the leader of a Final dr, and the nationality's drm."""
    table = leader_creation()
    nation = question.words[1] if len(question.words) > 1 else ""
    return {"leader": table.leader(_number(question.words[0])), "drm": table.drm_of(nation)}


# -- position ---------------------------------------------------------------------------------


def ask_unit(question: Ask) -> Figures:
    """``unit A``: the printed values and the status fields of a unit."""
    st, unit = question.st, question.unit(question.words[0])
    kind = readers.utype(st, unit)
    trail = st.trail(unit.id)
    with_it = (one.id for one in st.side_at(unit.loc, unit.side) if st.trail(one.id).steps == trail.steps)
    stack = (unit.id,) if trail.ended or not trail.steps else tuple(u for u in with_it if not st.trail(u).ended)
    return {
        **{field: getattr(unit, field) for field in unit.__struct_fields__},
        **{field: getattr(kind, field) for field in kind.__struct_fields__ if field != "id"},
        "at": question.names.hex_word(unit.loc) if unit.loc >= 0 else "",
        "good_order": is_good_order(st, unit),
        "hazardous": hazardous(st, unit),
        "mf_spent": mf_text(trail.spent),
        "mf_left": mf_text(mf_left(st, unit, stack)),
    }


def ask_stack(question: Ask) -> Figures:
    """``stack C4 german``: excess squads, whether a set-up would be legal, units from the top."""
    loc, side = question.names.hex(question.words[0]), question.names.side(question.words[1])
    units = question.st.side_at(loc, side)
    return {
        "excess": excess_squads(question.st, loc, side),
        "legal": within_limits(question.st, units, loc),
        "units": [question.names.unit_word(unit.id) for unit in units],
    }


def ask_los(question: Ask) -> Figures:
    """``los A1 C5``, ``los A1/2 C5``: blocked or clear, hindrance, range and why; a level after the stroke.

    ``los A1 C5 vertex 4`` and ``los A1 C5 side 3`` run to a vertex (0 upper left, then clockwise) or to the middle of a
    hexside (0 the top) of the second hex. SMOKE and the other layers count, as seen from the first.
    """
    board = map_now(question.st)
    ends = [word.partition("/") for word in question.words[:2]]
    frm, to = (board.place(question.names.hex(name), level) for name, _, level in ends)
    end = Aim(to)
    if len(question.words) == 4:
        kind, number = question.words[2], question.words[3]
        if kind not in ("vertex", "side") or number not in list("012345"):
            raise unknown_word("aim", f"{kind} {number}", ("vertex 0", "side 0"))
        end = Aim(to, "vertex" if kind == "vertex" else "side", int(number))
    laid = merged([layers_of(question.st), question.layers])
    try:
        sight = layered(board, laid)
        return _los_figures(sight.board, sight.aimed(Aim(frm), end))
    except BoardError as error:
        raise CaseInvalid(str(error), question.text) from None


BLIND = ("A6.4", "B10.23")
"""Rules of Blind Hexes: behind an obstacle, and behind a Crest Line."""


def _los_figures(board: Map, verdict: Verdict) -> Figures:
    figures: Figures = {
        "blocked": verdict.blocked,
        "clear": not verdict.blocked,
        "hindrance": verdict.hindrance,
        "range": verdict.range,
        "hexes": [board.place_name(loc) for loc in verdict.hexes],
        "explained": verdict.explain(board),
    }
    figures["blind"] = verdict.why is not None and verdict.why.rule in BLIND
    if verdict.why is not None:
        figures.update(rule=verdict.why.rule, at=board.place_name(verdict.why.hex))
    return figures


def ask_hex(question: Ask) -> Figures:
    """``hex C4``: terrain, level, TEM."""
    place = ground(question.st, question.names.hex(question.words[0]))
    kind = place.terrain
    return {
        "terrain": kind.id,
        "level": place.level,
        "tem": kind.tem,
        "mf": kind.mf,
        "hindrance": kind.hindrance,
        "open_ground": kind.open_ground,
        "building": kind.building,
        "rout_destination": kind.rout_destination,
        "rally_bonus": kind.rally_bonus,
        "concealment": kind.concealment,
    }


def ask_control(question: Ask) -> Figures:
    """``control C4``: the side that Controls a hex, or nobody; ``C4/0`` and ``C4/2`` are Locations of it."""
    return {"side": controller_word(question.st, question.names, question.words[0])}


def controller_word(st: State, names: Names, word: str) -> str:
    """Who Controls the hex ``C4`` or the Location ``C4/0``, ``C4/2``: a side or ``nobody``."""
    loc = names.hex(word.removesuffix("/0"))
    side = location_controller(st, loc) if "/" in word else st.control.get(loc)
    return "nobody" if side is None or side < 0 else names.sides[side]


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


def ask_not_built(question: Ask) -> Figures:
    """``not_built bypass``: what the profile refuses by name, and what an action of that name is answered."""
    entry = not_built(question.words[0])
    figures: Figures = {"rule": entry.rule, "name": entry.name, "says": entry.text}
    try:
        parse(" ".join(question.words), question.names)
    except NotBuilt as error:
        figures.update(legal=False, refused=error.rule, kind=error.kind)
    except GoodOrderError as error:
        figures.update(legal=False, kind=error.kind)
    return figures


ASKS: dict[str, Callable[[Ask], Figures]] = {
    "ledger": ask_ledger,
    "legal": ask_legal,
    "residual": ask_residual,
    "ift": ask_ift,
    "morale": ask_morale,
    "check": ask_check,
    "wound": ask_wound,
    "promotion": ask_promotion,
    "unit": ask_unit,
    "stack": ask_stack,
    "los": ask_los,
    "hex": ask_hex,
    "control": ask_control,
    "not_built": ask_not_built,
}
"""The questions by name; the runner adds those of ``asks_more``."""
