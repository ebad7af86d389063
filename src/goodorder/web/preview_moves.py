"""Previews of movement: what a step costs, who could fire at whoever makes it, what an advance or a rout comes to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goodorder import odds
from goodorder.core import actions as act
from goodorder.core.actions import Action
from goodorder.core.apply import apply
from goodorder.core.dice import PAIRS
from goodorder.core.events import StepTaken, UnitEntered, UnitMoved
from goodorder.core.state import NOWHERE, State, Step
from goodorder.core.way import Way
from goodorder.core.world import UNKNOWN
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.fire_drafts import Draft
from goodorder.flow.fire.fire_menu import FireMenu
from goodorder.flow.fire.targets import Aim
from goodorder.flow.move.act import MOVE, MoveAct, Within
from goodorder.flow.move.entering import entry_events
from goodorder.flow.move.overrun import OverrunTask
from goodorder.rules.a04_movement.advance import advance_cost, exhausts
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.costs import entry_mods, mf_text
from goodorder.rules.a07_fire.attack import declared_ledger, outcomes
from goodorder.rules.a08_defensive.residual import ResidualFP, residual_targets
from goodorder.rules.a10_morale.interdiction import step_interdictors
from goodorder.rules.a15_heat_of_battle import feels_heat, may_come
from goodorder.rules.a20_surrender import yields_at
from goodorder.rules.facts.aiming import is_blocked
from goodorder.rules.facts.entry import entry_facts
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import is_smc, morale_level, name, names

from .messages.preview import LineDoc, PreviewDoc
from .preview_attempts import dared
from .preview_doc import (
    FATES,
    beside_words,
    chance_of,
    effect_chances,
    fates_doc,
    first_roll,
    frames_words,
    heat_words,
    mod_lines,
    preview_doc,
    with_aftermath,
    yes_no,
)
from .preview_rolls import ambush_words
from .threats_lying import lanes_at, lying


def attempt(st: State, kind: MoveAct[Any], units: tuple[int, ...], action: Action) -> PreviewDoc | None:
    """An act of a stack as the act itself tells it before its dice are thrown; of two announced together each."""
    if isinstance(action, act.Together):
        parts = ((MOVE.of(one), one) for one in action.acts)
        docs = [doc for make, one in parts if make is not None and (doc := attempt(st, make, units, one)) is not None]
        return replace(docs[0], second=docs[1] if len(docs) > 1 else None) if docs else None
    told = kind.forecast(st, units, action)
    if told is None:
        return None
    chances = [chance_of(word, count, told.of, "other") for word, count in told.outcomes]
    chances = chances or yes_no(told.word, told.good, told.of)
    doc = preview_doc(told.title, mod_lines(told.ledger.mods), chances, told.text, drm=told.ledger.total())
    if isinstance(action, act.OverrunCheck):
        return replace(doc, text=(*doc.text, *frames_words(st, (OverrunTask(action.unit, units, action.to),), ())))
    if told.strikes and isinstance(kind, Within):
        return with_aftermath(st, doc, (kind.attempt(action),), told.strikes)
    return doc


def go(st: State, action: act.Go) -> PreviewDoc:
    """A step of a move: MF line by line, what is left, and who could fire at it."""
    if action.to < 0:
        return preview_doc("Leave the map", text=["The units leave the game by the map edge."])
    movers = tuple(st.units[unit] for unit in action.units)
    way = action.way(movers[0].loc)
    facts = entry_facts(st, movers, way)
    cost = max(cost_for(st, unit, movers, way) for unit in movers)
    left = min(mf_left(st, unit, action.units) for unit in movers)
    lines = [
        LineDoc(value=mf_text(mod.value), reason=mod.reason, rule=mod.rule, id=mod.id, group="other")
        for mod in entry_mods(facts)
    ]
    where = st.world.map.place_name(action.to)
    text = [f"costs {mf_text(cost)} of the {mf_text(left)} MF left"]
    if cost > left:
        text.append("a Minimum Move: pinned and CX after all First Fire (A4.134)")
    after = st
    for event in entry_events(st, action):
        after = apply(after, event)
    doc = preview_doc(f"To {where}", lines, text=[*text, *_danger(after, action)])
    return replace(doc, second=_waiting_there(after, action.units))


class ThreatToMovers(Struct, frozen=True):
    """An enemy unit that could fire at movers: its attack by itself, and the chance that it hurts one of them.

    ``fates`` are those of the mover whom it is likeliest to hurt, by class; empty for who is not among the strongest
    ``FOLLOWED``, whose ``chance`` is that of a Morale Check or worse.
    """

    unit: int
    loc: int
    fp: str
    drm: int
    chance: float
    fates: dict[str, float] = {}


FOLLOWED = 3
"""Possible attacks on a step that are followed to the movers' fates; of the others only the DR is counted."""


def stepped(st: State, units: tuple[int, ...], to: int, cost: int, *, road: bool = False) -> State:
    """The position after a step of ``cost`` half MF, as the DEFENDER's window would find it."""
    frm = st.units[units[0]].loc
    step = Step("enter", frm, to, cost, road=road)
    for mover in units:
        come = UnitEntered(unit=mover, loc=to) if frm == NOWHERE else UnitMoved(unit=mover, loc=to)
        st = apply(apply(st, come), StepTaken(unit=mover, step=step))
    return st


def threats(after: State, units: tuple[int, ...]) -> list[ThreatToMovers]:
    """Who could fire at units that have just made a step, the strongest first; each enemy unit by itself."""
    movers = tuple(after.units[unit] for unit in units)
    menu = FireMenu(after, 1 - movers[0].side, "MPh", (Aim(movers[0].loc, movers),))
    shots: list[tuple[ThreatToMovers, act.Fire]] = []
    for unit in menu.lead_units():
        attack = menu.action(Draft((unit.id,), aim=menu.targets[0]), menu.targets[0])
        if attack is None:
            continue
        ledger = declared_ledger(after, attack, tuple(unit.id for unit in movers), "MPh")
        chance = sum(any(o.result.kind in ("KIA", "K", "MC") for o in outcomes(ledger, pair)) for pair in PAIRS) / 36
        shots.append((ThreatToMovers(unit.id, unit.loc, ledger.fp_text(), ledger.drm.total(), chance), attack))
    shots.sort(key=lambda shot: (-shot[0].chance, shot[0].unit))
    found = [_followed(after, one, attack, units) for one, attack in shots[:FOLLOWED]]
    return [*sorted(found, key=lambda one: (-one.chance, one.unit)), *(one for one, _ in shots[FOLLOWED:])]


def _followed(after: State, one: ThreatToMovers, attack: act.Fire, units: tuple[int, ...]) -> ThreatToMovers:
    """A threat with the fate of the mover whom it is likeliest to hurt."""
    if sum(is_smc(after, after.units[unit]) for unit in units) > 1:
        return one
    fates = odds.attack(after, attack, units, "MPh").units.values()
    worst = max(({word: float(p) for word, p in found.items()} for found in fates), key=_harm)
    return replace(one, chance=_harm(worst), fates=worst)


def _harm(fates: dict[str, float]) -> float:
    return sum(p for word, p in fates.items() if word != "unharmed")


def covered_watchers(after: State, units: tuple[int, ...]) -> list[int]:
    """Locations of enemies under "?" with a line to units that have just made a step; nobody knows what they are."""
    movers = tuple(after.units[unit] for unit in units)
    to = movers[0].loc
    held = sorted({unit.loc for unit in after.units.values() if unit.type == UNKNOWN and unit.side != movers[0].side})
    return [loc for loc in held if loc >= 0 and loc != to and not is_blocked(after, loc, to, movers)]


def _fate_words(one: ThreatToMovers) -> str:
    """The chances of an attack on a mover in words."""
    told = [f"{FATES[word][0]} {p:.0%}" for word, p in one.fates.items() if word != "unharmed"]
    return ", ".join(told) if one.fates else f"{one.chance:.0%} for a Morale Check or worse"


def _waiting_there(after: State, units: tuple[int, ...]) -> PreviewDoc | None:
    """The attack of Residual FP that lies where the movers come to (A8.22), with their fates."""
    loc = after.units[units[0]].loc
    due, strength = residual_targets(after, loc, units)
    if not due:
        return None
    effect = Effect(due, loc, ResidualFP(1 - after.units[due[0]].side, strength), units)
    found = effect_chances(after, effect)
    told = beside_words(after, found)
    title = f"Residual FP {strength} in {after.world.map.place_name(loc)}"
    return preview_doc(title, odds=first_roll(found.first), text=told, per_target=fates_doc(found.units))


def _lane_words(after: State, effect: Effect) -> list[str]:
    """A Fire Lane that attacks the movers in the hex they enter: the fates of the mover whom it is likeliest to hurt,
    and what its dice may bring beside.
    """
    found = effect_chances(after, effect)
    one = lying(after, effect, found)
    fates = ", ".join(f"{fate.label} {fate.p:.0%}" for fate in one.fates)
    return [f"{one.words}, {one.drm:+d}: {fates}", *beside_words(after, found, "this Fire Lane")]


def _danger(after: State, action: act.Go) -> list[str]:
    """Who could fire at the movers in the hex they enter, in words."""
    board = map_now(after)
    covered = ", ".join(board.place_name(loc) for loc in covered_watchers(after, action.units))
    perhaps = [f'Whoever is under the "?" in {covered} sees it.'] if covered else []
    known = [
        f"{name(after, after.units[one.unit])} in {board.place_name(one.loc)}: {one.fp} FP, {one.drm:+d}: "
        f"{_fate_words(one)}"
        for one in threats(after, action.units)[:4]
    ]
    lanes = [words for effect in lanes_at(after, action.units) for words in _lane_words(after, effect)]
    return [*lanes, *known, *perhaps] or ["No enemy unit that is seen can fire there."]


def advance(st: State, action: act.Advance) -> PreviewDoc:
    """An advance: what the hex costs, who is exhausted by it, who waits there."""
    units = tuple(st.units[unit] for unit in action.units)
    if action.to < 0:
        return preview_doc("Advance off the map")
    where, way = st.world.map.place_name(action.to), Way(units[0].loc, action.to)
    text = [f"{where} costs {mf_text(advance_cost(st, units, way))} MF"]
    tired = tuple(unit.id for unit in units if not unit.cx and exhausts(st, unit, units, way))
    if tired:
        text.append(f"{names(st, tired)}: exhausted (CX) by it (A4.72)")
    text += dared(st, action.units, action.to)
    taken = tuple(unit.id for unit in yields_at(st, action.to, units))
    if taken:
        text.append(f"{names(st, taken)}: Disrupted, surrenders at once (A19.12)")
    enemies = tuple(unit.id for unit in st.side_at(action.to, 1 - units[0].side) if unit.id not in taken)
    if enemies:
        text.append(f"Close Combat with {names(st, enemies)} (A11.1)")
        text += ambush_words(st, action, taken)
    return preview_doc(f"Advance to {where}", text=text)


def rout(st: State, action: act.Rout) -> PreviewDoc:
    """A step of a rout: who could Interdict it, and what the unit needs then."""
    unit = st.units[action.unit]
    where = st.world.map.place_name(action.to)
    if action.crawl:
        return preview_doc(f"Low Crawl to {where}", text=["One hex and no Interdiction; the rout ends there (A10.52)."])
    found = step_interdictors(st, unit.side, action.way(unit.loc), (unit.id, action.leader))
    if not found:
        return preview_doc(f"Rout to {where}", text=["Nobody who is seen can Interdict there."])
    level = morale_level(st, unit)
    who = names(st, tuple(enemy.id for enemy in found))
    good = sum(sum(pair) <= level for pair in PAIRS)
    text = [f"Interdiction by {who}: a Morale Check, Morale Level {level} (A10.53)"]
    chances = [chance_of("passes", good, 36, "none"), chance_of("Casualty Reduction", 36 - good, 36, "k")]
    text += heat_words(Fraction(1, 36)) if may_come(st) and feels_heat(st, unit) else ()
    return preview_doc(f"Rout to {where}", odds=chances, text=text)
