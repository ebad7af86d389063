"""Going somewhere: into an adjacent Location, along a Bypass, up to a Crest or down, off the map (A4.2, A4.13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from msgspec.structs import replace

from goodorder.core.actions import Go, Halt
from goodorder.core.errors import Refusal
from goodorder.core.frames import Frame, frame_of
from goodorder.core.menu import Entry, InARow, Late, branch, leaf
from goodorder.core.state import MINIMUM, NOWHERE, State, Unit
from goodorder.core.way import Way
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.bypass import stay_refusal
from goodorder.rules.a04_movement.carrying import carrier_of
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.dash import roads_ahead, stop_refusal
from goodorder.rules.a04_movement.edges import (
    EXIT,
    entry_hexes,
    exit_cost,
    exit_refusal,
    out_of_bypass,
)
from goodorder.rules.a04_movement.minimum import short_of_mf, spare_mf
from goodorder.rules.a04_movement.permission import entry_refusal, spent
from goodorder.rules.a12_concealment.detection import hiders
from goodorder.rules.a15_berserk.charge import charge_notes
from goodorder.rules.a20_edge import exit_event
from goodorder.rules.a26_control import comes_to_its_own
from goodorder.rules.b_terrain.around import goes_around, past_refusal
from goodorder.rules.facts.bypass_path import bypass_path
from goodorder.rules.facts.entry import entry_facts, own_stack, road_leads
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import stairs_word
from goodorder.rules.facts.units import name
from goodorder.rules.points import UNITS_ENTER

from ...fire.defensive_fire import Touch
from ...shared.walls import chances
from ..act import MOVE, Deed, MoveAct, Wrap
from ..bypass_menu import bypass_entries, can_bypass
from ..crest_menu import crest_entries
from ..detection import Detection
from ..entering import Exhausted, Occupy, around_events, detect, events_of
from ..outlets import about, outlets
from ..overrun import after_entry
from ..recapture import after_coming


@MOVE.act(Go, order=10)
class GoAct(MoveAct[Go]):
    """Units of the stack go one way together; those that are not named stay behind as a stack of their own."""

    charges = True
    parts = True
    divides = True

    def refusal(self, st: State, units: tuple[int, ...], action: Go) -> Refusal | None:
        """Who goes, whether the action makes sense, and the permission of the way."""
        if not action.units or not set(action.units) <= set(units) or len(set(action.units)) != len(action.units):
            return Refusal("A4.2", "only units of the moving stack go on")
        if action.to >= len(map_now(st).locations):
            return Refusal("A4.2", "there is no such Location")
        for unit in action.units:
            carrier = carrier_of(st, st.units[unit]) if st.trail(unit).carrier else None
            if carrier is not None and carrier.id not in action.units:
                return Refusal("A17.2", "he goes where he is carried")
        first = st.units[action.units[0]]
        way = action.way(first.loc)
        if way.frm == NOWHERE and way.to not in entry_hexes(st, first):
            return Refusal("A2.51", "the group does not enter there", also=("A2.5",))
        if way.to == EXIT:
            if first.berserk:
                return Refusal("A15.43", "a charge leads at an enemy, not off the map")
            if way != Way(way.frm, EXIT, way.side):
                return Refusal("A2.6", "leaving the map names a hexside and nothing else")
            return exit_refusal(st, action.units, way.side)
        if way.side != -1:
            return Refusal("A4.2", "a hexside is named only for leaving the map")
        if way.road and not road_leads(st, way.frm, way.to):
            return Refusal("A4.132", "no road leads there")
        if refusal := past_refusal(st, way):
            return refusal
        if way.bypass and (lacking := st.world.rules.lacks("bypass")):
            return lacking
        return entry_refusal(st, action.units, way)

    def alone(self, st: State, action: Go) -> Refusal | None:
        """What takes more than one step is announced by itself."""
        if action.to < 0 or action.bypass:
            return Refusal("A4.2", "leaving the map and Bypass are announced alone")
        if goes_around(st, st.units[action.units[0]].loc, action.to):
            return Refusal("A4.2", "the way around to the next house of a row is announced alone")
        return None

    def leaves(self, st: State, action: Go) -> tuple[tuple[tuple[int, ...], Way], ...]:
        """All of them, but for what they do within their hex."""
        way = action.way(st.units[action.units[0]].loc)
        return () if way.frm == NOWHERE or way.frm == way.to else ((action.units, way),)

    def meets(self, st: State, action: Go) -> tuple[Detection, ...]:
        """Concealed enemies where they go, but for who goes around to the next house of a row first, or Bypasses."""
        movers = tuple(map(st.units.__getitem__, action.units))
        way = action.way(movers[0].loc)
        if action.to == EXIT or way.bypass or (way.frm == way.to and not movers[0].stance.bypass):
            return ()
        if not hiders(st, way.to, 1 - movers[0].side) or self._around_first(st, movers, way):
            return ()
        return (detect(st, movers, way.frm, action),)

    def _around_first(self, st: State, movers: tuple[Unit, ...], way: Way) -> bool:
        return goes_around(st, way.frm, way.to) and not way.road and not bypass_path(movers[0])

    def left_to(self, action: Go, remaining: tuple[int, ...]) -> Go | None:
        """Those who can go on do."""
        return replace(action, units=remaining) if remaining else None

    def possible(self, st: State, units: tuple[int, ...]) -> bool:
        """Most stacks find a plain way, those that Dash one across their road; then the other ways are looked at."""
        roads = (Go(units, road) for road in roads_ahead(st, units))
        gos: Iterator[Go] = chain(roads, _gos(st, units))
        if any(st.trail(unit).declared & MINIMUM for unit in units):  # leads where somebody can't pay, asked before all
            loc = st.units[units[0]].loc
            all_pay = loc != NOWHERE and spare_mf(st, units) >= 0
            gos = iter(()) if all_pay else (go for go in gos if short_of_mf(st, units, go.way(loc)))
        if any(_legal(st, go) for go in gos) or can_bypass(st, units):
            return True
        return any(entry.lives() for entry in crest_entries(st, units, lambda act: act)) or _exits(st, units)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> Sequence[Entry]:
        """A leaf or more for each place that could be entered, each way of Bypass below a branch, Crest and exit."""
        return go_entries(st, units, wrap)

    def later(self, st: State, units: tuple[int, ...], several: bool) -> list[Entry]:
        """One unit of a stack alone: where it goes, or that it goes no farther."""
        if st.units[units[0]].berserk:
            return []
        found: list[Entry] = []
        for unit_id in units:
            alone = (unit_id,)

            def goes(alone: tuple[int, ...] = alone) -> list[Entry]:
                found = list(go_entries(st, alone, lambda act: act))
                if stop_refusal(st, alone) is None and stay_refusal(st, alone) is None:
                    found.append(leaf("stay", "ends its move here", Halt(alone), kind="option", rule="A4.2"))
                return found

            words = f"only {name(st, st.units[unit_id])}"
            found.append(branch(f"only{unit_id}", words, goes, kind="unit", unit=unit_id))
        return found

    def do(self, st: State, units: tuple[int, ...], action: Go) -> Deed:
        """Off the map; around to the next house first; else the entry, and what it meets."""
        stay = () if units == action.units else tuple(u for u in units if u not in action.units)
        parts = (action.units, stay) if stay else (action.units,)
        if action.to == EXIT:
            gone = (exit_event(st, st.units[u]) for u in action.units)
            return Deed(tuple(gone), parts=parts)
        movers = tuple(map(st.units.__getitem__, action.units))
        way = action.way(movers[0].loc)
        if self._around_first(st, movers, way):
            walls, touch = chances(st, action.units, leaving=True), Touch(way.frm, action.units)
            return Deed(around_events(st, movers, action), walls, (touch,), parts=parts, again=(action,))
        return self._enter(st, action, way, parts)

    def _enter(self, st: State, action: Go, way: Way, parts: tuple[tuple[int, ...], ...]) -> Deed:
        movers = tuple(map(st.units.__getitem__, action.units))
        entry = entry_facts(st, movers, way)
        events, touch = (*charge_notes(st, movers, entry), *events_of(entry)), Touch(way.to, action.units)
        walls = chances(st, action.units, leaving=True) if way.frm != way.to else ()
        due = tuple([frame_of(one) for one in st.world.rules.requests(UNITS_ENTER, entry)])
        taken = () if comes_to_its_own(st, movers, way.to) else (Occupy(way.to),)
        if way.bypass or entry.within:
            return Deed(events, (*taken, *due, *walls), (touch,), parts=parts)
        before, after = after_entry(st, movers[0].side, way.to, action.units)
        after = (*after, *after_coming(st, movers[0].side, way.to, action.units))
        tired: tuple[Frame, ...] = ()
        if st.trail(action.units[0]).declared & MINIMUM:
            tired = (Exhausted(short_of_mf(st, action.units, way)),)
        return Deed(events, (*before, *taken, *due, *walls), (touch,), (*tired, *after), parts)


def go_entries(st: State, units: tuple[int, ...], wrap: Wrap) -> Sequence[Entry]:
    """A leaf or more for each adjacent hex, then Bypass, Crest and the map's edge."""
    first, exits = st.units[units[0]], list[Entry]()
    here = about(st, first.loc)
    if here.edge:
        action, note, alive = wrap(Go(units, EXIT)), partial(_exit_price, st, first), partial(_exits, st, units)
        exits.append(leaf("exit", "Leave the map", action, alive=alive, kind="option", note=note, rule="A2.6"))
    crests = crest_entries(st, units, wrap) if here.crests else ()
    if spent(st, own_stack(st, units)):
        return InARow((crests, exits))
    steps = outlets(st, units)
    plain = Late(len(steps), lambda number: _go_leaf(st, steps[number].go(units), wrap))
    return InARow((plain, bypass_entries(st, units, wrap), crests, exits))


def _gos(st: State, units: tuple[int, ...]) -> Iterator[Go]:
    """What could be asked for of each adjacent hex, legal or not."""
    return (one.go(units) for one in outlets(st, units))


def _legal(st: State, go: Go) -> bool:
    return entry_refusal(st, go.units, go.way(st.units[go.units[0]].loc)) is None


def _exits(st: State, units: tuple[int, ...]) -> bool:
    """Whether a stack may leave the map, across whichever hexside; who charges does not."""
    if st.units[units[0]].berserk:
        return False
    return st.units[units[0]].loc != NOWHERE and exit_refusal(st, units, -1) is None


def _exit_price(st: State, first: Unit) -> str:
    return f"{mf_text(exit_cost(st, first.loc, beside=out_of_bypass(st, first)))} MF"


def _go_leaf(st: State, go: Go, wrap: Wrap) -> Entry:
    board, way = map_now(st), go.way(st.units[go.units[0]].loc)

    def note() -> str:
        movers = tuple(st.units[u] for u in go.units)
        return f"{mf_text(max(cost_for(st, unit, movers, way) for unit in movers))} MF"

    def words() -> str:
        where = f"{stairs_word(board, way.frm, way.to)}to {board.place_name(way.to)}"
        how = f"{where} by road" if way.road else f"{where}, into cover (B2.4)" if way.cover else where
        return f"{how} past {board.place_name(way.past)}" if way.past >= 0 else how

    key = f"{'r' if way.road else 'k' if way.cover else 'h'}:{board.word(way.to)}"
    if way.past >= 0:
        key = f"{key}:{board.word(way.past)}"
    return leaf(key, words, wrap(go), alive=partial(_legal, st, go), kind="hex", hex=way.to, note=note)
