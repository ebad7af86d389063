"""The end of a Player Turn: rout, advance and Close Combat (A10.5, A4.7, A11)."""

from __future__ import annotations

from ..way import Way
from .base import Action


class Rout(Action, frozen=True, tag="rout"):
    """Rout a unit one Location; ``crawl`` for Low Crawl (A10.52), ``leader`` for one who goes along from the
    start (A10.711) and may be left out of later steps, ``quick`` for shellholes entered without paying for their
    cover (A10.531), ``past`` as in :class:`Go` (B23.71).
    """

    unit: int
    to: int
    crawl: bool = False
    leader: int = 0
    quick: bool = False
    past: int = -1

    def way(self, frm: int) -> Way:
        """The way of a router who has come to ``frm``."""
        return Way(frm, self.to, past=self.past, cover=not self.quick)


class Advance(Action, frozen=True, tag="advance"):
    """Advance units together into an adjacent Location (A4.7); ``crest`` as in :class:`Go`."""

    units: tuple[int, ...]
    to: int
    crest: int = -1

    def way(self, frm: int) -> Way:
        """The way that it names, for units in ``frm``."""
        return Way(frm, self.to, crest=self.crest)


class PickLocation(Action, frozen=True, tag="pick_location"):
    """Choose the Location that is resolved next, for example in the CCPh (A11.12)."""

    form = "pick {loc}"

    loc: int


class PickUnit(Action, frozen=True, tag="pick_unit"):
    """Choose a unit, for example which one is captured (A20.22)."""

    form = "pick_unit {unit}"

    unit: int


class Recapture(Action, frozen=True, tag="recapture"):
    """Units that have come to free Unarmed enemies in the MPh attack them at once in Close Combat (A20.54)."""

    form = "recapture {loc}"

    loc: int


class Escape(Action, frozen=True, tag="escape"):
    """A prisoner tries to get away in the CCPh (A20.55)."""

    form = "escape {unit}"

    unit: int


class StandWith(Action, frozen=True, tag="stand_with"):
    """Put a SMC with an MMC (or with another SMC) of its Location for CC; ``other`` 0: it stands alone (A11.14)."""

    unit: int
    other: int


class CloseCombat(Action, frozen=True, tag="close_combat"):
    """Declare one CC attack: who attacks whom, and the leader whose DRM applies (A11.12, A11.141); a vehicle says with
    which of its ``weapons`` (A11.62). ``capture``: to take prisoners (A20.22). ``atmm``: who of them looks for a
    magnetic mine first (C13.7).
    """

    form = "cc {attackers:sorted} on {defenders:sorted} [dir {leader}] [with {weapons}] [capture] [atmm {atmm}]"

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    leader: int = 0
    weapons: tuple[int, ...] = ()
    capture: bool = False
    atmm: int = 0


class HandToHand(Action, frozen=True, tag="hand_to_hand"):
    """Make the fight of a Location Hand-to-Hand before its attacks are declared (A25.43)."""

    form = "hand_to_hand {loc}"

    loc: int


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Withdrawal of units in the CCPh: announced (``to`` -1), or carried out into an adjacent Location (A11.2)."""

    form = "withdraw {units:sorted} [to {to}]"

    units: tuple[int, ...]
    to: int = -1


class CloseDefend(Action, frozen=True, tag="close_defend"):
    """A vehicle fires its close defense weapon in the CCPh (A11.622)."""

    form = "close_defend {vehicle}"

    vehicle: int
