"""A Human Wave before it is declared, and an impulse before it is announced: what they come to (A25.23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from goodorder.core.actions import DeclareWave, Go, Surge
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a25_nations.wave_declared import courses, member_refusal
from goodorder.rules.a25_nations.wave_moves import costs, impulse_mf, known_enemy, left_of
from goodorder.rules.facts.bypass_path import path_to
from goodorder.rules.facts.entry import HALF
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import has, is_leader, name, names, utype
from goodorder.rules.facts.wave import ahead, grain_hexes

from .messages.preview import LeftOut, PreviewDoc, WaveDoc, WaveWay
from .preview_doc import preview_doc


def wave(st: State, action: DeclareWave) -> PreviewDoc:
    """Its grain and the others that are legal, what lies ahead of each of its hexes, who takes no part, and what its
    units gain and lose.
    """
    board = map_now(st)
    out = tuple(_left_out(st, action.units))
    line = _line(st, action.to, action.grain)
    units = [st.units[u] for u in action.units]
    others = [one.sides for one in courses(st, units, action.to) if one.sides != action.grain]
    text = [
        f"{len(action.units)} units of {len({unit.loc for unit in units})} Locations along {'-'.join(line)} (A25.231)",
        *_out_words(st, out),
        "8 MF each, in impulses of all of them at once; one Morale Level more, no pins, Lax (A25.23)",
        "All of them lose their ? (A25.23)",
    ]
    told = WaveDoc(
        units=tuple(map(str, action.units)),
        ways=tuple(_ahead(st, action)),
        grain=line,
        others=tuple(_line(st, action.to, sides) for sides in others),
        out=out,
    )
    doc = preview_doc(f"Human Wave towards {board.place_name(action.to)}", (), text=text)
    return replace(doc, wave=told)


def gathering(st: State, action: DeclareWave) -> PreviewDoc:
    """A Human Wave of which neither the target nor the grain is chosen: who could take part, and who can't."""
    out = tuple(_left_out(st, action.units))
    text = [f"{len(action.units)} units could take part (A25.23)", *_out_words(st, out)]
    doc = preview_doc("Human Wave", (), text=text)
    return replace(doc, wave=WaveDoc(units=tuple(map(str, action.units)), ways=(), out=out))


def _line(st: State, target: int, sides: tuple[int, ...]) -> tuple[str, ...]:
    board = map_now(st)
    return tuple(board.hexes[h].name for h in grain_hexes(board, target, sides))


def _ahead(st: State, action: DeclareWave) -> Iterator[WaveWay]:
    """An arrow to each forward and each side hex of the Locations from which it begins."""
    board = map_now(st)
    for loc in dict.fromkeys(st.units[u].loc for u in action.units):
        frm = board.hex_of(loc).name
        forward, side = ahead(board, loc, action.grain)
        yield from (WaveWay(frm=frm, to=board.hexes[h].name, kind="forward") for h in forward if h >= 0)
        yield from (WaveWay(frm=frm, to=board.hexes[h].name, kind="side") for h in side if h >= 0)


def _left_out(st: State, members: Sequence[int]) -> Iterator[LeftOut]:
    """The MMC and leaders of that side on the map who are not among these, with what keeps them out."""
    side = st.units[members[0]].side
    for unit in st.units.values():
        if unit.side != side or unit.place != ON_MAP or unit.id in members or not _might(st, unit):
            continue
        refusal = member_refusal(st, unit)
        if refusal is None:
            yield LeftOut(unit=str(unit.id), why="left out, or not ADJACENT to those who take part", rule="A25.23")
        else:
            why = refusal.reason.removeprefix(name(st, unit)).strip()
            yield LeftOut(unit=str(unit.id), why=why, rule=refusal.rule)


def _might(st: State, unit: Unit) -> bool:
    return (utype(st, unit).mmc or is_leader(st, unit)) and has(st, unit, "human_wave")


def _out_words(st: State, out: Sequence[LeftOut]) -> list[str]:
    """Those of one reason together."""
    found: dict[tuple[str, str], list[int]] = {}
    for one in out:
        found.setdefault((one.why, one.rule), []).append(int(one.unit))
    return [f"Not in it: {names(st, tuple(units))}: {why} ({rule})" for (why, rule), units in found.items()]


def impulse(st: State, action: Surge) -> PreviewDoc:
    """What each part of it costs, and what everybody pays."""
    gos = tuple(act for act in action.acts if isinstance(act, Go))
    most = impulse_mf(st, action)
    left = min((left_of(st, st.units[u]) for u in action.units if not st.units[u].wounded), default=0)
    after = max(0, left - most)
    text = (f"Everybody spends {mf_text(most)} MF and has {mf_text(after)} left (A25.232)",)
    ways = (*(_going(st, go, cost) for go, cost in zip(gos, costs(st, gos), strict=True)), *_holding(st, action))
    told = WaveDoc(units=tuple(map(str, action.units)), ways=ways, mf=most / HALF, left=after / HALF)
    return replace(preview_doc("Impulse of the Human Wave", (), text=text), wave=told)


def _going(st: State, go: Go, cost: int) -> WaveWay:
    board, first = map_now(st), st.units[go.units[0]]
    return WaveWay(
        frm=board.hex_of(first.loc).name,
        to=board.hex_of(go.to).name,
        kind="go",
        units=tuple(map(str, go.units)),
        level=board.level_word(go.to),
        around=path_to(st, first, go.way(first.loc)) or () if go.bypass else (),
        mf=cost / HALF,
        enemy=known_enemy(st, go.to, first.side),
    )


def _holding(st: State, action: Surge) -> Iterator[WaveWay]:
    board = map_now(st)
    for act in action.acts:
        if not isinstance(act, Go):
            here = board.hex_of(st.units[act.units[0]].loc).name
            yield WaveWay(frm=here, to=here, kind="hold", units=tuple(map(str, act.units)))
