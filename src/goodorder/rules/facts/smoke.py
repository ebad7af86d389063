"""SMOKE between a firer and its target, together with the Hindrances of the terrain (A6.7, A24.2, A24.4, A24.8)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.board.sight.layers import BLAZE_KINDS, SMOKE_KINDS, Layers, Smoke, figures, merged
from goodorder.board.sight.layers_sight import LayeredSight, layered
from goodorder.board.sight.los import Line, Verdict
from goodorder.core.remembered import once_a_position
from goodorder.core.state import SMOKE_MARKERS, Marker, State
from goodorder.data.charts import smoke

from ..registry import builds
from .ground import layers_now, map_now
from .vehicle_cover import bare_hulks, burning, hulks, solid
from .wind import BREEZE, smoke_blows_away, smoke_is_idle

SMOKY = (*SMOKE_KINDS, *BLAZE_KINDS)
"""What hinders a line as SMOKE does; a Blaze gives it off (B25.2)."""

CLOUDS = "clouds"
"""Where a position remembers the SMOKE that lies on its map."""

_NOTHING: tuple[tuple[None, None], tuple[Marker, ...]] = ((None, None), ())


class Hindered(Struct, frozen=True):
    """What hinders a line: terrain and SMOKE on the way (or in the firer's Location), and SMOKE in the target hex."""

    terrain: int
    outside: int = 0
    inside: int = 0

    @property
    def smoke(self) -> int:
        """The DRM of SMOKE alone."""
        return self.outside + self.inside

    @property
    def total(self) -> int:
        """The whole DRM."""
        return self.terrain + self.outside + self.inside


@builds("A24.2", "B25.14", "A24.2c")
def smoke_at(st: State, loc: int) -> int:
    """Hindrance of all the SMOKE in a Location, a burning wreck's too, never more than +3 (A24.2, B25.14)."""
    if not st.markers and not st.vehicles:
        return 0
    hindrance = smoke().hindrance
    found = sum(one.strength or hindrance[one.kind] for one in _clouds(st) if one.loc == loc)
    if smoulders(st, loc):
        found += figures().blaze.burning_wreck
    return min(found, smoke().max_drm_per_location)


def in_smoke(st: State, loc: int) -> bool:
    """Whether there is SMOKE in a Location."""
    return (bool(st.markers) and any(one.loc == loc for one in _clouds(st))) or smoulders(st, loc)


@builds("B25.63", "B25.63c")
def smoulders(st: State, loc: int) -> bool:
    """Whether the smoke of a burning wreck hangs in a Location, as it does but in Heavy Winds."""
    return burning(st, loc) and not smoke_blows_away(st)


def _clouds(st: State) -> tuple[Marker, ...]:
    """The SMOKE counters on the map that have any effect, in order; found once while neither they nor the weather
    change.
    """
    if not st.markers:
        return ()
    of, known = st.tables.get(CLOUDS, _NOTHING)
    if of[0] is not st.markers or of[1] is not st.weather:
        idle = smoke_is_idle(st)
        lie = (m for m in st.markers.values() if m.kind in SMOKE_MARKERS and (m.indoors or not idle))
        known = tuple(sorted(lie, key=_place))
        st.tables[CLOUDS] = (st.markers, st.weather), known
    found: tuple[Marker, ...] = known
    return found


def _place(marker: Marker) -> tuple[int, str, int]:
    return marker.loc, marker.kind, marker.strength


def has_smoke(st: State) -> bool:
    """Whether anything may lie on the map that hinders a line besides its terrain."""
    return not only_terrain_hinders(st)


def layers_of(st: State) -> Layers:
    """The SMOKE of a position as lines of sight meet it, AFV and wrecks, and what works lay in their way."""
    kinds = {str(kind): kind for kind in SMOKE_KINDS}
    lie = (Smoke(one.loc, kinds[one.kind], one.strength, _floor(st, one)) for one in _clouds(st))
    clouds = Layers(tuple(lie), wind="mild_breeze" if st.weather.wind == BREEZE else "none")
    blown = smoke_blows_away(st)  # the burning wrecks stand there still
    more = [bare_hulks(st) if blown else hulks(st)] if st.vehicles else []
    more += [layers_now(st)] if st.works else []
    return merged([clouds, *more]) if more else clouds


@builds("A24.61", "A24.61c")
def _floor(st: State, one: Marker) -> int | None:
    """The level of the source that SMOKE drifts from, below which it hinders nothing."""
    if not one.source:
        return None
    origin = st.markers.get(one.source) or st.vehicles.get(one.source)
    return map_now(st).level(origin.loc) if origin is not None and origin.loc >= 0 else None


@builds("A24.2", "A24.4", "A24.2d", "A24.4a", "A24.4c", "A24.8a", "C8.5b", "A24.8.EX1", "B25.2a")
def hindered(st: State, frm: int, to: int, line: Line | None = None) -> Hindered:
    """What hinders a line, by default the one between the centres of two Locations.

    Of hexes at the same range only the worst counts, with all that is in it (A6.7); SMOKE rises two levels (A24.4);
    fire out of or within it takes one more (A24.8). A blocked line has no SMOKE.
    """
    seen = line or map_now(st).line(frm, to)
    if seen.blocked:
        return Hindered(seen.hindrance)
    laid = _obstacles(st)
    if laid is not None and not (laid.most and laid.met_by(st, seen)):
        return Hindered(seen.hindrance)
    through = seen if isinstance(seen, Verdict) and seen.aimed else map_now(st).los(seen.a, seen.b)
    there = st.world.map.hex_at(to)
    terrain = outside = inside = 0
    for one in _screen(st).over(through).hindrances:
        if one.terrain not in SMOKY:
            terrain += one.value
        elif one.hex == there and one.rule != "A24.8":
            inside += one.value
        else:
            outside += one.value
    return Hindered(terrain, outside, inside)


def hinders(st: State, frm: int, to: int, least: int, line: Line | None = None) -> bool:
    """Whether a line, by default the one between the centres of two Locations, which is not blocked, meets Hindrances
    of ``least`` or more in all; where what lies near it is not enough for that no line is drawn through it.
    """
    laid = _obstacles(st)
    if laid is not None:
        short = least - (map_now(st).hindrance(frm, to) if line is None else line.hindrance)
        if laid.most < short:
            return False
        if laid.most and (laid.near(st, frm, to) if line is None else laid.met_by(st, line)) < short:
            return False
    return hindered(st, frm, to, line).total >= least


def only_terrain_hinders(st: State) -> bool:
    """Whether there is neither SMOKE nor a vehicle, a wreck or a work that could hinder a line."""
    laid = _obstacles(st)
    return laid is not None and not laid.most


OBSTACLES = "obstacles"
"""Where it is kept what may hinder lines."""


class _Obstacles(Struct, frozen=True):
    """The hexes where SMOKE lies, each with the most by which it may hinder a line, and those where vehicles and wrecks
    do; ``most``: by all of them together, ``out`` by fire out of SMOKE, which is among that.
    """

    smoke: tuple[tuple[int, int], ...]
    hulls: frozenset[int]
    most: int
    out: int

    def met_by(self, st: State, line: Line) -> int:
        """The most by which those may hinder a line that are where it could meet them."""
        return self.most if isinstance(line, Verdict) and line.aimed else self.near(st, line.a, line.b)

    def near(self, st: State, a: int, b: int) -> int:
        """The same of a line between the centres of two Locations: of each hex that it meets the ranges to both are
        together one more than that of the line at most. A vehicle or wreck hinders between its ends only (D9.4).
        """
        board, found = map_now(st), 0
        from_a, from_b = board.ranges(a), board.ranges(b)
        reach = from_a[board.hex_at(b)] + 1
        for h, most in self.smoke:
            if from_a[h] + from_b[h] <= reach:
                found += most
        if found:
            found += self.out
        for h in self.hulls:
            if from_a[h] + from_b[h] <= reach and from_a[h] and from_b[h]:
                found += figures().afv_or_wreck
        return found


_NO_OBSTACLES = _Obstacles((), frozenset(), 0, 0)


def _obstacles(st: State) -> _Obstacles | None:
    """What may hinder lines besides their terrain: SMOKE by its highest DRM for a Location (A24.2), each vehicle or
    wreck by one (D9.4); None where works may do so too.
    """
    if st.works:
        return None
    return _lying(st) if st.vehicles or (st.markers and _clouds(st)) else _NO_OBSTACLES


@once_a_position
def _lying(st: State) -> _Obstacles:
    """Kept while the vehicles and what they did are the same, the counters on the map, the phase and the weather."""
    trails = [st.trails.get(one) for one in st.vehicles]
    of, (parts, kept) = st.tables.get(OBSTACLES, (None, (None, _NO_OBSTACLES)))
    if of is st.vehicles and parts[0] is st.markers and parts[1] is st.turn and parts[2] is st.weather:
        if parts[3] == trails:
            found: _Obstacles = kept
            return found
    laid = _laid_out(st)
    st.tables[OBSTACLES] = (st.vehicles, ((st.markers, st.turn, st.weather, trails), laid))
    return laid


def _laid_out(st: State) -> _Obstacles:
    hex_at = st.world.map.hex_at
    clouds: dict[int, int] = {}
    if st.markers and (lie := _clouds(st)):
        hindrance = smoke().hindrance
        for one in lie:
            clouds[one.loc] = clouds.get(one.loc, 0) + (one.strength or hindrance[one.kind])
    hulls: set[int] = set()
    for vehicle in st.vehicles.values():
        if vehicle.burning and vehicle.loc >= 0:
            clouds[vehicle.loc] = clouds.get(vehicle.loc, 0) + figures().blaze.burning_wreck
        elif solid(st, vehicle):
            hulls.add(hex_at(vehicle.loc))
    chart = smoke()
    hanging = tuple([(hex_at(loc), min(most, chart.max_drm_per_location)) for loc, most in clouds.items()])
    out = chart.firing_out_drm if clouds else 0
    most = sum([one for _, one in hanging]) + out + len(hulls) * figures().afv_or_wreck
    return _Obstacles(hanging, frozenset(hulls), most, out)


@once_a_position
def _screen(st: State) -> LayeredSight:
    """The position's lines of sight with SMOKE."""
    return layered(map_now(st), layers_of(st))


@once_a_position
def _without_their_smoke(st: State) -> LayeredSight:
    """The same as AFV and wrecks alone hinder them."""
    return layered(map_now(st), bare_hulks(st))


@builds("A9.22", "A9.222", "D9.4", "D10.3", "B25.2", "D10.3a", "B25.2b")
def past_hulls(st: State, line: Verdict) -> Verdict:
    """The line of a Fire Lane as AFV and wrecks hinder it: those that burn as well, whose smoke does not."""
    return line if line.blocked or not st.vehicles else _without_their_smoke(st).over(line)


@builds("A4.6", "A10.531", "A4.6d")
def laid_between(st: State, frm: int, to: int, line: Line | None = None) -> bool:
    """Whether anything hinders a line, SMOKE, AFV and wrecks too: then its target is not in the open."""
    if not (st.works or st.markers or st.vehicles):
        return False
    return hindered(st, frm, to, line).total > 0


def smoke_between(st: State, frm: int, to: int, line: Line | None = None) -> int:
    """The DRM of SMOKE on a line."""
    if not st.works and not (st.markers and _clouds(st)) and not any(one.burning for one in st.vehicles.values()):
        return 0
    return hindered(st, frm, to, line).smoke
