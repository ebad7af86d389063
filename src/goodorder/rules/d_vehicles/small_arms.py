"""Vehicles under fire on the IFT: exposed crews, and vehicles without armor (A7.307, A7.308, D.8B)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.state import Vehicle
from goodorder.data.charts import FireResult, ift, to_kill
from goodorder.data.charts.to_kill import Fate
from goodorder.data.charts.vehicles import vehicle_chart

from ..a07_fire.attack import AttackLedger, attack_ledger, fire_column
from ..facts.attack_facts import AttackFacts
from ..facts.cover import Aimed, tem_of
from ..facts.crews import manned
from ..facts.vehicles import vtype
from ..ledger import Ledger, Mod
from ..registry import builds
from .targets import can_be_aimed_at, vulnerable


@builds("A7.307", "A7.308", "D.8", "A7.308b", "D.8B", "D.8Bb")
def struck(attack: AttackFacts) -> tuple[Vehicle, ...]:
    """The vehicles that fire on the IFT touches: in the MPh the one that moves and is named, else every enemy one of
    the Location that it can do anything to.
    """
    st = attack.st
    if not st.vehicles or attack.shot is not None or not attack.parts:
        return ()
    there = (attack.vehicle,) if attack.moving else st.vehicles_at(attack.target)
    return tuple(
        one
        for one in there
        if one is not None and one.side != attack.side and can_be_aimed_at(st, one) and vulnerable(st, one)
    )


def bare(attack: AttackFacts) -> AttackLedger:
    """The attack without what its targets on foot change of it."""
    return attack_ledger(replace(attack, targets=()))


def _tem(attack: AttackFacts, vehicle: Vehicle) -> Mod | None:
    """The TEM of the vehicle's Location; of several firing places the best for it counts (A7.52)."""
    mods = (
        tem_of(Aimed(attack.st, frm, vehicle.loc, None, attack.firers_at(frm), None, None, attack.moving))
        for frm in attack.eyes()
    )
    return max((mod for mod in mods if mod is not None), key=lambda mod: mod.value, default=None)


@builds("D.8", "D5.31", "D.8Ba", "D5.31a", "A7.307a")
def crew_drm(attack: AttackFacts, vehicle: Vehicle) -> Ledger:
    """The DRM against an exposed crew: what modifies any fire there, and the better of TEM and the CE DRM."""
    mods, tem = bare(attack).drm.mods, _tem(attack, vehicle)
    if vtype(attack.st, vehicle).unarmored:
        return Ledger((*mods, tem)) if tem is not None else Ledger(mods)
    exposed = Mod("crew_exposed", vehicle_chart().crew.exposed_drm, "D5.31", "Crew Exposed")
    return Ledger((*mods, tem if tem is not None and tem.value > exposed.value else exposed))


class UnderFire(Struct, frozen=True):
    """What a DR on the IFT does to a vehicle: its own fate (of one without armor), and the result against its crew."""

    fate: Fate | None
    crew: FireResult
    final: int


@builds("A7.307", "A7.308", "A7.307a", "A7.308a", "A7.308c", "D.8Bc")
def under_fire(attack: AttackFacts, vehicle: Vehicle, pair: tuple[int, int]) -> UnderFire:
    """What the DR of an attack on the IFT does to a vehicle without armor by the Vehicle line, and to any crew."""
    st, ledger = attack.st, bare(attack)
    column, final = fire_column(ledger, pair), sum(pair) + crew_drm(attack, vehicle).total()
    nothing = FireResult("NONE")
    if column is None:
        return UnderFire(None, nothing, final)
    fate: Fate | None = None
    if vtype(st, vehicle).unarmored:
        fate = to_kill().vehicle_fates("other").fate(final, ift().vehicle_kill_number(column).number)
    return UnderFire(fate, ift().result(column, final) if manned(st, vehicle) else nothing, final)
