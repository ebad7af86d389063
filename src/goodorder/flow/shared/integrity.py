"""The Integrity Check of a side, and the one by which it may regain ELR (A16.2, A16.3)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.actions import Action, CheckIntegrity, Done
from goodorder.core.dice import PAIRS, TWO_DICE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import ElrLowered, Event, IntegrityRestored
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import State
from goodorder.data.charts import integrity
from goodorder.rules.a16_integrity import base_lost, check_ledger, lowers, regain_ledger, restores
from goodorder.rules.registry import builds

from .thrown import thrown


@builds("A16.2", "A16.2a", "A16.2b", "A16.21")
class IntegrityCheck(Frame, frozen=True):
    """A side that has lost its Base once more checks (A16.2)."""

    names_counters: ClassVar[bool] = False
    side: int

    def ask(self, st: State) -> Roll:
        """Two dice."""
        return self._roll(st)

    def _roll(self, st: State) -> Roll:
        drm, chart = check_ledger(st, self.side).total(), integrity()
        need = f"{chart.lowers_from - drm} or more costs ELR"
        return Roll(TWO_DICE, self.title(st), "A16.2", self.side, (), leadership=False, need=need)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """One level of ELR less from 12 on."""
        ledger = check_ledger(st, self.side)
        final = sum(faces) + ledger.total()
        lowered = lowers(st, self.side, final)
        words = "the ELR is one lower" if lowered else "no effect"
        events: list[Event] = [thrown(self._roll(st), faces, words, final=final, lines=ledger.lines())]
        if lowered:
            events.append(ElrLowered(side=self.side))
        return Do(events=(*events, *base_lost(st, self.side)))

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"{st.world.sides[self.side].short} Integrity Check"


@builds("A16.3", "A16.3a", "A16.3b")
class RegainElr(Frame, frozen=True):
    """A side may check to regain ELR, ``why`` it may (A16.3); ``rolls``: it has said so."""

    names_counters: ClassVar[bool] = False
    side: int
    why: str
    drm: int = 0
    rolls: bool = False

    def ask(self, st: State) -> Choice | Roll:
        """At once or never."""
        if self.rolls:
            return self._roll(st)
        drm = regain_ledger(st, self.side, self.drm).total()
        most = integrity().restores_to - drm
        chance = f"{most} or less, {100 * sum(sum(pair) <= most for pair in PAIRS) // len(PAIRS)} %"
        one = st.integrity[self.side]
        gains = "a level of ELR back, no lost Bases" if one.lost else "no lost Bases"

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done) or action == CheckIntegrity(self.side):
                return None
            return not_asked("A16.3", "an Integrity Check to regain ELR is made now or never")

        entries = [
            leaf(
                "check", f"Integrity Check: {gains}", CheckIntegrity(self.side), note=chance, rule="A16.3", primary=True
            ),
            leaf("pass", "No check", Done(), kind="pass", rule="A16.3", hotkey=" "),
        ]
        prompt = f"Integrity Check to regain ELR ({self.why})"
        return Choice(self.side, prompt, "A16.3", Menu(lambda: entries), check)

    def _roll(self, st: State) -> Roll:
        most = integrity().restores_to - regain_ledger(st, self.side, self.drm).total()
        return Roll(TWO_DICE, self.title(st), "A16.3", self.side, (), leadership=False, need=f"{most} or less")

    def chosen(self, st: State, action: Action) -> Do:
        """The DR, or nothing."""
        if isinstance(action, Done):
            return Do()
        return Do(then=RegainElr(self.side, self.why, self.drm, rolls=True))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """A lost level comes back at 2 or less, and no Base losses count any more."""
        ledger = regain_ledger(st, self.side, self.drm)
        final = sum(faces) + ledger.total()
        done = restores(final)
        event = thrown(self._roll(st), faces, "regained" if done else "no effect", final=final, lines=ledger.lines())
        return Do(events=(event, IntegrityRestored(side=self.side)) if done else (event,))

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"{st.world.sides[self.side].short} Integrity Check to regain ELR"
