"""Questions about the position: units, stacks, hexes, lines of sight, Control, victory, what is not built."""

from __future__ import annotations

from goodorder.board import BoardError, Map
from goodorder.board.sight.aims import LinePoint
from goodorder.board.sight.layers import merged
from goodorder.board.sight.layers_sight import layered
from goodorder.board.sight.los import Verdict
from goodorder.core.errors import GoodOrderError, NotBuilt
from goodorder.core.notation import Names, parse
from goodorder.core.state import State
from goodorder.data.not_built import not_built
from goodorder.flow.shared.selection import selected
from goodorder.rules.a04_movement.allotment import (
    mf_left,
)
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a05_stacking import excess_squads, within_limits
from goodorder.rules.a20_guards import room_of
from goodorder.rules.a26_control import building_controller, hex_controller, location_controller
from goodorder.rules.a26_victory import casualty_vp, exit_vp, side_ahead, standings
from goodorder.rules.facts import units as readers
from goodorder.rules.facts.attack_facts import hazardous
from goodorder.rules.facts.captives import captives_at, prisoners_of, unarmed_at
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.smoke import layers_of
from goodorder.rules.facts.units import (
    is_good_order,
)

from .asks import Ask, Figures, split_at
from .model import CaseInvalid
from .reader import unknown_word


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
    end = LinePoint(to)
    if len(question.words) == 4:
        kind, number = question.words[2], question.words[3]
        if kind not in ("vertex", "side") or number not in list("012345"):
            raise unknown_word("aim", f"{kind} {number}", ("vertex 0", "side 0"))
        end = LinePoint(to, "vertex" if kind == "vertex" else "side", int(number))
    laid = merged([layers_of(question.st), question.layers])
    try:
        sight = layered(board, laid)
        return _los_figures(sight.board, sight.aimed(LinePoint(frm), end))
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
    side = location_controller(st, loc) if "/" in word else hex_controller(st, loc)
    return "nobody" if side is None or side < 0 else names.sides[side]


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


def ask_captives(question: Ask) -> Figures:
    """``captives C4``: prisoners and free Unarmed units in a Location."""
    st, loc = question.st, question.names.hex(question.words[0])
    found = sorted((*captives_at(st, loc), *unarmed_at(st, loc, 0), *unarmed_at(st, loc, 1)), key=lambda one: one.id)
    return {"units": [question.names.unit_word(unit.id) for unit in found]}


def ask_guard(question: Ask) -> Figures:
    """``guard A``: whom a unit guards, and the US# that it could take besides."""
    st, unit = question.st, question.unit(question.words[0])
    held = [question.names.unit_word(one.id) for one in prisoners_of(st, unit.id)]
    return {"prisoners": held, "room": room_of(st, unit)}


def ask_selection(question: Ask) -> Figures:
    """``selection A B C [count 2]`` with dice: whom Random Selection picks, the top of the stack first."""
    words, count = split_at(question.words, "count")
    ids = tuple(question.names.unit(word) for word in words)
    chosen = selected(ids, question.faces, int(count[0]) if count else 1)
    return {"chosen": [question.names.unit_word(unit) for unit in chosen]}


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


QUESTIONS = {
    "unit": ask_unit,
    "stack": ask_stack,
    "los": ask_los,
    "hex": ask_hex,
    "control": ask_control,
    "building": ask_building,
    "vp": ask_vp,
    "victory": ask_victory,
    "captives": ask_captives,
    "guard": ask_guard,
    "selection": ask_selection,
    "not_built": ask_not_built,
}
"""The questions of this module by name."""
