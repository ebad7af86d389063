"""What a unit or vehicle did in this Player Turn: its steps, its shots, what it declared and tried."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .counters import NOWHERE
from .notes import Note, NoteKind

# Declarations of a mover, bits of Trail.declared.
ASSAULT = 1
DOUBLE_TIME = 2
MINIMUM = 4
DASH = 8
HAZARDOUS = 16
LATE_DOUBLE_TIME = 32  # beside DOUBLE_TIME

# Occasions of an attack, the words in which rules ask for it.
PREP = "prep"
FIRST = "first"
SUBSEQUENT = "subsequent"
PROTECTIVE = "protective"
FINAL = "final"
ADVANCING = "advancing"
BOUNDING = "bounding"
RESIDUAL = "residual"

OWN_MPH = "own MPh"
"""What stands for the phase in an attack of a vehicle in its own MPh; "MPh" is Defensive First Fire (D3.3)."""

StepKind = Literal[
    "enter",
    "smoke",
    "recover",
    "search",
    "push",
    "place",
    "set",
    "bypass",
    "occupy",
    "around",
    "crest",
    "climb",
    "back",
    "stay",
    "start",
    "stop",
    "turn",
    "delay",
    "reverse",
    "start_back",
    "unbog",
    "mount",
    "dismount",
]
"""What a mover spends MF on (A4): to ``enter`` a Location; SMOKE grenades, Recovery, a search, a DC that is placed
or ``set``, a ``push`` of a Gun that does not move, where it is; in Bypass to go on along its hex (``bypass``), out of
Bypass into the obstacle (``occupy``, A4.3) or ``around`` to the next house of a row (B23.71); to change between Crest
status and IN a Depression (``crest``, B20.9); to ``climb`` a cliff (B11.4);
``mount`` and ``dismount``: all MF to get into a vehicle as its crew, or out of it (D5.41, D5.42).
``back`` is where a concealed enemy threw it (A12.15), ``stay`` what an impulse costs who goes
nowhere in it (A25.232). A vehicle starts (``start_back`` in reverse), stops, turns its
VCA, delays or tries to ``unbog`` where it is, or enters a Location in ``reverse`` (D2, D8.3).
"""


class Step(Struct, frozen=True, gc=False, omit_defaults=True):
    """One expenditure of a mover: ``mf`` in halves (of a vehicle MP in halves), between Locations that are the same
    where it stayed; ``hexside`` is the one crossed, seen from ``frm``, -1 for none; ``road``: at the road rate;
    ``vertex``: that which a vehicle in Bypass faces then (D2.32), -1 for none; ``walk``: what Infantry would pay for
    the entry of a vehicle under a "?", as which that is told (A12.2), -1 for every other step.
    """

    kind: StepKind
    frm: int
    to: int
    mf: int
    hexside: int = -1
    road: bool = False
    vertex: int = -1
    walk: int = -1


class FireMark(Struct, frozen=True, omit_defaults=True):
    """One use of inherent FP (on a unit) or of a weapon (on the weapon).

    ``occasion`` is the kind of attack, ``target`` the Location, ``units`` the movers shot at during the
    MPh and ``step`` how many expenditures they had made, for the limits of A8.14 and A9.2.
    ``kept_rof``: the weapon may fire again.  ``final`` leaves a Final Fire (or Prep Fire) counter at
    once, as cowering does.  ``spent``: not fired, only marked.  ``smoke``: SMOKE was fired (C8.5),
    ``spotting``: the unit was the Spotter of the weapon (C9.3), ``to_hit``: a weapon that fires on the IFT too fired on
    a To Hit Table.  ``weapon`` on a
    unit's own shot names the weapon that it fired (0: its inherent FP), so that a lost weapon counts as used.
    Of a vehicle in its own MPh ``step`` counts its own expenditures; ``turned`` is the DRM that it paid for turning its
    turret or its hull, ``unseen``: it fired at no Known enemy (D3.51). ``colored`` is the colored die of its To Hit DR,
    where that tells whether the enemy finds the Gun (A12.34). ``hull``: it turned its hull in place of its turret.
    """

    occasion: str
    target: int
    units: tuple[int, ...] = ()
    step: int = 0
    kept_rof: bool = False
    final: bool = False
    spent: bool = False
    weapon: int = 0
    turned: int = 0
    smoke: bool = False
    spotting: bool = False
    colored: int = 0
    to_hit: bool = False
    unseen: bool = False
    hull: bool = False


class Trail(Struct, frozen=True, omit_defaults=True):
    """What one unit did in this Player Turn: its only memory, cleared when the Player Turn ends.

    ``spent`` is what it used of its MF, in halves; ``directed`` holds the firers
    (units, and weapons as negative ids) that a leader directed first, ``lent`` a note of them for the first time on
    each occasion; ``tried`` notes of the attempts it made.  ``dash`` is where its Dash is to end (A4.63),
    NOWHERE when it makes none or the Dash was interrupted.  ``opportunity``: it holds its fire for the AFPh (A7.25).
    ``carrier`` is the unit that carries this wounded man in his MPh (A17.2).  ``unseen`` counts the steps that it took
    under a "?".  ``split_from`` is the squad of which it was a half as that acted (A19.13).
    ``began_motion``: a vehicle that was in Motion as its MPh began (D2.4), ``began_backing`` in reverse (D2.24).
    ``afv`` is the AFV with which Infantry began its MPh as one stack (D9.31), or the vehicle that it got out of (D9.3),
    ``beside`` the half MF that it has spent, or would have if it had gone on beside it, -1 while it has gone
    nowhere with it.
    """

    steps: tuple[Step, ...] = ()
    declared: int = 0
    started: bool = False
    ended: bool = False
    began_cx: bool = False
    spent: int = 0
    shots: tuple[FireMark, ...] = ()
    directed: tuple[int, ...] = ()
    lent: tuple[Note, ...] = ()
    tried: tuple[Note, ...] = ()
    portaged: tuple[int, ...] = ()
    dash: int = NOWHERE
    opportunity: bool = False
    carrier: int = 0
    unseen: int = 0
    split_from: int = 0
    began_motion: bool = False
    began_backing: bool = False
    afv: int = 0
    beside: int = -1

    @property
    def entries(self) -> tuple[Step, ...]:
        """The entries of Locations among its steps, in order."""
        return tuple([step for step in self.steps if step.kind == "enter"])

    def noted(self, *kinds: NoteKind) -> bool:
        """Whether it has tried anything of these kinds."""
        for note in self.tried:  # noqa: SIM110 - a plain loop: it is asked of everybody, and most have tried nothing
            if note.kind in kinds:
                return True
        return False

    @property
    def came_in(self) -> Step | None:
        """Its last entry of a Location, None where it has made none."""
        for step in reversed(self.steps):
            if step.kind == "enter":
                return step
        return None


EMPTY_TRAIL = Trail()
