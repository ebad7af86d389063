"""The generic properties of a position and of an answer, one function each; they know no scenario."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from goodorder import odds
from goodorder.core import actions, saving
from goodorder.core.actions import Action
from goodorder.core.apply import apply
from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.engine import answer, breadcrumb, pending
from goodorder.core.errors import Refusal
from goodorder.core.events import DiceThrown, HeatOfBattleDue, SniperActivated, SniperCalled
from goodorder.core.frames import Choice, Over
from goodorder.core.menu import Entry
from goodorder.core.state import (
    ABOARD,
    CAPTURED,
    ELIMINATED,
    ESCORTING,
    EXITED,
    JOINED,
    MK_CC,
    MK_MELEE,
    NOWHERE,
    OFF_BOARD,
    ON_MAP,
    PHASES,
    REINFORCEMENT,
    UNPLACED,
    State,
    Unit,
    Vehicle,
)
from goodorder.core.view import TWIN, hides_anything, may_hide, view
from goodorder.core.way import CROSSED
from goodorder.core.world import UNKNOWN
from goodorder.flow.fire.gun_duel import Tie
from goodorder.flow.fire.shot import Shot
from goodorder.flow.move.move_step import in_full
from goodorder.flow.rout.rout_move import RoutMove
from goodorder.play.log.gather import lines
from goodorder.rules.a04_movement.edges import EXIT
from goodorder.rules.a26_control import GROUND, building_of_key
from goodorder.rules.facts.entry import road_leads
from goodorder.rules.facts.masks import is_mask
from goodorder.rules.facts.ordnance import HEXSPINES
from goodorder.rules.facts.units import is_dummy, wtype

from .games import Beat

PLACES = {ON_MAP, UNPLACED, REINFORCEMENT, OFF_BOARD, EXITED, ELIMINATED, CAPTURED, JOINED, ESCORTING, ABOARD}
FEW = 300
"""Leaves up to which a menu is read whole."""


# -- saving and copying ----------------------------------------------------------------------


def saves(beat: Beat) -> None:
    """A position read back is the same position, and goes on in the same way, in mid-interrupt too."""
    before = saving.encode(beat.before)
    copied = saving.decode(before, beat.before.world)
    assert saving.encode(copied) == before
    assert copied.digest() == beat.before.digest()
    assert copied.stack == beat.before.stack
    after, events = answer(copied, beat.reply)
    assert events == beat.events
    assert saving.encode(after) == saving.encode(beat.after)


def keeps_the_past(beat: Beat, before: bytes) -> None:
    """Answering leaves the answered position as it was."""
    assert saving.encode(beat.before) == before


def only_events_change(beat: Beat) -> None:
    """The events alone lead from one position to the next: nothing else changes a game but the stack and the dice
    counter.
    """
    st = beat.before
    for event in beat.events:
        st = apply(st, event)
    found, expected = (one.with_(stack=(), rolls=0).parts() for one in (st, beat.after))
    assert found == expected
    assert beat.after.rolls == beat.before.rolls + isinstance(beat.asked, Roll)


def tells_its_dice(beat: Beat) -> None:
    """A roll is told with its dice and the rule by which it is made, in a line of the log that names both.

    Of two shots that are fired at once the first one's DR is told with the second one's (C2.2401).
    """
    if not isinstance(beat.asked, Roll) or isinstance(beat.before.stack[-1], Tie):
        return
    told = [event for event in beat.events if isinstance(event, DiceThrown)]
    assert told, f"nothing is told of {beat.asked.purpose}"
    assert told[0].rule and told[0].faces == beat.reply, told[0]
    [first, *_] = (line for line in lines(beat.before, beat.after, beat.events) if line.kind == "roll")
    assert first.rule == told[0].rule and tuple(die.face for die in first.dice) == beat.reply, first


# -- menus -----------------------------------------------------------------------------------


def reads_well(st: State) -> None:
    """Something is asked, in words, by a side that exists, and the breadcrumb says where we are."""
    asked = pending(st)
    crumbs = breadcrumb(st)
    assert all(isinstance(word, str) and word.strip() for word in crumbs)
    if isinstance(asked, Over):
        assert st.result is not None
        return
    assert crumbs, "a breadcrumb without words"
    assert asked.side in (0, 1)
    assert asked.rule
    assert asked.prompt if isinstance(asked, Choice) else asked.purpose


def menu_is_legal(asked: Choice, rng: random.Random, room: int = FEW) -> list[Action]:
    """Every leaf that can be reached is accepted; no branch is a dead end; keys tell siblings apart.

    Returns the leaves that were read.
    """
    top = asked.menu.top()
    assert top, f"nothing can be answered: {asked.prompt}"
    seen = _walk(asked, (), top, room)
    for _ in range(3):
        action = asked.menu.sample(rng)
        _accepted(asked, action)
    count = len(seen)
    only = asked.menu.only()
    if count == 1:
        assert only == seen[0]
    elif count:
        assert only is None
    return seen


def _walk(asked: Choice, path: tuple[str, ...], entries: Sequence[Entry], room: int) -> list[Action]:
    assert entries, f"a dead end at {'/'.join(path)} of {asked.prompt}"
    keys = [entry.key for entry in entries]
    assert len(set(keys)) == len(keys), f"two entries of one key at {'/'.join(path)}: {sorted(keys)}"
    found: list[Action] = []
    for entry in entries:
        if len(found) >= room:
            break
        assert entry.label.strip() and isinstance(entry.figure(), str)
        here = (*path, entry.key)
        if entry.action is not None:
            _accepted(asked, entry.action, here)
            found.append(entry.action)
        else:
            assert entry.children is not None, f"{'/'.join(here)} is neither a leaf nor a branch"
            found += _walk(asked, here, entry.opened(), room - len(found))
    return found


def _accepted(asked: Choice, action: Action, path: tuple[str, ...] = ()) -> None:
    refusal = asked.check(action)
    assert refusal is None, f"{asked.prompt}: the menu offers {'/'.join(path)} {action}, refused by {refusal}"
    assert actions.decode(actions.encode(action)) == action


def canonical(action: Action) -> Any:
    """An action in a form in which the order of what it names does not count."""
    return _sorted(actions.encode(action))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((key, _sorted(value[key])) for key in sorted(value))
    if isinstance(value, list | tuple):
        return tuple(sorted((_sorted(item) for item in value), key=repr))
    return value


def refuses_the_rest(
    st: State, asked: Choice, rng: random.Random, tries: int = 12, read: Sequence[Action] = ()
) -> list[str]:
    """What ``check`` accepts although the menu does not hold it: mutations of leaves, and leaves of other kinds.

    A menu with FEW leaves or more is not compared. ``read`` is what was read of it before: so many need no second
    reading.
    """
    if len(read) >= FEW:
        return []
    leaves = list(itertools.islice(asked.menu.leaves(FEW), FEW))
    if len(leaves) >= FEW:
        return []
    held = {canonical(action) for _, action in leaves}
    wrong: list[str] = []
    for _ in range(tries):
        action = mutated(st, leaves[int(rng.random() * len(leaves))][1], rng)
        if action is None or canonical(action) in held:
            continue
        refusal = asked.check(action)
        assert refusal is None or (isinstance(refusal, Refusal) and refusal.rule and refusal.reason)
        if refusal is None and not _said_otherwise(st, action, leaves):
            wrong.append(f"{type(st.stack[-1]).__name__} ({asked.prompt}) accepts {action}")
    return wrong


def _said_otherwise(st: State, action: Action, leaves: Sequence[tuple[tuple[str, ...], Action]]) -> bool:
    """Whether the menu leaves a legal action out on purpose."""
    held = {canonical(leaf) for _, leaf in leaves}
    return (
        _exit_by_hexside(action, held)
        or _same_price_by_road(st, action, held)
        or _part_of_stack(action, leaves)
        or _frees_some(action, leaves)
        or _other_leaders(action)
        or _claims_together(action, held)
        or _at_a_vertex(action, held)
        or _more_than_needed(action, leaves)
        or _fires_at_nobody(st, action)
        or _turned_otherwise(action, held)
        or _safer_side(st, action, held)
        or _reveals_more(st, action, held)
        or _goes_along_unsaid(st, action, held)
        or _crest_by_number(action, held)
        or _lane_too_far(st, action, held)
    )


def _goes_along_unsaid(st: State, action: Action, held: set[Any]) -> bool:
    """Whether a later step of a rout leaves unsaid the leader who has gone along from its start (A10.711)."""
    frame = st.stack[-1]
    if not isinstance(action, actions.Rout) or not isinstance(frame, RoutMove) or not frame.leader or action.leader:
        return False
    return canonical(replace(action, leader=frame.leader)) in held


def _crest_by_number(action: Action, held: set[Any]) -> bool:
    """Whether the hexside that Crest status faces on entry is numbered: a menu says "the one crossed" (B20.91)."""
    first = action.first if isinstance(action, actions.Move) else action
    if not isinstance(first, actions.Go | actions.Advance) or not 0 <= first.crest < CROSSED:
        return False
    said = replace(first, crest=CROSSED)
    return canonical(replace(action, first=said) if isinstance(action, actions.Move) else said) in held


def _lane_too_far(st: State, action: Action, held: set[Any]) -> bool:
    """Whether a Fire Lane has its counter beyond Normal Range, where it has no FP: a menu goes no farther (A9.22)."""
    if not isinstance(action, actions.Fire) or canonical(replace(action, lanes=())) not in held:
        return False
    guns = ((st.weapons[lane.weapon], lane.to) for lane in action.lanes)
    return any(st.world.map.distance(st.units[w.holder].loc, to) > wtype(st, w).range for w, to in guns)


def _reveals_more(st: State, action: Action, held: set[Any]) -> bool:
    """Whether units drop their "?" at once whom the menu lists one by one, or Dummies, whom it leaves out."""
    if not isinstance(action, actions.Reveal) or len(set(action.units)) != len(action.units):
        return False
    listed = (
        canonical(actions.Reveal((unit,))) in held or (unit in st.units and is_dummy(st.units[unit]))
        for unit in action.units
    )
    return len({st.fighter(unit).side for unit in action.units}) == 1 and all(listed)


def _fires_at_nobody(st: State, action: Action) -> bool:
    """Whether fire goes where nobody is seen: of such Locations a menu lists only those where the enemy may have set
    up hidden (A12.13), and as the second one of Spraying Fire none (A9.5).
    """
    if not isinstance(action, actions.Fire) or not action.firers:
        return False
    unseen = [loc >= 0 and all(unit.hidden for unit in st.at(loc)) for loc in (action.target, action.spray)]
    return unseen[1] or (unseen[0] and may_hide(st, 1 - st.fighter(action.firers[0].unit).side))


def _safer_side(st: State, action: Action, held: set[Any]) -> bool:
    """Whether a way around to the next house names no side: a menu lists both (B23.71)."""
    return canonical(in_full(st, action)) in held


def _more_than_needed(action: Action, leaves: Sequence[tuple[tuple[str, ...], Action]]) -> bool:
    """Whether more units mop up a building than the fewest, whom the menu lists (A12.153)."""
    if not isinstance(action, actions.MopUp) or len(set(action.units)) != len(action.units):
        return False
    return any(isinstance(leaf, actions.MopUp) and set(leaf.units) < set(action.units) for _, leaf in leaves)


def _turned_otherwise(action: Action, held: set[Any]) -> bool:
    """Whether a shot is one of the menu but for where its weapon points: a menu turns it no farther than need be."""
    if not isinstance(action, actions.Fire):
        return False
    hulls = (action.hull, False)
    if action.ordnance is None:
        near = range(-1, HEXSPINES) if -1 <= action.facing < HEXSPINES else ()
        return any(canonical(replace(action, facing=facing, hull=hull)) in held for facing in near for hull in hulls)
    near = range(-1, HEXSPINES) if -1 <= action.ordnance.facing < HEXSPINES else ()
    shots = (replace(action.ordnance, facing=facing) for facing in near)
    return any(canonical(replace(action, ordnance=shot, hull=hull)) in held for shot in shots for hull in hulls)


def _at_a_vertex(action: Action, held: set[Any]) -> bool:
    """Whether an attack names a vertex of a Bypass, and the menu holds it by the line that is best (A4.34)."""
    return isinstance(action, actions.Fire) and action.via >= 0 and canonical(replace(action, via=-1)) in held


def _claims_together(action: Action, held: set[Any]) -> bool:
    """Whether several units claim or give up Wall Advantage at once, each of whom the menu lists by itself."""
    if not isinstance(action, actions.Wall) or len(set(action.units)) != len(action.units):
        return False
    return len(action.units) > 1 and all(canonical(actions.Wall((u,), action.held)) in held for u in action.units)


def _other_leaders(action: Action) -> bool:
    """Whether an attack out of several Locations is directed by others than the best leaders, whom a menu offers."""
    return isinstance(action, actions.Fire) and len(action.leaders) > 1


def _exit_by_hexside(action: Action, held: set[Any]) -> bool:
    """Whether the menu holds the exit without its hexside: it lists the cheapest way off the map."""
    go = action.first if isinstance(action, actions.Move) else action
    if not isinstance(go, actions.Go) or go.to != EXIT or go.hexside < 0:
        return False
    plain = replace(go, hexside=-1)
    return canonical(replace(action, first=plain) if isinstance(action, actions.Move) else plain) in held


def _same_price_by_road(st: State, action: Action, held: set[Any]) -> bool:
    """Whether the menu holds the action without the word "road": it lists the road only where it saves MF."""
    go = action.first if isinstance(action, actions.Move) else action
    if not isinstance(go, actions.Go) or not go.road:
        return False
    plain = replace(go, road=False)
    same = replace(action, first=plain) if isinstance(action, actions.Move) else plain
    return canonical(same) in held and road_leads(st, st.units[go.units[0]].loc, go.to)


def _part_of_stack(action: Action, leaves: Sequence[tuple[tuple[str, ...], Action]]) -> bool:
    """Whether some of a moving stack go on or stop: a menu lists the stack and each unit, other parts by halting the
    rest, and the halt of all as passing.
    """
    kinds = actions.Go | actions.Halt | actions.Search
    if not isinstance(action, kinds) or len(set(action.units)) != len(action.units):
        return False
    whole = {unit for _, leaf in leaves if isinstance(leaf, kinds) for unit in leaf.units}
    return len(action.units) > 1 and set(action.units) <= whole


def _frees_some(action: Action, leaves: Sequence[tuple[tuple[str, ...], Action]]) -> bool:
    """Whether some of a Guard's prisoners are freed together: a menu lists each of them, and all (A20.5)."""
    if not isinstance(action, actions.ReleasePrisoners) or len(set(action.units)) != len(action.units):
        return False
    listed = (leaf for _, leaf in leaves if isinstance(leaf, actions.ReleasePrisoners))
    return len(action.units) > 1 and any(set(action.units) < set(leaf.units) for leaf in listed)


def mutated(st: State, action: Action, rng: random.Random) -> Action | None:
    """The action with one number, word or list changed, or None where that is no action at all."""
    data = actions.encode(action)
    spots = [(data, key) for key in data if key != "do"]
    for value in data.values():
        if isinstance(value, dict):
            spots += [(value, key) for key in value if key != "do"]
        elif isinstance(value, tuple | list):
            spots += [(item, key) for item in value if isinstance(item, dict) for key in item]
    if not spots:
        return None
    where, key = spots[int(rng.random() * len(spots))]
    where[key] = _other(st, where[key], rng)
    try:
        return actions.decode(data)
    except Exception:
        return None


def _other(st: State, value: Any, rng: random.Random) -> Any:
    ids = [*st.units, *st.weapons]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        hexes = len(st.world.map.hexes)
        near = list(st.world.map.neighbours[value]) if 0 <= value < hexes else []
        options = [0, -1, -2, 999_999, value + 1, *near, ids[int(rng.random() * len(ids))], int(rng.random() * hexes)]
        return options[int(rng.random() * len(options))]
    if isinstance(value, tuple | list):
        items = list(value)
        some = ids[int(rng.random() * len(ids))]
        lists: list[list[Any]] = [[], items + items[:1], items[1:], items[::-1]]
        if not items or isinstance(items[0], int):
            lists += [[*items, some], [some], [*items[1:], some]]
        return lists[int(rng.random() * len(lists))]
    if isinstance(value, str):
        return value + "x"
    return value


# -- dice ------------------------------------------------------------------------------------


def every_face_goes_on(st: State, asked: Roll, rng: random.Random) -> None:
    """Whatever the dice show, the game goes on; the same faces bring the same."""
    if asked.dice in (TWO_DICE, ONE_DIE):
        throws = list(itertools.product(range(1, 7), repeat=len(asked.dice)))
    else:
        throws = [tuple(1 + int(rng.random() * 6) for _ in asked.dice) for _ in range(6)]
        throws.append(tuple(3 for _ in asked.dice))
    frame = st.stack[-1]
    for faces in throws:
        first = frame.rolled(st, faces)
        assert first == frame.rolled(st, faces), "a decider of a roll is not pure"
        after, events = answer(st, faces)
        assert events, "a roll without an event"
        conserves(after)


def wrong_faces_are_refused(asked: Roll) -> None:
    """Faces that no die shows are told apart from an answer."""
    count = len(asked.dice)
    wrong: tuple[Any, ...] = ((), (1,) * (count + 1), (0,) * count, (7,) * count, (True,) * count, (1.0,) * count)
    for faces in wrong:
        assert asked.check(faces), f"{faces} passes for {asked.purpose}"


CROWD = 3
"""Targets up to which the odds of an attack are worked out whole."""


def chances_add_up(beat: Beat, rng: random.Random) -> None:
    """Exact odds of a declared attack or Rally attempt add up to one, and what then happens is among them."""
    action = beat.reply
    before, after = beat.before, beat.after
    if isinstance(action, actions.Rally):
        fates = {action.unit: odds.rally(before, action.unit, action.leader).fates}
    elif isinstance(action, actions.Fire) and action.vehicle and isinstance(frame := after.stack[-1], Shot):
        assert sum(odds.vehicle(before, action, frame.phase).fates.values()) == 1
        return
    elif isinstance(action, actions.Fire) and isinstance(frame := after.stack[-1], Shot):
        found = odds.first(before, action, frame.targets, frame.phase)
        assert sum(line.chance for line in found) == bool(frame.targets), "only fire at nobody has no results"
        if len(frame.targets) > CROWD:
            return
        fates = odds.attack(before, action, frame.targets, frame.phase).fates
        men = {target for target in frame.targets if not is_mask(before, target)}
        assert set(fates) == men, 'all have a fate but the "?" of a vehicle'
    else:
        return
    for chances in fates.values():
        assert sum(chance for _, chance in chances) == 1
        assert all(chance > 0 for _, chance in chances)
    end = _resolved(after, len(before.stack), rng)
    if end is not None and end.turn == before.turn and len(end.stack) == len(before.stack):
        for unit, chances in fates.items():
            assert odds.fate.fate(before, end, unit) in dict(chances), f"impossible by the odds: {action}"


def _resolved(st: State, depth: int, rng: random.Random) -> State | None:
    """The position when everything above ``depth`` frames is resolved, with any dice and any decisions; None where
    the dice call a Sniper or heat a unit up, of which the odds tell the chance alone (A14.1, A15.1).
    """
    while len(st.stack) > depth and not isinstance(asked := pending(st), Over):
        faces = tuple(1 + int(rng.random() * 6) for _ in asked.dice) if isinstance(asked, Roll) else ()
        st, found = answer(st, asked.menu.sample(rng) if isinstance(asked, Choice) else faces)
        if any(isinstance(event, SniperCalled | SniperActivated | HeatOfBattleDue) for event in found):
            return None
    return st


# -- conservation ----------------------------------------------------------------------------


def conserves(st: State) -> None:
    """Nothing vanishes, nothing is in two places, no counter lies where it can't."""
    places = len(st.world.map.locations) if st.world.rules.offers("levels") else len(st.world.map.hexes)
    for key, unit in st.units.items():
        assert unit.id == key and (key < st.next_id or key % TWIN in st.units), f"a number out of turn: {unit}"
        assert unit.side in (0, 1) and unit.place in PLACES
        assert (0 <= unit.loc < places) if unit.place == ON_MAP else unit.loc == NOWHERE, unit
        interdicted = st.turn.phase in ("RtPh", "APh", "CCPh")  # only Interdiction pins the broken (A10.53)
        assert not (unit.broken and unit.pinned) or interdicted, f"broken and pinned: {unit}"
        assert unit.broken or not unit.dm, f"under DM and unbroken: {unit}"
        st.world.unit_type(unit.type)
    for key, weapon in st.weapons.items():
        assert weapon.id == key < st.next_id and key not in st.units
        assert weapon.place in PLACES
        if weapon.holder:
            holder = st.fighter(weapon.holder)
            assert holder.place != ELIMINATED or isinstance(holder, Vehicle), f"held by nobody: {weapon}"
            manned = st.world.catalogue.is_gun(weapon.type)  # a Gun has a place of its own
            assert weapon.loc == NOWHERE or (manned and weapon.loc == holder.loc), f"in two places: {weapon}"
            assert weapon.place != ELIMINATED or isinstance(holder, Vehicle)
        elif (charge := weapon.laid or weapon.placed) is not None:  # Set or placed, and of nobody's hands
            assert 0 <= charge.loc < places, f"nowhere: {weapon}"
        elif weapon.place == ON_MAP:
            assert 0 <= weapon.loc < places, f"nowhere: {weapon}"
        else:
            assert weapon.loc == NOWHERE, f"in two places: {weapon}"
    for key, marker in st.markers.items():
        assert marker.id == key < st.next_id and 0 <= marker.loc < places
    marked = [(marker.kind, marker.loc) for marker in st.markers.values()]
    assert len(set(marked)) == len(marked), f"two markers of a kind in one Location: {marked}"
    assert set(st.trails) <= {*st.units, *st.vehicles} and set(st.weapon_shots) <= set(st.weapons)
    buildings = len(st.world.map.buildings)
    for where, side in st.control.items():
        known = 0 <= where < places or 0 <= building_of_key(where) < buildings or 0 <= GROUND - where < places
        assert side in (0, 1) and known, f"Control of nothing: {where}"
    assert st.turn.phase in (*PHASES, "setup") and st.turn.number <= st.world.turns
    for frame in st.stack:
        groups = [unit for group in getattr(frame, "groups", ()) for unit in group.units]
        assert len(set(groups)) == len(groups), f"a unit in two groups: {frame}"
    _meets_only_in_combat(st)


def _meets_only_in_combat(st: State) -> None:
    if st.turn.phase in ("APh", "CCPh"):
        return
    fights = {marker.loc for marker in st.markers.values() if marker.kind in (MK_MELEE, MK_CC)}
    for where, units in st.occupied().items():
        inside = [unit for unit in units if not _bypasses(st, unit) and not unit.unarmed]  # set free beside a "?"
        if any(unit.berserk and not st.trail(unit.id).ended for unit in inside):
            continue  # a charge that has come among enemies ends after their window (A15.43, A15.432)
        if len({unit.side for unit in inside}) == 2:
            assert where in fights, f"both sides in {st.world.map.place_name(where)} without Melee"


def _bypasses(st: State, unit: Unit) -> bool:
    """Whether a unit goes around an obstacle, or may have broken or been pinned there: it meets nobody in it (A4.32,
    A4.33).
    """
    stopped = unit.broken or unit.pinned
    assert not unit.stance.bypass or (st.turn.phase == "MPh" and not st.trail(unit.id).ended)
    return bool(unit.stance.bypass) or (stopped and bool(st.trail(unit.id).entries))


def loses_nobody(beat: Beat) -> None:
    """No counter leaves the game's books; who is out stays out."""
    for key, unit in beat.before.units.items():
        later = beat.after.units[key]
        assert later.side == unit.side
        if unit.place in (ELIMINATED, EXITED):
            assert later.place == unit.place, f"back from the dead: {later}"
    for key, weapon in beat.before.weapons.items():
        later_weapon = beat.after.weapons[key]
        assert later_weapon.type == weapon.type
        if weapon.place in (ELIMINATED, EXITED):
            assert later_weapon.place == weapon.place
    if beat.before.result is not None:
        assert beat.after.result == beat.before.result


# -- views -----------------------------------------------------------------------------------


def all_is_known(st: State) -> None:
    """Where every unit is Known a view shows the whole position, but for the dice counter."""
    whole = st.with_(rolls=0).parts()
    for side in (0, 1):
        if hides_anything(st, side):
            continue  # test_leaks looks at those
        assert view(st, side).parts() == whole
    assert msgspec.json.encode(whole)


def leaks_nothing(st: State, rng: random.Random) -> None:
    """Were some enemy stacks concealed, nothing of them but where they stand would show in the other side's view."""
    if st.world.rules.offers("concealment"):
        return  # test_leaks looks at games in which something is hidden by the rules
    side = int(rng.random() * 2)
    stacks = [loc for loc, units in st.occupied().items() if {unit.side for unit in units} == {1 - side}]
    hidden = {loc for loc in stacks if rng.random() < 0.5}
    if not hidden or any(frame.names_counters for frame in st.stack):
        return  # counters that a frame names can't be changed for others; test_leaks goes through whole games
    units = {
        key: replace(unit, concealed=True, broken=False, dm=False, pinned=False) if unit.loc in hidden else unit
        for key, unit in st.units.items()
    }
    truth = st.with_(units=units)
    seen = view(truth, side)
    assert sum(unit.type == UNKNOWN for unit in seen.units.values()) == len(hidden)
    shown = {unit.loc: unit for unit in seen.units.values() if unit.side != side and unit.loc in hidden}
    assert all(unit.type == UNKNOWN for unit in shown.values())
    others = {
        key: replace(unit, type="dummy:?", wounded=True, ident="", group="", order=900 - unit.order)
        if unit.loc in hidden
        else unit
        for key, unit in units.items()
    }
    empty = {key: weapon for key, weapon in st.weapons.items() if not _held_by(weapon.holder, units, hidden)}
    shots = {key: found for key, found in st.weapon_shots.items() if key in empty}
    trails = {
        key: replace(trail, shots=()) if key in others and units[key].loc in hidden else trail
        for key, trail in st.trails.items()
    }
    parts = {"units": others, "weapons": empty, "weapon_shots": shots, "trails": trails}
    other = truth.with_(**parts, rolls=st.rolls + 7, next_id=st.next_id + 5)
    assert saving.encode(view(other, side)) == saving.encode(seen)


def _held_by(holder: int, units: dict[int, Unit], hidden: set[int]) -> bool:
    return holder in units and units[holder].loc in hidden
