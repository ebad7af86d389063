"""What fire rules are given: the attack, its parts, and readers that several of them share (A7)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.board import Verdict
from goodorder.core.actions import Fire
from goodorder.core.state import FINAL, FIRST, PREP, PROTECTIVE, RESIDUAL, SUBSEQUENT, State, Unit, Weapon

from ..units import utype, wtype

DEFENSIVE = (FIRST, SUBSEQUENT, PROTECTIVE)


class Part(Struct, frozen=True):
    """One source of FP in an attack: a unit's inherent FP, or a weapon that the unit fires.

    ``occasion`` is the part's own: in one Fire Group a unit already marked fires Subsequent First Fire
    beside one that fires First Fire.  ``marked`` is true for Final Fire by a unit or weapon marked
    First Fire (A8.4).  ``alone`` is true for a weapon fired by one SMC (A9.12).
    """

    unit: Unit
    weapon: Weapon | None
    fp: int
    normal_range: int
    occasion: str
    marked: bool = False
    alone: bool = False

    @property
    def key(self) -> int:
        """The unit's id, or the weapon's as a negative number."""
        return -self.weapon.id if self.weapon else self.unit.id


class AttackFacts(Struct, frozen=True):
    """An attack as the rules see it.

    ``targets`` are the units under attack; ``moving`` is true for fire at movers in the MPh; ``strength``
    is the FP of a Residual FP attack (no parts), else 0.
    """

    st: State
    side: int
    occasion: str
    parts: tuple[Part, ...]
    leaders: tuple[Unit, ...]
    target: int
    targets: tuple[Unit, ...]
    moving: bool = False
    strength: int = 0

    @property
    def residual(self) -> bool:
        """Whether this is an attack by Residual FP (A8.2)."""
        return self.occasion == RESIDUAL

    def locations(self) -> tuple[int, ...]:
        """Firing Locations, each once, in the order of the parts."""
        return tuple(dict.fromkeys(part.unit.loc for part in self.parts))

    def firing_units(self) -> tuple[Unit, ...]:
        """Firing units, each once."""
        return tuple({part.unit.id: part.unit for part in self.parts}.values())


class PartFacts(Struct, frozen=True):
    """One part of an attack with its range to the target."""

    attack: AttackFacts
    part: Part
    range: int


def sight(st: State, frm: int, to: int) -> Verdict:
    """The line of sight between two Locations over the printed terrain (A6)."""
    return st.world.map.los(frm, to)


def unit_mark(st: State, unit: Unit) -> str:
    """The fire counter a unit carries: ``""``, ``prep``, ``first`` or ``final`` (A3.2, A8.1).

    A squad that fired only weapons carries none until it lost its inherent FP; a unit whose weapon
    may still fire because it kept its rate stands above its counter (A7.33).
    """
    mark = ""
    for shot in st.trail(unit.id).shots:
        if shot.occasion == PREP or shot.occasion == "advancing":
            mark = PREP
        elif shot.final or shot.occasion in (SUBSEQUENT, PROTECTIVE, FINAL):
            return FINAL
        elif not shot.kept_rof:
            mark = FIRST
    return mark


def weapon_mark(st: State, weapon: Weapon) -> str:
    """The fire counter a weapon carries: ``""`` while it may still fire by its rate (A9.2)."""
    mark = ""
    for shot in st.weapon_shots.get(weapon.id, ()):
        if shot.final or shot.occasion in (SUBSEQUENT, PROTECTIVE):
            return FINAL
        if shot.occasion == FINAL:
            mark = mark if shot.kept_rof else FINAL
        elif not shot.kept_rof:
            mark = PREP if shot.occasion in (PREP, "advancing") else FIRST
        if mark == FINAL:
            return FINAL
    return mark


def has_fired(st: State, unit: Unit) -> bool:
    """Whether a unit used inherent FP or a weapon in this Player Turn."""
    if any(not shot.spent for shot in st.trail(unit.id).shots):
        return True
    return any(not s.spent for weapon in st.weapons_of(unit.id) for s in st.weapon_shots.get(weapon.id, ()))


def lost_inherent(st: State, unit: Unit) -> bool:
    """Whether a unit's weapons cost it its inherent FP for this Player Turn (A7.351, A7.352).

    A squad may fire one weapon and keep its inherent FP; any other unit, and a squad with two, loses it.
    """
    fired = [w for w in st.weapons_of(unit.id) if any(not s.spent for s in st.weapon_shots.get(w.id, ()))]
    return len(fired) >= (2 if utype(st, unit).kind == "squad" else 1)


def part_occasion(st: State, unit: Unit, weapon: Weapon | None, phase: str) -> tuple[str, bool] | None:
    """The occasion on which this part would fire now, and whether it carries a First Fire counter.

    None when its counter (or an earlier phase's fire) leaves it no shot.
    """
    attacker = st.turn.attacker == unit.side
    mark = weapon_mark(st, weapon) if weapon else unit_mark(st, unit)
    if phase == "PFPh":
        return (PREP, False) if attacker and not mark else None
    if phase == "AFPh":
        return ("advancing", False) if attacker and not mark else None
    if attacker:
        return None
    if phase == "MPh":
        return {"": (FIRST, False), FIRST: (SUBSEQUENT, True), FINAL: (PROTECTIVE, True)}.get(mark)
    if phase == "DFPh":
        return {"": (FINAL, False), FIRST: (FINAL, True)}.get(mark)
    return None


def attack_facts(st: State, action: Fire, targets: tuple[Unit, ...], phase: str) -> AttackFacts:
    """The facts of a declared attack.  Parts that may not fire at all raise :class:`ValueError`: check first."""
    parts: list[Part] = []
    side = st.units[action.firers[0].unit].side
    for firer in action.firers:
        unit = st.units[firer.unit]
        kind = utype(st, unit)
        if firer.inherent:
            found = part_occasion(st, unit, None, phase)
            if found is None:
                raise ValueError(f"unit {unit.id} may not fire")
            parts.append(Part(unit, None, kind.fp, kind.range, *found))
        for weapon_id in firer.weapons:
            weapon = st.weapons[weapon_id]
            found = part_occasion(st, unit, weapon, phase)
            if found is None:
                raise ValueError(f"weapon {weapon.id} may not fire")
            wkind = wtype(st, weapon)
            alone = kind.smc and not firer.helper
            parts.append(Part(unit, weapon, wkind.fp, wkind.range, *found, alone))
    leaders = tuple(st.units[leader] for leader in action.leaders)
    occasion = _overall(parts)
    return AttackFacts(st, side, occasion, tuple(parts), leaders, action.target, targets, phase == "MPh")


def residual_facts(st: State, loc: int, strength: int, targets: tuple[Unit, ...]) -> AttackFacts:
    """The facts of an attack by Residual FP (A8.2)."""
    return AttackFacts(st, 1 - targets[0].side, RESIDUAL, (), (), loc, targets, True, strength)


def _overall(parts: list[Part]) -> str:
    found = {part.occasion for part in parts}
    for occasion in (PROTECTIVE, SUBSEQUENT):
        if occasion in found:
            return occasion
    return parts[0].occasion if parts else ""
