"""The structs of the web messages are what the client's types and the page of the protocol say."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from starlette.testclient import TestClient

from goodorder.web.messages import answers, pieces, position, requests, talk
from tools import protocol


@pytest.mark.parametrize("path", [*protocol.files()], ids=lambda path: path.name)
def test_what_is_written_of_the_messages_is_what_the_structs_say(path: Any) -> None:
    assert path.read_text(encoding="utf-8") == protocol.files()[path], "python -m tools.protocol writes it anew"


def test_every_request_has_the_type_of_its_result() -> None:
    assert set(answers.RESULTS) == set(get_args(requests.AnyMessage))


def test_what_a_client_is_told_fits_the_structs(new_game: Any, sit: Any, web: TestClient) -> None:
    with sit(new_game()) as seat:
        msgspec.json.decode(seat.raw[0], type=talk.HelloMessage)
        told = msgspec.json.decode(seat.raw[1], type=talk.StepMessage)
        assert told.state.menu is not None
        path = [told.state.menu.entries[0].key]
        line = {"from": "E4", "to": "E6"}
        asked: dict[str, dict[str, Any]] = {
            "menu": {"path": path},
            "preview": {"path": path},
            "why": {"path": [], "hex": "E4"},
            "reach": {"path": path},
            "way": {"path": path, "via": ["E4"]},
            "los": line,
            "standing": {"orders": {}},
            "save": {},
        }
        kinds = {tag: answers.RESULTS[struct] for tag, struct, _ in protocol.results()}
        for tag, fields in asked.items():
            msgspec.convert(seat.ask(tag, **fields), kinds[tag])


def test_words_of_fields_and_what_may_be_left_out_come_from_the_structs() -> None:
    structs = (pieces.Counter, position.UnitDoc)
    found = {name: (kind, words) for struct in structs for name, kind, words in protocol.fields(struct)}
    assert found["level?"][0] == "string" and "bridge" in found["level?"][1]
    assert found["class"][0] == "string" and "Conscript" in found["class"][1]
    assert found["hex"][0] == "string | null" and found["kind"][0] == "ShownKind"


def test_what_a_struct_has_of_another_is_told_there_alone() -> None:
    assert [name for name, _, _ in protocol.fields(position.StateDoc)] == ["seq", "losses?"]
    assert "export interface StateDoc extends PositionDoc {" in protocol.position_script()
    assert "**StateDoc** (all of PositionDoc, and): " in protocol.document_tables()


def test_a_counter_is_known_by_its_word_and_stands_still_where_it_has_no_front(new_game: Any, sit: Any) -> None:
    with sit(new_game()) as seat:
        told = seat.state["units"] + seat.state["weapons"]
    read = msgspec.convert(told, list[position.CounterDoc])
    assert {type(one) for one in read} == {position.UnitDoc, position.WeaponDoc}
    assert not any("facing" in one for one in told)
