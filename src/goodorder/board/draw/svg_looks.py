"""The look of each terrain: muted, printed-map colours of our own, told apart by shape as well as by colour."""

from __future__ import annotations

from goodorder.board.draw.svg_shapes import Look, Pattern
from goodorder.board.map.terrain import Terrain

GROUND = "#e2e5cb"
CONTOUR = "#8d6f41"
_LEVELS = {
    -2: "#aebb96",
    -1: "#c6cfae",
    1: "#d8c9a0",
    2: "#c6ae7c",
    3: "#b0935f",
    4: "#977a4a",
    5: "#83693d",
    6: "#725a33",
}
WATER, BANK, ROAD = "#a8c2cd", "#6d8fa0", "#f0e6cd"

GRAIN = Pattern(
    "go-grain", 9, 9, "#e9dc9f", "#bfa24b", (((0, 2.2), (6, 2.2)), ((3, 6.7), (9, 6.7))), weight=1.3, turn=38
)
BRUSH = Pattern(
    "go-brush",
    17,
    15,
    "#cdd2a2",
    "#6f7a44",
    (
        ((2, 5), (3.6, 3), (5.2, 5)),
        ((10, 3), (11.6, 1), (13.2, 3)),
        ((6, 12), (7.6, 10), (9.2, 12)),
        ((13, 11), (14.6, 9), (16.2, 11)),
    ),
    weight=1.5,
)
FURROWS = Pattern("go-furrows", 10, 7, "#d9cba6", "#ab9468", (((0, 3.5), (10, 3.5)),), weight=1.6, turn=-24)
VINES = Pattern(
    "go-vines",
    12,
    10,
    "#dcdcae",
    "#6e7d3f",
    (((2, 9), (2, 1)), ((0.5, 3), (2, 4.5), (3.5, 3)), ((0.5, 6), (2, 7.5), (3.5, 6))),
    weight=1.3,
    turn=18,
)
REEDS = Pattern(
    "go-reeds",
    22,
    16,
    "#c3d3c0",
    "#587a74",
    (
        ((2, 6), (9, 6)),
        ((4, 6), (3.4, 2)),
        ((5.6, 6), (5.6, 1)),
        ((7.2, 6), (7.8, 2)),
        ((13, 14), (20, 14)),
        ((15, 14), (14.4, 10)),
        ((16.6, 14), (16.6, 9)),
        ((18.2, 14), (18.8, 10)),
    ),
    weight=1.2,
)
WAVES = Pattern(
    "go-waves", 34, 18, WATER, "#8fb0be", (((3, 5), (7, 3.5), (11, 5)), ((20, 13), (24, 11.5), (28, 13))), weight=1.1
)
STIPPLE = Pattern(
    "go-stipple", 11, 11, "#e6d9ae", "#b79f62", (((2, 3), (2.6, 3)), ((7.5, 8), (8.1, 8)), ((8, 2), (8.6, 2)))
)
KUNAI = Pattern("go-kunai", 8, 9, "#d7d79b", "#8d9445", (((2, 8), (3, 2)), ((5, 8), (4.6, 3))), weight=1.3)
PADDY = Pattern("go-paddy", 14, 12, "#cdd9b4", "#8fa87a", (((0, 0), (14, 0)), ((0, 0), (0, 12))), weight=1.4)
TIMBER = Pattern("go-timber", 16, 6, "#c9a878", "#7d5c35", (((1, 3), (14, 3)),), weight=2.4, turn=8)

AREAS: dict[str, tuple[Look, bool]] = {
    "plowed_field": (Look(FURROWS, "#b6a274", 1.2), False),
    "grain": (Look(GRAIN, "#c9b468", 1.2), False),
    "brush": (Look(BRUSH, "#a3ab74", 1.2), True),
    "vineyard": (Look(VINES, "#a3a86c", 1.2), False),
    "kunai": (Look(KUNAI, "#a3a86c", 1.2), True),
    "marsh": (Look(REEDS, "#86a598", 1.3), True),
    "swamp": (Look(REEDS, "#5c764b", 1.6), True),
    "mudflat": (Look(STIPPLE, "#a39468", 1.2), True),
    "orchard": (Look("#d6dfb0", "#b4c088", 1), True),
    "bare_orchard": (Look("#dcdcbc", "#b9b892", 1), True),
    "olive_grove": (Look("#d3d8b8", "#aab290", 1), True),
    "palm_trees": (Look("#dcdfb0", "#b4c088", 1), True),
    "cactus_patch": (Look("#dde0b4", "#a9b07a", 1), True),
    "light_woods": (Look("#b3c39c", "#7c9266", 1.5), True),
    "woods": (Look("#8aa377", "#5c764b", 1.8), True),
    "forest": (Look("#75916a", "#47633c", 1.8), True),
    "pine_woods": (Look("#7b967c", "#456049", 1.8), True),
    "light_jungle": (Look("#93ae74", "#5f7d44", 1.8), True),
    "dense_jungle": (Look("#71955c", "#466636", 2), True),
    "bamboo": (Look("#b9c884", "#7f9350", 1.6), True),
    "crags": (Look("#d5d3c4", "#aaa797", 1.1), True),
    "broken_ground": (Look("#dad5bd", "#b1a98b", 1), True),
    "graveyard": (Look("#cfd8bf", "#8d9a82", 1.2), False),
    "lumberyard": (Look(TIMBER, "#7d5c35", 1.4), False),
    "debris": (Look("#d3cfc6", "#98938a", 1.1), True),
    "shellholes": (Look("#d9d2b4", "#b5a985", 1), True),
    "runway": (Look("#cbcac5", "#94928c", 1.4), False),
    "sand": (Look(STIPPLE, "#c6b27a", 1), True),
    "snow": (Look("#f1f2ec", "#d3d6cc", 1), True),
    "deep_snow": (Look("#fafbf8", "#c9d0d2", 1.2), True),
    "ice": (Look("#d9e6ea", "#9fb9c4", 1.4), True),
    "mud": (Look("#c4ae86", "#98815a", 1), True),
    "scrub": (Look(BRUSH, "#c9b68a", 1), True),
}
BY_CATEGORY: dict[str, tuple[Look, bool]] = {
    "WATER": (Look(WAVES, BANK, 1.8), True),
    "WOODS": (Look("#8aa377", "#5c764b", 1.8), True),
    "OTHER": (Look("#d3cfc6", "#98938a", 1.1), True),
    "ENTRENCHMENT": (Look("#cbb98d", "#7d6a3f", 1.3), True),
    "OPEN": (Look(STIPPLE, "#c6b27a", 1), True),
}
_LIKE = {
    "ford": "WATER",
    "flooded_stream": "WATER",
    "irrigation_ditch": "WATER",
    "ocean": "WATER",
    "shallow_ocean": "WATER",
    "effluent": "WATER",
    "dry_reef": "WATER",
    "sunken_reef": "WATER",
}
UNSEEN = frozenset(("open_ground", "crest", "rooftop", "off_board_observer", "sewer", "tunnel", "hillock_summit"))
"""What has no picture of its own."""


def level_colour(level: int) -> str:
    """The ground of a level."""
    return _LEVELS.get(level, "#8a6f43" if level > 0 else "#9aa885")


def area_look(kind: Terrain) -> tuple[Look, bool]:
    """How an area is filled, and whether its edges are rounded."""
    if kind.id in AREAS:
        return AREAS[kind.id]
    if kind.id.endswith("paddy"):
        return Look(PADDY, "#8fa87a", 1.2), False
    if kind.id.endswith("rubble") or "_rubble_" in kind.id:
        return Look("#cfccc6" if kind.stone else "#d3c0a2", "#8d8a84" if kind.stone else "#94764e", 1.1), True
    return BY_CATEGORY.get(drawn_as(kind), BY_CATEGORY["OPEN"])


def drawn_as(kind: Terrain) -> str:
    """The category whose look an area takes."""
    return _LIKE.get(kind.id, kind.category)


def roof(kind: Terrain) -> tuple[str, str]:
    """Roof and edge of a building: cool grey for stone, warm brown for the rest, darker the higher."""
    storeys = kind.height + kind.half
    stone = (("#b3b7bb", "#4d5359"), ("#a4a9af", "#454b52"), ("#9298a0", "#3a4047"), ("#7f868f", "#30363c"))
    wood = (("#b58a5e", "#5f3f22"), ("#ab7d50", "#57391e"), ("#a06f43", "#4d3019"), ("#8f6038", "#432a15"))
    return (stone if kind.stone else wood)[min(max(storeys - 1, 0), 3)]
