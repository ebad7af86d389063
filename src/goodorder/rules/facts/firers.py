"""Units that fire as the source of an attack, and the facts of the attack that they declare (A7.3)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.actions import Fire
from goodorder.core.events.base import LedgerLine
from goodorder.core.state import OWN_MPH, PROTECTIVE, SUBSEQUENT, State, Unit
from goodorder.data.charts import molotov

from ..ledger import Mod
from ..registry import builds
from .aiming import FireLine, line_at_target
from .attack_facts import AttackFacts, FirePart, firer_occasions, out_of_sight
from .firing import IFE_RANGE, normal_range
from .gun_cover import GUNSHIELD, TEM
from .masks import as_walked
from .places import eye
from .smoke import Hindered, hindered
from .source import Source
from .special_arms import special_arms
from .units import utype, wtype
from .vehicles import vtype


class Firers(Source, frozen=True):
    """Units that fire: all their FP stands in the parts of the attack, and each line runs from where one of them is."""

    words: ClassVar[str] = "fire"
    aimed: ClassVar[bool] = True

    def locations(self, attack: AttackFacts) -> tuple[int, ...]:
        """Firing Locations, in the order of the parts."""
        return tuple(dict.fromkeys(part.unit.loc for part in attack.parts))

    def eyes(self, attack: AttackFacts) -> tuple[int, ...]:
        """Where the firers look from (B20.91)."""
        return tuple(dict.fromkeys(eye(attack.st, part.unit) for part in attack.parts))

    def line(self, attack: AttackFacts, frm: int, targets: tuple[Unit, ...]) -> FireLine:
        """The line to the place that is aimed at."""
        return line_at_target(attack.st, frm, attack.target, targets, attack.via, attack.vehicle)

    def hindered(self, attack: AttackFacts) -> Hindered:
        """In a Fire Group the worst line counts for all (A7.52)."""
        lines = [
            hindered(attack.st, loc, attack.target, self.line(attack, loc, attack.targets).sight)
            for loc in self.eyes(attack)
        ]
        return max(lines, key=lambda one: one.total, default=Hindered(0))

    def fp_lines(self) -> tuple[LedgerLine, ...]:
        """None: each part has its own."""
        return ()


class Flames(Firers, frozen=True):
    """A flamethrower that fires: cover, direction and a gunshield modify nothing (A22.2)."""

    words: ClassVar[str] = "flames"

    @builds("A22.2", "C11.51", "A22.2a", "C11.51b", "C11.2c")
    def modified_by(self, attack: AttackFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        """What is left of the modifiers of any fire."""
        return tuple(
            mod
            for mod in mods
            if mod.id not in TEM and mod.id not in ("leader_direction", "hero", "lone_hero", GUNSHIELD)
        )


class Bombs(Firers, frozen=True):
    """Small arms with a MOL in the attack, thrown by ``user``: its FP is added when all else is modified (A22.611)."""

    user: int = 0

    words: ClassVar[str] = "fire and a MOL"

    def fp_lines(self) -> tuple[LedgerLine, ...]:
        """What the MOL adds."""
        return (LedgerLine("fp:molotov", str(self.fp), "MOL, never modified", "A22.611"),) if self.fp else ()

    @builds("C11.51", "C11.51b")
    def shielded_from(self, attack: AttackFacts) -> tuple[int, ...]:
        """Where those fire from against whom a gunshield helps: not who throws a MOL."""
        others = (part.unit for part in attack.parts if part.unit.id != self.user)
        return tuple(dict.fromkeys(eye(attack.st, unit) for unit in others))


class Spotted(Firers, frozen=True):
    """A mortar that fires by the eyes of a Spotter (C9.3)."""

    spotter: int = 0

    def eyes(self, attack: AttackFacts) -> tuple[int, ...]:
        """Where the Spotter looks from."""
        return (eye(attack.st, attack.st.units[self.spotter]),)


def reached(st: State, action: Fire, targets: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The targets that all the firers see (B9.521, B20.92)."""
    spotter = st.units.get(spotting(action))
    firers = [spotter or st.fighter(firer.unit) for firer in action.firers]
    lost = out_of_sight(st, firers, targets, action.target)
    return tuple(one for one in targets if one.id not in lost) if lost else targets


@builds("D3.3")
def fire_phase(st: State, action: Fire) -> str:
    """What stands for the phase in an attack: the phase of the turn, but for a vehicle in its own MPh."""
    vehicle = st.vehicles.get(action.firers[0].unit) if st.vehicles and action.firers else None
    own = vehicle is not None and st.turn.phase == "MPh" and vehicle.side == st.turn.attacker
    return OWN_MPH if own else st.turn.phase


def attack_facts(st: State, action: Fire, targets: tuple[Unit, ...], phase: str) -> AttackFacts:
    """The facts of a declared attack.  Parts that may not fire at all raise :class:`ValueError`: check first."""
    if st.vehicles:
        st = as_walked(st, targets)
    parts: list[FirePart] = []
    side = st.fighter(action.firers[0].unit).side
    for firer in action.firers:
        unit = st.fighter(firer.unit)
        kind = utype(st, unit)
        helper = st.units[firer.helper] if firer.helper else None
        for weapon, found in firer_occasions(st, firer, phase, ift=action.ordnance is None):
            if found is None:
                raise ValueError(f"unit {unit.id} may not fire")
            if weapon is None:
                own = 0 if action.molotov and gives_up_own(kind.kind, firer.unit, action) else kind.fp
                parts.append(FirePart(unit, None, own, normal_range(st, unit, None), *found))
                continue
            wkind = wtype(st, weapon)
            alone = kind.smc and (helper is None or (helper.pinned and not unit.pinned))
            ife = wkind.ordnance and action.ordnance is None
            reach = IFE_RANGE if ife else wkind.range
            parts.append(FirePart(unit, weapon, wkind.fp, reach, *found, alone, helper))
    leaders = tuple(map(st.units.__getitem__, action.leaders))
    return AttackFacts(
        st,
        _source(st, side, action),
        _overall(parts),
        action.target,
        reached(st, action, targets),
        phase == "MPh",
        tuple(parts),
        leaders,
        action.via,
        action.spray,
        action.ordnance,
        action.facing,
        st.vehicles.get(action.vehicle) if action.vehicle else None,
        st.weapons.get(action.gun) if action.gun else None,
        hull=action.hull,
    )


@builds("A22.611", "A7.352", "A22.611d")
def gives_up_own(kind: str, unit: int, action: Fire) -> bool:
    """Whether a unit gives up its own FP for a MOL, which is a SW: all but squads do."""
    return action.molotov == unit and kind != "squad"


def spotting(action: Fire) -> int:
    """The Spotter of a mortar's shot, 0 for none (C9.3)."""
    return action.ordnance.spotter if action.ordnance is not None else 0


def _source(st: State, side: int, action: Fire) -> Firers:
    """What the FP of a declared attack comes from."""
    if spotter := spotting(action):
        return Spotted(side, spotter=spotter)
    if action.molotov:
        return Bombs(side, molotov().fp, action.molotov)
    return Flames(side) if flames(st, action) else Firers(side)


def flames(st: State, action: Fire) -> bool:
    """Whether an action fires a flamethrower (A22)."""
    if not special_arms(st).flames:
        return False
    weapons = (st.weapons.get(weapon) for firer in action.firers for weapon in firer.weapons)
    return any(weapon is not None and wtype(st, weapon).kind == "FT" for weapon in weapons)


@builds("A22.34")
def burns_armor(st: State, action: Fire) -> bool:
    """Whether an action fires a flamethrower at an AFV, which is rolled for by itself; a vehicle without armor has the
    Vehicle line of the IFT.
    """
    vehicle = st.vehicles.get(action.vehicle) if action.vehicle else None
    return vehicle is not None and not vtype(st, vehicle).unarmored and flames(st, action)


def _overall(parts: list[FirePart]) -> str:
    found = parts[0].occasion if parts else ""
    for part in parts:
        if part.occasion == PROTECTIVE:
            return PROTECTIVE
        if part.occasion == SUBSEQUENT:
            found = SUBSEQUENT
    return found
