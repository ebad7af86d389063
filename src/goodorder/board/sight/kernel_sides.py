"""What stands on hexsides, and how a line leaves and enters Depressions (A6.3, B9, B19, B23.71, B32)."""

from __future__ import annotations

from goodorder.board.map.facts import (
    BASE,
    BED,
    BOCAGE,
    BRIDGE,
    CATEGORY,
    CLIFF,
    CODE,
    EDGE_CODE,
    EMBANKMENT,
    FLAGS,
    HALF,
    HEIGHT,
    INNER_WALL,
    IS_BAR,
    IS_DEPRESSION,
    NEIGHBOUR,
    OBSTACLE,
    ROAD,
    ROOFLESS,
    SIDE,
    SUNKEN,
    WATER,
    Ints,
    Row,
)
from goodorder.board.sight.kernel_heights import NO_FOOT, blind, blind_hexes
from goodorder.board.sight.kernel_rules import (
    ALONG,
    BEFORE,
    BOCAGE_SIDE,
    CLEAR,
    DEEP_A,
    DEEP_B,
    ENDS_UP,
    ENTERS_DEPRESSION,
    ENTRY,
    EXIT,
    FROM,
    HERE,
    HIGH,
    HINDRANCES,
    LEAVES_AT_VERTEX,
    LEAVES_DEPRESSION,
    LEAVING,
    LOW,
    OPEN_HEX,
    OVERGROWN,
    REACH,
    ROWHOUSE_BAR,
    RULINGS_OFF,
    SLOPED,
    STARTS_UP,
    TO,
    UNEVEN,
    WALL,
    A,
    B,
    beyond_centre,
    crossed,
    first_side,
    hex_range,
    hinder,
)


def enter(hx: Ints, te: Ints, mind: Row, h: int, side: int) -> None:
    """The line comes into a hex: where it follows a Depression there, the ground of the hex is open to it (A6.3)."""
    was = mind[HERE]
    mind[HERE] = h
    if mind[BEFORE] == h:
        return
    mind[BEFORE] = was
    if mind[ALONG] or not (mind[DEEP_A] or mind[DEEP_B]):
        return
    rise, sides = mind[TO] - mind[FROM], crossed(hx, mind, h)
    for s in range(6):
        if sides >> s & 1 and (sunk(hx, h, s) or te[hx[h, EDGE_CODE + s], CATEGORY] == WATER):
            if mind[DEEP_A] and rise > 0 and s == side:
                mind[OPEN_HEX] = h
            if mind[DEEP_B] and rise < 0 and s != side and h != mind[B]:
                mind[OPEN_HEX] = h


def sunk(hx: Ints, h: int, side: int) -> bool:
    """Whether a hexside is a Depression hexside."""
    return bool((hx[h, FLAGS] >> (SUNKEN + side)) & 1)


def depression(
    hx: Ints, te: Ints, mind: Row, h: int, near: int, far: int, side: int, x: int, y: int, code: int, ground: int
) -> int:
    """A unit IN a Depression sees out, and is seen, along its floor or from a level higher for each hex (A6.3)."""
    a, b, rise = mind[A], mind[B], mind[TO] - mind[FROM]
    sunken, floor = hx[h, FLAGS] & IS_DEPRESSION != 0, hx[h, BASE]
    if te[hx[h, CODE], CATEGORY] == BRIDGE:
        sunken, floor = True, floor - 1
    joined = mind[REACH] == 1 and mind[LEAVING] >= 0 and sunk(hx, a, mind[LEAVING])
    roadway = te[code, CATEGORY] == BRIDGE or te[code, CATEGORY] == ROAD
    if mind[DEEP_A]:
        over = roadway and not leaves_by_road(hx, te, mind, h)
        open_way = ground <= mind[FROM] or (sunken and (ground == floor or over))
        out = far > rise and h != b and not open_way and not joined
        if out and far == 1 and mind[TO] > hx[h, BASE] and hx[h, FLAGS] & IS_DEPRESSION:
            out = beyond_centre(hx, b, h, x, y) >= 0
        if not out and far == 1 and sunken and not open_way and ground >= mind[TO]:
            out = beyond_centre(hx, b, h, x, y) > 0
        if not out and h == a and code == CLIFF:
            reason = blind_hexes(hx, te, mind, h, near, far, side, x, y, code, ground)
            if reason != CLEAR:
                return reason
        if out:
            return LEAVES_DEPRESSION
        if mind[ALONG] and rise <= 0 and crest_at(hx, a, mind[EXIT]):
            return LEAVES_AT_VERTEX
    if mind[DEEP_B]:
        over = roadway and not comes_by_road(hx, te, mind, h)
        open_way = ground <= mind[TO] or (sunken and (ground == floor or over))
        into = near > -rise and h != a and not open_way and not joined
        if into and near == 1 and mind[FROM] > hx[h, BASE] and hx[h, FLAGS] & IS_DEPRESSION:
            into = beyond_centre(hx, a, h, x, y) >= 0
        if not into and near == 1 and sunken and not open_way and ground >= mind[FROM]:
            into = beyond_centre(hx, a, h, x, y) > 0
        if not into and h == b and code == CLIFF:
            reason = blind_hexes(hx, te, mind, h, near, far, side, x, y, code, ground)
            if reason != CLEAR:
                return reason
        if into:
            return ENTERS_DEPRESSION
        if mind[ALONG] and rise >= 0 and crest_at(hx, b, mind[ENTRY]):
            return LEAVES_AT_VERTEX
    if hx[h, BED] and mind[DEEP_A] and mind[DEEP_B] and near < mind[REACH] and far < mind[REACH]:
        return along_bed(hx, te, mind, h, near)
    return CLEAR


def along_bed(hx: Ints, te: Ints, mind: Row, h: int, near: int) -> int:
    """Between two that are IN Depressions woods on both sides of a gully's bed are an obstacle there too, brush a
    hindrance at its own level (B19.21, ruling R654).
    """
    if h == mind[A] or h == mind[B] or mind[RULINGS_OFF] & 256:
        return CLEAR
    grown, floor = hx[h, BED], hx[h, BASE]
    if te[grown, OBSTACLE]:
        return OVERGROWN if floor + 1 + te[grown, HEIGHT] > mind[HIGH] else CLEAR
    if floor == mind[LOW] and floor == mind[HIGH]:
        hinder(mind, HINDRANCES, near, 1, h, grown)
    return CLEAR


def leaves_by_road(hx: Ints, te: Ints, mind: Row, h: int) -> bool:
    """Whether the line crosses a hex over a hexside with a road."""
    if mind[ALONG]:
        return False
    side = first_side(crossed(hx, mind, h))
    return side >= 0 and te[hx[h, EDGE_CODE + side], CATEGORY] == ROAD


def comes_by_road(hx: Ints, te: Ints, mind: Row, h: int) -> bool:
    """Whether a road crosses the hexside over which the line came into a hex."""
    if mind[ALONG] or mind[BEFORE] < 0:
        return False
    found = False
    for s in range(6):
        if hx[h, NEIGHBOUR + s] == mind[BEFORE]:
            found = found or te[hx[h, EDGE_CODE + s], CATEGORY] == ROAD
    return found


def crest_at(hx: Ints, end: int, vertex: int) -> bool:
    """Whether a hexside of an end hex beside the vertex that the line passes is a crest or a Depression's bank."""
    for i in range(2):
        s = (vertex + 5 + i) % 6
        beyond = hx[end, NEIGHBOUR + s]
        if beyond < 0:
            continue
        deep, other = hx[end, FLAGS] & IS_DEPRESSION != 0, hx[beyond, FLAGS] & IS_DEPRESSION != 0
        if hx[end, BASE] != hx[beyond, BASE] or (sunk(hx, end, s) and deep != other):
            return True
    return False


def hexside(
    hx: Ints, te: Ints, mind: Row, h: int, near: int, far: int, side: int, x: int, y: int, code: int, ground: int
) -> int:
    """Walls, hedges, bocage and walls between rowhouses or halls (B9.1, B9.5, B23.71, O5.31)."""
    if mind[SLOPED] or (mind[UNEVEN] and (mind[STARTS_UP] or mind[ENDS_UP])):
        return CLEAR
    low, high, top = mind[LOW], mind[HIGH], ground + te[code, HEIGHT]
    over = top > high or (top == high and (top > low or te[code, HALF] == 1))
    if te[code, IS_BAR]:
        if te[code, INNER_WALL] and mind[ALONG]:
            return inner_wall(hx, te, mind, h, near, far, side, x, y, code, ground, over)
        if over:
            return ROWHOUSE_BAR
        if side == 6 or hx[h, NEIGHBOUR + side] < 0:
            return CLEAR
        # a wall belongs to both hexes beside it: the nearer to the higher end counts
        beyond = hx[h, NEIGHBOUR + side]
        if mind[FROM] > mind[TO]:
            near = min(near, hex_range(hx, mind[A], beyond))
        else:
            far = min(far, hex_range(hx, mind[B], beyond))
        if hides(hx, te, mind, h, near, far, side, x, y, code, ground, 4):
            return ROWHOUSE_BAR
        return CLEAR
    if wall_of_end(hx, mind, h, near, far, side):
        return CLEAR
    if code == BOCAGE:
        if over or hides(hx, te, mind, h, near, far, side, x, y, code, ground, 8):
            return BOCAGE_SIDE
        return CLEAR
    return WALL if ground == low and ground == high else CLEAR


def hides(
    hx: Ints,
    te: Ints,
    mind: Row,
    h: int,
    near: int,
    far: int,
    side: int,
    x: int,
    y: int,
    code: int,
    ground: int,
    ruling: int,
) -> bool:
    """Whether a wall's blind hexes reach the lower end.

    One no higher than that end has none (ruling R208), bocage across a hexside may have none (B9.531, ruling R209).
    """
    if not blind(hx, te, mind, h, near, far, side, x, y, code, ground, te[code, HEIGHT], False, NO_FOOT):
        return False
    if mind[RULINGS_OFF] & ruling:
        return True
    top = ground + te[code, HEIGHT]
    if code == BOCAGE and not on_spine(hx, mind[A], h, side) and not on_spine(hx, mind[B], h, side):
        down, up = (near, far) if mind[FROM] > mind[TO] else (far, near)
        return bool(up <= 2 * top + down // 5 - mind[HIGH] - mind[LOW] + 1)
    return bool(top > mind[LOW] or (top == mind[LOW] and te[code, HALF] == 1))


def on_spine(hx: Ints, end: int, h: int, side: int) -> bool:
    """Whether a hexside of a hex is a hexspine of an end hex: it meets that at one vertex."""
    found = False
    for t in range(6):
        if hx[end, NEIGHBOUR + t] == h:
            found = (side - t) % 6 in (2, 4)
    return found


def inner_wall(
    hx: Ints,
    te: Ints,
    mind: Row,
    h: int,
    near: int,
    far: int,
    side: int,
    x: int,
    y: int,
    code: int,
    ground: int,
    over: bool,
) -> int:
    """A line along a hexspine meets a wall inside a factory: lengthwise, at its end, or in an end's own hex (O5.31)."""
    a, b, top = mind[A], mind[B], ground + te[code, HEIGHT]
    if h in (a, b):
        vertex = mind[EXIT] if h == a else mind[ENTRY]
        own = hx[h, SIDE + vertex] == code or hx[h, SIDE + (vertex + 5) % 6] == code
        return ROWHOUSE_BAR if own else CLEAR
    one, two = (mind[EXIT] + 1) % 6, (mind[EXIT] + 4) % 6
    if near & 1 and (hx[h, SIDE + one] == code or hx[h, SIDE + two] == code):
        if side not in (one, two) or hx[h, SIDE + side] != code:
            return CLEAR
        if top > mind[FROM] and top > mind[TO]:
            return ROWHOUSE_BAR
        beyond, opposite = hx[h, NEIGHBOUR + side], (side + 3) % 6
        roofless = te[hx[h, CODE], ROOFLESS] or (beyond >= 0 and te[hx[beyond, CODE], ROOFLESS])
        if not roofless:
            return CLEAR
        for s in range(6):
            if s in (side, opposite) or hx[h, SIDE + s] < 0 or not te[hx[h, SIDE + s], IS_BAR]:
                continue
            of = h if (s - side) % 6 in (1, 5) else beyond
            away = hx[of, NEIGHBOUR + s] if of >= 0 else -1
            if away != a and away != b:
                blocks = blind(hx, te, mind, h, near, far, side, x, y, code, ground, te[code, HEIGHT], False, NO_FOOT)
                return ROWHOUSE_BAR if blocks else CLEAR
        return CLEAR
    if over or blind(hx, te, mind, h, near, far, side, x, y, code, ground, te[code, HEIGHT], False, NO_FOOT):
        return ROWHOUSE_BAR
    return CLEAR


def embankment(hx: Ints, mind: Row, h: int, near: int, far: int, side: int, ground: int) -> int:
    """A railway's embankment on the hexside by which the line comes into a hex (B32)."""
    if side == 6 or hx[h, SIDE + side] != EMBANKMENT or h == mind[A] or h == mind[B]:
        return CLEAR
    beyond = hx[h, NEIGHBOUR + side]
    if beyond == mind[A] or beyond == mind[B] or not crossed(hx, mind, h) >> side & 1:
        return CLEAR
    if wall_of_end(hx, mind, h, near, far, side) or mind[SLOPED]:
        return CLEAR
    return WALL if ground == mind[LOW] and ground == mind[HIGH] else CLEAR


def wall_of_end(hx: Ints, mind: Row, h: int, near: int, far: int, side: int) -> bool:
    """Whether the wall at a pixel never blocks: it touches an end hex or lies lengthwise to one (B9.2)."""
    if side == 6:
        return True
    return (near <= 2 and passes(hx, mind[A], h, near, side, mind[EXIT])) or (
        far <= 2 and passes(hx, mind[B], h, far, side, mind[ENTRY])
    )


def passes(hx: Ints, end: int, h: int, distance: int, side: int, vertex: int) -> bool:
    """Whether a wall on a hexside lets the line pass because of where it lies to an end hex (B9.2, B9.52)."""
    if h == end:
        return True
    for t in range(6):
        if hx[end, NEIGHBOUR + t] == h and (side - t) % 6 == 3:
            return True
    # bocage on a hexspine is not looked along
    if on_spine(hx, end, h, side) and hx[h, SIDE + side] != BOCAGE:
        return True
    if distance == 1 and hx[h, SIDE + side] < 0:
        return True
    return vertex >= 0 and far_end(hx, end, h, distance, side, vertex)


def far_end(hx: Ints, end: int, h: int, distance: int, side: int, vertex: int) -> bool:
    """Whether a hexside begins where a walled hexspine, which the line runs along from an end hex, ends.

    Such a hexside does not block unless the other one that begins there has a wall too.
    """
    if distance == 2:
        h, side = hx[h, NEIGHBOUR + side], (side + 3) % 6
        if h < 0:
            return True
        if hex_range(hx, end, h) > 1:
            return False
    before = (vertex + 5) % 6
    left, right = hx[end, NEIGHBOUR + before], hx[end, NEIGHBOUR + vertex]
    if left < 0 or right < 0 or hx[right, SIDE + (vertex + 4) % 6] < 0:
        return False
    begins = (h == left and side == vertex) or (h == right and side == before)
    return begins and not (hx[left, SIDE + vertex] >= 0 and hx[right, SIDE + before] >= 0)
