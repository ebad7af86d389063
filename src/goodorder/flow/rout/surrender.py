"""Units that give themselves up in the RtPh: their captor accepts or rejects them, stack by stack (A20.21, A20.3)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, DenyQuarter, Done, TakePrisoners
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State, Unit
from goodorder.rules.a20_guards import room_of
from goodorder.rules.a20_surrender import captors, captured, rejected, surrenders_to
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.facts.captives import us_of
from goodorder.rules.facts.units import name, names
from goodorder.rules.registry import builds


def giving_up(st: State, sides: tuple[int, ...], *, disrupted: bool = False) -> tuple[Unit, ...]:
    """Units of these sides that surrender now; only the Disrupted ones when it says so."""
    broken = [one for one in st.units_that_are("broken") if one.side in sides and (one.disrupted or not disrupted)]
    return tuple([unit for unit in broken if surrenders_to(st, unit)])


@builds("A20.21", "A20.21c")
class Surrenders(Frame, frozen=True):
    """Every unit of ``sides`` that must surrender does so at once, a stack of a Location together (A20.21).

    ``disrupted``: those alone, as the RtPh begins (A19.12). ``stack`` are those about whom their captor is asked.
    """

    sides: tuple[int, ...] = (0, 1)
    disrupted: bool = False
    done: bool = False
    stack: tuple[int, ...] = ()

    def ask(self, st: State) -> Choice | Do:
        """The captor of the next stack; when none is left, what they Controlled falls to who is there."""
        if not self.stack:
            found = giving_up(st, self.sides, disrupted=self.disrupted)
            if not found:
                return Do(events=control_sweep(st)) if self.done else Do()
            first = found[0]
            ids = (unit.id for unit in found if unit.loc == first.loc and unit.side == first.side)
            return Do(then=replace(self, stack=tuple(ids)))
        stack = tuple(st.units[unit] for unit in self.stack)
        side, takers = 1 - stack[0].side, _takers(st, stack)

        def entries() -> list[Entry]:
            price = "nobody surrenders to this side in the RtPh any more, and it Mops Up no more"
            found = [leaf("pass", "Accept it", Done(), kind="pass", rule="A20.21", hotkey=" ", primary=True)]
            if len(takers) > 1:
                found += [_taken(st, guard) for guard in takers]
            words = f"No Quarter: they are eliminated; {price}"
            return [*found, leaf("deny", words, DenyQuarter(side), kind="seldom", rule="A20.3", confirm=True)]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done) or action == DenyQuarter(side):
                return None
            if not isinstance(action, TakePrisoners):
                return not_asked("A20.3", "a surrender is accepted or rejected first")
            if all(action.guard not in {one.id for one in captors(st, unit)} for unit in stack):
                return Refusal("A20.21", "it is none of those who could take them")
            if action.guard not in {one.id for one in takers}:
                return Refusal("A20.51", "it can't guard all of them", also=("A20.21",))
            return None

        def words() -> str:
            return f"Accept the surrender of {names(st, self.stack)} at {st.world.map.place_name(stack[0].loc)}?"

        def why() -> str:
            return "; ".join(f"{name(st, one)} could guard a US# of {room_of(st, one)}" for one in takers)

        return Choice(side, words, "A20.3", Menu(entries), check, why)

    def chosen(self, st: State, action: Action) -> Do:
        """They go to their Guards, or are no more."""
        stack, then = tuple(st.units[unit] for unit in self.stack), replace(self, done=True, stack=())
        if isinstance(action, DenyQuarter):
            return Do(events=rejected(st, stack, 1 - stack[0].side), then=then)
        first = (st.units[action.guard],) if isinstance(action, TakePrisoners) else ()
        return Do(events=captured(st, *((unit, (*first, *captors(st, unit))) for unit in stack)), then=then)

    def title(self, st: State) -> str:
        """The surrender in the breadcrumb."""
        return "surrender"


def _takers(st: State, stack: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Who could guard them all, of those who could take each."""
    size, each = us_of(st, stack), [captors(st, unit) for unit in stack]
    able = set.intersection(*({one.id for one in found} for found in each))
    return tuple(one for one in each[0] if one.id in able and room_of(st, one) >= size)


def _taken(st: State, guard: Unit) -> Entry:
    words = f"{name(st, guard)} guards them"
    return leaf(
        f"g{guard.id}", words, TakePrisoners(guard.id), kind="unit", unit=guard.id, hex=guard.loc, rule="A20.21"
    )
