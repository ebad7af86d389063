"""The LOS thread of the board: verdict, coloured pieces, the points that mattered, the levels of both ends."""

from __future__ import annotations

from goodorder.board import BoardError, Map
from goodorder.board.draw.los_picture import terrain_name, thread
from goodorder.board.draw.svg_scale import scale_of
from goodorder.board.sight.sight_trail import LineStretch
from goodorder.core.errors import Unreadable
from goodorder.core.state import State
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.smoke import smoke_between

from .messages.answers import LevelDoc, LosThread, Point, Segment, ThreadPiece, ThreadPoint


def los(st: State, frm: str, to: str, from_level: str = "", to_level: str = "") -> LosThread:
    """The line of sight between two Locations over the printed terrain, and the thread that shows it.

    ``smoke`` is what SMOKE on the way adds to the DRM of fire along it (A24.2), which may make it too thick (B.10).

    A level is "" for the ground, "1", "2" .. above it, "B" on and "U" under a bridge; a profile without levels has only
    the ground (B23.42). ``points`` are those that mattered, on the thread; ``levels`` are all that the two hexes have.
    """
    board = map_now(st)
    no_levels = st.world.rules.lacks("levels")
    if no_levels is not None and not {from_level, to_level} <= {"", "0"}:
        raise Unreadable(str(no_levels))
    try:
        one, two = board.index(frm), board.index(to)
        a, b = board.place(one, from_level), board.place(two, to_level)
    except BoardError as error:
        raise Unreadable(str(error)) from error
    verdict = board.los(a, b)
    rule = verdict.why.rule if verdict.why else (verdict.hindrances[0].rule if verdict.hindrances else "A6.1")
    smoke = 0 if verdict.blocked else smoke_between(st, a, b)
    drawn = thread(board, a, b)
    first, last = board.hex_of(one), board.hex_of(two)
    return LosThread(
        from_=frm,
        to=to,
        blocked=verdict.blocked,
        hindrance=verdict.hindrance,
        range=verdict.range,
        why=verdict.explain(board),
        rule=rule,
        hexes=tuple(board.place_name(index) for index in verdict.hexes),
        line=_segment(board, (first.x, first.y), (last.x, last.y)),
        at=_point(board, drawn.cross) if drawn.cross else None,
        thread=tuple(
            ThreadPiece(state="hindered" if smoke else p.state, line=_segment(board, p.start, p.end))
            for p in drawn.stretches
        ),
        dots=tuple(_point(board, spot) for spot in drawn.dots),
        smoke=smoke,
        label=f"{drawn.label}, SMOKE +{smoke}" if smoke else drawn.label,
        points=tuple(_told(board, point) for point in board.trail(a, b)),
        levels=tuple(_levels(board, h) for h in (one, two)),
    )


def _point(board: Map, spot: Point) -> Point:
    """Pixels of the map as the client draws it, in hexes of the usual size."""
    scale = scale_of(board)
    return spot[0] / scale, spot[1] / scale


def _segment(board: Map, start: Point, end: Point) -> Segment:
    return (*_point(board, start), *_point(board, end))


def _told(board: Map, point: LineStretch) -> ThreadPoint:
    text = f"{terrain_name(point.terrain)} {point.says}"
    return ThreadPoint(hex=board.place_name(point.hex), at=_point(board, point.at), text=text, rule=point.rule)


def _levels(board: Map, h: int) -> tuple[LevelDoc, ...]:
    """The Locations of a hex from below, by the words that :func:`los` takes."""
    held = sorted((p for p in board.locations if p.hex == h and p.kind != "climb"), key=lambda p: p.above)
    ground = f"{board.hexes[h].name} ground level"
    return tuple(LevelDoc(key=board.level_word(p.id), name=ground if p.kind == "ground" else p.name) for p in held)
