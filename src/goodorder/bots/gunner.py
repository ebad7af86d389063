"""When to shoot: every fire phase and every window of First Fire."""

from __future__ import annotations

from goodorder.core.actions import SNAP, Action, Done, Molotov, Panzerfaust
from goodorder.core.frames import Choice
from goodorder.core.state import PROTECTIVE, SUBSEQUENT, State, Unit
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.fire.gun_duel import GunDuel
from goodorder.flow.fire.targets import aims
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.a12_concealment.sight import NEAR, is_watched, known_watchers
from goodorder.rules.facts.snap_shot import snap_refusal
from goodorder.rules.facts.units import utype, wtype
from goodorder.rules.facts.vehicles import tca

from .apart import all_shots
from .armor import Piercer, best_kill, colour_with
from .bombs import with_molotov
from .charging import best_detonation
from .declaring import with_lane
from .ground import Ground
from .ordnance import GunShot, mans_gun
from .prospects import Prospects
from .shooting import Gunnery, Option
from .style import Style
from .threat_map import unit_arms
from .unseen import veil

FOUND_NEAR, FOUND_FAR = 1 / 3, 1 / 6
"""The share of its dice that show an Emplaced Gun to who sees it within 16 hexes, and from beyond (A12.34)."""

LEAST = 0.04
"""Attacks that do less than this are not made even when they cost nothing: a weapon may break."""


def choose_fire(st: State, choice: Choice, phase: str, ground: Ground, style: Style, reasons: list[str]) -> Action:
    """The best attack of a phase in which holding fire saves nothing."""
    targets = aims(st, choice.side)
    if blown := best_detonation(st, choice.side, phase):
        reasons.append(f"The Set DC takes {blown[0]:.1f} worth on average.")
        return blown[1]
    for shot in all_shots(st, choice.side, phase, targets):
        if shot.harm < LEAST:
            break
        if shot.harm >= LEAST + gives_away(st, shot, style) and choice.check(shot.action) is None:
            reasons.append(shot.told())
            return shot.action
    gunnery = Gunnery(st, choice.side, phase, targets, ground)
    for option in gunnery.best():
        if option.harm >= LEAST + unmasking(st, option, style) and choice.check(option.action) is None:
            _say(option, reasons)
            return armed(st, choice, option, phase) or option.action
    return Done()


def first_fire(st: State, choice: Choice, window: Window, ground: Ground, style: Style, reasons: list[str]) -> Action:
    """Fire at movers now, or keep the shot for what may still come."""
    targets = window.live(st)
    prospects = Prospects(st, ground)
    for shot in all_shots(st, choice.side, "MPh", targets):
        if shot.harm < style.late_price:
            break
        price = silence(st, shot, ground, prospects, style) + gives_away(st, shot, style)
        if shot.harm >= price and choice.check(shot.action) is None:
            reasons.append(shot.told())
            return shot.action
    free = frozenset(unit.id for unit in st.units.values() if unit.side == choice.side and not mans_gun(st, unit.id))

    def may(unit: Unit) -> bool:
        return unit.id in free  # small arms take the Gun's own shot from its crew

    options = Gunnery(st, choice.side, "MPh", targets, ground).best(may)
    if targets and any(snap_refusal(st, aim.loc, aim.units, "MPh") is None for aim in targets):
        options += Gunnery(st, choice.side, "MPh", targets, ground, SNAP, window.snapped).best(may)
        options.sort(key=lambda option: -option.harm)
    for option in options:
        if option.harm <= 0:
            break
        if option.harm >= shot_price(st, option, prospects, style) and choice.check(option.action) is None:
            _say(option, reasons)
            if option.action.via != SNAP and (bomb := armed(st, choice, option, "MPh")) is not None:
                return bomb
            return with_lane(st, choice, option, [u for us in prospects.stacks.values() for u in us], style).action
    reasons.append("No shot is good enough to give up later ones.")
    return Done()


def silence(st: State, shot: GunShot, ground: Ground, prospects: Prospects, style: Style) -> float:
    """What a shot must bring now: a share of what the weapon could do later to vehicles that do not move any more, or
    to men who still come.
    """
    action = shot.action
    if isinstance(action, Panzerfaust | Molotov):
        return style.late_price
    used = set(action.firers[0].weapons)
    own = st.fighter(shot.firer)
    price, fp, reach = style.late_price, 0.0, 0
    for weapon in (st.weapons[one] for one in used):
        kind = wtype(st, weapon)
        fp, reach = fp + kind.fp, max(reach, kind.range)
        if kind.ordnance:
            facing, colour = weapon.facing if isinstance(own, Unit) else tca(own), colour_with(st, own, weapon)
            gun = Piercer(own.loc, kind, own.side, facing, True, colour)
            price = max(price, style.silent * best_kill(st, ground, gun, action.vehicle))
    if action.ordnance is None:
        price += style.wait * prospects.later(own.loc, fp, reach)
    return price


def gives_away(st: State, shot: GunShot, style: Style) -> float:
    """What a shot costs in "?" and hiding: an Emplaced Gun that is not turned for it is found by some of its dice only
    (A12.34), which end its hiding at any rate; any other shows itself to Known enemies who see it.
    """
    own, action = st.fighter(shot.firer), shot.action
    if not own.concealed or isinstance(action, Panzerfaust | Molotov) or not isinstance(own, Unit):
        return 0.0
    seen_by = known_watchers(st, own)
    if not seen_by:
        return 0.0
    near = st.world.map.distance(seen_by[0].loc, own.loc) <= NEAR
    dug_in = any(st.weapons[one].emplaced for one in action.firers[0].weapons)
    if dug_in and action.ordnance is not None and action.ordnance.facing < 0:
        return style.mask * ((FOUND_NEAR if near else FOUND_FAR) + own.hidden)
    return style.mask * (1 + own.hidden) if near or dug_in else 0.0


def answer_duel(st: State, choice: Choice, duel: GunDuel, reasons: list[str]) -> Action:
    """The best shot of a Gun Duel that does anything: who fires first may be spared the other shot."""
    for shot in all_shots(st, choice.side, duel.reply, duel.aims(st)):
        if shot.harm < LEAST:
            break
        if choice.check(shot.action) is None:
            reasons.append(shot.told())
            return shot.action
    return Done()


def share_waiting(st: State) -> float:
    """The share of the ATTACKER's squads that have not begun their move."""
    units = [u for u in st.units.values() if u.side == st.turn.attacker and utype(st, u).mmc and u.loc >= 0]
    left = sum(1 for u in units if not st.trail(u.id).started and move_refusal(st, (u.id,), 0) is None)
    return left / max(1, len(units))


def shot_price(st: State, option: Option, prospects: Prospects, style: Style) -> float:
    """What an attack must bring: the shots at those who still come that its firers give up."""
    price = 0.0
    used: dict[tuple[int, bool], tuple[float, int]] = {}
    for unit_id in option.firers:
        unit = st.units[unit_id]
        occasions = {p.occasion for p in option.ledger.attack.parts if p.unit.id == unit_id}
        again = bool(occasions & {SUBSEQUENT, PROTECTIVE})
        price += style.late_price * (style.again if again else 1.0)
        fp, reach = unit_arms(st, unit)
        before = used.get((unit.loc, again), (0.0, 0))
        used[unit.loc, again] = (before[0] + (fp / 2 if again else fp), max(before[1], reach))
    for (loc, again), (fp, reach) in used.items():
        price += style.wait * (style.again if again else 1.0) * prospects.later(loc, fp, reach)
    return price + unmasking(st, option, style)


def unmasking(st: State, option: Option, style: Style) -> float:
    """What an attack costs in "?": firers and leaders show themselves to Known enemies who see them (A12.14)."""
    hidden = [st.units[u] for u in (*option.firers, *option.action.leaders) if st.units[u].concealed]
    return sum(veil(st, unit, style) for unit in hidden if is_watched(st, unit))


def armed(st: State, choice: Choice, option: Option, phase: str) -> Action | None:
    """The attack with a MOL Check, where that is worth it."""
    targets = tuple(unit.id for unit in option.ledger.attack.targets)
    return with_molotov(st, choice, phase, option.action, targets)


def _say(option: Option, reasons: list[str]) -> None:
    ledger = option.ledger
    reasons.append(f"{ledger.fp_text()} FP at {ledger.drm.total():+d}: it takes {option.harm:.1f} worth on average.")
