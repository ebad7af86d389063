"""Residual FP and Fire Lanes at vehicles that spend MP where they lie: exposed crews, no armor (A8.2, D5.31)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.notes import Note
from goodorder.core.state import MK_RESIDUAL, State, Vehicle, Weapon
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.a09_weapons.fire_lane import FireLane, fire_lane, lanes_over

from ..facts.attack_facts import AttackFacts, effect_facts
from ..facts.source import Source
from ..registry import builds
from .protection import vulnerable
from .small_arms import crew_drm, is_there, under_fire

LEAST = (1, 1)
"""The DR that does most."""


@builds("A8.2", "D5.31", "D5.31b")
def attack_on(st: State, vehicle: Vehicle, source: Source) -> AttackFacts:
    """The facts of such an attack: Residual FP comes along no line, a Fire Lane along its own."""
    return replace(effect_facts(st, source, vehicle.loc, ()), vehicle=vehicle)


@builds("A8.2", "A8.22", "D5.31", "A9.22")
def due_at(st: State, vehicle: Vehicle) -> tuple[ResidualFP, ...]:
    """What attacks a vehicle now where it is: the counter there, then each Fire Lane. Each attacks once in a Location,
    and again when it has grown or the DRM have become worse; not where it could do nothing.
    """
    side, loc = 1 - vehicle.side, vehicle.loc
    marker = st.marker_at(MK_RESIDUAL, loc)
    found: list[ResidualFP] = []
    if marker is not None and not marker.crest:
        found.append(ResidualFP(side, marker.strength))
    found += [fire_lane(st, weapon, loc) for weapon in _lanes(st, loc)]
    return tuple(source for source in found if _due(st, vehicle, source))


@builds("D9.31", "D.8B", "D.8Ba")
def swept_beside(st: State, vehicles: tuple[int, ...], loc: int, source: ResidualFP) -> tuple[int, ...]:
    """Those of the vehicles that moved into a Location with Infantry whom what lies there attacks with them."""
    there = (st.vehicles[one] for one in vehicles if st.vehicles[one].loc == loc)
    return tuple(one.id for one in there if source in due_at(st, one))


def _lanes(st: State, loc: int) -> tuple[Weapon, ...]:
    return lanes_over(st, loc) if any(weapon.lane for weapon in st.weapons.values()) else ()


def _due(st: State, vehicle: Vehicle, source: ResidualFP) -> bool:
    attack = attack_on(st, vehicle, source)
    if not is_there(vehicle) or not vulnerable(st, vehicle, attack.eyes()):
        return False
    before, now = _before(st, vehicle, source), note_of(st, vehicle, source)
    if before is not None and source.fp <= before.strength and now.drm >= before.drm:
        return False
    found = under_fire(attack, vehicle, LEAST)
    return found.fate is not None or found.crew.kind in ("KIA", "K", "MC")


def note_of(st: State, vehicle: Vehicle, source: ResidualFP) -> Note:
    """What the trail of a vehicle keeps of the attack."""
    drm = crew_drm(attack_on(st, vehicle, source), vehicle).total()
    if isinstance(source, FireLane):
        return Note("lane", weapon=source.gun, loc=vehicle.loc, strength=source.fp, drm=drm)
    return Note("residual", loc=vehicle.loc, strength=source.fp, drm=drm)


def _before(st: State, vehicle: Vehicle, source: ResidualFP) -> Note | None:
    kind, gun = ("lane", source.gun) if isinstance(source, FireLane) else ("residual", 0)
    for note in reversed(st.trail(vehicle.id).tried):
        if (note.kind, note.loc, note.weapon, note.when) == (kind, vehicle.loc, gun, ""):
            return note
    return None
