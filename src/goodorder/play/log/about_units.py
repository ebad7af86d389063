"""Lines about units: where they go and what becomes of them."""

from __future__ import annotations

from typing import Any

from goodorder.core import events as ev
from goodorder.core.state import ABOARD, ASSAULT, DASH, DOUBLE_TIME, HAZARDOUS, LATE_DOUBLE_TIME, MINIMUM, State
from goodorder.rules.facts.bypass_path import hexsides
from goodorder.rules.facts.units import is_smc, name, names

from .line import LogLine, about, hex_name, says, simple, spot


@says(ev.UnitPlaced)
def _placed(st: State, event: ev.UnitPlaced) -> LogLine:
    unit = st.units[event.unit]
    place = hex_name(st, event.loc)
    words = f"sets up in {place}" if place else "is taken off the map again"
    where = (spot(st, event.loc),) if place else ()
    return LogLine(f"{name(st, unit)} {words}", "A2.9", "setup", hexes=where, units=(unit.id,), side=unit.side)


@says(ev.UnitWaits)
def _waits(st: State, event: ev.UnitWaits) -> LogLine:
    return about(st, event.unit, "is off board, ready to enter", "A2.51", "info", 1)


@says(ev.UnitEntered)
def _entered(st: State, event: ev.UnitEntered) -> LogLine:
    return about(st, event.unit, f"enters in {hex_name(st, event.loc)}", "A2.51", "move", 1)


@says(ev.UnitMoved)
def _moved(st: Any, event: ev.UnitMoved) -> LogLine:
    verbs = {"RtPh": ("routs", "A10.5", "rout"), "APh": ("advances", "A4.7", "move")}
    verb, rule, kind = verbs.get(st.before.turn.phase, ("goes", "A4.2", "move"))
    return about(st, event.unit, f"{verb} to {hex_name(st, event.loc)}", rule, kind, 1)


@says(ev.Bypassed)
def _bypassed(st: Any, event: ev.Bypassed) -> LogLine | None:
    # The hexsides are those of the hex gone around, into which the same step came.
    board, loc = st.world.map, st.after.units.get(event.unit, st.units[event.unit]).loc
    here = board.place_name(loc)
    if len(event.vertices) == 1:
        return None
    beyond = [board.around(loc)[side] for side in hexsides(event.vertices)]
    words = ", ".join(f"{here}-{board.place_name(one)}" for one in beyond if one >= 0)
    return about(st, event.unit, f"goes along {words} in Bypass", "A4.3", "move", 1)


@says(ev.MoveDeclared)
def _declared(st: Any, event: ev.MoveDeclared) -> LogLine | None:
    known = (
        (ASSAULT, "Assault Movement", "A4.61"),
        (DOUBLE_TIME, "late Double Time" if event.declared & LATE_DOUBLE_TIME else "Double Time", "A4.5"),
        (MINIMUM, "a Minimum Move", "A4.134"),
        (DASH, f"a Dash to {hex_name(st, event.dash)}" if event.declared & DASH else "", "A4.63"),
    )
    told = [(word, rule) for bit, word, rule in known if event.declared & bit]
    if event.afv and not event.declared & HAZARDOUS and not _gets_out(st, event.unit):
        told.append((f"Armored Assault with {name(st, st.vehicles[event.afv])}", "D9.31"))
    if not told:
        return None
    words, rule = [word for word, _ in told], told[-1][1]
    return about(st, event.unit, f"declares {' and '.join(words)}", rule, "move", 1)


def _gets_out(st: Any, unit: int) -> bool:
    """Whether it has just got out of its vehicle, beside which it stands then (D5.41, D9.3)."""
    there = st.before.units.get(unit)
    return there is None or there.place == ABOARD


simple(ev.ManCarried, "is carried", "A17.2", "move")
simple(ev.UnitBroke, "breaks", "A10.4")
simple(ev.UnitDisrupted, "is Disrupted", "A19.12")
simple(ev.UnitRallied, "rallies", "A10.6", "rally")
simple(ev.UnitPinned, "is pinned", "A7.8")
simple(ev.UnitUnpinned, "is no longer pinned", "A.12")
simple(ev.DmPlaced, "comes under Desperation Morale", "A10.62")
simple(ev.DmRemoved, "is free of Desperation Morale", "A10.62", "rally")
simple(ev.CxPlaced, "is exhausted (CX)", "A4.51", "info")
simple(ev.CxRemoved, "is no longer exhausted", "A4.51", "info")
simple(ev.TiPlaced, "is TI", "A4.8", "info")
simple(ev.TiRemoved, "is no longer TI", "A4.8", "info")
simple(ev.UnitWounded, "is wounded", "A17.1")


simple(ev.OpportunityHeld, "holds its fire for the AFPh: Opportunity Fire", "A7.25", "fire")


@says(ev.WallAdvantage)
def _wall(st: State, event: ev.WallAdvantage) -> LogLine | None:
    if event.unit in st.vehicles:
        return None  # as its "?" it had what no vehicle that is seen has (B9.323)
    return about(
        st, event.unit, "claims Wall Advantage" if event.held else "no longer has Wall Advantage", "B9.32", "info"
    )


@says(ev.UnitHides)
def _hides(st: State, event: ev.UnitHides) -> LogLine:
    return about(st, event.unit, "sets up hidden" if event.hidden else "is hidden no longer", "A12.3", "setup", 1)


@says(ev.ConcealmentLost)
def _revealed(st: State, event: ev.ConcealmentLost) -> LogLine:
    return about(st, event.unit, 'loses its "?"', event.rule, "result")


@says(ev.ConcealmentGained)
def _masked(st: State, event: ev.ConcealmentGained) -> LogLine | None:
    return None if st.turn.phase == "setup" else about(st, event.unit, 'gains a "?"', "A12.12", "info")


@says(ev.DummyRemoved)
def _found_out(st: State, event: ev.DummyRemoved) -> LogLine | None:
    unit = st.units[event.unit]
    if unit.loc < 0 or st.turn.phase == "setup":
        return None
    where = st.world.map.place_name(unit.loc)
    words = f"a Dummy in {where} is taken off"
    return LogLine(words, event.rule, "result", hexes=(spot(st, unit.loc),), side=unit.side)


@says(ev.UnitCaptured)
def _captured(st: State, event: ev.UnitCaptured) -> LogLine:
    return about(st, event.unit, f"is a prisoner of {name(st, st.units[event.by])}", "A20.5")


@says(ev.PrisonersHanded)
def _guarded(st: State, event: ev.PrisonersHanded) -> LogLine:
    words = f"{name(st, st.units[event.guard])} guards {names(st, event.units)}"
    return LogLine(words, "A20.5", "result", units=(event.guard,), side=st.units[event.guard].side)


@says(ev.PrisonersReleased)
def _released(st: State, event: ev.PrisonersReleased) -> LogLine:
    words = f"nobody guards {names(st, event.units)} any more"
    side = st.units[event.units[0]].side
    return LogLine(words, "A20.5", "result", hexes=(spot(st, event.loc),), units=event.units, side=side)


@says(ev.PrisonersRose)
def _rose(st: State, event: ev.PrisonersRose) -> LogLine:
    words = f"{names(st, event.units)} rise against their Guard"
    side = st.units[event.units[0]].side
    return LogLine(words, "A20.55", "cc", hexes=(spot(st, event.loc),), units=event.units, side=side)


@says(ev.UnitRearmed)
def _rearmed(st: State, event: ev.UnitRearmed) -> LogLine:
    return about(st, event.unit, f"has arms again: {st.world.unit_type(event.type).code}", "A20.551")


simple(ev.UnitExited, "leaves the map", "A2.6", "move")


@says(ev.UnitReplaced)
def _replaced(st: State, event: ev.UnitReplaced) -> LogLine:
    code = st.world.unit_type(event.type).code
    if event.reduced:
        return about(st, event.unit, f"is reduced to a half-squad {code}", "A7.302")
    return about(st, event.unit, f"is replaced by a {code}", "A19.13")


simple(ev.LeaderExchanged, "serves in a leader's place", "A25.22")
simple(ev.BecameHeroic, "becomes heroic", "A15.21")
simple(ev.WentBerserk, "goes berserk", "A15.4")
simple(ev.BerserkEnded, "is berserk no longer", "A15.46")


@says(ev.Infecting)
def _infecting(st: State, event: ev.Infecting) -> None:
    """The checks that follow say it."""


@says(ev.UnitHardened)
def _hardened(st: State, event: ev.UnitHardened) -> LogLine:
    code = st.world.unit_type(event.type).code
    return about(st, event.unit, "is Fanatic" if event.fanatic else f"is Battle Hardened to a {code}", "A15.3")


@says(ev.UnitDeployed)
def _deployed(st: State, event: ev.UnitDeployed) -> LogLine:
    return about(st, event.unit, f"Deploys into two {st.world.unit_type(event.type).code}", "A1.31")


@says(ev.UnitsRecombined)
def _recombined(st: State, event: ev.UnitsRecombined) -> LogLine:
    return about(st, event.unit, f"Recombines into a {st.world.unit_type(event.type).code}", "A1.32")


@says(ev.UnitEliminated)
def _eliminated(st: State, event: ev.UnitEliminated) -> LogLine:
    rule = event.reason if event.reason[:1] in ("A", "B") and event.reason[1:2].isdigit() else "A7.301"
    words = "is eliminated" if rule == event.reason or not event.reason else f"is eliminated: {event.reason}"
    return about(st, event.unit, words, rule)


@says(ev.UnitCreated)
def _created(st: State, event: ev.UnitCreated) -> LogLine:
    unit = event.unit
    where = (spot(st, unit.loc),) if unit.loc >= 0 else ()
    text = f"{name(st, unit)} appears"
    rule = "A18.1" if is_smc(st, unit) else "A19.13"
    return LogLine(text, rule, "result", hexes=where, units=(unit.id,), side=unit.side, depth=2)
