"""Which of the DEFENDER's windows are worth a question, and what the rest of them shows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from goodorder import odds
from goodorder.core.actions import Done, Expose, Fire, Firer, Wall
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.menu import Entry
from goodorder.core.notation import parse
from goodorder.core.state import State, Turn
from goodorder.core.view import imagined
from goodorder.flow.fire.defensive_fire import Touch, Window
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.play.start import given
from goodorder.sim.game import _opening, _Runner
from goodorder.web import queries, windows
from goodorder.web.messages.requests import ALWAYS, USUAL
from goodorder.web.standing import StandingOrders
from tests.properties.games import beats


def position(units: str, phase: str = "DFPh", more: str = "") -> State:
    """A position made of a case's words."""
    head = f'version = 1\n[[case]]\ntitle = "t"\nphase = "{phase}"\nmap = "E7 grain"\nunits = [{units}]\n{more}\n'
    play = Play(next(c for c in parse_cases(head + '[[case.step]]\nask = "hex A1"\n', "t") if isinstance(c, Case)))
    play.begin()
    return play.state


@pytest.mark.parametrize("second", ["", ', "C german 4-6-7 at E3"'])
def test_what_an_attack_does_to_somebody_is_all_but_what_spares_everybody(second: str) -> None:
    st = position('"A german 4-6-7 at E3", "B russian 4-4-7 at E6"' + second)
    one = next(unit for unit in st.units.values() if unit.side == 1 - st.turn.attacker)
    foes = tuple(unit.id for unit in st.units.values() if unit.side != one.side)
    action = Fire((Firer(one.id),), st.units[foes[0]].loc)
    exact = Fraction(0)
    for fates, p in odds.joint(st, action, foes, "DFPh"):
        exact += p if any(fate.word != "unharmed" for fate in fates) else 0
    assert odds.hurts(st, action, foes, "DFPh") == pytest.approx(float(exact))
    assert 0 < exact < odds.reaches(st, action, foes, "DFPh"), "a Morale Check alone is no harm"


@pytest.mark.parametrize(("occasion", "russian", "worth"), [("subsequent", "4-4-7", False), ("first", "4-4-7", True)])
def test_protective_fire_counts_by_what_it_does_more_to_the_enemy_than_to_its_firers(
    occasion: str, russian: str, worth: bool
) -> None:
    spent = ' final"' if occasion == "subsequent" else '"'
    shots = f'trails = {{ B = {{ shots = ["{occasion} at E5{spent}] }} }}'
    st = position(f'"A german 4-6-7 at E5", "B russian {russian} at E6"', "MPh", shots)
    one = next(unit for unit in st.units.values() if unit.side != st.turn.attacker)
    foe = next(unit for unit in st.units.values() if unit.side == st.turn.attacker)
    action, targets = Fire((Firer(one.id),), foe.loc), (foe,)
    assert windows.chance(st, action, targets) > 0.1
    # The firer of a 4-4-7 breaks on 8 or more and is pinned by a 7 of the DR that is the attack's too (A8.31).
    assert windows.risk(st, action, targets) == pytest.approx(0.0 if worth else 21 / 36)
    assert (windows.gain(st, action, targets) > 0.1) == worth


@pytest.mark.parametrize(("foe", "worth"), [("D5", True), ("L8", False)])
def test_showing_oneself_for_a_moment_is_worth_what_can_be_fired_then(foe: str, worth: bool) -> None:
    st = position(f'"A german 4-6-7 at {foe} concealed", "B russian 4-4-7 at C5 concealed"', "MPh", 'profile = "full"')
    one = next(unit for unit in st.units.values() if unit.side != st.turn.attacker)
    mover = next(unit for unit in st.units.values() if unit.side == st.turn.attacker)
    window = Window((Touch(mover.loc, (mover.id,)),))
    entry = Entry(key="x", text="", action=Expose(one.id, mover.loc))
    found = windows.revealed(st, one.side, window, [entry])
    assert set(found) == {mover.loc} and (found[mover.loc] > 0.1) == worth
    best = windows.best_shot(st, one.side, window)
    assert best is None or best[1] < found[mover.loc] or not worth, "concealed targets halve the FP (A12.11)"
    assert windows.revealed(st, one.side, window, []) == {}


def test_a_shot_let_go_counts_for_whoever_enters_the_same_hex_next() -> None:
    units = '"A german 4-6-7 at C4", "E german 4-6-7 at C4", "F german 4-6-7 at C3", "B russian 4-4-7 at C6"'
    st = position(units, "MPh")
    a, e, f, b = sorted(st.units)
    side = st.units[b].side

    def over(mover: int) -> tuple[State, Choice]:
        found = st.with_(stack=(Window((Touch(st.units[mover].loc, (mover,)),), True),))
        choice = pending(found)
        assert isinstance(choice, Choice) and choice.side == side
        return found, choice

    settled = windows.NOTHING.after(*over(a))
    window = {mover: over(mover)[0].stack[-1] for mover in (a, e, f)}
    chances = {mover: settled.let_go(st, one) for mover, one in window.items() if isinstance(one, Window)}
    assert chances[a] == chances[e] > 0.1 and chances[f] == 0.0


class Counted(_Runner):
    """A game of two computer players in which each window is measured by the usual orders.

    ``asked`` and ``before`` count questions with and without them, ``opened`` windows in which anything is asked: more
    shots at the same expenditure are questions of one window (A8.1).
    """

    asked: ClassVar[Counter[tuple[int, Turn]]] = Counter()
    opened: ClassVar[Counter[tuple[int, Turn]]] = Counter()
    before: ClassVar[Counter[tuple[int, Turn]]] = Counter()

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.settled: dict[Turn, windows.Settled] = {}
        self.going_on = False
        self.lost: list[Fire] = []

    def choose(self, st: State, asked: Choice) -> None:
        """Count the window and whether it goes by with a shot that the player takes."""
        window = st.stack[-1] if st.turn.phase == "MPh" and asked.side != st.turn.attacker else None
        if not any(isinstance(frame, Window) for frame in st.stack):
            self.going_on = False
        before = self.state
        if isinstance(window, Window):
            seen, choice = imagined(st, asked)
            if (choice.menu.idle() if choice.public else choice.menu.only()) is None:
                self._count(seen, choice, st.turn)
        assert self.state is before
        super().choose(st, asked)
        self.going_on = self.going_on and any(isinstance(frame, Window) for frame in self.state.stack)

    def _count(self, seen: State, choice: Choice, turn: Turn) -> None:
        settled = self.settled.get(turn, windows.Settled())
        self.before[id(self), turn] += 1
        action = self.players[choice.side].decide(seen, choice, random.Random(0))
        if not queries.passes(seen, choice, USUAL, settled):
            self.asked[id(self), turn] += 1
            self.opened[id(self), turn] += not self.going_on
            self.going_on = True
            if isinstance(action, Done):
                self.settled[turn] = settled.after(seen, choice)
        elif isinstance(action, Fire):
            self.lost.append(action)


def games(scenario: str, seeds: range) -> list[Counted]:
    """Measured games of ``standard`` against itself."""
    start = _opening(given(scenario).scenario)
    found = [Counted(start, ("standard", "standard"), seed, 20_000) for seed in seeds]
    for game in found:
        game.run()
    return found


@pytest.mark.slow
def test_few_windows_are_left_and_no_shot_is_lost_in_a_game_of_patrol() -> None:
    played = games("patrol", range(1, 2))
    keys = [key for key in Counted.before if key[0] == id(played[0])]
    asked = sum(Counted.asked[key] for key in keys) / len(keys)
    assert asked <= 10 and asked < 0.7 * sum(Counted.before[key] for key in keys) / len(keys)
    assert played[0].lost == []


@pytest.mark.soak
def test_few_windows_are_left_and_no_shot_is_lost_in_twenty_games() -> None:
    played = games("patrol", range(1, 13)) + games("first", range(1, 5)) + games("houses", range(1, 5))
    mine = {id(game) for game in played}
    keys = [key for key in Counted.before if key[0] in mine]
    counts, opened = ([of[key] for key in keys] for of in (Counted.asked, Counted.opened))
    questions = f"{sum(Counted.before[key] for key in keys)} questions before, {sum(counts)} after, most {max(counts)}"
    print(f"{len(keys)} phases: {questions}; {sum(opened)} windows, most {max(opened)}")
    assert [game.lost for game in played if game.lost] == []
    assert max(opened) <= 10 and sum(counts) / len(counts) <= 5


class Stopped(_Runner):
    """A game of two computer players that counts how often a person in the DEFENDER's place would be asked."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.settled: tuple[Turn | None, windows.Settled] = (None, windows.Settled())
        self.stops: Counter[tuple[int, int]] = Counter()
        """Decisions by number of the turn and ATTACKER."""

    def choose(self, st: State, asked: Choice) -> None:
        """Count what neither closes by itself nor goes by."""
        if st.turn.number and asked.side != st.turn.attacker:
            seen, choice = imagined(st, asked)
            settled = self.settled[1] if self.settled[0] == st.turn else windows.Settled()
            alone = choice.menu.idle() if choice.public else choice.menu.only()
            if alone is None and not queries.passes(seen, choice, USUAL, settled):
                self.stops[st.turn.number, st.turn.attacker] += 1
                if isinstance(st.stack[-1], Window) and isinstance(
                    self.players[choice.side].decide(seen, choice, random.Random(0)), Done
                ):
                    self.settled = st.turn, settled.after(seen, choice)
        super().choose(st, asked)


@pytest.mark.parametrize(
    "seed", [pytest.param(7, marks=pytest.mark.slow), *(pytest.param(one, marks=pytest.mark.soak) for one in (3, 11))]
)
def test_who_defends_against_ten_vehicles_is_asked_at_most_25_times_a_player_turn(seed: int) -> None:
    orchard = given("orchard").scenario
    german, russian = orchard.sides
    [troop] = german.groups
    [battery] = russian.groups
    ten = {"german:pzkpfw_iiif": 8, "german:pzkpfw_iif": 2}
    tanks = tuple(replace(one, count=ten.get(one.type, one.count)) for one in troop.units)
    guns = tuple(replace(one, count=4 if "ptp" in one.type else one.count) for one in battery.weapons)
    crews = tuple(replace(one, count=4 if one.type == "russian:2-2-8" else one.count) for one in battery.units)
    sides = (
        replace(german, groups=(replace(troop, units=tanks),), setups=()),
        replace(russian, groups=(replace(battery, units=crews, weapons=guns),), setups=()),
    )
    game = Stopped(_opening(replace(orchard, sides=sides)), ("standard", "standard"), seed, 20_000)
    game.run()
    against_tanks = [count for (_, attacker), count in game.stops.items() if attacker == 0]
    print(f"seed {seed}: stops a Player Turn {against_tanks}")
    assert len(against_tanks) >= 4 and max(against_tanks) <= 25


@pytest.mark.slow
def test_who_takes_no_shot_at_a_column_of_vehicles_is_not_asked_again_for_each_hex_of_the_road() -> None:
    game = Stopped(_opening(given("gap").scenario), ("standard", "idle"), 7, 20_000)
    game.run()
    against_tanks = [count for (_, attacker), count in game.stops.items() if attacker == 0]
    assert against_tanks and max(against_tanks) <= 25


def test_claims_matter_only_where_an_enemy_is_at_the_wall_or_can_come() -> None:
    found: dict[str, bool] = {}
    for name, foe in (("across", "C4"), ("near", "C1"), ("far", "L9")):
        head = 'version = 1\n[[case]]\ntitle = "t"\nprofile = "full"\nphase = "MPh"\nmap = "C4-C5 wall"\n'
        head += f'units = ["A german 4-6-7 at {foe}", "B russian 4-4-7 at C5"]\n'
        cases = parse_cases(head + '[[case.step]]\nask = "hex A1"\n', "t")
        play = Play(next(one for one in cases if isinstance(one, Case)))
        play.begin()
        unit = next(one for one in play.state.units.values() if one.side != play.state.turn.attacker)
        entry = Entry(key="wa", text="", action=Wall((unit.id,), True))
        found[name] = bool(windows.worth_asking(play.state, [entry]))
    assert found == {"across": True, "near": True, "far": False}


def test_a_window_that_goes_by_is_never_shown_to_the_seat(
    new_game: Callable[..., str], sit: Callable[..., Any]
) -> None:
    game = new_game(players={"russian": "standard"})
    with sit(game, "german") as seat:
        seat.ask("standing", orders={"threshold": 1.0})
        for _ in range(40):
            state = seat.wait_choice()
            if state["turn"]["attacker"] == "russian" and state["turn"]["phase"] == "DFPh":
                break
            assert not (state["turn"]["phase"] == "MPh" and state["turn"]["attacker"] == "russian"), "a sure shot only"
            seat.answer([next(e["key"] for e in state["menu"]["entries"] if e["kind"] == "pass")])


TANK, LORRY = "german pzkpfw_ivh", "german opel_6700_blitz"


@pytest.mark.parametrize(
    ("what", "mover", "there", "nothing"),
    [
        ("a shot", f"T {LORRY} at E3 facing 5 motion", "R russian 4-4-7 at D6", "R russian 4-4-7 at D6 broken"),
        ("a shot", f"T {LORRY} at E3 facing 5 motion", "R russian 4-4-7 at D6", "R russian 4-4-7 at L12"),
        (
            "a Motion attempt",
            f"T {TANK} at E3 facing 5 motion",
            "U russian gaz_mm at E7 facing 1",
            "U russian gaz_mm at E7 facing 1 immobile",
        ),
        ("Reaction Fire", f"T {TANK} at E3 facing 5 motion", "R russian 4-4-7 at D3", "R russian 4-4-7 at D3 broken"),
    ],
)
def test_in_starter_a_window_closes_by_itself_where_there_is_no_shot_motion_attempt_or_reaction_fire(
    what: str, mover: str, there: str, nothing: str
) -> None:
    assert _asked(mover, there), what
    assert not _asked(mover, nothing), what


def _asked(mover: str, other: str) -> bool:
    """Whether the DEFENDER, who wants to be asked wherever he can do anything, is asked as a vehicle drives on."""
    units, vehicles = ["A german 4-6-7 at A1", "B russian 4-4-7 at L12 broken"], [mover]
    (vehicles if other.startswith("U") else units).append(other)
    head = 'version = 1\n[[case]]\ntitle = "t"\nprofile = "starter"\nphase = "MPh"\nattacker = "german"\n'
    head += 'map = "size 12x14; E4 stone_building 1"\n'
    lines = f'units = {units}\nvehicles = {vehicles}\n[[case.step]]\nask = "hex A1"\n'
    play = Play(next(one for one in parse_cases(head + lines, "t") if isinstance(one, Case)))
    play.begin()
    st, _ = answer(play.state, parse("drive T to D3", play.names))
    asked = pending(st)
    assert isinstance(asked, Choice)
    orders = StandingOrders()
    orders.orders[1 - st.turn.attacker] = ALWAYS
    return asked.side != st.turn.attacker and not orders.passes(st, asked, shared=False)


def test_in_starter_nobody_is_asked_in_a_window_in_which_he_can_do_nothing_but_pass() -> None:
    asked = closed = 0
    for beat in (*beats("meeting", 2), *beats("orchard", 2)):
        st = beat.before
        if not isinstance(beat.asked, Choice) or st.turn.phase != "MPh":
            continue
        if isinstance(st.stack[-1], Window):
            assert beat.asked.side != st.turn.attacker and beat.asked.menu.idle() is None
            asked += 1
        else:
            closed += beat.asked.side == st.turn.attacker and isinstance(pending(beat.after), Choice)
    print(f"{asked} windows asked, {closed} answers of the ATTACKER with none after")
    assert asked > 5 and closed > 5
