"""DRM of a fire attack that come from its firers and its line of sight (A4.51, A5.1, A6.7, A7.53)."""

from __future__ import annotations

from ..a05_stacking import excess_squads, excess_vehicles
from ..facts.attack_facts import AttackFacts
from ..facts.smoke import has_smoke
from ..facts.units import led, together
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import rule


@rule("A7.531", point=FIRE_DRM, rows=["A.10a"], order=10, of=["directed"])
def leader_direction(attack: AttackFacts) -> Mod | None:
    """Directing leaders give their DRM, one worse to troops of another nationality (A10.7); of several Locations'
    leaders the worst counts.
    """
    if not attack.leaders:
        return None
    st, firing = attack.st, attack.firing_units()
    value = max(led(st, leader, tuple(u for u in firing if together(u, leader))) for leader in attack.leaders)
    return Mod("leader_direction", value, "A7.531", "leader directs", outside=True) if value else None


@rule("A6.7", point=FIRE_DRM, order=20)
def hindrance(attack: AttackFacts) -> Mod | None:
    """Each LOS Hindrance that counts against the source of the attack adds its DRM."""
    worst = attack.source.hindered(attack).terrain
    return Mod("hindrance", worst, attack.source.hindered_by, "LOS Hindrance", outside=True) if worst else None


@rule("A24.2", point=FIRE_DRM, rows=["SK3.MPh.14", "A24.2a"], order=21)
def smoke_hindrance(attack: AttackFacts) -> tuple[Mod, ...]:
    """SMOKE grenades add +2 a hex to fire through, into or out of them, and one more to fire out.

    What lies in the target hex itself does not reduce Residual FP (A8.26); of several lines the worst counts.
    """
    if not has_smoke(attack.st):
        return ()
    hindered = attack.source.hindered(attack)
    outside, inside = hindered.outside, hindered.inside
    mods: list[Mod] = []
    if outside:
        mods.append(Mod("smoke", outside, "A24.2", "SMOKE on the line", outside=True))
    if inside:
        where = "target hex" if attack.eyes() else "hex"
        mods.append(Mod("smoke", inside, "A24.2", f"SMOKE in the {where}"))
    return tuple(mods)


@rule("A4.51", point=FIRE_DRM, rows=["A4.51a"], order=30)
def exhausted_firer(attack: AttackFacts) -> Mod | None:
    """An attack made or directed by a CX unit takes +1."""
    for unit in (*attack.firing_units(), *attack.leaders):
        if unit.cx:
            return Mod("cx_firer", 1, "A4.51", "CX firer", outside=True)
    return None


@rule("A5.12", point=FIRE_DRM, order=40, of=["units fire"])
def overstacked_firer(attack: AttackFacts) -> Mod | None:
    """Firing from an overstacked Location costs +1 for each squad and each vehicle in excess."""
    st, side = attack.st, attack.side
    worst = 0
    for loc in {unit.loc for unit in attack.firing_units()}:
        worst = max(worst, excess_squads(st, loc, side) + (excess_vehicles(st, loc, side) if st.vehicles else 0))
    return Mod("overstacked_firer", worst, "A5.12", "overstacked firers", outside=True) if worst else None


@rule("A5.131", point=FIRE_DRM, order=41)
def overstacked_target(attack: AttackFacts) -> tuple[Mod, ...]:
    """An overstacked target is easier: -1 for each squad in excess; in the MPh only movers suffer.

    In a Melee each side's units suffer from their own side's excess.
    """
    mods: list[Mod] = []
    for side in sorted({unit.side for unit in attack.targets}):
        units = tuple([unit.id for unit in attack.targets if unit.side == side])
        excess = excess_squads(attack.st, attack.target, side)
        if excess:
            scope = units if len(units) < len(attack.targets) else ()
            mods.append(Mod("overstacked_target", -excess, "A5.131", "overstacked target", scope))
    return tuple(mods)
