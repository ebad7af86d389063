"""A map: hexes with their names and neighbours, and lines of sight between them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from copy import copy
from functools import cached_property, partial
from itertools import compress, count
from types import MappingProxyType

from msgspec.structs import replace

from goodorder.board.errors import BoardError, nearest
from goodorder.board.map.derive import Hex, derive, hex_names, still_of
from goodorder.board.map.hexgrid import distances, grid, rows_in
from goodorder.board.map.locations import CORNERS, Location, corner_of
from goodorder.board.map.per_map_cache import count_map, once_per_map
from goodorder.board.map.raster import Raster
from goodorder.board.map.terrain import Terrain
from goodorder.board.sight.cliff_places import climb_places, climb_word, point_line
from goodorder.board.sight.kernel_table import BLOCKED
from goodorder.board.sight.los import Line, Verdict
from goodorder.board.sight.sight import Judgement, Sight
from goodorder.board.sight.sight_trail import LineStretch, trail

_LEVEL_WORDS = {"bridge": "B", "beneath": "U", "crest": "C"}
_PATIENCE = 24
"""Lines worked out one by one before the map's table is looked for, and between two looks."""


class Map:
    """A playable map. Immutable; lines of sight are worked out when first asked for and remembered.

    A hex's index is also the id of its ground Location. ``width`` and ``height`` are in pixels. ``others`` are second
    names by which hexes are found, those of half hexes of two boards that became one (A2.3). ``printed`` is the map
    that this one was before play changed it: its Locations and buildings keep their numbers.
    """

    def __init__(
        self,
        name: str,
        raster: Raster,
        names: list[str] | None = None,
        *,
        svg: str = "",
        others: Mapping[str, int] = MappingProxyType({}),
        printed: Map | None = None,
    ) -> None:
        count_map()
        self.name = name
        self.raster = raster
        names = names or hex_names(raster.columns, raster.rows, 0, "")
        self.hexes, self.buildings, self.content = derive(raster, names)
        if printed is not None:
            self.hexes = tuple(
                replace(h, building=was.building if h.building >= 0 else -1)
                for h, was in zip(self.hexes, printed.hexes, strict=True)
            )
            self.buildings = still_of(printed.buildings, self.hexes)
        self.width, self.height = raster.width, raster.height
        self.drawing = svg
        self._first = raster.layout.first
        self.others = others
        self.printed = printed
        # a hex's own name goes first: a Location is told by the first word that leads to it
        self._index = {h.name: h.index for h in self.hexes}
        self._index.update((other, index) for other, index in others.items() if other not in self._index)
        self._starts, self.neighbours, self._sides, self._centres = grid(raster.columns, raster.rows, self._first)
        self._grounds = len(self.hexes)
        self._ranges: list[list[int] | None] = [None] * len(self.hexes)
        self._los: dict[tuple[int, int], Verdict] = {}
        self._lines: dict[tuple[int, int], Line] = {}
        self._upper_words: dict[int, str] = {}
        self._rows: list[bytes] | None = None
        self._asked = 0

    def __repr__(self) -> str:
        return f"Map({self.name!r}, {len(self.hexes)} hexes)"

    def at(self, col: int, row: int) -> int:
        """Index of the hex at a column and row, -1 off the map."""
        if not 0 <= col - self._first < self.raster.columns or not 0 <= row < rows_in(col, self.raster.rows):
            return -1
        return self._starts[col - self._first] + row

    def index(self, name: str) -> int:
        """Index of a named hex; raises BoardError naming the nearest one."""
        try:
            return self._index[name]
        except KeyError:
            hint = nearest(name, self._index) or f"{self.hexes[0].name} to {self.hexes[-1].name}"
            raise BoardError(f"map {self.name!r} has no hex {name!r}", expected=hint) from None

    def hex(self, name: str) -> Hex:
        """A named hex; raises BoardError naming the nearest one."""
        return self.hexes[self.index(name)]

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def distance(self, a: int, b: int) -> int:
        """Range in hexes between the hexes of two Locations, worked out once for each hex."""
        grounds = self._grounds
        if a >= grounds:
            a = self.hex_at(a)
        if b >= grounds:
            b = self.hex_at(b)
        row = self._ranges[a]
        return (self._ranges_from(a) if row is None else row)[b]

    def _ranges_from(self, h: int) -> list[int]:
        row = self._ranges[h]
        if row is None:
            row = self._ranges[h] = distances(self._centres[h], self._centres)
        return row

    def ring(self, a: int, n: int) -> tuple[int, ...]:
        """Hexes at exactly range ``n``, in index order."""
        return tuple(compress(count(), map(n.__eq__, self.ranges(a))))

    @once_per_map(4096)
    def within(self, a: int, n: int) -> tuple[int, ...]:
        """Hexes at range ``n`` or less, the hex itself included, in index order."""
        return tuple(compress(count(), map(n.__ge__, self.ranges(a))))

    def adjacent(self, a: int, b: int) -> bool:
        """Whether the hexes of two Locations share a hexside."""
        return a != b and self.hex_at(b) in self.around(a)

    def side_between(self, a: int, b: int) -> int | None:
        """The hexside of ``a`` that it shares with ``b``, or None."""
        found = self._sides.get((a, b))
        if found is None and (a >= self._grounds or b >= self._grounds):
            found = self._sides.get((self.hex_at(a), self.hex_at(b)))
        return found

    def edge(self, a: int) -> frozenset[str]:
        """The map edges that a hex touches: north, south, east, west."""
        here = self.hex_of(a)
        rows = rows_in(here.col, self.raster.rows)
        touches = {
            "north": here.row == 0,
            "south": here.row == rows - 1,
            "west": here.col == self._first,
            "east": here.col == self._first + self.raster.columns - 1,
        }
        return frozenset(edge for edge, yes in touches.items() if yes)

    def los(self, a: int, b: int) -> Verdict:
        """The line of sight between two Locations, told from ``a``; the same verdict from either end (A6.5)."""
        known = self._los.get((a, b))
        if known is None:
            low, high = (a, b) if a < b else (b, a)
            told = self.sight.verdict if high < len(self.sight.places) else partial(point_line, self)
            verdict = self._los[low, high] = told(low, high)
            known = verdict
            if a != low:
                known = self._los[a, b] = verdict.reversed()
        return known

    def line(self, a: int, b: int) -> Line:
        """The same line as far as the rules ask: without its reasons, and sooner where the map's table is at hand."""
        known = self._lines.get((a, b))
        if known is None:
            low, high = (a, b) if a < b else (b, a)
            if high >= len(self.sight.places):
                found_here = self._lines[a, b] = self.los(a, b)
                return found_here
            rows = self._table_rows()
            if rows is None:
                verdict = self.los(low, high)
                total = None if verdict.blocked else verdict.hindrance
            else:
                total = None if rows[low][high] == BLOCKED else rows[low][high]
            found = self.sight.line(low, high, total)
            self._lines[low, high] = found
            known = found
            if a != low:
                known = self._lines[a, b] = found.reversed()
        return known

    def sees(self, a: int, b: int) -> bool:
        """Whether there is a line of sight between two Locations."""
        rows = self._rows
        if rows is None or a >= len(rows) or b >= len(rows):
            return not self.line(a, b).blocked
        return rows[a][b] != BLOCKED

    def hindrance(self, a: int, b: int) -> int:
        """What hinders the line between two Locations that is not blocked, in all."""
        rows = self._rows
        if rows is None or max(a, b) >= len(rows):
            return self.line(a, b).hindrance
        return rows[a][b]

    def clear(self, a: int, b: int, blocks_at: int) -> bool:
        """Whether there is one that is hindered less than ``blocks_at``, by terrain alone."""
        rows = self._rows
        if rows is None or a >= len(rows) or b >= len(rows):
            line = self.line(a, b)
            return not line.blocked and line.hindrance < blocks_at
        return rows[a][b] < blocks_at  # BLOCKED is more than any Hindrance

    def clear_from(self, places: Iterable[int], to: int, blocks_at: int) -> set[int]:
        """Those of some Locations from which there is such a line to another; it is the same both ways (A6.5)."""
        rows = self._rows
        if rows is None or to >= len(rows):
            return {frm for frm in places if self.clear(frm, to, blocks_at)}
        row, count = rows[to], len(rows)
        return {frm for frm in places if (row[frm] < blocks_at if frm < count else self.clear(frm, to, blocks_at))}

    def seen_from(self, places: Iterable[int], to: int) -> set[int]:
        """Those of some Locations from which there is any line of sight to another."""
        return self.clear_from(places, to, BLOCKED)

    def ranges(self, a: int) -> list[int]:
        """The ranges from a Location to every hex."""
        if a >= self._grounds:
            a = self.hex_at(a)
        row = self._ranges[a]
        return self._ranges_from(a) if row is None else row

    def _table_rows(self) -> list[bytes] | None:
        """The table of all lines by rows, once it is at hand; nothing waits for it."""
        if self._rows is None:
            self._asked += 1
            if self._asked % _PATIENCE == 0:
                from goodorder.board.sight import los_table

                self._rows = los_table.at_hand(self)
        return self._rows

    def hexside_cover(self, firer: int, target: int) -> tuple[tuple[int, int, Terrain], ...]:
        """Walls and hedges that a line from ``firer`` gives ``target``: (hex, side, terrain), best TEM first.

        They are on hexsides of the target's hex that the line crosses, or lie lengthwise on the line and touch
        that hex (B9.3); one at another level than the target's gives nothing (B9.35).
        """
        return self.cover(self.line(firer, target), target)

    def cover(self, line: Line, target: int) -> tuple[tuple[int, int, Terrain], ...]:
        """The same for a line at hand, such as one to a vertex of the target's hex."""
        level, target = self.level(target), self.hex_at(target)
        places = [(target, side) for side in line.entry_sides(target)]
        places += [(index, side) for end, index, side in line.spines if end == target]
        found = []
        for index, side in places:
            cover = self.hexes[index].sides[side]
            if cover is not None and self.content.wall_level[index, side] == level:
                found.append((index, side, cover))
        return tuple(sorted(found, key=lambda item: (-item[2].tem, item[0], item[1])))

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """Every Location; the ground Location of a hex has the hex's index, upper levels and bridges follow, places
        on cliffs are the last.
        """
        return (*self.sight.places, *climb_places(self, len(self.sight.places)))

    def hex_at(self, location: int) -> int:
        """The hex of a Location, or of a vertex (:func:`.locations.corner`)."""
        if location < self._grounds:
            return location
        return self.locations[location].hex if location < CORNERS else corner_of(location)[0]

    def place_at(self, location: int) -> Location:
        """A Location by its number; a vertex is one on the ground of its hex."""
        if location < CORNERS:
            return self.locations[location]
        h, vertex = corner_of(location)
        here = self.hexes[h]
        return Location(location, h, here.level, 0, "corner", here.name, -1, vertex)

    def hex_of(self, location: int) -> Hex:
        """The hex in which a Location lies."""
        try:
            return self.hexes[location]
        except IndexError:
            return self.hexes[self.hex_at(location)]

    def level(self, location: int) -> int:
        """The absolute level of a Location (B10.1, B23.22); a hex's own for its ground."""
        return self.hexes[location].level if location < self._grounds else self.place_at(location).level

    def around(self, location: int) -> tuple[int, ...]:
        """The ground Locations of the six adjacent hexes by hexside, -1 where the map ends."""
        return self.neighbours[location if location < self._grounds else self.hex_at(location)]

    def level_word(self, location: int) -> str:
        """The level of a Location as :meth:`place` takes it: "" for the ground, "2", "B" or "U"."""
        if location < self._grounds:
            return ""
        place = self.place_at(location)
        return climb_word(place) if place.kind == "climb" else _LEVEL_WORDS.get(place.kind, str(place.above))

    def word(self, location: int) -> str:
        """The word for a Location in notation and menu keys, one of :attr:`words`."""
        if location < self._grounds:
            return self.hexes[location].name
        known = self._upper_words.get(location)
        if known is None:
            level = self.level_word(location)
            known = f"{self.hex_of(location).name}/{level}" if level else self.hexes[location].name
            self._upper_words[location] = known
        return known

    @cached_property
    def words(self) -> dict[str, int]:
        """Every Location by its word in notation: "K7", "K7/2" above ground, "K7/B" on a bridge, "K7/U" under it."""
        found = dict(self._index)
        for place in self.locations[len(self.hexes) :]:
            if place.kind != "crest":
                found[self.word(place.id)] = place.id
            if place.kind in ("bridge", "beneath"):  # the other of the two is the hex itself
                other = "U" if place.kind == "bridge" else "B"
                found[f"{self.hexes[place.hex].name}/{other}"] = place.hex
        return found

    def place(self, h: int, level: str = "") -> int:
        """The Location of a hex at a level: "" or "0" the ground, "1", "2" .. above it, "B" on and "U" under a bridge.

        "C" is where units in Crest status look from (B20.91).

        Raises BoardError where the hex has none.
        """
        if level in ("", "0") or self.words.get(f"{self.hexes[h].name}/{level}") == h:
            return h
        if level.startswith("climb") and (climbing := self.words.get(f"{self.hexes[h].name}/{level}")) is not None:
            return climbing
        for p in self.locations[len(self.hexes) :]:
            if p.hex == h and p.kind not in ("climb", "gone") and level == _LEVEL_WORDS.get(p.kind, str(p.above)):
                return p.id
            if p.hex == h and {level, p.kind} in ({"B", "beneath"}, {"U", "bridge"}):
                return h  # a bridge's own hex is its roadway, a Depression's under a bridge its floor
        held = [p.name for p in self.locations[len(self.hexes) :] if p.hex == h and p.kind not in ("climb", "gone")]
        raise BoardError(f"{self.hexes[h].name} has no level {level!r}", expected=", ".join(held) or "the ground alone")

    def place_name(self, location: int) -> str:
        """A Location's name, such as "K7" or "K7 level 2"."""
        return self.hexes[location].name if location < self._grounds else self.place_at(location).name

    def with_hexes(self, changed: Iterable[Hex]) -> Map:
        """The same map with some hexes as given, such as one that a bar no longer parts from the next.

        Their levels and Depressions stay, and so do lines of sight: what changes those is drawn
        (:func:`goodorder.board.sight.layers.changed_map`).
        """
        new, hexes = copy(self), list(self.hexes)
        for here in changed:
            hexes[here.index] = here
        new.__dict__.pop("of_hexes", None)
        new.hexes = tuple(hexes)
        new.buildings = still_of(self.buildings, new.hexes)
        return new

    def judge(self, a: int, b: int, *, without: int = 0) -> Judgement:
        """The kernel's bare word on the line walked from Location ``a`` to ``b``, not remembered.

        ``without`` has a bit for each ruling to be left out (:mod:`goodorder.board.sight.audit`).
        """
        return self.sight.judge(a, b, without)

    def trail(self, a: int, b: int) -> tuple[LineStretch, ...]:
        """The points of the line between two Locations that mattered, from ``a`` on."""
        return trail(self, a, b)

    @cached_property
    def of_hexes(self) -> Map:
        """The same map with one Location to a hex, its ground: no upper level, nothing on or beneath its bridge.

        What stands and lies there is as high and as low for lines of sight.

        >>> from goodorder.board import text_map
        >>> village = text_map("C5 stone_building 2")
        >>> flat = village.of_hexes
        >>> len(village.locations) - len(flat.locations), flat.los(flat.index("C4"), flat.index("C6")).blocked
        (2, True)
        """
        found = copy(self)
        grounds = tuple(Location(h.index, h.index, h.level, 0, "ground", h.name) for h in self.hexes)
        found.__dict__.pop("words", None)
        found.__dict__["locations"] = grounds
        found.__dict__["of_hexes"] = found
        return found

    @cached_property
    def sight(self) -> Sight:
        """The map's pixels and facts as lines of sight need them."""
        return Sight(self)

    @cached_property
    def los_digest(self) -> str:
        """A hash of all that lines of sight are judged by."""
        field, ends = self.sight.facts.field, self.sight.ends
        sha = hashlib.sha256()
        for part in (*field, ends):
            sha.update(part.tobytes())
        return sha.hexdigest()[:24]

    @cached_property
    def digest(self) -> str:
        """A hash of names and content: equal maps have equal digests."""
        names = ",".join(h.name for h in self.hexes)
        return hashlib.sha256(f"{names}|{self.raster.digest()}".encode()).hexdigest()[:16]
