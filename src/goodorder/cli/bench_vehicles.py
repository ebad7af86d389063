"""Guns and vehicles in ``goodorder bench``: previews of a Gun's shots, and the move menu of ten vehicles."""

from __future__ import annotations

from typing import Any

from goodorder.core.actions import Fire, Firer, Ordnance
from goodorder.core.menu import Menu
from goodorder.core.state import State
from goodorder.web.documents import menu_doc
from goodorder.web.preview import preview_action

from .bench_play import fresh, position, timed

BUDGETS: dict[str, tuple[float, str]] = {
    "vehicle_steps_per_million": (200, "at least"),
    "preview_ordnance_ms": (30, "under"),
    "preview_ordnance_leaders_ms": (60, "under"),
    "menu_10_vehicles_ms": (30, "under"),
}

GUN = """
units = ["A german 2-2-8 at D5", {men}]
weapons = ["g german 7_5cm_pak_40 held by A facing 2"]
vehicles = [{vehicles}]
"""


def measure() -> dict[str, Any]:
    """The milliseconds of a shot at a tank, of one at three squads and a leader, and of the move menu of ten tanks."""
    (one, at_tank), (other, at_stack), many = tank(), stack(), tanks()
    return {
        "preview_ordnance_ms": round(1000 * timed(lambda: preview_action(one.with_(), at_tank)), 3),
        "preview_ordnance_leaders_ms": round(1000 * timed(lambda: preview_action(other.with_(), at_stack)), 3),
        "menu_10_vehicles_ms": round(1000 * timed(lambda: open_menu(fresh(many).menu, many)), 3),
    }


def tank() -> tuple[State, Fire]:
    """A Gun's shot at a tank that stands."""
    st = position("PFPh", GUN.format(men='"R russian 4-4-7 at N9"', vehicles='"T russian t_34_m43 at I6 facing 5"'))
    return st, _shot(st, Ordnance("vehicle", "AP"), next(iter(st.vehicles)))


def stack() -> tuple[State, Fire]:
    """A Gun's shot at three squads and a leader in woods."""
    men = ", ".join(f'"R{number} russian {code} at I6"' for number, code in enumerate(("4-4-7",) * 3 + ("8-1",)))
    st = position("PFPh", GUN.format(men=men, vehicles=""), "I6 woods")
    return st, _shot(st, Ordnance("infantry", "HE"), 0)


def _shot(st: State, how: Ordnance, vehicle: int) -> Fire:
    gun = next(weapon for weapon in st.weapons.values() if weapon.holder in st.units)
    at = st.fighter(vehicle or next(unit.id for unit in st.units.values() if unit.side == 1)).loc
    return Fire((Firer(gun.holder, False, (gun.id,)),), at, ordnance=how, vehicle=vehicle)


def open_menu(menu: Menu, st: State) -> int:
    """A menu as it is sent, each of its branches opened once; how many entries that are."""
    menu_doc(st, menu, ())
    return sum(len(entry.opened()) if entry.children is not None else 1 for entry in menu.top())


def tanks() -> State:
    """A MPh with ten tanks to move, and an enemy squad."""
    lines = ", ".join(f'"T{n} german pzkpfw_ivh at {"BCDEFGHIJK"[n]}{4 + n % 2} facing 2"' for n in range(10))
    return position("MPh", f'units = ["R russian 4-4-7 at N9"]\nvehicles = [{lines}]')
