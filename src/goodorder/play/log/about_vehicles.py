"""Lines about vehicles."""

from __future__ import annotations

from goodorder.core import events as ev
from goodorder.core.state import State
from goodorder.rules.facts.ordnance import HEXSPINES, pointing
from goodorder.rules.facts.units import names
from goodorder.rules.facts.vehicles import HALVES, tca, vehicle_name

from .line import LogLine, hex_name, says, spot


def _vehicle(st: State, vehicle_id: int, words: str, rule: str, kind: str = "result", depth: int = 2) -> LogLine:
    vehicle = st.vehicles[vehicle_id]
    places = (spot(st, vehicle.loc),) if vehicle.loc >= 0 else ()
    text = f"{vehicle_name(st, vehicle)} {words}"
    return LogLine(text, rule, kind, hexes=places, units=(vehicle_id,), side=vehicle.side, depth=depth)


@says(ev.VehiclePlaced)
def _placed(st: State, event: ev.VehiclePlaced) -> LogLine | None:
    return _vehicle(st, event.vehicle, f"in {hex_name(st, event.loc)}", "A2.9", "setup", 1) if event.loc >= 0 else None


@says(ev.VehicleTurned)
def _turned(st: State, event: ev.VehicleTurned) -> LogLine | None:
    """A turret that turns by itself, and a hull outside of its own MPh, where what it pays tells of it."""
    vehicle = st.vehicles[event.vehicle]
    if st.turn.phase == "setup" or vehicle.loc < 0:
        return None
    own_move = st.turn.phase == "MPh" and vehicle.side == st.turn.attacker
    hull = 0 if own_move else (event.facing - vehicle.facing) % HEXSPINES
    turret = event.turret if event.turret >= 0 else event.facing
    words = [f"turns to {pointing(event.facing)}"] if hull else []
    if (turret - event.facing - tca(vehicle) + vehicle.facing) % HEXSPINES:
        words.append(f"turns its turret to {pointing(turret)}")
    rule = "D2.11" if hull else "D3.12"
    return _vehicle(st, event.vehicle, " and ".join(words), rule, "info") if words else None


@says(ev.VehicleStepped)
def _stepped(st: State, event: ev.VehicleStepped) -> LogLine:
    step = event.step
    cost = f"{step.mf / HALVES:g} MP"
    match step.kind:
        case "start" | "stop":
            words, rule = f"{step.kind}s: {cost}", "D2.12" if step.kind == "start" else "D2.13"
        case "turn":
            words, rule = f"turns: {cost}", "D2.11"
        case "delay":
            words, rule = f"waits: {cost}", "D2.17"
        case "start_back":
            words, rule = f"starts in reverse: {cost}", "D2.23"
        case "unbog":
            words, rule = f"tries to get free: {cost}", "D8.3"
        case _:
            back = " in reverse" if step.kind == "reverse" else " by road" if step.road else ""
            source = f" from {hex_name(st, step.frm)}" if step.frm >= 0 else ""
            words, rule = f"drives{source} to {hex_name(st, step.to)}{back}: {cost}", "D2.1"
            if step.vertex >= 0:
                source = source if step.frm != step.to else ""
                words, rule = f"goes{source} around {hex_name(st, step.to)} in Bypass{back}: {cost}", "D2.3"
    where = tuple(place for place in (spot(st, step.frm), spot(st, step.to)) if place)
    vehicle = st.vehicles[event.vehicle]
    text = f"{vehicle_name(st, vehicle)} {words}"
    return LogLine(text, rule, "move", hexes=where, units=(vehicle.id,), side=vehicle.side)


@says(ev.MotionChanged)
def _motion(st: State, event: ev.MotionChanged) -> LogLine | None:
    return _vehicle(st, event.vehicle, "is in Motion", "D2.4", "info") if event.motion else None


@says(ev.CrewExposed)
def _crew(st: State, event: ev.CrewExposed) -> LogLine:
    return _vehicle(st, event.vehicle, "opens up: CE" if event.ce else "buttons up: BU", "D5.3", "info")


@says(ev.CrewPinned)
def _crew_pinned(st: State, event: ev.CrewPinned) -> LogLine:
    words = "has a Pin counter: its crew's fire is hampered" if event.pinned else "loses its Pin counter"
    return _vehicle(st, event.vehicle, words, "A7.82", "result" if event.pinned else "info")


@says(ev.VehicleBogged)
def _bogged(st: State, event: ev.VehicleBogged) -> LogLine:
    words = "is mired" if event.mired else "bogs down" if event.bogged else "is free again"
    return _vehicle(st, event.vehicle, words, "D8.2")


@says(ev.VehicleImmobilized)
def _immobile(st: State, event: ev.VehicleImmobilized) -> LogLine:
    return _vehicle(st, event.vehicle, "is immobilized", "D8.1")


@says(ev.VehicleShocked)
def _shocked(st: State, event: ev.VehicleShocked) -> LogLine:
    words = {"": "recovers", "shock": "is shocked", "uk": "is an Unconfirmed Kill"}[event.shocked]
    return _vehicle(st, event.vehicle, words, "C7.42" if not event.shocked else "C7.4")


@says(ev.CrewStunned)
def _stunned(st: State, event: ev.CrewStunned) -> LogLine | None:
    return _vehicle(st, event.vehicle, "is stunned", "D5.34") if event.stunned == "stun" else None


@says(ev.VehicleRevealed)
def _revealed(st: State, event: ev.VehicleRevealed) -> LogLine:
    return _vehicle(st, event.vehicle, 'loses its "?"', event.rule)


@says(ev.VehicleConcealed)
def _masked(st: State, event: ev.VehicleConcealed) -> LogLine | None:
    return None if st.turn.phase == "setup" else _vehicle(st, event.vehicle, 'gains a "?"', "A12.12")


@says(ev.VehicleRecalled)
def _recalled(st: State, event: ev.VehicleRecalled) -> LogLine:
    return _vehicle(st, event.vehicle, "is recalled", "D5.341")


@says(ev.VehicleAbandoned)
def _abandoned(st: State, event: ev.VehicleAbandoned) -> LogLine:
    return _vehicle(st, event.vehicle, "is abandoned" if event.abandoned else "has a crew again", "D5.4")


@says(ev.VehicleScrounged)
def _scrounged(st: State, event: ev.VehicleScrounged) -> LogLine:
    return _vehicle(st, event.vehicle, "is searched for arms", "D10.5")


@says(ev.CrewEntered)
def _crewed(st: State, event: ev.CrewEntered) -> LogLine:
    return _vehicle(st, event.vehicle, f"is manned by {names(st, event.units)}", "D5.42")


@says(ev.CrewLeft)
def _uncrewed(st: State, event: ev.CrewLeft) -> LogLine:
    return _vehicle(st, event.vehicle, f"is left by {names(st, st.vehicles[event.vehicle].crew)}", "D5.41")


@says(ev.CrewLost)
def _crew_lost(st: State, event: ev.CrewLost) -> LogLine:
    return _vehicle(st, event.vehicle, f"loses {names(st, st.vehicles[event.vehicle].crew)}", "D5.34")


@says(ev.VehicleCaptured)
def _captured(st: State, event: ev.VehicleCaptured) -> LogLine:
    return _vehicle(st, event.vehicle, "is captured" if event.captured else "is in its own side's hands again", "A21.2")


@says(ev.VehicleWrecked)
def _wrecked(st: State, event: ev.VehicleWrecked) -> LogLine:
    return _vehicle(st, event.vehicle, "is destroyed and burns" if event.burning else "is destroyed", "C7.7")


@says(ev.VehicleExited)
def _exited(st: State, event: ev.VehicleExited) -> LogLine:
    return _vehicle(st, event.vehicle, "leaves the map", "A2.6")


@says(ev.VehicleRemoved)
def _removed(st: State, event: ev.VehicleRemoved) -> LogLine:
    return _vehicle(st, event.vehicle, "is gone", "D10")
