"""Lines about weapons."""

from __future__ import annotations

from goodorder.core import events as ev
from goodorder.core.state import Fighter, State, Vehicle, Weapon
from goodorder.rules.facts.ordnance import pointing
from goodorder.rules.facts.units import name, wtype

from .line import LogLine, hex_name, says, spot


def _weapon(st: State, weapon_id: int, words: str, rule: str, kind: str = "result", depth: int = 2) -> LogLine:
    weapon = st.weapons[weapon_id]
    holder = st.units.get(weapon.holder) or st.vehicles.get(weapon.holder)
    loc = holder.loc if holder is not None else weapon.loc
    places = (spot(st, loc),) if loc >= 0 else ()
    units = (holder.id,) if holder is not None else ()
    text = f"{_called(st, weapon, holder)} {words}"
    return LogLine(text, rule, kind, hexes=places, units=units, side=weapon.side, depth=depth)


def _called(st: State, weapon: Weapon, holder: Fighter | None) -> str:
    """A weapon as players call it: that of a vehicle with the vehicle's number, one of several like Guns of a side with
    the men who have it, or the hex where it lies.
    """
    kind = wtype(st, weapon)
    if isinstance(holder, Vehicle):
        own = st.world.vehicles[holder.type].name
        return f"{own} {holder.ident}{kind.name.removeprefix(own)}" if holder.ident else kind.name
    like = (one for one in st.weapons.values() if one.type == weapon.type and one.side == weapon.side)
    if kind.gun is None or sum(1 for _ in like) == 1:
        return kind.name
    if holder is not None:
        return f"{kind.name} of {name(st, holder)}"
    return f"{kind.name} in {hex_name(st, weapon.loc)}" if weapon.loc >= 0 else kind.name


@says(ev.WeaponFired)
def _fired(st: State, event: ev.WeaponFired) -> LogLine | None:
    return _weapon(st, event.weapon, "keeps its rate of fire", "A9.2") if event.shot.kept_rof else None


@says(ev.WeaponTaken)
def _taken(st: State, event: ev.WeaponTaken) -> LogLine:
    return _weapon(st, event.weapon, f"goes to {name(st, st.units[event.unit])}", "A4.43", "info", 1)


@says(ev.WeaponDropped)
def _dropped(st: State, event: ev.WeaponDropped) -> LogLine:
    return _weapon(st, event.weapon, f"lies in {hex_name(st, event.loc)}", "A4.43", "info", 1)


@says(ev.WeaponMalfunctioned)
def _malfunctioned(st: State, event: ev.WeaponMalfunctioned) -> LogLine:
    return _weapon(st, event.weapon, "malfunctions", "A9.7")


@says(ev.WeaponRepaired)
def _repaired(st: State, event: ev.WeaponRepaired) -> LogLine:
    return _weapon(st, event.weapon, "works again", "A9.72")


@says(ev.WeaponLimbered)
def _limbered(st: State, event: ev.WeaponLimbered) -> LogLine:
    return _weapon(st, event.weapon, "is limbered" if event.limbered else "is unlimbered", "C10.2")


@says(ev.WeaponPushed)
def _pushed(st: State, event: ev.WeaponPushed) -> LogLine:
    return _weapon(st, event.weapon, f"is pushed to {hex_name(st, event.loc)}", "C10.3", "move", 1)


@says(ev.LaborGained)
def _labor(st: State, event: ev.LaborGained) -> LogLine:
    act = "push" if st.weapons[event.weapon].laid is None else "remove"
    return _weapon(st, event.weapon, f"is easier to {act} next time (-{event.labor})", "B24.8", "info")


@says(ev.LaborLost)
def _labor_lost(st: State, event: ev.LaborLost) -> LogLine:
    return _weapon(st, event.weapon, "is as hard to remove as before: who worked at it has left", "B24.8", "info")


@says(ev.ChargeSet)
def _charge_set(st: State, event: ev.ChargeSet) -> LogLine:
    return _weapon(st, event.weapon, f"is Set in {hex_name(st, event.charge.loc)}", "A23.7")


@says(ev.ChargeFound)
def _charge_found(st: State, event: ev.ChargeFound) -> LogLine:
    charge = st.weapons[event.weapon].laid
    where = f" in {hex_name(st, charge.loc)}" if charge is not None else ""
    return _weapon(st, event.weapon, f"is found Set{where}", "A23.72")


@says(ev.WeaponEmplaced)
def _emplaced(st: State, event: ev.WeaponEmplaced) -> LogLine:
    words = "is Emplaced" if event.emplaced else "is no longer Emplaced"
    return _weapon(st, event.weapon, words, "C11.2", "info", 1)


@says(ev.EmplacementChosen)
def _chosen(st: State, event: ev.EmplacementChosen) -> LogLine:
    words = "is to be Emplaced" if event.emplaced else "is not to be Emplaced"
    return _weapon(st, event.weapon, words, "C11.3", "info", 1)


@says(ev.AmmunitionDepleted)
def _depleted(st: State, event: ev.AmmunitionDepleted) -> LogLine | None:
    if wtype(st, st.weapons[event.weapon]).panzerfaust:
        return None
    return _weapon(st, event.weapon, f"has no more {event.ammo}", "C8.9")


@says(ev.AmmunitionLow)
def _low(st: State, event: ev.AmmunitionLow) -> LogLine:
    return _weapon(st, event.weapon, "has Low Ammo", "D3.71")


@says(ev.SpotterNamed)
def _spotter(st: State, event: ev.SpotterNamed) -> LogLine | None:
    if not event.unit:
        return None
    return _weapon(st, event.weapon, f"has {name(st, st.units[event.unit])} as its Spotter", "C9.3", "info")


@says(ev.ChargePlaced)
def _charge(st: State, event: ev.ChargePlaced) -> LogLine:
    return _weapon(st, event.weapon, f"is placed in {hex_name(st, event.charge.loc)}", "A23.3")


@says(ev.FireLanePlaced)
def _lane(st: State, event: ev.FireLanePlaced) -> LogLine:
    return _weapon(st, event.weapon, f"lays a Fire Lane to {spot(st, event.hexes[-1])}", "A9.22")


@says(ev.FireLaneRemoved)
def _no_lane(st: State, event: ev.FireLaneRemoved) -> LogLine:
    return _weapon(st, event.weapon, "bars no hex any more", "A9.223", "info")


@says(ev.WeaponConverted)
def _converted(st: State, event: ev.WeaponConverted) -> LogLine:
    return _weapon(st, event.weapon, "is dismantled" if event.dismantled else "is assembled", "A9.8")


@says(ev.WeaponTurned)
def _turned(st: State, event: ev.WeaponTurned) -> LogLine:
    return _weapon(st, event.weapon, f"is turned to {pointing(event.facing)}", "C3.2", "info")


@says(ev.TargetAcquired)
def _acquired(st: State, event: ev.TargetAcquired) -> LogLine:
    found = event.acquired
    if found is None:
        return _weapon(st, event.weapon, "loses its acquired target", "C6.5", "info")
    place = st.world.map.place_name(found.loc)
    return _weapon(st, event.weapon, f"has acquired {place} ({found.drm:+d})", "C6.5", "info")


@says(ev.WeaponRemoved)
def _removed(st: State, event: ev.WeaponRemoved) -> LogLine | None:
    if wtype(st, st.weapons[event.weapon]).panzerfaust:
        return None
    if event.reason == "B24.75":
        return _weapon(st, event.weapon, "is removed", "B24.75")
    return _weapon(st, event.weapon, "is lost", "A9.7")
