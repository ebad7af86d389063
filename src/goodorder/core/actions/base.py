"""What every action is, and the two answers that any phase knows."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct


class Action(Struct, frozen=True, tag_field="do", omit_defaults=True):
    """Base of every action.

    ``form`` is how it is said (:mod:`goodorder.core.notation`): a verb, then its fields in braces behind the words
    that lead to them, in brackets where they may be left out. It is "" for what has words of its own.
    """

    form: ClassVar[str] = ""


class MoveStep(Action, frozen=True):
    """What a stack can do while it moves (A4.2)."""


class Spending(MoveStep, frozen=True):
    """An expenditure in the MPh, with which a move may begin."""


class Joint(Spending, frozen=True):
    """An expenditure that units of a stack may announce together with those of others (A4.2)."""


class DriveStep(Action, frozen=True):
    """What a vehicle can do in its MPh (D2.1): with the first of them it begins, each later one goes on.

    ``vehicle`` is whose move it is.
    """


class Done(Action, frozen=True, tag="done"):
    """Nothing more here: ends a phase step, closes a window, confirms a set-up, declines an option."""


class Concede(Action, frozen=True, tag="concede"):
    """Give the game up."""

    form = "concede {side}"

    side: int


def kinds_of(base: type[Action]) -> tuple[type[Action], ...]:
    """The actions of a base, as far as their modules are imported."""
    below = [kind for sub in base.__subclasses__() for kind in kinds_of(sub)]
    return tuple(below) or (base,)
