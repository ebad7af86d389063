"""Snipers: what activates one, where its counter may lie, whom it can strike (A14.1 to A14.23)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct

from goodorder.board.map.hexgrid import distance, step
from goodorder.core.dice import TWO_DICE
from goodorder.core.events import DiceThrown, Event, SniperActivated
from goodorder.core.frames import Request
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle
from goodorder.data.charts import snipers

from .a26_control import hex_places
from .event_facts import EventFacts
from .facts.bypass_path import ground_along
from .facts.crews import manned
from .facts.ground import map_now
from .facts.shelter import among, own_tem
from .facts.smoke import smoke_at
from .facts.smoke_places import interior
from .facts.units import is_dummy
from .facts.vehicles import vtype
from .points import AFTERWARDS, CONSEQUENCE, PHASE_BEGINS
from .registry import builds, rule

ACTIVATING = frozenset(
    {"A7.3", "A8.2", "A10.1", "A11.6", "A12.41", "A15.41", "A22.6111", "A23.4", "A23.7", "A4.15", "C3.3", "D.8", "D5.1"}
)
"""The rules of the DR that may activate a Sniper: IFT, To Hit, Morale and Task Checks."""
AT_MEN_TOO = "A22.612"
"""The rule of the To Kill DR of a MOL at an AFV, which is one on the IFT where it attacks men beside it."""


class SnipersDue(Request, frozen=True):
    """Sniper attacks are to be resolved."""


class SniperDue(Request, frozen=True):
    """A side puts its Sniper counter on the map."""

    side: int


class Quarry(Struct, frozen=True):
    """What a Sniper may strike: a Known unit, a "?" stack (``id`` 0), the crew of a vehicle, or that one itself."""

    kind: Literal["unit", "stack", "crew", "vehicle"]
    id: int = 0


@rule("A14.1", point=CONSEQUENCE, order=90, on=[DiceThrown], rows=["A14.1b"])
def activates(facts: EventFacts) -> tuple[Event, ...]:
    """A side whose Original DR is the enemy's SAN gives the enemy Sniper an attack."""
    st, event = facts.after, facts.event
    if not st.snipers or not isinstance(event, DiceThrown) or event.dice != TWO_DICE or event.again:
        return ()
    kind = event.rule in ACTIVATING or (event.rule == AT_MEN_TOO and bool(event.subjects))
    return called_by(st, event.side, event.faces) if kind else ()


@builds("A14.1", "A14.1b")
def called_by(st: State, side: int, faces: tuple[int, ...]) -> tuple[Event, ...]:
    """The attack that a DR of a side gives to the enemy Sniper, whose SAN it equals."""
    foe = 1 - side
    if not st.snipers or st.turn.phase not in snipers().phases or sum(faces) != st.snipers[foe].san:
        return ()
    return (SniperActivated(side=foe),) if is_ready(st, foe) else ()


@rule("A14.1", point=AFTERWARDS, order=10, rows=["A14.1d"])
def attacks_afterwards(st: State) -> tuple[SnipersDue]:
    """A Sniper attack comes when all that came of the roll is over; asked where one is due."""
    return (SnipersDue(),)


@builds("A14.31", "A14.31a")
def is_ready(st: State, side: int) -> bool:
    """Whether a side's Sniper is on the map and may attack: a pinned one does nothing in this Player Turn."""
    return bool(st.snipers) and st.snipers[side].loc >= 0 and not st.snipers[side].pinned


@rule("A14.2", point=PHASE_BEGINS, of=["RPh"], order=0, rows=["A14.2a"])
def placed_before_play(st: State) -> tuple[SniperDue, ...]:
    """Each side with a Sniper places it, the DEFENDER first: as play begins, when both sides see the set-up."""
    if st.turn.number != 1 or st.turn.attacker != st.turn.first:
        return ()
    order = (1 - st.turn.first, st.turn.first)
    return tuple(SniperDue(side) for side in order if st.snipers and st.snipers[side].san and st.snipers[side].loc < 0)


@builds("A14.2", "A14.2a", "A14.2c")
@once_a_position
def sniper_hexes(st: State, side: int) -> tuple[int, ...]:
    """The hexes into which a side may put its Sniper: unoccupied ones with as many enemy hexes within range as any has,
    six being enough. Each "?" stack counts, nobody who is hidden does.
    """
    board, chart = map_now(st), snipers()
    every: tuple[Fighter, ...] = (*st.units.values(), *st.vehicles.values())
    seen = [one for one in every if one.place == ON_MAP and not one.hidden]
    taken = {board.hex_at(one.loc) for one in seen}
    foes = {board.hex_at(one.loc) for one in seen if one.side != side and not (isinstance(one, Vehicle) and one.wreck)}
    near: Counter[int] = Counter()
    for foe in foes:
        near.update(board.within(foe, chart.setup_range))
    for h in taken:
        del near[h]
    if not near:
        return tuple(h for h in range(len(board.hexes)) if h not in taken)
    most = min(chart.setup_hexes, max(near.values()))
    return tuple(sorted([h for h, count in near.items() if count >= most]))


@builds("A14.22", "A14.22a", "A14.22b", "A14.32", "A14.32a", "A14.23", "A14.23a")
def quarries(st: State, loc: int, side: int) -> tuple[Quarry, ...]:
    """What the Sniper of a side could strike in a Location, as that side knows it: Known enemies, and whatever is
    under a "?" as one.
    """
    board = map_now(st)
    if interior(board, board.hex_at(loc)):
        return ()
    there = [unit for unit in st.side_at(loc, 1 - side) if not unit.hidden]
    rolling = [one for one in st.vehicles_at(loc) if one.side != side and not one.hidden and not one.wreck]
    found = [Quarry("unit", unit.id) for unit in there if not unit.concealed]
    found += [quarry for one in rolling if not one.concealed and (quarry := _mounted(st, one)) is not None]
    if any(unit.concealed for unit in there) or any(one.concealed for one in rolling):
        found.append(Quarry("stack"))
    return tuple(found)


@builds("A14.22", "A14.22b")
def vulnerable_crew(st: State, vehicle: Vehicle) -> bool:
    """Whether its crew can be struck: exposed, or in a vehicle without all its armor."""
    kind = vtype(st, vehicle)
    return manned(st, vehicle) and (vehicle.ce or kind.unarmored or kind.partly_armored)


def _mounted(st: State, vehicle: Vehicle) -> Quarry | None:
    """What of a vehicle counts in Random Selection: its crew, or an unarmored one with a mere driver."""
    if vulnerable_crew(st, vehicle):
        return Quarry("crew", vehicle.id)
    return Quarry("vehicle", vehicle.id) if vtype(st, vehicle).unarmored and not vehicle.abandoned else None


@builds("A14.2", "A14.2f", "A14.33", "A14.33a")
def chosen_outright(st: State, loc: int, side: int) -> tuple[Quarry, ...]:
    """Crews and unarmored vehicles that a Sniper may strike without Random Selection."""
    found = quarries(st, loc, side)
    crews = [one for one in found if one.kind == "crew"]
    soft = [one for one in found if one.id in st.vehicles and vtype(st, st.vehicles[one.id]).unarmored]
    return (*crews, *(Quarry("vehicle", one.id) for one in soft))


@builds("A14.23", "A14.23b")
def under_mask(st: State, loc: int, side: int) -> tuple[Quarry, ...]:
    """The eligible targets that a "?" stack of the enemy of ``side`` contains, top first."""
    masked = [unit for unit in st.side_at(loc, 1 - side) if unit.concealed and not unit.hidden and not is_dummy(unit)]
    found = [Quarry("unit", unit.id) for unit in masked]
    driven = [one for one in st.vehicles_at(loc) if one.side != side and one.concealed and not one.hidden]
    return (*found, *(quarry for one in driven if (quarry := _mounted(st, one)) is not None))


def enemy_sniper_in(st: State, h: int, side: int) -> bool:
    """Whether the enemy's Sniper counter is in a hex, and so in each Location of it (A14.31)."""
    loc = st.snipers[1 - side].loc
    return loc >= 0 and map_now(st).hex_at(loc) == h


def places_in(st: State, h: int, side: int) -> tuple[int, ...]:
    """The Locations of a hex that hold an eligible target."""
    return tuple(place for place in hex_places(map_now(st), h) if quarries(st, place, side))


@builds("A14.2", "A14.2d")
def flight(st: State, side: int, faces: tuple[int, int]) -> tuple[int, int]:
    """Column and row that a Random Location DR leads to: the colored die is the hexside, 1 the top one, then clockwise,
    the white die the hexes.
    """
    here = map_now(st).hex_of(st.snipers[side].loc)
    col, row = here.col, here.row
    for _ in range(faces[0]):
        col, row = step(col, row, faces[1] - 1)
    return col, row


@builds("A14.21", "A14.21a", "A14.21b")
def hexes_struck(st: State, side: int, col: int, row: int) -> tuple[int, ...]:
    """The hex there, or those nearest to it, with an eligible target or the enemy Sniper; of several those of the least
    TEM.
    """
    board = map_now(st)
    every: tuple[Fighter, ...] = (*st.units.values(), *st.vehicles.values())
    held = {board.hex_at(one.loc) for one in every if one.place == ON_MAP}
    found = {h for h in held if places_in(st, h, side)}
    found |= {h for h in [board.hex_at(st.snipers[1 - side].loc)] if st.snipers[1 - side].loc >= 0}
    if not found:
        return ()
    far = {h: distance(col, row, board.hexes[h].col, board.hexes[h].row) for h in found}
    near = sorted(h for h in found if far[h] == min(far.values()))
    tems = {h: _least_tem(st, h, side) for h in near} if len(near) > 1 else {}
    return tuple(h for h in near if not tems or tems[h] == min(tems.values()))


@builds("A14.21", "A14.21b")
def _least_tem(st: State, h: int, side: int) -> int:
    """The least TEM and SMOKE DRM within a hex of any eligible target there, or of the ground for a Sniper alone."""
    found = []
    for place in places_in(st, h, side) or (h,):
        known = [st.units[one.id] for one in quarries(st, place, side) if one.kind == "unit"]
        around = [unit.stance.bypass for unit in known if unit.stance.bypass]
        ground = ground_along(st, place, around[0]) if around else None
        woods = among(st, place) if ground is None else None
        tem = own_tem(st, place, ground) + (woods.tem if woods is not None else 0)
        found.append(max(0, tem + smoke_at(st, place)))
    return min(found)


@builds("A14.3", "A14.3d")
def shaken_there(st: State, loc: int, side: int) -> tuple[Unit, ...]:
    """The broken enemies in the Location attacked, who come under DM."""
    return tuple(unit for unit in st.side_at(loc, 1 - side) if unit.broken and not unit.dm)
