"""Losses: elimination, Casualty Reduction, wounds, and what they do to those beside a lost leader (A7.302,
A10.2, A17).
"""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.events import Event, UnitEliminated, UnitReplaced
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.rules.a10_checks import LEADER_LOSS
from goodorder.rules.a20_unarmed import lost_to_friends
from goodorder.rules.a26_victory import HALF_LOST
from goodorder.rules.facts.captives import is_captive
from goodorder.rules.facts.places import climbs
from goodorder.rules.facts.units import foreign, is_commissar, leadership, leads, morale_level, utype
from goodorder.rules.registry import builds

from .checks import MoraleCheck, TaskCheck, check_order
from .wounds import WoundCheck


@builds("A4.431", "A4.431c")
def eliminate(unit_id: int, reason: str) -> tuple[Event, ...]:
    """Events that eliminate a unit."""
    return (UnitEliminated(unit=unit_id, reason=reason),)


def reduction(st: State, unit_ids: tuple[int, ...], rule: str) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """Casualty Reduction of units: events now, and a Wound Severity frame for each SMC (A7.302).

    A squad becomes its half-squad, broken or not as it was; a half-squad or crew is eliminated.
    """
    events: list[Event] = []
    frames: list[Frame] = []
    for unit_id in unit_ids:
        unit = st.units[unit_id]
        if unit.place != ON_MAP and not is_captive(st, unit):
            continue
        kind = utype(st, unit)
        if kind.smc:
            frames.append(WoundCheck(unit_id))
        elif kind.kind == "squad" and kind.half_squad:
            double = unit.stance.guard or lost_to_friends(st, unit, rule)  # counted twice (A20.1, A20.54)
            points = HALF_LOST * (2 if double else 1)
            events.append(UnitReplaced(unit=unit_id, type=kind.half_squad, reduced=True, points=points))
        else:
            events.append(UnitEliminated(unit=unit_id, reason=rule))
    return tuple(events), tuple(frames)


@builds("A10.2")
class LeaderLoss(Frame, frozen=True):
    """After an attack: LLMC for each leader lost, LLTC for each that broke (A10.2).

    ``leaders`` are those under the attack as (unit, was broken, Morale Level, modifier) before it;
    ``stack`` the units that may be shaken (the moving stack, or the Location's); ``done`` what was dealt with
    already, as (unit, lost), so that a leader who breaks in a check for another's loss is followed up too.
    """

    leaders: tuple[tuple[int, bool, int, int], ...]
    stack: tuple[int, ...]
    done: tuple[tuple[int, bool], ...] = ()

    def ask(self, st: State) -> Do:
        """Push the checks for the next leader lost or broken, higher Morale Level first."""
        for leader, was_broken, level, modifier in self.in_order():
            now = st.units[leader]
            lost = now.place != ON_MAP
            broke = not lost and now.broken and not was_broken
            if not (lost or broke) or (leader, lost) in self.done:
                continue
            kind = MoraleCheck if lost else TaskCheck
            shaken = self.shaken(st, leader, level, unbroken_only=broke)
            then = replace(self, done=(*self.done, (leader, lost)))
            push = tuple(kind(unit, penalty(st, now, modifier, unit), LEADER_LOSS, ()) for unit in shaken)
            return Do(then=then, push=push)
        return Do()

    def in_order(self) -> list[tuple[int, bool, int, int]]:
        """The leaders in the order in which their falls are dealt with, higher Morale Level first."""
        return sorted(self.leaders, key=lambda item: (-item[2], item[0]))

    def shaken(self, st: State, leader: int, level: int, *, unbroken_only: bool) -> list[int]:
        """Those beside a leader who check for his loss, or for his break (``unbroken_only``), in their order.

        Who is IN a Depression is at another level than who is on its Crest (A2.8).
        """
        found = [st.units[u] for u in self.stack if u != leader and u in st.units]
        side, high = st.units[leader].side, st.units[leader].stance.crest >= 0
        found = [u for u in found if (u.stance.crest >= 0) == high]
        units = [u for u in found if u.place == ON_MAP and u.side == side and is_shaken(st, st.units[leader], level, u)]
        # who climbs takes the checks of the IFT alone (B11.42), who is berserk none for a leader (A15.42)
        units = [u for u in units if not climbs(st, u) and not u.berserk]
        if unbroken_only:
            units = [u for u in units if not u.broken and not u.pinned and u.loc == st.units[leader].loc]
        return list(check_order(st, tuple(u.id for u in units)))


@builds("A25.221", "A25.221b", "A25.24d")
def is_shaken(st: State, leader: Unit, level: int, unit: Unit) -> bool:
    """Whether the loss of a leader of this Morale Level makes a unit check: one of lower Morale Level, and any leader
    where a Commissar is lost; never a Commissar, nor whom that leader does not lead.
    """
    if is_commissar(unit) or not leads(st, leader, unit):
        return False
    return morale_level(st, unit) < level or (is_commissar(leader) and utype(st, unit).kind == "leader")


def penalty(st: State, leader: Unit, modifier: int, unit: int) -> int:
    """What the loss of a leader adds to a unit's check: his modifier reversed if it was good, as far as it was worth
    that much to the unit (A10.2, A10.7).
    """
    allied = foreign(st, leader, st.units[unit])
    return max(0, -modifier - (1 if allied else 0))


def leaders_among(st: State, unit_ids: tuple[int, ...]) -> tuple[tuple[int, bool, int, int], ...]:
    """The leaders among units as LeaderLoss wants them: before the attack."""
    found: list[tuple[int, bool, int, int]] = []
    for number in unit_ids:
        unit = st.units[number]
        if utype(st, unit).kind == "leader":
            found.append((unit.id, unit.broken, morale_level(st, unit), leadership(st, unit)))
    return tuple(found)
