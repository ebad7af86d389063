"""What an act of movement is: its refusal, its menu and what it does, for the loop of a move (A4.2)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from goodorder.core.actions import Action, Move, MoveStep
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event, StepTaken
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, Menu
from goodorder.core.state import State, Step, StepKind
from goodorder.core.way import Way
from goodorder.rules.facts.entry import own_stack
from goodorder.rules.ledger import Ledger
from goodorder.rules.registry import builds

from ..fire.defensive_fire import Touch
from ..shared.acts import Acts
from .detection import Detection

A = TypeVar("A", bound=Action)
Wrap = Callable[[Any], Move | MoveStep]
"""What makes an expenditure the answer: itself in a move under way, the ``Move`` that begins with it before."""


class Deed(Struct, frozen=True):
    """What an act does as it is made: its events, then frames and the DEFENDER's window.

    ``touches`` are the Locations in which MF were spent, which that window is over; ``before`` it come the dr of an
    attempt, or what is met on entry, ``after`` it what waits for First Fire to be over.  ``parts`` are the groups into
    which the stack falls.  ``again`` are acts that are made anew when all that is over, by those who still can.
    """

    events: tuple[Event, ...] = ()
    before: tuple[Frame, ...] = ()
    touches: tuple[Touch, ...] = ()
    after: tuple[Frame, ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()
    again: tuple[MoveStep, ...] = ()


def joined(one: Deed, other: Deed) -> Deed:
    """Two acts that are made together."""
    return Deed(
        one.events + other.events,
        one.before + other.before,
        one.touches + other.touches,
        one.after + other.after,
        one.parts + other.parts,
        one.again + other.again,
    )


class Forecast(Struct, frozen=True):
    """What the dice of an attempt come to, shown before it is made.

    ``good`` of ``of`` throws lead to ``word`` ("placed"); ``ledger`` are its DRM. ``outcomes`` are told instead of that
    where more than two may come: words, and of how many throws. ``strikes`` are the Locations in which it may bring
    checks.
    """

    title: str
    word: str
    good: int
    of: int
    ledger: Ledger = Ledger()
    text: tuple[str, ...] = ()
    outcomes: tuple[tuple[str, int], ...] = ()
    strikes: tuple[int, ...] = ()


class MoveAct(ABC, Generic[A]):
    """One thing that a moving stack can do; a module of ``acts/`` registers it with ``MOVE.act(ItsAction, order)``.

    An act that ``lightens`` may be the first of units that have no MF for their load (A4.43).  One that ``parts`` is
    done by the units that it names without the rest of their stack, one that ``divides`` a stack has
    nothing ``later`` for a single unit.  One that ``charges`` is open to the berserk too.
    ``needs`` are words of ``Stack.kinds``: a stack of which one of them doesn't hold is never offered it.
    """

    needs: ClassVar[frozenset[str]] = frozenset()
    charges: ClassVar[bool] = False
    lightens: ClassVar[bool] = False
    parts: ClassVar[bool] = False
    divides: ClassVar[bool] = False
    has_entries: ClassVar[bool] = False
    """Whether it has ``entries`` of its own: a menu asks no other."""
    has_later: ClassVar[bool] = False
    """The same of ``later``."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.has_entries = cls.entries is not MoveAct.entries
        cls.has_later = cls.later is not MoveAct.later

    @abstractmethod
    def refusal(self, st: State, units: tuple[int, ...], action: A) -> Refusal | None:
        """Why the moving stack ``units``, or those of it whom the action names, may not do this now, or None."""

    def may(self, st: State, units: tuple[int, ...], action: A) -> bool:
        """Whether nothing is against it: how a line of the menu is judged as it is drawn or shown."""
        return self.refusal(st, units, action) is None

    @abstractmethod
    def do(self, st: State, units: tuple[int, ...], action: A) -> Deed:
        """What it does, for the stack ``units``."""

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> Sequence[Entry]:
        """What the whole stack could do, as it sets out or goes on; legal, or judged by ``alive`` when looked at."""
        return ()

    def later(self, st: State, units: tuple[int, ...], several: bool) -> Sequence[Entry]:
        """What more a stack could do that is under way, one of ``several`` or the only one."""
        return ()

    def possible(self, st: State, units: tuple[int, ...]) -> bool:
        """Whether the stack could do it in any way now."""
        return Menu(lambda: self.entries(st, units, lambda act: act)).any()

    def sets_out(self, action: A) -> bool:
        """Whether units do it without the rest of their stack, so that all have to do it who begin a move with it."""
        return self.parts

    def leaves(self, st: State, action: A) -> tuple[tuple[tuple[int, ...], Way], ...]:
        """The units that leave their Location with it, and which way."""
        return ()

    def meets(self, st: State, action: A) -> tuple[Detection, ...]:
        """Where it is found out before the act is made who hides in the Location entered (A12.15)."""
        return ()

    def left_to(self, action: A, remaining: tuple[int, ...]) -> A | None:
        """What is left of an announced act when only these of its units can still do it, None for nothing."""
        return action if remaining else None

    def forecast(self, st: State, units: tuple[int, ...], action: A) -> Forecast | None:
        """What its dice come to, for the stack ``units``; None where none are rolled, or it is not told beforehand."""
        return None

    def alone(self, st: State, action: A) -> Refusal | None:
        """Why it may not be announced together with what others of the stack do (A4.2), or None."""
        return None


class Within(MoveAct[A]):
    """An act in the own Location: MF spent, perhaps a dr, then the DEFENDER's window.

    Two units of a stack may announce such acts together (A4.2).
    """

    step: ClassVar[StepKind]

    @abstractmethod
    def cost(self, st: State, action: A) -> int:
        """Half MF."""

    @abstractmethod
    def attempt(self, action: A) -> Frame:
        """The frame of its dr."""

    def joint(self, st: State, units: tuple[int, ...]) -> Iterable[A]:
        """Such acts as units of the stack may make now, which they could announce together with others."""
        return ()

    @abstractmethod
    def words(self, st: State, action: A) -> str:
        """The act in a menu of acts announced together, behind the name of who does it."""

    def do(self, st: State, units: tuple[int, ...], action: A) -> Deed:
        """The stack spends the MF, the unit tries."""
        return spend(st, units, self.step, self.cost(st, action), self.attempt(action))


def spend(st: State, units: tuple[int, ...], step: StepKind, cost: int, attempt: Frame) -> Deed:
    """A stack spends ``cost`` half MF where it is, on something that has a dr; what costs none may not be fired at."""
    if not cost:
        return Deed(before=(attempt,))
    loc = st.units[units[0]].loc
    events = tuple(StepTaken(unit=u, step=Step(step, loc, loc, cost)) for u in units)
    return Deed(events, (attempt,), (Touch(loc, units),))


class PhaseAct(ABC, Generic[A]):
    """Something that the ATTACKER does in the MPh between moves; registered with ``PHASE.act(ItsAction, order)``.

    While there is one that ``keeps_open``, the phase does not end by itself.
    """

    keeps_open: ClassVar[bool] = False

    @abstractmethod
    def refusal(self, st: State, side: int, action: A) -> Refusal | None:
        """Why this side may not do it now, or None."""

    @abstractmethod
    def entries(self, st: State, side: int) -> list[Entry]:
        """What the side could do."""

    @abstractmethod
    def do(self, st: State, action: A) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """Events, and frames before the phase goes on."""


MOVE: Acts[MoveAct[Any]] = Acts("goodorder.flow.move.acts")
PHASE: Acts[PhaseAct[Any]] = Acts("goodorder.flow.move.acts")


@builds("A15.43", "A15.43a", "A15.431", "A15.431c")
def open_acts(st: State, units: tuple[int, ...]) -> tuple[MoveAct[Any], ...]:
    """The acts that are open to a stack: who is berserk does nothing but charge."""
    every = tuple(MOVE.all())
    return tuple(act for act in every if act.charges) if any(st.units[u].berserk for u in units) else every


def offered_acts(st: State, units: tuple[int, ...]) -> tuple[MoveAct[Any], ...]:
    """The open acts that units like these can have in their menu."""
    kinds = own_stack(st, units).kinds
    return MOVE.fitting(kinds, lambda act: act.needs <= kinds and (act.charges or "berserk" not in kinds))


def step_refusal(st: State, units: tuple[int, ...], action: Action) -> Refusal | None:
    """Why a moving stack (or the part that the action names) may not do this now, or None."""
    act = MOVE.of(action)
    if act is None:
        return not_asked("A4.2", "not an act of movement")
    if not act.charges and any(st.units[unit].berserk for unit in units):
        return Refusal("A15.43", "a berserk unit does nothing but charge")
    return act.refusal(st, units, action)
