"""Where a SMC may go that Infantry overruns (A4.151)."""

from __future__ import annotations

from goodorder.core.state import State, Unit
from goodorder.core.way import Way

from ..facts.entry import entry_facts, road_leads
from ..facts.ground import ground
from ..facts.masks import faced_at
from ..facts.smoke import smoke_at
from ..facts.units import is_good_order
from ..registry import builds
from .permission import enterable, too_heavy


@builds("A4.151", "A4.151b", "A4.151c", "A4.151d")
def displacements(st: State, man: Unit) -> tuple[int, ...]:
    """Locations of which the ATTACKER picks one when an overrun SMC leaves; none where it may not leave.

    Accessible, without units of the ATTACKER, and Open Ground only where nothing else is left.  The other
    places to which nobody may be driven (mines, FFE, Wire) don't exist yet.
    """
    if not is_good_order(st, man) or man.pinned or too_heavy(st, man) is not None:
        return ()
    found = [
        near
        for near in st.world.map.around(man.loc)
        if near >= 0 and accessible(st, man, near) and all(one.side == man.side for one in faced_at(st, near))
    ]
    covered = [loc for loc in found if not is_open(st, loc)]
    return tuple(sorted(covered or found))


def accessible(st: State, unit: Unit, to: int) -> bool:
    """Whether Infantry could go from a unit's hex into an adjacent one at all (A.8)."""
    return any(
        enterable(entry_facts(st, (unit,), Way(unit.loc, to, road=road))) is None
        for road in ((False, True) if road_leads(st, unit.loc, to) else (False,))
    )


def is_open(st: State, loc: int) -> bool:
    """Whether a hex is Open Ground for a man driven into it: no other terrain and no SMOKE in it."""
    return ground(st, loc).terrain.open_ground and not smoke_at(st, loc)
