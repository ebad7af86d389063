"""Seats and records of games in which a side may hide something (A12)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from goodorder.core.actions import Done
from goodorder.core.dice import DiceStream
from goodorder.core.engine import answer, pending
from goodorder.core.errors import Illegal
from goodorder.core.events import WeaponConverted
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.core.view import asked_of
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game as new_position
from goodorder.play.log import lines
from goodorder.play.record import Options
from goodorder.play.seen import seen_by
from goodorder.play.session import Beat, Session
from goodorder.play.start import again, begin
from goodorder.play.store import Store
from goodorder.web.feed import Client, Feed
from goodorder.web.live_game import LONG, MOST_ONLOOKERS, SHORT, LiveGame, answering, thinking
from goodorder.web.messages.requests import Orders
from goodorder.web.messages.talk import HelloMessage
from goodorder.web.seats import SeatRefused

from .conftest import Seat, run_async
from .screen import past_snipers

Begin = Callable[..., str]
Sit = Callable[..., Any]
GERMAN = 1


def test_the_seat_of_a_computer_player_is_not_given_to_anybody(new_game: Begin, sit: Sit, web: TestClient) -> None:
    game = new_game("patrol", players={"german": "idle"})
    for seat in ("german", "both"):
        with web.websocket_connect(f"/ws/{game}?side={seat}") as socket:
            told = socket.receive_json()
        assert told["type"] == "notice" and "A12" in told["text"]
    with sit(game, "british") as chair:
        assert chair.state["you"] == "british"


def test_where_everybody_knows_everything_any_seat_may_be_taken(new_game: Begin, sit: Sit) -> None:
    game = new_game("first", players={"russian": "idle"})
    with sit(game, "russian") as chair:
        assert chair.state["you"] == "russian"


def test_people_at_one_table_see_what_the_side_knows_that_decides(new_game: Begin, sit: Sit) -> None:
    """Each time the other side's concealed stacks are "?" and one's own are known; the log names no concealed unit."""
    with sit(new_game("patrol"), "both") as chair:
        seen: set[str] = set()
        chair.past_snipers()
        for _ in range(12):
            asked = chair.state["pending"]["side"]
            own = [unit for unit in chair.state["units"] if unit["side"] == asked]
            other = [unit for unit in chair.state["units"] if unit["side"] != asked and unit["hex"]]
            assert all(unit["kind"] != "unknown" for unit in own)
            assert any(unit.get("concealed") for unit in own)
            assert all(unit["kind"] == "unknown" for unit in other if unit.get("concealed"))
            assert any(unit["kind"] == "unknown" for unit in other)
            seen.add(asked)
            assert chair.answer(["pass"])["ok"]
            chair.wait_choice()
        assert seen == {"british", "german"}


def test_a_concealed_unit_is_told_as_such_to_its_owner_alone(new_game: Begin, sit: Sit) -> None:
    game = new_game("patrol")
    with sit(game, "german") as chair:
        own = [unit for unit in chair.state["units"] if unit["side"] == "german" and unit.get("concealed")]
        assert {"squad", "dummy"} <= {unit["kind"] for unit in own}
        secret = {unit["id"] for unit in own}
    with sit(game, "british") as chair:
        stacks = [unit for unit in chair.state["units"] if unit["side"] == "german" and unit.get("concealed")]
        assert stacks and all(unit["kind"] == "unknown" and unit["fp"] == 0 and not unit["ident"] for unit in stacks)
        assert all(unit["mf"] is None and not unit.get("hidden") for unit in stacks)
        assert not secret & {unit["id"] for unit in chair.state["units"]}
        assert not any(weapon["holder"] in secret for weapon in chair.state["weapons"])


def test_before_a_game_with_secrets_is_over_its_record_is_an_account_of_what_the_seat_knows(
    new_game: Begin, sit: Sit, web: TestClient, store: Store
) -> None:
    game = new_game("patrol")
    address = f"/api/games/{game}/record"
    with sit(game, "british") as chair:
        key = {"authorization": f"Bearer {chair.hello['token']}"}
        seen = chair.state
        known = [msgspec.json.decode(line) for line in web.get(f"{address}?side=british", headers=key).iter_lines()]
        assert (known[0]["goodorder_account"], known[0]["seat"]) == (1, "british")
        units = [{**unit, "mf": None} for unit in known[-1]["position"]["units"]]
        assert units == [{**unit, "mf": None} for unit in seen["units"]]
        assert web.get(f"{address}?side=british").status_code == 403, "without its token"
        public = web.get(address)
        assert public.status_code == 200
        secret = [u.ident for u in stored_position(store, game).units.values() if u.concealed and u.ident]
        last = msgspec.json.decode(public.content.splitlines()[-1])
        assert secret and all(unit["kind"] == "unknown" for unit in last["position"]["units"] if unit.get("concealed"))
        back = web.post("/api/records", content=public.content)
        assert back.status_code == 400 and "expected a goodorder record" in back.json()["error"]["message"]
        chair.ask("concede", side="british")
    assert b'"goodorder_record"' in web.get(address).content


def stored_position(store: Store, game: str) -> State:
    """The position of a stored game as it is."""
    record = store.record(game)
    return Session.resume(record, again(record.header)).state


def test_a_player_replays_his_unfinished_game_from_his_own_seat(new_game: Begin, sit: Sit, web: TestClient) -> None:
    game = new_game("patrol")
    with sit(game, "german") as chair:
        key = {"authorization": f"Bearer {chair.hello['token']}"}
        mine = web.get(f"/api/games/{game}/replay?at=99999&side=german", headers=key).json()
        theirs = web.get(f"/api/games/{game}/replay?at=99999").json()
    own = {unit["id"] for unit in mine["state"]["units"] if unit["side"] == "german" and unit.get("concealed")}
    assert own and not own & {unit["id"] for unit in theirs["state"]["units"]}
    assert {unit["kind"] for unit in theirs["state"]["units"] if unit.get("concealed")} == {"unknown"}


def test_the_record_of_an_open_game_is_handed_out_at_any_time(new_game: Begin, web: TestClient) -> None:
    assert web.get(f"/api/games/{new_game('first')}/record").status_code == 200


def test_windows_in_which_nothing_can_be_done_close_by_themselves_where_each_side_has_its_screen() -> None:
    session, live = _two_people()
    live.clients = [Client(side, frozenset((n,)), lambda doc: None) for n, side in enumerate(session.header.sides)]
    closed = 0
    for _ in range(60):
        asked = session.choice()
        idle = asked.public and asked_of(session.state, asked)[1].menu.idle() == Done()
        before = session.state
        first = live._by_itself()
        assert first is None and session.state is before, "a window closes only after a pause"
        if not idle:
            session.decide(asked.side, Done())
            continue
        assert live._by_itself() is not None and session.state is not before
        closed += 1
    assert closed
    assert len({round(thinking(), 6) for _ in range(20)}) > 10


def test_windows_ask_where_one_screen_serves_both_and_where_a_side_wants_to_be_asked() -> None:
    session, live = _two_people()
    while session.choice().menu.idle() != Done() or not session.choice().public:
        session.decide(session.choice().side, Done())
    side = session.choice().side
    live.clients = [Client("both", frozenset((0, 1)), lambda doc: None)]
    assert live._by_itself() is None and live._by_itself() is None
    live.standing.orders[side] = Orders(empty="close")
    assert live._by_itself() is None and live._by_itself() is not None


def _two_people() -> tuple[Session, LiveGame]:
    """A game of two people that is past its set-up."""
    setups = {side.id: side.setups[0].name for side in scenario("patrol").sides}
    header, start = begin("patrol", dict.fromkeys(setups, "human"), Options(), setups)
    session = Session(header, start, dice=DiceStream("windows"))
    session.open()
    past_snipers(session)
    return session, LiveGame("windows", session, cast(Store, None), [Beat(start, session.state, ())])


def test_an_answer_of_the_computer_is_held_back_wherever_its_enemy_may_not_know_if_it_had_a_choice() -> None:
    setups = {side.id: side.setups[0].name for side in scenario("patrol").sides}
    header, start = begin("patrol", {"british": "human", "german": "random"}, Options(), setups)
    session = Session(header, start, dice=DiceStream("held"))
    session.open()
    past_snipers(session)
    live = LiveGame("held", session, cast(Store, None), [Beat(start, session.state, ())])
    seen: set[tuple[bool, bool]] = set()
    for _ in range(80):
        asked = session.choice()
        if session.computer_to_move():
            seen.add((asked.public, asked.menu.idle() is not None))
            assert live._computer_hides() == asked.public
            session.computer()
        else:
            assert not live._computer_hides()
            session.decide(asked.side, Done())
    assert {(True, True), (True, False)} <= seen
    assert all(SHORT <= answering() <= LONG for _ in range(20))


def test_a_gun_dismantled_in_the_set_up_is_told_to_its_owner_alone() -> None:
    before = new_position(scenario("bridges"))
    asked = pending(before)
    assert isinstance(asked, Choice) and asked.side == GERMAN
    work = next(entry.key for entry in asked.menu.entries() if entry.key.startswith("dismantle"))
    after, events = answer(before, asked.menu.action([work]))
    assert any(isinstance(event, WeaponConverted) for event in seen_by(before, after, events, GERMAN)[2])
    shown, then, told = seen_by(before, after, events, 1 - GERMAN)
    assert told == () and not lines(shown, then, told, viewer=1 - GERMAN)


def test_what_is_remembered_of_the_telling_is_what_would_be_told_anew() -> None:
    """Beats are told to several clients, in any order and again: each gets the lines and numbers of a fresh feed."""
    session, live = _two_people()
    rng = random.Random(4)
    for _ in range(40):
        choice = asked_of(session.state, session.choice())[1]
        live.beats.extend(session.decide(choice.side, choice.menu.sample(rng)))
    for _ in range(60):
        number, you = rng.randrange(len(live.beats)), rng.choice(("british", "german", "both", "watch", "referee"))
        assert live.feed._lines(number, you) == Feed(session, live.beats)._lines(number, you)


def ready(web: TestClient, **options: object) -> tuple[str, str]:
    """A game of two people in which both hide something, past its set-up, and its host's token."""
    setups = {side.id: side.setups[0].name for side in scenario("patrol").sides}
    body = {"scenario": "patrol", "players": dict.fromkeys(setups, "human"), "setups": setups, "options": options}
    made = web.post("/api/games", json=body).json()
    return made["game"], made["host"]


def test_who_gives_up_to_see_what_was_hidden_can_not_go_back_and_play_on(web: TestClient, sit: Sit) -> None:
    game, _ = ready(web, practice=True)
    with sit(game, "british") as chair:
        chair.ask("concede", side="british")
        while not chair.state["result"]:
            chair.wait_step()
        refused = chair.send("undo")
        assert refused["error"]["rule"] == "A12", "everything was shown when it was over"


def test_who_sat_down_without_a_token_when_the_game_was_over_has_to_go_when_it_goes_on(
    web: TestClient, sit: Sit
) -> None:
    game, _ = ready(web, practice=True)
    with sit(game, "both") as chair:
        chair.answer(["pass"])
        chair.ask("concede", side="british")
        for seat in ("german", "referee"):
            with web.websocket_connect(f"/ws/{game}?side={seat}", subprotocols=["goodorder"]) as socket:
                assert Seat(socket).state["result"]
                assert chair.send("undo")["ok"]
                assert socket.receive_json()["type"] == "notice"
                with pytest.raises(WebSocketDisconnect):
                    socket.receive_json()
            chair.ask("concede", side="british")


def test_a_token_that_is_voided_while_somebody_sits_down_opens_nothing(web: TestClient) -> None:
    game, _ = ready(web)
    told: list[Any] = []

    async def sit_down_too_late() -> int:
        app: Any = web.app
        live = await app.state.games.open(game)
        token = live.seats.give("german")

        def send(doc: Any) -> None:
            told.append(type(doc))
            if isinstance(doc, HelloMessage):
                live.invite("german", keep=False)

        with pytest.raises(SeatRefused):
            await live.join("german", send, (token,))
        return len(live.clients)

    assert run_async(sit_down_too_late) == 0


def test_onlookers_keep_no_player_from_his_seat(web: TestClient) -> None:
    game, _ = ready(web)

    async def crowd() -> None:
        app: Any = web.app
        live = await app.state.games.open(game)
        for _ in range(MOST_ONLOOKERS):
            await live.join("watch", lambda doc: None)
        with pytest.raises(Illegal, match="onlookers"):
            await live.join("watch", lambda doc: None)
        assert await live.join("german", lambda doc: None)

    run_async(crowd)
