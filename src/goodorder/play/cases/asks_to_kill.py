"""Questions of a case about hits on vehicles: ``to_kill fire A/g at C7 vehicle T shot vehicle AP on turret`` (C7),
``aspect T from C7`` (D3.2), ``arc g to C7`` (C3.2).
"""

from __future__ import annotations

from collections.abc import Callable

from goodorder.core.actions import Fire
from goodorder.core.notation import parse
from goodorder.core.state import Vehicle
from goodorder.data.charts import to_kill
from goodorder.rules.c_ordnance.to_hit import to_hit_ledger
from goodorder.rules.c_ordnance.to_kill import struck_by, to_kill_ledger
from goodorder.rules.d_vehicles.aspect import ASPECTS, Aspect, target_facing
from goodorder.rules.facts.arcs import bears, facings_for, turned_by
from goodorder.rules.facts.vehicles import mount_facing, vtype

from .asks import Ask, Figures, mods_of, refused, split_at
from .asks_fire import refused_fire
from .model import CaseInvalid

ANY = 6
"""A colored die where the fire comes from another hex."""


def ask_to_kill(question: Ask) -> Figures:
    """``to_kill fire A/g at C7 vehicle T shot vehicle AP on hull [critical] [colored 3]``: the number line by line;
    with dice the fate.
    """
    words, more = split_at(question.words, "on")
    action = parse(" ".join(words), question.names)
    aimed = isinstance(action, Fire) and action.vehicle and action.ordnance is not None
    if not isinstance(action, Fire) or not aimed or not more or more[0] not in ASPECTS:
        raise CaseInvalid("the question is 'to_kill fire A/g at C7 vehicle T shot vehicle AP on hull'", "on")
    if refusal := refused_fire(question, question.st, action, ()):
        return refused(refusal)
    aspect: Aspect = "turret" if more[0] == "turret" else "hull"
    colored = int(more[more.index("colored") + 1]) if "colored" in more else ANY
    facts = to_hit_ledger(question.st, action, (), question.st.turn.phase).facts
    ledger = to_kill_ledger(question.st, struck_by(facts, aspect, colored, critical="critical" in more))
    found: Figures = {
        "legal": True,
        "basic": ledger.number.mods[0].value,
        "mods": mods_of(ledger.number.mods[1:]),
        "number": ledger.final,
        "facing": ledger.strike.facing,
        "armored": ledger.armored,
        "fp": ledger.strike.fp,
        "rules": sorted({mod.rule for mod in ledger.number.mods}),
        "fates": _fates(ledger.fate, aspect),
    }
    return found | {"fate": _word(ledger.fate(sum(question.pair())), aspect)} if question.faces else found


def _fates(fate: Callable[[int], str | None], aspect: str) -> list[str]:
    """The fate of each Original DR from 2 to 12, equal ones together: ``2-5 burn``."""
    found: list[tuple[int, int, str]] = []
    for original in range(2, 13):
        word = _word(fate(original), aspect)
        if found and found[-1][2] == word:
            found[-1] = (found[-1][0], original, word)
        else:
            found.append((original, original, word))
    return [f"{low}{f'-{high}' if high > low else ''} {word}" for low, high, word in found]


def _word(fate: str | None, aspect: str) -> str:
    if fate == "immobilized or shock":
        return "immobilized" if aspect == "hull" else "shock"
    return fate or "none"


def ask_aspect(question: Ask) -> Figures:
    """``aspect T from C7 [colored 3]``: the facings of hull and turret that fire from there strikes, and armor."""
    words, more = split_at(question.words, "from")
    if len(words) != 1 or not more:
        raise CaseInvalid("the question is 'aspect T from C7'", "from")
    st = question.st
    vehicle, frm = st.vehicles[question.names.unit(words[0])], question.names.hex(more[0])
    colored = int(more[2]) if len(more) == 3 and more[1] == "colored" else ANY
    found: Figures = {}
    for aspect in ASPECTS:
        facing = target_facing(st, vehicle, aspect, frm, colored)
        factor = vtype(st, vehicle).armor_factor(aspect, facing)
        found[aspect], found[f"{aspect}_armor"] = facing, "none" if factor is None else factor
    factors = vtype(st, vehicle).armor_factors()
    return found | ({"aerial_armor": to_kill().aerial_armor(max(0, min(factors)))} if factors else {})


def ask_arc(question: Ask) -> Figures:
    """``arc g to C7``, ``arc T.CMG to C7``: along which hexspine a weapon points, whether that hex lies in its Covered
    Arc, and how many hexspines it must be turned, to which, until it does (of a vehicle in Bypass Target Facings).
    """
    words, more = split_at(question.words, "to")
    if len(words) != 1 or len(more) != 1:
        raise CaseInvalid("the question is 'arc g to C7'", "to")
    st = question.st
    weapon, to = st.weapons[question.names.weapon(words[0])], question.names.hex(more[0])
    if not weapon.holder:
        raise CaseInvalid("a Gun has an arc for whoever mans it", words[0])
    unit = st.fighter(weapon.holder)
    facing = mount_facing(st, unit, weapon) if isinstance(unit, Vehicle) else weapon.facing
    if facing < 0:
        return {"facing": "all", "within": True, "turns": 0, "turned_to": []}
    within, found = bears(st, unit, to, facing), facings_for(st, unit, to, facing)
    turns = 0 if within else min((turned_by(unit, facing, one) for one in found), default=0)
    return {"facing": facing, "within": within, "turns": turns, "turned_to": [] if within else sorted(found)}


QUESTIONS: dict[str, Callable[[Ask], Figures]] = {"to_kill": ask_to_kill, "aspect": ask_aspect, "arc": ask_arc}
"""The questions by name."""
