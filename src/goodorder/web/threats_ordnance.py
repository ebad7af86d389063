"""Which Guns and vehicles could fire at what has just moved, and what that would do to it (C3, C6)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.state import Fighter, State, Step, Vehicle, Weapon
from goodorder.flow.fire.ordnance_menu import OrdnanceMenu
from goodorder.flow.fire.targets import Aim
from goodorder.rules.c_ordnance.to_hit import to_hit_ledger
from goodorder.rules.facts.ground import ground

from .messages.answers import ThreatDoc
from .messages.preview import OddsClass, OddsDoc
from .preview_doc import chance_of

PHASE = "MPh"
FATES: dict[str, tuple[str, OddsClass]] = {
    "burn": ("burning", "kia"),
    "eliminated": ("destroyed", "kia"),
    "immobilized": ("immobilized", "break"),
    "shock": ("shocked", "break"),
    "stun": ("stunned", "pin"),
    "possible shock": ("Possible Shock", "pin"),
}
"""What a To Kill DR does, as it is told beforehand."""


def arrived(st: State, vehicle: Vehicle, step: Step) -> State:
    """The position in which a vehicle on its way has made a step to where it stands in ``vehicle``."""
    trail = st.trail(vehicle.id)
    made = replace(trail, started=True, steps=(*trail.steps, step), spent=trail.spent + step.mf)
    return st.with_vehicle(vehicle).with_trail(vehicle.id, made)


def at_vehicle(st: State, vehicle: Vehicle) -> tuple[ThreatDoc, ...]:
    """The best shot of each enemy Gun, also of vehicles, at one that has just spent MP; the likeliest to harm first."""
    found = []
    for unit, weapon, shots in _shots(st, vehicle):
        told = [(odds.direct_fates(st, shot, PHASE), shot) for shot in shots]
        if not told:
            continue
        fates, best = max(told, key=lambda one: sum(one[0].values()))
        p = float(sum(fates.values()))
        assert best.ordnance is not None
        found.append(
            ThreatDoc(
                unit=str(unit.id),
                hex=ground(st, weapon.loc if weapon.loc >= 0 else unit.loc).name,
                fp=best.ordnance.ammo,
                drm=to_hit_ledger(st, best, (), PHASE).drm.total(),
                p=p,
                odds=tuple(_odds(fates)),
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.p, one.unit)))


def _shots(st: State, vehicle: Vehicle) -> Iterator[tuple[Fighter, Weapon, list[Fire]]]:
    aim = Aim(vehicle.loc, (), vehicle)
    menu = OrdnanceMenu(st, 1 - vehicle.side, PHASE, (aim,))
    for unit, weapon in menu.manned():
        shots = menu.shots(unit, weapon, aim)
        yield unit, weapon, [one for one in shots if one.ordnance is not None and one.ordnance.target_type == "vehicle"]


def _odds(fates: dict[str, Fraction]) -> Iterator[OddsDoc]:
    for word, p in fates.items():
        label, kind = FATES.get(word, (word, "other"))
        yield chance_of(label, float(p), 1.0, kind)
