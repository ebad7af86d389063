"""The question of a move over several hexes: what each costs, what is left, where it ends (A4.1, A4.2)."""

from __future__ import annotations

from goodorder.core.actions import Go, Move
from goodorder.core.apply import apply
from goodorder.core.events import CxRemoved
from goodorder.core.notation import DECLARED
from goodorder.core.state import DOUBLE_TIME, State
from goodorder.flow.move.act import step_refusal
from goodorder.flow.move.declaring import declared_state
from goodorder.flow.move.entering import around_events, entry_events
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.b_terrain.around import goes_around
from goodorder.rules.facts.bypass_path import bypass_path
from goodorder.rules.facts.entry import road_leads
from goodorder.rules.facts.places import climbs

from .asks import Ask, Figures, refused


def about_to_move(st: State, ids: tuple[int, ...]) -> State:
    """The position in which these units set out: a CX counter from before their MPh has come off (A4.51).

    Who has spent MF already, or has declared Double Time, is CX by what it does in this MPh; a climber always is.
    """
    for number in ids:
        trail = st.trail(number)
        spent = bool(trail.steps) or bool(trail.declared & DOUBLE_TIME) or climbs(st, st.units[number])
        if st.units[number].cx and not spent:
            st = apply(st, CxRemoved(unit=number, at_move=True))
    return st


def ask_route(question: Ask) -> Figures:
    """``route A L to C5 C6 D6 [road] [assault] [double_time]``: a move of units together over these hexes, if nobody
    fires: permission for all of it, its MF, those of each hex, the MF left and the hex that it comes to. With ``road``
    each hex that a road leads into is entered by it.
    """
    words = [word for word in question.words if word not in DECLARED and word != "road"]
    cut = words.index("to")
    ids = tuple(question.names.unit(word) for word in words[:cut])
    declared = sum(bit for word, bit in DECLARED.items() if word in question.words)
    st, costs = about_to_move(question.st, ids), []
    refusal = None
    if not st.trail(ids[0]).steps:
        refusal = move_refusal(st, ids, declared)
        st = declared_state(st, Move(ids, declared))
    for word in words[cut + 1 :]:
        loc, before = question.names.hex(word), st.trail(ids[0]).spent
        by_road = "road" in question.words and road_leads(st, st.units[ids[0]].loc, loc)
        go = Go(ids, loc, road=by_road)
        refusal = refusal or step_refusal(st, ids, go)
        if refusal is not None:
            break
        units = tuple(st.units[u] for u in ids)
        if goes_around(st, units[0].loc, loc) and not by_road and not bypass_path(units[0]):
            for event in around_events(st, units, go):
                st = apply(st, event)
        for event in entry_events(st, go):
            st = apply(st, event)
        costs.append(mf_text(st.trail(ids[0]).spent - before))
    first = st.units[ids[0]]
    return {
        **refused(refusal),
        "mf": mf_text(st.trail(first.id).spent - question.st.trail(first.id).spent),
        "costs": costs,
        "left": mf_text(mf_left(st, first, ids)),
        "at": question.names.hex_word(first.loc) if first.loc >= 0 else "",
    }


QUESTIONS = {"route": ask_route}
