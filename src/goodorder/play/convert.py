"""Records and saved positions of earlier formats, brought up to the present one as they are read.

All this works on what JSON holds, before it becomes a typed value. A part of a position that is written otherwise from
now on gets a function of its own, which :func:`position` calls; the format is stepped once for a release.

Format 1: digests of positions were made of another written form (every field, whether at its default or not). They say
nothing about positions of today, so they are taken out; a replay is then checked by its answers, dice and end alone.
"""

from __future__ import annotations

from typing import Any

from goodorder.core.errors import Unreadable
from goodorder.core.notation.notes import read_direction, read_note

VERSION = 2
READABLE = (1, VERSION)


def header(found: dict[str, Any]) -> dict[str, Any]:
    """A header as this version writes it, of one of a readable format.

    >>> header({"goodorder_record": 1, "scenario": "first", "start": "00ff"})
    {'goodorder_record': 2, 'scenario': 'first', 'start': ''}
    """
    if found["goodorder_record"] == 1:
        return {**found, "goodorder_record": VERSION, "start": ""}
    return found


def entry(found: dict[str, Any], form: int) -> dict[str, Any]:
    """An entry as this version writes it, of a record of format ``form``.

    >>> entry({"e": "position", "digest": "00ff", "turn": 1, "phase": "RPh"}, 1)
    {'e': 'position', 'digest': '', 'turn': 1, 'phase': 'RPh'}
    """
    if form == 1 and found.get("e") == "position":
        return {**found, "digest": ""}
    return found


def position(found: dict[str, Any], form: int) -> dict[str, Any]:
    """The parts of a position as this version writes them, of one that was saved in format ``form``.

    Raises :class:`Unreadable` where a part is not what that format has.
    """
    if form != 1:
        return found
    try:
        return _moves(_frames(_stances(_notes(found))))
    except (AttributeError, KeyError, TypeError) as error:
        raise Unreadable(f"a saved position of format {form}: {error}") from error


def _moves(found: dict[str, Any]) -> dict[str, Any]:
    """Moves under way, which had one expenditure still to be made, or none, and routs."""
    made = {"Moving": _queued, "RoutMove": _routed}
    stack = [made[frame["frame"]](frame) if frame.get("frame") in made else frame for frame in found.get("stack", ())]
    return {**found, "stack": stack}


def _routed(frame: dict[str, Any]) -> dict[str, Any]:
    """A rout whose next entry is one way.

    >>> _routed({"frame": "RoutMove", "unit": 1, "at": 5, "to": 6, "quick": True})
    {'frame': 'RoutMove', 'unit': 1, 'at': 5, 'way': {'frm': 5, 'to': 6, 'past': -1, 'cover': False}}
    """
    rest = {key: value for key, value in frame.items() if key not in ("to", "quick", "past")}
    if frame.get("to", -1) < 0:
        return rest
    cover = not frame.get("quick", False)
    return {**rest, "way": {"frm": frame["at"], "to": frame["to"], "past": frame.get("past", -1), "cover": cover}}


def _queued(frame: dict[str, Any]) -> dict[str, Any]:
    """A move as a queue of what was announced and is still to be made.

    >>> _queued({"frame": "Moving", "groups": [], "first": {"do": "search", "units": [3]}})
    {'frame': 'Moving', 'groups': [], 'queue': [{'acts': [{'do': 'search', 'units': [3]}], 'left': True}]}
    """
    rest = {key: value for key, value in frame.items() if key != "first"}
    return {**rest, "queue": [{"acts": [frame["first"]], "left": True}]} if frame.get("first") else rest


def _notes(found: dict[str, Any]) -> dict[str, Any]:
    """Notes of trails, which were texts."""
    trails = {}
    for unit, trail in found.get("trails", {}).items():
        tried, lent = (read_note(text) for text in trail["tried"]), (read_direction(text) for text in trail["lent"])
        trails[unit] = {**trail, "tried": list(tried), "lent": list(lent)}
    return {**found, "trails": trails}


def _stances(found: dict[str, Any]) -> dict[str, Any]:
    """How units are in their Locations, which stood beside their other fields, and in trails.

    >>> _stances({"units": [{"id": 1, "crest": 2, "wa": False}, {"id": 2}]})
    {'units': [{'id': 1, 'stance': {'crest': 2}}, {'id': 2}], 'trails': {}}
    """
    units, trails = [], found.get("trails", {})
    moving = found.get("turn", {}).get("phase") == "MPh"
    for unit in found["units"]:
        rest = {name: value for name, value in unit.items() if name not in ("crest", "wa")}
        stance: dict[str, Any] = {} if unit.get("crest", -1) < 0 else {"crest": unit["crest"]}
        if unit.get("wa"):
            stance["wa"] = True
        trail = trails.get(str(unit["id"]), {})
        if moving and trail.get("bypass") and not trail.get("ended") and unit.get("loc", -1) >= 0:
            stance["bypass"] = trail["bypass"]
        units.append({**rest, "stance": stance} if stance else rest)
    plain = {key: {name: v for name, v in trail.items() if name != "bypass"} for key, trail in trails.items()}
    return {**found, "units": units, "trails": plain}


def _frames(found: dict[str, Any]) -> dict[str, Any]:
    """The frames of the stack: an attack whose dice were still to be thrown is a shot, or the effect of a source."""
    return {**found, "stack": [_frame(frame, found) for frame in found["stack"]]} if "stack" in found else found


def _frame(frame: Any, found: dict[str, Any]) -> Any:
    for held in ("frames", "first"):
        if isinstance(frame.get(held), list):
            frame = {**frame, held: [_frame(one, found) for one in frame[held]]}
    if frame.get("frame") != "Attack":
        return frame
    if frame["action"] is not None:
        return {"frame": "SmallArms", "targets": frame["targets"], "phase": frame["phase"], "action": frame["action"]}
    units = {unit["id"]: unit for unit in found["units"]}
    source = {"type": "ResidualFP", "side": 1 - units[frame["targets"][0]]["side"], "fp": frame["strength"]}
    if frame.get("lane"):
        source |= {"type": "FireLane", "gun": frame["lane"], "snap": frame.get("snap", False)}
    kept = {name: frame[name] for name in ("targets", "loc", "stack") if name in frame}
    return {"frame": "Effect", **kept, "source": source}
