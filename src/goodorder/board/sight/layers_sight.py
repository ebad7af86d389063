"""Lines of sight among what play has laid on a map: layers on top of the map's own verdict (A6.7, A24, B25, D9.4).

The map's verdict comes first, on the terrain as rubble and roadblocks leave it. Then each hex that the line meets
adds what lies in it. In one hex Hindrances add up; of the hexes at one range the highest counts, all of it (A6.7);
from six on the line is blocked (B.10). Fire out of SMOKE meets one more than fire into it (A24.8), so here the two
directions of a line may differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from goodorder.board.errors import BoardError
from goodorder.board.map import facts as f
from goodorder.board.map.board import Map
from goodorder.board.map.locations import KIND_CODES, Location
from goodorder.board.sight import compiled
from goodorder.board.sight import kernel_rules as k
from goodorder.board.sight.aims import LinePoint, line
from goodorder.board.sight.kernel import THICK, point
from goodorder.board.sight.kernel_hillocks import on_hillock
from goodorder.board.sight.layers import (
    BLAZE_KINDS,
    BlazeKind,
    Layers,
    SmokeKind,
    Vehicle,
    changed_map,
    figures,
    smoke_height,
)
from goodorder.board.sight.los import Hindrance, Verdict
from goodorder.board.sight.sight import NO_SMOKE, Judgement, hindrance_of, why_of
from goodorder.board.sight.trace import trace
from goodorder.data.charts import smoke as smoke_chart


class _Cloud(NamedTuple):
    """One source of SMOKE: its Location, what it is, its Hindrance and the levels between which it hangs."""

    place: Location
    kind: SmokeKind | BlazeKind
    value: int
    bottom: int
    top: int

    def holds(self, level: int) -> bool:
        return self.bottom <= level < self.top

    def passed(self, end: int, other: int) -> bool:
        """Whether a line from ``end``, a level of its hex, to another level outside runs through it."""
        if self.holds(end) or (end == self.top and other < end):
            return True
        return end < self.bottom <= other


class _Met(NamedTuple):
    """A hex that a line meets, with its ranges to both ends."""

    hex: int
    near: int
    far: int


class LayeredSight:
    """The lines of sight of a map with layers. ``board`` is the map after rubble and roadblocks.

    Raises BoardError for layers that can't be where they are said to be.
    """

    def __init__(self, printed: Map, layers: Layers) -> None:
        self.board = changed_map(printed, layers)
        self._clouds: dict[int, list[_Cloud]] = {}
        self._vehicles: dict[int, list[tuple[Location, Vehicle]]] = {}
        hindrance, blazes = smoke_chart().hindrance, figures().blaze
        sources: list[tuple[int, SmokeKind | BlazeKind, int, int | None]] = []
        sources += [(one.location, one.kind, one.strength or hindrance[one.kind], one.floor) for one in layers.smoke]
        sources += [(one.location, one.kind, blazes.of(one.kind), None) for one in layers.blazes]
        for location, kind, value, floor in sources if layers.wind != "heavy" else []:
            place = self.standing(location)
            top = place.level + smoke_height(kind, layers.wind)
            bottom = place.level if floor is None else max(place.level, floor)
            if bottom < top:
                self._clouds.setdefault(place.hex, []).append(_Cloud(place, kind, value, bottom, top))
        cold = list(layers.vehicles)
        if layers.wind == "heavy":
            # its smoke is blown away, the wreck stands there still (B25.2)
            cold += [Vehicle(one.location, "wreck") for one in layers.blazes if one.kind == "burning_wreck"]
        for vehicle in cold:
            if vehicle.kind != "unarmored":
                place = self.standing(vehicle.location)
                self._vehicles.setdefault(place.hex, []).append((place, vehicle))
        self._mind = np.zeros(k.MIND, np.int32)
        self._known: dict[Verdict | tuple[int, int], Verdict] = {}

    def standing(self, loc: int) -> Location:
        """A Location of the map as it is now; raises BoardError where rubble took it."""
        place = self.board.locations[loc]
        if place.kind == "gone":
            raise BoardError(f"{place.name} is rubble now", expected="a Location that still stands")
        return place

    def verdict(self, a: int, b: int) -> Verdict:
        """The line from Location ``a`` to ``b``, told from ``a``, who looks or fires."""
        return self.over(self.board.los(self.standing(a).id, self.standing(b).id))

    def aimed(self, frm: LinePoint, to: LinePoint) -> Verdict:
        """The line from one place to another, such as a vertex of a hex (A4.34); told as :meth:`verdict` is."""
        for aim in (frm, to):
            self.standing(aim.location)
        return self.over(line(self.board, frm, to))

    def over(self, static: Verdict) -> Verdict:
        """A line that the terrain of ``board`` lets through or blocks, with what the layers add, from its ``a``."""
        if static.blocked:
            return static
        key = static if static.aimed else (static.a, static.b)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._over(static)
        return known

    def _over(self, static: Verdict) -> Verdict:
        if static.aimed or static.a <= static.b:
            found = list(self._combined(static))
        else:  # ranges count from the lower id, as they do for the map's own lines
            found = [*self._combined(static.reversed())][::-1]
        viewer = self.board.locations[static.a]
        out = next((c for c in self._clouds.get(viewer.hex, []) if c.holds(viewer.level)), None)
        if out is not None:
            found.insert(0, Hindrance(viewer.hex, out.kind, smoke_chart().firing_out_drm, "A24.8"))
        total = sum(one.value for one in found)
        why = None
        if total >= THICK:
            told = Judgement(k.TOO_THICK, total, tuple(found), found[-1].hex, (0.0, 0.0), 0, 0)
            why = why_of(told, viewer, self.board.locations[static.b], self.board)
        return replace(static, blocked=why is not None, hindrance=total, hindrances=tuple(found), why=why)

    def _combined(self, static: Verdict) -> Iterator[Hindrance]:
        """The Hindrances of a line that the terrain leaves clear, range by range from its first end (A6.7)."""
        one, two = (self.board.locations[i] for i in (static.a, static.b))
        terrain: dict[int, Hindrance] = {}
        for known in static.hindrances:
            terrain[self.board.distance(one.hex, known.hex)] = known
        laid: dict[int, list[tuple[_Met, list[Hindrance]]]] = {}
        for met in self._met(static, one, two):
            found = [*self._smoke(met, one, two), *self._wrecks(met, one, two)]
            if found:
                laid.setdefault(met.near, []).append((met, found))
        for near in sorted({*terrain, *laid}):
            printed = terrain.get(near)
            best = [] if printed is None else [printed]
            for met, found in laid.get(near, []):
                own = printed
                if printed is not None and printed.hex != met.hex:
                    own = None if static.aimed else self._terrain(met, one, two)
                both = [*([] if own is None else [own]), *found]
                if sum(h.value for h in both) > sum(h.value for h in best):
                    best = both
            yield from best

    def _met(self, static: Verdict, one: Location, two: Location) -> Iterator[_Met]:
        """The hexes that the line meets; a touched vertex is enough, for layers fill their hexes (B.6)."""
        first, last = self.board.hexes[one.hex], self.board.hexes[two.hex]
        if first is last:
            yield _Met(one.hex, 0, 0)
            return
        if static.aimed:
            yield from (_Met(h, self.board.distance(one.hex, h), self.board.distance(h, two.hex)) for h in static.hexes)
            return
        for step in trace(first.col & 1, last.col - first.col, last.row - first.row).steps:
            h = self.board.at(first.col + step.dc, first.row + step.dr)
            if h >= 0:
                yield _Met(h, step.near, step.far)

    def _smoke(self, met: _Met, one: Location, two: Location) -> Iterator[Hindrance]:
        """The SMOKE that a line meets in a hex: never more than +3 for one Location (A24.2)."""
        left: dict[int, int] = {}
        for cloud in sorted(self._clouds.get(met.hex, []), key=lambda c: -c.value):
            if self._in_the_way(cloud, met, one, two):
                rest = left.get(cloud.place.id, smoke_chart().max_drm_per_location)
                value = min(cloud.value, rest)
                left[cloud.place.id] = rest - value
                if value:
                    rule = "B25.2" if cloud.kind in BLAZE_KINDS else "A24.2"
                    yield Hindrance(met.hex, cloud.kind, value, rule)

    def _in_the_way(self, cloud: _Cloud, met: _Met, one: Location, two: Location) -> bool:
        """Whether a line runs through SMOKE: into it, out of it, down through it, or below its top (A24.2, A24.4)."""
        if met.hex in (one.hex, two.hex):
            ends = [(one, two)] if met.hex == one.hex else []
            ends += [(two, one)] if met.hex == two.hex else []
            return any(cloud.passed(e.level, o.level) for e, o in ends)
        if max(one.level, two.level) < cloud.bottom:
            return False
        mind = self._mind
        mind[k.A], mind[k.B], mind[k.FROM], mind[k.TO], mind[k.TOTAL] = one.hex, two.hex, one.level, two.level, 0
        mind[k.LOW], mind[k.HIGH] = min(one.level, two.level), max(one.level, two.level)
        mind[k.REACH] = self.board.distance(one.hex, two.hex)
        mind[k.SMOKE_HINDRANCES + 3 * met.near] = 0
        smokes = np.zeros((met.hex + 1, 2), np.int32)
        smokes[met.hex] = cloud.value, cloud.top
        k.smoke(smokes, mind, met.hex, met.near)
        return bool(mind[k.TOTAL])

    def _wrecks(self, met: _Met, one: Location, two: Location) -> list[Hindrance]:
        """An AFV or wreck between two Locations of its own level hinders once for its hex (D9.4).

        Both ends must see it; one in Bypass hinders only across the hexside that it Bypasses.
        """
        reach = self.board.distance(one.hex, two.hex)
        if one.level != two.level or not (0 < met.near < reach and 0 < met.far < reach):
            return []
        if self._hillock(one.hex) and self._hillock(two.hex):
            return []
        for place, vehicle in self._vehicles.get(met.hex, []):
            seen = (self.board.sees(one.id, place.id) and self.board.sees(two.id, place.id)) or vehicle.side is not None
            if place.level == one.level and seen and self._crosses(vehicle, met.hex, one, two):
                return [Hindrance(met.hex, vehicle.kind, figures().afv_or_wreck, "D9.4")]
        return []

    def _hillock(self, h: int) -> bool:
        """Whether a hex is of a hillock, from which one sees over half levels to another."""
        return on_hillock(self.board.sight.facts.field.hexes, h, k.GROUND)

    def _crosses(self, vehicle: Vehicle, h: int, one: Location, two: Location) -> bool:
        """Whether a line meets a vehicle's part of its hex: all of it, or in Bypass one hexside, ends included."""
        if vehicle.side is None:
            return True
        of = self.board.raster.geometry
        (ax, ay), (bx, by) = of.aim[one.hex].tolist(), of.aim[two.hex].tolist()
        p, q = of.vertices[h, vehicle.side].tolist(), of.vertices[h, (vehicle.side + 1) % 6].tolist()
        length = float(np.hypot(bx - ax, by - ay))
        off = [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length for x, y in (p, q)]
        return bool(off[0] * off[1] <= 0 or min(abs(off[0]), abs(off[1])) < 1)

    def _terrain(self, met: _Met, one: Location, two: Location) -> Hindrance | None:
        """What the terrain of one hex alone hinders: the map's verdict tells only of the worst at each range."""
        field, mind = self.board.sight.facts.field, np.zeros(k.MIND, np.int32)
        px, hx, te = field
        ends = [(p.hex, p.level, KIND_CODES[p.kind]) for p in (one, two)]
        compiled.kernel().judge(*field, NO_SMOKE, *ends[0], *ends[1], mind)
        table = k.HINDRANCES + 3 * met.near
        mind[table] = mind[k.TOTAL] = 0
        h, fills = met.hex, te[hx[met.hex, f.CODE], f.INHERENT]
        (x0, y0), (x1, y1) = hx[one.hex, [f.X, f.Y]].tolist(), hx[two.hex, [f.X, f.Y]].tolist()
        steps = max(abs(x1 - x0), abs(y1 - y0))
        for n in range(steps + 1):
            x, y = x0 + (x1 - x0) * n // steps, y0 + (y1 - y0) * n // steps
            p = int(px[y, x])
            mine = p & f.HEX_BITS == h
            if mine or (mind[k.ALONG] and k.in_wide(hx, h, x, y)):
                code = (p >> f.CODE_SHIFT) & 255
                kind = hx[h, f.CODE] if fills and not mine else code
                ground = ((p >> f.LEVEL_SHIFT) & f.LEVEL_BITS) - f.LEVEL_BIAS
                side = (p >> f.SIDE_SHIFT) & 7 if mine else k.nearest_side(hx, h, x, y)
                point(hx, te, mind, h, met.near, met.far, side, x, y, kind, ground)
        value, where, code = mind[table : table + 3].tolist()
        return hindrance_of(where, value, code) if value else None


@lru_cache(maxsize=64)
def layered(printed: Map, layers: Layers) -> LayeredSight:
    """The lines of sight of a map with layers; the last few are remembered."""
    return LayeredSight(printed, layers)
