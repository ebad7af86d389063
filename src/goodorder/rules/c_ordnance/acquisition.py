"""Acquired targets: gained shot by shot, lost by whatever takes the Gun's aim off them (C6.5)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.events import (
    CrewStunned,
    DiceThrown,
    Event,
    MarkerPlaced,
    TargetAcquired,
    UnitBroke,
    UnitCaptured,
    UnitEliminated,
    UnitEntered,
    UnitFired,
    UnitMoved,
    VehicleAbandoned,
    VehicleShocked,
    VehicleStepped,
    VehicleTurned,
    VehicleWrecked,
    WeaponConverted,
    WeaponDropped,
    WeaponLimbered,
    WeaponMalfunctioned,
    WeaponPushed,
    WeaponTaken,
    WeaponTurned,
    WentBerserk,
)
from goodorder.core.state import BOUNDING, MK_MELEE, Acquired, Fighter, State, Unit, Vehicle, Weapon
from goodorder.data.charts import to_hit

from ..event_facts import EventFacts
from ..facts.bearers import bearer
from ..facts.ground import map_now
from ..facts.ordnance import ToHitFacts
from ..facts.places import eye
from ..facts.units import in_melee, wtype
from ..facts.vehicles import mount_facing, running
from ..ledger import Mod
from ..points import CONSEQUENCE, TO_HIT_DRM
from ..registry import builds, rule
from .ammunition import SMOKE_SHELLS
from .firer_cases import lettered


def _covers(st: State, held: Acquired, loc: int, *, area: bool) -> bool:
    """Whether an acquired target is in the Location that is fired at: anywhere in its hex where that was acquired
    (C6.521), or is now fired at on the Area Target Type (C6.52).
    """
    board = map_now(st)
    return board.hex_at(held.loc) == board.hex_at(loc) if held.area or area else held.loc == loc


@rule("C6.5", point=TO_HIT_DRM, order=130, rows=["C6.52b", "C6.52a", "C6.521b", "C6.51c"])
def case_n(facts: ToHitFacts) -> Mod | None:
    """N: an acquired target, on the other Target Type too, but for concealed units there (C6.52)."""
    held = facts.weapon.acquired
    at = facts.attack.target
    if held is None or fires_on_the_move(facts) or not _covers(facts.st, held, at, area=facts.area):
        return None
    if facts.attack.vehicle is not None or facts.attack.gun is not None:
        return lettered("N", held.drm, "acquired target")
    targets = facts.attack.targets
    known = tuple(unit.id for unit in targets if not unit.concealed)
    scope = () if facts.area or len(known) == len(targets) else known
    if not facts.area and not known:
        return None
    return lettered("N", held.drm, "acquired target", scope)


@builds("C6.5", "C6.55a")
def fires_on_the_move(facts: ToHitFacts) -> bool:
    """Whether a vehicle fires in its own MPh or in Motion, which leaves no acquired target to use or to gain."""
    vehicle = facts.unit
    return isinstance(vehicle, Vehicle) and (facts.part.occasion == BOUNDING or running(facts.st, vehicle))


@builds(
    "C6.5",
    "C6.53",
    "C6.57",
    "C6.5a",
    "C6.5b",
    "C6.53a",
    "C6.57a",
    "C6.58a",
    "C6.56",
    "C6.56a",
    "C9.2",
    "C6.57",
    "C9.2d",
    "C6.57.EX1",
    "C6.57.EX2",
    "D1.4a",
)
def gained(facts: ToHitFacts) -> tuple[Event, ...]:
    """What a Gun acquires by a shot, hit or miss: one step more where it has fired at before, the first elsewhere.

    On another than the Area Target Type only a Known unit is acquired. SMOKE loses what it has used (C6.56).
    """
    table, weapon = to_hit().acquisition, facts.weapon
    if not _may_acquire(facts):
        return ()
    loc, held = facts.attack.target, weapon.acquired
    if fires_on_the_move(facts) or facts.shot.ammo in SMOKE_SHELLS or not _known_target(facts):
        return () if held is None else (TargetAcquired(weapon=weapon.id, acquired=None),)
    before = held.drm if held is not None and _covers(facts.st, held, loc, area=facts.area) else 0
    return (TargetAcquired(weapon=weapon.id, acquired=Acquired(loc, table.after(before), facts.area)),)


def _known_target(facts: ToHitFacts) -> bool:
    """Whether a shot is at somebody or something Known, as any on the Area Target Type is."""
    if facts.area or facts.attack.vehicle is not None or facts.attack.gun is not None:
        return True
    return not all(unit.concealed for unit in facts.attack.targets)


def _may_acquire(facts: ToHitFacts) -> bool:
    """Whether the weapon acquires targets: any mortar, and a Gun of 20mm or more, but no light anti-tank weapon."""
    kind = facts.kind
    return not kind.latw and (kind.mortar or (kind.caliber or 0) >= to_hit().acquisition.least_caliber)


def acquires_shown(facts: ToHitFacts) -> bool:
    """Whether a shot acquires its targets only by taking their "?": all are concealed, on another than the Area Target
    Type (C6.57).
    """
    if facts.area or not facts.attack.targets or not _may_acquire(facts):
        return False
    return all(unit.concealed for unit in facts.attack.targets)


@builds("C6.57", "C6.57a")
def acquired_by_showing(st: State, weapon: int, targets: tuple[int, ...], loc: int) -> tuple[Event, ...]:
    """What a Gun that still works acquires when the effect of its shot is over: targets that lost their "?" by it."""
    gun = st.weapons.get(weapon)
    known = any(unit in st.units and st.units[unit].loc == loc and not st.units[unit].concealed for unit in targets)
    if gun is None or gun.malfunctioned or bearer(st, gun) is None or not known:
        return ()
    return (TargetAcquired(weapon=weapon, acquired=Acquired(loc, to_hit().acquisition.after(0), False)),)


AIMED = "aimed"
"""Where a position remembers which weapons have acquired a target."""


def _aimed(st: State) -> tuple[Weapon, ...]:
    """The weapons that have acquired a target, in the order of ``weapons``; found once while none of these changes."""
    of, known = st.tables.get(AIMED, (None, ()))
    if of is not st.weapons:
        known = tuple([weapon for weapon in st.weapons.values() if weapon.acquired is not None])
        st.tables[AIMED] = (st.weapons, known)
    found: tuple[Weapon, ...] = known
    return found


@rule(
    "C6.5",
    point=CONSEQUENCE,
    order=45,
    on=[
        UnitBroke,
        UnitEliminated,
        UnitCaptured,
        WentBerserk,
        WeaponDropped,
        WeaponTaken,
        WeaponMalfunctioned,
        WeaponTurned,
        WeaponLimbered,
        WeaponConverted,
        WeaponPushed,
        UnitFired,
        UnitMoved,
        UnitEntered,
    ],
    rows=["C6.5c", "C6.5d", "C9.31d", "C9.2d"],
)
def aim_lost(facts: EventFacts) -> tuple[Event, ...]:
    """A Gun that is turned, limbered, dismantled or pushed, malfunctions, or changes hands loses it, and so do the
    broken and the berserk, those who leave their Location, with a mortar that they carry, and those who fire anything
    else.
    """
    event, st = facts.event, facts.after
    if not _aimed(st) and (facts.before.weapons is st.weapons or not _aimed(facts.before)):
        return ()
    match event:
        case UnitMoved() | UnitEntered():  # first, as by far the most frequent
            if facts.before.units[event.unit].loc == st.units[event.unit].loc:
                return ()
            weapons = list(facts.before.weapons_of(event.unit))
        case UnitFired() if event.unit in st.vehicles:
            weapons = _left_by_coaxial(st, event)
        case UnitFired() if not event.shot.spent and not event.shot.spotting:
            weapons = [weapon for weapon in st.weapons_of(event.unit) if weapon.id != event.shot.weapon]
            weapons += [weapon for weapon in st.weapons.values() if weapon.spotter == event.unit]
        case (
            WeaponDropped()
            | WeaponTaken()
            | WeaponMalfunctioned()
            | WeaponTurned()
            | WeaponLimbered()
            | WeaponConverted()
            | WeaponPushed()
        ):
            weapons = [st.weapons[event.weapon]]
        case UnitBroke() | UnitEliminated() | UnitCaptured() | WentBerserk():
            weapons = list(facts.before.weapons_of(event.unit))
        case _:
            return ()
    return tuple(TargetAcquired(weapon=weapon.id, acquired=None) for weapon in weapons if weapon.acquired is not None)


@rule("C6.5", point=CONSEQUENCE, order=46, on=[DiceThrown, MarkerPlaced], rows=["C6.5c", "C6.5d"])
def aim_lost_in_close_combat(facts: EventFacts) -> tuple[Event, ...]:
    """Who attacks in Close Combat, his vehicle too, has left the target of his Gun; who is held in Melee is not in Good
    Order.
    """
    event, st = facts.event, facts.after
    if isinstance(event, DiceThrown):
        if event.rule != "A11.11":
            return ()
        fighting = [one for one in map(st.fighter, event.subjects) if one.side == event.side]
    elif isinstance(event, MarkerPlaced) and event.marker.kind == MK_MELEE:
        fighting = [unit for unit in st.at(event.marker.loc) if in_melee(st, unit)]
    else:
        return ()
    weapons = (weapon for one in fighting for weapon in st.weapons_of(one.id) if weapon.acquired is not None)
    return tuple(TargetAcquired(weapon=weapon.id, acquired=None) for weapon in weapons)


@builds("C6.5", "C6.5c", "C6.5d")
def aim_lost_by_interdiction(st: State, foes: Iterable[Unit | Vehicle], loc: int) -> tuple[Event, ...]:
    """What men and the crews of vehicles lose who Interdict in a Location, where their Gun has acquired another: of
    several who could, it is one who loses nothing, else the one who loses least (ruling R2275).
    """
    losses: list[tuple[int, int, tuple[Weapon, ...]]] = []
    for one in foes:
        aims = tuple((weapon, held) for weapon in st.weapons_of(one.id) if (held := weapon.acquired) is not None)
        lost = tuple((weapon, held) for weapon, held in aims if not _covers(st, held, loc, area=held.area))
        if not lost:
            return ()
        losses.append((max(-held.drm for _, held in lost), one.id, tuple(weapon for weapon, _ in lost)))
    least = min(losses, default=None, key=lambda one: one[:2])
    return () if least is None else tuple(TargetAcquired(weapon=weapon.id, acquired=None) for weapon in least[2])


@builds("D1.82", "D1.82b")
def _left_by_coaxial(st: State, event: UnitFired) -> list[Weapon]:
    """The MA of a vehicle whose coaxial machine gun fires at something else than what that has acquired."""
    fired = st.weapons.get(event.shot.weapon)
    if fired is None or wtype(st, fired).mount != "CMG":
        return []
    return [
        weapon
        for weapon in st.weapons_of(event.unit)
        if weapon.acquired is not None
        and not _covers(st, weapon.acquired, event.shot.target, area=weapon.acquired.area)
    ]


@rule(
    "C6.5",
    point=CONSEQUENCE,
    order=47,
    on=[VehicleTurned, VehicleStepped, VehicleShocked, CrewStunned, VehicleAbandoned, VehicleWrecked],
    rows=["C6.5c", "C6.5d"],
)
def aim_of_a_vehicle_lost(facts: EventFacts) -> tuple[Event, ...]:
    """A vehicle loses what its gun has acquired when it leaves its hex or that gun is turned, and with its crew."""
    event, st = facts.event, facts.after
    assert isinstance(
        event, VehicleTurned | VehicleStepped | VehicleShocked | CrewStunned | VehicleAbandoned | VehicleWrecked
    )
    if isinstance(event, VehicleStepped) and event.step.to == event.step.frm:
        return ()
    before, after = facts.before.vehicles[event.vehicle], st.vehicles[event.vehicle]
    return tuple(
        TargetAcquired(weapon=weapon.id, acquired=None)
        for weapon in st.weapons_of(event.vehicle)
        if weapon.acquired is not None
        and not (
            isinstance(event, VehicleTurned) and mount_facing(st, before, weapon) == mount_facing(st, after, weapon)
        )
    )


@rule(
    "C6.51",
    point=CONSEQUENCE,
    order=46,
    on=[UnitMoved, UnitEntered, VehicleStepped],
    rows=["C6.51b", "C6.51d", "C6.521a", "C6.521c", "C6.521d", "C6.5e"],
)
def followed(facts: EventFacts) -> tuple[Event, ...]:
    """The first Known unit that leaves the Location of an acquired target takes the counter along while the Gun sees
    it; out of its sight the counter stays where it was. That of a hex never moves (C6.521).
    """
    event, st = facts.event, facts.after
    assert isinstance(event, UnitMoved | UnitEntered | VehicleStepped)
    aimed = _aimed(st)
    if not aimed:
        return ()
    mover = event.vehicle if isinstance(event, VehicleStepped) else event.unit
    old, unit = facts.before.fighter(mover), st.fighter(mover)
    if old.loc < 0 or unit.loc < 0 or old.loc == unit.loc or old.concealed:
        return ()
    return tuple(
        TargetAcquired(weapon=weapon.id, acquired=Acquired(unit.loc, held.drm))
        for weapon in aimed
        if (held := weapon.acquired) is not None and not held.area and held.loc == old.loc and _sees(st, weapon, unit)
    )


def _sees(st: State, weapon: Weapon, unit: Fighter) -> bool:
    man: Fighter | None = st.units.get(weapon.spotter) or bearer(st, weapon)
    if man is None and st.vehicles:
        man = st.vehicles.get(weapon.holder)
    if man is None or man.loc < 0 or man.side == unit.side:
        return False
    return map_now(st).sees(eye(st, man), eye(st, unit))
