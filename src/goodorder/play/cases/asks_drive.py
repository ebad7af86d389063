"""Questions about vehicles on the move: MP, reach, sight of movers (D2)."""

from __future__ import annotations

from fractions import Fraction

from goodorder.core import actions as act
from goodorder.core.notation import parse
from goodorder.rules.a26_vehicles import crew_points, hull_points
from goodorder.rules.d_vehicles.bog import bog_chance, bog_checks, bog_ledger
from goodorder.rules.d_vehicles.motion_attempt import motion_needs, motion_refusal
from goodorder.rules.d_vehicles.movement import cost_ledger, drive_refusal
from goodorder.rules.d_vehicles.mp import allotment, mp_amount, mp_left
from goodorder.rules.d_vehicles.reach import reach, under_way
from goodorder.rules.facts.vehicles import drive_facts

from .asks import Ask, Figures, mods_of, refused
from .model import CaseInvalid


def ask_mp(question: Ask) -> Figures:
    """``mp drive T to D4 [road]``: MP of an act of a vehicle, line by line, its Bog Checks, and permission; one that
    stands is taken to have started.
    """
    action = parse(question.text, question.names)
    if not isinstance(action, act.DriveStep):
        raise CaseInvalid("an act of a vehicle is expected", question.text)
    vehicle = question.st.vehicles[getattr(action, "vehicle")]  # noqa: B009
    st = question.st
    if isinstance(action, (act.DriveTo, act.TurnHull)):
        st = under_way(st, vehicle, back=getattr(action, "reverse", False))
    facts = drive_facts(st, action)
    ledger = cost_ledger(st, action)
    checks = bog_checks(facts)
    figures: Figures = {
        **refused(drive_refusal(st, action)),
        "mp": mp_amount(ledger.total()),
        "left": mp_amount(mp_left(st, vehicle)),
        "allotment": mp_amount(allotment(st, vehicle)),
        "mods": {key: Fraction(value, 2) for key, value in mods_of(ledger.mods).items()},
        "bogs": [one.place for one in checks],
    }
    if checks:
        found = bog_ledger(checks[-1])
        figures |= {"bog": mods_of(found.mods), "bog_drm": found.total(), "bog_chance": f"{bog_chance(found)}/36"}
    return figures


def ask_reach(question: Ask) -> Figures:
    """``reach T``: the hexes that a vehicle gets to, with the MP that it has left there, and those that need a Bog
    Check.
    """
    vehicle = question.st.vehicles[question.names.unit(question.words[0])]
    found = reach(question.st, vehicle)
    word = question.names.hex_word
    return {
        "left": {word(one.loc): mp_amount(one.left) for one in found.values()},
        "facing": {word(one.loc): one.facing for one in found.values()},
        "bogs": [word(one.loc) for one in found.values() if one.bog],
    }


def ask_motion(question: Ask) -> Figures:
    """``motion T by A``: whether a vehicle may try to gain Motion because of movers, and by which dr."""
    st, names = question.st, question.names
    vehicle = st.vehicles[names.unit(question.words[0])]
    movers = tuple(names.unit(word) for word in question.words[2:])
    refusal = motion_refusal(st, vehicle.side, vehicle, movers)
    return {**refused(refusal), "needs": motion_needs(st, vehicle, movers)}


def ask_worth(question: Ask) -> Figures:
    """``worth T``: the VP of a vehicle, and those of its crew among them."""
    vehicle = question.st.vehicles[question.names.unit(question.words[0])]
    crew = crew_points(question.st, vehicle)
    return {"points": hull_points(question.st, vehicle) + crew, "crew": crew}


QUESTIONS = {"worth": ask_worth, "mp": ask_mp, "reach": ask_reach, "motion": ask_motion}
