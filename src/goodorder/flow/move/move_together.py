"""A stack spends the same MF on different things, all of them said at the same time (A4.2)."""

from __future__ import annotations

from collections.abc import Callable

from goodorder.core.actions import Action, Go, Recover, Smoke, Together
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, StepTaken
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import DASH, MINIMUM, State, Step, StepKind
from goodorder.rules.a24_smoke import smoke_cost
from goodorder.rules.b_terrain.around import goes_around
from goodorder.rules.facts.entry import HALF
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..rally.rally_weapons import RecoveryRoll
from .attempts import SmokeAttempt

Check = Callable[[State, tuple[int, ...], Action], Refusal | None]


def acting(act: Go | Smoke | Recover) -> tuple[int, ...]:
    """The units that an act is of."""
    return act.units if isinstance(act, Go) else (act.unit,)


@builds("A4.2", "A4.2g")
def together_refusal(st: State, units: tuple[int, ...], action: Together, check: Check) -> Refusal | None:
    """Why a stack may not do these things with the same MF, or None; ``check`` judges each act by itself."""
    if lacking := st.world.rules.lacks("joint_acts"):
        return lacking
    named = action.units
    if len(action.acts) < 2 or len(set(named)) != len(named):
        return Refusal("A4.2", "two acts or more, each of other units of the stack")
    if any(st.trail(u).declared & (DASH | MINIMUM) for u in units):
        return Refusal("A4.2", "neither in a Dash nor in a Minimum Move")
    weapons = [act.weapon for act in action.acts if isinstance(act, Recover)]
    if len(set(weapons)) != len(weapons):
        return Refusal("A4.44", "each weapon is recovered by one unit")
    for act in action.acts:
        if isinstance(act, Go) and (act.to < 0 or act.bypass):
            return Refusal("A4.2", "leaving the map and Bypass are announced alone")
        if isinstance(act, Go) and goes_around(st, st.units[act.units[0]].loc, act.to):
            return Refusal("A4.2", "the way around to the next house of a row is announced alone")
        if refusal := check(st, units, act):
            return refusal
    return None


def within_cost(st: State, act: Smoke | Recover) -> int:
    """MF in halves of an act within the Location."""
    if isinstance(act, Smoke):
        return smoke_cost(st.units[act.unit], act.to)
    return 0 if st.weapons[act.weapon].holder else HALF


def attempt(act: Smoke | Recover) -> Frame:
    """The dr of an act within the Location."""
    return SmokeAttempt(act.unit, act.to) if isinstance(act, Smoke) else RecoveryRoll(act.unit, act.weapon)


def within_steps(st: State, action: Together, staying: tuple[int, ...]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """What those who stay spend together, which is as much as the dearest of their acts, and the drs of these."""
    acts = [act for act in action.acts if not isinstance(act, Go)]
    cost = max((within_cost(st, act) for act in acts), default=0)
    kinds: dict[int, StepKind] = {act.unit: "smoke" if isinstance(act, Smoke) else "recover" for act in acts}
    usual: StepKind = next(iter(kinds.values()), "smoke")
    events = tuple(
        StepTaken(unit=u, step=Step(kinds.get(u, usual), st.units[u].loc, st.units[u].loc, cost))
        for u in staying
        if cost
    )
    return events, tuple(attempt(act) for act in acts)


def together_entries(
    st: State, units: tuple[int, ...], wrap: Callable[[Together], Action], check: Check, acts: list[Smoke | Recover]
) -> list[Entry]:
    """For each act of one unit what another could do with the same MF: pairs, of acts within the Location."""
    if len(units) < 2 or st.world.rules.lacks("joint_acts"):
        return []
    pairs = [
        Together((one, other))
        for number, one in enumerate(acts)
        for other in acts[number + 1 :]
        if one.unit != other.unit
    ]
    found = [pair for pair in pairs if together_refusal(st, units, pair, check) is None]
    if not found:
        return []

    def opened() -> list[Entry]:
        return [leaf(f"t{number}", _words(st, pair), wrap(pair), rule="A4.2") for number, pair in enumerate(found)]

    return [branch("together", "Different things with the same MF", opened, kind="option", rule="A4.2")]


def _words(st: State, pair: Together) -> str:
    words = []
    for act in pair.acts:
        what = "SMOKE in " + st.world.map.place_name(act.to) if isinstance(act, Smoke) else "recovery"
        words.append(f"{name(st, st.units[acting(act)[0]])}: {what}")
    return "; ".join(words)
