"""DRM of a fire attack that come from its firers and its line of sight (A4.51, A5.1, A6.7, A7.53)."""

from __future__ import annotations

from goodorder.core.state import MK_SMOKE_GRENADE
from goodorder.data.charts import smoke

from ..a05_stacking import excess_squads
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import rule
from ..units import leadership
from .facts import AttackFacts, sight


@rule("A7.531", point=FIRE_DRM, rows=["A.10a"], order=10)
def leader_direction(attack: AttackFacts) -> Mod | None:
    """Directing leaders give their DRM; of several Locations' leaders the worst counts."""
    if not attack.leaders:
        return None
    value = max(leadership(attack.st, leader) for leader in attack.leaders)
    return Mod("leader_direction", value, "A7.531", "leader directs", outside=True) if value else None


@rule("A6.7", point=FIRE_DRM, order=20)
def hindrance(attack: AttackFacts) -> Mod | None:
    """Each LOS Hindrance adds its DRM; in a Fire Group the worst line counts for all (A7.52)."""
    worst = max((sight(attack.st, loc, attack.target).hindrance for loc in attack.locations()), default=0)
    return Mod("hindrance", worst, "A6.7", "LOS Hindrance", outside=True) if worst else None


def smoke_on_line(attack: AttackFacts, frm: int) -> int:
    """DRM of SMOKE grenades on the line from ``frm`` to the target, both ends included (A24.2)."""
    st = attack.st
    marked = {m.loc for m in st.markers.values() if m.kind == MK_SMOKE_GRENADE}
    if not marked:
        return 0
    line = {frm, attack.target} if frm == attack.target else set(sight(st, frm, attack.target).hexes)
    value = smoke().hindrance["smoke_grenade"] * len(marked & line)
    if value and frm in marked:
        value += smoke().firing_out_drm
    return value


@rule("A24.2", point=FIRE_DRM, rows=["SK3.MPh.14"], order=21)
def smoke_hindrance(attack: AttackFacts) -> Mod | None:
    """SMOKE grenades add +2 a hex to fire through, into or out of them, and one more to fire out."""
    if attack.residual:
        if attack.st.marker_at(MK_SMOKE_GRENADE, attack.target) is None:
            return None
        return Mod("smoke", smoke().hindrance["smoke_grenade"], "A24.2", "SMOKE in the hex")
    worst = max((smoke_on_line(attack, loc) for loc in attack.locations()), default=0)
    return Mod("smoke", worst, "A24.2", "SMOKE on the line", outside=True) if worst else None


@rule("A4.51", point=FIRE_DRM, order=30)
def exhausted_firer(attack: AttackFacts) -> Mod | None:
    """An attack made or directed by a CX unit takes +1."""
    if any(unit.cx for unit in (*attack.firing_units(), *attack.leaders)):
        return Mod("cx_firer", 1, "A4.51", "CX firer", outside=True)
    return None


@rule("A5.12", point=FIRE_DRM, order=40)
def overstacked_firer(attack: AttackFacts) -> Mod | None:
    """Firing from an overstacked Location costs +1 for each squad in excess."""
    worst = max((excess_squads(attack.st, loc, attack.side) for loc in attack.locations()), default=0)
    return Mod("overstacked_firer", worst, "A5.12", "overstacked firers", outside=True) if worst else None


@rule("A5.131", point=FIRE_DRM, order=41)
def overstacked_target(attack: AttackFacts) -> Mod | None:
    """An overstacked target is easier: -1 for each squad in excess; in the MPh only movers suffer."""
    if not attack.targets:
        return None
    excess = excess_squads(attack.st, attack.target, attack.targets[0].side)
    return Mod("overstacked_target", -excess, "A5.131", "overstacked target") if excess else None
