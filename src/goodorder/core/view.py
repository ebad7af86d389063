"""What one side may know of a position: a View is a State of the same type (design section 7).

Enemy counters under concealment are replaced by public stand-ins, one for each Location, of type ``unknown:?``;
real units and Dummies become the same stand-in.  Where something is hidden, ids are numbered anew, own counters first,
then Known enemies, then stand-ins by Location, so that no id tells what it belongs to; the dice counter is not part of
any view.  Where everything is Known (always so in ``starter``) a view holds the whole position under the same ids.

Frames that name units the side may not know are left out of a view's stack: it then waits for the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from .errors import Refusal
from .frames import Choice, Frame
from .menu import Menu
from .state import NOWHERE, ON_MAP, Shot, State, Step, Trail, Unit, Weapon
from .world import UNKNOWN


class Waiting(Frame, frozen=True):
    """The top of a view's stack while something goes on that its side may not see."""

    names_counters: ClassVar[bool] = False
    side: int

    def ask(self, st: State) -> Choice:
        """Nothing that this side can answer."""
        return Choice(self.side, "waiting", "A12", Menu(tuple), lambda _: Refusal("A12", "it is not your decision"))

    def title(self, st: State) -> str:
        """All that is told."""
        return "waiting"


class Numbering(Struct, frozen=True):
    """Ids of a view by true ids; hidden counters are missing."""

    units: Mapping[int, int]
    weapons: Mapping[int, int]
    markers: Mapping[int, int]


def is_hidden(unit: Unit, side: int) -> bool:
    """Whether ``side`` may not know what a unit is: an enemy under concealment (A12)."""
    return unit.side != side and unit.concealed


def numbering(st: State, side: int) -> Numbering:
    """The ids under which a view shows what it shows; the true ones where nothing is hidden."""
    hidden = {unit.id for unit in st.units.values() if is_hidden(unit, side)}
    if not hidden:
        return Numbering(*({key: key for key in part} for part in (st.units, st.weapons, st.markers)))
    shown = [key for key in sorted(st.units) if key not in hidden]
    shown.sort(key=lambda key: st.units[key].side != side)
    weapons = [key for key in sorted(st.weapons) if st.weapons[key].holder not in hidden]
    weapons.sort(key=lambda key: st.weapons[key].side != side)
    ids = iter(range(1, 1 + len(shown) + len(weapons) + len(st.markers)))
    units = dict(zip(shown, ids, strict=False))
    held = dict(zip(weapons, ids, strict=False))
    return Numbering(units, held, dict(zip(sorted(st.markers), ids, strict=False)))


def view(st: State, side: int) -> State:
    """The position as ``side`` (0 or 1) may know it."""
    if not any(is_hidden(unit, side) for unit in st.units.values()):
        return st.with_(rolls=0)
    ids = numbering(st, side)
    units = {new: replace(st.units[key], id=new) for key, new in ids.units.items()}
    trails = {ids.units[key]: _trail(st.trails[key], ids) for key in ids.units if key in st.trails}
    weapons = {ids.weapons[key]: _weapon(st.weapons[key], ids) for key in ids.weapons}
    shots = {
        ids.weapons[key]: tuple(_shot(shot, ids) for shot in st.weapon_shots[key])
        for key in ids.weapons
        if key in st.weapon_shots
    }
    markers = {ids.markers[key]: replace(st.markers[key], id=ids.markers[key]) for key in ids.markers}
    next_id = 1 + len(units) + len(weapons) + len(markers)
    for loc in sorted({unit.loc for unit in st.units.values() if is_hidden(unit, side) and unit.loc != NOWHERE}):
        units[next_id] = Unit(next_id, 1 - side, UNKNOWN, loc=loc, place=ON_MAP, order=0, concealed=True)
        steps = _public_trail(st, loc, side)
        if steps is not None:
            trails[next_id] = steps
        next_id += 1
    return st.with_(
        units=_dense(units),
        trails=trails,
        weapons=weapons,
        weapon_shots=shots,
        markers=markers,
        stack=_stack(st.stack, side),
        rolls=0,
        next_id=next_id,
    )


def _dense(units: dict[int, Unit]) -> dict[int, Unit]:
    """Stack positions counted without gaps, so that none tells of a counter taken out; stand-ins lie on top."""
    found: dict[int, Unit] = {}
    heights: dict[tuple[int, int], int] = {}
    for unit in sorted(units.values(), key=lambda unit: (unit.type == UNKNOWN, unit.order, unit.id)):
        key = (unit.side, unit.loc)
        heights[key] = heights.get(key, 0) + 1
        found[unit.id] = replace(unit, order=heights[key])
    return {key: found[key] for key in sorted(found)}


def _weapon(weapon: Weapon, ids: Numbering) -> Weapon:
    return replace(weapon, id=ids.weapons[weapon.id], holder=ids.units[weapon.holder] if weapon.holder else 0)


def _shot(shot: Shot, ids: Numbering) -> Shot:
    return replace(shot, units=tuple(ids.units[unit] for unit in shot.units if unit in ids.units))


def _trail(trail: Trail, ids: Numbering) -> Trail:
    directed = tuple(
        ids.units[key] if key > 0 else -ids.weapons[-key]
        for key in trail.directed
        if key in ids.units or -key in ids.weapons
    )
    return replace(
        trail,
        shots=tuple(_shot(shot, ids) for shot in trail.shots),
        directed=directed,
        portaged=tuple(ids.weapons[key] for key in trail.portaged if key in ids.weapons),
    )


def _public_trail(st: State, loc: int, side: int) -> Trail | None:
    """What everybody saw of the concealed stack in a Location: its steps and declarations, not its allotment."""
    hidden = sorted(
        (unit for unit in st.at(loc) if is_hidden(unit, side) and unit.id in st.trails), key=lambda unit: unit.id
    )
    steps: dict[Step, None] = {}
    declared = 0
    for unit in hidden:
        declared |= st.trails[unit.id].declared
        steps.update(dict.fromkeys(st.trails[unit.id].steps))
    if not steps and not declared:
        return None
    ordered = tuple(sorted(steps, key=lambda step: (step.kind, step.frm, step.to, step.mf, step.hexside, step.road)))
    return Trail(steps=ordered, declared=declared, started=True)


def _stack(stack: tuple[Frame, ...], side: int) -> tuple[Frame, ...]:
    """Frames from the outermost on as long as they name no counter."""
    kept: list[Frame] = []
    for frame in stack:
        if frame.names_counters:
            return (*kept, Waiting(side))
        kept.append(frame)
    return tuple(kept)
