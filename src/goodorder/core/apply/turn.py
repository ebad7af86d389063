"""Appliers of the turn record, control and victory."""

from __future__ import annotations

from msgspec.structs import replace

from ..events.turn import (
    ControlSeen,
    ControlTaken,
    GameEnded,
    Massacred,
    PhaseBegan,
    PlayerTurnBegan,
    PointsScored,
    QuarterDenied,
)
from ..state import NOBODY, Result, State, Turn
from .registry import applies


@applies(PlayerTurnBegan)
def player_turn_began(st: State, event: PlayerTurnBegan) -> State:
    """A fresh Player Turn: trails and shots are forgotten, Gusts and the Human Wave are over, a pinned Sniper is ready
    again.
    """
    turn = Turn(event.number, event.attacker, "RPh", st.turn.first)
    weather = replace(st.weather, gusts=False) if st.weather.gusts else st.weather
    snipers = tuple(replace(one, pinned=False) if one.pinned else one for one in st.snipers)
    return st.with_(turn=turn, trails={}, weapon_shots={}, weather=weather, snipers=snipers, wave=None)


@applies(PhaseBegan)
def phase_began(st: State, event: PhaseBegan) -> State:
    """The phase marker moves."""
    return st.with_(turn=replace(st.turn, phase=event.phase))


@applies(ControlTaken)
def control_taken(st: State, event: ControlTaken) -> State:
    """The Location changes hands."""
    return st.with_(control={**st.control, event.loc: event.side})


@applies(ControlSeen)
def control_seen(st: State, event: ControlSeen) -> State:
    """What one side believes, kept only while it differs from what is."""
    key = 2 * event.loc + event.viewer
    rest = {one: side for one, side in st.believed.items() if one != key}
    same = st.control.get(event.loc, NOBODY) == event.side
    return st.with_(believed=rest if same else {**rest, key: event.side})


@applies(PointsScored)
def points_scored(st: State, event: PointsScored) -> State:
    """The side's Victory Points grow."""
    points = (
        (st.points[0] + event.points, st.points[1]) if event.side == 0 else (st.points[0], st.points[1] + event.points)
    )
    return st.with_(points=points)


@applies(QuarterDenied)
def quarter_denied(st: State, event: QuarterDenied) -> State:
    """Told to everybody, for the rest of the game."""
    return st.with_(no_quarter=_also(st.no_quarter, event.side))


@applies(Massacred)
def massacred(st: State, event: Massacred) -> State:
    """Told to everybody, for the rest of the game."""
    return st.with_(no_quarter=_also(st.no_quarter, event.side), massacres=_also(st.massacres, event.side))


def _also(told: tuple[bool, bool], side: int) -> tuple[bool, bool]:
    return (told[0] or side == 0, told[1] or side == 1)


@applies(GameEnded)
def game_ended(st: State, event: GameEnded) -> State:
    """The result stands; the first one is final."""
    return st if st.result else st.with_(result=Result(event.winner, event.text, event.rule))
