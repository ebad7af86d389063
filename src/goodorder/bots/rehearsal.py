"""What a Human Wave would come to if nobody fired at it, impulse by impulse (A25.232)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import DeclareWave, Surge
from goodorder.core.apply import apply
from goodorder.core.events import Event, MoveEnded
from goodorder.core.frames import Do
from goodorder.core.state import State
from goodorder.flow.move.wave import Surging, WaveMove, declared
from goodorder.rules.a25_nations.wave_draft import filled
from goodorder.rules.a25_nations.wave_moves import impulse_mf
from goodorder.rules.facts.wave import wave_units

IMPULSES = 9
"""More than a Wave has: each of them costs a MF or more of eight."""


class Rehearsal(Struct, frozen=True):
    """Where the units of a Wave are after each of its impulses, for those who still moved in it, and the position in
    the end.
    """

    impulses: tuple[dict[int, tuple[int, ...]], ...]
    end: State


def rehearsed(st: State, action: DeclareWave, impulse: Callable[[State], Surge | None] = filled) -> Rehearsal:
    """A Wave gone through without fire, each impulse chosen by ``impulse``; who comes to enemies, Known or under a "?",
    stays with them.
    """
    if st.turn.phase != "MPh":
        st = st.with_(turn=replace(st.turn, phase="MPh"))
    now = _after(st, declared(st, action))
    found: list[dict[int, tuple[int, ...]]] = []
    for _ in range(IMPULSES):
        now = _after(now, _met(now))
        asked = WaveMove().ask(now)
        if isinstance(asked, Do):
            if not asked.events or now.wave is None or now.wave.over:
                break
            now = _after(now, asked.events)
            continue
        draft = impulse(now)
        if draft is None:
            break
        now = _after(now, Surging(draft.acts, impulse_mf(now, draft), left=True).ask(now).events)
        there: dict[int, tuple[int, ...]] = {}
        for unit in draft.units:
            loc = now.units[unit].loc
            there[loc] = (*there.get(loc, ()), unit)
        found.append(there)
    return Rehearsal(tuple(found), now)


def _after(st: State, events: Iterable[Event]) -> State:
    for event in events:
        st = apply(st, event)
    return st


def _met(st: State) -> tuple[Event, ...]:
    """Whoever stands in a Location of enemies goes no farther: those under a "?" are found there."""
    return tuple(
        MoveEnded(unit=unit.id)
        for unit in wave_units(st)
        if any(not foe.hidden for foe in st.side_at(unit.loc, 1 - unit.side))
    )
