"""The question about a MOL: its check, and at an AFV its To Kill number (A22.611, A22.612)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core import actions as act
from goodorder.data.charts import molotov
from goodorder.flow.fire.flame_shot import FRONT
from goodorder.rules.a22_molotovs import at_armor, check_ledger
from goodorder.rules.c_ordnance.flame_to_kill import molotov_number
from goodorder.rules.facts.firers import attack_facts

from .asks import Ask, Figures, mods_of, refused
from .asks_fire import declared_fire, refused_fire


def ask_molotov(question: Ask) -> Figures:
    """``molotov A at C5 [vehicle T]``: the MOL Check of an attack, and at an AFV its To Kill number line by line."""
    said = replace(question, words=("molotov", *question.words))
    st, action, targets = declared_fire(said)
    if refusal := refused_fire(said, st, action, targets):
        return refused(refusal)
    check = check_ledger(st, act.Molotov(action.molotov, replace(action, molotov=0)))
    found: Figures = {
        "legal": True,
        "mods": mods_of(check.mods),
        "drm": check.total(),
        "needs": molotov().check - check.total(),
    }
    if not at_armor(st, action):
        return found
    facts = attack_facts(st, action, targets, st.turn.phase)
    number = molotov_number(facts, st.units[action.molotov], FRONT)
    return found | {"number": number.total(), "number_mods": mods_of(number.mods[1:]), "basic": number.mods[0].value}


QUESTIONS = {"molotov": ask_molotov}
