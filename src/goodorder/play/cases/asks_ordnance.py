"""Questions of a case about weapons that must hit first: ``ask = "to_hit fire A/g at C7 shot infantry"`` (C3)."""

from __future__ import annotations

from collections.abc import Callable

from goodorder.core.actions import Fire
from goodorder.core.state import State
from goodorder.rules.a07_fire.attack import effect_ledger
from goodorder.rules.a09_weapons.breakdown import breakdown, breakdown_numbers
from goodorder.rules.c_ordnance.ammunition import Supply, supply
from goodorder.rules.c_ordnance.area import area_targets
from goodorder.rules.c_ordnance.hits import Hit, HitKind, decided
from goodorder.rules.c_ordnance.rate import rate_of_fire
from goodorder.rules.c_ordnance.shell import shell_of
from goodorder.rules.c_ordnance.shells import shells_of
from goodorder.rules.c_ordnance.smoke_rounds import cloud, cover_drm, hex_hit, wp_targets
from goodorder.rules.c_ordnance.to_hit import ToHitLedger, to_hit_ledger
from goodorder.rules.c_ordnance.to_kill import struck_by
from goodorder.rules.c_ordnance.vehicle_hits import located
from goodorder.rules.d_vehicles.aspect import hull_down
from goodorder.rules.facts.firers import fire_phase

from .asks import Ask, Figures, mods_of, refused
from .asks_fire import declared_fire, refused_fire
from .model import CaseInvalid

KINDS = {HitKind.MISS: "miss", HitKind.HIT: "hit", HitKind.CRITICAL: "critical", HitKind.CHECK: "check"}


def ask_to_hit(question: Ask) -> Figures:
    """``to_hit fire A/g at C7 shot infantry HE turn 3 [movers B]``: number, DRM, FP, modifiers of the effect; with dice
    who is hit.
    """
    st, action, targets = declared_fire(question)
    if action.ordnance is None:
        raise CaseInvalid("the question is 'to_hit fire A/g at C7 shot infantry'", "shot")
    if refusal := refused_fire(question, st, action, targets):
        return refused(refusal)
    ids = area_targets(st, action, tuple(unit.id for unit in targets), fire_phase(st, action))
    if action.ordnance.at_hex:
        return _smoke(question, st, action, ids if action.ordnance.ammo == "WP" else ())
    ledger = to_hit_ledger(st, action, ids, fire_phase(st, action))
    facts, weapon = ledger.facts, ledger.facts.weapon
    shell, (number, removal) = shell_of(facts), breakdown_numbers(facts.attack, weapon.id)
    aimed = tuple(unit.id for unit in ledger.targets if unit.loc == action.target)
    effect = effect_ledger(st, shell, action.target, aimed).drm
    found: Figures = {
        "legal": True,
        "basic": ledger.number.mods[0].value,
        "number": ledger.needed,
        "needs": ledger.needs(),
        "changes": mods_of(ledger.number.mods[1:]),
        "drm": ledger.drm.total(targets[0].id) if targets else ledger.drm.total(),
        "drms": {question.names.unit_word(unit.id): ledger.drm.total(unit.id) for unit in ledger.seen},
        "blind": [question.names.unit_word(unit) for unit in ledger.blind],
        "mods": mods_of(ledger.drm.mods),
        "rules": sorted({mod.rule for mod in (*ledger.number.mods, *ledger.drm.mods)}),
        "range": facts.range,
        "occasion": facts.part.occasion,
        "fp": shell.fp,
        "effect_mods": mods_of(effect.mods),
        "effect_drms": {question.names.unit_word(unit): effect.total(unit) for unit in aimed},
        "rof": 0 if facts.part.marked else rate_of_fire(facts.attack, facts.part),
        "depletion": shells_of(st, weapon).get(facts.shot.ammo) or "none",
        "breakdown": f"{number}" if removal is None else f"{number} X{removal}",
    }
    return found | _dice(question, ledger) if question.faces else found


def _smoke(question: Ask, st: State, action: Fire, ids: tuple[int, ...]) -> Figures:
    """SMOKE at a hex; with dice whom WP shakes."""
    ledger = to_hit_ledger(st, action, (), fire_phase(st, action))
    facts = ledger.facts
    found: Figures = {
        "legal": True,
        "basic": ledger.number.mods[0].value,
        "number": ledger.needed,
        "changes": mods_of(ledger.number.mods[1:]),
        "drm": ledger.drm.total(),
        "mods": mods_of(ledger.drm.mods),
        "range": facts.range,
        "rof": 0 if facts.part.marked else rate_of_fire(facts.attack, facts.part),
        "depletion": shells_of(st, facts.weapon).get(facts.shot.ammo) or "none",
        "marker": cloud(facts).kind,
        "effect_drms": {question.names.unit_word(unit): cover_drm(facts, unit, critical=False) for unit in ids},
    }
    if not question.faces:
        return found
    original = sum(question.pair())
    left, (kind, critical_at, hits_at) = supply(facts, original), hex_hit(ledger, original)
    hit = kind is not HitKind.MISS and left is not Supply.NONE
    reached = (
        wp_targets(ledger, to_hit_ledger(st, action, ids, fire_phase(st, action)), original) if hit and ids else ()
    )
    found["supply"], found["kind_of_hit"] = left.value, KINDS[kind if hit else HitKind.MISS]
    found["hits"] = [question.names.unit_word(unit) for unit in reached]
    return found | ({"critical_at": critical_at, "hits_at": hits_at} if kind is HitKind.CHECK else {})


def _vehicle_dice(question: Ask, ledger: ToHitLedger) -> Figures:
    """What a DR does to a vehicle: which aspect it strikes, and which facing that shows."""
    pair = question.pair()
    hit = located(ledger, pair)
    found: Figures = {
        "supply": supply(ledger.facts, sum(pair)).value,
        "kind_of_hit": KINDS[hit.kind],
        "aspect": hit.aspect or "none",
        "check": hit.check or "none",
        "twice": hit.twice,
        "hull_down": hull_down(ledger.facts.attack),
    }
    return found | ({"facing": struck_by(ledger.facts, hit.aspect, pair[1]).facing} if hit.aspect else {})


def _dice(question: Ask, ledger: ToHitLedger) -> Figures:
    if ledger.facts.attack.vehicle is not None and ledger.facts.shot.target_type == "vehicle":
        return _vehicle_dice(question, ledger)
    hit = decided(ledger, question.pair())
    if ledger.facts.attack.vehicle is not None:
        reached = ledger.counted(question.pair()) + ledger.drm.total() <= ledger.needed
        hit = Hit(HitKind.HIT if reached else HitKind.MISS)
    words = question.names.unit_word
    lost = breakdown(ledger.facts.attack, ledger.facts.weapon.id, sum(question.pair()))
    left = supply(ledger.facts, sum(question.pair()))
    if left is Supply.NONE:
        hit = Hit(HitKind.MISS)
    found: Figures = {
        "supply": left.value,
        "kind_of_hit": KINDS[hit.kind],
        "hits": [words(unit) for unit in hit.units],
        "critical": [words(unit) for unit in hit.critical],
        "breaks": lost.value if lost is not None else "",
    }
    return found | ({"critical_at": hit.critical_at, "hits_at": hit.hits_at} if hit.kind is HitKind.CHECK else {})


QUESTIONS: dict[str, Callable[[Ask], Figures]] = {"to_hit": ask_to_hit}
"""The questions by name."""
