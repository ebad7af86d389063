"""A game as text: what players say, throw, read in the log, and see of the position, whatever lies beneath.

The lines of :func:`script`, each with its mark in front:

    @ phase                 a new phase begins (turn, ATTACKER, phase)
    ? german: prompt        what a side is asked, or a roll, as that side knows it
    > fire german.A at C4   an answer in notation;  # 3 4  the faces of dice
    ! text                  the answer was refused, or the program failed
    . text (rule)           a line of the log; beneath it ". +1 woods (B13.3)", the modifiers of its roll
    l0 text, l1 text        the same as one side reads it, where it reads something else
    s0, s1, s= what: text   what changed in the view of a side, or of both alike, since the last decision; "-" is gone

Counters are called by their side and letter, or their side, kind and the order in which they came into the game, and
never by the numbers that the program gives them: only what a player can tell from outside stands here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from goodorder.core import state as core
from goodorder.core.actions import Action, Reveal
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.events import Event
from goodorder.core.frames import Choice, Over
from goodorder.core.notation import Names, parse, write
from goodorder.core.state import State, Unit, Vehicle, Weapon
from goodorder.core.view import asked_of, hides_anything, view
from goodorder.core.world import UNKNOWN
from goodorder.play.log import MARKERS, LogLine, lines
from goodorder.play.seen import is_out_of_sight, roll_asked
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a26_control import location_controller
from goodorder.rules.a26_victory import side_ahead, standings
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.facts.attack_facts import unit_mark, weapon_mark
from goodorder.rules.facts.bypass_path import bypass_path
from goodorder.rules.facts.entry import HALF
from goodorder.rules.facts.units import encircled, is_dummy, utype, wtype
from goodorder.rules.facts.vehicles import tca, vehicle_name, vtype

Reply = Action | tuple[int, ...]
Answers = Callable[[State, Choice | Roll, "Words"], str]
"""Who plays: the text of the answer, an action in notation or faces (``3 4``)."""
Shown = dict[str, str]
"""What a side sees, thing by thing."""

LIMIT = 20_000
PLACES = {
    core.UNPLACED: "not set up",
    core.REINFORCEMENT: "reinforcement",
    core.OFF_BOARD: "off board",
    core.EXITED: "exited",
    core.ELIMINATED: "eliminated",
    core.CAPTURED: "captured",
}
DECLARED = (
    (core.ASSAULT, "Assault Movement"),
    (core.DOUBLE_TIME, "Double Time"),
    (core.MINIMUM, "Minimum Move"),
    (core.DASH, "Dash"),
    (core.HAZARDOUS, "Hazardous Movement"),
)


class Words:
    """The words for counters, each given when it first appears and kept for the whole game."""

    def __init__(self, st: State) -> None:
        self.units: dict[str, int] = {}
        self.weapons: dict[str, int] = {}
        self.unit: dict[int, str] = {}
        self.weapon: dict[int, str] = {}
        self.stand_ins: list[str] = []
        self.names = replace(Names.bare(st.world), units=self.units, weapons=self.weapons)
        self.learn(st)

    def learn(self, st: State) -> None:
        """Name the counters that are new in a position."""
        for key in sorted(st.units.keys() - self.unit.keys()):
            one = st.units[key]
            word = f"{st.world.sides[one.side].id}.{one.ident or utype(st, one).kind}"
            self.unit[key] = _add(self.units, word, key)
        for key in sorted(st.vehicles.keys() - self.unit.keys()):
            tank = st.vehicles[key]
            word = f"{st.world.sides[tank.side].id}.{re.sub(r'[^A-Za-z0-9]', '', vehicle_name(st, tank))}"
            self.unit[key] = _add(self.units, word, key)
        for key in sorted(st.weapons.keys() - self.weapon.keys()):
            arm = st.weapons[key]
            word = f"{st.world.sides[arm.side].id}.{re.sub(r'[^A-Za-z0-9]', '', wtype(st, arm).name)}"
            self.weapon[key] = _add(self.weapons, word, key)

    def meet(self, st: State, asked: Choice) -> State:
        """Name the stacks under the enemy's "?" by their place; the position as the side sees it that is asked."""
        for word in self.stand_ins:
            del self.units[word]
        seen = asked_of(st, asked)[0]
        found = [] if seen is st else [one for one in seen.units.values() if one.type == UNKNOWN]
        self.stand_ins = [_add(self.units, f"?{st.world.map.word(one.loc).replace('/', '_')}", one.id) for one in found]
        return seen


def _add(known: dict[str, int], word: str, key: int) -> str:
    found, number = word, 1
    while found in known:
        number += 1
        found = f"{word}#{number}"
    known[found] = key
    return found


def script(st: State, play: Answers) -> Iterator[str]:
    """The lines of a game from its first position; the last one says how it ended, or what was refused or failed."""
    try:
        yield from _played(st, play)
    except Exception as error:
        yield f"! {type(error).__name__}: {error}"


def _played(st: State, play: Answers) -> Iterator[str]:
    words, last = Words(st), st
    seen: tuple[Shown, Shown] = ({}, {})
    yield from _changes(seen, shown := _views(st, words, None, seen))
    for _ in range(LIMIT):
        asked = pending(st)
        if isinstance(asked, Over):
            assert st.result is not None
            winner = st.world.sides[st.result.winner].id if st.result.winner >= 0 else "draw"
            yield f"@ over: {winner}, {st.result.text} ({st.result.rule})"
            return
        yield from _question(st, asked, words)
        text = play(st, asked, words)
        yield text
        after, events = answer(st, _read(text, asked, words))
        words.learn(after)
        yield from _told(st, after, events)
        if not isinstance(pending(after), Roll) or after.turn != last.turn:
            before, shown = shown, _views(after, words, last, shown)
            yield from _changes(before, shown)
            last = after
        if after.turn != st.turn:
            turn = after.turn
            yield f"@ turn {turn.number}, {after.world.sides[turn.attacker].id}, {turn.phase}"
        st = after
    raise RuntimeError(f"no end after {LIMIT} answers")


def said(action: Action, words: Words) -> str:
    """An answer as it is written; raises ``AssertionError`` where the notation does not give the action back."""
    text = write(action, words.names)
    back = parse(text, words.names)
    if isinstance(action, Reveal):  # its units are read by rising ids: their order says nothing
        action = replace(action, units=tuple(sorted(action.units)))
    assert back == action, f"{text!r} is not read as {action}"
    return f"> {text}"


def thrown(faces: Sequence[int]) -> str:
    """Faces of dice as they are written."""
    return f"# {' '.join(map(str, faces))}"


def _read(text: str, asked: Choice | Roll, words: Words) -> Reply:
    if text.startswith("#"):
        return tuple(int(face) for face in text[1:].split())
    return parse(text[2:], words.names)


# -- what is asked and what the log says ---------------------------------------------------------


def _question(st: State, asked: Choice | Roll, words: Words) -> Iterator[str]:
    sides = st.world.sides
    if isinstance(asked, Choice):
        words.meet(st, asked)
        known = asked_of(st, asked)[1]
        yield f"? {sides[asked.side].id}: {known.prompt} ({known.rule}) {known.why}".rstrip()
        return
    told = [_roll(asked, sides[asked.side].id)]
    yield told[0]
    for side in (0, 1):
        if hides_anything(st, side):
            hidden = is_out_of_sight(st, asked, side)
            text = "-" if hidden else _roll(roll_asked(st, asked, side), sides[asked.side].id)
            if text != told[0]:
                yield f"l{side} {text}"


def _roll(asked: Roll, side: str) -> str:
    need = f", needs {asked.need}" if asked.need else ""
    return f"? {side} rolls {', '.join(asked.dice)}: {asked.purpose} ({asked.rule}){need}"


def _told(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    whole = list(chain.from_iterable(map(_line, lines(before, after, events))))
    for text in whole:
        yield f". {text}"
    for side in (0, 1) if events else ():
        if hides_anything(before, side) or hides_anything(after, side) or any(e.audience >= 0 for e in events):
            own = list(chain.from_iterable(map(_line, lines(before, after, events, viewer=side))))
            if own != whole:
                yield from (f"l{side} {text}" for text in own or ["-"])


def _line(line: LogLine) -> Iterator[str]:
    dice = f" [{', '.join(f'{die.name} {die.face}' for die in line.dice)}]" if line.dice else ""
    places = f" at {', '.join(line.hexes)}" if line.hexes else ""
    rule = f" ({line.rule})" if line.rule else ""
    yield f"{'  ' * line.depth}{line.text}{rule}{dice}{places}"
    for one in line.lines:
        yield f"{'  ' * line.depth}  {one.value} {one.reason} ({one.rule})"


# -- what is seen --------------------------------------------------------------------------------


def _changes(before: tuple[Shown, Shown], after: tuple[Shown, Shown]) -> Iterator[str]:
    """What is new in both views, both at once where they agree."""
    new: list[list[str]] = []
    for old, now in zip(before, after, strict=True):
        gone = [f"{what}: -" for what in old if what not in now]
        new.append([*(f"{what}: {text}" for what, text in now.items() if old.get(what) != text), *gone])
    both = set(new[0]) & set(new[1])
    yield from (f"s= {text}" for text in sorted(both))
    for side in (0, 1):
        yield from (f"s{side} {text}" for text in sorted(new[side]) if text not in both)


def _views(st: State, words: Words, last: State | None, shown: tuple[Shown, Shown]) -> tuple[Shown, Shown]:
    """What each side sees; Control and Victory Conditions are looked at as a phase begins."""
    terms = last is None or last.turn != st.turn or st.result is not None
    if not any(hides_anything(st, side) for side in (0, 1)):
        if last is not None and not terms and _same(last, st) and shown[0] == shown[1]:
            return shown
        found = _look(st, words, shown[0] if not terms else None)
        return found, found
    one, two = (_look(view(st, side), words, None if terms else shown[side]) for side in (0, 1))
    return one, two


def _same(one: State, two: State) -> bool:
    parts = ("units", "vehicles", "trails", "weapons", "weapon_shots", "markers", "points")
    return all(getattr(one, part) is getattr(two, part) for part in parts)


def _look(st: State, words: Words, before: Shown | None) -> Shown:
    """A view thing by thing; Control and Victory Conditions as ``before`` where that is given."""
    board = st.world.map
    found: Shown = {}
    for loc, units in st.occupied().items():
        if len(units) > 1:
            found[f"stack in {board.word(loc)}"] = ", ".join(_called(st, one, words) for one in units)
    for one in st.units.values():
        if one.place != core.JOINED and not (is_dummy(one) and one.place == core.ELIMINATED):
            found[_called(st, one, words)] = _unit(st, one)
    for tank in st.vehicles.values():
        found[words.unit[tank.id]] = _vehicle(st, tank)
    for arm in st.weapons.values():
        found[words.weapon[arm.id]] = _weapon(st, arm, words)
    for marker in st.markers.values():
        crest = " at the Crest" if marker.crest else ""
        whose = f" {st.world.sides[marker.side].id}" if marker.side >= 0 else ""
        what = f"{MARKERS.get(marker.kind, marker.kind)} in {board.word(marker.loc)}{crest}{whose}"
        found[what] = str(marker.strength or "there")
    if before is not None:
        found.update((what, text) for what, text in before.items() if what.startswith(TERMS))
    else:
        found.update(_terms(st))
    return found


def _vehicle(st: State, tank: Vehicle) -> str:
    """A vehicle in words: where it is, how it points, its state."""
    flags = ("motion", "ce", "pinned", "bogged", "mired", "immobile", "recalled", "abandoned", "wreck", "burning")
    shown = [flag for flag in flags if getattr(tank, flag)]
    shown += [word for word in (tank.shocked, tank.stunned) if word]
    if tank.loc >= 0 and not tank.wreck:
        shown.insert(0, f"VCA {tank.facing} TCA {tca(tank)}")
    trail = st.trail(tank.id)
    if trail.started and st.turn.phase == "MPh":
        shown.append("move ended" if trail.ended else f"{mp_left(st, tank) / HALF:g} MP left")
    where = st.world.map.word(tank.loc) if tank.loc >= 0 else PLACES.get(tank.place, "")
    return ", ".join([f"{where} {vtype(st, tank).name}", *shown])


def _called(st: State, unit: Unit, words: Words) -> str:
    return words.unit.get(unit.id) or f"{st.world.sides[unit.side].id} ? in {_where(st, unit)}"


def _where(st: State, unit: Unit) -> str:
    if unit.loc >= 0:
        return st.world.map.word(unit.loc)
    turn = f" of turn {unit.enters}" if unit.enters and unit.place in (core.REINFORCEMENT, core.OFF_BOARD) else ""
    return PLACES.get(unit.place, "") + turn


def _unit(st: State, unit: Unit) -> str:
    """A unit in words: where it is, which counter, its state."""
    trail = st.trail(unit.id)
    kind = utype(st, unit)
    shown: list[tuple[object, str]] = [
        (unit.broken, "broken"),
        (unit.dm, "DM"),
        (unit.pinned, "pinned"),
        (unit.cx, "CX"),
        (unit.ti, "TI"),
        (unit.wounded, "wounded"),
        (unit.disrupted, "Disrupted"),
        (unit.fanatic, "Fanatic"),
        (unit.concealed, '"?"'),
        (unit.hidden, "hidden"),
        (unit.stance.wa, "Wall Advantage"),
        (unit.stance.crest >= 0, f"Crest {unit.stance.crest}"),
        (trail.opportunity, "Opportunity Fire"),
    ]
    if unit.loc >= 0:
        shown.append((encircled(st, unit), "Encircled"))
        shown.append((mark := unit_mark(st, unit), f"{mark} fire"))
        shown.append((path := bypass_path(unit), f"Bypass {','.join(map(str, path))}"))
    if trail.started and st.turn.phase == "MPh":
        shown += [(trail.declared & bit, word) for bit, word in DECLARED]
        shown.append((trail.ended, "move ended"))
        if unit.type != UNKNOWN and not trail.ended and unit.loc >= 0:
            shown.append((True, f"{mf_left(st, unit, _movers(st, unit)) / HALF:g} MF left"))
    state = "".join(f", {word}" for yes, word in shown if yes)
    return f"{_where(st, unit)} {kind.unit_class or ''} {kind.code} {kind.kind}{state}".replace("  ", " ")


def _movers(st: State, unit: Unit) -> tuple[int, ...]:
    here = (one for one in st.side_at(unit.loc, unit.side) if st.trail(one.id).started)
    return tuple(one.id for one in here if not st.trail(one.id).ended)


def _weapon(st: State, arm: Weapon, words: Words) -> str:
    board, mark = st.world.map, weapon_mark(st, arm)
    holder = st.units.get(arm.holder)
    if holder is not None:
        where = f"with {_called(st, holder, words)}"
    elif arm.holder in st.vehicles:
        where = f"of {words.unit[arm.holder]}"
    else:
        where = f"in {board.word(arm.loc)}" if arm.loc >= 0 else PLACES.get(arm.place, "")
    shown: list[tuple[object, str]] = [
        (arm.malfunctioned, "malfunctioned"),
        (arm.dismantled, "dismantled"),
        (arm.lane, f"Fire Lane {' '.join(map(board.word, arm.lane))}"),
        (mark, f"{mark} fire"),
    ]
    state = "".join(f", {word}" for yes, word in shown if yes)
    return f"{wtype(st, arm).name} {where}{state}"


TERMS = ("Control of ", "Victory", "points")


def _terms(st: State) -> Shown:
    """Control of every hex, the points, the clauses as they stand, who is ahead."""
    sides = st.world.sides
    found: Shown = {"points": " : ".join(map(str, st.points))}
    for here in st.world.map.hexes:
        side = location_controller(st, here.index)
        if side is not None:
            found[f"Control of {here.name}"] = sides[side].id
    for number, one in enumerate(standings(st), 1):
        found[f"Victory {number}"] = f"{one.clause.text}: {one.value}, {'met' if one.met else 'not met'}"
    if (ahead := side_ahead(st)) is not None:
        found["Victory"] = f"{sides[ahead].id} ahead"
    return found
