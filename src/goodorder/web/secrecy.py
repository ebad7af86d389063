"""Who may sit where, and who may have the record, while a game hides something (A12, design section 7)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.play.record import HUMAN
from goodorder.play.session import Session

from .documents import BOTH


def may_hide(session: Session) -> bool:
    """Whether a game's rules let a side hide something."""
    return session.state.world.has_secrets


def keeps_secrets(session: Session) -> bool:
    """Whether the game goes on by rules that let a side hide something."""
    return not session.over and may_hide(session)


def seat_refusal(session: Session, you: str) -> Refusal | None:
    """Why nobody may take a seat: it would show what a computer player hides from the people in the game."""
    sides = [side.id for side in session.state.world.sides]
    people = [side for number, side in enumerate(sides) if session.controller(number) == HUMAN]
    seen = sides if you == BOTH else [you] if you in sides else []
    if not keeps_secrets(session) or not people or set(seen) <= set(people):
        return None
    return Refusal("A12", f"what the computer hides is not shown before the game is over; sit as {people[0]}")
