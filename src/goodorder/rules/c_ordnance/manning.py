"""Who mans a Gun: it stays where it stands when he leaves (C2.1, A4.43)."""

from __future__ import annotations

from goodorder.core.events import Event, UnitEntered, UnitExited, UnitMoved, WeaponDropped

from ..event_facts import EventFacts
from ..points import CONSEQUENCE
from ..registry import rule


@rule("A4.43", point=CONSEQUENCE, order=50, on=[UnitMoved, UnitEntered, UnitExited])
def guns_stay(facts: EventFacts) -> tuple[Event, ...]:
    """Who leaves the Location of the Gun that he mans leaves it there, unpossessed."""
    event, st = facts.event, facts.after
    assert isinstance(event, UnitMoved | UnitEntered | UnitExited)
    held = st.weapons_of(event.unit)
    if not held:
        return ()
    loc = st.units[event.unit].loc
    left = [weapon for weapon in held if weapon.loc >= 0 and weapon.loc != loc]
    return tuple([WeaponDropped(weapon=weapon.id, loc=weapon.loc) for weapon in left])
