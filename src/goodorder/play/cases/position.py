"""The position of a case: its map, sides, counters, trails and turn, from their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from goodorder.board.sight import layers
from goodorder.core import state as core
from goodorder.core.actions import DeclareWave
from goodorder.core.errors import NotBuilt, Unreadable
from goodorder.core.notation import Names, parse
from goodorder.core.notes import Note
from goodorder.core.state import PARTS, Integrity, Marker, Sniper, State, Trail, Turn, Wave, Weather, with_stance
from goodorder.core.world import DUMMY, World
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import snipers
from goodorder.data.not_built import not_built, refused_names
from goodorder.data.scenario import PER_US
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.a20_guards import can_guard
from goodorder.rules.a26_control import with_buildings
from goodorder.rules.facts.wave import WAVE
from goodorder.rules.ruleset import ruleset

from .counters import Counters
from .ground import date_of, layer_of, map_of, options_of, scenario_of, sides_of
from .model import Case, CaseInvalid
from .reader import unknown_word
from .trace import RuleTrace
from .trails import in_bypass, shot_of, trail_of
from .words import table_of, texts, whole_number, words_of


class CasePosition(Struct, frozen=True):
    """A state with the case's own names for its counters, and what lies on its map for lines of sight alone."""

    state: State
    names: Names
    layers: layers.Layers = layers.Layers()


def build(case: Case, trace: RuleTrace | None = None) -> CasePosition:
    """The position that a case describes; raises CaseInvalid for what can't be read.

    With ``trace`` the rules in force note there what they say.
    """
    raw = case.raw
    rules = ruleset(case.profile)
    if trace is not None:
        rules = trace.watch(rules)
    told = scenario_of(raw)
    units = [words_of(text, "units") for text in raw.get("units", [])]
    sides = sides_of(raw, units, told)
    options = options_of(texts(raw, "options"))
    if told is not None and not units and raw.get("phase") == "setup":
        waiting = new_game(told, options).with_(stack=())
        return CasePosition(waiting, Names.of(waiting))
    board = rules.played_on(map_of(raw, told))
    turns = whole_number(raw, "turns", told.turns if told else 6)
    world = World(board, rules, catalogue(), sides, turns, told, options, undated=date_of(raw, told))
    counters = Counters(world, Names.bare(world))
    for order, words in enumerate(units):
        counters.unit(words, len(units) - order)
    for text in raw.get("vehicles", []):
        counters.vehicle(words_of(text, "vehicles"))
    for text in raw.get("weapons", []):
        counters.weapon(words_of(text, "weapons"))
    for part in PARTS:
        if part.known == "owner" and part.name != "vehicles":
            for text in raw.get(part.name, []):
                counters.piece(part, words_of(text, part.name))
    bare = counters.pieces.keys() - {"vehicles"}
    if bare and raw.get("step"):
        what = " and ".join(sorted(bare))
        raise NotBuilt(f"no rule reads {what} yet: a case can place them and no more", rule="D1", also=("B27", "C1"))
    laid = []
    for text in raw.get("markers", []):
        words = words_of(text, "markers")
        layer = (
            None
            if words[0] in (core.MK_SMOKE, core.MK_WP, core.MK_WP_GRENADE, *core.DRIFTING)
            else layer_of(board, " ".join(words))
        )
        if layer is None:
            counters.marker(words)
        else:
            laid.append(layer)
    if laid and not all(str(step.get("ask", "")).startswith("los ") for step in raw.get("step", [])):
        what = "a case with a layer of lines of sight asks nothing but los; the SMOKE of play is 'smoke at C5'"
        raise CaseInvalid(what, "markers")
    st = _state(counters, raw)
    if st.snipers and "snipers" in refused_names(case.profile):
        absent = not_built("snipers")
        raise NotBuilt(f"{absent.name}: {absent.text}", rule=absent.rule)
    return CasePosition(st, counters.names, layers.merged(laid))


def _state(counters: Counters, raw: Mapping[str, Any]) -> State:
    """The state with its turn, trails, shots and control."""
    trails = {counters.unit_named(name): trail_of(counters, table) for name, table in table_of(raw, "trails").items()}
    for number in counters.hazardous:
        trail = trails.get(number, Trail())
        trails[number] = replace(trail, declared=trail.declared | core.HAZARDOUS)
    _guarded(counters)
    _berserk(counters)
    for unit in (counters.units[number] for number in counters.encircled):
        if not any((m.kind, m.loc) == (core.MK_ENCIRCLED, unit.loc) for m in counters.markers.values()):
            ring = Marker(counters.new_id(), core.MK_ENCIRCLED, unit.loc, 0, unit.side)
            counters.markers[ring.id] = ring
    for number in counters.opportunity:
        trails[number] = replace(trails.get(number, Trail()), opportunity=True)
    for number, path in counters.bypass.items():
        trails[number] = in_bypass(counters, counters.units[number], path, trails.get(number, Trail()))
        if raw.get("phase") == "MPh" and not trails[number].ended:
            counters.units[number] = with_stance(counters.units[number], bypass=path)
    _carried(counters, raw, trails)
    shots = {
        counters.weapon_named(name): tuple(shot_of(counters, line) for line in lines)
        for name, lines in table_of(raw, "shots").items()
    }
    control: dict[int, int] = {}
    for line in texts(raw, "control"):
        side, *hexes = line.split()
        control.update({counters.hex(word): counters.side(side) for word in hexes})
    told = counters.world.scenario
    moves_first = counters.world.side_number(told.moves_first) if told else 0
    attacker = counters.side(str(raw["attacker"])) if "attacker" in raw else moves_first
    phase = str(raw.get("phase", "PFPh"))
    if phase not in (*core.PHASES, "setup"):
        raise unknown_word("phase", phase, core.PHASES)
    if phase == "CCPh":
        _fights_begin(counters)
    first = counters.side(str(raw["first"])) if "first" in raw else moves_first
    turn = Turn(whole_number(raw, "turn", 1), attacker, phase, first)
    points = raw.get("points", [0, 0])
    if not isinstance(points, list) or len(points) != 2 or any(type(p) is not int for p in points):
        raise CaseInvalid("points are two whole numbers", "points")
    denied = {counters.side(side) for side in texts(raw, "no_quarter")}
    wave = wave_in(counters, raw, attacker, trails)
    return State(
        counters.world,
        units=counters.units,
        weapons=counters.weapons,
        markers=counters.markers,
        trails=trails,
        weapon_shots=shots,
        control=with_buildings(counters.world.map, control),
        turn=turn,
        next_id=counters.next_id,
        points=(points[0], points[1]),
        no_quarter=(0 in denied, 1 in denied),
        weather=weather_of(raw),
        snipers=snipers_in(counters, raw),
        integrity=integrity_in(counters, raw),
        wave=wave,
    ).with_(**counters.pieces)


def weather_of(raw: Mapping[str, Any]) -> Weather:
    """The weather of a case: none but what it says."""
    try:
        return msgspec.convert(raw.get("weather", {}), Weather)
    except msgspec.ValidationError as error:
        raise CaseInvalid(f"weather: {error}", "weather") from None


def wave_in(counters: Counters, raw: Mapping[str, Any], attacker: int, trails: dict[int, Trail]) -> Wave | None:
    """``A B C L at O3 grain 4,3``: the Human Wave that is under way, with its units whose trails begin so."""
    if "wave" not in raw:
        return None
    try:
        told = parse(f"human_wave {raw['wave']}", counters.names)
    except Unreadable as error:
        raise CaseInvalid(error.message, "wave") from None
    assert isinstance(told, DeclareWave)
    for unit in told.units:
        trail = trails.get(unit, Trail())
        trails[unit] = replace(trail, started=True, tried=(*trail.tried, Note(WAVE)))
    return Wave(attacker, told.to, told.grain)


def snipers_in(counters: Counters, raw: Mapping[str, Any]) -> tuple[Sniper, ...]:
    """``german 4 at C5 pinned``: the Snipers of a case, with their SAN; on the map where it names a hex."""
    most, found = snipers().most, [Sniper(), Sniper()]
    lines = texts(raw, "snipers")
    for text in _one_for_each(counters, lines, "Sniper"):
        words = words_of(text, "snipers")
        side = counters.side(words[0])
        san = int(words[1]) if len(words) > 1 and words[1].isdecimal() else -1
        if not 0 <= san <= most:
            raise CaseInvalid(f"a SAN is a number from 0 (no Sniper) to {most} (A14.1)", text)
        told = words[2:]
        loc = counters.hex(told[1]) if told[:1] == ["at"] and len(told) > 1 else -1
        if told not in ([], ["at", *told[1:2]], ["at", *told[1:2], "pinned"]) or (told and loc < 0):
            raise CaseInvalid("a Sniper is a side, its SAN and 'at C5 pinned' (A14.2)", text)
        if san >= snipers().least:
            found[side] = Sniper(san, loc, told[-1:] == ["pinned"])
    return tuple(found) if any(one.san for one in found) else ()


def integrity_in(counters: Counters, raw: Mapping[str, Any]) -> tuple[Integrity, ...]:
    """``german base 40 tally 12 losses 1 lost 1``: the Battlefield Integrity of a case; a side not named has none."""
    found = [Integrity(), Integrity()]
    lines = texts(raw, "integrity")
    for text in _one_for_each(counters, lines, "Integrity"):
        words = words_of(text, "integrity")
        numbers = dict(zip(words[1::2], words[2::2], strict=False))
        twice = len(words) != 1 + 2 * len(numbers)
        if twice or not all(value.isdecimal() for value in numbers.values()):
            raise CaseInvalid("an Integrity is a side and 'base 40 tally 12 losses 1 lost 1' (A16.1)", text)
        for key in numbers.keys() - {"base", "tally", "losses", "lost"}:
            raise unknown_word("word of an Integrity", key, ("base", "tally", "losses", "lost"))
        base, tally, losses, lost = (int(numbers.get(key, 0)) for key in ("base", "tally", "losses", "lost"))
        side = counters.side(words[0])
        taken = tuple(u.id for u in counters.units.values() if u.side == side and u.place == core.CAPTURED)
        found[side] = Integrity(base, tally, losses, lost, taken)
    return tuple(found) if lines else ()


def _guarded(counters: Counters) -> None:
    """Prisoners with their Guards, who have room for them."""
    for number, word in counters.guarded.items():
        guard = counters.unit_named(word)
        if counters.units[number].type == DUMMY or counters.units[number].place != core.CAPTURED:
            raise CaseInvalid("a prisoner is a unit that is where his Guard is, with no place of its own (A20.5)", word)
        if counters.units[guard].side == counters.units[number].side or not can_guard(counters.units[guard]):
            raise CaseInvalid(f"{word} can't guard the prisoner: an enemy unit on the map does (A20.5)", word)
        counters.units[number] = with_stance(counters.units[number], guard=guard)
    for word in dict.fromkeys(counters.guarded.values()):
        held = sum(_us(counters.units[number]) for number, of in counters.guarded.items() if of == word)
        most = PER_US * _us(counters.units[counters.unit_named(word)])
        if held > most:
            raise CaseInvalid(f"{word} guards prisoners of a US# of {most} at most, not {held} (A20.51)", word)


def _us(unit: core.Unit) -> int:
    """Its US#."""
    return catalogue().unit(unit.type).us_number


def _berserk(counters: Counters) -> None:
    """What no berserk unit is."""
    for name, number in counters.unit_names.items():
        unit = counters.units.get(number)
        if unit is not None and unit.berserk and (unit.broken or unit.concealed):
            raise CaseInvalid("no berserk unit is broken, concealed or a Dummy (A15.42)", name)


def _one_for_each(counters: Counters, lines: Sequence[str], what: str) -> Sequence[str]:
    """The lines, of which each side has one at most."""
    sides = [counters.side(words_of(text, what)[0]) for text in lines]
    for number, text in enumerate(lines):
        if sides[number] in sides[:number]:
            raise CaseInvalid(f"one {what} for each side", text)
    return lines


def _fights_begin(counters: Counters) -> None:
    """A case that begins in the CCPh has a fight wherever both sides stand: a new one where no marker says Melee."""
    kinds = (core.MK_CC, core.MK_MELEE)
    told = {marker.loc for marker in counters.markers.values() if marker.kind in kinds}
    there: dict[int, set[int]] = {}
    for unit in counters.units.values():
        if unit.place == core.ON_MAP and unit.loc not in told:
            there.setdefault(unit.loc, set()).add(unit.side)
    for loc in sorted(loc for loc, sides in there.items() if len(sides) == 2):
        marker = Marker(counters.new_id(), core.MK_CC, loc)
        counters.markers[marker.id] = marker


def _carried(counters: Counters, raw: Mapping[str, Any], trails: dict[int, Trail]) -> None:
    """Who has entered hexes has carried the weapons he holds, unless his trail says which or tells of a Recovery."""
    told = {counters.unit_named(name) for name, table in table_of(raw, "trails").items() if "portaged" in table}
    for number, trail in trails.items():
        recovered = any(step.kind == "recover" for step in trail.steps)
        if number in told or trail.came_in is None or recovered:
            continue
        held = tuple(sorted(weapon.id for weapon in counters.weapons.values() if weapon.holder == number))
        if held:
            trails[number] = replace(trail, portaged=held)
