"""The edges of the sequence of play: which rules speak there, in which order, and which frames they request."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from goodorder.core import state as core
from goodorder.core.actions import Done, Hide, Reveal
from goodorder.core.engine import answer
from goodorder.core.errors import EngineFault, Illegal, NotBuilt
from goodorder.core.events import Event, MarkerRemoved
from goodorder.core.frames import Frame, Request, decode_frame, frame_of
from goodorder.core.state import State
from goodorder.data.charts import sequence
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.sequence import edges
from goodorder.play.cases.start import import_flow
from goodorder.rules.a03_markers import lifetimes
from goodorder.rules.points import PHASE_BEGINS, PHASE_ENDS, PLAYER_TURN_ENDS
from goodorder.rules.ruleset import ruleset
from tests.support import begin, position, squad

KINDS = {value for name, value in vars(core).items() if name.startswith("MK_")}


def full(st: State) -> State:
    """The same position by the full rules."""
    return st.with_(world=replace(st.world, rules=ruleset("full")))


def requests(kind: type[Request] = Request) -> Iterator[type[Request]]:
    for found in kind.__subclasses__():
        if found.__module__.startswith("goodorder."):
            yield found
        yield from requests(found)


def test_every_request_of_a_rule_has_its_frame() -> None:
    ruleset("full")
    import_flow()
    unknown = frame_of.dispatch(Request)
    assert {kind.__name__ for kind in requests() if frame_of.dispatch(kind) is unknown} == set()
    assert len(set(requests())) >= 5


def test_a_request_that_no_frame_answers_is_named() -> None:
    class Nothing(Request, frozen=True):
        pass

    with pytest.raises(EngineFault, match="Nothing"):
        frame_of(Nothing())


def test_markers_that_a_step_of_the_sequence_removes_are_kinds_that_exist() -> None:
    assert set().union(*lifetimes().values()) <= KINDS
    assert all(step.at == "end" for phase in sequence().phases for step in phase.steps if step.removes)


@pytest.mark.parametrize(("phase", "left"), [("MPh", {"cc"}), ("PFPh", {"residual", "smoke_grenade", "cc"})])
def test_residual_fp_and_grenades_last_until_the_movement_phase_ends(phase: str, left: set[str]) -> None:
    lying = [(kind, "C3") for kind in ("residual", "smoke_grenade", "cc")]
    st = position("size 6x6", squad("A", "C3"), phase=phase, markers=lying)
    after, events = begin(st, edges.ENDS)
    assert {marker.kind for marker in after.markers.values()} == left
    assert sum(isinstance(event, MarkerRemoved) for event in events) == 3 - len(left)


def test_the_order_in_which_a_phase_ends() -> None:
    functions = ruleset("full").functions(PHASE_ENDS)
    assert [function.__name__ for function in functions] == [
        "guns_turn",
        "vehicles_turn",
        "claimed_after_rallies",
        "markers_come_off",
        "lanes_end",
        "shock_recovery",
        "small_arms_about",
        "control_sweep",
        "sinks_at_last",
        "labor_lost",
        "nobody_in_sight",
        "ti_over",
        "may_regain_by_reinforcements",
        "reinforced",
    ]
    began = [function.__name__ for function in ruleset("full").functions(PHASE_BEGINS)]
    assert began == [
        "placed_before_play",
        "wind_change",
        "gusts_blow_again",
        "smoke_drifts",
        "smoke_disperses",
        "charges_go_off",
        "taken_by_itself",
        "found_as_a_phase_begins",
        "found_as_a_phase_begins",
        "another_may_spot",
        "placed_off_board",
        "shaken_as_rallies_begin",
        "may_arrive",
        "gets_out",
        "kills_prisoners",
    ]


def test_a_rule_of_one_phase_is_asked_in_no_other_and_keeps_its_number() -> None:
    rules = ruleset("full")
    every = rules.functions(PHASE_ENDS)
    rallies, movement = ({function.__name__ for _, function in rules.at_edge(PHASE_ENDS, p)} for p in ("RPh", "MPh"))
    assert "claimed_after_rallies" in rallies - movement
    assert "lanes_end" in movement - rallies
    assert "markers_come_off" in rallies & movement
    assert all(every[number] is function for number, function in rules.at_edge(PHASE_ENDS, "MPh"))


def test_the_starter_kit_has_none_of_what_it_leaves_out_at_the_edges() -> None:
    starter = ruleset("starter")
    ends = [function.__name__ for function in starter.functions(PHASE_ENDS)]
    vehicles = ["vehicles_turn", "shock_recovery", "crowded_out"]
    assert [one for one in ends if one not in vehicles] == ["guns_turn", "markers_come_off", "control_sweep", "ti_over"]
    assert [one for one in ends if one in vehicles] == vehicles
    assert [function.__name__ for function in starter.functions(PLAYER_TURN_ENDS)] == ["stun_passes"]


def test_an_edge_is_saved_with_the_rules_that_have_spoken() -> None:
    frame: Frame = edges.Edge(PHASE_ENDS.name, 2)
    assert decode_frame(frame.encoded()) == frame


def test_a_side_without_concealment_has_no_mask_to_drop() -> None:
    st, _ = begin(position("size 6x6", squad("A", "C3"), phase="MPh"), MovePhase())
    for action in (Reveal((1,)), Hide(1, False)):
        with pytest.raises(NotBuilt, match="A12"):
            answer(st, action)


def test_an_act_at_any_time_leaves_the_question_as_it_was() -> None:
    st, _ = begin(full(position("size 6x6", squad("A", "C3").now(concealed=True), phase="MPh")), MovePhase())
    after, events = answer(st, Reveal((1,)))
    assert not after.units[1].concealed and after.stack == st.stack
    assert [type(event).__name__ for event in events] == ["ConcealmentLost"]
    with pytest.raises(Illegal, match="concealed"):
        answer(after, Reveal((1,)))
    with pytest.raises(Illegal, match="named twice"):
        answer(st, Reveal((1, 1)))
    assert st.world.rules.at_any_time(st, Done()) is None


def test_edges_bring_events_and_requests_only() -> None:
    st = full(position("size 6x6\nC3 woods", squad("A", "C3"), squad("B", "E5", 1), phase="RPh"))
    for point in (PHASE_BEGINS, PHASE_ENDS, PLAYER_TURN_ENDS):
        for function in ruleset("full").functions(point):
            assert all(isinstance(one, Event | Request) for one in function(st)), function.__name__
