"""Comparing what a step expects with what happened."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, get_args

from goodorder.core.events import DiceThrown, Event
from goodorder.core.events.base import LedgerLine
from goodorder.core.notation import Names
from goodorder.core.state import CAPTURED, EXITED, NOWHERE, ON_MAP, State, Vehicle, Weapon
from goodorder.data.counters.armament import AmmoKind
from goodorder.rules.facts.attack_facts import hazardous
from goodorder.rules.facts.bypass_path import bypass_path, hexsides
from goodorder.rules.facts.units import encircled, is_good_order
from goodorder.rules.facts.vehicles import tca
from goodorder.rules.facts.wave import has_range_counter, in_wave

from .model import CaseFailed, CaseInvalid
from .reader import unknown_word
from .words import MARKERS, PLACES, STANCE_FLAGS, UNIT_FLAGS, VEHICLE_FLAGS

STATUS = (
    *UNIT_FLAGS,
    *STANCE_FLAGS,
    "unbroken",
    "known",
    "hazardous",
    "encircled",
    "wave",
    "range_counter",
    "opportunity",
    "bypassing",
    "crest",
    "unharmed",
    "good_order",
    "at",
    "moved",
    "prisoner",
    "of",
    *PLACES,
)
NOTHING = ("none", "-", "\u2014", "NE")
"""Other ways to write a result without effect."""
WITH_DICE = ("result", "results", "final", "finals", "original", "column_used", "residual", "breaks", "passed", "works")
"""Figures that a question has only when its dice are given."""
COUNTERS = ("replaced", "becomes", "makes", "leader")
"""Figures that are codes of counters."""
WEAPON_STATUS = (
    "malfunctioned",
    "works",
    "held",
    "at",
    "gone",
    "exited",
    "lies",
    "dm",
    "assembled",
    "lane",
    "no_lane",
    "facing",
    *"012345",
    "acquired",
    "nothing_acquired",
    "limbered",
    "unlimbered",
    "labor",
    "no_labor",
    "emplaced",
    "bare",
    "depleted",
    "nothing_depleted",
    "area",
    "no_area",
    "captured",
    "own",
    "low_ammo",
    "enough_ammo",
    "placed",
    "set",
    *get_args(AmmoKind),
    "-1",
    "-2",
)


def same(expected: Any, actual: Any, *, ordered: bool = False) -> bool:
    """Whether a figure is as expected: tables by their named keys, lists whole, the rest by what it prints.

    The order of names in a list counts only where it is ``ordered``.
    """
    if isinstance(actual, Mapping) and not isinstance(expected, Mapping | list):
        # one figure for all that a table tells by name
        return bool(actual) and all(same(expected, value) for value in actual.values())
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            return False
        return all(same(value, actual[key]) if key in actual else _is_zero(value) for key, value in expected.items())
    if isinstance(expected, str) and isinstance(actual, list | tuple):
        expected = expected.replace(",", " ").split()
    if isinstance(expected, list):
        if isinstance(actual, list) and len(actual) == 1 and isinstance(actual[0], list | tuple):
            # the one group of Random Selection may be written without the outer brackets
            actual = actual[0] if all(isinstance(word, str) for word in expected) else actual
        if not isinstance(actual, list | tuple) or len(expected) != len(actual):
            return False
        if not ordered and all(isinstance(word, str) for word in (*expected, *actual)):
            return sorted(expected) == sorted(actual)
        return all(map(same, expected, actual))
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if actual is None:
        return expected in ("none", "")
    first, second = _number(expected), _number(actual)
    if first is not None and second is not None:
        return abs(first - second) <= _tolerance(expected, actual)
    if isinstance(expected, str) and _ODDS.fullmatch(expected):
        expected = expected.replace(":", "-")
    if actual == "no effect" and expected in NOTHING:
        return True
    return str(expected) == str(actual)


_ODDS = re.compile(r"[<>]?\d+:\d+")
"""Odds as some write them, 3:2 for 3-2."""


def _tolerance(expected: Any, actual: Any) -> float:
    """How far figures may lie apart: a chance written as a decimal counts to its last digit, of three or more.

    Chances of many rolls are weighed in whole numbers, so that their last digits say nothing.
    """
    if not isinstance(actual, Fraction):
        return 1e-9
    digits = len(str(expected).partition(".")[2])
    return 0.5 * 10.0**-digits + 1e-9 if digits >= 3 else 1e-6 if actual.denominator >= 10**6 else 1e-9


ORDERED = ("los", "watch")
"""Questions whose lists tell an order: along the line, from the nearest on."""

_NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?)(?:/(\d+)| (\d+)/(\d+))?")


def cites(rule: str, wanted: str, also: Sequence[str] = ()) -> bool:
    """Whether a refusal's rule is the wanted one or a subsection of it, as A4.51 is of A4.5.

    ``also`` are other rules that forbid the same.
    """
    if any(cites(other, wanted) for other in also):
        return True
    below = rule[len(wanted) :] if rule.startswith(wanted) else "?"
    return not below or (below.isdigit() if "." in wanted else below.startswith("."))


def _number(value: Any) -> float | None:
    """A figure as a number: ``3``, ``3.5``, ``"3 1/2"``, ``"7/2"``; None for any other word."""
    if isinstance(value, int | float):
        return float(value)
    match = _NUMBER.fullmatch(str(value))
    if match is None:
        return None
    whole, under, part, of = match.groups()
    if under is not None:
        return float(whole) / float(under)
    return float(whole) + (float(part) / float(of) if of else 0.0)


def _is_zero(value: Any) -> bool:
    return type(value) in (int, float) and value == 0


def figures(at: str, step: Mapping[str, Any], actual: Mapping[str, Any], skip: Sequence[str]) -> None:
    """Compare every expectation of a question's step with its figures.

    ``no_KEY`` expects the named entries to be absent from a table or list; ``has_KEY`` expects them in a list.
    """
    for key, expected in step.items():
        if key in skip:
            continue
        base = key.removeprefix("no_").removeprefix("has_")
        if base not in actual:
            raise _not_told(at, key, step, actual)
        found = actual[base]
        if base == "rules" and key != "rules":
            found = [*found, *(word for word in _list(expected) if any(cites(rule, str(word)) for rule in found))]
        if key == "refused" and (expected is True or cites(str(found), str(expected), actual.get("also", ()))):
            continue
        if key.startswith("no_"):
            present = [word for word in _list(expected) if word in found]
            if present:
                raise CaseFailed(at, f"no {base} {', '.join(map(str, present))}", show(found))
        elif key.startswith("has_"):
            absent = [word for word in _list(expected) if word not in found]
            if absent:
                raise CaseFailed(at, f"{base} with {', '.join(map(str, absent))}", show(found))
        elif key == "says":
            if str(expected) not in str(found):
                raise CaseFailed(at, f"a text with {expected!r}", repr(found))
        elif key in COUNTERS and str(found).partition(":")[0] == str(expected):
            continue  # a counter's code says enough without its variant
        elif not same(expected, found, ordered=str(step.get("ask", "")).partition(" ")[0] in ORDERED):
            raise CaseFailed(at, f"{key} = {show(expected)}", show(found))


def _not_told(at: str, key: str, step: Mapping[str, Any], actual: Mapping[str, Any]) -> CaseFailed | CaseInvalid:
    """What is wrong with an expectation of which a question's figures say nothing."""
    base = key.removeprefix("no_").removeprefix("has_")
    if key == "refused" and actual.get("legal") is True:
        return CaseFailed(at, f"a refusal by {step[key]}", "allowed")
    if "refused" in actual:
        says, by = str(actual["says"]), f"({actual['refused']})"
        return CaseFailed(at, f"{key} {step[key]!r}", f"refused: {says if says.endswith(by) else f'{says} {by}'}")
    if base in WITH_DICE and "dice" not in step:
        return CaseInvalid(f'{base} is told when the question has dice, such as dice = "4 2"', key)
    return unknown_word("expectation", key, actual)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def show(value: Any) -> str:
    """A figure as messages print it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {show(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(show(one) for one in value) + "]"
    return "none" if value is None else str(value)


def unit_status(st: State, names: Names, unit_id: int) -> list[str]:
    """A unit's status in words."""
    unit = st.units[unit_id]
    words = [flag for flag in UNIT_FLAGS if getattr(unit, flag)]
    words += [flag for flag in STANCE_FLAGS if getattr(unit.stance, flag)]
    if hazardous(st, unit):
        words.append("hazardous")
    if encircled(st, unit):
        words.append("encircled")
    if st.trail(unit_id).opportunity:
        words.append("opportunity")
    if bypass_path(unit):
        words.append("bypassing")
    if unit.stance.crest >= 0:
        words.append("crest")
    place = next(word for word, number in PLACES.items() if number == unit.place)
    words.append(place)
    if unit.loc >= 0:
        words += ["at", names.hex_word(unit.loc)]
    if unit.place == CAPTURED and unit.stance.guard:
        words += ["prisoner", "of", names.unit_word(unit.stance.guard)]
    code = unit.type.partition(":")[2]
    words += [code, code.partition(":")[0]]
    harms = set(UNIT_FLAGS) - {"concealed", "hidden", "unarmed", "forsaken"}
    if unit.place == ON_MAP and not any(getattr(unit, flag) for flag in harms):
        words.append("unharmed")
    if is_good_order(st, unit):
        words.append("good_order")
    if in_wave(st, unit):
        words += ["wave", *(("range_counter",) if has_range_counter(st, unit) else ())]
    if unit.place == ON_MAP and not unit.broken:
        words.append("unbroken")
    if unit.place == ON_MAP and not (unit.concealed or unit.hidden):
        words.append("known")
    return words


def vehicle_status(st: State, names: Names, vehicle: Vehicle) -> list[str]:
    """A vehicle's status in words: ``at C4 facing 2 turret 3 motion``, ``wreck``, ``eliminated``."""
    words = [word for word, place in PLACES.items() if vehicle.place == place]
    if vehicle.loc >= 0:
        words += ["at", names.hex_word(vehicle.loc)]
    words += [word for word in VEHICLE_FLAGS if getattr(vehicle, word)]
    words += [word for word in (vehicle.shocked, vehicle.stunned) if word]
    if vehicle.crew and not (vehicle.wreck or vehicle.abandoned):
        words += [f"manned by {names.unit_word(unit)}" for unit in vehicle.crew]
    if not any(getattr(vehicle, word) for word in VEHICLE_HARMS) and not (vehicle.shocked or vehicle.stunned):
        words.append("unharmed")
    if path := bypass_path(vehicle):
        words += ["bypassing", "bypass", str(hexsides(path)[0])]
    return [*words, "facing", str(vehicle.facing), "turret", str(tca(vehicle))]


VEHICLE_HARMS = ("pinned", "bogged", "mired", "immobile", "recalled", "abandoned", "wreck")
"""What becomes of a vehicle that is not ``unharmed``."""


def check_vehicle(at: str, st: State, names: Names, word: str, expected: str) -> None:
    """``"at C4 facing 2 motion"``, ``"not motion"``, ``"wreck burning"``."""
    actual = vehicle_status(st, names, st.vehicles[names.unit(word)])
    pairs = {f"{one} {two}" for one, two in pairwise(actual)}
    known = {"bypassing", *VEHICLE_FLAGS, *PLACES, "shock", "uk", "stun", "+1", "unharmed"}
    words, wanted = expected.split(), True
    while words:
        need = words.pop(0)
        if need == "not":
            wanted = False
            continue
        if need == "manned":
            need = " ".join((need, *words[:2]))
            there, words = need in actual, words[2:]
        elif need in ("at", "facing", "turret", "bypass"):
            need = f"{need} {words.pop(0) if words else ''}"
            there = need in pairs
        elif need in known:
            there = need in actual
        else:
            raise unknown_word("vehicle status", need, (*known, "at", "facing", "turret", "bypass"))
        if there != wanted:
            raise CaseFailed(at, f"{word}: {'' if wanted else 'not '}{need}", f"{word}: {' '.join(actual)}")
        wanted = True


def check_unit(at: str, st: State, names: Names, word: str, expected: str, left: Collection[int] = ()) -> None:
    """``"broken dm"``, ``"not pinned"``, ``"at C4 2-3-7"``, ``"eliminated"``; ``left`` are those that left the map in
    this step, and so are ``exited`` also where that counts as eliminated.
    """
    if names.unit(word) in st.vehicles:
        check_vehicle(at, st, names, word, expected)
        return
    actual = [*unit_status(st, names, names.unit(word)), *(["exited"] if names.unit(word) in left else [])]
    known = {*STATUS, *actual}
    negate = False
    words = expected.split()
    for number, need in enumerate(words):
        if need == "not":
            negate = True
            continue
        is_hex = number > 0 and words[number - 1] in ("at", "of")  # or the name of a Guard
        is_type = need.count("-") >= 1 or "+" in need
        if need not in known and not is_hex and not is_type:
            raise unknown_word("status", need, STATUS)
        if need != "at" and (need in actual) == negate:
            raise CaseFailed(at, f"{word}: {'not ' if negate else ''}{need}", f"{word}: {' '.join(actual)}")
        negate = False


def _labor_of(weapon: Weapon) -> list[str]:
    return ["labor", str(weapon.labor)] if weapon.labor else ["no_labor"]


def weapon_status(st: State, names: Names, weapon_id: int) -> list[str]:
    """A weapon's status in words."""
    weapon = st.weapons[weapon_id]
    if weapon.place == EXITED:
        return ["exited"]
    if weapon.placed is not None:
        return ["placed", "at", names.hex_word(weapon.placed.loc)]
    if weapon.laid is not None:
        return [
            "set",
            "at",
            names.hex_word(weapon.laid.loc),
            *_labor_of(weapon),
            *(["hidden"] if weapon.hidden else []),
        ]
    if weapon.place != ON_MAP or (not weapon.holder and weapon.loc == NOWHERE):
        return ["gone"]
    words = ["malfunctioned" if weapon.malfunctioned else "works"]
    if weapon.holder:
        words += ["held", names.unit_word(weapon.holder)]
    else:
        words += ["lies", "at", names.hex_word(weapon.loc)]
    if weapon.facing >= 0:
        words += ["facing", str(weapon.facing)]
    if weapon.acquired is not None:
        words += ["acquired", names.hex_word(weapon.acquired.loc), f"{weapon.acquired.drm:+d}"]
        words.append("area" if weapon.acquired.area else "no_area")
    else:
        words.append("nothing_acquired")
    words += ["depleted", *weapon.depleted] if weapon.depleted else ["nothing_depleted"]
    words.append("low_ammo" if weapon.low_ammo else "enough_ammo")
    words.append("dm" if weapon.dismantled else "assembled")
    words += ["limbered" if weapon.limbered else "unlimbered", "labor", str(weapon.labor)]
    words.append("emplaced" if weapon.emplaced else "bare")
    words.append("captured" if weapon.captured else "own")
    words += ["lane", names.hex_word(weapon.lane[-1])] if weapon.lane else ["no_lane"]
    return words


def check_weapon(at: str, st: State, names: Names, word: str, expected: str) -> None:
    """``"malfunctioned"``, ``"held by A"``, ``"at C4"``, ``"gone"``."""
    actual = weapon_status(st, names, names.weapon(word))
    for need in expected.split():
        if need == "by":
            continue
        known = need in WEAPON_STATUS or need in names.units or need in names.hexes
        if not known:
            raise unknown_word("weapon status", need, WEAPON_STATUS)
        if need not in actual:
            raise CaseFailed(at, f"{word}: {expected}", f"{word}: {' '.join(actual)}")


def markers_of(st: State, names: Names) -> list[str]:
    """Every marker as a case writes it."""
    return sorted(
        f"{marker.kind}{f' {marker.strength}' if marker.strength else ''} at {names.hex_word(marker.loc)}"
        for marker in st.markers.values()
    )


def check_markers(at: str, st: State, names: Names, wanted: Sequence[str], *, present: bool) -> None:
    """``"residual 4 at C4"``; the strength may be left out."""
    actual = markers_of(st, names)
    plain = {f"{text.split()[0]} at {text.split()[-1]}" for text in actual}
    for text in wanted:
        if text.split()[0] not in MARKERS:
            raise unknown_word("marker", text.split()[0], MARKERS)
        if (text in actual or text in plain) != present:
            raise CaseFailed(at, f"{'' if present else 'no '}marker {text}", show(actual) if actual else "no markers")


EVENT_PART = re.compile(r"\w+='[^']*'|\S+")
"""The name of an event, or one of its fields."""


def event_words(event: Event, names: Names) -> str:
    """An event as one line: its name and its fields in the case's names."""
    return " ".join(_event_parts(event, names))


def _event_parts(event: Event, names: Names) -> list[str]:
    parts = [type(event).__name__]
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in ("unit", "vehicle") and isinstance(value, int):
            parts.append(f"{field}={names.unit_word(value)}")
        elif field == "weapon" and isinstance(value, int):
            parts.append(f"weapon={names.weapon_word(value)}")
        elif field == "loc" and isinstance(value, int):
            parts.append(f"loc={names.hex_word(value)}")
        elif isinstance(value, int | str) and field != "audience":
            parts.append(f"{field}={value}")
    return parts


def has_event(events: Sequence[Event], names: Names, wanted: str, known: Sequence[str]) -> bool:
    """Whether an event of this name, with these fields, is among those of the step; a value with blanks in it stands
    between single quotes.
    """
    name, *fields = [part.replace("'", "") if "='" in part else part for part in EVENT_PART.findall(wanted)]
    if name not in known:
        raise unknown_word("event", name, known)
    for event in events:
        words = _event_parts(event, names)
        if words[0] == name and all(field in words for field in fields):
            return True
    return False


def _mods(lines: Iterable[LedgerLine]) -> dict[str, int]:
    """The modifiers of a roll by id; SMOKE on the line and in the target hex are summed."""
    found: dict[str, int] = {}
    for line in lines:
        if line.value.lstrip("+-").isdigit():
            found[line.id] = found.get(line.id, 0) + int(line.value)
    return found


def check_rolls(at: str, events: Sequence[Event], wanted: Sequence[Any]) -> None:
    """Each wanted roll, in order, by any of its figures: original, final, rule, outcome, purpose, mods."""
    thrown = [event for event in events if isinstance(event, DiceThrown)]
    if len(wanted) != len(thrown):
        raise CaseFailed(at, f"{len(wanted)} rolls", f"{len(thrown)}: {show([roll.purpose for roll in thrown])}")
    for number, (want, roll) in enumerate(zip(wanted, thrown, strict=True), 1):
        if not isinstance(want, dict):
            raise CaseInvalid("a roll is a table such as { original = 7, final = 6 }", "rolls")
        actual: dict[str, Any] = {
            "original": roll.original,
            "final": roll.final,
            "rule": roll.rule,
            "outcome": roll.outcome,
            "purpose": roll.purpose,
            "need": roll.need,
            "mods": _mods(roll.lines),
        }
        for key, expected in want.items():
            base = key.removeprefix("no_")
            if base not in actual:
                raise unknown_word("figure of a roll", key, actual)
            found = actual[base]
            if key.startswith("no_"):
                ok = not any(word in found for word in _list(expected))
            elif key in ("outcome", "purpose", "need"):
                ok = str(expected) in found
            else:
                ok = same(expected, found)
            if not ok:
                raise CaseFailed(f"{at}, roll {number} ({roll.purpose})", f"{key} = {show(expected)}", show(found))
