"""Commissars, Deployment without a leader, "?" of Stealthy units, Self-Rally, Assault Fire, No Quarter and Massacre: a
position in which the standard opponent does it, and one in which it doesn't.
"""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from goodorder.bots.assault_fire import kept_share, rushed_harm
from goodorder.bots.commissars import rescued
from goodorder.bots.ground import ground_of
from goodorder.bots.standard import StandardPlayer
from goodorder.bots.style import STANDARD
from goodorder.bots.threat_map import Threat, all_positions
from goodorder.bots.unseen import veil
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.notation import write
from goodorder.core.state import State
from goodorder.core.view import imagined
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from tests.support import loc

MAP = "size 20x12"
FAR = "Z russian 4-4-7 at T11"


def begun(phase: str, *units: str, **more: Any) -> Play:
    fields: dict[str, Any] = {"phase": phase, "map": MAP, "units": list(units), **more}
    play = Play(Case("national", "a choice", 1, (), (), (), (), (), (), "full", fields))
    play.begin()
    return play


def decided(play: Play, player: StandardPlayer | None = None) -> str:
    asked = pending(play.state)
    assert isinstance(asked, Choice)
    seen, choice = imagined(play.state, asked)
    action = (player or StandardPlayer()).decide(seen, choice, random.Random(1))
    assert choice.check(action) is None
    return write(action, play.names)


def unit(st: State, type: str) -> Any:
    return next(one for one in st.units.values() if one.type == type)


def threat(st: State, side: int) -> Threat:
    return Threat(ground_of(st), all_positions(st, 1 - side))


# -- Commissars ------------------------------------------------------------------------------


def staffing(*men: str) -> Play:
    more = {"sides": ["russian", "german"], "frame": {"frame": "SetUp", "side": 0}, "year": 1942, "month": 9}
    return begun("setup", *(f"{man} at C4" for man in men), "X german 4-6-7 at K9", **more)


def test_a_commissar_takes_the_place_of_a_leader_of_squads_and_not_of_one_of_weak_half_squads() -> None:
    squads = ("A russian 4-4-7", "B russian 4-4-7", "L russian 9-1", "K russian 8-1")
    assert decided(staffing(*squads)) == "commission K"
    weak = ("A russian 2-2-6", "B russian 2-2-6", "L russian 9-1", "K russian 8-1")
    assert decided(staffing(*weak)) == "pass"


def test_he_is_worth_more_beside_desperate_men_than_beside_those_whom_a_failure_eliminates() -> None:
    st = begun("RPh", "A russian 4-4-7 at C4 broken dm", "B russian 2-2-6 at C6 broken", "Z german 4-6-7 at T11").state
    assert rescued(st, unit(st, "russian:4-4-7")) > 1 > rescued(st, unit(st, "russian:2-2-6"))


def test_he_is_drawn_to_desperate_men_more_than_another_leader_is() -> None:
    men = ("A russian 4-4-7 at C4 broken dm", "G russian 4-4-7 at G4", "Z german 4-6-7 at T11")

    def pull(leader: str) -> float:
        st = begun("MPh", *men, f"K russian {leader} at E4", attacker="russian").state
        one, planner = unit(st, f"russian:{leader}"), StandardPlayer()._planner(st, 0)
        return planner.worth_at((one,), loc(st, "C4")) - planner.worth_at((one,), loc(st, "G4"))

    assert pull("9-0:commissar") > pull("8-0")


# -- Finns -----------------------------------------------------------------------------------


def test_finns_deploy_where_two_half_squads_are_worth_more_and_not_where_weapons_would_stand_idle() -> None:
    near = ("F finnish 6-4-8 at E4", "X russian 6-2-8 at F4", "Y russian 6-2-8 at F4")
    sides = ["finnish", "russian"]
    assert decided(begun("RPh", *near, sides=sides, attacker="finnish")) == "deploy F"
    armed = begun("RPh", *near, sides=sides, attacker="finnish", weapons=["m finnish LMG held by F"])
    assert decided(armed) == "pass"


def test_before_play_a_squad_deploys_where_its_halves_are_worth_more_from_the_start() -> None:
    more: dict[str, Any] = {"sides": ["finnish", "russian"], "frame": {"frame": "SetUp", "side": 0}}
    play = begun("setup", "F finnish 6-4-8 at C4", "G finnish 4-4-7 at D4", "X russian 4-4-7 at K9", **more)
    assert decided(play) == "pass"
    assert decided(play, StandardPlayer(replace(STANDARD, deploy=0.3))) == "deploy G"


def test_sissi_of_eight_fp_stay_together_and_recombine() -> None:
    sides = ["finnish", "russian"]
    whole = begun("RPh", "F finnish 8-3-8 at E4", FAR, sides=sides, attacker="finnish")
    assert decided(whole) == "pass"
    halves = ("F finnish 3-3-8 at E4", "G finnish 3-3-8 at E4", FAR)
    assert decided(begun("RPh", *halves, sides=sides, attacker="finnish")).startswith("recombine")


def test_a_question_mark_is_worth_more_to_stealthy_squads() -> None:
    sides = ["finnish", "russian"]
    st = begun("RPh", "F finnish 6-4-8 at E4 concealed", FAR, sides=sides, attacker="finnish").state
    assert veil(st, unit(st, "finnish:6-4-8"), STANDARD) > veil(st, unit(st, "russian:4-4-7"), STANDARD) == 0.35


# -- Self-Rally ------------------------------------------------------------------------------


def test_the_one_extra_self_rally_comes_before_a_leader_rallies_another() -> None:
    units = ("A german 4-6-7 at C4 broken", "L german 9-1 at G4", "B german 4-6-7 at G4 broken", FAR)
    assert decided(begun("RPh", *units, attacker="german")) == "rally A"


def test_it_is_not_tried_under_desperation_morale() -> None:
    units = ("A german 4-6-7 at C4 broken dm", "L german 9-1 at G4", "B german 4-6-7 at G4 broken", FAR)
    assert decided(begun("RPh", *units, attacker="german")) == "rally B by L"


# -- Assault Fire ----------------------------------------------------------------------------


def test_a_move_costs_squads_with_assault_fire_less_of_their_fire_than_others() -> None:
    st = begun("MPh", "A german 5-4-8 at C4", "B german 4-6-7 at C4", "Z russian 4-4-7 at F4", attacker="german").state
    sturdy, plain = unit(st, "german:5-4-8"), unit(st, "german:4-6-7")
    assert kept_share(st, (plain.id,), 0.35) == 0.35 < kept_share(st, (sturdy.id,), 0.35)
    assert rushed_harm(st, sturdy, threat(st, sturdy.side), loc(st, "C4")) > 0


# -- No Quarter and Massacre -----------------------------------------------------------------

GIVEN = ("H german 2-4-7 at C4", "B russian 4-4-7 at C5 broken dm disrupted")


def test_a_surrender_is_rejected_where_the_guard_is_needed_and_nobody_else_would_give_himself_up() -> None:
    play = begun("RtPh", *GIVEN, attacker="russian", turn=1)
    assert decided(play) == "deny_quarter german"


def test_it_is_accepted_where_others_are_likely_to_follow() -> None:
    more = [f"R{n} russian 4-4-7 at {hex}" for n, hex in enumerate(("I4", "J4", "K4", "L4"))]
    play = begun("RtPh", *GIVEN, *more, attacker="russian", turn=1)
    assert decided(play) != "deny_quarter german"


HELD = ("A russian 2-3-7 at C4", "B german 4-6-7 prisoner of A", "C german 4-6-7 prisoner of A")


def test_russians_massacre_prisoners_who_bind_a_guard_beside_the_last_enemy_who_never_surrenders() -> None:
    play = begun("PFPh", *HELD[:2], "Z german 2-4-7 at T11", attacker="russian", turn=1, no_quarter=["russian"])
    assert decided(play) == "massacre B by A"


def test_they_do_not_where_many_would_surrender_later() -> None:
    more = [f"R{n} german 4-6-7 at {hex}" for n, hex in enumerate(("I4", "J4", "K4", "L4"))]
    play = begun("PFPh", *HELD[:2], *more, attacker="russian", turn=1)
    assert not decided(play).startswith("massacre")


def test_stealth_of_nothing_leaves_every_question_mark_alike() -> None:
    st = begun("RPh", "F finnish 6-4-8 at E4", FAR, sides=["finnish", "russian"], attacker="finnish").state
    assert veil(st, unit(st, "finnish:6-4-8"), replace(STANDARD, stealth=0.0)) == STANDARD.mask
