"""Small positions, scripted replies and the assertions in which players speak: shared by the tests of every layer.

>>> st = position("size 6x6", squad("A", "C3"), squad("B", "C5", side=1), phase="PFPh")
>>> st.world.map.hexes[st.units[1].loc].name
'C3'
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import Map, text_map
from goodorder.core.actions import Action, Done
from goodorder.core.apply import apply
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, breadcrumb, pending, settle
from goodorder.core.events import DiceThrown, Event
from goodorder.core.frames import Choice, Do, Frame, Over, Pending
from goodorder.core.state import ELIMINATED, ON_MAP, Marker, State, Trail, Turn, Unit, Weapon
from goodorder.core.world import Side, World
from goodorder.data.catalogue import catalogue
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.turn import Game
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import CasePosition, build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.ledger import Ledger
from goodorder.rules.optional import NO_HEAT
from goodorder.rules.ruleset import ruleset

NATIONS = ("german", "russian")
FIRST_WEAPON = 50
FIRST_MARKER = 90
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def without_heat(st: State) -> State:
    """The position in a game without Heat of Battle: its DR, of which the odds say only how likely it is, would be
    followed by others and by decisions.
    """
    options = tuple(dict.fromkeys((*st.world.options, NO_HEAT)))
    return st.with_(world=replace(st.world, options=options))


def slow_after(number: int, values: Iterable[Any], *, each_run: int | None = None) -> list[Any]:
    """Values for ``parametrize``; those after the first ``number`` are left to the slow part, those after the first
    ``each_run`` to a soak.
    """
    found = list(values)
    slow = [pytest.param(value, marks=pytest.mark.slow) for value in found[number:each_run]]
    return [*found[:number], *slow, *soak_after(0, found[len(found[:each_run]) :])]


def large(scenario_id: str) -> bool:
    """Whether a scenario has so many vehicles that a game of it lasts ten times as long: few are played in each run."""
    return scenario(scenario_id).vehicles() > 20


def games_after(number: int, ids: Iterable[str], *, one_in: int = 1) -> list[Any]:
    """Scenarios for ``parametrize`` as in ``slow_after``, one in so many; all others and the large are for a soak."""
    found = list(ids)
    small = [one for one in found if not large(one)]
    each_run = small[::one_in]
    left = [one for one in found if one not in each_run]
    return [*slow_after(number, each_run), *soak_after(0, left)]


def soak_after(number: int, values: Iterable[Any]) -> list[Any]:
    """The same; those after the first ``number`` are left to a soak."""
    found = list(values)
    return [*found[:number], *(pytest.param(value, marks=pytest.mark.soak) for value in found[number:])]


def examples(wanted: int) -> int:
    """How many examples hypothesis draws: a quarter in a quick run, ``GOODORDER_EXAMPLES`` times as many in a soak."""
    many = wanted * int(os.environ.get("GOODORDER_EXAMPLES") or 1)
    return max(5, many // 4) if os.environ.get("GOODORDER_QUICK") else many


class Stop(Frame, frozen=True):
    """The bottom of a test's stack: once it asks, what is tested is over."""

    names_counters: ClassVar[bool] = False

    def ask(self, st: State) -> Over:
        """Over, without a result."""
        return Over()

    def title(self, st: State) -> str:
        """Its word in the breadcrumb."""
        return "test"


@lru_cache(maxsize=256)
def map_of(terrain: str) -> Map:
    """A text map, made once for each text; no more are kept than memory holds (5 MB each)."""
    return text_map(terrain)


def world(terrain: str = "size 8x8", *, elr: int = 3, turns: int = 5, nations: tuple[str, str] = NATIONS) -> World:
    """The surroundings of a synthetic game on a text map, by the rules of starter."""
    first, second = nations
    return World(
        map=map_of(terrain).of_hexes,
        rules=ruleset("starter"),
        catalogue=catalogue(),
        sides=(Side(first, first, first.title(), elr), Side(second, second, second.title(), elr)),
        turns=turns,
    )


class Placed(Struct, frozen=True):
    """A counter of a test: a unit with its hex and weapons, its Trail where it moved or fired already."""

    unit: Unit
    hex: str
    weapons: tuple[str, ...] = ()
    trail: Trail | None = None

    def now(self, **fields: object) -> Placed:
        """The same counter with some fields of the unit changed: ``squad("A", "C3").now(broken=True)``."""
        return replace(self, unit=replace(self.unit, **fields))

    def armed(self, *weapons: str) -> Placed:
        """The same counter with weapons (``LMG`` of its own nationality, or a full id)."""
        return replace(self, weapons=weapons)


def unit(ident: str, code: str, hex_name: str, side: int = 0) -> Placed:
    """A counter of any kind; ``code`` is a full id, or a strength of the side's own nationality."""
    kind = code if ":" in code else f"{NATIONS[side]}:{code}"
    return Placed(Unit(0, side, kind, place=ON_MAP, ident=ident), hex_name)


def squad(ident: str, hex_name: str, side: int = 0, code: str = "") -> Placed:
    """A squad: 4-6-7 for side 0 (German), 4-4-7 for side 1 (Russian), unless ``code`` says otherwise."""
    return unit(ident, code or ("4-6-7", "4-4-7")[side], hex_name, side)


def half_squad(ident: str, hex_name: str, side: int = 0, code: str = "") -> Placed:
    """A half-squad: 2-4-7 for side 0, 2-3-7 for side 1."""
    return unit(ident, code or ("2-4-7", "2-3-7")[side], hex_name, side)


def leader(code: str, hex_name: str, side: int = 0) -> Placed:
    """A leader such as ``9-1``."""
    return unit("", code, hex_name, side)


def position(
    terrain: str,
    *counters: Placed,
    phase: str = "PFPh",
    attacker: int = 0,
    residual: Iterable[tuple[str, int]] = (),
    markers: Iterable[tuple[str, str]] = (),
    elr: int = 3,
    turns: int = 5,
) -> State:
    """A position whose units have ids from 1 in the given order, the first on top of its stack; weapons from 50.

    ``residual`` holds (hex, FP), ``markers`` (kind, hex).  The stack holds :class:`Stop` alone.
    """
    here = world(terrain, elr=elr, turns=turns)
    index = {place.name: place.index for place in here.map.hexes}
    units: dict[int, Unit] = {}
    weapons: dict[int, Weapon] = {}
    trails: dict[int, Trail] = {}
    for number, placed in enumerate(counters, 1):
        fields = replace(placed.unit, id=number, loc=index[placed.hex], order=100 - number)
        units[number] = fields
        if placed.trail is not None:
            trails[number] = placed.trail
        for code in placed.weapons:
            kind = code if ":" in code else f"{NATIONS[fields.side]}:{code}"
            key = FIRST_WEAPON + len(weapons)
            weapons[key] = Weapon(key, fields.side, kind, holder=number, place=ON_MAP)
    lying = [("residual", name, fp) for name, fp in residual] + [(kind, name, 0) for kind, name in markers]
    table = {
        FIRST_MARKER + n: Marker(FIRST_MARKER + n, kind, index[name], fp) for n, (kind, name, fp) in enumerate(lying)
    }
    return State(
        world=here,
        units=units,
        weapons=weapons,
        markers=table,
        trails=trails,
        turn=Turn(1, attacker, phase, 0),
        stack=(Stop(),),
        next_id=100,
    )


def loc(st: State, name: str) -> int:
    """The Location of a hex name."""
    return st.world.map.index(name)


def case_position(text: str) -> CasePosition:
    """The position of the one case of a text, with the names that it gives its counters."""
    [case] = parse_cases(text, "text of a test")
    assert isinstance(case, Case), case
    return build(case)


def begin(st: State, *frames: Frame) -> tuple[State, tuple[Event, ...]]:
    """Push frames on a position's stack and let the engine settle."""
    return settle(st, Do(then=st.stack[-1], push=frames))


def happen(st: State, *events: Event) -> State:
    """The position after events, as if something earlier had brought them."""
    for event in events:
        st = apply(st, event)
    return st


def game(st: State, first: int = 0) -> State:
    """A game without set-up from a position: Player Turn after Player Turn until the turns of its world are over."""
    st = st.with_(stack=(Game((), first),))
    return settle(st, Do(then=st.stack[-1]))[0]


# -- replies ---------------------------------------------------------------------------------


class Dice:
    """Dice for one test, used exactly: a roll that was not planned fails, and so does a roll left over."""

    def __init__(self, *rolls: Sequence[int]) -> None:
        self.rolls = [tuple(faces) for faces in rolls]

    def __enter__(self) -> Dice:
        return self

    def __exit__(self, kind: object, *rest: object) -> None:
        if kind is None:
            assert not self.rolls, f"dice that nobody asked for: {self.rolls}"

    def next(self, asked: Roll) -> tuple[int, ...]:
        """The faces of the next planned roll."""
        assert self.rolls, f"a roll that was not planned: {asked.purpose} ({asked.rule})"
        return self.rolls.pop(0)


def answer_all(
    st: State, *replies: Action | Sequence[int], frame: Frame | None = None
) -> tuple[State, tuple[Event, ...]]:
    """Answer everything that is asked, in this order, until the test's frame is over; all events.

    A Choice takes the next reply, and so does a Roll; both a reply too few and one too many fail.
    """
    log: list[Event] = []
    if frame is not None:
        st, events = begin(st, frame)
        log.extend(events)
    left = list(replies)
    while not isinstance(asked := pending(st), Over):
        words = f"{asked.purpose} ({asked.rule})" if isinstance(asked, Roll) else f"{asked.prompt} ({asked.rule})"
        assert left, f"nothing planned for: {words} in {' > '.join(breadcrumb(st))}"
        reply = left.pop(0)
        assert isinstance(reply, Action) != isinstance(asked, Roll), f"{reply} does not answer {words}"
        st, events = answer(st, reply)
        log.extend(events)
    assert not left, f"replies that nobody asked for: {left}"
    return st, tuple(log)


def hold(st: State, dice: Dice, *, until: type[Frame] | None = None) -> tuple[State, tuple[Event, ...]]:
    """Roll planned dice and decline every Choice until the test is over or ``until`` asks for a decision."""
    log: list[Event] = []
    while not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, events = answer(st, dice.next(asked))
        elif until is not None and isinstance(st.stack[-1], until):
            break
        else:
            st, events = answer(st, Done())
        log.extend(events)
    return st, tuple(log)


def asked(st: State, kind: type[Frame]) -> Choice:
    """The Choice that a frame of this kind asks for now; fails when something else is going on."""
    found: Pending = pending(st)
    assert isinstance(found, Choice), f"no decision is asked: {found}"
    assert isinstance(st.stack[-1], kind), f"{type(st.stack[-1]).__name__} asks, not {kind.__name__}"
    return found


# -- what players say ------------------------------------------------------------------------


def by_ident(st: State, ident: str) -> Unit:
    """The unit with a letter."""
    return next(found for found in st.units.values() if found.ident == ident)


def assert_broken(st: State, *idents: str) -> None:
    """These units are broken, and broken units are under no pin (A10.4)."""
    for ident in idents:
        found = by_ident(st, ident)
        assert found.broken and not found.pinned, f"{ident} is not broken: {found}"


def assert_good(st: State, *idents: str) -> None:
    """These units are on the map, unbroken and unpinned."""
    for ident in idents:
        found = by_ident(st, ident)
        assert found.place == ON_MAP and not found.broken and not found.pinned, f"{ident} is not well: {found}"


def assert_pinned(st: State, *idents: str) -> None:
    """These units are pinned (A7.8)."""
    for ident in idents:
        assert by_ident(st, ident).pinned, f"{ident} is not pinned"


def assert_gone(st: State, *idents: str) -> None:
    """These units are eliminated."""
    for ident in idents:
        assert by_ident(st, ident).place == ELIMINATED, f"{ident} is still there"


def assert_at(st: State, ident: str, hex_name: str) -> None:
    """A unit stands in a hex."""
    where = by_ident(st, ident).loc
    name = st.world.map.hexes[where].name if where >= 0 else "off the map"
    assert name == hex_name, f"{ident} is at {name}, not at {hex_name}"


def assert_mods(ledger: Ledger, target: int = 0, **expected: int) -> None:
    """The ledger holds exactly these modifiers (id and value) for one target, or for everybody."""
    found = {mod.id: mod.value for mod in ledger.mods if not mod.units or target in mod.units}
    assert found == expected, f"{found} is not {expected}"


def thrown(events: Iterable[Event]) -> list[DiceThrown]:
    """The rolls among events."""
    return [event for event in events if isinstance(event, DiceThrown)]


def assert_rolls(events: Iterable[Event], *purposes: str) -> None:
    """Exactly these rolls were made, in this order; each purpose is the beginning of the roll's own."""
    made = [event.purpose for event in thrown(events)]
    same = len(made) == len(purposes) and all(m.startswith(p) for m, p in zip(made, purposes, strict=True))
    assert same, f"rolls {made}, expected {list(purposes)}"
