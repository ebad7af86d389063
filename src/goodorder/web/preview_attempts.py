"""Attempts whose dice stand alone, before they are made: Deployment, a Sniper Check, arms in a wreck, a climb, a
vehicle that starts, is freed or tries to gain Motion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goodorder.core import actions as act
from goodorder.core.apply import apply
from goodorder.core.dice import PAIRS
from goodorder.core.state import State, Unit, Vehicle
from goodorder.data.charts import captured
from goodorder.flow.drive.motion_attempt import MotionAttempt
from goodorder.flow.drive.starting import start_ledger
from goodorder.rules.a01_deploy import DeployFacts, deploy_ledger, deploys
from goodorder.rules.a04_movement.portage import repair_outcome
from goodorder.rules.a11_close_combat.paatc import paatc_ledger, paatc_result, who_checks
from goodorder.rules.a14_sniper_check import check_finds, sniper_check_ledger
from goodorder.rules.b_terrain.clearance import DONE, clearance_ledger, clearing, clearing_events, clears
from goodorder.rules.b_terrain.climbing import FALLS_FROM, RISES_TO
from goodorder.rules.d_vehicles.motion_attempt import motion_needs
from goodorder.rules.d_vehicles.reliability import breaks_down_from, unreliable
from goodorder.rules.d_vehicles.scrounging import most
from goodorder.rules.d_vehicles.unbog import unbog_ledger, unbog_result
from goodorder.rules.facts.crews import clumsy
from goodorder.rules.facts.units import name, names, own_morale, wtype
from goodorder.rules.facts.vehicles import vehicle_name

from .messages.preview import OddsClass, PreviewDoc
from .preview_doc import chance_of, mod_lines, preview_doc, yes_no

FACES = range(1, 7)


def _counted(words: Iterable[str], kinds: Mapping[str, OddsClass]) -> list[tuple[str, int, OddsClass]]:
    found = list(words)
    return [(word, found.count(word), kind) for word, kind in kinds.items() if word in found]


def deploy(st: State, action: act.Deploy) -> PreviewDoc | None:
    """The NTC of a squad that wants to Deploy; none before play, where it needs none."""
    if st.turn.phase != "RPh":
        return None
    facts = DeployFacts(st, st.units[action.unit], st.units[action.leader] if action.leader else None)
    good, ledger = sum(deploys(facts, pair)[1] for pair in PAIRS), deploy_ledger(facts)
    need = own_morale(st, facts.unit) - ledger.total()
    title = f"Deploy {name(st, facts.unit)}"
    chances = yes_no("Deploys", good, len(PAIRS))
    return preview_doc(title, mod_lines(ledger.mods), chances, [f"needs {need} or less (A1.31)"], drm=ledger.total())


def sniper_check(st: State, action: act.CheckSniper) -> PreviewDoc:
    """The one DR of all who look for a Sniper."""
    units: tuple[Unit, ...] = tuple(st.units[unit] for unit in action.units)
    ledger = sniper_check_ledger(st, units)
    found = [check_finds(sum(pair) + ledger.total()) or "no effect" for pair in PAIRS]
    kinds: Mapping[str, OddsClass] = {"eliminated": "kia", "pinned": "pin", "no effect": "none"}
    chances = [chance_of(word, count, len(PAIRS), kind) for word, count, kind in _counted(found, kinds)]
    title = f"Sniper Check of {names(st, action.units)}"
    return preview_doc(title, mod_lines(ledger.mods), chances, ["They become TI (A14.4)."], drm=ledger.total())


def clear(st: State, action: act.ClearCharge) -> PreviewDoc:
    """The DR that comes as the CCPh ends, as it would be with this unit and those who have declared it before."""
    unit, weapon = st.units[action.unit], st.weapons[action.weapon]
    after = st
    for event in clearing_events(st, action):
        after = apply(after, event)
    units = clearing(after, weapon, unit.side)
    title = f"{name(st, unit)} removes a Set DC"
    text = ["TI, and bound to it until the CCPh ends; who is pinned or not in Good Order then is out of it (B24.7)."]
    if not units:
        return preview_doc(title, text=[*text, "Without a MMC that declares it too nobody makes the DR."])
    ledger = clearance_ledger(st, weapon, units)
    good = sum(clears(ledger, sum(pair)) for pair in PAIRS)
    text.append(f"needs {DONE - ledger.total()} or less, by those who have declared it so far")
    text.append("Who fails has Labor for the next try (B24.8).")
    return preview_doc(title, mod_lines(ledger.mods), yes_no("removed", good, len(PAIRS)), text, drm=ledger.total())


def scrounge(st: State, action: act.Scrounge) -> PreviewDoc:
    """The dr for arms in a wreck."""
    title = f"{name(st, st.units[action.unit])} looks for arms in {vehicle_name(st, st.vehicles[action.vehicle])}"
    text = [f"{most()} or less finds as many as the dr says; TI in any case (D10.5)"]
    return preview_doc(title, odds=yes_no("finds arms", most(), len(FACES)), text=text)


def repair(st: State, action: act.Repair) -> PreviewDoc:
    """The dr of a repair."""
    weapon = st.weapons[action.weapon]
    found = [repair_outcome(st, weapon, face) or "still out of order" for face in FACES]
    kinds: Mapping[str, OddsClass] = {"repaired": "other", "still out of order": "none", "removed": "kia"}
    words = {"removed": "lost"}
    chances = [chance_of(words.get(word, word), count, 6, kind) for word, count, kind in _counted(found, kinds)]
    text = [f"repaired on {found.count('repaired')} or less, lost on {7 - found.count('removed')} or more"]
    return preview_doc(f"Repair {wtype(st, weapon).name}", odds=chances, text=text)


def climb(st: State, action: act.Climb) -> PreviewDoc:
    """The Falling DR of each climber."""
    totals = [sum(pair) for pair in PAIRS]
    rises, falls = sum(one <= RISES_TO for one in totals), sum(one >= FALLS_FROM for one in totals)
    chances = [
        chance_of("climbs on", rises, len(PAIRS), "other"),
        chance_of("gets no farther", len(PAIRS) - rises - falls, len(PAIRS), "none"),
        chance_of("falls to its death", falls, len(PAIRS), "kia"),
    ]
    text = [f"A Falling DR of each: {RISES_TO} or less climbs on, {FALLS_FROM} falls (B11.41)"]
    return preview_doc(f"{names(st, action.units)}: climb", odds=chances, text=text)


def start(st: State, action: act.StartUp) -> PreviewDoc | None:
    """What may keep a vehicle from starting; None where nothing may."""
    vehicle = st.vehicles[action.vehicle]
    words = _starts(st, vehicle)
    return preview_doc(f"Start {vehicle_name(st, vehicle)}", text=words) if words else None


def _starts(st: State, vehicle: Vehicle) -> list[str]:
    words = []
    if clumsy(st, vehicle):
        line, drm = captured().start, start_ledger(st, vehicle.id).total()
        goes = sum(face + drm <= line.starts for face in FACES)
        bogs = sum(face + drm >= line.bogs for face in FACES)
        words.append(f"A dr of Infantry: it starts by {goes} of 6, bogs by {bogs} (A21.22)")
    if unreliable(st, vehicle):
        down = sum(sum(pair) >= breaks_down_from(st, vehicle) for pair in PAIRS)
        words.append(f"Mechanical reliability: {down} of {len(PAIRS)} rolls immobilize it (D2.51)")
    return words


def unbog(st: State, action: act.Unbog) -> PreviewDoc:
    """The colored die of a Bog removal."""
    vehicle = st.vehicles[action.vehicle]
    ledger = unbog_ledger(vehicle)
    kinds: Mapping[str, OddsClass] = {"freed": "other", "mired": "pin", "immobilized": "kia"}
    found = _counted((unbog_result(vehicle, face) for face in FACES), kinds)
    chances = [chance_of(word, count, len(FACES), kind) for word, count, kind in found]
    text = ["by the colored die; the product of both is its cost in MP (D8.3)", *_starts(st, vehicle)]
    return preview_doc(f"Free {vehicle_name(st, vehicle)}", mod_lines(ledger.mods), chances, text, drm=ledger.total())


def motion(st: State, action: act.TryMotion) -> PreviewDoc | None:
    """The dr of a Motion attempt by what movers have spent in its sight; None where the game does not wait for one."""
    pushed = st.stack[-1].chosen(st, action).push if st.stack else ()
    frame = next((one for one in pushed if isinstance(one, MotionAttempt)), None)
    if frame is None:
        return None
    vehicle = st.vehicles[action.vehicle]
    need = motion_needs(st, vehicle, frame.movers)
    text = [f"needs {need} or less, by what has been spent in its sight (D2.401)", *_starts(st, vehicle)]
    chances = yes_no("gains Motion", min(need, len(FACES)), len(FACES))
    return preview_doc(f"{vehicle_name(st, vehicle)}: try to gain Motion", odds=chances, text=text)


def dared(st: State, units: tuple[int, ...], to: int) -> list[str]:
    """The PAATC of those who come to AFV by an advance (A11.6)."""
    words = []
    for unit in (st.units[one] for one in who_checks(st, units, to)):
        good = sum(paatc_result(st, unit, pair).passed for pair in PAIRS)
        need = own_morale(st, unit) - paatc_ledger(st, unit).total()
        words.append(
            f"{name(st, unit)}: a PAATC first, {need} or less: {good} of {len(PAIRS)}; by more it is pinned (A11.6)"
        )
    return words
