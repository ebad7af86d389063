"""Events that change a unit or its trail."""

from __future__ import annotations

from ..notes import Note
from ..state import FireMark, Step, Unit
from .base import Event


class UnitPlaced(Event, frozen=True, kw_only=True):
    """A unit is set up in a Location, or taken off again (``loc`` -1) before set-up is confirmed."""

    unit: int
    loc: int


class UnitWaits(Event, frozen=True, kw_only=True):
    """A unit that is to enter this Player Turn is placed off board (A2.51)."""

    unit: int


class UnitEntered(Event, frozen=True, kw_only=True):
    """A unit comes on the map from off board."""

    unit: int
    loc: int


class UnitMoved(Event, frozen=True, kw_only=True):
    """A unit changes its Location; it goes to the bottom of the stack it joins unless ``top``."""

    unit: int
    loc: int
    top: bool = True


class MoveDeclared(Event, frozen=True, kw_only=True):
    """A unit begins its MPh with its declarations (bits ASSAULT, DOUBLE_TIME, MINIMUM, DASH); ``dash`` is where a
    Dash is to end, ``afv`` the AFV with which it moves in one stack (D9.31), or the vehicle that it gets out of (D9.3),
    0 for none.
    """

    unit: int
    declared: int
    dash: int = -1
    afv: int = 0


class WentBeside(Event, frozen=True, kw_only=True):
    """An AFV has entered a hex: a unit that began to move with it (D9.31) has spent ``mf`` halves of MF so far, or
    would have had it gone with it all the way.
    """

    unit: int
    mf: int


class ManCarried(Event, frozen=True, kw_only=True):
    """A wounded man is carried by another unit in this MPh (A17.2)."""

    unit: int
    by: int


class StepTaken(Event, frozen=True, kw_only=True):
    """A unit spends MF: the step is written in its trail (the position changes by UnitMoved)."""

    unit: int
    step: Step


class Bypassed(Event, frozen=True, kw_only=True):
    """A unit goes around the obstacle of its hex, so far from vertex to vertex as ``vertices`` say (A4.3)."""

    unit: int
    vertices: tuple[int, ...]


class CrestChanged(Event, frozen=True, kw_only=True):
    """A unit takes Crest status behind the hexside ``crest`` and those beside it, or leaves it (-1) (B20.9)."""

    unit: int
    crest: int


class WallAdvantage(Event, frozen=True, kw_only=True):
    """A unit claims Wall Advantage, or no longer has it (B9.32)."""

    unit: int
    held: bool


class MoveEnded(Event, frozen=True, kw_only=True):
    """A unit's MPh is over (A4.2)."""

    unit: int


class UnitBroke(Event, frozen=True, kw_only=True):
    """A unit breaks: broken side up, under DM, pin and CX lost (A10.4, A10.62)."""

    unit: int


class UnitRallied(Event, frozen=True, kw_only=True):
    """A broken unit rallies (A10.6)."""

    unit: int


class UnitPinned(Event, frozen=True, kw_only=True):
    """A unit is pinned (A7.8)."""

    unit: int


class UnitUnpinned(Event, frozen=True, kw_only=True):
    """A Pin counter comes off (A.12c)."""

    unit: int


class DmPlaced(Event, frozen=True, kw_only=True):
    """A broken unit comes under Desperation Morale (A10.62)."""

    unit: int


class DmRemoved(Event, frozen=True, kw_only=True):
    """Desperation Morale ends (A10.62)."""

    unit: int


class CxPlaced(Event, frozen=True, kw_only=True):
    """A unit becomes exhausted (A4.51)."""

    unit: int


class CxRemoved(Event, frozen=True, kw_only=True):
    """A CX counter comes off; ``at_move`` when it is the one of A4.51 that bars Double Time."""

    unit: int
    at_move: bool = False


class TiPlaced(Event, frozen=True, kw_only=True):
    """A unit is Temporarily Immobilized for the rest of the Player Turn (A4.8)."""

    unit: int


class TiRemoved(Event, frozen=True, kw_only=True):
    """A TI counter comes off (A4.8)."""

    unit: int


class UnitReplaced(Event, frozen=True, kw_only=True):
    """A unit becomes another type: Casualty Reduction (A7.302) or ELR Replacement (A19.13).

    ``points`` are the casualty VP that the other side gains, for the half-squad that is lost (A26.221).
    """

    unit: int
    type: str
    reduced: bool
    points: int = 0


class UnitWounded(Event, frozen=True, kw_only=True):
    """A leader is wounded (A17)."""

    unit: int


class UnitEliminated(Event, frozen=True, kw_only=True):
    """A unit is out of the game; its weapons stay in its Location (A9.74, A4.43)."""

    unit: int
    reason: str = ""


class UnitCaptured(Event, frozen=True, kw_only=True):
    """A unit is a prisoner of unit ``by``, its Guard (A20.5); its weapons stay (A20.24). ``fight``: taken in Close
    Combat, not by its surrender.
    """

    unit: int
    by: int
    fight: bool = False


class PrisonersHanded(Event, frozen=True, kw_only=True):
    """Prisoners, or Unarmed units that nobody guarded, have unit ``guard`` for their Guard now (A20.5)."""

    units: tuple[int, ...]
    guard: int


class PrisonersReleased(Event, frozen=True, kw_only=True):
    """Prisoners whom nobody guards any more are free Unarmed units in Location ``loc`` (A20.5, A20.53), ``forsaken``
    where their Guard has abandoned them by choice.
    """

    units: tuple[int, ...]
    loc: int
    forsaken: bool = False


class PrisonersRose(Event, frozen=True, kw_only=True):
    """Prisoners rise against their Guard: Unarmed units on the map, in Location ``loc`` (A20.55)."""

    units: tuple[int, ...]
    loc: int


class LossDoubled(Event, frozen=True, kw_only=True):
    """An Unarmed unit that fell to the fire of its own side counts as a prisoner would (A20.54)."""

    unit: int


class UnitRearmed(Event, frozen=True, kw_only=True):
    """An Unarmed unit in Location ``loc`` has arms again and is a counter of ``type`` (A20.551, A20.552)."""

    unit: int
    type: str
    loc: int


class UnitDeployed(Event, frozen=True, kw_only=True):
    """A squad becomes one of its half-squads; the other is created beside it (A1.31)."""

    unit: int
    type: str


class UnitsRecombined(Event, frozen=True, kw_only=True):
    """A half-squad becomes a squad together with ``other``, whose counter goes and whose weapons it takes (A1.32)."""

    unit: int
    other: int
    type: str


class UnitDisrupted(Event, frozen=True, kw_only=True):
    """A broken unit is Disrupted (A19.12)."""

    unit: int


class HeatOfBattleDue(Event, frozen=True, kw_only=True):
    """A unit's Original 2 calls for a Heat of Battle DR if it is subject to one (A15.1); ``broken``: it was so then."""

    unit: int
    broken: bool = False


class BecameHeroic(Event, frozen=True, kw_only=True):
    """A leader becomes a hero too: the counter of ``type``, unbroken (A15.21)."""

    unit: int
    type: str


class LeaderExchanged(Event, frozen=True, kw_only=True):
    """Before play a leader makes way for the counter of ``type``, or comes back for him (A25.22)."""

    unit: int
    type: str


class UnitHardened(Event, frozen=True, kw_only=True):
    """A unit is Battle Hardened: a counter of ``type``, unbroken and unpinned, or of its own and Fanatic (A15.3)."""

    unit: int
    type: str
    fanatic: bool = False


class WentBerserk(Event, frozen=True, kw_only=True):
    """A unit goes berserk: unbroken, and whatever wears it out comes off (A15.4, A15.42)."""

    unit: int


class Infecting(Event, frozen=True, kw_only=True):
    """A berserk leader carries others of his Location away, as far as they let him (A15.41)."""

    unit: int


class BerserkEnded(Event, frozen=True, kw_only=True):
    """A berserk unit is in Good Order again (A15.46)."""

    unit: int


class UnitExited(Event, frozen=True, kw_only=True):
    """A unit leaves the map for good across an edge; ``lost`` when that counts as its elimination (A26.221);
    ``escort``: with prisoners by a Friendly Board Edge, which counts for nothing but them (A20.53).
    """

    unit: int
    lost: bool = False
    escort: bool = False


class UnitCreated(Event, frozen=True, kw_only=True):
    """A new unit appears, as by Field Promotion (A18).

    ``of`` is the squad whose second half it is, which has done all that that one has done in this Player Turn (A19.13).
    """

    unit: Unit
    of: int = 0


class UnitFired(Event, frozen=True, kw_only=True):
    """A unit used its inherent FP, or was marked as if it had."""

    unit: int
    shot: FireMark


class OpportunityHeld(Event, frozen=True, kw_only=True):
    """A unit is to fire in the AFPh and not before (A7.25)."""

    unit: int


class LeaderDirected(Event, frozen=True, kw_only=True):
    """A leader directed an attack of these firers (weapons as negative ids); he is marked with it (A7.531)."""

    unit: int
    firers: tuple[int, ...]
    occasion: str


class Tried(Event, frozen=True, kw_only=True):
    """A unit used up an attempt of this Player Turn, for example to rally or to recover a weapon."""

    unit: int
    note: Note
