"""The question of a case about Gun Duels: ``ask = "duel fire A/g at C7 vehicle T shot vehicle AP"`` (C2.2401)."""

from __future__ import annotations

from goodorder.rules.c_ordnance.gun_duels import duel_drm, has_duelled
from goodorder.rules.facts.firers import fire_phase

from .asks import Ask, Figures, mods_of, refused
from .asks_fire import declared_fire, refused_fire


def ask_duel(question: Ask) -> Figures:
    """``duel fire A/g at C7 vehicle T shot vehicle AP``: permission of the shot, its Gun Duel DRM line by line."""
    st, action, targets = declared_fire(question)
    if refusal := refused_fire(question, st, action, targets):
        return refused(refusal)
    own = st.vehicles.get(action.firers[0].unit)
    moves = own is not None and own.side == st.turn.attacker
    others = [unit.id for unit in targets] if moves else [firer.unit for firer in action.firers]
    again = has_duelled(st, action.firers[0].unit if moves else action.vehicle, others)
    mods = duel_drm(st, action, targets, fire_phase(st, action), again=again)
    return {"legal": True, "drm": sum(mod.value for mod in mods), "mods": mods_of(mods)}


QUESTIONS = {"duel": ask_duel}
