"""What is found once (core/remembered.py)."""

from msgspec.structs import replace

import goodorder as go
from goodorder.core.remembered import Later, once_a_position
from goodorder.core.state import State, Unit


def test_a_later_value_is_looked_for_once_even_where_there_is_none() -> None:
    asked: list[int] = []
    value = Later(lambda: asked.append(1))
    assert (value(), value(), asked) == (None, None, [1])


def test_a_question_is_asked_once_a_position_and_anew_where_a_part_changes() -> None:
    asked: list[tuple[int, bool]] = []

    @once_a_position
    def answer(st: State, number: int, *, loud: bool = False) -> int | None:
        asked.append((number, loud))
        return number or None

    st = go.new_game("first")
    assert [answer(st, 0), answer(st, 0), answer(st, 1), answer(st, 1, loud=True)] == [None, None, 1, 1]
    assert asked == [(0, False), (1, False), (1, True)]
    answer(st.with_stack(st.stack), 1)
    assert len(asked) == 3
    answer(st.with_(control=dict(st.control)), 1)
    assert len(asked) == 4


def test_an_imagined_counter_has_an_answer_of_its_own() -> None:
    @once_a_position
    def is_broken(st: State, unit: Unit) -> bool:
        return unit.broken

    st = go.new_game("first")
    unit = next(iter(st.units.values()))
    assert [is_broken(st, unit), is_broken(st, replace(unit, broken=True)), is_broken(st, unit)] == [False, True, False]
