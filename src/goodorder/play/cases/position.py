"""The position of a case: its map, sides, counters, trails and turn, from their words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import BoardError, Map, compose, layers, part, text_map
from goodorder.board.seasons import in_season, season, text_in_season
from goodorder.core import state as core
from goodorder.core.errors import Unreadable
from goodorder.core.notation import Names
from goodorder.core.state import (
    CAPTURED,
    ELIMINATED,
    EXITED,
    JOINED,
    OFF_BOARD,
    ON_MAP,
    REINFORCEMENT,
    UNPLACED,
    Marker,
    Shot,
    State,
    Step,
    Trail,
    Turn,
    Unit,
    Weapon,
)
from goodorder.core.world import DUMMY, Side, World
from goodorder.data.catalogue import catalogue
from goodorder.data.load import DataError
from goodorder.data.scenario import Scenario, scenario
from goodorder.flow.opening import new_game
from goodorder.rules.a09_weapons.lane_path import HANDS, lane_hexes
from goodorder.rules.a26_control import with_buildings
from goodorder.rules.optional import OPTIONAL, chosen_options
from goodorder.rules.ruleset import ruleset

from .model import Case, CaseInvalid
from .reader import unknown_word
from .trace import Trace

PLACES = {
    "on_map": ON_MAP,
    "unplaced": UNPLACED,
    "reinforcement": REINFORCEMENT,
    "off_board": OFF_BOARD,
    "exited": EXITED,
    "eliminated": ELIMINATED,
    "captured": CAPTURED,
    "joined": JOINED,
}
UNIT_FLAGS = ("broken", "dm", "pinned", "cx", "wounded", "concealed", "ti", "disrupted", "fanatic", "hidden", "wa")
MARKERS = (core.MK_RESIDUAL, core.MK_SMOKE_GRENADE, core.MK_CC, core.MK_MELEE, core.MK_ENCIRCLED)
DECLARED = {
    "assault": core.ASSAULT,
    "double_time": core.DOUBLE_TIME,
    "late_double_time": core.DOUBLE_TIME | core.LATE_DOUBLE_TIME,
    "minimum": core.MINIMUM,
    "dash": core.DASH,
    "hazardous": core.HAZARDOUS,
}
OCCASIONS = (core.PREP, core.FIRST, core.SUBSEQUENT, core.PROTECTIVE, core.FINAL, core.ADVANCING)
STEPS = ("enter", "smoke", "recover", "drop", "end", "start", "bypass", "occupy", "crest", "back")
EMPTY_MAP = "size 12x10"
SUMMER = 7
"""The month of a case that names none: grain stands, orchards bear leaves."""


class Position(Struct, frozen=True):
    """A state with the case's own names for its counters, and what lies on its map for lines of sight alone."""

    state: State
    names: Names
    layers: layers.Layers = layers.Layers()


def build(case: Case, trace: Trace | None = None) -> Position:
    """The position that a case describes; raises CaseInvalid for what can't be read.

    With ``trace`` the rules in force note there what they say.
    """
    raw = case.raw
    rules = ruleset(case.profile)
    if trace is not None:
        rules = trace.watch(rules)
    told = _scenario(raw)
    units = [_words(text, "units") for text in raw.get("units", [])]
    sides = _sides(raw, units, told)
    options = _options(_list(raw, "options"))
    if told is not None and not units and raw.get("phase") == "setup":
        waiting = new_game(told, options).with_(stack=())
        return Position(waiting, Names.of(waiting))
    board = _map(raw, told)
    world = World(board, rules, catalogue(), sides, _number(raw, "turns", told.turns if told else 6), told, options)
    hexes = board.words
    names = Names({}, {}, (sides[0].id, sides[1].id), hexes)
    maker = _Maker(world, names)
    for order, words in enumerate(units):
        maker.unit(words, len(units) - order)
    for text in raw.get("weapons", []):
        maker.weapon(_words(text, "weapons"))
    laid = []
    for text in raw.get("markers", []):
        layer = _layer(board, " ".join(_words(text, "markers")))
        if layer is None:
            maker.marker(_words(text, "markers"))
        else:
            laid.append(layer)
    if laid and not all(str(step.get("ask", "")).startswith("los ") for step in raw.get("step", [])):
        raise CaseInvalid("a case with a layer of lines of sight asks nothing but los", "markers")
    return Position(maker.state(raw), maker.names, layers.merged(laid))


def _layer(board: Map, line: str) -> layers.Layers | None:
    """The layer for lines of sight that a marker's line names (``wreck at C5``), None for a counter of the game."""
    try:
        return layers.read(board, line)
    except BoardError as error:
        raise CaseInvalid(str(error), line) from None


def _options(ids: Sequence[str]) -> tuple[str, ...]:
    try:
        return chosen_options(ids)
    except Unreadable as error:
        word = next(id for id in ids if id not in OPTIONAL)
        raise CaseInvalid(error.message, word) from None


def _list(raw: Mapping[str, Any], key: str) -> list[str]:
    value = raw.get(key, [])
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise CaseInvalid(f"{key} is a list of texts", key)
    return value


def _number(raw: Mapping[str, Any], key: str, default: int) -> int:
    value = raw.get(key, default)
    if type(value) is not int:
        raise CaseInvalid(f"{key} is a whole number", key)
    return value


def _words(text: Any, key: str) -> list[str]:
    if not isinstance(text, str) or not text.split():
        raise CaseInvalid(f"{key} is a list of lines of text", key)
    return text.split()


def _scenario(raw: Mapping[str, Any]) -> Scenario | None:
    told = raw.get("scenario")
    if told is None:
        return None
    try:
        if isinstance(told, str):
            return scenario(told)
        fields: dict[str, Any] = dict(told)
        base = msgspec.to_builtins(scenario(fields.pop("like", "first")))
        unknown = [key for key in fields if key not in base]
        if unknown:
            raise unknown_word("scenario field", unknown[0], base)
        return msgspec.convert({**base, **fields}, Scenario)
    except DataError as error:
        raise CaseInvalid(str(error), "scenario") from None
    except msgspec.ValidationError as error:
        raise CaseInvalid(f"scenario: {error}", "scenario") from None


def _map(raw: Mapping[str, Any], told: Scenario | None) -> Map:
    month = raw.get("month", told.month if told is not None else SUMMER)
    if not isinstance(month, int) or not 1 <= month <= 12:
        raise CaseInvalid("a month is a number from 1 to 12", "month")
    grows = season(month)
    try:
        if "map" in raw:
            return _text_map(text_in_season(str(raw["map"]), grows))
        if "boards" in raw:
            return compose(in_season([part(str(words)) for words in _list(raw, "boards")], grows))
        if told is not None:
            return compose(in_season(told.boards, grows), told.join)
        return _text_map(EMPTY_MAP)
    except BoardError as error:
        found = re.search(r"'([^']+)'", str(error))
        raise CaseInvalid(str(error), found[1] if found else "map") from None


@lru_cache(maxsize=64)
def _text_map(text: str) -> Map:
    """Maps are values and remember their lines of sight, so cases share equal ones; all have one size unless told."""
    sized = re.search(r"(^|[;\n])\s*size\b", text)
    return text_map(text if sized else f"{EMPTY_MAP}; {text}", "case")


def _sides(raw: Mapping[str, Any], units: Sequence[Sequence[str]], told: Scenario | None) -> tuple[Side, Side]:
    if told is not None and "sides" not in raw:
        found = [Side(side.id, side.nationality, side.name, side.elr) for side in told.sides]
        return found[0], found[1]
    lines = _list(raw, "sides")
    if not lines:
        named = list(dict.fromkeys(words[1] for words in units if len(words) > 1))
        named += [other for other in ("german", "russian") if other not in named]
        lines = named[:2]
        if len(named) > 2 and len({words[1] for words in units if len(words) > 1}) > 2:
            raise CaseInvalid("units of more than two nationalities: name the sides, as 'german elr 3'", "units")
    if len(lines) != 2:
        raise CaseInvalid("sides are two lines such as 'german elr 3'", "sides")
    return _side(lines[0]), _side(lines[1])


def _side(line: str) -> Side:
    words = line.split()
    id, nationality, elr = words[0], words[0], 3
    rest = words[1:]
    while rest:
        if rest[0] == "elr" and len(rest) > 1 and rest[1].isdigit():
            elr = int(rest[1])
        elif rest[0] == "nationality" and len(rest) > 1:
            nationality = rest[1]
        else:
            raise unknown_word("word of a side", rest[0], ("elr", "nationality"))
        rest = rest[2:]
    if nationality not in catalogue().nationalities:
        raise unknown_word("nationality", nationality, catalogue().nationalities)
    return Side(id, nationality, id.capitalize(), elr)


class _Maker:
    """Collects counters as their lines are read."""

    def __init__(self, world: World, names: Names) -> None:
        self.world = world
        self.units: dict[int, Unit] = {}
        self.weapons: dict[int, Weapon] = {}
        self.markers: dict[int, Marker] = {}
        self.next_id = 1
        self.unit_names: dict[str, int] = {}
        self.weapon_names: dict[str, int] = {}
        self.hazardous: set[int] = set()
        self.opportunity: set[int] = set()
        self.encircled: list[int] = []
        self.bypass: dict[int, tuple[int, ...]] = {}
        self.names = replace(names, units=self.unit_names, weapons=self.weapon_names)

    def new_id(self) -> int:
        self.next_id += 1
        return self.next_id - 1

    def hex(self, word: str) -> int:
        if word not in self.names.hexes:
            raise unknown_word("hex", word, self.names.hexes)
        return self.names.hexes[word]

    def side(self, word: str) -> int:
        if word not in self.names.sides:
            raise unknown_word("side", word, self.names.sides)
        return self.names.sides.index(word)

    def unit(self, words: Sequence[str], order: int) -> None:
        """``A german 4-6-7 at C4 broken dm order=2``."""
        if len(words) < 3:
            raise CaseInvalid("a unit is a line such as 'A german 4-6-7 at C4 broken dm'", " ".join(words))
        ident, side = words[0], self.side(words[1])
        if ident in self.unit_names:
            raise CaseInvalid(f"two units named {ident!r}", ident)
        nationality = self.world.sides[side].nationality
        type_id = DUMMY if words[2] == "dummy" else f"{nationality}:{words[2]}"
        variants = [kind.id for kind in catalogue().units(nationality) if kind.id.startswith(type_id + ":")]
        try:
            if len(variants) == 1 and type_id not in {kind.id for kind in catalogue().units(nationality)}:
                type_id = variants[0]
            self.world.unit_type(type_id)
        except DataError as error:
            raise CaseInvalid(str(error), words[2]) from None
        unit = Unit(self.new_id(), side, type_id, order=order, ident=ident)
        status = list(words[3:])
        if "hazardous" in status:
            status.remove("hazardous")
            self.hazardous.add(unit.id)
        if "encircled" in status:
            status.remove("encircled")
            self.encircled.append(unit.id)
        if "opportunity" in status:
            status.remove("opportunity")
            self.opportunity.add(unit.id)
        if "bypass" in status:
            at = status.index("bypass")
            self.bypass[unit.id] = self._sides(status[at + 1] if at + 1 < len(status) else "")
            del status[at : at + 2]
        if "crest" in status:
            at = status.index("crest")
            unit = replace(unit, crest=self._facing(status[at + 1] if at + 1 < len(status) else ""))
            del status[at : at + 2]
        unit = _set_fields(unit, status, UNIT_FLAGS, self.hex)
        if unit.hidden or unit.type == DUMMY:
            unit = replace(unit, concealed=True)
        if unit.place == UNPLACED and not unit.group:
            unit = replace(unit, group=self._group(side))
        self.units[unit.id] = unit
        self.unit_names[ident] = unit.id

    def _group(self, side: int) -> str:
        """The first group of the scenario's side that sets up on the map."""
        told = self.world.scenario
        groups = told.side(self.world.sides[side].id).groups if told else ()
        return next((group.id for group in groups if not group.enters_turn), "")

    def _sides(self, word: str) -> tuple[int, ...]:
        """``5,4`` or ``D4:5,4``: hexsides gone along in Bypass."""
        numbers = word.rpartition(":")[2].split(",")
        sides = tuple(int(one) for one in numbers if one in list("012345"))
        way = {(b - a) % 6 for a, b in pairwise(sides)}
        if len(sides) != len(numbers) or (way - {1} and way - {5}):
            raise CaseInvalid("bypass is followed by hexsides in their order, as 'bypass 5,4'", word)
        return sides

    def _facing(self, word: str) -> int:
        """``2`` or ``1,2,3``: the middle one of the hexsides that Crest status protects."""
        numbers = word.split(",")
        if len(numbers) not in (1, 3) or any(one not in list("012345") for one in numbers):
            raise CaseInvalid("crest is followed by its middle hexside or all three, as 'crest 2'", word)
        return int(numbers[len(numbers) // 2])

    def _in_bypass(self, unit: Unit, sides: tuple[int, ...], trail: Trail) -> Trail:
        """The trail of a unit that has come along these hexsides, by an entry of one MF unless its steps say more."""
        back = len(sides) > 1 and (sides[1] - sides[0]) % 6 == 5
        path = tuple((side + 1) % 6 if back else side for side in sides)
        path += ((path[-1] + (5 if back else 1)) % 6,)
        came = (sides[0] + (1 if back else 5)) % 6
        if not trail.steps:
            frm = self.world.map.around(unit.loc)[came]
            step = Step("enter", frm, unit.loc, 2, (came + 3) % 6)
            trail = replace(trail, steps=(step,), spent=trail.spent or 2, started=True)
        return replace(trail, bypass=path)

    def weapon(self, words: Sequence[str]) -> None:
        """``w german LMG held by A malfunctioned``, ``x russian MMG at C5``."""
        if len(words) < 3:
            raise CaseInvalid("a weapon is a line such as 'w german LMG held by A'", " ".join(words))
        name, side = words[0], self.side(words[1])
        if name in self.weapon_names or name in self.unit_names:
            raise CaseInvalid(f"two counters named {name!r}", name)
        type_id = f"{self.world.sides[side].nationality}:{words[2]}"
        try:
            self.world.weapon_type(type_id)
        except DataError as error:
            raise CaseInvalid(str(error), words[2]) from None
        weapon = Weapon(self.new_id(), side, type_id)
        rest = list(words[3:])
        if rest[:2] == ["held", "by"]:
            if len(rest) < 3 or rest[2] not in self.unit_names:
                raise unknown_word("unit", rest[2] if len(rest) > 2 else "", self.unit_names)
            weapon = replace(weapon, holder=self.unit_names[rest[2]], place=ON_MAP)
            rest = rest[3:]
        rest = ["dismantled" if word == "dm" else word for word in rest]
        if "lane" in rest:
            at = rest.index("lane")
            weapon = replace(weapon, lane=self._lane_of(weapon, rest[at + 1] if at + 1 < len(rest) else ""))
            del rest[at : at + 2]
        weapon = _set_fields(weapon, rest, ("malfunctioned", "dismantled"), self.hex)
        self.weapons[weapon.id] = weapon
        self.weapon_names[name] = weapon.id

    def _lane_of(self, weapon: Weapon, word: str) -> tuple[int, ...]:
        """``C8``, ``C8:left``: the hexes of a Fire Lane whose counter lies there."""
        place, _, hand = word.partition(":")
        end, board = self.hex(place), self.world.map
        kinds = [one for one in HANDS if one == hand]
        holder = self.units.get(weapon.holder)
        hexes = lane_hexes(board, board.hex_at(holder.loc), end, kinds[0]) if kinds and holder is not None else ()
        if not hexes:
            raise CaseInvalid("a Fire Lane is written 'held by A lane C8' or 'lane C8:left', along a hex grain", word)
        return hexes

    def marker(self, words: Sequence[str]) -> None:
        """``residual 4 at C4``, ``smoke_grenade at C5``."""
        if words[0] not in MARKERS:
            raise unknown_word("marker", words[0], (*MARKERS, *layers.WORDS))
        rest = list(words[1:])
        strength = int(rest.pop(0)) if rest and rest[0].isdigit() else 0
        if len(rest) != 2 or rest[0] != "at":
            raise CaseInvalid("a marker is a line such as 'residual 4 at C4'", " ".join(words))
        loc, side = self.hex(rest[1]), -1
        if words[0] == core.MK_ENCIRCLED:
            sides = {unit.side for unit in self.units.values() if unit.loc == loc}
            side = sides.pop() if len(sides) == 1 else -1
        marker = Marker(self.new_id(), words[0], loc, strength, side)
        self.markers[marker.id] = marker

    def state(self, raw: Mapping[str, Any]) -> State:
        """The state with its turn, trails, shots and control."""
        trails = {self._unit(name): self._trail(table) for name, table in _table(raw, "trails").items()}
        for number in self.hazardous:
            trail = trails.get(number, Trail())
            trails[number] = replace(trail, declared=trail.declared | core.HAZARDOUS)
        for unit in (self.units[number] for number in self.encircled):
            if not any((m.kind, m.loc) == (core.MK_ENCIRCLED, unit.loc) for m in self.markers.values()):
                ring = Marker(self.new_id(), core.MK_ENCIRCLED, unit.loc, 0, unit.side)
                self.markers[ring.id] = ring
        for number in self.opportunity:
            trails[number] = replace(trails.get(number, Trail()), opportunity=True)
        for number, sides in self.bypass.items():
            trails[number] = self._in_bypass(self.units[number], sides, trails.get(number, Trail()))
        shots = {
            self._weapon(name): tuple(self._shot(line) for line in lines)
            for name, lines in _table(raw, "shots").items()
        }
        control: dict[int, int] = {}
        for line in _list(raw, "control"):
            side, *hexes = line.split()
            control.update({self.hex(word): self.side(side) for word in hexes})
        told = self.world.scenario
        moves_first = self.world.side_number(told.moves_first) if told else 0
        attacker = self.side(str(raw["attacker"])) if "attacker" in raw else moves_first
        phase = str(raw.get("phase", "PFPh"))
        if phase not in (*core.PHASES, "setup"):
            raise unknown_word("phase", phase, core.PHASES)
        first = self.side(str(raw["first"])) if "first" in raw else moves_first
        turn = Turn(_number(raw, "turn", 1), attacker, phase, first)
        points = raw.get("points", [0, 0])
        if not isinstance(points, list) or len(points) != 2 or any(type(p) is not int for p in points):
            raise CaseInvalid("points are two whole numbers", "points")
        return State(
            self.world,
            units=self.units,
            weapons=self.weapons,
            markers=self.markers,
            trails=trails,
            weapon_shots=shots,
            control=with_buildings(self.world.map, control, levels=self.world.rules.offers("levels")),
            turn=turn,
            next_id=self.next_id,
            points=(points[0], points[1]),
        )

    def _unit(self, name: str) -> int:
        if name not in self.unit_names:
            raise unknown_word("unit", name, self.unit_names)
        return self.unit_names[name]

    def _weapon(self, name: str) -> int:
        if name not in self.weapon_names:
            raise unknown_word("weapon", name, self.weapon_names)
        return self.weapon_names[name]

    def _trail(self, table: Any) -> Trail:
        if not isinstance(table, dict):
            raise CaseInvalid("a trail is a table of its fields", "trails")
        fields: dict[str, Any] = {}
        for key, value in table.items():
            if key == "steps":
                fields[key] = tuple(self._step(line) for line in value)
            elif key == "shots":
                fields[key] = tuple(self._shot(line) for line in value)
            elif key == "declared":
                bits = sum(_of(DECLARED, "declaration", word) for word in str(value).split())
                fields[key] = fields.get(key, 0) | bits
            elif key == "directed":
                fields[key] = tuple(self._counter(word) for word in value)
            elif key == "portaged":
                fields[key] = tuple(abs(self._counter(word)) for word in value)
            elif key in ("tried", "lent"):
                fields[key] = tuple(value)
            elif key == "dash":
                fields[key] = self.hex(str(value))
                fields["declared"] = fields.get("declared", 0) | core.DASH
            elif key == "spent":
                fields[key] = int(value * 2)
            elif key in Trail.__struct_fields__:
                fields[key] = value
            else:
                raise unknown_word("trail field", key, Trail.__struct_fields__)
        if "steps" in fields:
            fields.setdefault("spent", sum(step.mf for step in fields["steps"]))
            fields.setdefault("started", True)
        made: Trail = _made(Trail, fields)
        return made

    def _counter(self, word: str) -> int:
        if word in self.weapon_names:
            return -self.weapon_names[word]
        return self._unit(word)

    def _step(self, line: Any) -> Step:
        """``B3 to C3 2`` (half MF), ``C3 to C4 2 road``, ``smoke C3 to C4 2``."""
        words = str(line).split()
        road = "road" in words
        words = [word for word in words if word != "road"]
        kind = words.pop(0) if words and words[0] in STEPS else "enter"
        if len(words) != 4 or words[1] != "to" or not re.fullmatch(r"\d+(\.5)?", words[3]):
            raise CaseInvalid("a step is a line such as 'B3 to C3 1' or 'B3 to C3 0.5 road' (MF)", str(line))
        frm, to = self.hex(words[0]), self.hex(words[2])
        side = self.world.map.side_between(frm, to)
        return Step(kind, frm, to, int(float(words[3]) * 2), -1 if side is None else side, road)

    def _shot(self, line: Any) -> Shot:
        """``first at C4 units A B step 1 kept_rof final spent``."""
        words = str(line).split()
        if not words or words[0] not in OCCASIONS:
            raise unknown_word("occasion", words[0] if words else "", OCCASIONS)
        fields: dict[str, Any] = {"occasion": words.pop(0), "target": -1}
        while words:
            word = words.pop(0)
            if word == "at" and words:
                fields["target"] = self.hex(words.pop(0))
            elif word == "step" and words:
                fields["step"] = int(words.pop(0))
            elif word == "units":
                named = []
                while words and words[0] in self.unit_names:
                    named.append(self.unit_names[words.pop(0)])
                fields["units"] = tuple(named)
            elif word in ("kept_rof", "final", "spent"):
                fields[word] = True
            else:
                raise unknown_word("word of a shot", word, ("at", "step", "units", "kept_rof", "final", "spent"))
        return Shot(**fields)


def _table(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise CaseInvalid(f"{key} is a table by name", key)
    return value


def _of(table: Mapping[str, int], what: str, word: str) -> int:
    if word not in table:
        raise unknown_word(what, word, table)
    return table[word]


def _made(kind: type[Any], fields: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(msgspec.to_builtins(fields), kind)
    except msgspec.ValidationError as error:
        raise CaseInvalid(str(error)) from None


def _set_fields(thing: Any, words: list[str], flags: Sequence[str], hex_of: Any) -> Any:
    fields: dict[str, Any] = {}
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if word == "at" and words:
            fields.update(loc=hex_of(words.pop(0)), place=ON_MAP)
        elif word in flags:
            fields[word] = True
        elif word in PLACES:
            fields["place"] = PLACES[word]
        elif equals and name == "loc":
            fields["loc"] = hex_of(value)
        elif equals and name == "place":
            fields["place"] = _of(PLACES, "place", value)
        elif equals and name in thing.__struct_fields__:
            fields[name] = _value(value)
        else:
            raise unknown_word("word", word, (*flags, "at", *PLACES, *(f"{f}=" for f in thing.__struct_fields__)))
    return _made(type(thing), {**msgspec.to_builtins(thing), **fields})


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text
