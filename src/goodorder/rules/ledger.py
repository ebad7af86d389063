"""Modifiers with their rule and reason, and the ledger that adds them up (A.17, design section 4)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.events.base import LedgerLine


class Mod(Struct, frozen=True, gc=False):
    """One modifier: ``id`` is what code refers to, ``value`` is added, ``reason`` and ``rule`` explain it.

    ``units`` limits it to some targets (empty: everybody); ``outside`` is true when it comes from
    outside the target hex, which is what reduces Residual FP (A8.26).
    """

    id: str
    value: int
    rule: str
    reason: str
    units: tuple[int, ...] = ()
    outside: bool = False

    def line(self) -> LedgerLine:
        """The modifier as the log prints it; one that not everybody has says so, and names nobody."""
        reason = f"{self.reason}, some targets" if self.units else self.reason
        return LedgerLine(self.id, f"{self.value:+d}", reason, self.rule)


class Ledger(Struct, frozen=True):
    """An ordered list of modifiers; sums itself for everybody or for one target."""

    mods: tuple[Mod, ...] = ()

    def total(self, unit: int = 0) -> int:
        """The sum of what applies to ``unit`` (0: of what applies to everybody)."""
        found = 0
        for mod in self.mods:
            if not mod.units or unit in mod.units:
                found += mod.value
        return found

    def has(self, mod_id: str) -> bool:
        """Whether a modifier of this id stands in the ledger."""
        return any(mod.id == mod_id for mod in self.mods)

    def lines(self) -> tuple[LedgerLine, ...]:
        """The ledger as the log prints it."""
        return tuple(map(Mod.line, self.mods))

    def __str__(self) -> str:
        return ", ".join(f"{mod.value:+d} {mod.reason} {mod.rule}" for mod in self.mods) or "no modifiers"
