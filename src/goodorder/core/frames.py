"""Frames: what is being resolved, as data on the state's stack (design section 3).

A frame asks (:class:`Choice`, :class:`Roll`) or acts (:class:`Do`).  It decides and emits events;
only ``apply`` turns an event into a new state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import Struct

from .dice import Roll
from .errors import EngineFault, Refusal, Unreadable
from .menu import Menu
from .parts import plain

if TYPE_CHECKING:
    from .actions import Action
    from .events.base import Event
    from .state import State


class Choice(Struct, weakref=True, eq=False):
    """A decision the game waits for: who, what about, the rule that grants it, and the menu.

    ``public``: that it is asked is told to the other side, so that nobody answers it unasked where two people play.
    ``prompt`` and ``why`` may be functions: then the words are made when they are read.
    """

    side: int
    _prompt: str | Callable[[], str]
    rule: str
    menu: Menu
    check: Callable[[Action], Refusal | None]
    _why: str | Callable[[], str] = ""
    public: bool = False

    @property
    def prompt(self) -> str:
        """What is asked, in words."""
        return self._prompt if isinstance(self._prompt, str) else self._prompt()

    @property
    def why(self) -> str:
        """What the player should know before he chooses."""
        return self._why if isinstance(self._why, str) else self._why()

    def is_step(self) -> bool:
        """Whether answering it is a step, in which speed is measured: there are two or more legal answers."""
        return self.menu.only() is None

    def __repr__(self) -> str:
        return f"<Choice of side {self.side}: {self.prompt} ({self.rule}), {self.menu!r}>"


class Over(Struct, frozen=True):
    """The game has ended; the result stands in the state."""


class Do(Struct, frozen=True):
    """What a frame does next.

    ``events`` are applied in order; then the frame is replaced by ``then`` (None: it is done and
    ``value`` goes to its parent); then ``push`` is put on top, first one innermost to run first.
    """

    events: tuple[Event, ...] = ()
    then: Frame | None = None
    push: tuple[Frame, ...] = ()
    value: Any = None


Pending = Choice | Roll | Over

_FRAMES: dict[str, type[Frame]] = {}


class Frame(Struct, frozen=True, omit_defaults=True):
    """Base of every frame.  Subclasses are frozen structs of small values and register themselves by name."""

    kind: ClassVar[str] = "frame"
    names_counters: ClassVar[bool] = True
    """Whether a frame holds ids of counters; the stack of a view that hides something ends before it."""
    standing: ClassVar[bool] = False
    """Whether a frame goes on between one roll and the next, as turn, phase and move do; what is pushed upon such
    frames alone is one occasion."""
    shows_who_fights: ClassVar[bool] = False
    """Whether a frame makes concealed units somewhere show their strength: it has a ``contact`` of its own."""
    everybody_sees: ClassVar[bool] = True
    """Whether a frame that lies below what is asked looks the same to both sides: it has no ``seen_by`` of its own."""
    just_asks_again: ClassVar[bool] = True
    """Whether a frame takes no notice of how a pushed frame ended: it has no ``resumed`` of its own."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.just_asks_again = cls.resumed is Frame.resumed
        cls.shows_who_fights = cls.contact is not Frame.contact
        cls.everybody_sees = cls.seen_by is Frame.seen_by
        known = _FRAMES.get(cls.__name__)
        if known is not None and known.__module__ != cls.__module__:
            raise EngineFault(f"two frames named {cls.__name__}: in {known.__module__} and {cls.__module__}")
        _FRAMES[cls.__name__] = cls

    def ask(self, st: State) -> Pending | Do:
        """What this frame waits for, or what it does by itself."""
        raise EngineFault(f"{type(self).__name__} has nothing to ask")

    def chosen(self, st: State, action: Action) -> Do:
        """Go on after the answer to the Choice that ``ask`` returned; the action is already checked."""
        raise EngineFault(f"{type(self).__name__} takes no choice")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Go on after the faces of the Roll that ``ask`` returned; pure: odds call it too."""
        raise EngineFault(f"{type(self).__name__} takes no roll")

    def resumed(self, st: State, value: Any) -> Do:
        """Go on after a pushed frame was done with ``value``; most frames leave it at this and just ask again."""
        return Do(then=self)

    def shown(self, hidden: Mapping[int, int]) -> Frame:
        """This frame in the view of the side that it asks: ``hidden`` gives the stand-in for each counter which that
        side does not know (0: none).  Most frames that ask name own and Known counters only.
        """
        return self

    def seen_by(self, st: State, side: int) -> Frame:
        """This frame in the view of a side while it lies below what is asked, for those that name no counter there."""
        return self

    def contact(self) -> tuple[int, ...]:
        """Locations in which this frame makes concealed units show their strength (A11.19)."""
        return ()

    def title(self, st: State) -> str:
        """This frame's word in the breadcrumb; empty when it has none."""
        return ""

    def encoded(self) -> dict[str, Any]:
        """The frame as builtins without what is at its default, with its name under ``frame``."""
        built: dict[str, Any] = plain(self)
        built["frame"] = type(self).__name__
        return built


class Series(Frame, frozen=True):
    """Frames that run one after the other; the last one's value goes to the parent.

    The engine makes one of a ``Do`` that pushes several frames, so that none is resumed before it began.
    """

    frames: tuple[Frame, ...]

    def ask(self, st: State) -> Do:
        """Start the next one."""
        rest = self.frames[1:]
        return Do(then=type(self)(rest) if rest else None, push=self.frames[:1])

    def encoded(self) -> dict[str, Any]:
        """Each frame with its own name."""
        return {"frame": type(self).__name__, "frames": [frame.encoded() for frame in self.frames]}


class Turns(Series, frozen=True):
    """Frames that run one after the other, each an occasion of its own: what waits for all that came of a roll comes
    before the next of them.
    """

    standing: ClassVar[bool] = True


def in_turn(*frames: Frame) -> tuple[Frame, ...]:
    """What to push so that these run one after the other, each as an occasion of its own."""
    return frames if len(frames) < 2 else (Turns(frames),)


class AtOnce(Frame, frozen=True):
    """What rules ask for at once (``frames``) when what a step pushed (``first``) is done, and before all else.

    It hands on the value of ``first``, or ``value``. Where the frame below has nothing to be resumed for it is
    ``silent``: that frame is just asked again.
    """

    frames: tuple[Frame, ...]
    first: tuple[Frame, ...] = ()
    value: Any = None
    silent: bool = False

    def ask(self, st: State) -> Do:
        """What was pushed, then each demand; at the end the value."""
        if self.first:
            return Do(then=msgspec.structs.replace(self, first=()), push=self.first)
        if self.frames:
            return Do(then=AtOnce((), (), self.value, self.silent), push=self.frames)
        return Do(value=self.value)

    def resumed(self, st: State, value: Any) -> Do:
        """The value of what was pushed is kept."""
        kept = self if not self.frames else msgspec.structs.replace(self, value=value)
        return Do(then=kept)

    def encoded(self) -> dict[str, Any]:
        """Its frames with their names."""
        return {
            "frame": "AtOnce",
            "frames": [frame.encoded() for frame in self.frames],
            "first": [frame.encoded() for frame in self.first],
            "value": msgspec.to_builtins(self.value),
            "silent": self.silent,
        }


class Request(Struct, frozen=True):
    """Base of what a rule asks for when a frame has to do it: rules say what is due, the flow knows the frame.

    ``ahead``: it comes before what the step itself has pushed, and not after it.
    """

    ahead: ClassVar[bool] = False


@singledispatch
def frame_of(request: Request) -> Frame:
    """The frame that does what a rule requests; the flow registers one for each kind of request."""
    raise EngineFault(f"no frame is registered for {type(request).__name__}")


def decode_frame(data: dict[str, Any]) -> Frame:
    """The frame that ``encoded`` wrote; :class:`Unreadable` for an unknown one."""
    if not isinstance(data, dict):
        raise Unreadable("a frame is an object")
    rest = dict(data)
    name = rest.pop("frame", None)
    for key in ("frames", "first") if name in ("Series", "Turns", "AtOnce") else ():
        if not isinstance(rest.get(key, []), list | tuple):
            raise Unreadable(f"frame {name}: {key} is a list of frames")
    if name in ("Series", "Turns") and "frames" in rest:
        kind = Series if name == "Series" else Turns
        return kind(tuple(decode_frame(item) for item in rest["frames"]))
    if name == "AtOnce":
        parts = {key: tuple(decode_frame(item) for item in rest.get(key, ())) for key in ("frames", "first")}
        return AtOnce(parts["frames"], parts["first"], rest.get("value"), bool(rest.get("silent")))
    cls = _FRAMES.get(name) if isinstance(name, str) else None
    if cls is None:
        raise Unreadable(f"unknown frame {name!r}")
    try:
        return msgspec.convert(rest, cls)
    except msgspec.ValidationError as error:
        raise Unreadable(f"frame {name}: {error}") from error
