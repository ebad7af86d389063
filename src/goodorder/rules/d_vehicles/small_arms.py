"""Vehicles under fire on the IFT: exposed crews, and vehicles without armor (A7.307, A7.308, D.8B)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.data.charts import FireResult, ift, to_kill
from goodorder.data.charts.to_kill import Fate, VehicleAttack

from ..a07_fire.attack import AttackLedger, attack_ledger, fire_column
from ..a07_fire.firepower import UNIT
from ..facts.attack_facts import AttackFacts
from ..facts.cover import Aimed, at_vehicle, tem_of
from ..facts.crews import manned
from ..facts.firers import Bombs, Flames
from ..facts.ground import map_now
from ..facts.places import eye
from ..facts.vehicle_cover import came_together
from ..facts.vehicles import vtype
from ..ledger import Ledger, Mod
from ..registry import builds
from .protection import crew_cover, lies_open, vulnerable

UNLIKELY = 2
"""The Original DR on the Vehicle line that may do more than it says (A7.309)."""


@builds("A7.307", "A7.308", "D.8", "A7.308b", "D.8B", "D.8Bb")
def struck(attack: AttackFacts) -> tuple[Vehicle, ...]:
    """The vehicles that fire on the IFT touches: in the MPh the one that moves and is named, whose "?" is fired at, or
    that has come together with the Infantry that is fired at; else every enemy one of the Location that it can do
    anything to.
    """
    st = attack.st
    if not st.vehicles or attack.shot is not None or not attack.parts:
        return ()
    there: tuple[Vehicle | None, ...] = st.vehicles_at(attack.target)
    if attack.moving:
        beside = (one for one in there if one is not None and any(_with(st, u, one) for u in attack.targets))
        there = (attack.vehicle,) if attack.vehicle is not None else tuple(beside)
    eyes = attack.eyes()
    enemies = [one for one in there if one is not None and one.side != attack.side and is_there(one)]
    if burns(attack):
        enemies = [one for one in enemies if vtype(st, one).unarmored]
    return tuple(one for one in enemies if vulnerable(st, one, eyes) and not out_of_line(attack, one))


def _with(st: State, target: Unit, vehicle: Vehicle) -> bool:
    """Whether fire at a mover meets a vehicle: its "?" is that mover, or it has come together with him."""
    return target.id == vehicle.id or came_together(st, target, vehicle)


@builds("A7.308", "D2.37", "A7.308b", "D2.37a")
def out_of_line(attack: AttackFacts, vehicle: Vehicle) -> bool:
    """Whether a vehicle in Bypass is out of the sight of one of the firers, so that fire at its Location passes it."""
    board, place = map_now(attack.st), eye(attack.st, vehicle)
    return bool(vehicle.stance.bypass) and not all(board.sees(frm, place) for frm in attack.eyes())


def is_there(vehicle: Vehicle) -> bool:
    """Whether fire at its Location meets a vehicle, under a "?" too."""
    return vehicle.place == ON_MAP and not vehicle.wreck and not vehicle.hidden


@builds("A12.13", "A12.2", "A12.2b")
def at_concealed(ledger: AttackLedger, vehicle: Vehicle) -> AttackLedger:
    """The attack as it strikes a vehicle: Area Fire where that is under a "?"."""
    if not vehicle.concealed:
        return ledger
    given = ledger.attack.source.fp * UNIT
    fp = (ledger.fp - given) // 2 + given
    return replace(ledger, fp=fp, column=ift().column(fp // UNIT))


@builds("A22.34", "A22.2", "D.8B")
def burns(attack: AttackFacts) -> bool:
    """Whether flames attack: they harm an AFV only where it is named, and meet no TEM."""
    return isinstance(attack.source, Flames)


def bare(attack: AttackFacts) -> AttackLedger:
    """The attack without what its targets on foot change of it."""
    return attack_ledger(replace(attack, targets=()))


def _tem(attack: AttackFacts, vehicle: Vehicle) -> Mod | None:
    """The TEM of the vehicle's Location, none against flames (A22.2); of several firing places the best for it counts
    (A7.52), where there is none its own.
    """
    if burns(attack):
        return None
    if not attack.eyes():
        return tem_of(Aimed(attack.st, None, vehicle.loc, None, (), None, None, attack.moving))
    mods = (
        tem_of(at_vehicle(attack.st, frm, vehicle, attack.firers_at(frm), moving=attack.moving))
        for frm in attack.eyes()
    )
    return max((mod for mod in mods if mod is not None), key=lambda mod: mod.value, default=None)


@builds("D.8", "D.6", "D5.31", "D.8Ba", "D5.31a", "A7.307a", "D.6a")
def crew_drm(attack: AttackFacts, vehicle: Vehicle) -> Ledger:
    """The DRM against a crew: what modifies any fire there, and the better of TEM and the CE DRM, less what of that
    fire from above or behind takes.
    """
    mods, tem, st = bare(attack).drm.mods, _tem(attack, vehicle), attack.st
    cover = 0 if vtype(st, vehicle).unarmored else crew_cover(st, vehicle, attack.eyes())
    best = Mod("crew_exposed", cover, "D5.31", "Crew Exposed") if cover else None
    if tem is not None and tem.value > cover:
        best = tem
    return Ledger((*mods, best)) if best is not None else Ledger(mods)


def hull_drm(attack: AttackFacts, vehicle: Vehicle) -> Ledger:
    """The DRM against a vehicle that has no armor there: what modifies any fire, and TEM."""
    mods, tem = bare(attack).drm.mods, _tem(attack, vehicle)
    return Ledger((*mods, tem)) if tem is not None else Ledger(mods)


class UnderFire(Struct, frozen=True):
    """What a DR on the IFT does to a vehicle: its own fate (of one without armor there), and the result against its
    crew; ``soft``: neither has armor before it. ``unlikely``: an Original 2 may do more yet (A7.309).
    """

    fate: Fate | None
    crew: FireResult
    final: int
    soft: bool = False
    unlikely: bool = False


@builds("A7.307", "A7.308", "A7.309", "A7.307a", "A7.308a", "A7.308c", "A7.309a", "D.8Bc", "D5.311d")
def under_fire(attack: AttackFacts, vehicle: Vehicle, pair: tuple[int, int]) -> UnderFire:
    """What a DR on the IFT does to a vehicle without armor there by the Vehicle line, and to any crew."""
    st, ledger, original = attack.st, at_concealed(bare(attack), vehicle), sum(pair)
    soft = vtype(st, vehicle).unarmored or lies_open(st, vehicle, attack.eyes())
    column, final = fire_column(ledger, pair), original + crew_drm(attack, vehicle).total()
    nothing = FireResult("NONE")
    if column is None:
        return UnderFire(None, nothing, final)
    crew = ift().result(column, final) if manned(st, vehicle) else nothing
    if not soft:
        return UnderFire(None, crew, final)
    struck_by = original + hull_drm(attack, vehicle).total()
    line: VehicleAttack = "flame" if isinstance(attack.source, Flames | Bombs) else "other"
    fate = to_kill().vehicle_fates(line).fate(struck_by, ift().vehicle_kill_number(column).number)
    return UnderFire(fate, crew, final if fate is None else struck_by, True, original == UNLIKELY)
