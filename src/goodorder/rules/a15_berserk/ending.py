"""When a berserk unit is in Good Order again (A15.46)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.events import BerserkEnded, Event
from goodorder.core.state import ON_MAP, State, Unit

from ..facts.units import in_melee
from ..points import PHASE_ENDS
from ..registry import builds, rule
from .foes import foes_in_sight, foes_with


def calmed(unit: Unit) -> Event:
    """The counter comes off."""
    return BerserkEnded(unit=unit.id)


@rule("A15.46", point=PHASE_ENDS, of=["MPh"], order=45, rows=["A15.46a", "A15.431h"])
def nobody_in_sight(st: State) -> tuple[Event, ...]:
    """A berserk unit that sees no Known enemy at the end of its MPh has nobody to charge any more (ruling R1902)."""
    own = [u for u in st.units_that_are("berserk") if u.side == st.turn.attacker and u.place == ON_MAP]
    return tuple([calmed(u) for u in own if not in_melee(st, u) and not foes_in_sight(st, u)])


@builds("A15.46", "A15.46a")
def wiped_out(st: State, attackers: Iterable[int], foes: Iterable[int]) -> tuple[Event, ...]:
    """The berserk among ``attackers`` are calm again after their attack on ``foes`` of their Location: at least one of
    those is eliminated, and no Known enemy is left there (ruling R1908).
    """
    if not any(_gone(st, one) for one in foes):
        return ()
    units = [st.units[one] for one in attackers if one in st.units]
    return tuple([calmed(u) for u in units if u.berserk and u.place == ON_MAP and not foes_with(st, u)])


def _gone(st: State, one: int) -> bool:
    if one in st.vehicles:
        return st.vehicles[one].wreck
    return st.units[one].place != ON_MAP
