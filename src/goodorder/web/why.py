"""Why something on the board can't be chosen: the rules are asked about the action that it would stand for."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from goodorder.core import actions as act
from goodorder.core.actions import Action, Firer
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, State
from goodorder.flow.fire.targets import aims
from goodorder.rules.facts.bearers import bearer
from goodorder.rules.facts.units import name, utype

from .messages.answers import WhyDoc

_WITH_WEAPONS = (act.Fire, act.Give, act.Recover, act.Drop, act.Repair)
"""Actions in which a click on a weapon means the weapon; elsewhere it means the unit that holds it."""


def explain(
    st: State, choice: Choice, sample: Action | None, *, unit: int, weapon: int, hex: int, vehicle: int = 0
) -> WhyDoc:
    """The rule and the reason, in the order in which a player would look for them; ``vehicle`` is the enemy one that
    was clicked, in ``hex``.
    """
    holder = bearer(st, st.weapons[weapon]) if weapon in st.weapons else None
    if holder is not None and not isinstance(sample, _WITH_WEAPONS):
        unit, weapon = holder.id, 0
    if unit in st.units:
        plain = _about_unit(st, choice, unit)
        if plain:
            return plain
        if isinstance(sample, act.Fire):
            return _no_target(st, choice, sample, unit)
    if isinstance(sample, act.Fire) and sample.ordnance is not None and not unit and not weapon and hex >= 0:
        return _no_shot(choice, sample, hex, vehicle)
    trial = _instead(st, sample, unit, weapon, hex)
    if trial is not None:
        refusal = choice.check(trial)
        if refusal is not None:
            return WhyDoc(rule=refusal.rule, message=_sentence(refusal.reason))
        return WhyDoc(rule=choice.rule, message="That is possible, by another way: follow the lit choices.")
    return WhyDoc(rule=choice.rule, message=_sentence(f"now is asked: {choice.prompt}"))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def _about_unit(st: State, choice: Choice, unit_id: int) -> WhyDoc | None:
    unit = st.units[unit_id]
    if unit.side != choice.side and st.turn.phase not in ("CCPh",):
        return WhyDoc(rule=choice.rule, message=_sentence(f"{name(st, unit)} belongs to the enemy"))
    if unit.place != ON_MAP and st.turn.phase != "setup":
        return WhyDoc(rule=choice.rule, message=_sentence(f"{name(st, unit)} is not on the map"))
    return None


def _no_target(st: State, choice: Choice, sample: act.Fire, unit: int) -> WhyDoc:
    """Why a unit can't fire: the reason that stands against most of its targets.

    A leader without a weapon fires nothing: he is told of only beside units that were chosen in his Location.
    """
    if _only_directs(st, unit) and all(st.fighter(firer.unit).loc != st.units[unit].loc for firer in sample.firers):
        who = name(st, st.units[unit])
        message = f"{who} has nothing to fire: he directs units of his Location, chosen first."
        return WhyDoc(rule="A7.53", message=message)
    found: Counter[tuple[str, str]] = Counter()
    for target in dict.fromkeys((sample.target, *(aim.loc for aim in aims(st, choice.side)))):
        trial = _fire(st, act.Fire(sample.firers, target, sample.leaders), unit, 0, target)
        refusal = choice.check(trial)
        if refusal is None:
            return WhyDoc(rule=choice.rule, message="It can fire, but not as part of what is chosen: begin with it.")
        found[refusal.rule, refusal.reason] += 1
    (rule, reason), count = found.most_common(1)[0]
    among = "" if count == found.total() else f" at {count} of {found.total()} targets"
    return WhyDoc(rule=rule, message=_sentence(f"{name(st, st.units[unit])} can't fire: {reason}{among}"))


def _no_shot(choice: Choice, sample: act.Fire, hex: int, vehicle: int) -> WhyDoc:
    """Why a weapon that must hit first can't be fired at a Location or a vehicle: the reason that no turn to another
    Covered Arc would mend, where there is one.
    """
    assert sample.ordnance is not None
    aimed = replace(sample.ordnance, cone=())
    if not aimed.at_hex:
        kind: act.TargetType = "vehicle" if vehicle else "area" if aimed.target_type == "area" else "infantry"
        aimed = replace(aimed, target_type=kind)
    shots = (act.Fire(sample.firers, hex, vehicle=vehicle, ordnance=replace(aimed, facing=at)) for at in range(-1, 6))
    found = Counter(choice.check(shot) for shot in shots)
    if None in found:
        return WhyDoc(rule=choice.rule, message="That is possible, by another way: follow the lit choices.")
    refusal = found.most_common(1)[0][0]
    assert refusal is not None
    return WhyDoc(rule=refusal.rule, message=_sentence(refusal.reason))


def _instead(st: State, sample: Action | None, unit: int, weapon: int, hex: int) -> Action | None:
    """The sample action with what was clicked in place of what it names; None where it names no such thing."""
    if sample is None or isinstance(sample, act.Recombine):
        return None
    if isinstance(sample, act.Fire):
        return _fire(st, sample, unit, weapon, hex)
    if isinstance(sample, act.Move):
        if unit:
            first = sample.first
            inner = _instead(st, first, unit, weapon, hex) if first is not None else None
            return msgspec.structs.replace(sample, units=(unit,), first=inner)
        inner = _instead(st, sample.first, 0, weapon, hex) if sample.first is not None else None
        return msgspec.structs.replace(sample, first=inner) if inner is not None else None
    fields = set(sample.__struct_fields__)
    changes: dict[str, Any] = {}
    if unit and "units" in fields:
        changes["units"] = (unit,)
    elif unit and "unit" in fields:
        changes["unit"] = unit
    elif unit and "defenders" in fields:
        attacker = st.fighter(sample.attackers[0]) if isinstance(sample, act.CloseCombat) else None
        key = "attackers" if attacker is not None and st.fighter(unit).side == attacker.side else "defenders"
        changes[key] = (unit,)
    if weapon and "weapon" in fields:
        changes["weapon"] = weapon
    if hex >= 0 and not unit:
        for field in ("to", "loc", "target"):
            if field in fields:
                changes[field] = hex
                break
    return msgspec.structs.replace(sample, **changes) if changes else None


def _only_directs(st: State, unit: int) -> bool:
    return utype(st, st.units[unit]).leadership is not None and not st.weapons_of(unit)


def _fire(st: State, sample: act.Fire, unit: int, weapon: int, hex: int) -> Action:
    holder = bearer(st, st.weapons[weapon]) if weapon in st.weapons else None
    if holder is not None:
        firer = Firer(holder.id, False, (weapon,))
        return act.Fire((firer,), sample.target)
    if unit and _only_directs(st, unit):
        return act.Fire(sample.firers, sample.target, (unit,))
    if unit:
        return act.Fire((Firer(unit),), sample.target)
    return act.Fire(sample.firers, hex, sample.leaders)
