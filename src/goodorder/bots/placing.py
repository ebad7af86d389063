"""Setting up: a ready-made set-up where there is one, else cover and lines of fire."""

from __future__ import annotations

import random

from goodorder.core.actions import Action, Done, Face, Give, Place, TakeSetup
from goodorder.core.frames import Choice
from goodorder.core.state import UNPLACED, Fighter, State, Vehicle
from goodorder.flow.sequence.setup_areas import setup_hexes, setup_units
from goodorder.flow.sequence.setup_vehicles import setup_vehicles
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.ordnance import HEXSPINES, in_arc
from goodorder.rules.facts.units import utype

from .commissars import choose_commissars
from .deploying import deploy_before_play
from .ground import ground_of
from .gun_drill import hide_gun, lay_gun, man_gun
from .player import first_leaf
from .style import STANDARD, Style

COMMISSARS = "A25.22"
"""The rule by which a side is asked about its leaders before it sets up."""


def set_up(st: State, choice: Choice, side: int, rng: random.Random | None = None, style: Style = STANDARD) -> Action:
    """The next act of a set-up: take a ready-made one, confirm it, else place what is left by hand.

    Without ``rng`` the first ready-made set-up is taken, else one at random.
    """
    if choice.rule == COMMISSARS:
        return choose_commissars(st, choice)
    units = list(setup_units(st, side))
    own: list[Fighter] = [*units, *setup_vehicles(st, side)]
    if own and all(one.place == UNPLACED for one in own):
        ready = [entry.action for entry in choice.menu.top() if isinstance(entry.action, TakeSetup)]
        if ready:
            return ready[0] if rng is None else ready[int(rng.random() * len(ready))]
    for unit in sorted(units, key=lambda u: (utype(st, u).smc, u.id)):
        if unit.place == UNPLACED:
            return _place(st, choice, side, unit.id)
    for vehicle in setup_vehicles(st, side):
        action = _park(st, choice, vehicle)
        if action is not None:
            return action
    if choice.check(Done()) is None:
        return deploy_before_play(st, choice, side, style) or hide_gun(st, choice, side) or Done()
    if (laid := lay_gun(st, choice, side)) is not None:
        return laid
    for weapon in st.weapons.values():
        if weapon.side == side and not weapon.holder and not weapon.enters:
            if st.world.catalogue.is_gun(weapon.type) and (manned := man_gun(st, choice, weapon, units)) is not None:
                return manned
            for unit in sorted(units, key=lambda u: (len(st.weapons_of(u.id)), utype(st, u).kind != "squad", u.id)):
                if choice.check(Give(weapon.id, unit.id)) is None:
                    return Give(weapon.id, unit.id)
    return first_leaf(choice)


def _place(st: State, choice: Choice, side: int, unit_id: int) -> Action:
    """Put a unit where cover and sight are best; leaders join squads, squads keep apart."""
    ground = ground_of(st)
    unit = st.units[unit_id]
    smc = utype(st, unit).smc
    best: tuple[float, int] | None = None
    for loc in setup_hexes(st, unit):
        if choice.check(Place(unit_id, loc)) is not None:
            continue
        mates = len(st.side_at(loc, side))
        near = [n for n in st.world.map.within(loc, 6) if n != loc]
        sees = sum(1 for n in near[::3] if ground.line(loc, n) is not None)
        score = 2.0 * ground.tem[loc] + 0.15 * sees + (3.0 if mates == 1 else 0.0) * smc - 1.5 * mates * (not smc)
        if best is None or score > best[0]:
            best = (score, loc)
    return Place(unit_id, best[1]) if best else first_leaf(choice)


def _park(st: State, choice: Choice, vehicle: Vehicle) -> Action | None:
    """Put a vehicle where it sees most from cover, then point it at the middle of the map; None where it stands so."""
    if vehicle.place == UNPLACED:
        ground, best = ground_of(st), (-1.0, -1)
        for loc in setup_hexes(st, vehicle):
            if choice.check(Place(vehicle.id, loc)) is None:
                near = [n for n in st.world.map.within(loc, 8) if n != loc]
                seen = sum(1 for n in near[::5] if ground.line(loc, n) is not None)
                best = max(best, (0.2 * seen + (not st.at(loc)), loc))
        return Place(vehicle.id, best[1]) if best[1] >= 0 else None
    if vehicle.facing >= 0:
        return None
    board = map_now(st)
    middle = [h.index for h in board.hexes if board.distance(h.index, vehicle.loc) >= 4][::7]
    spine = max(range(HEXSPINES), key=lambda one: sum(in_arc(st, vehicle.loc, to, one) for to in middle))
    action = Face(vehicle.id, spine, ce=vehicle.ce)
    return action if choice.check(action) is None else None
