"""Guns that nobody mans under fire: what an Effects DR does to them (C11.4, A9.74)."""

from __future__ import annotations

from typing import Any

from goodorder.core.events import Announced, Event, WeaponMalfunctioned, WeaponRemoved
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.data.charts import FireResult
from goodorder.rules.c_ordnance.unattended_guns import gun_result
from goodorder.rules.facts.source import Source
from goodorder.rules.facts.units import wtype
from goodorder.rules.registry import builds

from ..shared.selection import RandomSelection


@builds("C11.4", "C11.6", "C11.4a", "C11.4b", "C11.4d", "C11.52a")
class GunsUnderFire(Frame, frozen=True):
    """The result of an attack on the unattended ``guns`` to which it is the same: a KIA destroys as many as its number,
    a K makes one malfunction, and destroys it where the shell ``pierces``.
    """

    guns: tuple[int, ...]
    result: FireResult
    side: int
    pierces: bool = False

    def ask(self, st: State) -> Do:
        """Random Selection among several."""
        there = tuple(gun for gun in self.guns if gun in st.weapons and st.weapons[gun].loc >= 0)
        if not there:
            return Do()
        count = self.result.number if self.result.kind == "KIA" else 1
        return Do(then=self, push=(RandomSelection(there, count, str(self.result), "C11.4", self.side, weapons=True),))

    def resumed(self, st: State, value: Any) -> Do:
        """Destroyed, or malfunctioning."""
        gone = self.result.kind == "KIA" or self.pierces
        events: list[Event] = []
        for gun in value:
            words = "is destroyed" if gone else "malfunctions"
            events.append(
                Announced(
                    text=f"{wtype(st, st.weapons[gun]).name}, which nobody mans, {words}: {self.result}",
                    rule="C11.4",
                    side=self.side,
                    kind="result",
                    locs=(st.weapons[gun].loc,),
                )
            )
            if gone:
                events.append(WeaponRemoved(weapon=gun, reason="C11.4"))
            elif not st.weapons[gun].malfunctioned:
                events.append(WeaponMalfunctioned(weapon=gun))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "unattended Guns"


def guns_under_fire(source: Source, fp: int, pair: tuple[int, int]) -> tuple[Frame, ...]:
    """What the Effects DR of a source of so much FP does to the unattended Guns that it strikes."""
    found: dict[FireResult, tuple[int, ...]] = {}
    for hit in source.beside():
        result = gun_result(hit, fp, pair)
        if result.kind in ("KIA", "K"):
            found[result] = (*found.get(result, ()), hit.weapon)
    return tuple(GunsUnderFire(guns, result, source.side, source.pierces) for result, guns in found.items())
