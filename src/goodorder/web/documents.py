"""What a client is shown of a position: units, weapons, markers, what is asked, the menu (the protocol's StateDoc).

Everything is drawn from the view of one side; the seed and the number of rolls have no place in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple, cast

from goodorder.core.actions import Action, Done, Go, Move
from goodorder.core.engine import breadcrumb
from goodorder.core.frames import Choice, Over, Pending
from goodorder.core.menu import Entry, Menu
from goodorder.core.state import (
    ABOARD,
    CAPTURED,
    ELIMINATED,
    ESCORTING,
    EXITED,
    JOINED,
    MK_CC,
    MK_HAND_TO_HAND,
    MK_MELEE,
    OFF_BOARD,
    ON_MAP,
    PHASES,
    REINFORCEMENT,
    SHELL_SMOKE,
    UNPLACED,
    Marker,
    State,
    Unit,
    Weapon,
)
from goodorder.core.world import UNKNOWN
from goodorder.data.charts import smoke
from goodorder.data.counters.personnel import UnitType
from goodorder.data.hexarea import in_any
from goodorder.data.scenario import VictoryClause
from goodorder.play.log import MARKERS, LogLine
from goodorder.rules.a04_movement.allotment import allotment, carried_now, mf_left
from goodorder.rules.a09_weapons.fire_lane import fire_lane, lanes_over
from goodorder.rules.a20_guards import captive_morale, room_of
from goodorder.rules.a22_molotovs import has_them
from goodorder.rules.a25_nations.card import capabilities
from goodorder.rules.a25_nations.wave_declared import REACH
from goodorder.rules.a26_control import building_controller
from goodorder.rules.a26_victory import side_ahead, standings
from goodorder.rules.facts.attack_facts import unit_mark, weapon_mark
from goodorder.rules.facts.bearers import bearer, place_of
from goodorder.rules.facts.bypass_path import bypass_path, path_to
from goodorder.rules.facts.captives import captives_at, is_captive, prisoners_of
from goodorder.rules.facts.captives import where as captive_at
from goodorder.rules.facts.entry import HALF
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import climbs
from goodorder.rules.facts.units import (
    commissar_over,
    encircled,
    has,
    is_dummy,
    is_hero,
    utype,
    wtype,
)
from goodorder.rules.facts.wave import grain_hexes, has_range_counter, in_wave

from .integrity import integrity_docs
from .messages.pieces import AcquiredDoc
from .messages.position import (
    ClauseDoc,
    EntryDoc,
    GroundDoc,
    MarkerDoc,
    MenuDoc,
    MfDoc,
    OffboardDoc,
    OffboardStatus,
    PendingDoc,
    PositionDoc,
    ResultDoc,
    TurnDoc,
    UnitDoc,
    VictoryDoc,
    WeaponDoc,
)
from .messages.talk import DieDoc, LogKind, LogLineDoc, ModDoc
from .pieces import MARKS, facing_of, gun_doc, gun_of, vehicle_doc, work_doc
from .snipers import sniper_docs
from .weather import weather_doc

BOTH = "both"
WATCH = "watch"
REFEREE = "referee"
"""The seat from which everything is seen and nothing decided."""
STATUS: dict[int, OffboardStatus] = {
    ELIMINATED: "eliminated",
    CAPTURED: "eliminated",
    EXITED: "exited",
    ESCORTING: "exited",
    REINFORCEMENT: "reinforcement",
    OFF_BOARD: "reinforcement",
    UNPLACED: "unplaced",
}
CLASSES = {"elite": "E", "1st_line": "1", "2nd_line": "2", "green": "G", "conscript": "C"}
LANE = "fire_lane"
WAVE = "wave"
WINDOW = "A8.1"
"""The rule by which a DEFENDER is asked in the MPh."""
"""Kind of the mark that a Fire Lane is drawn with; no marker of the position."""

FIGHTS = ((MK_MELEE, "MELEE"), (MK_HAND_TO_HAND, "HTH"), (MK_CC, "CC"))
"""The badges of a unit for the fight in which it is, by the counter that tells of it."""


def seats(world_sides: Sequence[Any], you: str) -> frozenset[int]:
    """The sides for which a client may decide."""
    if you == BOTH:
        return frozenset((0, 1))
    return frozenset(number for number, side in enumerate(world_sides) if side.id == you)


def state_doc(st: State, asked: Pending | None, you: str, *, controls: frozenset[int]) -> PositionDoc:
    """The position as ``you`` sees it; ``asked`` None while the game goes on by itself."""
    mine = isinstance(asked, Choice) and asked.side in controls
    return PositionDoc(
        you=you,
        turn=_turn(st),
        weather=weather_doc(st),
        breadcrumb=tuple(breadcrumb(st)),
        pending=_pending(st, asked, controls),
        menu=menu_doc(st, asked.menu, ()) if mine and isinstance(asked, Choice) else None,
        units=tuple(_unit(st, unit) for unit in st.units.values()),
        weapons=tuple(_weapon(st, weapon) for weapon in st.weapons.values()),
        vehicles=tuple(vehicle_doc(st, one, *_where(st, one.loc)) for one in st.vehicles.values()),
        works=tuple(work_doc(st, one, *_where(st, one.loc)) for one in st.works.values()),
        markers=(
            *(_marker(st, marker) for marker in st.markers.values()),
            *lane_marks(st),
            *charge_marks(st),
            *wave_marks(st),
        ),
        offboard=_offboard(st),
        victory=victory_doc(st),
        result=_result(st),
        last=None,
        integrity=integrity_docs(st),
        snipers=sniper_docs(st),
    )


def _marker(st: State, marker: Marker) -> MarkerDoc:
    label = MARKERS.get(marker.kind, marker.kind)
    where = _where(st, marker.loc)
    strength = smoke().hindrance[marker.kind] if marker.kind in SHELL_SMOKE else marker.strength
    return MarkerDoc(kind=marker.kind, hex=where.hex or "", level=where.level, strength=strength, label=label)


def charge_marks(st: State) -> list[MarkerDoc]:
    """A mark where a demolition charge waits to go off (A23.3), or is Set (A23.7)."""
    placed = [(weapon.placed.loc, "Demolition charge") for weapon in st.weapons.values() if weapon.placed is not None]
    laid = [(weapon.laid.loc, _set_charge(weapon)) for weapon in st.weapons.values() if weapon.laid is not None]
    where = [(_where(st, loc), label) for loc, label in (*placed, *laid)]
    return [
        MarkerDoc(kind="charge", hex=one.hex or "", level=one.level, strength=0, label=label) for one, label in where
    ]


def _set_charge(weapon: Weapon) -> str:
    """A Set DC, with the Labor of who has failed to remove it (B24.8)."""
    return "Set demolition charge" + (f", Labor -{weapon.labor}" if weapon.labor else "")


def lane_marks(st: State) -> list[MarkerDoc]:
    """A mark with its FP in each Location that a Fire Lane bars (A9.22)."""
    found: list[MarkerDoc] = []
    for weapon in st.weapons.values():
        for loc in weapon.lane:
            if weapon in lanes_over(st, loc):
                strength, (hex_name, level) = fire_lane(st, weapon, loc).fp, _where(st, loc)
                found.append(
                    MarkerDoc(kind=LANE, hex=hex_name or "", level=level, strength=strength, label="Fire Lane")
                )
    return found


def wave_marks(st: State) -> list[MarkerDoc]:
    """A mark in each hex of the grain of a Human Wave that is under way, as far as one sees its target (A25.231)."""
    if st.wave is None or st.wave.over:
        return []
    board = map_now(st)
    hexes = grain_hexes(board, st.wave.target, st.wave.sides)
    near = (h for h in hexes if board.distance(h, st.wave.target) <= REACH)
    places = (_where(st, h).hex or "" for h in near)
    return [MarkerDoc(kind=WAVE, hex=hex, strength=0, label="Human Wave") for hex in places]


def _turn(st: State) -> TurnDoc:
    turn = st.turn
    return TurnDoc(
        number=turn.number,
        of=st.world.turns,
        phase=turn.phase,
        attacker=st.world.sides[turn.attacker].id,
        phases=tuple(PHASES),
    )


def _why(st: State, asked: Choice) -> str:
    """Why it is asked; of a DEFENDER's window also why it can't be passed, where fire is compulsory."""
    must = asked.check(Done()) if asked.rule == WINDOW and st.turn.phase == "MPh" else None
    return f"{asked.why}; {must.reason} ({must.rule})" if must is not None else asked.why


def _pending(st: State, asked: Pending | None, controls: frozenset[int]) -> PendingDoc:
    if isinstance(asked, Over):
        text = st.result.text if st.result else "the game is over"
        return PendingDoc(kind="over", side="", prompt=text, rule=st.result.rule if st.result else "A26", why="")
    if isinstance(asked, Choice) and asked.side in controls:
        side = st.world.sides[asked.side].id
        return PendingDoc(kind="choice", side=side, prompt=asked.prompt, rule=asked.rule, why=_why(st, asked))
    if isinstance(asked, Choice):
        waiting = st.world.sides[asked.side]
        words = f"{waiting.short} decision"
        return PendingDoc(kind="waiting", side=waiting.id, prompt=words, rule="", why="")
    return PendingDoc(kind="waiting", side="", prompt="", rule="", why="")


def menu_doc(st: State, menu: Menu, path: Sequence[str]) -> MenuDoc:
    """The menu below ``path``; raises ``Unreadable`` when the path is not there."""
    entries = menu.entries(path)
    title = menu.entry(path).label if path else ""
    shown = tuple(entry_doc(st, entry) for entry in entries)
    return MenuDoc(path=tuple(path), title=title, entries=shown, total=len(entries))


class Where(NamedTuple):
    """The hex of a Location, None off the map, and its level in a word, "" for the ground."""

    hex: str | None
    level: str


def _where(st: State, loc: int) -> Where:
    board = map_now(st)
    return Where(board.hex_of(loc).name, board.level_word(loc)) if loc >= 0 else Where(None, "")


def entry_doc(st: State, entry: Entry) -> EntryDoc:
    """One line of a menu."""
    where = _where(st, entry.hex)
    return EntryDoc(
        key=entry.key,
        label=entry.label,
        kind=entry.kind,
        leaf=entry.leaf,
        unit=str(entry.unit) if entry.unit else "",
        weapon=str(entry.weapon) if entry.weapon else "",
        hex=where.hex or "",
        level=where.level,
        note=entry.figure() if entry.note else "",
        rule=entry.rule,
        hotkey=entry.hotkey,
        primary=entry.primary,
        confirm=entry.confirm,
        vertices=entry.vertices or _around(st, entry.action),
    )


def _around(st: State, action: Action | None) -> tuple[int, ...]:
    """The vertices of its hex that a step in Bypass goes along, () for any other act (A4.3)."""
    step = action.first if isinstance(action, Move) else action
    if not isinstance(step, Go) or not step.bypass:
        return ()
    mover = st.units[step.units[0]]
    return path_to(st, mover, step.way(mover.loc)) or ()


def _badges(st: State, unit: Unit) -> list[str]:
    found = [word for yes, word in ((unit.dm, "DM"), (unit.pinned, "PIN"), (unit.cx, "CX"), (unit.ti, "TI")) if yes]
    mark = MARKS.get(unit_mark(st, unit), "")
    if mark:
        found.append(mark)
    if unit.loc >= 0:
        found += [word for kind, word in FIGHTS if st.marker_at(kind, unit.loc)]
    if unit.wounded:
        found.append("WOUND")
    if encircled(st, unit):
        found.append("ENC")
    if st.trail(unit.id).opportunity:
        found.append("OPP")
    shown = (
        (is_captive(st, unit), "PRIS"),
        (unit.unarmed, "UNARM"),
        (unit.loc >= 0 and bool(prisoners_of(st, unit.id)), "GUARD"),
        (unit.stance.crest >= 0, "CREST"),
        (climbs(st, unit), "CLIMB"),
        (unit.stance.wa, "WA"),
        (unit.disrupted, "DISR"),
        (unit.type != UNKNOWN and not is_dummy(unit) and has_them(st, unit), "MOL"),
        (in_wave(st, unit), "WAVE"),
        (in_wave(st, unit) and has_range_counter(st, unit), "RANGE"),
        (unit.dazed, "+1"),
        (unit.berserk, "BERS"),
        (is_hero(st, unit), "HERO"),
        (unit.fanatic, "FAN"),
    )
    found += [word for yes, word in shown if yes]
    return found


def _height(st: State, unit: Unit) -> int:
    """Counters of the same hex that are drawn below a unit: those under it in its stack, and those of lower levels."""
    if unit.loc < 0:
        loc = captive_at(st, unit)
        return len(st.at(loc)) + captives_at(st, loc).index(unit) if loc >= 0 else 0
    stack, board = st.at(unit.loc), map_now(st)
    below = len(stack) - 1 - stack.index(unit)
    if not board.level_word(unit.loc):
        return below
    hex_, level = board.hex_at(unit.loc), board.level(unit.loc)
    lower = (loc for loc in st.occupied() if board.hex_at(loc) == hex_ and board.level(loc) < level)
    return below + sum(len(st.at(loc)) for loc in lower)


def _unit(st: State, unit: Unit) -> UnitDoc:
    kind, captive = utype(st, unit), is_captive(st, unit)
    where = _where(st, captive_at(st, unit) if captive else unit.loc)
    morale = captive_morale(st, unit) if captive else kind.morale
    path = bypass_path(unit)
    return UnitDoc(
        id=str(unit.id),
        side=st.world.sides[unit.side].id,
        hex=where.hex,
        level=where.level,
        kind="unknown" if unit.type == UNKNOWN else kind.kind,
        name=kind.code,
        ident=unit.ident,
        fp=0 if captive else kind.fp,
        range=0 if captive else kind.range,
        morale=morale,
        broken_morale=kind.broken_morale,
        broken=unit.broken,
        assault_fire=has(st, unit, "assault_fire"),
        spraying_fire=has(st, unit, "spraying_fire"),
        smoke=kind.smoke,
        boxed=kind.boxed,
        class_=_class(kind),
        leadership=kind.leadership,
        badges=tuple(_badges(st, unit)),
        concealed=unit.concealed,
        hidden=unit.hidden,
        stack=_height(st, unit),
        mf=_mf(st, unit),
        bypass=tuple(path) if len(path) > 1 else (),
        room=room_of(st, unit) if unit.loc >= 0 and prisoners_of(st, unit.id) else None,
        guard=str(unit.stance.guard) if captive else None,
        national=() if unit.type == UNKNOWN or captive else _national(st, unit),
    )


def _national(st: State, unit: Unit) -> tuple[str, ...]:
    """What its nation makes of a unit, each with its rule: worked out once for a counter in a group of a game."""
    world, known = st.tables.get("card", (None, {}))
    if world is not st.world:
        known = {}
        st.tables["card"] = (st.world, known)
    key = (unit.side, unit.group, unit.type, commissar_over(st, unit) is not None)
    found: tuple[str, ...] | None = known.get(key)
    if found is None:
        found = known[key] = tuple(f"{line.text} ({line.rule})" for line in capabilities(st, unit))
    return found


def _class(kind: UnitType) -> str:
    return CLASSES.get(kind.unit_class or "", "")


def _mf(st: State, unit: Unit) -> MfDoc | None:
    """MF of a unit that is on its move; None for the rest."""
    trail = st.trail(unit.id)
    if unit.type == UNKNOWN:
        return None
    if st.turn.phase != "MPh" or unit.side != st.turn.attacker or not trail.started or trail.ended or unit.loc < 0:
        return None
    stack = tuple(
        other.id
        for other in st.side_at(unit.loc, unit.side)
        if st.trail(other.id).started and not st.trail(other.id).ended
    )
    of = allotment(st, unit, stack, trail.declared, carried_now(st, unit))
    return MfDoc(left=mf_left(st, unit, stack) / HALF, of=of / HALF)


def _weapon(st: State, weapon: Weapon) -> WeaponDoc:
    kind = wtype(st, weapon)
    gun = None if kind.vehicle is not None else gun_of(st, weapon)
    where = _where(st, place_of(st, weapon))
    taken = "captured" if weapon.captured else ""
    low = "low ammo" if weapon.low_ammo else ""
    marks = tuple(filter(None, (MARKS.get(weapon_mark(st, weapon), ""), low, taken)))
    men = bearer(st, weapon) if kind.gun is not None else None  # a Gun shares the "?" of its men (A12.2)
    return WeaponDoc(
        id=str(weapon.id),
        side=st.world.sides[weapon.side].id,
        name=kind.name,
        fp=kind.fp,
        range=kind.range,
        rof=kind.rof,
        breakdown=kind.breakdown,
        pp=kind.pp,
        mount=kind.mount or "",
        malfunctioned=weapon.malfunctioned,
        holder=str(weapon.holder) if weapon.holder else None,
        hex=where.hex,
        level=where.level,
        facing=facing_of(weapon),
        badges=marks,
        depleted=weapon.depleted,
        emplaced=weapon.emplaced,
        limbered=weapon.limbered,
        captured=weapon.captured,
        acquired=_acquired(st, weapon),
        gun=None if gun is None else gun_doc(gun),
        concealed=weapon.concealed or (men is not None and men.concealed),
        hidden=weapon.hidden or (men is not None and men.hidden),
    )


def _acquired(st: State, weapon: Weapon) -> AcquiredDoc | None:
    held = weapon.acquired
    if held is None:
        return None
    return AcquiredDoc(hex=map_now(st).hex_of(held.loc).name, drm=held.drm, area=held.area)


def _offboard(st: State) -> tuple[OffboardDoc, ...]:
    units: dict[tuple[int, OffboardStatus, int], list[str]] = {}
    weapons: dict[tuple[int, OffboardStatus, int], list[str]] = {}
    vehicles: dict[tuple[int, OffboardStatus, int], list[str]] = {}
    for vehicle in st.vehicles.values():
        if vehicle.place != ON_MAP:
            vehicles.setdefault(_group(vehicle.side, vehicle.place, vehicle.enters), []).append(str(vehicle.id))
    for unit in st.units.values():
        if is_captive(st, unit):
            continue
        if unit.place not in (ON_MAP, JOINED, ABOARD) and not (is_dummy(unit) and unit.place == ELIMINATED):
            units.setdefault(_group(unit.side, unit.place, unit.enters), []).append(str(unit.id))
    for weapon in st.weapons.values():
        if weapon.holder in st.vehicles:
            continue
        holder = bearer(st, weapon)
        place = holder.place if holder else weapon.place
        if place != ON_MAP:
            weapons.setdefault(_group(weapon.side, place, weapon.enters), []).append(str(weapon.id))
    return tuple(
        OffboardDoc(
            side=st.world.sides[key[0]].id,
            status=key[1],
            turn=key[2],
            units=tuple(units.get(key, ())),
            weapons=tuple(weapons.get(key, ())),
            vehicles=tuple(vehicles.get(key, ())),
        )
        for key in sorted({*units, *weapons, *vehicles})
    )


def _group(side: int, place: int, turn: int) -> tuple[int, OffboardStatus, int]:
    """The group of counters off the map that one belongs to."""
    status = STATUS[place]
    return side, status, turn if status == "reinforcement" else 0


def victory_doc(st: State) -> VictoryDoc:
    """The victory terms as they stand."""
    if st.world.scenario is None:
        return VictoryDoc(clauses=(), leads=None)
    clauses = tuple(
        ClauseDoc(
            text=one.clause.text,
            value=f"{_number(one.value)} of {one.clause.at_least}" if one.clause.at_least else _number(one.value),
            side=one.clause.side,
            met=one.met,
            hexes=_ground(st, one.clause),
        )
        for one in standings(st)
    )
    ahead = side_ahead(st)
    return VictoryDoc(clauses=clauses, leads=None if ahead is None else st.world.sides[ahead].id)


def _ground(st: State, clause: VictoryClause) -> tuple[GroundDoc, ...]:
    """The hexes that a clause about Control counts, each with the side that has it now."""
    if clause.kind not in ("control_hexes", "control_buildings"):
        return ()
    found: list[GroundDoc] = []
    for here in map_now(st).hexes:
        if in_any(clause.area, here.name) and (here.building >= 0 or clause.kind == "control_hexes"):
            whole = clause.kind == "control_buildings"
            side = building_controller(st, here.building) if whole else st.control.get(here.index)
            found.append(GroundDoc(hex=here.name, side=None if side is None else st.world.sides[side].id))
    return tuple(found)


def _number(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    return f"{whole}" if not rest else f"{float(value):g}"


def _result(st: State) -> ResultDoc | None:
    if st.result is None:
        return None
    winner = st.world.sides[st.result.winner].id if st.result.winner >= 0 else ""
    return ResultDoc(winner=winner, text=st.result.text)


def line_doc(st: State, line: LogLine, number: int) -> LogLineDoc:
    """One line of the log; ``number`` is unique within the game."""
    return LogLineDoc(
        id=number,
        text=line.text,
        rule=line.rule or None,
        kind=cast(LogKind, line.kind),
        dice=tuple(DieDoc(name=die.name, face=die.face) for die in line.dice) or None,
        original=line.original,
        final=line.final,
        need=line.need or None,
        hexes=line.hexes,
        units=tuple(str(unit) for unit in line.units),
        side=st.world.sides[line.side].id if line.side >= 0 else None,
        forced=line.forced,
        depth=line.depth,
        lines=tuple(ModDoc(value=one.value, reason=one.reason, rule=one.rule) for one in line.lines) or None,
    )
