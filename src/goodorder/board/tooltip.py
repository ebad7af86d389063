"""What a player reads when pointing at a hex: each line with its rule."""

from __future__ import annotations

from goodorder.board.derive import Hex

_SIDES = ("top", "upper right", "lower right", "bottom", "lower left", "upper left")
_LOS = {
    "none": "does not affect a line of sight",
    "obstacle": "LOS obstacle",
    "hindrance": "LOS Hindrance",
    "half_obstacle": "half-level LOS obstacle",
    "depression": "below ground level",
}


def tooltip(here: Hex) -> list[tuple[str, str]]:
    """Lines (text, rule) about a hex: name, terrain, level, TEM, MF, line of sight, hexsides, road."""
    ground = here.terrain
    bare = ground.rule == "B1"  # open ground says it all under one number
    lines = [(f"{here.name}: {ground.name}", ground.rule)]
    if here.level:
        lines.append((f"hill, level {here.level}; MF double when entered from below", "B10.4"))
    lines.append((f"TEM {ground.tem:+d}" if ground.tem else "TEM 0", f"{ground.rule}.3"))
    mf = "all MF" if ground.mf_all else f"{ground.mf:g} MF"
    lines.append((f"{mf} for Infantry", "B1" if bare else f"{ground.rule}.4"))
    what = _LOS[ground.los]
    if ground.los == "hindrance":
        what += f" +{ground.hindrance}"
        if ground.upper == "obstacle":
            what += f" between ends at its level, obstacle of height {ground.height} otherwise"
    elif ground.los == "obstacle":
        what += f" of height {ground.height}"
    lines.append((what, "B1" if bare else f"{ground.rule}.2"))
    if ground.open_ground:
        lines.append(("Open Ground", "B1.1"))
    if here.road:
        sides = ", ".join(name for name, road in zip(_SIDES, here.roads, strict=True) if road)
        lines.append((f"road across: {sides}" if sides else "road", "B3.4"))
    for kind in sorted({side.id for side in here.sides if side is not None}):
        places = [(n, s) for n, s in zip(_SIDES, here.sides, strict=True) if s is not None and s.id == kind]
        names = ", ".join(name for name, _ in places)
        lines.append((f"{kind} on: {names}; TEM {places[0][1].tem:+d} across it, {places[0][1].mf:g} MF more", "B9.3"))
    if ground.rally_bonus:
        lines.append(("rally -1", "A10.61"))
    return lines
