"""`standard` without one of its abilities, for measuring what that ability is worth.

    goodorder sim tools/ablation/engineers.toml --bots standard,tools.ablation:WithoutCharges -n 200 --pairs --seed 1
    goodorder sim piano --bots standard,tools.ablation:WithoutPrisoners -n 200 --pairs --seed 1
    goodorder sim samovar --bots standard,tools.ablation:WithoutWaves -n 200 --pairs --seed 1

Each is `standard` in all else: it only doesn't see what it does without.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice

from msgspec.structs import replace

from goodorder.bots.moving import Planner
from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import Action, CloseCombat, DeclareWave, DenyQuarter
from goodorder.core.frames import Choice
from goodorder.core.menu import Entry, Menu
from goodorder.core.state import NOWHERE, State
from goodorder.flow.rout.surrender import Surrenders
from goodorder.flow.sequence.setup import SetUp
from goodorder.rules.facts.units import wtype

CLOSE = ("FT", "DC")
"""What is used against enemies beside its user alone."""

Barred = Callable[[Action], bool]


class Pruned(Menu):
    """A menu without the leaves that are barred, as far as `standard` looks through menus."""

    _barred: Barred | None = None

    def _keeps(self, action: Action) -> bool:
        return self._barred is None or not self._barred(action)

    def plain(self) -> list[Entry]:
        """The leaves at the root that are not barred."""
        return [one for one in super().plain() if one.action is None or self._keeps(one.action)]

    def leaves(self, limit: int = 100_000) -> Iterator[tuple[tuple[str, ...], Action]]:
        """The leaves that are not barred, of twice as many."""
        left = ((path, action) for path, action in super().leaves(2 * limit) if self._keeps(action))
        return islice(left, limit)


def pruned(choice: Choice, barred: Barred) -> Choice:
    """A choice whose menu lacks the leaves that are barred."""
    return Choice(choice.side, choice.prompt, choice.rule, Pruned(choice.menu.top, _barred=barred), choice.check)


class WithoutCharges(StandardPlayer):
    """Carries flamethrowers and demolition charges where the scenario has them, and does not know that it does."""

    name = "standard without FT and DC"

    def decide(self, st: State, choice: Choice, rng: random.Random) -> Action:
        """What it would do if it had none."""
        if isinstance(st.stack[-1], SetUp):
            return super().decide(st, choice, rng)
        own = (one for one in st.weapons.values() if one.side == choice.side and one.placed is None)
        hidden = {one.id for one in own if wtype(st, one).kind in CLOSE}
        if hidden:
            left = {key: replace(w, holder=0, loc=NOWHERE) if key in hidden else w for key, w in st.weapons.items()}
            st, choice = st.with_(weapons=left), pruned(choice, lambda action: getattr(action, "weapon", 0) in hidden)
        return super().decide(st, choice, rng)


class WithoutCapture(StandardPlayer):
    """Kills in Close Combat and captures nobody there; it accepts surrenders."""

    name = "standard without capture"

    def decide(self, st: State, choice: Choice, rng: random.Random) -> Action:
        """What it would do if no attack captured."""
        return super().decide(
            st, pruned(choice, lambda action: isinstance(action, CloseCombat) and action.capture), rng
        )


class WithoutPrisoners(WithoutCapture):
    """Takes no prisoners: neither in Close Combat nor in the RtPh, where it denies Quarter."""

    name = "standard without prisoners"

    def decide(self, st: State, choice: Choice, rng: random.Random) -> Action:
        """What it would do if it gave no Quarter."""
        if isinstance(st.stack[-1], Surrenders):
            return DenyQuarter(choice.side)
        return super().decide(st, choice, rng)


class WithoutWaves(StandardPlayer):
    """Never declares a Human Wave: each unit moves by itself."""

    name = "standard without Human Waves"

    def _wave(self, planner: Planner) -> tuple[float, DeclareWave] | None:
        return None
