"""What a Sniper does to its target (A14.3, A14.31, A14.33)."""

from __future__ import annotations

from goodorder.core.events import DmPlaced, Event, SniperLost, SniperPinned, UnitBroke, UnitPinned
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State, Unit, Vehicle
from goodorder.data.charts import snipers
from goodorder.rules.a10_checks import breakable, unshakable
from goodorder.rules.a12_concealment.loss import struck
from goodorder.rules.a14_snipers import Quarry, shaken_there
from goodorder.rules.d_vehicles.fates import crew_leaves, immobilized, stunned
from goodorder.rules.d_vehicles.pinned_crews import pin_crew
from goodorder.rules.facts.units import utype
from goodorder.rules.facts.vehicles import vtype
from goodorder.rules.registry import builds

from ..shared.casualties import LeaderLoss, eliminate, leaders_among, reduction
from ..shared.wounds import WoundCheck


@builds("A14.31", "A14.31a", "A14.4", "A14.4c", "A14.3b", "A14.3c")
def strike_at_sniper(side: int, result: int) -> tuple[Event, ...]:
    """What befalls the Sniper of a side by a dr of 1 or 2."""
    return (SniperLost(side=side),) if result <= snipers().kills else (SniperPinned(side=side),)


@builds("A14.3", "A14.3a", "A14.3b", "A14.3c", "A14.3d", "A14.33a")
class SniperStrike(Frame, frozen=True):
    """A dr of 1 or 2 on one target, without any modifier; all broken enemies in its Location come under DM."""

    side: int
    loc: int
    result: int
    quarry: Quarry

    def ask(self, st: State) -> Do:
        """The events, and a Wound Severity dr."""
        kills = self.result <= snipers().kills
        shown: tuple[Event, ...] = ()
        if self.quarry.kind == "unit":
            shown = struck(st, (self.quarry.id,))
            events, push = _on_unit(st, st.units[self.quarry.id], kills=kills)
        else:
            vehicle, push = st.vehicles[self.quarry.id], ()
            shown = struck(st, (vehicle.id,)) if vehicle.concealed else ()
            events = _on_crew(st, vehicle, kills=kills) if self.quarry.kind == "crew" else ()
            if self.quarry.kind == "vehicle" and kills:
                events = immobilized(st, vehicle)
        dm = tuple(DmPlaced(unit=unit.id) for unit in shaken_there(st, self.loc, self.side))
        return Do(events=(*dm, *shown, *events), push=push)

    def title(self, st: State) -> str:
        """The strike in the breadcrumb."""
        return "Sniper"


def _on_unit(st: State, unit: Unit, *, kills: bool) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """A man dies or is wounded; others break or are pinned, who are broken already are reduced by a 1."""
    if utype(st, unit).smc:
        return (eliminate(unit.id, "A14.3"), ()) if kills else ((), (WoundCheck(unit.id),))
    if kills:
        stays = unit.broken or not breakable(st, unit)
        return reduction(st, (unit.id,), "A14.3") if stays else ((UnitBroke(unit=unit.id),), ())
    steady = unit.broken or unit.pinned or unshakable(st, unit)
    return (() if steady else (UnitPinned(unit=unit.id),), ())


@builds("D5.34", "D5.341", "D5.34a", "D5.341a", "A7.82", "A14.3b", "A14.3c")
def _on_crew(st: State, vehicle: Vehicle, *, kills: bool) -> tuple[Event, ...]:
    """An exposed crew behind whole armor is Stunned, by a 1 Recalled too; one without breaks by a 1, and is pinned by
    a 2.
    """
    kind = vtype(st, vehicle)
    if kind.unarmored or kind.partly_armored:
        return crew_leaves(st, vehicle) if kills else pin_crew(st, vehicle, bare=False)
    return stunned(st, vehicle, recalled=kills)


@builds("A10.2", "A14.3e")
class SniperLeader(LeaderLoss, frozen=True):
    """The checks for leaders whom a Sniper has struck."""

    @classmethod
    def of(cls, st: State, loc: int, side: int) -> SniperLeader:
        """Of the leaders in a Location, as they are before the attack."""
        ids = tuple(unit.id for unit in st.side_at(loc, 1 - side) if not unit.hidden)
        return cls(leaders_among(st, ids), ids)
