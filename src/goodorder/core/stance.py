"""How a counter is in its Location: with the Location itself, a unit's whole position (design section 3).

A claim of Crest status or of Wall Advantage and a way along hexsides in Bypass belong here, and outlast a Player Turn
where no rule ends them. A field comes with the rule that reads it.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace


class Stance(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a unit is in its Location.

    ``crest`` is the middle one of the three hexsides that Crest status protects, -1 without it (B20.9); ``wa`` a claim
    of Wall Advantage (B9.32), of a vehicle that of its "?" (A12.2). ``bypass`` holds the vertices of its hex that it
    has gone along in Bypass, in that order (A4.3); vertex 0 is the upper left one, hexside s runs from vertex s to
    s + 1. A vehicle in Bypass straddles the hexside between the two that its stance holds and faces the second (D2.32);
    ``turning`` is the hexspine along which it has turned there to go on, -1 while it has not (D2.33). A captured unit
    is off the map and goes where the unit ``guard`` goes (A20.5).

    >>> PLAIN.with_(crest=2).with_(crest=-1) is PLAIN
    True
    """

    crest: int = -1
    wa: bool = False
    bypass: tuple[int, ...] = ()
    turning: int = -1
    guard: int = 0

    def with_(self, **changes: Any) -> Stance:
        """The stance with some fields replaced, :data:`PLAIN` itself where nothing is left: who saves a unit leaves it
        out then.
        """
        new = replace(self, **changes)
        return PLAIN if new == PLAIN else new


PLAIN = Stance()
"""That of a unit of which nothing else is said."""
