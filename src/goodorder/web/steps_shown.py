"""Beats as they are shown to people."""

from __future__ import annotations

from goodorder.core.events import DiceThrown
from goodorder.play.session import Beat


def steps_shown(beats: list[Beat]) -> list[Beat]:
    """An answer goes with its first roll, what says nothing joins its neighbour; a decision starts anew.

    The same beats give the same steps, whether they come one decision at a time or all at once from a record.
    """
    found: list[Beat] = []
    for beat in beats:
        last = found[-1] if found else None
        if last is not None and not beat.by and (_joins(last, beat) or not beat.events or not last.events):
            forced = beat.forced if beat.events else last.forced
            found[-1] = Beat(last.before, beat.after, (*last.events, *beat.events), forced, last.side, last.by)
        else:
            found.append(beat)
    return found


def _joins(last: Beat, beat: Beat) -> bool:
    """Whether a roll follows an answer that has shown no dice yet."""
    is_roll = any(isinstance(event, DiceThrown) for event in beat.events[:1])
    return is_roll and not any(isinstance(event, DiceThrown) for event in last.events)
