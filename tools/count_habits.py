"""Counts the habits of a computer player in games against itself, to compare it with what it was before.

    python -m tools.count_habits standard -n 5 --seed 45000
    python -m tools.count_habits standard -n 30 --seed 93500 --scenarios samovar
    PYTHONPATH=/tmp/old python -m tools.count_habits former_bots.standard:StandardPlayer -n 5 --seed 45000

``-n`` games of each scenario are played, of all or of those that are named; the counts are printed per habit, and the
processor time of a decision per scenario.  What is meant by each count stands in ``HABITS``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter

from goodorder.core.actions import Action, Advance, DeclareWave, Go, Move, Rout
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import DOUBLE_TIME, State, Unit
from goodorder.core.view import imagined
from goodorder.data.scenario import scenario, scenario_ids
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.facts.attack_facts import sight
from goodorder.rules.facts.units import is_dummy, utype, wtype
from goodorder.sim.loading import player_of

HEAVY = 3
"""Portage Points from which a machine gun counts as one that should stay where it fires."""

SEEN = 8
"""Up to how many hexes away an enemy squad makes a leader's step one through the open."""

HABITS = {
    "games": "games",
    "rout_steps": "steps of routs",
    "rout_reentered": "  of them into a Location where the unit has been in the same Player Turn",
    "moved_turn_1": "units that began a move in turn 1",
    "double_time_turn_1": "  of them by Double Time",
    "advances": "advances",
    "advance_beside": "  of them without cover beside an unbroken enemy squad that sees them",
    "advance_beside_stack": "    of these by two squads or more",
    "advance_beside_last": "    of these in the last turn",
    "leader_steps": "steps of leaders without squads",
    "leader_open": "  of them without cover in sight of an unbroken enemy squad within eight hexes",
    "leader_alone": "    of these where no squad of theirs is",
    "gun_moves": "moves of squads with a MMG or HMG",
    "gun_out_and_back": "  of them undone in the APh of the same turn",
    "gun_left_floor": "machine guns that left an upper floor",
    "waves": "Human Waves declared",
    "games_with_waves": "  games in which one was",
}


class Tally:
    """The counts of all games, and what has to be remembered within a Player Turn."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._turn = (0, 0)
        self._routed: dict[int, set[int]] = {}
        self._guns: dict[int, int] = {}

    def action(self, st: State, side: int, action: Action) -> None:
        """Count an action of a side in the position in which it is taken."""
        if (st.turn.number, st.turn.attacker) != self._turn:
            self._turn = (st.turn.number, st.turn.attacker)
            self._routed, self._guns = {}, {}
        match action:
            case Rout(unit=unit, to=to):
                been = self._routed.setdefault(unit, {st.units[unit].loc})
                self.counts["rout_steps"] += 1
                self.counts["rout_reentered"] += to in been
                been.add(to)
            case Move(units=units, declared=declared, first=first):
                if st.turn.number == 1:
                    self.counts["moved_turn_1"] += len(units)
                    self.counts["double_time_turn_1"] += len(units) if declared & DOUBLE_TIME else 0
                self._gun_moves(st, units)
                if isinstance(first, Go):
                    self._step(st, side, first)
            case Go():
                self._step(st, side, action)
            case DeclareWave():
                self.counts["waves"] += 1
            case Advance(units=units, to=to) if to >= 0:
                self._advance(st, side, units, to)

    def _gun_moves(self, st: State, units: tuple[int, ...]) -> None:
        for unit in (st.units[u] for u in units):
            if any(wtype(st, w).machine_gun and wtype(st, w).pp >= HEAVY for w in st.weapons_of(unit.id)):
                self.counts["gun_moves"] += 1
                self._guns[unit.id] = unit.loc
            self.counts["gun_left_floor"] += _gun_upstairs(st, unit)

    def _step(self, st: State, side: int, step: Go) -> None:
        if step.to < 0 or not all(utype(st, st.units[u]).smc for u in step.units):
            return
        self.counts["leader_steps"] += 1
        if _open(st, step.to) and _watched(st, side, step.to, SEEN):
            self.counts["leader_open"] += 1
            self.counts["leader_alone"] += not any(utype(st, u).mmc for u in st.side_at(step.to, side))

    def _advance(self, st: State, side: int, units: tuple[int, ...], to: int) -> None:
        self.counts["advances"] += 1
        self.counts["gun_out_and_back"] += sum(self._guns.get(u) == to for u in units)
        self.counts["gun_left_floor"] += sum(_gun_upstairs(st, st.units[u]) for u in units)
        if st.side_at(to, 1 - side) or not _open(st, to) or not _watched(st, side, to, 1):
            return
        self.counts["advance_beside"] += 1
        self.counts["advance_beside_stack"] += sum(utype(st, st.units[u]).mmc for u in units) > 1
        self.counts["advance_beside_last"] += st.turn.number == st.world.turns


def _open(st: State, loc: int) -> bool:
    """Whether the terrain of a Location gives no cover."""
    return st.world.map.hex_of(loc).terrain.tem == 0


def _watched(st: State, side: int, loc: int, reach: int) -> bool:
    """Whether an unbroken enemy squad, half-squad or crew within a range sees a Location."""
    for foe in st.units.values():
        if foe.side == side or foe.loc < 0 or foe.broken or is_dummy(foe) or not utype(st, foe).mmc:
            continue
        if st.world.map.distance(foe.loc, loc) <= reach and not sight(st, foe.loc, loc).blocked:
            return True
    return False


def _gun_upstairs(st: State, unit: Unit) -> bool:
    """Whether a unit stands on an upper floor with a machine gun."""
    upstairs = unit.loc >= len(st.world.map.hexes)
    return upstairs and any(wtype(st, w).machine_gun for w in st.weapons_of(unit.id))


def play(sid: str, spec: str, seed: int, tally: Tally) -> list[float]:
    """Play one game of a player against itself and count; the seconds of processor time of each decision."""
    st = new_game(scenario(sid))
    players, rngs = (player_of(spec), player_of(spec)), (random.Random(f"{seed}/0"), random.Random(f"{seed}/1"))
    dice = DiceStream(str(seed))
    seconds: list[float] = []
    waves = tally.counts["waves"]
    while not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        seen, choice = imagined(st, asked)
        action = choice.menu.idle() if choice.public else choice.menu.only()
        if action is None:
            began = time.process_time()
            action = players[choice.side].decide(seen, choice, rngs[choice.side])
            seconds.append(time.process_time() - began)
        tally.action(st, choice.side, action)
        st, _ = answer(st, action)
    tally.counts["games"] += 1
    tally.counts["games_with_waves"] += tally.counts["waves"] > waves
    return seconds


def main() -> None:
    """Play, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", nargs="?", default="standard", help="a player, or module:Class")
    parser.add_argument("-n", type=int, default=5, help="games of each scenario")
    parser.add_argument("--seed", type=int, default=45000, help="seed of the first game")
    parser.add_argument("--scenarios", nargs="*", default=scenario_ids(), metavar="ID", help="all where none is named")
    args = parser.parse_args()
    tally = Tally()
    for sid in args.scenarios:
        seconds = [one for game in range(args.n) for one in play(sid, args.player, args.seed + game, tally)]
        middle, mean, most = statistics.median(seconds), statistics.mean(seconds), max(seconds)
        print(f"{sid}: median {1000 * middle:.2f} ms, mean {1000 * mean:.2f} ms, slowest {most:.2f} s", flush=True)
    for key, text in HABITS.items():
        print(f"{tally.counts[key]:6} {text}")


if __name__ == "__main__":
    main()
