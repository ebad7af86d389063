"""A stack spends the same MF on different things, all of them said at the same time (A4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

from goodorder.core.actions import Together, units_of
from goodorder.core.errors import Refusal
from goodorder.core.events import StepTaken
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import DASH, MINIMUM, State, Step, StepKind
from goodorder.core.way import Way
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ...fire.defensive_fire import Touch
from ..act import MOVE, Deed, MoveAct, Within, Wrap, joined, step_refusal
from ..detection import Detection


def _act(action: Any) -> MoveAct[Any]:
    act = MOVE.of(action)
    assert act is not None
    return act


def _parts(action: Together) -> list[Any]:
    """Those of the acts with which units part from the stack."""
    return [act for act in action.acts if _act(act).parts]


@builds("A4.2", "A4.2g")
def together_refusal(st: State, units: tuple[int, ...], action: Together) -> Refusal | None:
    """Why a stack may not do these things with the same MF, or None."""
    if lacking := st.world.rules.lacks("joint_acts"):
        return lacking
    named = action.units
    if len(action.acts) < 2 or len(set(named)) != len(named):
        return Refusal("A4.2", "two acts or more, each of other units of the stack")
    if refusal := _undivided(st, units):
        return refusal
    if not _other_weapons(*action.acts):
        return Refusal("A4.44", "each weapon is recovered by one unit")
    return next((no for act in action.acts if (no := _act(act).alone(st, act) or step_refusal(st, units, act))), None)


def _undivided(st: State, units: tuple[int, ...]) -> Refusal | None:
    """Why a stack may not divide what it does with its MF at all, or None."""
    if any(st.trail(u).declared & (DASH | MINIMUM) for u in units):
        return Refusal("A4.2", "neither in a Dash nor in a Minimum Move")
    return None


def _other_weapons(*acts: Any) -> bool:
    """Whether no two of these acts are about the same weapon."""
    weapons = [weapon for act in acts if (weapon := getattr(act, "weapon", 0))]
    return len(set(weapons)) == len(weapons)


@MOVE.act(Together, order=60)
class TogetherAct(MoveAct[Together]):
    """Every act is made, its drs rolled, then one window is open over all Locations touched (A8.1)."""

    needs = frozenset(("stack",))

    def refusal(self, st: State, units: tuple[int, ...], action: Together) -> Refusal | None:
        """Each act by itself, and what can't be announced with others."""
        if not set(action.units) <= set(units):
            return Refusal("A4.2", "only units of the moving stack")
        return together_refusal(st, units, action)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """For each act of one unit what another could do with the same MF: pairs, of acts within the Location."""
        if len(units) < 2 or st.world.rules.lacks("joint_acts") or _undivided(st, units):
            return []

        def opened() -> list[Entry]:
            pairs = (Together(pair) for pair in combinations(_joint(st, units), 2) if _goes_with(*pair))
            return [leaf(f"t{number}", _words(st, pair), wrap(pair), rule="A4.2") for number, pair in enumerate(pairs)]

        words = "Different things with the same MF"
        return [branch("together", words, opened, alive=partial(_any_pair, st, units), kind="option", rule="A4.2")]

    def sets_out(self, action: Together) -> bool:
        """Where one of the acts does."""
        return any(_act(act).sets_out(act) for act in action.acts)

    def leaves(self, st: State, action: Together) -> tuple[tuple[tuple[int, ...], Way], ...]:
        """Those of each act."""
        return tuple(one for act in action.acts for one in _act(act).leaves(st, act))

    def meets(self, st: State, action: Together) -> tuple[Detection, ...]:
        """Those of each act."""
        return tuple(one for act in action.acts for one in _act(act).meets(st, act))

    def left_to(self, action: Together, remaining: tuple[int, ...]) -> Together | None:
        """What is left of each act."""
        kept = (_act(act).left_to(act, tuple(u for u in units_of(act) if u in remaining)) for act in action.acts)
        acts = tuple(act for act in kept if act is not None)
        return Together(acts) if acts else None

    def do(self, st: State, units: tuple[int, ...], action: Together) -> Deed:
        """Those who stay spend as much as the dearest of their acts, all of them; those who part do what they do."""
        apart = _parts(action)
        gone = {u for act in apart for u in units_of(act)}
        staying = tuple(u for u in units if u not in gone)
        deed = _within(st, staying, [act for act in action.acts if act not in apart])
        for act in apart:
            deed = joined(deed, _act(act).do(st, units_of(act), act))
        return deed


def _joint(st: State, units: tuple[int, ...]) -> Iterator[Any]:
    """What units of the stack could do within the Location, each by itself."""
    acts = (act for kind in MOVE.all() if isinstance(kind, Within) for act in kind.joint(st, units))
    return (act for act in acts if _act(act).alone(st, act) is None)


def _any_pair(st: State, units: tuple[int, ...]) -> bool:
    """Whether two units could do different things together."""
    before: list[Any] = []
    for act in _joint(st, units):
        if any(_goes_with(one, act) for one in before):
            return True
        before.append(act)
    return False


def _goes_with(one: Any, other: Any) -> bool:
    """Whether two acts are of other units and about other weapons."""
    return one.unit != other.unit and _other_weapons(one, other)


def _within(st: State, staying: tuple[int, ...], acts: list[Any]) -> Deed:
    """What those do who stay in their Location."""
    kinds: dict[int, StepKind] = {}
    cost, frames = 0, []
    for action in acts:
        act = _act(action)
        assert isinstance(act, Within)
        cost = max(cost, act.cost(st, action))
        kinds |= dict.fromkeys(units_of(action), act.step)
        frames.append(act.attempt(action))
    usual: StepKind = next(iter(kinds.values()), "smoke")
    parts = (staying,) if staying else ()
    if not cost:
        return Deed(before=tuple(frames), parts=parts)
    loc = st.units[staying[0]].loc
    events = tuple(StepTaken(unit=u, step=Step(kinds.get(u, usual), loc, loc, cost)) for u in staying)
    return Deed(events, tuple(frames), (Touch(loc, staying),), parts=parts)


def _words(st: State, pair: Together) -> str:
    words = []
    for action in pair.acts:
        act = _act(action)
        assert isinstance(act, Within)
        words.append(f"{name(st, st.units[units_of(action)[0]])}: {act.words(st, action)}")
    return "; ".join(words)
