"""Ways of entering: from where to where, and by what manner of moving (A4.13)."""

from __future__ import annotations

from msgspec import Struct

CROSSED = 6
"""``Way.crest`` of an entry that claims Crest status behind the hexside crossed."""


class Way(Struct, frozen=True, gc=False):
    """One way from a Location into another, or on within it.

    ``frm`` is -1 for who enters the map, ``to`` -2 for who leaves it, then across ``side``; else ``side`` is the
    hexside of ``frm`` that is crossed, which the map tells (-1: none, or not looked up yet).  ``road``: at the road
    rate (A4.132).  ``bypass`` names the hexsides of ``to`` that are gone along, in order; with ``frm`` equal to ``to``
    on from those gone along there, or without ``bypass`` into the obstacle (A4.3).  ``crest`` is the middle hexside of
    the Crest status claimed in ``to``, -1 without (B20.91).  ``past`` is the hex on whose side one goes around a house
    of a row into the next, -1 where that is not said (B23.71).  ``cover``: the cover of shellholes is paid for
    (B2.4, A10.531).  ``push``: they push a Gun there (C10.3).
    """

    frm: int
    to: int
    side: int = -1
    road: bool = False
    bypass: tuple[int, ...] = ()
    crest: int = -1
    past: int = -1
    cover: bool = False
    push: bool = False
