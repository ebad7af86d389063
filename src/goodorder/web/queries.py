"""Answers to a client's questions about the open choice: menus, hints, standing orders."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from goodorder.board import BoardError
from goodorder.core.actions import Action, DeclareWave, Done, Expose, Fire, Move, Reveal, Wall, Withdraw
from goodorder.core.errors import Illegal, Unreadable
from goodorder.core.frames import Choice
from goodorder.core.menu import Entry, Menu
from goodorder.core.state import State, Vehicle
from goodorder.core.view import imagined, view
from goodorder.flow.drive.phase_end_turns import TurnVehicles
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.fire.turn_guns import TurnGuns
from goodorder.flow.move.move_step import in_full
from goodorder.flow.move.wave_menu import DECLARED
from goodorder.flow.rout.surrender import Surrenders
from goodorder.flow.shared.dropping import DROP_MASK
from goodorder.play.players import decide, player
from goodorder.play.record import Answered, Rolled
from goodorder.play.session import Beat, Session, positions
from goodorder.rules.facts.units import names, wtype

from . import preview_wave, windows
from .documents import menu_doc
from .firer_orders import allows, firer_of, hits_enough, vehicles_worth_turning, worth_turning
from .messages.answers import AdviceDoc, ReachDoc, WayDoc, WhyDoc
from .messages.position import MenuDoc
from .messages.preview import PreviewDoc
from .messages.requests import Orders, Why
from .preview import attack_chance, preview_action
from .reach import reach_of, way_of
from .sight import los
from .steps_shown import steps_shown
from .why import explain

__all__ = [
    "check_orders",
    "entry_after",
    "explain",
    "hint",
    "los",
    "menu",
    "passes",
    "preview",
    "reach",
    "replayed",
    "way",
]

SEARCHED = 4_000
"""Entries looked at when a path to an action is sought."""
SHOTS_OF_ONE = 12
"""Shots of one Gun or vehicle that are weighed when a window's best is sought."""


def replayed(session: Session) -> list[Beat]:
    """Every step of a session's line of play as it is shown, the first one empty."""
    first, *rest = positions(session.played, session.start)
    return [first, *steps_shown(rest)]


def entry_after(session: Session, number: int) -> int:
    """The entry of a session's line of play that follows step ``number`` as it is shown."""
    beats = positions(session.played, session.start)
    shown = [beats[0], *steps_shown(beats[1:])]
    last = shown[min(number, len(shown) - 1)].after
    at = max(n for n, beat in enumerate(beats) if beat.after is last)
    moves = [n for n, entry in enumerate(session.played, 1) if isinstance(entry, Answered | Rolled)]
    return moves[at - 1] if at else 0


def menu(st: State, choice: Choice, path: Sequence[str]) -> MenuDoc:
    """The menu below a path."""
    return menu_doc(st, choice.menu, path)


def first_leaf(tree: Menu, path: Sequence[str]) -> Action | None:
    """The action at a path, or the first one below it; ``None`` where nothing lies there."""
    if path:
        entry = tree.entry(path)
        if entry.action is not None:
            return entry.action
    entries: Sequence[Entry] = tree.entries(path)
    for _ in range(50):
        if not entries:
            return None
        leaf = next((entry for entry in entries if entry.action is not None and entry.kind != "pass"), None)
        if leaf is not None:
            return leaf.action
        inner = next((entry for entry in entries if entry.children is not None), None)
        if inner is None or inner.children is None:
            return entries[0].action
        entries = inner.opened()
    return None


def preview(st: State, choice: Choice, path: Sequence[str]) -> PreviewDoc | None:
    """What the entry at a path would come to: of a leaf, of a branch that can be committed at once, or that has only
    one target, or names a vehicle; of the DEFENDER's open window as a whole its best single shot.
    """
    if not path:
        return _best_shot(st, choice)
    entry = choice.menu.entry(path)
    action = entry.action
    if action is None and path[0] == DECLARED and (planned := _first_wave(entry)) is not None:
        return preview_wave.wave(st, planned) if len(path) > 1 else preview_wave.gathering(st, planned)
    if action is None:
        inside = choice.menu.entries(path)
        ready = [one.action for one in inside if one.action is not None and one.kind != "pass"]
        sure = [one.action for one in inside if one.action is not None and one.primary and one.kind != "pass"]
        action = sure[0] if sure else (ready[0] if len(ready) == 1 else _only_shot(entry) or _at_vehicle(entry))
        if action is None or isinstance(action, Move):
            return None
    return preview_action(st, action)


def _only_shot(entry: Entry) -> Fire | None:
    """The attack of a branch that can be aimed at one Location only."""
    inside = entry.opened()
    aims = [below for below in inside if below.kind == "hex" and below.children is not None]
    if len(aims) == 1:
        inside = aims[0].opened()
    shots = [one.action for one in inside if one.primary and isinstance(one.action, Fire)]
    return shots[0] if len(shots) == 1 else None


def _at_vehicle(entry: Entry) -> Fire | None:
    """The first shot of a branch that names an enemy vehicle: by what pierces most."""
    while entry.action is None:
        inside = entry.opened()
        if not inside:
            return None
        entry = inside[0]
    return entry.action if isinstance(entry.action, Fire) and entry.action.vehicle else None


def _first_wave(entry: Entry) -> DeclareWave | None:
    """The Human Wave that a branch of its declaration leads to first."""
    while entry.action is None:
        if not (inside := entry.opened()):
            return None
        entry = inside[0]
    return entry.action if isinstance(entry.action, DeclareWave) else None


def _shots(entry: Entry) -> Iterator[Fire]:
    """What one entry of a window offers to fire: of men their plain attack, of a weapon every shot it can take."""
    if entry.kind == "unit":
        if shot := _only_shot(entry) or _at_vehicle(entry):
            yield shot
    elif entry.kind == "weapon" and isinstance(entry.action, Fire):
        yield entry.action
    elif entry.kind == "weapon":
        yield from _fired(entry)


def _fired(entry: Entry) -> Iterator[Fire]:
    for below in entry.opened():
        if isinstance(below.action, Fire):
            yield below.action
        elif below.children is not None:
            yield from _fired(below)


def _best_shot(st: State, choice: Choice) -> PreviewDoc | None:
    """In the DEFENDER's window: the shot of one unit, Gun or vehicle that is likeliest to do something, if any."""
    if st.turn.phase != "MPh" or choice.side == st.turn.attacker:
        return None
    shots = [(entry, shot) for entry in choice.menu.top() for shot in islice(_shots(entry), SHOTS_OF_ONE)]
    if not shots:
        return None
    firer, best = max(shots, key=lambda one: attack_chance(st, one[1]))
    doc = preview_action(st, best)
    return doc and replace(doc, title=f"Best single shot: {firer.label}. {doc.title}")


def why(st: State, choice: Choice, asked: Why) -> WhyDoc:
    """Why something on the board can't be chosen now; an enemy stands for his Location once own units are chosen."""
    sample = first_leaf(choice.menu, asked.path)
    unit, weapon, hex = _id(asked.unit), _id(asked.weapon), _hex(st, asked.hex)
    foe, vehicle = st.units.get(unit) or st.vehicles.get(unit), 0
    if asked.path and foe is not None and foe.side != choice.side and foe.loc >= 0 and st.turn.phase != "CCPh":
        vehicle = foe.id if isinstance(foe, Vehicle) else 0
        unit, weapon, hex = 0, 0, foe.loc
    return explain(st, choice, sample, unit=unit, weapon=weapon, hex=hex, vehicle=vehicle)


def reach(st: State, choice: Choice, path: Sequence[str]) -> ReachDoc:
    """Where the units of a path can get to with the MF they have."""
    return ReachDoc(hexes=reach_of(st, first_leaf(choice.menu, path)))


def way(st: State, choice: Choice, path: Sequence[str], via: Sequence[str]) -> WayDoc:
    """What waits along a planned way of the units of a path, and where it has to end."""
    return way_of(st, first_leaf(choice.menu, path), [_hex(st, name) for name in via])


def _as_listed(st: State, action: Action) -> Action:
    """An action as a menu lists it: with the side of a way around; who Withdraws or drops a "?" one by one."""
    announced = isinstance(action, Reveal) or (isinstance(action, Withdraw) and action.to < 0)
    if announced and isinstance(action, Reveal | Withdraw) and len(action.units) > 1:
        return replace(action, units=action.units[:1])
    return in_full(st, action)


def hint(st: State, choice: Choice) -> AdviceDoc:
    """What the standard computer player would answer, with its reasons."""
    who = player("standard")
    action = decide(who, *imagined(st, choice), random.Random(0))
    path = path_of(choice.menu, _as_listed(st, action)) or (_way_out(choice.menu) if isinstance(action, Done) else None)
    if path is None:
        raise Illegal("the computer sees nothing better than any other choice")
    reasons = list(who.explain())
    labels: list[str] = []
    for depth in range(1, len(path) + 1):
        labels.append(choice.menu.entry(path[:depth]).label)
    return AdviceDoc(path=path, label=": ".join(labels), reasons=tuple(_in_words(st, action, reasons)))


_SCORE = re.compile(r"(is worth) \d+(?:\.\d+)? (more)|\b\d+\.\d+\b")


def _in_words(st: State, action: Action, reasons: Sequence[str]) -> list[str]:
    """An advice's reasons for people: the units that it is about, what it may do; none of the computer's own scores."""
    ids = [unit for unit in _numbers(msgspec.to_builtins(action)) if unit in st.units]
    named = [firer.unit for firer in action.firers] if isinstance(action, Fire) else ids
    found = [f"For {names(st, tuple(dict.fromkeys(named)))}:"] if named else []
    if isinstance(action, Fire):
        doc = preview_action(st, action)
        none = [one.p for one in (doc.odds if doc else ()) if one.label == "no effect"]
        where = st.world.map.place_name(action.target)
        found.append(f"The best shot at {where}: a {1 - (none[0] if none else 0):.0%} chance of a result.")
    for reason in reasons:
        plain = reason.replace("is worth", "is better", 1) if (worth := _SCORE.search(reason)) and worth[1] else reason
        plain = re.sub(r"is better \d+(?:\.\d+)? more than", "is better than", plain)
        if not _SCORE.search(plain):
            found.append(plain)
    return found


def path_of(tree: Menu, action: Action) -> tuple[str, ...] | None:
    """A path to a leaf with this action, looked for along the units and hexes that the action names.

    The order in which an action names its units is the menu's own, so it makes no difference here.
    """
    data = msgspec.to_builtins(action)
    return _search(tree, action, _plain(data), _numbers(data)) or _search(tree, action, _plain(data), None)


def _way_out(tree: Menu) -> tuple[str, ...] | None:
    """The first way to decline, where each group of a move ends by itself and nothing ends them all."""
    for entry in tree.top():
        for below in entry.opened():
            if below.kind == "pass" and below.leaf:
                return (entry.key, below.key)
    return None


def _search(tree: Menu, action: Action, wanted: Any, named: frozenset[int] | None) -> tuple[str, ...] | None:
    """Depth first through the entries that carry one of the ``named`` numbers (None: through all)."""
    todo: list[tuple[tuple[str, ...], Entry]] = [((entry.key,), entry) for entry in reversed(tree.top())]
    for _ in range(SEARCHED):
        if not todo:
            return None
        path, entry = todo.pop()
        if entry.action is not None:
            if entry.action == action or _plain(msgspec.to_builtins(entry.action)) == wanted:
                return path
            continue
        carried = entry.unit or entry.weapon or entry.hex
        if (named is None or carried in named or carried < 0) and entry.children is not None:
            todo.extend(((*path, child.key), child) for child in reversed(entry.opened()))
    return None


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return sorted((_plain(part) for part in data), key=repr)
    return data


def _numbers(data: Any) -> frozenset[int]:
    if isinstance(data, bool):
        return frozenset()
    if isinstance(data, int):
        return frozenset((data,))
    parts: Iterable[Any] = data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ()
    return frozenset().union(*(_numbers(part) for part in parts))


def check_orders(st: State, orders: Orders, sides: Iterable[int]) -> None:
    """Raise ``Unreadable`` where standing orders of these sides name what is not there, as far as they know."""
    known = {unit for side in sides for unit in view(st, side).units}
    for hex_name in orders.hexes:
        _hex(st, hex_name)
    for unit in (*orders.units, *orders.givers):
        if _id(unit) not in known:
            raise Unreadable(f"standing orders: no unit {unit!r}")
    guns = {weapon.id for weapon in st.weapons.values() if weapon.side in sides and wtype(st, weapon).gun is not None}
    vehicles = {vehicle.id for vehicle in st.vehicles.values() if vehicle.side in sides}
    for one in orders.firers:
        if _id(one.firer) not in guns | vehicles:
            raise Unreadable(f"standing orders: no Gun or vehicle {one.firer!r}")


def passes(st: State, choice: Choice, orders: Orders, settled: windows.Settled = windows.NOTHING) -> bool:
    """Whether standing orders let this window go by.

    They speak of the DEFENDER's windows during the enemy's Movement Phase, where each condition that is given must be
    met by one and the same possible attack, of the RPh's handing over of weapons, of claims of Wall Advantage, of Guns
    and vehicles that may be turned, and of surrenders; of nothing else.  ``settled`` is what the side has let go by in
    this phase.
    """
    if choice.check(Done()) is not None:
        return False
    others = [entry for entry in choice.menu.top() if entry.kind != "pass" and entry.key != DROP_MASK]
    if (
        others
        and all(isinstance(entry.action, Wall) for entry in others)
        and not _asks_walls(st, others, orders, settled)
    ):
        return True
    if orders.transfers == "marked" and st.turn.phase == "RPh":
        marked = {found.loc for unit in orders.givers if (found := st.units.get(_id(unit))) is not None}
        return all(entry.kind == "give" and entry.hex not in marked for entry in others)
    window = st.stack[-1] if st.stack else None
    if isinstance(window, TurnGuns):
        return orders.turns == "leave" or (orders.turns == "seen" and not worth_turning(st, choice.side))
    if isinstance(window, Surrenders):
        return orders.surrenders != "ask"
    if isinstance(window, TurnVehicles):
        return orders.turns == "leave" or (orders.turns == "seen" and not vehicles_worth_turning(st, choice.side))
    if st.turn.phase != "MPh" or choice.side == st.turn.attacker or not isinstance(window, Window):
        return False
    if orders.silent_until:
        return True
    if not others:
        return False
    limited = bool(orders.units or orders.hexes or orders.firers)
    if orders.threshold is None and not limited:
        return False
    if not limited and (_asks_walls(st, others, orders, settled) or _reveals(st, choice, window, orders, settled)):
        return False
    return not _worth_a_shot(st, choice, window, orders, settled)


def _asks_walls(st: State, entries: list[Entry], orders: Orders, settled: windows.Settled) -> bool:
    """Whether a side wants to be asked about the claims of Wall Advantage among these entries."""
    if orders.walls == "near":
        return bool(windows.worth_asking(st, entries) - settled.claims)
    return orders.walls == "ask" and any(isinstance(entry.action, Wall) for entry in entries)


def _reveals(st: State, choice: Choice, window: Window, orders: Orders, settled: windows.Settled) -> bool:
    """Whether taking the movers' "?" from them would bring a shot that is wanted, better than one let go by."""
    if not any(isinstance(entry.action, Expose) for entry in choice.menu.top()):
        return False
    if orders.threshold is None:
        return True
    found = windows.revealed(st, choice.side, window, choice.menu.top())
    return any(p >= orders.threshold and p > settled.reveals.get(loc, -1.0) for loc, p in found.items())


def _worth_a_shot(st: State, choice: Choice, window: Window, orders: Orders, settled: windows.Settled) -> bool:
    """Whether there is an attack that standing orders want to be asked about."""
    units = frozenset(_id(unit) for unit in orders.units)
    hexes = frozenset(_hex(st, name) for name in orders.hexes)
    firers = {_id(one.firer): one for one in orders.firers}
    enough = orders.threshold or 0.0
    passed = settled.let_go(st, window) if orders.advised else 0.0
    if passed:  # a shot no better than one that was not taken, unless the computer would take it now
        enough = max(enough, passed + 1e-6)

    def fits(action: Fire) -> bool:
        at = st.world.map.hex_at(action.target)
        if not allows(st, firers, action) or (hexes and at not in hexes):
            return False
        return not units or any(firer.unit in units for firer in action.firers)

    def by_all(action: Fire) -> bool:
        found = firers.get(firer_of(st, action))
        return fits(action) and (found is None or found.threshold is None)

    for action, aim in windows.gun_shots(st, choice.side, window) if firers else ():
        if fits(action) and hits_enough(st, firers, action, aim.units) and windows.gain(st, action, aim.units) > passed:
            return True
    best = windows.best_shot(st, choice.side, window, fits=by_all, enough=enough)
    if best is not None and best[1] >= enough:
        return True
    if not orders.advised or settled.declined(st, window):
        return False
    shot = windows.advised(st, choice)
    return shot is not None and fits(shot)


def _id(text: str | None) -> int:
    """The id that a text is, as it is written to a client; 0 for any other text."""
    return int(text) if text is not None and re.fullmatch(r"[1-9][0-9]{0,7}", text) else 0


def _hex(st: State, name: str | None) -> int:
    if name is None:
        return -1
    try:
        return st.world.map.index(name)
    except BoardError as error:
        raise Unreadable(str(error)) from error
