"""Rolls of seldom choices before they are made: a hull that turns in woods, a close defense weapon, an Integrity Check,
Mopping Up, a Snap Shot of a Fire Lane; and what is rolled for before a fight, or by an Original 2 in it or in a rally.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goodorder.core import actions as act
from goodorder.core.apply import apply
from goodorder.core.dice import PAIRS
from goodorder.core.state import State
from goodorder.core.way import Way
from goodorder.flow.advancing import advance_events
from goodorder.flow.combat.close_defense import close_defense
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.fire_lane import LaneFire
from goodorder.flow.shared.integrity import RegainElr
from goodorder.rules.a07_fire.attack import effect_ledger
from goodorder.rules.a11_close_combat.ambush import ambush_ledger, ambush_possible, ambusher
from goodorder.rules.a11_close_combat.close_defense import usage_number
from goodorder.rules.a12_concealment.searching import casualty_words
from goodorder.rules.a16_integrity import regain_ledger, restores
from goodorder.rules.a18_promotion import may_promote
from goodorder.rules.d_vehicles.bog import bog_chance, bog_checks, bog_ledger
from goodorder.rules.facts.units import names
from goodorder.rules.facts.vehicles import drive_facts, vehicle_name

from .messages.preview import PreviewDoc
from .preview_doc import (
    beside_words,
    chance_of,
    effect_chances,
    fates_doc,
    first_roll,
    line_of,
    mod_lines,
    preview_doc,
    with_aftermath,
    yes_no,
)

FACES = range(1, 7)


def turn(st: State, action: act.TurnHull) -> PreviewDoc | None:
    """The Bog Checks of a vehicle that turns; None where there are none."""
    checks = bog_checks(drive_facts(st, action))
    if not checks:
        return None
    safe, of = 1, len(PAIRS) ** len(checks)
    for one in checks:
        safe *= len(PAIRS) - bog_chance(bog_ledger(one))
    chances = [chance_of("bogs", of - safe, of, "kia"), chance_of("turns", safe, of, "other")]
    lines = [line for one in checks for line in mod_lines(bog_ledger(one).mods)]
    title = f"Turn {vehicle_name(st, st.vehicles[action.vehicle])}"
    return preview_doc(title, lines, chances, ["a Bog Check first (D8.2)"])


def defend(st: State, action: act.CloseDefend) -> PreviewDoc:
    """A close defense weapon: its attack on all in the Location, where its DR is not above the Usage Number."""
    vehicle = st.vehicles[action.vehicle]
    number, frame = usage_number(st, vehicle), close_defense(st, vehicle)[1]
    works = sum(sum(pair) <= number for pair in PAIRS)
    ledger = effect_ledger(st, frame.source, frame.loc, frame.targets)
    lines = [*(line_of(line, "fp") for line in ledger.fp_lines()), *mod_lines(ledger.drm.mods)]
    text = [f"no effect by an Original DR above {number}; friends are attacked too (A11.622)"]
    title = f"{vehicle_name(st, vehicle)} fires its close defense weapon"
    doc = preview_doc(title, lines, yes_no("effective", works, len(PAIRS)), text, drm=ledger.drm.total())
    return with_aftermath(st, replace(doc, fp=ledger.fp_text()), (frame,), (vehicle.loc,))


def regain(st: State, action: act.CheckIntegrity) -> PreviewDoc | None:
    """The DR of a side that may regain ELR; None where it is not asked."""
    frame = st.stack[-1] if st.stack else None
    if not isinstance(frame, RegainElr):
        return None
    ledger = regain_ledger(st, action.side, frame.drm)
    good = sum(restores(sum(pair) + ledger.total()) for pair in PAIRS)
    chances = yes_no("regained", good, len(PAIRS))
    return preview_doc(frame.title(st), mod_lines(ledger.mods), chances, ["(A16.3)"], drm=ledger.total())


def mop_up(st: State, action: act.MopUp) -> PreviewDoc:
    """Mopping Up: what it may cost, as far as it is known before anybody is found."""
    text = ["They are TI; Dummies and who is hidden in the building come to light (A12.153).", casualty_words()]
    return preview_doc(f"Mopping Up by {names(st, action.units)}", text=text)


def lane_snap(st: State, action: act.LaneSnap) -> PreviewDoc | None:
    """A Snap Shot of a Fire Lane at the movers who have crossed its line; None where none is asked for."""
    frame = st.stack[-1] if st.stack else None
    pushed = frame.chosen(st, action).push if isinstance(frame, LaneFire) else ()
    effect = next((one for one in pushed if isinstance(one, Effect)), None)
    if effect is None:
        return None
    ledger, found = effect.ledger(st), effect_chances(st, effect)
    lines = [*(line_of(line, "fp") for line in ledger.fp_lines()), *mod_lines(ledger.drm.mods)]
    title, fates = f"Snap Shot at {names(st, effect.targets)}", fates_doc(found.units)
    text = beside_words(st, found)
    doc = preview_doc(title, lines, first_roll(found.first), text, drm=ledger.drm.total(), per_target=fates)
    return replace(doc, fp=ledger.fp_text())


def ambush_words(st: State, action: act.Advance, taken: tuple[int, ...]) -> tuple[str, ...]:
    """The Ambush dr that an advance leads to: how likely each side wins it, where the enemy is Known; else the own drm
    alone. Who is ``taken`` fights no more.
    """
    units = tuple(st.units[unit] for unit in action.units)
    after, side = st, units[0].side
    for event in advance_events(st, action.units, Way(units[0].loc, action.to)):
        after = apply(after, event)
    after = after.with_(units={key: unit for key, unit in after.units.items() if key not in taken})
    enemies = after.side_at(action.to, 1 - side)
    if not ambush_possible(after, action.to):
        return ()
    mine = ambush_ledger(after, action.to, side).total()
    masked = any(unit.concealed for unit in enemies)
    if masked or any(one.concealed and one.side != side for one in after.vehicles_at(action.to)):
        return (f"An Ambush dr of each side before it, {mine:+d} for this one; three less ambushes (A11.4).",)
    theirs = ambush_ledger(after, action.to, 1 - side).total()
    finals = [ambusher((one + mine, other + theirs)) for one in FACES for other in FACES]
    ours, his = (finals.count(who) for who in (0, 1))
    return (
        f"An Ambush dr of each side before it, {mine:+d} against {theirs:+d}: this side ambushes in {ours} of "
        f"{len(finals)}, is ambushed in {his} (A11.4).",
    )


def leader_words(st: State, units: Iterable[int], rule: str) -> tuple[str, ...]:
    """What an Original 2 of such men may bring: a new leader."""
    who = [unit for unit in units if unit in st.units and may_promote(st, st.units[unit])]
    return (f"An Original 2, {PAIRS_OF_TWO} of {len(PAIRS)}, brings a Leader Creation dr ({rule}).",) if who else ()


PAIRS_OF_TWO = sum(sum(pair) == 2 for pair in PAIRS)
