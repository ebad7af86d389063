"""Chance as a request: what a Roll asks for, and streams that answer it (A.1).

The engine names dice and never throws them.  A *DR* is a white and a colored die, a *dr* one die
(A.1a, A.1c).  Faces are always kept die by die, so that any rule may read one of them afterwards.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from msgspec import Struct

WHITE = "white"
COLORED = "colored"
TWO_DICE = (WHITE, COLORED)
THIRD = "third"
THREE_DICE = (*TWO_DICE, THIRD)
ONE_DIE = ("die",)
PAIRS = tuple((white, colored) for white in range(1, 7) for colored in range(1, 7))
"""The faces of every DR."""


class Roll(Struct, frozen=True):
    """A request for dice.

    ``dice`` names each die in the order in which faces are given; ``purpose`` says what it is for,
    ``rule`` who calls for it, ``side`` who throws, ``subjects`` which units or weapons it is about,
    ``leadership`` is false for the rolls that no leader may modify (A.10b).  ``subsequent`` marks a dr that
    follows from a DR: where players throw a third die with each DR, that die answers it (A.1e).
    ``firers`` are units whose fire it is, where that is to be known of it: who does not know them is told ``bare`` in
    place of the purpose, and no need (A12.34).
    """

    dice: tuple[str, ...]
    purpose: str
    rule: str
    side: int
    subjects: tuple[int, ...] = ()
    need: str = ""
    leadership: bool = True
    subsequent: bool = False
    firers: tuple[int, ...] = ()
    bare: str = ""

    @property
    def is_dr(self) -> bool:
        """True for a two-dice DR, false for single-die drs and selections (A.1c)."""
        return self.dice == TWO_DICE

    def check(self, faces: Sequence[int]) -> str | None:
        """Say what is wrong with ``faces`` as an answer, or None."""
        if len(faces) != len(self.dice):
            return f"{self.purpose} needs {len(self.dice)} dice ({', '.join(self.dice)}), got {len(faces)}"
        if any(type(face) is not int or not 1 <= face <= 6 for face in faces):
            return f"{self.purpose}: each face is a whole number from 1 to 6, got {list(faces)}"
        return None


def selection_dice(count: int) -> tuple[str, ...]:
    """Dice of a Random Selection among ``count`` counters, top of the stack first (A.9)."""
    return tuple(f"slot {number}" for number in range(1, count + 1))


class DiceStream(Struct, frozen=True):
    """A seeded stream in which roll number n always shows the same faces, whatever came before.

    The counter is the state's own ``rolls``, so a branch of a game replays exactly.  ``key`` re-keys
    a fork that a search uses, so that it never sees the dice of the game itself.
    """

    seed: str
    key: str = ""

    @classmethod
    def fresh(cls) -> DiceStream:
        """A stream with a new random seed of 128 bits."""
        return cls(secrets.token_hex(16))

    def faces(self, number: int, count: int) -> tuple[int, ...]:
        """Faces of ``count`` dice of roll ``number``, each uniform on 1 to 6."""
        found: list[int] = []
        block = 0
        while len(found) < count:
            text = f"{self.seed}/{self.key}/{number}/{block}"
            for byte in hashlib.blake2b(text.encode(), digest_size=32).digest():
                if byte < 252:
                    found.append(byte % 6 + 1)
                    if len(found) == count:
                        break
            block += 1
        return tuple(found)

    def commitment(self) -> str:
        """A digest of the seed that can be published before a game and checked after it."""
        return hashlib.blake2b(f"{self.seed}/{self.key}".encode(), digest_size=16).hexdigest()
