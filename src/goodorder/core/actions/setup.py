"""Answers of the set-up (A2.9, A12.3)."""

from __future__ import annotations

from .base import Action


class Place(Action, frozen=True, tag="place"):
    """Set a unit up in a Location; with ``loc`` -1 take it off again.  ``crest`` is the middle hexside of its Crest
    status there (A2.9).
    """

    unit: int
    loc: int
    crest: int = -1


class TakeSetup(Action, frozen=True, tag="take_setup"):
    """Use a ready-made set-up of the scenario."""

    name: str


class Face(Action, frozen=True, tag="face"):
    """In the set-up: a vehicle points its hull along ``facing`` and its turret along ``turret``, -1 for the same
    (D2.11, D3.12); ``ce``: its crew is exposed (D5.3).
    """

    vehicle: int
    facing: int
    turret: int = -1
    ce: bool = False


class Hide(Action, frozen=True, tag="hide"):
    """During set-up: a unit sets up hidden, or not (A12.3); later not ``hidden`` places it under a "?" (A12.32)."""

    unit: int
    hidden: bool = True


class Commission(Action, frozen=True, tag="commission"):
    """Before play a leader makes way for a Commissar, or comes ``back`` in his place (A25.22)."""

    form = "commission {unit} [back]"

    unit: int
    back: bool = False
