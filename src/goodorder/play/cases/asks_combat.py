"""Questions about Close Combat and about exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import asdict, replace

from goodorder.core import actions as act
from goodorder.core.errors import Refusal
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.combat.cc_withdrawal import Announcements
from goodorder.flow.combat.close_combat import LocationCombat
from goodorder.odds import attack as attack_odds
from goodorder.odds import close_combat
from goodorder.odds import firer as firer_odds
from goodorder.rules.a11_close_combat.aftermath import contested
from goodorder.rules.a11_close_combat.ambush import ambush_ledger, ambush_possible, ambusher
from goodorder.rules.a11_close_combat.attack import NOBODY, announced_facts, cc_ledger, cc_outcome
from goodorder.rules.a11_close_combat.ccv import FATE_WORDS
from goodorder.rules.a11_close_combat.groups import default_stands
from goodorder.rules.a11_close_combat.permission import Declared
from goodorder.rules.a11_close_combat.vehicle_permission import declared_refusal
from goodorder.rules.a11_close_combat.withdrawal import place_refusal, places, tires, withdrawal_asked
from goodorder.rules.c_ordnance.magnetic_mines import mine_found, mine_ledger, mine_pins, mine_refusal

from .asks import Ask, Figures, mods_of, refused, split_at
from .asks_fire import declared_fire, refused_fire


def _combat(question: Ask, asked: tuple[str, ...]) -> tuple[act.CloseCombat, int, tuple[int, ...]]:
    """``A B on C [dir L] [ambush german] [withdrawing C D]``: the attack, who ambushed, who Withdraws."""
    words, going = split_at(asked, "withdrawing")
    words, ambush = split_at(tuple(words), "ambush")
    action = parse("cc " + " ".join(words), question.names)
    assert isinstance(action, act.CloseCombat)
    side = question.names.side(ambush[0]) if ambush else NOBODY
    return action, side, tuple(question.names.unit(word) for word in going)


def ask_cc(question: Ask) -> Figures:
    """``cc A B on C [dir L] [ambush german] [withdrawing C D]``: odds, Kill Number, DRM; with dice the outcome.

    The permission is that of the first attack declared, everybody standing as he is stacked; in the middle of a fight
    as it stands: who was put elsewhere, Withdraws, ambushed, has attacked.
    """
    action, side, leaving = _combat(question, question.words)
    fight = _fight(question.st, action)
    if fight is not None:
        said = (one for frame in question.st.stack if isinstance(frame, Announcements) for one in frame.leaving)
        leaving = tuple(sorted({*leaving, *fight.declared.leaving, *said}))
        side = fight.ambusher if side == NOBODY else side
    facts = announced_facts(question.st, action, side, leaving)
    ledger = cc_ledger(facts)
    drms = {question.names.unit_word(unit.id): ledger.drm.total(unit.id) for unit in facts.defenders}
    figures: Figures = {
        **refused(_cc_refusal(question.st, action, leaving, fight)),
        "odds": ledger.odds,
        "kill": ledger.kill,
        "attack": str(ledger.attack),
        "defense": str(ledger.defense),
        "mods": mods_of(ledger.drm.mods),
        "drms": drms,
        **({"ccv": mods_of(ledger.ccv.mods)} if ledger.ccv is not None else {}),
    }
    if len(set(drms.values())) == 1:
        figures["drm"] = next(iter(drms.values()))
    if question.faces:
        found = cc_outcome(ledger, question.faces)
        figures["original"] = sum(question.faces)
        figures["finals"] = {question.names.unit_word(u): final for units, final in found.finals for u in units}
        if len(found.finals) == 1:
            figures["final"] = found.finals[0][1]
        if found.fate is not None:
            figures["fate"] = FATE_WORDS[found.fate]
        figures["eliminated"] = [question.names.unit_word(unit) for unit in found.eliminated]
        figures["reduced"] = [[question.names.unit_word(unit) for unit in group] for group in found.partial]
    return figures


def _fight(st: State, action: act.CloseCombat) -> LocationCombat | None:
    """The fight that goes on in the attackers' Location, if one does."""
    loc = st.fighter(action.attackers[0]).loc
    found = (frame for frame in reversed(st.stack) if isinstance(frame, LocationCombat) and frame.loc == loc)
    return next((frame for frame in found if frame.step not in ("start", "end")), None)


def _cc_refusal(
    st: State, action: act.CloseCombat, leaving: tuple[int, ...], fight: LocationCombat | None
) -> Refusal | None:
    attacker = st.fighter(action.attackers[0])
    if fight is not None:
        declared = replace(fight.declared, leaving=leaving)
        return declared_refusal(st, attacker.loc, attacker.side, fight.stands, declared, action)
    stands = tuple(pair for side in (0, 1) for pair in default_stands(st, attacker.loc, side, leaving))
    return declared_refusal(st, attacker.loc, attacker.side, stands, Declared(leaving=leaving), action)


def ask_withdraw(question: Ask) -> Figures:
    """``withdraw A [L to C5]``: whether these units may leave their Melee, where to, and who becomes CX on the way."""
    words, to = split_at(question.words, "to")
    st, unit = question.st, question.unit(words[0])
    ids = tuple(question.names.unit(word) for word in words)
    loc = question.names.hex(to[0]) if to else -1
    refusal = withdrawal_asked(st, unit.loc, unit.side, (), unit.id)
    if refusal is None and to:
        refusal = place_refusal(st, ids, loc)
    return {
        **refused(refusal),
        "hexes": sorted(question.names.hex_word(place) for place in places(st, unit)),
        "cx": [question.names.unit_word(u) for u in ids if to and tires(st, st.units[u], ids, loc)],
    }


def ask_ambush(question: Ask) -> Figures:
    """``ambush C4 [german]``: whether Ambush is possible there, a side's drm; with both drs who ambushes."""
    st, loc = question.st, question.names.hex(question.words[0])
    sides = question.names.sides
    figures: Figures = {"possible": loc in contested(st) and ambush_possible(st, loc)}
    drms = [ambush_ledger(st, loc, side).total() for side in (0, 1)]
    figures["drms"] = dict(zip(sides, drms, strict=True))
    if len(question.words) > 1:
        ledger = ambush_ledger(st, loc, question.names.side(question.words[1]))
        figures |= {"drm": ledger.total(), "mods": mods_of(ledger.mods)}
    if question.faces:
        first = st.turn.attacker
        thrown = dict(zip((first, 1 - first), question.pair(), strict=True))
        finals = (thrown[0] + drms[0], thrown[1] + drms[1])
        figures["finals"] = dict(zip(sides, finals, strict=True))
        found = ambusher(finals)
        figures["ambusher"] = "nobody" if found == NOBODY else sides[found]
    return figures


def ask_odds(question: Ask) -> Figures:
    """``odds fire A at C4``, ``odds cc A on B [and B on A] [slipping A]``: exact chances of the attack's results, and
    of each unit's fate.
    """
    if question.words[0] == "cc":
        words, slips = split_at(question.words[1:], "slipping")
        slipping = tuple(question.names.unit(word) for word in slips)
        parts = [part.split() for part in " ".join(words).split(" and ")]
        said = [_combat(question, tuple(part)) for part in parts]
        ambusher = next((side for _, side, _ in said if side != NOBODY), NOBODY)
        leaving = tuple(sorted({unit for _, _, going in said for unit in going}))
        odds = close_combat(question.st, [combat for combat, _, _ in said], ambusher, leaving, slipping)
        first = odds.first[0] if len(said) == 1 else list(odds.first)
        wrecked = {question.names.unit_word(vehicle): table for vehicle, table in odds.vehicles.items()}
        told: Figures = {"legal": True, "first": first, "fates": _fates(question, odds.units)}
        return {**told, "vehicles": wrecked} if wrecked else told
    st, action, targets = declared_fire(question)
    refusal = refused_fire(question, st, action, targets)
    if refusal is not None:
        return refused(refusal)
    found = attack_odds(st, action, tuple(unit.id for unit in targets))
    figures: Figures = {
        "legal": True,
        "first": {line.label: line.chance for line in found.first},
        "fates": _fates(question, found.units),
    }
    if action.ordnance is not None:
        figures["firer"] = asdict(firer_odds(st, action, tuple(unit.id for unit in targets)))
    return figures


def _fates(question: Ask, units: Mapping[int, Mapping[str, Fraction]]) -> dict[str, dict[str, Any]]:
    return {
        question.names.unit_word(unit): {word: chance for word, chance in table.items() if chance}
        for unit, table in units.items()
    }


def ask_atmm(question: Ask) -> Figures:
    """``atmm A on T``: whether A may look for a magnetic mine before its attack on T, and the drm of the Check; with a
    die whether it finds one.
    """
    st, unit = question.st, question.unit(question.words[0])
    vehicle = st.vehicles[question.names.unit(question.words[-1])]
    ledger = mine_ledger(st, unit, vehicle)
    figures: Figures = {
        **refused(mine_refusal(st, act.CloseCombat((unit.id,), (vehicle.id,), atmm=unit.id))),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
    }
    if question.faces:
        face = question.faces[0]
        figures |= {"final": face + ledger.total(), "works": mine_found(st, unit, vehicle, face)}
        figures["pinned"] = mine_pins(face)
    return figures


QUESTIONS = {
    "atmm": ask_atmm,
    "cc": ask_cc,
    "withdraw": ask_withdraw,
    "ambush": ask_ambush,
    "odds": ask_odds,
}
"""The questions of this module by name."""
