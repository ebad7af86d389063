"""Demolition charges before they are thrown or placed: arithmetic, dud, and what becomes of all beside them (A23)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Detonate, PlaceCharge, ThrowCharge
from goodorder.core.dice import PAIRS
from goodorder.core.state import State
from goodorder.data.charts import to_kill
from goodorder.flow.fire.charges import ChargeAtVehicle, Detonation, going_off, throw
from goodorder.flow.fire.set_charges import DetonationTask, SetDetonation
from goodorder.flow.fire.targets import Aim
from goodorder.rules.a07_fire.attack import effect_ledger
from goodorder.rules.a23_charges import placed
from goodorder.rules.a23_set_charges import malfunctions, task, task_ledger
from goodorder.rules.a23_vehicles import position_ledger
from goodorder.rules.facts.vehicles import vehicle_name

from .messages.preview import PreviewDoc
from .preview_doc import line_of, mod_lines, preview_doc, with_aftermath, yes_no


def thrown(st: State, action: ThrowCharge, movers: tuple[Aim, ...]) -> PreviewDoc:
    """The preview of a thrown DC; ``movers`` are the targets of the open window."""
    aim = next((one for one in movers if one.loc == action.to and one.named == action.vehicle), None)
    [frame] = throw(st, st.turn.phase, action, aim.ids if aim is not None else ()).push
    assert isinstance(frame, Detonation | ChargeAtVehicle)
    return _goes_off(st, frame, (action.to, st.units[action.unit].loc), "Throw the DC")


def laid(st: State, action: PlaceCharge) -> PreviewDoc | None:
    """The preview of a DC that is to be placed, as it would go off among those who are there now."""
    charge, weapon = placed(st, action), st.weapons[action.weapon]
    if charge is None:
        return None
    weapon = replace(weapon, placed=charge, holder=0)
    then = st.with_(weapons={**st.weapons, weapon.id: weapon}, turn=replace(st.turn, phase="AFPh"))
    doc = _goes_off(then, going_off(then, weapon), (action.to,), "Place the DC")
    words = (
        "It goes off as the AFPh begins, if its unit is neither broken nor pinned when all fire at it is over (A23.3).",
        "Not counted: that fire, a PAATC before it (A11.6), and what changes in the Location until then.",
    )
    return replace(doc, text=(*doc.text, *words))


def set_off(st: State, action: Detonate) -> PreviewDoc | None:
    """The preview of a Set DC that is to be set off: the NTC, then its attack, with the fates over both."""
    unit, weapon = st.units[action.unit], st.weapons[action.weapon]
    if weapon.laid is None:
        return None
    charge, frame = weapon.laid, DetonationTask(action, st.turn.phase)
    good = sum(task(st, unit, pair).passed for pair in PAIRS)
    bad = sum(malfunctions(st, charge, weapon.side, sum(pair)) for pair in PAIRS)
    attack = SetDetonation(weapon.id).effect(st).ledger(st)
    lines = [
        *mod_lines(task_ledger(st, unit).mods, "other"),
        *(line_of(line, "fp") for line in attack.fp_lines()),
        *mod_lines(attack.drm.mods),
    ]
    text = (
        f"a malfunction, and the DC is gone, in {bad} of {len(PAIRS)} rolls (A23.7)",
        "Buildings and bridges stand (B24).",
    )
    title = f"Set off the DC at {st.world.map.place_name(charge.loc)}"
    chances = yes_no("set off", good, len(PAIRS))
    doc = replace(preview_doc(title, lines, chances, text, drm=attack.drm.total()), fp=attack.fp_text())
    return with_aftermath(st, doc, (frame,), (charge.loc,))


def _goes_off(st: State, frame: Detonation | ChargeAtVehicle, locs: tuple[int, ...], words: str) -> PreviewDoc:
    duds = sum(sum(pair) >= frame.dud for pair in PAIRS)
    text = [f"a dud on {frame.dud} or more: {duds} of {len(PAIRS)} rolls (A23.4)"] if duds else []
    where = st.world.map.place_name(frame.loc)
    if isinstance(frame, ChargeAtVehicle):
        where, ledger, charge = (
            vehicle_name(st, st.vehicles[frame.aim.vehicle]),
            position_ledger(st, frame.aim),
            to_kill().charge,
        )
        aerial, armor = (up_to - ledger.total() for up_to in (charge.aerial_up_to, charge.armor_up_to))
        text.append(f"Position DR: {aerial} or less is well placed, up to {armor} strikes it (C7.346)")
        doc = preview_doc(f"{words} at {where}", mod_lines(ledger.mods), drm=ledger.total())
    else:
        attack = effect_ledger(st, frame.source, frame.loc, frame.targets)
        lines = [*(line_of(line, "fp") for line in attack.fp_lines()), *mod_lines(attack.drm.mods)]
        doc = replace(preview_doc(f"{words} at {where}", lines, drm=attack.drm.total()), fp=attack.fp_text())
    return with_aftermath(st, replace(doc, text=tuple(text)), (frame,), locs)
