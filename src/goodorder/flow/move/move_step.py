"""Whether a moving stack may do an act of movement now (A4.2)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import (
    Action,
    DoubleTime,
    Drop,
    Go,
    Halt,
    Move,
    OverrunCheck,
    Recover,
    Rout,
    Search,
    Smoke,
    Together,
)
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.state import NOWHERE, State
from goodorder.rules.a04_movement.bypass import spending_refusal, stay_refusal
from goodorder.rules.a04_movement.carrying import carrier_of
from goodorder.rules.a04_movement.dash import act_refusal, stop_refusal
from goodorder.rules.a04_movement.edges import EXIT, entry_hexes, exit_refusal
from goodorder.rules.a04_movement.late_double_time import late_refusal
from goodorder.rules.a04_movement.minimum_acts import minimum_act_refusal
from goodorder.rules.a04_movement.move_weapons import drop_refusal, recover_in_move_refusal
from goodorder.rules.a04_movement.overrun import ntc_refusal
from goodorder.rules.a04_movement.permission import entry_refusal
from goodorder.rules.a12_concealment.searching import search_refusal
from goodorder.rules.a24_smoke import smoke_cost, smoke_refusal
from goodorder.rules.b_terrain.around import default_past, past_refusal
from goodorder.rules.facts.entry import road_leads
from goodorder.rules.facts.ground import map_now

from .move_together import together_refusal, within_cost


def in_full(st: State, action: Action) -> Action:
    """The action with the side named on which it goes around to the next house, where it leaves that open (B23.71)."""
    go = action.first if isinstance(action, Move) else action
    if not isinstance(go, Go | Rout) or go.past != -1 or not 0 <= go.to < len(map_now(st).locations):
        return action
    if isinstance(go, Rout) and go.crawl:
        return action
    unit = st.units[go.unit if isinstance(go, Rout) else go.units[0]]
    if unit.loc < 0 or (past := default_past(st, unit.side, unit.loc, go.to)) < 0:
        return action
    named = replace(go, past=past)
    return replace(action, first=named) if isinstance(action, Move) else named


def step_refusal(st: State, units: tuple[int, ...], action: Action) -> Refusal | None:
    """Why a moving stack (or the part that the action names) may not do this now, or None."""
    if isinstance(action, Go):
        if not action.units or not set(action.units) <= set(units) or len(set(action.units)) != len(action.units):
            return Refusal("A4.2", "only units of the moving stack go on")
        if action.to >= len(map_now(st).locations):
            return Refusal("A4.2", "there is no such Location")
        for unit in (st.units[u] for u in action.units):
            if (carrier := carrier_of(st, unit)) is not None and carrier.id not in action.units:
                return Refusal("A17.2", "he goes where he is carried")
        frm = st.units[action.units[0]].loc
        if frm == NOWHERE and action.to not in entry_hexes(st, st.units[action.units[0]]):
            return Refusal("A2.51", "the group does not enter there", also=("A2.5",))
        if action.to == EXIT:
            if action.road or action.bypass or action.crest != -1 or action.past != -1 or action.cover:
                return Refusal("A2.6", "leaving the map names a hexside and nothing else")
            return exit_refusal(st, action.units, action.hexside)
        if action.hexside != -1:
            return Refusal("A4.2", "a hexside is named only for leaving the map")
        if action.road and not road_leads(st, frm, action.to):
            return Refusal("A4.132", "no road leads there")
        if refusal := past_refusal(st, action.way(frm)):
            return refusal
        if action.bypass and (lacking := st.world.rules.lacks("bypass")):
            return lacking
        return entry_refusal(st, action.units, action.way(frm))
    if isinstance(action, Smoke):
        if action.unit not in units:
            return Refusal("A24.1", "only a unit of the moving stack")
        if refusal := act_refusal(st, units, action) or smoke_refusal(st, st.units[action.unit], units, action.to):
            return refusal
        cost = smoke_cost(st.units[action.unit], action.to)
        return spending_refusal(st, units, cost) or minimum_act_refusal(st, units, cost)
    if isinstance(action, Recover):
        refusal = act_refusal(st, units, action) or recover_in_move_refusal(st, action.unit, action.weapon, units)
        return refusal or minimum_act_refusal(st, units, within_cost(st, action))
    if isinstance(action, Drop):
        if action.unit not in units:
            return Refusal("A4.43", "only a unit of the moving stack")
        return drop_refusal(st, action.unit, action.weapon) or minimum_act_refusal(st, units, 0)
    if isinstance(action, Search):
        return search_refusal(st, action.units, units)
    if isinstance(action, OverrunCheck):
        return ntc_refusal(st, action.unit, units, action.to)
    if isinstance(action, Together):
        if not set(action.units) <= set(units):
            return Refusal("A4.2", "only units of the moving stack")
        return together_refusal(st, units, action, step_refusal)
    if isinstance(action, DoubleTime):
        return late_refusal(st, action.units, units)
    if isinstance(action, Halt):
        if not action.units or not set(action.units) <= set(units) or len(set(action.units)) != len(action.units):
            return Refusal("A4.2", "only units of the moving stack end their move")
        return stop_refusal(st, action.units) or stay_refusal(st, action.units)
    return not_asked("A4.2", "not an act of movement")
