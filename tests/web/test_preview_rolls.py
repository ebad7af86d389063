"""Previews of rolls that are seldom chosen, and of those that a fight, a rout or a rally may bring, against play with
every face of the dice (A4.15, A9.221, A10.53, A11.4, A11.622, A12.154, A14.1, A16.3, A18.1, D8.2).
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from goodorder.core import engine
from goodorder.core.actions import (
    Action,
    Advance,
    CheckIntegrity,
    CloseCombat,
    CloseDefend,
    LaneSnap,
    MopUp,
    OverrunCheck,
    Rally,
    Rout,
    Smoke,
    Together,
    TurnHull,
)
from goodorder.core.dice import Roll
from goodorder.core.events import DiceThrown
from goodorder.core.frames import Do, Frame
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.core.view import view
from goodorder.flow.combat.close_defense import close_defense
from goodorder.flow.drive.bogging import BogCheck
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.move.overrun import OverrunTask
from goodorder.flow.shared.integrity import RegainElr
from goodorder.odds.spread import Settled
from goodorder.play.cases.position import CasePosition
from goodorder.play.cases.start import import_flow
from goodorder.rules.d_vehicles.bog import bog_checks, bog_ledger
from goodorder.rules.facts.vehicles import drive_facts
from goodorder.web.messages.preview import PreviewDoc
from goodorder.web.preview import preview_action
from tests.odds.followed import how_often
from tests.support import case_position, without_heat
from tests.web.test_lines_and_play import percent, with_sniper
from tests.web.test_lines_of_charges import calls
from tests.web.told_and_played import ends, played, told

import_flow()

TEXT = """
version = 1
[[case]]
title = "a roll"
profile = "full"
year = 1944
phase = "{phase}"
attacker = "{attacker}"
{more}
[[case.step]]
ask = "hex A1"
"""


def made(phase: str, attacker: str, more: str) -> CasePosition:
    return case_position(TEXT.format(phase=phase, attacker=attacker, more=more))


def waiting(st: State, *frames: Frame) -> State:
    """The position with frames that are about to run, as far as they go without dice."""
    return engine.settle(st, Do(then=Settled(), push=frames))[0]


def doc_of(st: State, action: Action) -> PreviewDoc:
    doc = preview_action(st, action)
    assert doc is not None
    return doc


def outcomes(st: State) -> Counter[str]:
    """How many throws of the dice that a position waits for end in which words."""
    roll, found = engine.pending(st), Counter[str]()
    assert isinstance(roll, Roll)
    for faces in itertools.product(range(1, 7), repeat=len(roll.dice)):
        [dice] = (event for event in engine.answer(st, faces)[1] if isinstance(event, DiceThrown))
        found[dice.outcome] += 1
    return found


def counted(doc: PreviewDoc, of: int) -> dict[str, int]:
    return {one.label: round(one.p * of) for one in doc.odds}


# -- vehicles --------------------------------------------------------------------------------

TANK = (
    'map = "size 8x8; D5 woods"\nunits = ["R russian 4-4-7 at H8"]\nvehicles = ["T german pzkpfw_ivh at {at} facing 1"]'
)


def test_a_tank_that_turns_in_woods_tells_its_bog_check() -> None:
    at = made("MPh", "german", TANK.format(at="D5"))
    action = TurnHull(at.names.unit("T"), 2)
    [check] = bog_checks(drive_facts(at.state, action))
    found = outcomes(waiting(at.state, BogCheck(action.vehicle, bog_ledger(check).mods)))
    assert counted(doc_of(at.state, action), 36) == {"bogs": found["bogs"], "turns": found["passes"]}


def test_in_the_open_a_turn_has_nothing_to_tell() -> None:
    at = made("MPh", "german", TANK.format(at="E5"))
    assert preview_action(at.state, TurnHull(at.names.unit("T"), 2)) is None


def test_a_close_defense_weapon_tells_what_it_does_to_all_in_its_location() -> None:
    more = (
        'units = ["A russian 4-4-7 at D4", "G german 4-6-7 at D4"]\nvehicles = ["T german pzkpfw_ivj at D4 facing 2"]'
    )
    at = made("CCPh", "russian", more)
    st = without_heat(at.state)
    action = CloseDefend(at.names.unit("T"))
    found = ends(waiting(st, close_defense(st, st.vehicles[action.vehicle])[1]), 20_000)
    said = told(doc_of(st, action))
    assert set(said) == {at.names.unit("A"), at.names.unit("G")}
    for unit, fates in said.items():
        assert fates == pytest.approx(played(st, found, unit))


# -- sides and men ---------------------------------------------------------------------------


def test_an_integrity_check_to_regain_elr() -> None:
    more = """units = ["L german 8-0 at E4", "B russian 4-4-7 at E9"]
integrity = ["german base 40 tally 7 losses 3 lost 2"]"""
    st = made("PFPh", "german", more).state
    side = next(unit.side for unit in st.units.values() if unit.ident == "L")
    asked, action = waiting(st, RegainElr(side, "a leader")), CheckIntegrity(side)
    found = outcomes(engine.answer(asked, action)[0])
    assert counted(doc_of(asked, action), 36) == {"regained": found["regained"], "not regained": found["no effect"]}


def test_mopping_up_tells_that_a_casualty_dr_may_come_and_nothing_of_who_hides() -> None:
    more = """map = "size 8x8; D4 wooden_building; E5 wooden_building"
units = ["A german 4-6-7 at D4", "B russian 4-4-7 at E5"]"""
    at = made("RPh", "german", more)
    action = MopUp((at.names.unit("A"),))
    [foe] = (unit for unit in at.state.units.values() if unit.ident == "B")
    there = at.state.with_unit(replace(foe, hidden=True, concealed=True))
    gone = at.state.with_(units={key: unit for key, unit in at.state.units.items() if key != foe.id})
    doc = doc_of(view(there, 0), action)
    assert any("(A12.154)" in text for text in doc.text)
    assert doc == doc_of(view(gone, 0), action)


def test_the_ntc_for_an_overrun_wakes_the_enemys_sniper_as_often_as_its_line_says() -> None:
    at = made("MPh", "german", 'units = ["A german 4-6-7 at D5", "L russian 8-0 at D6"]')
    st = with_sniper(at.state, 1, 5)
    unit, to = at.names.unit("A"), at.names.hex("D6")
    begun = waiting(st, OverrunTask(unit, (unit,), to))
    [line] = [text for text in doc_of(st, OverrunCheck(unit, to)).text if "Sniper (A14.1" in text]
    assert line.split("attack: ")[1].split(";")[0] == percent(how_often(begun, calls(1))) == percent(Fraction(4, 36))
    assert not [text for text in doc_of(with_sniper(at.state, 0, 5), OverrunCheck(unit, to)).text if "A14.1" in text]


def test_two_acts_announced_together_are_told_one_after_the_other() -> None:
    at = made("MPh", "american", 'units = ["A american 6-6-6 at D5", "B american 6-6-6 at D5", "X german 4-6-7 at L9"]')
    one, other = (Smoke(at.names.unit(who), at.names.hex("D6")) for who in "AB")
    doc = doc_of(at.state, Together((one, other)))
    assert doc.second is not None
    assert replace(doc, second=None) == doc_of(at.state, one)
    assert doc.second == doc_of(at.state, other)


def test_a_snap_shot_of_a_fire_lane_tells_its_fates() -> None:
    more = (
        'units = ["A german 4-6-7 at C4", "B russian 4-4-7 at F4", "E russian 4-4-7 at E4"]\n'
        'weapons = ["w german MMG held by A lane G4:left"]\n'
        'trails = { E = { steps = ["D4 to E4 1"], ended = true } }'
    )
    at = made("MPh", "russian", more)
    moves = waiting(without_heat(at.state), MovePhase())
    asked, mover = engine.answer(moves, parse("move B to F3", at.names))[0], at.names.unit("B")
    snap = LaneSnap(at.names.weapon("w"))
    after = engine.answer(asked, snap)[0]
    fates = told(doc_of(asked, snap))[mover]
    assert fates == pytest.approx(played(asked, ends(after, 20_000), mover))


# -- what a fight, a rout or a rally may bring -----------------------------------------------


@pytest.mark.parametrize(
    ("where", "words"),
    [
        # both at 0: of 36 throws six differ by three or more to either side
        ("D5 woods", "+0 against +0: this side ambushes in 6 of 36, is ambushed in 6 (A11.4)"),
        ("D9 woods", ""),
    ],
)
def test_an_advance_into_woods_tells_both_chances_of_an_ambush(where: str, words: str) -> None:
    at = made(
        "APh", "german", f'map = "size 12x12; {where}"\nunits = ["A german 4-6-7 at D6", "B russian 4-4-7 at D5"]'
    )
    doc = doc_of(at.state, Advance((at.names.unit("A"),), at.names.hex("D5")))
    assert [text for text in doc.text if "A11.4" in text] == (
        [f"An Ambush dr of each side before it, {words}."] if words else []
    )


def test_of_an_enemy_under_a_mark_only_the_own_drm_is_told() -> None:
    more = 'map = "size 12x12; D5 woods"\nunits = ["A german 4-6-7 at D6", "B russian 4-4-7 at D5 concealed"]'
    at = made("APh", "german", more)
    doc = doc_of(view(at.state, 0), Advance((at.names.unit("A"),), at.names.hex("D5")))
    [line] = [text for text in doc.text if "A11.4" in text]
    assert line == "An Ambush dr of each side before it, +0 for this one; three less ambushes (A11.4)."


def test_a_rout_that_is_interdicted_may_bring_heat_of_battle() -> None:
    more = 'units = ["A german 4-6-7 at D5 broken dm", "B russian 4-4-7 at D8"]'
    at = made("RtPh", "german", more)
    action = Rout(at.names.unit("A"), at.names.hex("D4"))
    told_of = [text for text in doc_of(at.state, action).text if "A15.1" in text]
    assert told_of == [f"Heat of Battle (A15.1) by an Original 2 of a check: {percent(Fraction(1, 36))}; {NOT_COUNTED}"]
    assert not [text for text in doc_of(without_heat(at.state), action).text if "A15.1" in text]


NOT_COUNTED = "what that brings is not counted."
LEADER = "An Original 2, 1 of 36, brings a Leader Creation dr ({})."


def test_a_squad_that_attacks_or_rallies_alone_may_bring_forth_a_leader() -> None:
    at = made("CCPh", "german", 'units = ["A german 4-6-7 at D5", "B russian 4-4-7 at D5"]')
    fight = CloseCombat((at.names.unit("A"),), (at.names.unit("B"),))
    assert LEADER.format("A18.12") in doc_of(at.state, fight).text
    at = made("RPh", "german", 'units = ["A german 4-6-7 at D5 broken", "B russian 4-4-7 at L9"]')
    assert LEADER.format("A18.11") in doc_of(at.state, Rally(at.names.unit("A"))).text


def test_men_who_bring_forth_no_leader_have_no_such_line() -> None:
    at = made("CCPh", "german", 'units = ["L german 8-0 at D5", "B russian 4-4-7 at D5"]')
    fight = CloseCombat((at.names.unit("L"),), (at.names.unit("B"),))
    assert not [text for text in doc_of(at.state, fight).text if "A18.1" in text]
    units = 'units = ["A german 4-6-7 at D5 broken", "L german 8-0 at D5", "B russian 4-4-7 at L9"]'
    at = made("RPh", "german", units)
    assert not [
        text for text in doc_of(at.state, Rally(at.names.unit("A"), at.names.unit("L"))).text if "A18.1" in text
    ]
