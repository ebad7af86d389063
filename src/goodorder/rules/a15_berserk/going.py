"""Going berserk, and the leader who carries others away (A15.4, A15.41)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.events import Event, MoveEnded, WentBerserk
from goodorder.core.frames import Request
from goodorder.core.state import ON_MAP, State, Unit

from ..a12_concealment.loss import lost
from ..a15_heat_of_battle import feels_heat
from ..facts.units import leads, led, name, own_morale, together, utype
from ..ledger import Ledger, Mod
from ..points import AFTERWARDS
from ..registry import builds, rule


class InfectionDue(Request, frozen=True):
    """A leader who went berserk is to carry others of his Location away."""

    leader: int


@builds("A15.4", "A15.4a", "A15.42", "A15.42b", "A15.431", "A15.431b")
def goes_berserk(st: State, unit: Unit) -> tuple[Event, ...]:
    """What happens as a unit goes berserk: it shows itself, and whatever wears it out comes off. Who was broken or
    pinned in its MPh does not move on.
    """
    events: list[Event] = [lost(unit, "A15.42")] if unit.concealed else []
    events.append(WentBerserk(unit=unit.id))
    trail = st.trail(unit.id)
    if st.turn.phase == "MPh" and trail.started and not trail.ended and (unit.broken or unit.pinned):
        events.append(MoveEnded(unit=unit.id))
    return tuple(events)


@rule("A15.41", point=AFTERWARDS, order=5, rows=["A15.41a"])
def carries_others_away(st: State) -> tuple[InfectionDue, ...]:
    """A leader who went berserk affects others when all of the attack that made him so is over."""
    return tuple(InfectionDue(leader) for leader in st.infecting)


@builds("A15.41", "A15.41a", "A15.1b", "A25.24", "A25.24d")
def infected_by(st: State, leader: Unit) -> tuple[Unit, ...]:
    """Those of a berserk leader's Location who take his NTC, the top of the stack first: all friends, broken ones too,
    who could suffer Heat of Battle, Partisans from a Partisan alone and others from none of them (ruling R2124).
    """
    if leader.place != ON_MAP or not leader.berserk:
        return ()
    here = (u for u in st.side_at(leader.loc, leader.side) if u.id != leader.id and leads(st, leader, u))
    return tuple([u for u in here if together(u, leader) and feels_heat(st, u)])


@builds("A15.41", "A15.41a")
def infection_ledger(st: State, unit: Unit, leader: Unit) -> Ledger:
    """The DRM of the NTC: the modifier of the leader who went berserk, and nobody else's."""
    value = led(st, replace(leader, berserk=False), (unit,))
    if not value:
        return Ledger()
    return Ledger((Mod("leadership", value, "A15.41", f"berserk leader {utype(st, leader).code}"),))


@builds("A15.41", "A15.41a")
def is_infected(st: State, unit: Unit, leader: Unit, faces: tuple[int, ...]) -> bool:
    """Whether a DR of the NTC carries a unit away: it passes. Its Morale Level is its own (ruling R1901)."""
    return sum(faces) + infection_ledger(st, unit, leader).total() <= own_morale(st, unit)


def infection_words(st: State, unit: Unit, leader: Unit) -> str:
    """The NTC in a line."""
    return f"NTC of {name(st, unit)} beside berserk {name(st, leader)}"
