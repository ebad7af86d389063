"""Golden playthroughs: whole games written so that people can read and compare them.

Each file of this folder is one game: every phase, every decision with what was answered, every roll, what came of it,
and a digest at each phase.  Run ``python -m tests.golden.playthrough`` from the project's folder to write them anew
after a wanted change, and read the diff.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct

from goodorder.core import actions
from goodorder.core.actions import (
    Action,
    Advance,
    CloseCombat,
    DeclareWave,
    Detonate,
    Done,
    DriveTo,
    Expose,
    Face,
    Fire,
    Hatch,
    ParkHere,
    PlaceCharge,
    Smoke,
    StartUp,
    Stop,
    Surge,
    TakePrisoners,
    TakeSetup,
    ThrowCharge,
    TurnHull,
)
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, breadcrumb, pending
from goodorder.core.errors import GoodOrderError
from goodorder.core.events import Event, UnitMoved, UnitPlaced, VehiclePlaced
from goodorder.core.frames import Choice, Over
from goodorder.core.notation import Names, write
from goodorder.core.state import State
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.play.log import lines
from tests.support import game, leader, position, squad

FOLDER = Path(__file__).parent
LIMIT = 4_000
TRIES = 24


class Playthrough(Struct, frozen=True):
    """A game that is written down: a scenario's id, or ``skirmish`` for the small one below, and its seed; and what its
    players would rather do than anything else: fire Guns and drive (``armor``), use flame, charges and SMOKE, take
    prisoners and go in a Human Wave (``assault``).
    """

    name: str
    seed: int
    wants: Literal["", "armor", "assault"] = ""

    @property
    def file(self) -> Path:
        """Where it is written."""
        return FOLDER / f"{self.name}-{self.seed}.txt"

    def opening(self) -> State:
        """Its first position."""
        return skirmish() if self.name == "skirmish" else new_game(scenario(self.name))


PLAYED = (
    Playthrough("skirmish", 1),
    Playthrough("skirmish", 2),
    Playthrough("first", 1),
    Playthrough("ridge", 1, wants="armor"),
    Playthrough("cherries", 1, wants="armor"),
    Playthrough("doors", 1, wants="assault"),
    Playthrough("samovar", 1, wants="assault"),
)


def skirmish() -> State:
    """Two squads and a leader on each side of a small farm, without set-up and without victory terms; two turns."""
    st = position(
        "size 9x8\nC4 woods\nE4 stone_building 1\nF5 wooden_building 1\nG3 brush\nroad A5 B4 C5 D4",
        squad("A", "C3").armed("LMG"),
        leader("9-1", "C3"),
        squad("B", "D5"),
        squad("X", "E4", side=1).armed("LMG"),
        squad("Y", "F5", side=1),
        leader("8-0", "F5", side=1),
        turns=2,
    )
    return game(st)


def choose(asked: Choice, rng: random.Random, wants: str = "") -> Action:
    """Uniform at every level of the menu; a set-up takes what is ready, and passing is avoided once. Where anything is
    wanted, of several tries the first of the most wanted kind.
    """
    if asked.prompt.endswith(("set-up", "Commissars?")):
        if asked.check(Done()) is None:
            return Done()
        ready = [entry.action for entry in asked.menu.top() if isinstance(entry.action, TakeSetup)]
        if ready:
            return ready[0]
    if wants:
        early = asked.prompt == "Prep Fire"
        rank = _unwanted if wants == "armor" else _unwanted_in_an_assault
        return min((asked.menu.sample(rng) for _ in range(TRIES)), key=partial(rank, early=early))
    action = asked.menu.sample(rng)
    return asked.menu.sample(rng) if isinstance(action, Done) else action


def _unwanted(action: Action, *, early: bool) -> int:
    """A rank of what armor and Guns do, the most wanted first: ``early``, in the PFPh, they fire at armor alone, so
    that there is somebody left to drive.
    """
    if isinstance(action, Fire):
        return 0 if action.vehicle and action.ordnance else 4 if early else 2
    if isinstance(action, DriveTo | TurnHull) or (isinstance(action, StartUp) and not action.reverse):
        return 1
    if isinstance(action, Done | Stop | ParkHere):
        return 3 if early else 5
    return 6 if isinstance(action, Face | Hatch | Expose) else 4


def _unwanted_in_an_assault(action: Action, *, early: bool) -> int:
    """A rank of what an assault is made of, the most wanted first; ``early``, in the PFPh, most hold their fire."""
    if isinstance(action, DeclareWave | Surge | PlaceCharge | ThrowCharge | Detonate | Smoke | TakePrisoners):
        return 0
    if isinstance(action, CloseCombat | Advance):
        return 1 if isinstance(action, CloseCombat) and action.capture else 2
    if isinstance(action, Fire):
        return 4 if early else 2
    return 5 if isinstance(action, Done) and not early else 3


def script(played: Playthrough) -> Iterator[str]:
    """The lines of a playthrough."""
    rng = random.Random(f"{played.name} {played.seed}")
    dice = DiceStream(f"{played.name} {played.seed}")
    st = played.opening()
    yield f"# {played.name}, seed {played.seed}. Made by: python -m tests.golden.playthrough"
    for _ in range(LIMIT):
        asked = pending(st)
        if isinstance(asked, Over):
            yield f"OVER {st.result.text if st.result else ''} [{st.digest()}]"
            return
        if isinstance(asked, Roll):
            faces = dice.faces(st.rolls, len(asked.dice))
            shown = " ".join(f"{name} {face}" for name, face in zip(asked.dice, faces, strict=True))
            yield f"    {asked.purpose} ({asked.rule}): {shown}"
            after, events = answer(st, faces)
        else:
            action = choose(asked, rng, played.wants)
            where = " > ".join(breadcrumb(st)[1:])
            yield f"  {st.world.sides[asked.side].id}: {asked.prompt} ({asked.rule})" + (f", {where}" if where else "")
            yield f"  = {words(st, action)}"
            after, events = answer(st, action)
        yield from told(st, after, events)
        if after.turn != st.turn:
            turn = after.turn
            yield ""
            yield f"TURN {turn.number} {after.world.sides[turn.attacker].id} {turn.phase} [{after.digest()}]"
        st = after
    raise AssertionError(f"{played.name}: no end")


def words(st: State, action: Action) -> str:
    """The action in its written form, with a first expenditure after a dash."""
    names = Names.of(st)
    try:
        text = write(action, names)
        first = getattr(action, "first", None)
        return f"{text} - {write(first, names)}" if first is not None and write(first, names) not in text else text
    except GoodOrderError:
        return str(actions.encode(action))


def told(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """What the log says about events, phases left out; events that it does not tell, by their name."""
    for line in lines(before, after, events):
        if line.kind != "phase":
            yield f"    {'  ' * line.depth}{line.text}" + (f" ({line.rule})" if line.rule else "")
    for event in events:
        if isinstance(event, UnitPlaced | UnitMoved):
            yield f"      u{event.unit} {after.units[event.unit].ident} is in {_place(after, event.loc)}"
        elif isinstance(event, VehiclePlaced):
            yield f"      v{event.vehicle} is in {_place(after, event.loc)}"


def _place(st: State, loc: int) -> str:
    return st.world.map.place_name(loc) if loc >= 0 else "off the map"


def text(played: Playthrough) -> str:
    """The whole file."""
    return "\n".join(script(played)) + "\n"


def main(arguments: list[str]) -> int:
    """Write every playthrough anew; with names only those."""
    for played in PLAYED:
        if not arguments or played.name in arguments:
            played.file.write_text(text(played), encoding="utf-8")
            print(f"{played.file.name}: {len(played.file.read_text('utf-8').splitlines())} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
