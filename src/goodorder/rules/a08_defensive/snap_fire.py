"""What a Snap Shot does to firepower and DRM, and who may take one (A8.15)."""

from __future__ import annotations

from goodorder.board.sight.los import Line
from goodorder.core.actions import SNAP
from goodorder.core.errors import Refusal
from goodorder.core.state import Step

from ..facts.aiming import attack_line
from ..facts.attack_facts import AttackFacts, PartFacts
from ..facts.firing import PartAsk
from ..facts.ground import map_now
from ..facts.snap_shot import crossing, walls_met
from ..facts.wall_advantage import holds, walls
from ..ledger import Mod
from ..points import FIRE_DRM, FIRE_FACTOR, MAY_FIRE
from ..registry import rule


@rule("A8.15", point=FIRE_FACTOR, order=56)
def snap_shot_fire(facts: PartFacts) -> Mod | None:
    """A Snap Shot is Area Fire."""
    return Mod("snap_shot", -2, "A8.15", "Snap Shot") if facts.attack.via == SNAP else None


@rule("A8.15", point=MAY_FIRE, order=13, of=["MPh"])
def snap_into_another_hex(ask: PartAsk) -> Refusal | None:
    """Not at who enters the firer's own hex."""
    if ask.via == SNAP and ask.range == 0:
        return Refusal("A8.15", "no Snap Shot at who enters the firer's hex")
    return None


@rule("A8.15", point=FIRE_DRM, order=51, of=["Snap Shot"])
def snap_cover(attack: AttackFacts) -> Mod | None:
    """Of cover a wall or hedge of the two hexes that the line crosses before the hexside counts, or at its ends
    (B9.42), else height (+1). One that all firers beyond it have Wall Advantage over counts not.
    """
    if attack.via != SNAP:
        return None
    st, found = attack.st, []
    step = crossing(st, attack.targets, attack.target)
    board = map_now(st)
    for loc in attack.locations():
        seen = attack_line(attack, loc).sight
        if step is None or seen.blocked:
            continue
        found += _walls(attack, loc, step, seen)
        if board.level(attack.target) > board.level(loc):
            found.append(Mod("height_advantage", 1, "B10.31", "higher target"))
    return max(found, key=lambda mod: mod.value, default=None)


def _walls(attack: AttackFacts, loc: int, step: Step, seen: Line) -> list[Mod]:
    """The walls of the two hexes that cover against the firers of one Location: those crossed before the hexside, and
    those at its ends (B9.42).
    """
    st, board = attack.st, map_now(attack.st)
    firers = [part.unit for part in attack.parts if part.unit.loc == loc]
    drop = max(0, board.level(loc) - board.level(step.to) - board.distance(loc, step.to))
    into, out = board.hex_at(step.to), board.hex_at(step.frm)
    places = set(walls_met(board, loc, step.frm, step.to, step.hexside))
    for hex, own in ((into, (step.hexside + 3) % 6), (out, step.hexside)):
        places |= {(hex, side) for side in seen.entry_sides(hex) if side != own}
    found = []
    for hex, side in sorted(places):
        kind = board.hexes[hex].sides[side]
        if kind is None or board.content.wall_level[hex, side] != board.level(step.to):
            continue
        if firers and board.around(hex)[side] == board.hex_at(loc):
            theirs = (side + 3) % 6
            if all(theirs in walls(st, unit) and holds(st, unit) for unit in firers):
                continue
        value = kind.tem - (0 if kind.id == "bocage" else drop)
        if value > 0:
            found.append(Mod("hexside_tem", value, f"{kind.rule}.3", kind.name, outside=True))
    return found
