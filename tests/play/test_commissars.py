"""Commissars are a matter of before the set-up, a ready-made one too, and of one side alone (A25.22, R2024)."""

from __future__ import annotations

import pytest

from goodorder.core.actions import Commission, Done
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP
from goodorder.core.view import view
from goodorder.play.record import Options
from goodorder.play.seen import seen_by
from goodorder.play.session import Session
from goodorder.play.start import begin

SETUPS = {"russian": "From the windows"}
PLAYERS = {"german": "standard", "russian": "human"}


def begun(scenario: str = "houses", setups: dict[str, str] | None = None) -> tuple[Session, Choice]:
    session = Session(*begin(scenario, PLAYERS, Options(), SETUPS if setups is None else setups))
    session.open()
    while (asked := session.choice()).rule != "A25.22":
        session.decide(asked.side, next(e.action for e in asked.menu.plain() if e.action is not None and e.primary))
    return session, asked


def leaders(session: Session) -> list[int]:
    return [unit.id for unit in session.state.units.values() if unit.type in ("russian:8-0", "russian:8-1")]


def test_a_ready_made_set_up_waits_for_what_is_said_of_commissars() -> None:
    session, asked = begun()
    assert (asked.rule, asked.side) == ("A25.22", 1)
    who = next(one for one in leaders(session) if session.state.units[one].type == "russian:8-0")
    session.decide(1, Commission(who))
    assert session.prepared() is None, "it may still be taken back"
    session.decide(1, Done())
    assert session.prepared() is not None
    unit = session.state.units[who]
    assert (unit.type, unit.place) == ("russian:9-0:commissar", ON_MAP)


@pytest.mark.parametrize("scenario", ["ambush", "houses", "samovar"])
def test_the_enemy_is_not_told_of_the_exchange(scenario: str) -> None:
    session, asked = begun(scenario, {})
    who = next(one for one in leaders(session) if asked.check(Commission(one)) is None)
    other = 1 - asked.side
    before = view(session.state, other)
    beats = session.decide(asked.side, Commission(who))
    assert view(session.state, other).units == before.units
    told = [seen_by(beat.before, beat.after, beat.events, other)[2] for beat in beats]
    assert [event for events in told for event in events] == []
