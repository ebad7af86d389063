"""Prisoners are no fighting units: beside a Guard they change nothing that anybody may do (A20.5, A20.53); free
Unarmed units frighten nobody, hold nothing and bar no way (A20.54).
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.core.actions import DeployGuard, Escape, HandPrisoners, Massacre, ReleasePrisoners
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import CAPTURED, NOWHERE, ON_MAP, State, Unit, with_stance
from goodorder.core.view import view
from goodorder.core.way import Way
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.a04_movement.permission import no_enemy_location
from goodorder.rules.a10_morale.dm import dm_causes
from goodorder.rules.a12_concealment.gain import gain_ledger, gain_of, gain_refusal
from goodorder.rules.a14_snipers import hexes_struck, quarries, sniper_hexes
from goodorder.rules.a26_control import _sole_occupant
from goodorder.rules.facts.adjacent import known_enemies
from goodorder.rules.facts.captives import prisoners_of
from goodorder.rules.facts.entry import entry_facts
from goodorder.rules.facts.units import utype

from .games import beats

GUARDING = (DeployGuard, Escape, HandPrisoners, ReleasePrisoners, Massacre)
SIDES = ("german", "russian")
SAMPLE = 23
LEAVES = 2000


def with_prisoners(st: State) -> State:
    """The position with a captured half-squad beside each unit that could guard one without being outnumbered."""
    units, number = dict(st.units), st.next_id
    enemies = {side: [one for one in st.units.values() if one.side == side] for side in (0, 1)}
    for guard in st.units.values():
        halves = [one for one in enemies[1 - guard.side] if utype(st, one).kind == "half_squad"]
        if guard.loc < 0 or guard.concealed or utype(st, guard).kind != "squad" or not halves:
            continue
        taken = Unit(number, 1 - guard.side, halves[0].type, NOWHERE, CAPTURED)
        units[number] = with_stance(taken, guard=guard.id)
        number += 1
    return st.with_(units=units, next_id=number)


def answers(st: State) -> list[Any]:
    """The answers in the menu of what is asked, but for what a Guard does with his prisoners."""
    asked = pending(st)
    found = (action for _, action in asked.menu.leaves(LEAVES)) if isinstance(asked, Choice) else ()
    return [action for action in found if not isinstance(action, GUARDING)]


def strikes_the_same(more: State, st: State) -> int:
    """Snipers have the same hexes to begin in and to strike, and the same targets (A14.22); how many targets."""
    board, seen = st.world.map, 0
    for side in (0, 1):
        assert sniper_hexes(more, side) == sniper_hexes(st, side)
        for loc in {one.loc for one in st.units.values() if one.loc >= 0}:
            found = quarries(st, loc, side)
            assert quarries(more, loc, side) == found
            seen += len(found)
        if st.snipers:
            for hex in board.hexes[:: len(board.hexes) // 3]:
                assert hexes_struck(more, side, hex.col, hex.row) == hexes_struck(st, side, hex.col, hex.row)
    return seen


def hides_the_same(more: State, st: State) -> tuple[int, int]:
    """Each unit gains concealment as it did, but for the Guards, whom their prisoners see (A12.121, A20.5); how many
    could, and how many Guards can't any more.
    """
    could = kept = 0
    for side in (0, 1):
        then, now = (one.with_(turn=replace(one.turn, attacker=side)) for one in (st, more))
        for unit in (one for one in then.units.values() if one.side == side and one.loc >= 0):
            refused, refused_now = gain_refusal(then, unit), gain_refusal(now, unit)
            assert gain_of(now, unit) == gain_of(then, unit)
            assert gain_ledger(now, unit) == gain_ledger(then, unit)
            could += refused is None
            if prisoners_of(now, unit.id):
                assert refused_now is not None
                assert refused is not None or refused_now.rule == "A20.5"
                kept += refused is None
            else:
                assert refused_now == refused
    return could, kept


@pytest.mark.parametrize("scenario_id", ["patrol", "samovar", pytest.param("houses", marks=pytest.mark.soak)])
def test_prisoners_change_nothing_that_anybody_may_do(scenario_id: str) -> None:
    looked = targets = could = kept = 0
    for number, beat in enumerate(beats(scenario_id, 2)):
        st = beat.before
        if (number % SAMPLE and st.turn.phase != "CCPh") or st.turn.phase == "setup":
            continue
        more = with_prisoners(st)
        if len(more.units) == len(st.units):
            continue
        looked += 1
        assert answers(more) == answers(st.with_())
        assert dm_causes(more, at_rout=True) == dm_causes(st, at_rout=True)
        targets += strikes_the_same(more, st)
        hidden = hides_the_same(more, st)
        could, kept = could + hidden[0], kept + hidden[1]
        for side in (0, 1):
            assert {one.id for one in known_enemies(more, side)} == {one.id for one in known_enemies(st, side)}
            seen, plain = view(more, side), view(st, side)
            assert seen.occupied().keys() == plain.occupied().keys()
            assert seen.control == plain.control
    print(f"{scenario_id}: {looked} positions, {targets} targets of Snipers, {could} could hide, {kept} guard")
    assert looked > 5 and targets > 20 and could > kept > 0


GERMANS = ("4-6-7", "2-4-7", "8-1", "5-4-8")
RUSSIANS = ("4-4-7", "4-2-6", "8-0", "6-2-8", "2-2-7")
MARKS = ("", "", "", "", " broken", " pinned", " cx")


def fight(rng: random.Random, *, melee: bool) -> State:
    """A Close Combat of a few units in two Locations, as it begins; half-squads far off, of whom prisoners are."""
    units = ["W german 2-4-7 at H8", "Z russian 2-2-7 at A8", "A german 4-6-7 at C3", "B russian 4-4-7 at C3"]
    for number in range(rng.randint(0, 5)):
        side, codes = rng.choice((("german", GERMANS), ("russian", RUSSIANS)))
        where, mark = rng.choice(("C3", "C3", "D4")), rng.choice(MARKS)
        units.append(f"{chr(67 + number)} {side} {rng.choice(codes)} at {where}{mark}")
    head = f'version = 1\n[[case]]\ntitle = "f"\nprofile = "full"\nphase = "CCPh"\nattacker = "{rng.choice(SIDES)}"\n'
    lines = f"units = {units}\nmarkers = {['melee at C3'] if melee else []}\n"
    [case] = parse_cases(f'{head}map = "size 8x8"\n{lines}[[case.step]]\nask = "hex A1"\n', "fights")
    assert isinstance(case, Case), case
    play = Play(case)
    play.begin()
    return play.state


@pytest.mark.parametrize("melee", [False, True])
def test_prisoners_change_no_answer_of_a_close_combat_but_their_own_escape(melee: bool) -> None:
    """A Guard attacks and is attacked as without them, at whatever odds (A20.52, A20.54, A20.55)."""
    looked, rng = 0, random.Random(20)
    for _ in range(12):
        st = fight(rng, melee=melee)
        while isinstance(asked := pending(st), Choice | Roll) and st.turn.phase == "CCPh" and len(st.stack) > 1:
            if isinstance(asked, Roll):
                st, _ = answer(st, tuple(rng.randint(1, 6) for _ in asked.dice))
                continue
            more = with_prisoners(st)
            if len(more.units) > len(st.units):
                then = pending(more)
                assert isinstance(then, Choice) and (then.side, then.prompt) == (asked.side, asked.prompt)
                assert answers(more) == answers(st.with_())
                looked += 1
            st, _ = answer(st, asked.menu.sample(rng))
    print(f"{looked} questions of a Close Combat")
    assert looked > 20


def with_unarmed(st: State) -> State:
    """The position with a free Unarmed half-squad in a Location beside each unit of the other side, where nobody is."""
    units, number, board = dict(st.units), st.next_id, st.world.map
    taken = {one.loc for one in st.units.values()}
    halves = {one.side: one for one in st.units.values() if utype(st, one).kind == "half_squad"}
    for other in st.units.values():
        if other.loc < 0 or other.loc >= len(board.hexes) or 1 - other.side not in halves:
            continue
        half = halves[1 - other.side]
        for loc in board.around(other.loc):
            if loc < 0 or loc in taken or not board.hexes[loc].terrain.mf:
                continue
            taken.add(loc)
            units[number] = Unit(number, half.side, half.type, loc, ON_MAP, order=1, unarmed=True)
            number += 1
            break
    return st.with_(units=units, next_id=number)


@pytest.mark.parametrize("scenario_id", ["patrol", pytest.param("houses", marks=pytest.mark.soak)])
def test_free_unarmed_units_frighten_nobody_and_bar_no_way(scenario_id: str) -> None:
    looked = 0
    for number, beat in enumerate(beats(scenario_id, 2)):
        st = beat.before
        if number % SAMPLE or st.turn.phase == "setup":
            continue
        more = with_unarmed(st)
        new = {one for one in more.units if one not in st.units}
        if not new:
            continue
        looked += 1
        assert set(dm_causes(more, at_rout=True)) == set(dm_causes(st, at_rout=True))
        for side in (0, 1):
            assert {one.id for one in known_enemies(more, side)} == {one.id for one in known_enemies(st, side)}
        for unit in (more.units[one] for one in new):
            assert _sole_occupant(more, more.at(unit.loc)) is None, "it Controls nothing"
            for mover in (one for one in st.units.values() if one.loc >= 0 and one.side != unit.side):
                facts = entry_facts(more, (mover,), Way(mover.loc, unit.loc))
                assert no_enemy_location(facts) is None
    assert looked > 5
