"""A shot that must hit first, before it is fired: number, DRM, the FP of a hit, and what may come of it (C3)."""

from __future__ import annotations

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS
from goodorder.core.state import State, Unit
from goodorder.flow.fire.declared import shot_of
from goodorder.rules.c_ordnance.ammunition import Supply, supply
from goodorder.rules.c_ordnance.area import area_targets
from goodorder.rules.c_ordnance.hits import HitKind, decided
from goodorder.rules.c_ordnance.shell import shell_of
from goodorder.rules.c_ordnance.smoke_rounds import hex_hit
from goodorder.rules.c_ordnance.to_hit import ToHitLedger, to_hit_ledger
from goodorder.rules.facts.firers import fire_phase
from goodorder.rules.facts.units import wtype

from . import preview_vehicle
from .messages.preview import OddsClass, PreviewDoc
from .preview_doc import (
    basic_lines,
    beside_words,
    chance_of,
    fates_doc,
    first_roll,
    line_of,
    mod_lines,
    own_dice_words,
    preview_doc,
    shot_chances,
)
from .preview_firer import firer_words


def shot(st: State, action: Fire, targets: tuple[Unit, ...]) -> PreviewDoc:
    """The preview of a shot."""
    if action.vehicle:
        return preview_vehicle.shot(st, action)
    if action.gun:
        return _at_gun(st, action)
    ids = area_targets(st, action, tuple(unit.id for unit in targets), fire_phase(st, action))
    if action.ordnance is not None and action.ordnance.at_hex:
        return _smoke(st, action, ids if action.ordnance.ammo == "WP" else ())
    ledger = to_hit_ledger(st, action, ids, fire_phase(st, action))
    shell = shell_of(ledger.facts)
    lines = [*basic_lines(ledger.number.mods), *mod_lines(ledger.drm.mods)]
    lines += [line_of(line, "fp") for line in shell.fp_lines()]
    hits = _hits(ledger)
    told = (f"{ledger.needs()} hits: {hits} of {len(PAIRS)} rolls", *firer_words(st, action, ids))
    place = st.world.map.place_name(action.target)
    ammo = ledger.facts.shot.ammo
    title = f"{ammo} at {place}: To Hit {ledger.needs().rstrip(',')}".lstrip()
    doc = preview_doc(title, lines, text=told, drm=ledger.drm.total())
    found = shot_chances(st, action, ids, fire_phase(st, action))
    told = (*told, *beside_words(st, found))
    return preview_doc(doc.title, lines, first_roll(found.first), told, drm=doc.drm, per_target=fates_doc(found.units))


def _at_gun(st: State, action: Fire) -> PreviewDoc:
    """The preview of a shot at a Gun that nobody mans."""
    ledger = to_hit_ledger(st, action, (), fire_phase(st, action))
    lines = [*basic_lines(ledger.number.mods), *mod_lines(ledger.drm.mods)]
    lines += [line_of(line, "fp") for line in shell_of(ledger.facts).fp_lines()]
    fates = [chance_of(word, float(p), 1.0, GUN_FATES[word]) for word, p in odds.gun(st, action).items()]
    title = f"To Hit {wtype(st, st.weapons[action.gun]).name} at {st.world.map.place_name(action.target)}"
    told = (f"{ledger.needs()} hits", *firer_words(st, action, ()), *_own_dice(st, action, ()))
    return preview_doc(title, lines, fates, told, drm=ledger.drm.total())


GUN_FATES: dict[str, OddsClass] = {"destroyed": "kia", "malfunctions": "k", "no effect": "none"}


def _smoke(st: State, action: Fire, ids: tuple[int, ...]) -> PreviewDoc:
    """The preview of SMOKE at a hex; of WP with the fates of those in it."""
    ledger = to_hit_ledger(st, action, (), fire_phase(st, action))
    lines = [*basic_lines(ledger.number.mods), *mod_lines(ledger.drm.mods)]
    title = f"SMOKE at {st.world.map.place_name(action.target)}"
    placed = f"SMOKE is placed: {_hits(ledger)} of {len(PAIRS)}"
    told = (f"{ledger.needs()} hits the hex", placed, *firer_words(st, action, ids))
    if not ids:
        told = (*told, *_own_dice(st, action, ids))
        return preview_doc(title, lines, text=told, drm=ledger.drm.total())
    found = shot_chances(st, action, ids, fire_phase(st, action))
    told = (*told, *beside_words(st, found))
    return preview_doc(
        title, lines, first_roll(found.first), told, drm=ledger.drm.total(), per_target=fates_doc(found.units)
    )


def _own_dice(st: State, action: Fire, ids: tuple[int, ...]) -> tuple[str, ...]:
    """The lines about Snipers by the shot's own DR."""
    return own_dice_words(st, shot_of(st, ids, fire_phase(st, action), action))


def hit_chance(st: State, action: Fire, targets: tuple[Unit, ...]) -> float:
    """The chance that a shot hits somebody; of one at a vehicle, that it does anything to it."""
    if action.vehicle and action.ordnance is not None and action.ordnance.target_type == "vehicle":
        return float(sum(odds.direct_fates(st, action).values()))
    if action.gun:
        return 1.0 - float(odds.gun(st, action).get("no effect", 0))
    if action.vehicle:
        return 1.0 - float(odds.vehicle(st, action).chance("no effect"))
    ids = area_targets(st, action, tuple(unit.id for unit in targets), fire_phase(st, action))
    if action.ordnance is not None and action.ordnance.at_hex:
        ids = ()
    return _hits(to_hit_ledger(st, action, ids, fire_phase(st, action))) / len(PAIRS)


def _hits(ledger: ToHitLedger) -> int:
    """The rolls of thirty-six that hit somebody, or may do so by a further dr."""
    facts = ledger.facts
    at_hex = facts.shot.at_hex
    kinds = {pair: hex_hit(ledger, sum(pair))[0] if at_hex else decided(ledger, pair).kind for pair in PAIRS}
    hitting = [pair for pair, kind in kinds.items() if kind is not HitKind.MISS]
    return sum(supply(facts, sum(pair)) is not Supply.NONE for pair in hitting)
