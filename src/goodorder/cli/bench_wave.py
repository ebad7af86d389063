"""A large Human Wave in ``goodorder bench``: an impulse of thirty units against twenty defenders."""

from __future__ import annotations

from typing import Any

from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.core.view import asked_of
from goodorder.web.documents import menu_doc

from .bench_play import REFERENCE, calibrated, position, timed

BUDGETS: dict[str, tuple[float, str]] = {"wave_impulse_ms": (100, "under")}

COLUMNS = "BCDEFGHIJKLMNOP"
WAVE = """
units = [{units}]
weapons = ["m german MMG held by g1", "n german HMG held by g7", "o german LMG held by g4"]
wave = "{names} at I8 grain 3"
"""


def measure() -> dict[str, Any]:
    """The milliseconds, carried over to the reference calibration, of one impulse: its draft listed, all of it
    announced and made, the root of the DEFENDER's window opened.
    """
    st = wave()
    return {"wave_impulse_ms": round(1000 * timed(lambda: impulse(st.with_())) * calibrated() / REFERENCE, 1)}


def wave() -> State:
    """A Human Wave as its first impulse is due; a third of the defenders are under a "?"."""
    names = [f"{column}{letter}" for column in COLUMNS for letter in "ab"]
    men = [f'"{name} russian {"8-0" if name in ("Ia", "Ma") else "4-4-7"} at {name[0]}4"' for name in names]
    for number in range(20):
        code = "8-1" if number in (8, 12) else "4-6-7"
        under = " concealed" if number % 3 == 0 else ""
        men.append(f'"g{number} german {code} at {COLUMNS[number % 15]}{8 + number // 15}{under}"')
    counters = WAVE.format(units=", ".join(men), names=" ".join(names))
    return position("MPh", counters, "woods D6 H6 K7", profile="full", attacker="russian")


def impulse(st: State) -> State:
    """The impulse with all forward, from the menu of who is asked to that of the DEFENDER."""
    asked = pending(st)
    assert isinstance(asked, Choice)
    seen, choice = asked_of(st, asked)
    menu_doc(seen, choice.menu, ())
    after, _ = answer(st, choice.menu.action(["announce"]))
    asked = pending(after)
    assert isinstance(asked, Choice)
    seen, choice = asked_of(after, asked)
    menu_doc(seen, choice.menu, ())
    return after
