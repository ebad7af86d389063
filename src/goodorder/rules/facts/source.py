"""Where the FP of an attack comes from: a source answers for itself what sets it apart from every other."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from goodorder.core.errors import EngineFault
from goodorder.core.events.base import LedgerLine
from goodorder.core.state import State

from ..ledger import Mod
from .smoke import Hindered, smoke_at

if TYPE_CHECKING:
    from goodorder.core.state import Unit

    from .aiming import FireLine
    from .attack_facts import AttackFacts, PartFacts
    from .hulls import Hull
    from .unattended import GunHit


class Source(Struct, frozen=True, tag=True):
    """A given FP of one side in a Location: nobody fires it and it comes along no line, so only what is in the Location
    itself modifies it.

    What comes from elsewhere, or is modified otherwise, is a subclass; the rules ask a source and never which it is.
    ``side`` is whose attack it is, ``fp`` the FP that is given whoever fires (0 where firers bring it all).
    """

    side: int
    fp: int = 0

    words: ClassVar[str] = "attack"
    """What its dice are thrown for."""
    occasion: ClassVar[str] = ""
    """The occasion of an attack that no unit fires."""
    aimed: ClassVar[bool] = False
    """Whether its line runs to the units, on their road or in their Bypass, and not to the centre of their hex."""
    hindered_by: ClassVar[str] = "A6.7"
    """The rule by which Hindrances of terrain count against it."""

    @property
    def moving(self) -> bool:
        """Whether it attacks movers as they spend MF in the MPh."""
        return False

    @property
    def via(self) -> int:
        """The place of the target hex that an attack which no unit fires is aimed at, as in ``Fire.via``."""
        return -1

    @property
    def firers(self) -> tuple[int, ...]:
        """The unit that fired it, where the enemy may not know who did (A12.34)."""
        return ()

    @property
    def direct_hits(self) -> bool:
        """Whether it can strike a Gun itself, and not only who mans it (C11.4)."""
        return False

    @property
    def pierces(self) -> bool:
        """Whether it is solid shot, which destroys a Gun that it strikes by a K too (C11.52)."""
        return False

    @property
    def indirect(self) -> bool:
        """Whether it is Indirect Fire, which falls from above (C.1b)."""
        return False

    def struck(self) -> tuple[tuple[Hull, int, int], ...]:
        """The vehicles that it strikes besides, each with the FP against it and that against its crew."""
        return ()

    def beside(self) -> tuple[GunHit, ...]:
        """The unattended Guns that it strikes."""
        return ()

    def locations(self, attack: AttackFacts) -> tuple[int, ...]:
        """The Locations that it comes from, each once."""
        return ()

    def eyes(self, attack: AttackFacts) -> tuple[int, ...]:
        """The places that its lines of fire run from, each once; none where there is no line."""
        return ()

    def shielded_from(self, attack: AttackFacts) -> tuple[int, ...]:
        """Those of its ``eyes`` against which a gunshield helps: all of them, unless it says otherwise."""
        return self.eyes(attack)

    def line(self, attack: AttackFacts, frm: int, targets: tuple[Unit, ...]) -> FireLine:
        """Its line of fire from one of its ``eyes`` to ``targets``; :class:`EngineFault` where it has none."""
        raise EngineFault(f"{type(self).__name__} has no line of fire")

    def hindered(self, attack: AttackFacts) -> Hindered:
        """What hinders the worst of its lines; without a line the SMOKE in the target's Location."""
        return Hindered(0, 0, smoke_at(attack.st, attack.target))

    def fp_against(self, unit: int) -> int:
        """The given FP against one target."""
        return self.fp

    @property
    def splits(self) -> bool:
        """Whether it gives more FP against some of its targets."""
        return False

    def strikes(self, unit: int) -> bool:
        """Whether a target suffers a Critical Hit (C3.71)."""
        return False

    def modified_by(self, attack: AttackFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        """Which of the modifiers of any fire modify its effect: all of them, where nothing else was decided by them
        before (C.3).
        """
        return mods

    def factored_by(self, facts: PartFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        """Which of the factors of any fire change the FP of a part of it: all of them, and what it has of its own."""
        return mods

    def fp_lines(self) -> tuple[LedgerLine, ...]:
        """The given FP as the log and the preview print it."""
        return (LedgerLine("fp", str(self.fp), "FP", "A7.3"),)

    def jammed(self, st: State, original: int) -> tuple[tuple[int, bool], ...]:
        """Weapons that the Original DR of its attack breaks down, each with whether it is removed for good."""
        return ()
