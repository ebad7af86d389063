"""What a Snap Shot does to firepower and DRM, and who may take one (A8.15)."""

from __future__ import annotations

from goodorder.board.aims import comes_across
from goodorder.core.actions import SNAP
from goodorder.core.errors import Refusal
from goodorder.core.state import Step

from ..a07_fire.aiming import attack_line
from ..a07_fire.facts import AttackFacts, PartFacts
from ..a07_fire.permission import PartAsk
from ..b_terrain.wall_advantage import holds, walls
from ..ledger import Mod
from ..points import FIRE_DRM, FIRE_FACTOR, MAY_FIRE
from ..registry import builds, rule
from .snap_shot import crossing


@rule("A8.15", point=FIRE_FACTOR, order=56)
def snap_shot_fire(facts: PartFacts) -> Mod | None:
    """A Snap Shot is Area Fire."""
    return Mod("snap_shot", -2, "A8.15", "Snap Shot") if facts.attack.via == SNAP else None


@rule("A8.15", point=MAY_FIRE, order=13)
def snap_into_another_hex(ask: PartAsk) -> Refusal | None:
    """Not at who enters the firer's own hex."""
    if ask.via == SNAP and ask.range == 0:
        return Refusal("A8.15", "no Snap Shot at who enters the firer's hex")
    return None


@rule("A8.15", point=FIRE_DRM, order=51)
def snap_cover(attack: AttackFacts) -> Mod | None:
    """Of cover a wall or hedge of the two hexes that the line crosses before the hexside counts, and the one on the
    hexside itself where the firer is beyond it; else height (+1).
    """
    if attack.via != SNAP:
        return None
    st, found = attack.st, []
    step = crossing(st, attack.targets, attack.target)
    board = st.world.map
    for loc in attack.locations():
        seen = attack_line(attack, loc).sight
        if step is None or seen.blocked:
            continue
        for hex, own in ((board.hex_at(step.to), (step.hexside + 3) % 6), (board.hex_at(step.frm), step.hexside)):
            sides = [board.hexes[hex].sides[side] for side in seen.entry_sides(hex) if side != own]
            found += [Mod("hexside_tem", side.tem, f"{side.rule}.3", side.name, outside=True) for side in sides if side]
        if (wall := crossed_wall(attack, step, loc)) is not None:
            found.append(wall)
        if board.level(attack.target) > board.level(loc):
            found.append(Mod("height_advantage", 1, "B10.31", "higher target"))
    return max(found, key=lambda mod: mod.value, default=None)


@builds("B9.42", "B9.41")
def crossed_wall(attack: AttackFacts, step: Step, frm: int) -> Mod | None:
    """The wall or hedge on the hexside that the movers have just crossed, for fire from beyond it or along it.

    Not against who has Wall Advantage there, and nothing of one that stands below the hex entered (B9.35). It loses
    what the firer's height takes (B9.33).
    """
    st, board = attack.st, attack.st.world.map
    entered, left, at = (board.hex_at(loc) for loc in (step.to, step.frm, frm))
    wall = board.hexes[left].sides[step.hexside]
    if wall is None or not wall.tem or board.level(step.to) < board.level(step.frm):
        return None
    firers = [part.unit for part in attack.parts if part.unit.loc == frm]
    held = at == left and firers and all(step.hexside in walls(st, unit) and holds(st, unit) for unit in firers)
    if held or not comes_across(board, entered, (step.hexside + 3) % 6, at):
        return None
    drop = 0 if wall.id == "bocage" else board.level(frm) - board.level(step.to) - board.distance(at, entered)
    value = wall.tem - max(0, drop)
    return Mod("hexside_tem", value, f"{wall.rule}.3", wall.name, outside=True) if value > 0 else None
