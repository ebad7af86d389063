"""Every question that a case may ask, gathered from the modules that have some."""

from __future__ import annotations

from collections.abc import Callable

from goodorder.data.load import DataError

from . import (
    asks_combat,
    asks_drive,
    asks_duel,
    asks_fire,
    asks_hidden,
    asks_integrity,
    asks_molotov,
    asks_morale,
    asks_move,
    asks_ordnance,
    asks_position,
    asks_rout,
    asks_route,
    asks_to_kill,
    asks_wave,
    asks_weather,
)
from .asks import Ask, Figures
from .model import CaseInvalid
from .reader import unknown_word

ASKS: dict[str, Callable[[Ask], Figures]] = {
    **asks_fire.QUESTIONS,
    **asks_molotov.QUESTIONS,
    **asks_ordnance.QUESTIONS,
    **asks_to_kill.QUESTIONS,
    **asks_move.QUESTIONS,
    **asks_drive.QUESTIONS,
    **asks_duel.QUESTIONS,
    **asks_route.QUESTIONS,
    **asks_morale.QUESTIONS,
    **asks_rout.QUESTIONS,
    **asks_combat.QUESTIONS,
    **asks_hidden.QUESTIONS,
    **asks_position.QUESTIONS,
    **asks_weather.QUESTIONS,
    **asks_integrity.QUESTIONS,
    **asks_wave.QUESTIONS,
}
"""The questions by name."""


def ask(question: Ask, kind: str) -> Figures:
    """The figures of a question; an unknown one is invalid."""
    found = ASKS.get(kind)
    if found is None:
        raise unknown_word("question", kind, ASKS)
    try:
        return found(question)
    except (IndexError, ValueError):
        form = (found.__doc__ or "").partition(":")[0].replace("``", "'")
        raise CaseInvalid(f"the question {kind!r} is not complete: {form} (docs/cases.md)", kind) from None
    except DataError as error:
        raise CaseInvalid(str(error), question.words[0] if question.words else kind) from None
