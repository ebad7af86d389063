"""SMOKE fired by ordnance: when and where, whether the hex is hit, what WP does to men (C8.5, C8.6, A24.3)."""

from __future__ import annotations

from goodorder.core.actions import Fire
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, MarkerPlaced, MarkerRemoved
from goodorder.core.remembered import once_a_position
from goodorder.core.state import (
    MK_SMOKE,
    MK_SMOKE_DISPERSED,
    MK_WP,
    MK_WP_DISPERSED,
    FireMark,
    Marker,
    State,
)
from goodorder.data.charts import smoke, to_hit
from goodorder.data.charts.vehicles import vehicle_chart

from ..a07_fire.attack import effect_ledger
from ..d_vehicles.protection import shut_in
from ..facts.attack_facts import OCCASIONS_OF
from ..facts.cover import at_vehicle, tem_of
from ..facts.crews import manned
from ..facts.ground import map_now
from ..facts.gun_cover import HIGHER_LEVELS, TEM
from ..facts.indirect import air_bursts, around_a_hull
from ..facts.ordnance import ToHitFacts
from ..facts.places import ground_terrain, on_bridge
from ..facts.smoke_places import interior
from ..facts.vehicles import vtype
from ..points import MAY_SHOOT, PHASE_BEGINS
from ..registry import builds, rule
from .ammunition import SMOKE_SHELLS
from .hits import SURE, HitKind
from .shell import shell_of
from .to_hit import ToHitLedger

FULL = {"smoke": MK_SMOKE, "WP": MK_WP}
DISPERSED = {MK_SMOKE: MK_SMOKE_DISPERSED, MK_WP: MK_WP_DISPERSED}
"""The other side of each full-strength counter."""


def fires_smoke(action: Fire) -> bool:
    """Whether an action fires SMOKE, which is aimed at a hex and not at who is in it."""
    return action.ordnance is not None and action.ordnance.ammo in SMOKE_SHELLS


def _is_smoke(facts: ToHitFacts) -> bool:
    return facts.shot.ammo in SMOKE_SHELLS


@rule("C8.5", point=MAY_SHOOT, order=46, rows=["C8.6a"])
def smoke_phases(facts: ToHitFacts) -> Refusal | None:
    """Smoke is fired in the PFPh and DFPh, WP whenever its side fires."""
    if not _is_smoke(facts):
        return None
    shells, ammo = smoke().shells, facts.shot.ammo
    if facts.st.turn.phase not in (shells.smoke if ammo == "smoke" else shells.wp):
        return Refusal("C8.5", f"{ammo} is fired in the PFPh and the DFPh")
    return None


@rule("C8.5", point=MAY_SHOOT, order=46, rows=["SK3.PFPh.4", "SK3.DFPh.1"])
def smoke_phases_of_sheet(facts: ToHitFacts) -> Refusal | None:
    """Smoke and WP are fired in the PFPh and the DFPh."""
    if _is_smoke(facts) and facts.st.turn.phase not in smoke().shells.smoke:
        return Refusal("C8.5", f"{facts.shot.ammo} is fired in the PFPh and the DFPh")
    return None


@rule("C8.5", point=MAY_SHOOT, order=47, rows=["C8.5a"])
def smoke_first(facts: ToHitFacts) -> Refusal | None:
    """SMOKE comes before anything else that its side fires in the phase."""
    if _is_smoke(facts) and _has_fired(facts.st, facts.unit.side):
        return Refusal("C8.5", "something other than SMOKE has been fired in this phase")
    return None


def kinds_now(st: State) -> tuple[str, ...]:
    """The kinds of SMOKE that may be fired in this phase, while nothing else has been."""
    shells, phase = smoke().shells, st.turn.phase
    return tuple([ammo for ammo in SMOKE_SHELLS if phase in (shells.smoke if ammo == "smoke" else shells.wp)])


def might_smoke(st: State, side: int) -> bool:
    """Whether a side has fired nothing but SMOKE in this phase, so that it may fire more."""
    return not _has_fired(st, side)


@once_a_position
def _has_fired(st: State, side: int) -> bool:
    """Whether a side has fired anything but SMOKE in this phase."""
    occasions = OCCASIONS_OF.get(st.turn.phase, ())

    def counts(shot: FireMark) -> bool:
        return shot.occasion in occasions and not shot.spent and not shot.smoke

    own = (shot for unit, trail in st.trails.items() if st.fighter(unit).side == side for shot in trail.shots)
    return any(counts(shot) for shot in own) or any(
        counts(shot) for weapon, shots in st.weapon_shots.items() if st.weapons[weapon].side == side for shot in shots
    )


@rule("C3.33", point=MAY_SHOOT, order=48, rows=["C8.52a"])
def smoke_target_type(facts: ToHitFacts) -> Refusal | None:
    """SMOKE is fired on the Area Target Type."""
    return Refusal("C3.33", "SMOKE is fired on the Area Target Type") if _is_smoke(facts) and not facts.area else None


@rule("C8.52", point=MAY_SHOOT, order=49, rows=["A24.1d", "C8.52b"])
def smoke_ground(facts: ToHitFacts) -> Refusal | None:
    """It makes none in an Interior Building hex, in marsh or on water but for a bridge, nor in the Gun's own hex."""
    if not _is_smoke(facts):
        return None
    board = map_now(facts.st)
    place = board.hex_at(facts.attack.target)
    if interior(board, place):
        return Refusal("C8.52", "no SMOKE in an Interior Building hex")
    terrain = ground_terrain(board, place)
    if (terrain.category == "WATER" or terrain.id == "marsh") and not on_bridge(board, place):
        return Refusal("A24.1", f"a shell does not smoke in {terrain.name}")
    return None


@builds("C8.52", "C3.6", "C3.7", "C8.6b")
def hex_hit(ledger: ToHitLedger, original: int) -> tuple[HitKind, int, int]:
    """What an Original DR is that is aimed at a hex: by the DRM of the firer and of the line, not by those of units
    there. Of a ``CHECK`` the highest dr of a Critical Hit and of any hit.
    """
    table, drm = to_hit(), ledger.drm.total()
    critical, improbable = table.critical, table.improbable
    if original + drm > ledger.needed:
        if original != improbable.original:
            return HitKind.MISS, 0, 0
        found = [improbable.result(dr, hull_down=False) for dr in range(1, SURE + 1)]
        return HitKind.CHECK, found.count("critical"), SURE - found.count("miss")
    if original > critical.original:
        return HitKind.HIT, 0, SURE
    if original + 1 + drm <= ledger.needed:
        return HitKind.CRITICAL, SURE, SURE
    return HitKind.CHECK, critical.lowest_roll_dr, SURE


@builds("C8.5", "C8.51", "C8.6", "A24.5", "C8.51a", "A24.5a", "A24.5b", "SK3.PFPh.4", "SK3.DFPh.1")
def cloud(facts: ToHitFacts) -> Marker:
    """The counter of a hex that is hit, at its ground level: full in the PFPh, else Dispersed."""
    st, kind = facts.st, FULL[facts.shot.ammo]
    if st.turn.phase not in smoke().shells.full:
        kind = DISPERSED[kind]
    place = map_now(st).hex_at(facts.attack.target)
    return Marker(0, kind, place, side=facts.unit.side)


@builds("A24.31", "A24.31b")
def cover_drm(facts: ToHitFacts, unit_id: int, *, critical: bool) -> int:
    """The DRM of cover to the NMC by WP: TEM helps; by a Critical Hit, or as an Air Burst, it harms."""
    unit = facts.st.units[unit_id]
    mods = effect_ledger(facts.st, shell_of(facts), unit.loc, (unit_id,)).drm.mods
    tem = [mod for mod in mods if mod.id in TEM]
    return sum(mod.value if critical and mod.value > 0 and mod.id != HIGHER_LEVELS else -mod.value for mod in tem)


@builds("A24.31", "A24.31a")
def wp_targets(ledger: ToHitLedger, own: ToHitLedger, original: int) -> tuple[int, ...]:
    """Who takes the NMC of WP: everybody in the Location of the counter, and whom the DR hits elsewhere in the hex.

    ``own`` is the ledger against the units of the hex, in the MPh the movers alone.
    """
    place = map_now(ledger.facts.st).hex_at(ledger.facts.attack.target)
    hit = own.hits(original)
    return tuple(unit.id for unit in own.targets if unit.loc == place or unit.id in hit)


@builds("A24.31", "A24.31a", "A24.31b")
def wp_crews(facts: ToHitFacts) -> tuple[tuple[int, int, int], ...]:
    """The crews in the Location of the counter that WP shakes: all but those Buttoned Up under a closed top, in the MPh
    only that of the vehicle which moves. Each vehicle with the DRM of its NMC, by the better of TEM and the CE DRM,
    and that by a Critical Hit, where TEM harms.
    """
    st, place = facts.st, map_now(facts.st).hex_at(facts.attack.target)
    if facts.shot.ammo != "WP" or not st.vehicles:
        return ()
    [frm] = facts.attack.eyes()
    return crews_in_wp(st, place, frm, mortar=facts.kind.mortar, first_fire=st.turn.phase == "MPh")


@builds("A24.31", "A24.31a", "A24.31b")
def crews_in_wp(
    st: State, place: int, frm: int, *, mortar: bool = False, first_fire: bool = False
) -> tuple[tuple[int, int, int], ...]:
    """The same for WP placed from ``frm``, by a shell, as Indirect Fire by a ``mortar``, or by a grenade."""
    found = []
    for one in st.vehicles_at(place):
        kind = vtype(st, one)
        under_way = st.trail(one.id).started and not st.trail(one.id).ended
        if first_fire and not under_way:
            continue
        if one.hidden or not manned(st, one) or shut_in(one) or not (one.ce or kind.open_topped or kind.unarmored):
            continue
        if mortar:
            bursts = air_bursts(st, place)
            tem, fall = sum(mod.value for mod in around_a_hull(st, one)), -bursts.value if bursts else 0
        else:
            mod = tem_of(at_vehicle(st, frm, one))
            tem, fall = mod.value if mod is not None and mod.id != "height_advantage" else 0, 0
        exposed = vehicle_chart().crew.exposed_drm if one.ce and not kind.unarmored else 0
        found.append((one.id, fall - max(tem, exposed), fall + tem - exposed))
    return tuple(found)


@rule("A24.4", point=PHASE_BEGINS, of=["PFPh"], order=5, rows=["SK3.PFPh.1", "SK3.PFPh.2", "A24.4b"])
def smoke_disperses(st: State) -> tuple[Event, ...]:
    """As its side's PFPh begins Dispersed SMOKE of shells comes off; full SMOKE is then Dispersed."""
    if not st.markers:
        return ()
    own = [one for one in st.markers.values() if one.side == st.turn.attacker]
    gone = (MarkerRemoved(marker=one.id) for one in own if one.kind in DISPERSED.values())
    turned = (
        MarkerPlaced(marker=Marker(one.id, DISPERSED[one.kind], one.loc, side=one.side))
        for one in own
        if one.kind in DISPERSED
    )
    return *gone, *turned
