"""The counters of a case, from their lines: units, weapons, markers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import get_args

from msgspec.structs import replace

from goodorder.board.sight import layers
from goodorder.core import state as core
from goodorder.core.notation import Names
from goodorder.core.parts import Part
from goodorder.core.stance import PLAIN as PLAIN_STANCE
from goodorder.core.state import (
    ON_MAP,
    UNPLACED,
    Acquired,
    Marker,
    Piece,
    SetCharge,
    Unit,
    Vehicle,
    Weapon,
    with_stance,
)
from goodorder.core.world import DUMMY, World
from goodorder.data.catalogue import catalogue
from goodorder.data.counters.armament import AmmoKind
from goodorder.data.counters.vehicles import VehicleType
from goodorder.data.load import DataError
from goodorder.rules.a09_weapons.breakdown import NOT_ELITE_LOSS
from goodorder.rules.a09_weapons.lane_path import HANDS, lane_hexes
from goodorder.rules.a19_shortage import low_from_the_start
from goodorder.rules.facts.bypass_path import spine_along
from goodorder.rules.facts.vehicles import mounted

from .model import CaseInvalid
from .reader import unknown_word
from .words import MARKERS, UNIT_FLAGS, VEHICLE_FLAGS, set_fields

OTHER_WORDS = {"hip": "hidden", "?": "concealed"}
"""Status words that have two names."""
PLAIN = ("good_order", "unbroken", "known")
"""What a unit is when nothing else is said."""
CALIBRE = re.compile(r"\.?50-?cal", re.IGNORECASE)
"""A heavy machine gun of that calibre, as players write it."""


def _weapon_code(word: str) -> str:
    """The code of a weapon: ``.50-cal`` is HMG_50cal, ``LMG(r)`` is LMG_r."""
    if CALIBRE.fullmatch(word):
        return "HMG_50cal"
    return re.sub(r"\((\w+)\)$", r"_\1", word)


def _ammunition(word: str) -> tuple[str, ...]:
    """``APCR,smoke``: kinds of ammunition."""
    found, known = word.split(","), get_args(AmmoKind)
    wrong = next((kind for kind in found if kind not in known), None)
    if wrong is not None:
        raise unknown_word("kind of ammunition", wrong, known)
    return tuple(sorted(found))


def _taken(weapon: Weapon, man: Unit | None) -> Weapon:
    """A weapon whose line names the side that lost it, as the enemy has it."""
    taken = weapon.captured if man is None else man.side != weapon.side
    return replace(weapon, side=1 - weapon.side, captured=True) if taken else weapon


class Counters:
    """Collects counters as their lines are read, with the case's names for them."""

    def __init__(self, world: World, names: Names) -> None:
        self.world = world
        self.units: dict[int, Unit] = {}
        self.weapons: dict[int, Weapon] = {}
        self.markers: dict[int, Marker] = {}
        self.pieces: dict[str, dict[int, Piece]] = {}
        self.next_id = 1
        self.unit_names: dict[str, int] = {}
        self.weapon_names: dict[str, int] = {}
        self.hazardous: set[int] = set()
        self.opportunity: set[int] = set()
        self.encircled: list[int] = []
        self.guarded: dict[int, str] = {}
        self.bypass: dict[int, tuple[int, ...]] = {}
        self.names = replace(names, units=self.unit_names, weapons=self.weapon_names)

    def new_id(self) -> int:
        """The next free id."""
        self.next_id += 1
        return self.next_id - 1

    def hex(self, word: str) -> int:
        """The Location of a name."""
        if word not in self.names.hexes:
            raise unknown_word("hex", word, self.names.hexes)
        return self.names.hexes[word]

    def side(self, word: str) -> int:
        """0 or 1."""
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
        code = words[2]
        if (foreign := code.partition(":")[0]) in catalogue().nationalities:
            nationality, code = foreign, code.removeprefix(f"{foreign}:")
        type_id = DUMMY if code in ("dummy", "?") else f"{nationality}:{code}"
        if catalogue().is_vehicle(type_id):
            raise CaseInvalid(f"{code} is a vehicle: its line stands under vehicles", words[2])
        variants = [kind.id for kind in catalogue().units(nationality) if kind.id.startswith(type_id + ":")]
        try:
            if len(variants) == 1 and type_id not in {kind.id for kind in catalogue().units(nationality)}:
                type_id = variants[0]
            self.world.unit_type(type_id)
        except DataError as error:
            raise CaseInvalid(str(error), words[2]) from None
        unit = Unit(self.new_id(), side, type_id, order=order, ident=ident)
        given = (word.rstrip(",") for word in words[3:])
        status = [OTHER_WORDS.get(word, word) for word in given if word not in PLAIN]
        if "hazardous" in status:
            status.remove("hazardous")
            self.hazardous.add(unit.id)
        if "encircled" in status:
            status.remove("encircled")
            self.encircled.append(unit.id)
        unit = self._captive(unit, status)
        if "opportunity" in status:
            status.remove("opportunity")
            self.opportunity.add(unit.id)
        if "bypass" in status:
            at = status.index("bypass")
            self.bypass[unit.id] = self._path(status[at + 1] if at + 1 < len(status) else "")
            del status[at : at + 2]
        if "vertex" in status:
            at = status.index("vertex")
            self.bypass[unit.id] = (self._vertex(status[at + 1] if at + 1 < len(status) else ""),)
            del status[at : at + 2]
        if "crest" in status:
            at = status.index("crest")
            facing = self._facing(status[at + 1] if at + 1 < len(status) else "")
            unit = with_stance(unit, crest=facing)
            del status[at : at + 2]
        unit = set_fields(unit, status, UNIT_FLAGS, self.hex)
        if unit.hidden or unit.type == DUMMY:
            unit = replace(unit, concealed=True)
        if unit.place == UNPLACED and not unit.group:
            unit = replace(unit, group=self._group(side))
        self.units[unit.id] = unit
        self.unit_names[ident] = unit.id

    def _captive(self, unit: Unit, status: list[str]) -> Unit:
        """``prisoner of A``: the words are taken out of its line."""
        if "prisoner" not in status:
            return unit
        at = status.index("prisoner")
        told = status[at + 1 : at + 3]
        if len(told) < 2 or told[0] != "of":
            raise CaseInvalid("a prisoner is told with his Guard, as 'prisoner of A' (A20.5)", "prisoner")
        del status[at : at + 3]
        self.guarded[unit.id] = told[1]
        return replace(unit, place=core.CAPTURED)

    def _group(self, side: int) -> str:
        """The first group of the scenario's side that sets up on the map."""
        scenario = self.world.scenario
        groups = scenario.side(self.world.sides[side].id).groups if scenario else ()
        return next((group.id for group in groups if not group.enters_turn), "")

    def _path(self, word: str) -> tuple[int, ...]:
        """``5,4`` or ``D4:5,4``, hexsides gone along in Bypass: their vertices in that order."""
        numbers = word.rpartition(":")[2].split(",")
        sides = tuple(int(one) for one in numbers if one in list("012345"))
        way = {(b - a) % 6 for a, b in pairwise(sides)}
        if len(sides) != len(numbers) or (way - {1} and way - {5}):
            raise CaseInvalid("bypass is followed by hexsides in their order, as 'bypass 5,4'", word)
        back = way == {5}
        path = tuple((side + 1) % 6 if back else side for side in sides)
        return (*path, (path[-1] + (5 if back else 1)) % 6)

    def _along(self, word: str, facing: int) -> tuple[int, int]:
        """``3`` of a vehicle: the vertices of the hexside that it straddles in Bypass, the one that it faces last."""
        if word not in tuple("012345"):
            raise CaseInvalid("bypass of a vehicle is followed by its hexside, as 'bypass 3 facing 5'", word)
        side = int(word)
        for path in ((side, (side + 1) % 6), ((side + 1) % 6, side)):
            if spine_along(path) == facing:
                return path
        raise CaseInvalid("a vehicle in Bypass faces along its hexside, as 'bypass 3 facing 5'", word)

    def _vertex(self, word: str) -> int:
        """``3``: the vertex that is passed on the way around to the next house of a row."""
        if word not in tuple("012345"):
            raise CaseInvalid("vertex is followed by its number, as 'vertex 3'", word)
        return int(word)

    def _spine(self, word: str) -> int:
        """``3``: the hexspine along which a Gun, a hull or a turret points."""
        if word not in tuple("012345"):
            raise CaseInvalid(f"{word!r} is no hexspine; they are 0 to 5 by their vertex", word)
        return int(word)

    def _facing(self, word: str) -> int:
        """``2`` or ``1,2,3``: the middle one of the hexsides that Crest status protects."""
        numbers = word.split(",")
        if len(numbers) not in (1, 3) or any(one not in list("012345") for one in numbers):
            raise CaseInvalid("crest is followed by its middle hexside or all three, as 'crest 2'", word)
        return int(numbers[len(numbers) // 2])

    def weapon(self, words: Sequence[str]) -> None:
        """``w german LMG held by A malfunctioned``, ``x russian MMG at C5``; of a vehicle ``T.CMG malfunctioned`` and
        ``T.MA acquired C5 -1``.
        """
        if words and "." in words[0]:
            if words[0] not in self.weapon_names:
                raise unknown_word("weapon of a vehicle", words[0], [name for name in self.weapon_names if "." in name])
            rest = list(words[1:])
            mounted_one = self._laid(self.weapons[self.weapon_names[words[0]]], rest)
            self.weapons[mounted_one.id] = set_fields(mounted_one, rest, ("malfunctioned",), self.hex)
            return
        if len(words) < 3:
            raise CaseInvalid("a weapon is a line such as 'w german LMG held by A'", " ".join(words))
        name, side = words[0], self.side(words[1])
        if name in self.weapon_names or name in self.unit_names:
            raise CaseInvalid(f"two counters named {name!r}", name)
        maker, colon, code = words[2].partition(":")
        if not colon or maker not in catalogue().nationalities:
            maker, code = self.world.sides[side].nationality, words[2]
        type_id = f"{maker}:{_weapon_code(code)}"
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
            self._may_hold(weapon, rest[2])
            rest = rest[3:]
        manning = self.units.get(weapon.holder)
        if self.world.weapon_type(type_id).gun is not None and manning is not None:
            weapon = replace(weapon, loc=manning.loc)
        if "facing" in rest:
            at = rest.index("facing")
            weapon = replace(weapon, facing=self._spine(rest[at + 1] if at + 1 < len(rest) else ""))
            del rest[at : at + 2]
        weapon = self._laid(weapon, rest)
        rest = ["dismantled" if word == "dm" else word for word in rest]
        if "lane" in rest:
            at = rest.index("lane")
            weapon = replace(weapon, lane=self._lane_of(weapon, rest[at + 1] if at + 1 < len(rest) else ""))
            del rest[at : at + 2]
        weapon = set_fields(weapon, rest, ("malfunctioned", "dismantled", "emplaced", "limbered", "captured"), self.hex)
        weapon = _taken(weapon, manning)
        if self.world.weapon_type(type_id).gun is not None and weapon.place == ON_MAP and weapon.facing < 0:
            raise CaseInvalid("a Gun has a Covered Arc, as 'facing 3' (C3.2)", " ".join(words))
        self.weapons[weapon.id] = weapon
        self.weapon_names[name] = weapon.id

    def _may_hold(self, weapon: Weapon, name: str) -> None:
        """No weapon is with what can't possess one."""
        man, why = self.units.get(weapon.holder), ""
        if man is None:
            why = "is a vehicle: a unit holds a weapon, Passengers are not built (D6.1)"
        elif man.type == DUMMY:
            why = "is a Dummy: no weapon is with a Dummy (A12.11)"
        elif man.id in self.guarded:
            why = "is a prisoner, who possesses nothing (A20.5)"
        if why:
            raise CaseInvalid(f"{name} {why}", f"held by {name}")

    def _laid(self, weapon: Weapon, rest: list[str]) -> Weapon:
        """The weapon with what it has acquired and run out of, taken out of the words."""
        if "acquired" in rest:
            at = rest.index("acquired")
            area = rest[at + 1 : at + 2] == ["area"]
            told = rest[at + 1 + area : at + 3 + area]
            if len(told) < 2 or told[1] not in ("-1", "-2"):
                raise CaseInvalid(
                    "what a Gun has acquired is written 'acquired C5 -1', 'acquired area C5 -2'", told[-1]
                )
            weapon = replace(weapon, acquired=Acquired(self.hex(told[0]), int(told[1]), area))
            del rest[at : at + 3 + area]
        if "set" in rest:
            weapon = self._set(weapon, rest)
        if "spotter" in rest:
            at = rest.index("spotter")
            weapon = replace(weapon, spotter=self.unit_named(rest[at + 1] if at + 1 < len(rest) else ""))
            del rest[at : at + 2]
        if "depleted" in rest:
            at = rest.index("depleted")
            weapon = replace(weapon, depleted=_ammunition(rest[at + 1] if at + 1 < len(rest) else ""))
            had = self.world.weapon_type(weapon.type).shells(self.world.date)
            for kind in weapon.depleted:
                if kind not in had:
                    raise unknown_word("ammunition of this weapon", kind, had)
            del rest[at : at + 2]
        return weapon

    def _set(self, weapon: Weapon, rest: list[str]) -> Weapon:
        """A Set DC, ``set at C5 by A [turn 1 german] [worked by B]``: in which Player Turn, where not before play,
        and who has the Labor that ``labor=1`` says.
        """
        at = rest.index("set")
        told = rest[at + 1 :]
        if (
            self.world.weapon_type(weapon.type).kind != "DC"
            or told[:1] != ["at"]
            or told[2:3] != ["by"]
            or len(told) < 4
        ):
            raise CaseInvalid("a Set DC is written 'w german DC set at C5 by A'", " ".join(rest))
        user = self.unit_named(told[3])
        kind = self.world.unit_type(self.units[user].type)
        loss = NOT_ELITE_LOSS if kind.mmc and kind.unit_class != "elite" else 0
        charge, used = SetCharge(self.hex(told[1]), (user,)), 5
        charge = replace(charge, dud=charge.dud - loss)
        if told[4:5] == ["turn"] and len(told) >= 7:
            charge, used = replace(charge, turn=int(told[5]), attacker=self.side(told[6])), 8
        del rest[at : at + used]
        if "worked" in rest:
            at = rest.index("worked")
            charge = replace(
                charge, workers=(self.unit_named(rest[at + 2] if rest[at + 1 : at + 2] == ["by"] else ""),)
            )
            del rest[at : at + 3]
        hidden = "hidden" in rest
        if hidden:
            rest.remove("hidden")
        return replace(weapon, laid=charge, place=ON_MAP, hidden=hidden)

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

    def vehicle(self, words: Sequence[str]) -> None:
        """``T german pzkpfw_ivh at C4 facing 2 turret 3 motion ce``: a vehicle; its weapons are ``T.MA``, ``T.CMG``.

        The crew of an open-topped AFV is exposed unless ``bu`` says otherwise, or something that leaves it Buttoned Up.
        ``bypass 3``: astride hexside 3 of its hex, along which it points (D2.32).
        """
        if len(words) < 3:
            raise CaseInvalid("a vehicle is a line such as 'T german pzkpfw_ivh at C4 facing 2'", " ".join(words))
        name, side = words[0], self.side(words[1])
        if name in self.unit_names or name in self.weapon_names:
            raise CaseInvalid(f"two counters named {name!r}", name)
        code = words[2] if words[2].partition(":")[0] in catalogue().nationalities else ""
        type_id = code or f"{self.world.sides[side].nationality}:{words[2]}"
        try:
            kind = catalogue().vehicle(type_id)
        except DataError as error:
            raise CaseInvalid(str(error), words[2]) from None
        vehicle = Vehicle(self.new_id(), side, type_id, facing=0)
        rest = list(words[3:])
        if "carries" in rest:
            at = rest.index("carries")
            vehicle = replace(vehicle, carries=tuple(self._aboard(word, kind) for word in rest[at + 1 :]))
            del rest[at:]
        shut = {"bu", "abandoned", "wreck", "shock", "uk", "stun"} & set(rest)
        vehicle = replace(vehicle, ce=kind.open_topped and not shut)
        rest = [word for word in rest if word != "bu"]
        for field in ("facing", "turret"):
            if field in rest:
                at = rest.index(field)
                spine = self._spine(rest[at + 1] if at + 1 < len(rest) else "")
                if field == "turret" and kind.turret_type == "NT":
                    raise CaseInvalid(f"{kind.name} has no turret: it points where its hull does", field)
                vehicle = replace(vehicle, **{field: spine})
                del rest[at : at + 2]
        if vehicle.turret == vehicle.facing:  # as play has a turret that points where its hull does
            vehicle = replace(vehicle, turret=-1)
        if "bypass" in rest:
            at = rest.index("bypass")
            word = rest[at + 1] if at + 1 < len(rest) else ""
            vehicle = replace(vehicle, stance=PLAIN_STANCE.with_(bypass=self._along(word, vehicle.facing)))
            del rest[at : at + 2]
        shocks = {word: {"shocked": word} for word in ("shock", "uk")} | {
            word: {"stunned": word} for word in ("stun", "+1")
        }
        for word in [word for word in rest if word in shocks]:
            vehicle = replace(vehicle, **shocks[word])
            rest.remove(word)
        if rest and rest[-1] in self.unit_names and "manned" in rest:
            at = rest.index("manned")
            vehicle = replace(vehicle, crew=self._crew(rest[at + 1 :]))
            del rest[at:]
        vehicle = set_fields(vehicle, rest, VEHICLE_FLAGS, self.hex)
        vehicle = replace(vehicle, side=1 - side) if vehicle.captured else vehicle
        self.pieces.setdefault("vehicles", {})[vehicle.id] = vehicle
        self.unit_names[name] = vehicle.id
        armed = mounted(vehicle, kind, self.next_id)
        if self.world.sides[side].short_of_ammunition:
            armed = low_from_the_start(armed)
        for weapon in armed:
            place = core.ELIMINATED if vehicle.wreck else weapon.place
            self.weapons[self.new_id()] = replace(weapon, captured=vehicle.captured, place=place)
            self.weapon_names[f"{name}.{weapon.type.rpartition(':')[2]}"] = weapon.id

    @staticmethod
    def _aboard(word: str, kind: VehicleType) -> str:
        """``BAZ44`` after ``carries``, at the end of a vehicle's line: a SW of its own nationality aboard it."""
        code = word if ":" in word else f"{kind.nationality}:{word}"
        try:
            return catalogue().weapon(code).id
        except DataError as error:
            raise CaseInvalid(str(error), word) from None

    def _crew(self, words: Sequence[str]) -> tuple[int, ...]:
        """``by H K``: the units aboard that man a vehicle."""
        if words[0] != "by" or any(self.units[self.unit_named(word)].place != core.ABOARD for word in words[1:]):
            raise CaseInvalid("a vehicle is 'manned by H K', whose lines say aboard, at the end of its own", words[-1])
        return tuple(self.unit_named(word) for word in words[1:])

    def marker(self, words: Sequence[str]) -> None:
        """``residual 4 at C4``, ``smoke_grenade at C5``, ``smoke dispersed at C5 of german``."""
        if words[1:2] == ["dispersed"]:
            words = (f"{words[0]}_dispersed", *words[2:])
        if words[0] not in MARKERS:
            raise unknown_word("marker", words[0], (*MARKERS, *layers.WORDS))
        rest = list(words[1:])
        strength = int(rest.pop(0)) if rest and rest[0].isdigit() else 0
        side, source = -1, 0
        if words[0] in core.DRIFTING and "from" in rest:
            at = rest.index("from")
            source = self._source(rest[at + 1]) if len(rest) > at + 1 else 0
            del rest[at : at + 2]
        if words[0] in core.SHELL_SMOKE:
            side = self.side(rest[3]) if rest[2:3] == ["of"] and len(rest) > 3 else 0
            del rest[2:4]
        if len(rest) != 2 or rest[0] != "at":
            raise CaseInvalid("a marker is a line such as 'residual 4 at C4'", " ".join(words))
        loc = self.hex(rest[1])
        if words[0] == core.MK_ENCIRCLED:
            sides = {unit.side for unit in self.units.values() if unit.loc == loc}
            side = sides.pop() if len(sides) == 1 else -1
        marker = Marker(self.new_id(), words[0], loc, strength, side, source=source)
        self.markers[marker.id] = marker

    def _source(self, word: str) -> int:
        """The white SMOKE counter or burning wreck of a hex, from which other SMOKE drifts."""
        loc = self.hex(word)
        white = [one.id for one in self.markers.values() if one.loc == loc and one.kind in core.SHELL_SMOKE]
        vehicles = self.pieces.get("vehicles", {})
        fires = [one.id for one in vehicles.values() if one.loc == loc and getattr(one, "burning", False)]
        if not (white or fires):
            raise CaseInvalid(f"no SMOKE drifts from {word}: name its counter, or the burning wreck, before", word)
        return (white or fires)[0]

    def piece(self, part: Part, words: Sequence[str]) -> None:
        """``german foxhole at C4 facing=2 hidden``: a counter of a part that has no rules of its own yet."""
        if len(words) < 4 or words[2] != "at":
            raise CaseInvalid(f"{part.name} are lines such as 'german NAME at C4 facing=2 hidden'", " ".join(words))
        made = part.kind(self.new_id(), self.side(words[0]), words[1], loc=self.hex(words[3]))
        made = set_fields(made, list(words[4:]), ("hidden",), self.hex)
        self.pieces.setdefault(part.name, {})[made.id] = made

    def unit_named(self, name: str) -> int:
        """The id of a unit."""
        if name not in self.unit_names:
            raise unknown_word("unit", name, self.unit_names)
        return self.unit_names[name]

    def weapon_named(self, name: str) -> int:
        """The id of a weapon."""
        if name not in self.weapon_names:
            raise unknown_word("weapon", name, self.weapon_names)
        return self.weapon_names[name]

    def counter_named(self, word: str) -> int:
        """The id of a unit, minus that of a weapon."""
        if word in self.weapon_names:
            return -self.weapon_names[word]
        return self.unit_named(word)
