"""When to shoot: every fire phase and every window of First Fire."""

from __future__ import annotations

from goodorder.core.actions import SNAP, Action, Done
from goodorder.core.frames import Choice
from goodorder.core.state import FIRST, PROTECTIVE, SUBSEQUENT, State, Unit
from goodorder.flow.defensive_fire import Window
from goodorder.flow.fire_drafts import aims
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.a08_defensive.snap_shot import snap_refusal
from goodorder.rules.a12_concealment.sight import is_watched
from goodorder.rules.units import utype

from .declaring import with_lane
from .ground import Ground
from .shooting import Gunnery, Option
from .style import Style

LEAST = 0.04
"""Attacks that do less than this are not made even when they cost nothing: a weapon may break."""


def choose_fire(st: State, choice: Choice, phase: str, ground: Ground, style: Style, reasons: list[str]) -> Action:
    """The best attack of a phase in which holding fire saves nothing."""
    gunnery = Gunnery(st, choice.side, phase, aims(st, choice.side), ground)
    for option in gunnery.best():
        if option.harm >= LEAST + unmasking(st, option, style) and choice.check(option.action) is None:
            _say(option, reasons)
            return option.action
    return Done()


def first_fire(st: State, choice: Choice, window: Window, ground: Ground, style: Style, reasons: list[str]) -> Action:
    """Fire at movers now, or keep the shot for what may still come."""
    targets = window.live(st)
    options = Gunnery(st, choice.side, "MPh", targets, ground).best()
    if targets and any(snap_refusal(st, aim.loc, aim.units, "MPh") is None for aim in targets):
        options += Gunnery(st, choice.side, "MPh", targets, ground, SNAP, window.snapped).best()
        options.sort(key=lambda option: -option.harm)
    waiting = share_waiting(st)
    for option in options:
        if option.harm <= 0:
            break
        if option.harm >= shot_price(st, option, waiting, style) and choice.check(option.action) is None:
            _say(option, reasons)
            return with_lane(st, choice, option, _still_to_move(st), style).action
    reasons.append("No shot is good enough to give up later ones.")
    return Done()


def share_waiting(st: State) -> float:
    """The share of the ATTACKER's squads that have not begun their move."""
    units = [u for u in st.units.values() if u.side == st.turn.attacker and utype(st, u).mmc and u.loc >= 0]
    left = sum(1 for u in units if not st.trail(u.id).started and move_refusal(st, (u.id,), 0) is None)
    return left / max(1, len(units))


def _still_to_move(st: State) -> list[Unit]:
    """Squads of the ATTACKER that have not begun their move."""
    own = (u for u in st.units.values() if u.side == st.turn.attacker and u.loc >= 0 and utype(st, u).mmc)
    return [u for u in own if not st.trail(u.id).started and move_refusal(st, (u.id,), 0) is None]


def shot_price(st: State, option: Option, waiting: float, style: Style) -> float:
    """What an attack must bring: the shots that its firers give up."""
    price = 0.0
    for unit_id in option.firers:
        occasions = {p.occasion for p in option.ledger.attack.parts if p.unit.id == unit_id}
        if occasions & {SUBSEQUENT, PROTECTIVE}:
            each = style.again * style.first_price * (0.4 + 0.6 * waiting)
        elif occasions <= {FIRST}:
            each = style.late_price + (style.first_price - style.late_price) * waiting
        else:
            each = style.first_price
        price += each
    if _close(st, option):
        price *= 0.6
    return price + unmasking(st, option, style)


def unmasking(st: State, option: Option, style: Style) -> float:
    """What an attack costs in "?": firers and leaders show themselves to Known enemies who see them (A12.14)."""
    hidden = [st.units[u] for u in (*option.firers, *option.action.leaders) if st.units[u].concealed]
    return sum(style.mask for unit in hidden if is_watched(st, unit))


def _close(st: State, option: Option) -> bool:
    board = st.world.map
    return any(board.distance(st.units[u].loc, option.aim.loc) <= 1 for u in option.firers)


def _say(option: Option, reasons: list[str]) -> None:
    ledger = option.ledger
    reasons.append(f"{ledger.fp_text()} FP at {ledger.drm.total():+d}: it takes {option.harm:.1f} worth on average.")
