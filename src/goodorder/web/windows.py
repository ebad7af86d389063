"""What may go by without a question: windows in the enemy's moves, walls that no enemy comes near."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from goodorder import odds
from goodorder.bots.ground import ground_of
from goodorder.bots.ordnance import worth_firing
from goodorder.bots.shooting import Gunnery
from goodorder.core.actions import SNAP, Expose, Fire, Wall
from goodorder.core.frames import Choice
from goodorder.core.menu import Entry
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.core.world import UNKNOWN
from goodorder.data.charts import movement
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.fire.fire_drafts import Draft
from goodorder.flow.fire.fire_menu import FireMenu
from goodorder.flow.fire.ordnance_menu import OrdnanceMenu
from goodorder.flow.fire.targets import Aim
from goodorder.play.players import decide, player
from goodorder.rules.a07_fire.attack import declared_ledger
from goodorder.rules.a10_checks import PROTECTIVE_FIRE, CheckFacts, check_result
from goodorder.rules.facts.attack_facts import protective
from goodorder.rules.facts.entry import HALF
from goodorder.rules.facts.snap_shot import snap_refusal
from goodorder.rules.facts.units import is_smc, utype
from goodorder.rules.facts.wall_advantage import walls

from .preview_ordnance import hit_chance

MOST_SMC = 3
"""Leaders in a target up to which fates are followed; beyond that the attack's own DR alone is counted."""

Fits = Callable[[Fire], bool]


def chance(st: State, action: Fire, units: tuple[Unit, ...]) -> float:
    """The chance that an attack breaks, pins, wounds, reduces or eliminates somebody, or harms the vehicle that it
    names; never less than that.
    """
    if action.vehicle or action.gun:
        return hit_chance(st, action, units)
    ids = tuple(unit.id for unit in units)
    if sum(is_smc(st, unit) for unit in units) > MOST_SMC:
        return odds.reaches(st, action, ids, "MPh")
    return odds.hurts(st, action, ids, "MPh")


def risk(st: State, action: Fire, units: tuple[Unit, ...]) -> float:
    """The chance that Final Protective Fire breaks, pins, reduces or wounds one of who fires or directs it (A8.31)."""
    attack = declared_ledger(st, action, tuple(unit.id for unit in units), "MPh").attack
    firers = {unit.id: unit for unit in protective(attack.parts)}
    if not firers:
        return 0.0
    everybody = firers | {leader.id: leader for leader in attack.leaders}
    checks = [CheckFacts(st, unit, 0, PROTECTIVE_FIRE) for unit in everybody.values()]
    hurt = 0
    for one, other in itertools.product(range(1, 7), repeat=2):
        results = [check_result(facts, (one, other)) for facts in checks]
        hurt += any(not result.passed or result.pinned for result in results)
    return hurt / 36


def gain(st: State, action: Fire, units: tuple[Unit, ...]) -> float:
    """What an attack is worth by its chances: to hurt somebody, less that it hurts its own firers; never under 0."""
    return max(0.0, chance(st, action, units) - risk(st, action, units))


def shots(st: State, side: int, window: Window) -> Iterator[tuple[Fire, Aim]]:
    """Attacks that a side could make in a window: each unit alone and directed, each Gun, then the best groups."""
    aims = window.live(st)
    ways: list[tuple[int, tuple[int, ...]]] = [(-1, ())]
    if any(snap_refusal(st, aim.loc, aim.units, "MPh") is None for aim in aims):
        ways.append((SNAP, window.snapped))
    for via, barred in ways:
        menu = FireMenu(st, side, "MPh", aims, via, barred)
        for aim in aims:
            for unit in menu.armed():
                action = menu.action(Draft((unit.id,), aim=aim), aim)
                if action is not None:
                    yield action, aim
    yield from gun_shots(st, side, window)
    for via, barred in ways:
        for option in Gunnery(st, side, "MPh", aims, ground_of(st), via, barred).best():
            yield option.action, option.aim


def gun_shots(st: State, side: int, window: Window) -> Iterator[tuple[Fire, Aim]]:
    """The shots of a side's Guns in a window."""
    aims = window.live(st)
    guns = OrdnanceMenu(st, side, "MPh", aims)
    for unit, weapon in guns.manned():
        for aim in aims:
            yield from (
                (action, aim)
                for action in guns.shots(unit, weapon, aim, worth_firing(st, weapon) if aim.vehicle is None else ())
            )


def best_shot(
    st: State, side: int, window: Window, *, fits: Fits = lambda action: True, enough: float = 1.0
) -> tuple[Fire, float] | None:
    """The attack of the greatest :func:`gain`, with that; the first that has ``enough`` will do."""
    best: tuple[Fire, float] | None = None
    for action, aim in shots(st, side, window):
        if not fits(action):
            continue
        ids = tuple(unit.id for unit in aim.units)
        if best is not None and not (action.vehicle or action.gun) and odds.reaches(st, action, ids, "MPh") <= best[1]:
            continue
        found = gain(st, action, aim.units)
        if best is None or found > best[1]:
            best = action, found
        if found >= enough:
            return best
    return best


def advised(st: State, choice: Choice) -> Fire | None:
    """The shot that the standard computer player would take here, None where it would hold its fire."""
    action = decide(player("standard"), st, choice, random.Random(0))
    return action if isinstance(action, Fire) else None


# -- Wall Advantage --------------------------------------------------------------------------

Claim = tuple[int, bool, int]
"""A claim that is worth a question: the unit, whether it claims or gives up, how many enemies stand across."""


class Settled(Struct, frozen=True):
    """What a side has let go by in a phase: claims, and by mover and by Location the chance of the best shot that was
    not taken.

    ``reveals``: by Location the chance that the best shot would have had there if units had shown themselves (A12.14).
    ``advice``: movers at whom the computer would have fired.
    """

    claims: frozenset[Claim] = frozenset()
    shots: dict[int, float] = {}
    reveals: dict[int, float] = {}
    places: dict[int, float] = {}
    advice: frozenset[int] = frozenset()

    def after(self, st: State, choice: Choice) -> Settled:
        """The same once this choice has been passed too."""
        claims = self.claims | worth_asking(st, list(choice.menu.top()))
        window = st.stack[-1] if st.stack else None
        if st.turn.phase != "MPh" or choice.side == st.turn.attacker or not isinstance(window, Window):
            return replace(self, claims=claims)
        best = best_shot(st, choice.side, window)
        chance = best[1] if best is not None else 0.0
        aims = window.live(st)
        movers = [mover for aim in aims for mover in aim.movers]
        shots = {**self.shots, **{unit: max(chance, self.shots.get(unit, 0.0)) for unit in movers}}
        places = {**self.places, **{aim.loc: max(chance, self.places.get(aim.loc, 0.0)) for aim in aims}}
        found = revealed(st, choice.side, window, choice.menu.top())
        reveals = {**self.reveals, **{loc: max(p, self.reveals.get(loc, 0.0)) for loc, p in found.items()}}
        advice = self.advice | set(movers) if advised(st, choice) is not None else self.advice
        return Settled(claims, shots, reveals, places, advice)

    def declined(self, st: State, window: Window) -> bool:
        """Whether a shot at each of these movers was advised before, and not taken."""
        return {mover for aim in window.live(st) for mover in aim.movers} <= self.advice

    def let_go(self, st: State, window: Window) -> float:
        """The chance that a shot at these movers, or at anybody there, must better to be worth a question again; 0
        where none was asked.
        """
        found = (
            max(self.shots.get(mover, 0.0), self.places.get(aim.loc, 0.0))
            for aim in window.live(st)
            for mover in aim.movers
        )
        return min(found, default=0.0)


NOTHING = Settled()
"""Nothing has been let go by yet."""


# -- momentary reveals -----------------------------------------------------------------------


def revealed(st: State, side: int, window: Window, entries: Iterable[Entry]) -> dict[int, float]:
    """By Location of movers who can be made to lose their "?" (A12.14): the gain of the best shot at them then."""
    locs = {entry.action.loc for entry in entries if isinstance(entry.action, Expose)}
    found = dict.fromkeys(sorted(locs), 0.0)
    bare = [replace(unit, concealed=False) for aim in window.live(st) if aim.loc in locs for unit in aim.units]
    if bare:
        shown = st.with_(units={**st.units, **{unit.id: unit for unit in bare}})
        for action, aim in shots(shown, side, window):
            if aim.loc in locs:
                found[aim.loc] = max(found[aim.loc], gain(shown, action, aim.units))
    return found


def worth_asking(st: State, entries: list[Entry]) -> frozenset[Claim]:
    """Claims of Wall Advantage across whose walls an enemy stands, or can come in this phase (B9.32)."""
    found: set[Claim] = set()
    for entry in entries:
        if not isinstance(entry.action, Wall):
            continue
        for unit in (st.units[one] for one in entry.action.units):
            across = frozenset(
                beyond for side in walls(st, unit) if (beyond := st.world.map.around(unit.loc)[side]) >= 0
            )
            there = sum(len(st.side_at(loc, 1 - unit.side)) for loc in across)
            if there or any(_can_come(st, enemy, across) for enemy in st.units.values() if enemy.side != unit.side):
                found.add((unit.id, entry.action.held, there))
    return frozenset(found)


def _can_come(st: State, enemy: Unit, hexes: frozenset[int]) -> bool:
    """Whether an enemy may yet reach one of these hexes in this phase, as far as can be seen."""
    if enemy.side != st.turn.attacker or enemy.broken or enemy.pinned or enemy.ti or enemy.place != ON_MAP:
        return False
    near = min((st.world.map.distance(enemy.loc, loc) for loc in hexes), default=99)
    if st.turn.phase == "APh":
        return near <= 1
    trail = st.trail(enemy.id)
    if st.turn.phase != "MPh" or trail.ended:
        return False
    limits = movement().limits
    most = (limits.double_time_max + 1) * HALF
    if enemy.type != UNKNOWN and not utype(st, enemy).smc and not _led(st, enemy):
        most = min(most, (7 if not enemy.cx else 5) * HALF)
    left = most - sum(step.mf for step in trail.steps)
    # One hex can be entered with all MF, whatever it costs (A4.134).
    return (near <= 1 and not trail.steps) or ground_of(st).field(hexes)[enemy.loc] <= left


def _led(st: State, unit: Unit) -> bool:
    return any(utype(st, one).kind == "leader" for one in st.side_at(unit.loc, unit.side) if one.type != UNKNOWN)
