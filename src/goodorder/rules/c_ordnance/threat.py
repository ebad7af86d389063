"""The force of the best Gun or AFV of a side at a range, whatever it would be aimed at (A16.2)."""

from __future__ import annotations

from goodorder.core.state import ON_MAP, State
from goodorder.data.charts import to_kill
from goodorder.data.charts.to_kill import Shell
from goodorder.data.counters.support import WeaponType

from ..facts.manned import manned
from ..facts.units import wtype
from ..facts.vehicles import is_afv
from ..registry import builds


def _force(kind: WeaponType, hexes: int) -> int | None:
    own = kind.gun or kind.vehicle
    if own is None or kind.bullets:
        return None
    shells = (
        Shell("AP", float(kind.caliber or 0), kind.barrel or None, own.gun_maker),
        Shell("HE", float(kind.caliber or 0), kind.barrel or None, own.gun_maker),
    )
    cells = (to_kill().number(shell, hexes) for shell in shells)
    return max((cell.number for cell in cells if cell is not None), default=None)


@builds("A16.2", "A16.2c")
def best_to_kill(st: State, side: int, hexes: int) -> int | None:
    """The highest To Kill number at that range, by ordinary AP or HE, of a side's Known Guns and AFV on the map; None
    where it has none.
    """
    found = []
    for weapon in st.weapons.values():
        if weapon.side != side or weapon.place != ON_MAP or weapon.malfunctioned:
            continue
        kind = wtype(st, weapon)
        vehicle = st.vehicles.get(weapon.holder)
        if vehicle is not None:
            known = manned(vehicle) and not vehicle.concealed and is_afv(st, vehicle)
        else:
            man = st.units.get(weapon.holder)
            known = kind.gun is not None and not weapon.hidden and not weapon.concealed
            known = known and man is not None and not man.concealed
        force = _force(kind, hexes) if known else None
        if force is not None:
            found.append(force)
    return max(found, default=None)
