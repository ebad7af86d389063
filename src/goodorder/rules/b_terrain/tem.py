"""What the target's terrain does to an attack: TEM, height, FFMO and FFNAM (B, A4.6, A7.6)."""

from __future__ import annotations

from goodorder.board import Terrain
from goodorder.core.state import ASSAULT, MK_SMOKE_GRENADE, State, Unit

from ..a07_fire.facts import AttackFacts, sight
from ..a07_fire.modifiers import smoke_on_line
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import rule


def hexside_tem(st: State, frm: int, to: int) -> Terrain | None:
    """The wall or hedge of the target hex that the line crosses, the better one where it crosses two (B9.3)."""
    if frm == to:
        return None
    cover = st.world.map.hexside_cover(frm, to)  # hexspines too (B9.3), only at its level (B9.35)
    return cover[0][2] if cover else None


def road_mover(st: State, unit: Unit) -> bool:
    """Whether a unit entered its hex at the road rate during this MPh (A4.132)."""
    steps = [step for step in st.trail(unit.id).steps if step.kind == "enter"]
    return bool(steps) and steps[-1].road


def terrain_tem(st: State, frm: int | None, to: int) -> Mod | None:
    """The TEM of a hex for one line of fire: the better of the hex's own and a hexside's, else height.

    ``frm`` None asks for the hex itself, as Residual FP does.  Of woods or building and wall only one
    counts (B9.31); the +1 for a higher target counts where no other TEM does (B10.31).
    """
    here = st.world.map.hexes[to]
    own = here.terrain
    side = hexside_tem(st, frm, to) if frm is not None else None
    if side is not None and side.tem > own.tem:
        return Mod("hexside_tem", side.tem, side.rule + ".3", side.name, outside=True)
    if own.tem:
        number = "B23.3" if own.building else f"{own.rule}.3"
        return Mod("tem", own.tem, number, own.name)
    if frm is not None and frm != to and here.level > st.world.map.hexes[frm].level:
        return Mod("height_advantage", 1, "B10.31", "higher target")
    return None


@rule("A7.6", point=FIRE_DRM, order=50)
def target_terrain(attack: AttackFacts) -> Mod | None:
    """The target's TEM; in a Fire Group the worst case for the attacker counts (A7.52)."""
    if attack.residual:
        return terrain_tem(attack.st, None, attack.target)
    found = [mod for loc in attack.locations() if (mod := terrain_tem(attack.st, loc, attack.target))]
    return max(found, key=lambda mod: mod.value, default=None)


def moves_in_the_open(st: State, frm: int, to: int) -> bool:
    """Whether FFMO could apply to a mover in ``to`` for a firer in ``frm`` (A4.6, A10.531).

    Open Ground to that firer: no TEM, no Hindrance, no SMOKE on the line.
    """
    here = st.world.map.hexes[to].terrain
    return here.open_ground and terrain_tem(st, frm, to) is None and sight(st, frm, to).hindrance == 0


def _runs(st: State, unit: Unit) -> bool:
    trail = st.trail(unit.id)
    return not unit.pinned and any(step.kind != "start" for step in trail.steps)


@rule("A4.6", point=FIRE_DRM, rows=["SK3.MPh.8", "SK3.DFPh.2"], order=60)
def first_fire_movers(attack: AttackFacts) -> tuple[Mod, ...]:
    """FFNAM -1 for moving without Assault Movement, FFMO -1 for moving in the open; not for a pinned unit."""
    if not attack.moving:
        return ()
    st = attack.st
    mods: list[Mod] = []
    running = tuple(unit for unit in attack.targets if _runs(st, unit))
    hasty = tuple(u.id for u in running if u.broken or not st.trail(u.id).declared & ASSAULT)
    if hasty:
        scope = () if len(hasty) == len(attack.targets) else hasty
        mods.append(Mod("ffnam", -1, "A4.6", "non-assault movement (FFNAM)", scope))
    if attack.residual:
        own = st.world.map.hexes[attack.target].terrain
        opened = own.open_ground and not own.tem and st.marker_at(MK_SMOKE_GRENADE, attack.target) is None
    else:
        opened = all(moves_in_the_open(st, loc, attack.target) for loc in attack.locations())
        opened = opened and not any(smoke_on_line(attack, loc) for loc in attack.locations())
    if opened and running:
        ids = tuple(unit.id for unit in running)
        scope = () if len(ids) == len(attack.targets) else ids
        mods.append(Mod("ffmo", -1, "A4.6", "moving in the open (FFMO)", scope))
    return tuple(mods)
