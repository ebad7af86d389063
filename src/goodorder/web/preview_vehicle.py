"""A shot at a vehicle before it is fired: To Hit, where it would strike, To Kill there, its fates (C7)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.flame_shot import FRONT
from goodorder.rules.a07_fire.attack import attack_refusal, declared_ledger
from goodorder.rules.c_ordnance.flame_to_kill import flame_number
from goodorder.rules.c_ordnance.shells import shells_left
from goodorder.rules.c_ordnance.to_hit import ToHitLedger, to_hit_ledger
from goodorder.rules.c_ordnance.to_kill import struck_by, to_kill_ledger
from goodorder.rules.c_ordnance.vehicle_hits import SURE
from goodorder.rules.d_vehicles.aspect import ASPECTS, Aspect, hull_down
from goodorder.rules.d_vehicles.small_arms import crew_drm
from goodorder.rules.facts.firers import attack_facts, burns_armor, fire_phase
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from .messages.preview import KillDoc, OddsClass, OddsDoc, PreviewDoc
from .preview_doc import (
    CLASSES,
    FATES,
    basic_lines,
    chance_of,
    line_of,
    mod_lines,
    preview_doc,
    vehicle_words,
    vehicles_doc,
)
from .preview_firer import firer_words

HITS: dict[str, OddsClass] = {"critical": "kia", "turret": "k", "hull": "k", "miss": "none"}
LABELS = {"critical": "Critical Hit", "turret": "turret hit", "hull": "hull hit"}


def shot(st: State, action: Fire) -> PreviewDoc:
    """The preview of a shot at a vehicle."""
    vehicle, ledger = st.vehicles[action.vehicle], to_hit_ledger(st, action, (), fire_phase(st, action))
    found = odds.vehicle(st, action)
    lines = [*basic_lines(ledger.number.mods), *mod_lines(ledger.drm.mods)]
    told = [f"{ledger.needs()} hits", *firer_words(st, action, ())]
    if hull_down(ledger.facts.attack):
        told.append("It is Hull Down: its hull can't be hit")
    if found.crew:
        told.append(f"Its crew gets out alive {float(found.crew):.0%} of the time")
    told += vehicle_words(st, shot_of(st, (), fire_phase(st, action), action))
    hits = [chance_of(LABELS.get(word, word), float(p), 1.0, HITS[word]) for word, p in found.hits.items()]
    fates = vehicles_doc({vehicle.id: found.fates})
    ammo = action.ordnance.ammo if action.ordnance is not None else ""
    where = f"{vehicle_name(st, vehicle)} in {st.world.map.place_name(action.target)}"
    title = f"{ammo} at {where}: To Hit {ledger.needs().rstrip(',')}".lstrip()
    doc = preview_doc(title, lines, hits, told, drm=ledger.drm.total())
    return replace(doc, per_target=fates, kills=_kills(st, ledger, found), other_ammo=_others(st, action))


@builds("C5.11", "D8.2")
def if_not_bogged(doc: PreviewDoc, bogs: int) -> PreviewDoc:
    """The preview of a shot that is fired unless the vehicle bogs as its hull turns, in ``bogs`` of 36 rolls."""
    fires = 1 - bogs / len(PAIRS)

    def less(chances: tuple[OddsDoc, ...], none: str) -> tuple[OddsDoc, ...]:
        found = tuple(replace(one, p=one.p * fires) for one in chances)
        if not any(one.label == none for one in found):
            return (*found, chance_of(none, bogs, len(PAIRS), "none")) if found else ()
        return tuple(replace(one, p=one.p + 1 - fires) if one.label == none else one for one in found)

    targets = tuple(
        replace(one, odds=less(one.odds, "no effect" if one.odds[0].label in CLASSES else FATES["unharmed"][0]))
        for one in doc.per_target
    )
    words = (
        f"First a Bog Check for the turn of the hull: in {bogs} of {len(PAIRS)} rolls it bogs and does not fire (D8.2)"
    )
    return replace(
        doc,
        odds=less(doc.odds, "bogs and does not fire"),
        per_target=targets,
        kills=tuple(replace(one, p=one.p * fires) for one in doc.kills),
        other_ammo=tuple(replace(one, p=one.p * fires) for one in doc.other_ammo),
        text=(words, "Of the shot itself, if it is fired:", *doc.text),
    )


def on_ift(st: State, action: Fire) -> PreviewDoc:
    """The preview of fire on the IFT at a vehicle alone: at its exposed crew, or at one without armor."""
    vehicle, found = st.vehicles[action.vehicle], odds.vehicle(st, action)
    if burns_armor(st, action):
        return _flames(st, action, found)
    ledger = declared_ledger(st, action, (), fire_phase(st, action))
    drm = crew_drm(ledger.attack, vehicle)
    lines = [*(line_of(line, "fp") for line in ledger.fp_lines()), *mod_lines(drm.mods)]
    fates = vehicles_doc({vehicle.id: found.fates})
    told = [f"Its crew gets out alive {float(found.crew):.0%} of the time"] if found.crew else []
    told += vehicle_words(st, shot_of(st, (), fire_phase(st, action), action))
    title = f"Fire at {vehicle_name(st, vehicle)} at {st.world.map.place_name(action.target)}"
    doc = preview_doc(title, lines, (), told, drm=drm.total())
    return replace(doc, fp=ledger.fp_text(), per_target=fates)


def _flames(st: State, action: Fire, found: odds.VehicleOdds) -> PreviewDoc:
    """The preview of a flamethrower at an AFV: its To Kill number and the fates."""
    vehicle, attack = st.vehicles[action.vehicle], attack_facts(st, action, (), fire_phase(st, action))
    number = flame_number(attack, FRONT)
    fates = vehicles_doc({vehicle.id: found.fates})
    title = f"Flamethrower at {vehicle_name(st, vehicle)}"
    told = (f"To Kill {number.total()}", *vehicle_words(st, shot_of(st, (), fire_phase(st, action), action)))
    doc = preview_doc(title, basic_lines(number.mods, "other"), (), told)
    return replace(doc, per_target=fates)


def _kills(st: State, ledger: ToHitLedger, found: odds.VehicleOdds) -> tuple[KillDoc, ...]:
    """The To Kill numbers of the hits that it may make."""
    low = hull_down(ledger.facts.attack)
    struck: list[tuple[Aspect, bool, str]] = [(aspect, False, aspect) for aspect in ASPECTS]
    struck.append(("turret" if low else "hull", True, "critical"))
    kills = []
    for aspect, critical, word in struck:
        if word in found.hits:
            strike = struck_by(ledger.facts, aspect, SURE, critical=critical)
            number = to_kill_ledger(st, strike)
            kills.append(
                KillDoc(
                    aspect=aspect,
                    facing=strike.facing,
                    critical=critical,
                    p=float(found.hits[word]),
                    number=number.final,
                    lines=tuple(basic_lines(number.number.mods, "other")),
                )
            )
    return tuple(kills)


def _others(st: State, action: Fire) -> tuple[OddsDoc, ...]:
    """What other ammunition would do."""
    if action.ordnance is None or action.ordnance.target_type != "vehicle":
        return ()
    weapon, others = st.weapons[action.firers[0].weapons[0]], list[OddsDoc]()
    for ammo in shells_left(st, weapon):
        other = replace(action, ordnance=replace(action.ordnance, ammo=ammo))
        if ammo == action.ordnance.ammo or attack_refusal(st, other, (), fire_phase(st, action)) is not None:
            continue
        fates = odds.direct_fates(st, other)
        harm = ("burn",) if st.vehicles[action.vehicle].wreck else ("burn", "eliminated")
        lost = float(sum(fates.get(word, 0) for word in harm))
        others.append(chance_of(ammo, lost, 1.0, "kia"))
    return tuple(sorted(others, key=lambda one: -one.p))
