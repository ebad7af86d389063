"""What a line of sight says: the verdict, its hindrances and why it is blocked (A6).

The verdict is worked out by :mod:`goodorder.board.sight.sight` over the pixels of the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import msgspec

if TYPE_CHECKING:
    from goodorder.board.map.board import Map


class Obstruction(msgspec.Struct, frozen=True, gc=False):
    """What blocks a line: the hex, the terrain's id ("crest" for bare ground), the level it reaches, and why.

    ``at`` is the place in pixels.
    """

    hex: int
    terrain: str
    height: float
    rule: str
    reason: str
    at: tuple[float, float]


class Hindrance(msgspec.Struct, frozen=True, gc=False):
    """One hindrance on a line, with its DRM (A6.7)."""

    hex: int
    terrain: str
    value: int
    rule: str


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line of sight between two Locations ``a`` and ``b``, as far as the rules ask.

    ``hindrance`` is the sum, which says nothing of a blocked line; ``hexes`` are those crossed in order, ends
    included (along a hexspine both). ``crossed`` lists (end hex, side) for the hexsides of *both* end hexes on the
    line: two where it passes a vertex. ``spines`` lists (end hex, hex, side): a hexside
    lying lengthwise on the line and touching that end.
    """

    a: int
    b: int
    blocked: bool
    hindrance: int
    range: int
    hexes: tuple[int, ...]
    crossed: tuple[tuple[int, int], ...]
    spines: tuple[tuple[int, int, int], ...]

    def entry_sides(self, at: int) -> tuple[int, ...]:
        """Hexsides of the end hex ``at`` that the line crosses."""
        return tuple(side for index, side in self.crossed if index == at)

    def reversed(self) -> Self:
        """The same line told from the other end."""
        return msgspec.structs.replace(self, a=self.b, b=self.a, hexes=self.hexes[::-1])


class Verdict(Line, frozen=True, gc=False):
    """A line of sight with its hindrances, from ``a`` on, and what blocks it.

    ``aimed`` is true for a line to or from another place than a hex centre (:mod:`goodorder.board.sight.aims`).
    """

    hindrances: tuple[Hindrance, ...]
    why: Obstruction | None
    aimed: bool = False

    def reversed(self) -> Self:
        """The same verdict told from the other end."""
        turned = super().reversed()
        return msgspec.structs.replace(turned, hindrances=self.hindrances[::-1])

    def explain(self, board: Map) -> str:
        """The verdict in a sentence, with hex names and rules."""
        ends = f"{board.place_name(self.a)} to {board.place_name(self.b)}, range {self.range}"
        if self.why is not None:
            return f"{ends}: blocked at {board.hexes[self.why.hex].name}: {self.why.reason} ({self.why.rule})"
        if not self.hindrances:
            return f"{ends}: clear"
        parts = ", ".join(f"{h.terrain} in {board.hexes[h.hex].name} +{h.value} ({h.rule})" for h in self.hindrances)
        return f"{ends}: clear, hindrance +{self.hindrance}: {parts}"
