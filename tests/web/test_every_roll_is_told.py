"""Each kind of roll that play makes is told beforehand by a preview, or has a reason here why not; that it is a line of
the log with its rule afterwards is a property of all games.  A new frame that rolls fails here until it has a place.
"""

from __future__ import annotations

import pytest

from goodorder.core import actions as act
from goodorder.core.actions import Action
from goodorder.core.frames import Frame
from goodorder.play.cases.start import import_flow
from goodorder.web.preview import previewed
from goodorder.web.rule_tables import tables_of

import_flow()

BEFORE: dict[str, tuple[type[Action], ...]] = {
    # fire
    "Shot": (act.Fire,),
    "SmallArms": (act.Fire,),
    "FlameShot": (act.Fire,),
    "OrdnanceShot": (act.Fire,),
    "CanisterShot": (act.Fire,),
    "SmokeShot": (act.Fire,),
    "VehicleShot": (act.Fire,),
    "MolotovCheck": (act.Molotov,),
    "MolotovShot": (act.Molotov,),
    "MolotovAtVehicle": (act.Molotov,),
    "PanzerfaustCheck": (act.Panzerfaust,),
    "PanzerfaustShot": (act.Panzerfaust,),
    "PanzerfaustAtVehicle": (act.Panzerfaust,),
    "Detonation": (act.ThrowCharge, act.PlaceCharge),
    "ChargeAtVehicle": (act.ThrowCharge, act.PlaceCharge),
    "OnCrew": (act.ThrowCharge, act.PlaceCharge),
    "DetonationTask": (act.Detonate,),
    "SetDetonation": (act.Detonate,),
    "Effect": (act.Go, act.LaneSnap),
    "HexEffect": (act.Fire,),
    "CloseDefenseFire": (act.CloseDefend,),
    # movement
    "SmokeAttempt": (act.Smoke, act.Together),
    "SmokeUphill": (act.Smoke, act.Together),
    "Setting": (act.LayCharge,),
    "Pushing": (act.Push,),
    "Climbing": (act.Climb,),
    "OverrunTask": (act.OverrunCheck,),
    "SearchRoll": (act.Search,),
    "CasualtyRoll": (act.Search, act.MopUp),
    "TankCheck": (act.Advance,),
    "ClearanceRoll": (act.ClearCharge,),
    # vehicles
    "StartDr": (act.StartUp,),
    "ReliabilityCheck": (act.StartUp, act.Unbog),
    "BogRemoval": (act.Unbog,),
    "BogCheck": (act.TurnHull, act.Fire),
    "MotionAttempt": (act.TryMotion,),
    # Rally Phase
    "RallyRoll": (act.Rally,),
    "DeployRoll": (act.Deploy,),
    "RecoveryRoll": (act.Recover,),
    "RepairRoll": (act.Repair,),
    "ScroungeRoll": (act.Scrounge,),
    # Close Combat
    "LocationCombat": (act.Advance,),
    "CombatResolution": (act.CloseCombat,),
    "EscapeCheck": (act.Escape,),
    # sides
    "RegainElr": (act.CheckIntegrity,),
    "SniperHunt": (act.CheckSniper,),
}
"""Rolls that somebody chooses, and the actions whose previews tell what they come to."""

COUNTED_IN = "its chances are in the fates of what brings it"
"""Why no preview of its own: each face is followed where the fates of a shot, charge or fight are counted out."""
INSIDE = (
    "HitCheck",
    "MultipleHits",
    "SmokeCheck",
    "StrayHit",
    "VehicleHitCheck",
    "ToKill",
    "TwoToKill",
    "CrewCheck",
    "CrewSurvival",
    "VehicleUnderFire",
    "MoraleCheck",
    "TaskCheck",
    "CaptiveCheck",
    "RandomSelection",
    "WoundCheck",
)

COMES = {
    "HeatOfBattle": "a line with its chance in each preview that may bring it; its table opens there (A15.1)",
    "SniperAttack": "a line with its chance in each preview that may bring it; its table opens there (A14.3)",
    "SniperFlight": "follows an effective Sniper dr (A14.2), of which that table tells",
    "SniperTarget": "follows it, by Random Selection",
    "SniperAgain": "follows a tie in that",
    "SniperBlow": "follows it, the same dr for one more target",
    "FieldPromotion": "a line with the chance of its Original 2 in the previews of rallies and Close Combat (A18.1)",
    "VehicleResidual": "among the threats of a drive, with its fates (D5.31)",
    "Tie": "the DR of two shots, each of which has a preview (C2.2401)",
    "WeaponDestruction": "what becomes of a weapon that nobody holds any more harms nobody (A9.74)",
    "Detection": "who is found under a ?: to tell a chance would tell what is there (A12.15)",
    "CombinedCheck": "comes by an enemy AFV that enters, whose player does not know of it (A12.41)",
    "Infection": "follows Heat of Battle: who goes berserk along with his leader (A15.41)",
    "GainConcealment": "comes at the end of a Player Turn, for all; its number is told with the roll (A12.122)",
    "Scrounging": "comes when a move has ended; its number is told with the roll (A20.552)",
    "ProvisionalRoll": "comes with the turn; its number is told with the roll (A2.5)",
    "ShockRecovery": "comes with the phase; its number is told with the roll (C7.42)",
    "IntegrityCheck": "comes by losses; its number is told with the roll (A16.2)",
    "WeatherRolls": "comes with the RPh; the turn track tells what it may bring, on what and how likely (B25.65)",
}
"""Rolls that nobody chooses, and what is told of them."""


def rolling(base: type[Frame] = Frame) -> set[str]:
    """The frames of play that throw dice."""
    found = set[str]()
    for kind in base.__subclasses__():
        if kind.__module__.startswith("goodorder.flow") and kind.rolled is not Frame.rolled:
            found.add(kind.__name__)
        found |= rolling(kind)
    return found


def test_each_kind_of_roll_has_its_place_here_and_none_has_two() -> None:
    places = [*BEFORE, *INSIDE, *COMES]
    assert sorted(places) == sorted(set(places))
    assert set(places) == rolling()


@pytest.mark.parametrize("name", BEFORE)
def test_the_actions_that_choose_it_have_previews(name: str) -> None:
    assert set(BEFORE[name]) <= previewed()


def test_each_reason_names_its_rule_or_follows_one_that_does() -> None:
    assert all("(" in reason or reason.startswith("follows") for reason in COMES.values())


@pytest.mark.parametrize("rule", ["A14.3", "A15.1"])
def test_the_tables_of_rolls_that_come_open_on_demand(rule: str) -> None:
    assert tables_of(rule)
