"""Appliers of weapon and marker events."""

from __future__ import annotations

from msgspec.structs import replace

from ..events import weapons as ev
from ..state import ELIMINATED, NOWHERE, ON_MAP, SHELL_SMOKE, State, first_owner
from .registry import applies


@applies(ev.WeaponFired)
def weapon_fired(st: State, event: ev.WeaponFired) -> State:
    """The shot is remembered on the weapon."""
    shots = (*st.weapon_shots.get(event.weapon, ()), event.shot)
    return st.with_(weapon_shots={**st.weapon_shots, event.weapon: shots})


@applies(ev.WeaponCreated)
def weapon_created(st: State, event: ev.WeaponCreated) -> State:
    """One more weapon."""
    made = event.weapon
    return st.with_(weapons={**st.weapons, made.id: made}, next_id=max(st.next_id, made.id + 1))


@applies(ev.WeaponForfeited)
def weapon_forfeited(st: State, event: ev.WeaponForfeited) -> State:
    """As if fired: the weapon carries the marker."""
    shots = (*st.weapon_shots.get(event.weapon, ()), event.shot)
    return st.with_(weapon_shots={**st.weapon_shots, event.weapon: shots})


@applies(ev.WeaponTaken)
def weapon_taken(st: State, event: ev.WeaponTaken) -> State:
    """Possessed by the unit; a Gun is manned where it stands."""
    weapon = st.weapons[event.weapon]
    loc = NOWHERE
    if st.world.catalogue.is_gun(weapon.type):
        loc = weapon.loc if weapon.loc >= 0 and st.turn.phase != "setup" else st.units[event.unit].loc
    side = st.units[event.unit].side
    captured = side != first_owner(weapon)
    return st.with_weapon(
        replace(weapon, side=side, holder=event.unit, loc=loc, place=ON_MAP, lane=(), captured=captured, labor=0)
    )


@applies(ev.WeaponDropped)
def weapon_dropped(st: State, event: ev.WeaponDropped) -> State:
    """Lying in the Location."""
    return st.with_weapon(replace(st.weapons[event.weapon], holder=0, loc=event.loc, place=ON_MAP, lane=()))


@applies(ev.WeaponMalfunctioned)
def weapon_malfunctioned(st: State, event: ev.WeaponMalfunctioned) -> State:
    """Broken side up."""
    return st.with_weapon(replace(st.weapons[event.weapon], malfunctioned=True, lane=()))


@applies(ev.WeaponRepaired)
def weapon_repaired(st: State, event: ev.WeaponRepaired) -> State:
    """Good side up."""
    return st.with_weapon(replace(st.weapons[event.weapon], malfunctioned=False))


@applies(ev.WeaponConverted)
def weapon_converted(st: State, event: ev.WeaponConverted) -> State:
    """Its other side up: dismantled or assembled."""
    return st.with_weapon(replace(st.weapons[event.weapon], dismantled=event.dismantled))


@applies(ev.WeaponTurned)
def weapon_turned(st: State, event: ev.WeaponTurned) -> State:
    """Pointing along the hexspine."""
    return st.with_weapon(replace(st.weapons[event.weapon], facing=event.facing))


@applies(ev.TargetAcquired)
def target_acquired(st: State, event: ev.TargetAcquired) -> State:
    """What the Gun hits more easily from now on."""
    return st.with_weapon(replace(st.weapons[event.weapon], acquired=event.acquired))


@applies(ev.WeaponEmplaced)
def weapon_emplaced(st: State, event: ev.WeaponEmplaced) -> State:
    """Dug in, or not."""
    return st.with_weapon(replace(st.weapons[event.weapon], emplaced=event.emplaced))


@applies(ev.EmplacementChosen)
def emplacement_chosen(st: State, event: ev.EmplacementChosen) -> State:
    """To be dug in, or not."""
    return st.with_weapon(replace(st.weapons[event.weapon], bare=not event.emplaced))


@applies(ev.AmmunitionDepleted)
def ammunition_depleted(st: State, event: ev.AmmunitionDepleted) -> State:
    """Nothing left of that kind."""
    weapon = st.weapons[event.weapon]
    gone = tuple(sorted({*weapon.depleted, event.ammo}))
    return st.with_weapon(replace(weapon, depleted=gone))


@applies(ev.AmmunitionLow)
def ammunition_low(st: State, event: ev.AmmunitionLow) -> State:
    """Little of any kind is left."""
    return st.with_weapon(replace(st.weapons[event.weapon], low_ammo=True))


@applies(ev.WeaponLimbered)
def weapon_limbered(st: State, event: ev.WeaponLimbered) -> State:
    """Its other side up."""
    return st.with_weapon(replace(st.weapons[event.weapon], limbered=event.limbered))


@applies(ev.WeaponPushed)
def weapon_pushed(st: State, event: ev.WeaponPushed) -> State:
    """In the other Location, its aim lost, with no cover of its own."""
    gun = st.weapons[event.weapon]
    return st.with_weapon(replace(gun, loc=event.loc, emplaced=False, acquired=None, labor=0))


@applies(ev.LaborGained)
def labor_gained(st: State, event: ev.LaborGained) -> State:
    """For the next attempt."""
    weapon = st.weapons[event.weapon]
    laid = replace(weapon.laid, workers=event.units) if weapon.laid is not None else None
    return st.with_weapon(replace(weapon, labor=event.labor, laid=laid))


@applies(ev.LaborLost)
def labor_lost(st: State, event: ev.LaborLost) -> State:
    """None for whoever tries next."""
    weapon = st.weapons[event.weapon]
    assert weapon.laid is not None
    return st.with_weapon(replace(weapon, labor=0, laid=replace(weapon.laid, workers=())))


@applies(ev.SpotterNamed)
def spotter_named(st: State, event: ev.SpotterNamed) -> State:
    """The mortar fires by his eyes."""
    return st.with_weapon(replace(st.weapons[event.weapon], spotter=event.unit))


@applies(ev.ChargePlaced)
def charge_placed(st: State, event: ev.ChargePlaced) -> State:
    """In nobody's hands any more."""
    weapon = st.weapons[event.weapon]
    return st.with_weapon(replace(weapon, holder=0, loc=NOWHERE, placed=event.charge))


@applies(ev.ChargeSet)
def charge_set(st: State, event: ev.ChargeSet) -> State:
    """In nobody's hands any more, and nobody's to recover."""
    weapon = st.weapons[event.weapon]
    return st.with_weapon(replace(weapon, holder=0, loc=NOWHERE, laid=event.charge))


@applies(ev.ChargeInherited)
def charge_inherited(st: State, event: ev.ChargeInherited) -> State:
    """One more who may set it off."""
    weapon = st.weapons[event.weapon]
    assert weapon.laid is not None
    return st.with_weapon(replace(weapon, laid=replace(weapon.laid, units=(*weapon.laid.units, event.unit))))


@applies(ev.ChargeFound)
def charge_found(st: State, event: ev.ChargeFound) -> State:
    """In sight."""
    return st.with_weapon(replace(st.weapons[event.weapon], hidden=False))


@applies(ev.FireLanePlaced)
def fire_lane_placed(st: State, event: ev.FireLanePlaced) -> State:
    """The lane stands until its gun or crew fails (A9.223)."""
    return st.with_weapon(replace(st.weapons[event.weapon], lane=event.hexes))


@applies(ev.FireLaneRemoved)
def fire_lane_removed(st: State, event: ev.FireLaneRemoved) -> State:
    """No lane."""
    return st.with_weapon(replace(st.weapons[event.weapon], lane=()))


@applies(ev.WeaponRemoved)
def weapon_removed(st: State, event: ev.WeaponRemoved) -> State:
    """Out of the game."""
    return st.with_weapon(
        replace(
            st.weapons[event.weapon], holder=0, loc=NOWHERE, place=ELIMINATED, lane=(), placed=None, laid=None, labor=0
        )
    )


@applies(ev.MarkerPlaced)
def marker_placed(st: State, event: ev.MarkerPlaced) -> State:
    """On the Location, in place of one of its kind, or of the same counter's other side."""
    new = event.marker
    beside = new.kind in SHELL_SMOKE
    kept = {key: m for key, m in st.markers.items() if beside or not (m.loc == new.loc and m.kind == new.kind)}
    return st.with_(markers={**kept, new.id: new}, next_id=max(st.next_id, new.id + 1))


@applies(ev.MarkerRemoved)
def marker_removed(st: State, event: ev.MarkerRemoved) -> State:
    """Off the map."""
    return st.with_(markers={key: m for key, m in st.markers.items() if key != event.marker})
