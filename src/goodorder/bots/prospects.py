"""What a firer may still hope for in this MPh: the stacks that have not moved yet and where they may come into view."""

from __future__ import annotations

from goodorder.core.state import State, Unit
from goodorder.data.charts import ift
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.facts.units import morale_level, utype

from .ground import Ground
from .unseen import MORALE, is_unknown
from .values import armed_worth, harm_share

COMES = 3
"""Within how many hexes of its start a stack is looked for."""

NEXT = 0.3
"""How much the second best target counts beside the best."""


def still_to_move(st: State) -> list[Unit]:
    """Units of the ATTACKER that have not begun their move."""
    own = (u for u in st.units.values() if u.side == st.turn.attacker and u.loc >= 0 and not u.broken)
    return [u for u in own if not st.trail(u.id).started and move_refusal(st, (u.id,), 0) is None]


class Prospects:
    """The stacks still to move, and what a shot at the best of them is expected to do."""

    def __init__(self, st: State, ground: Ground) -> None:
        self.st, self.ground = st, ground
        self.stacks: dict[int, list[Unit]] = {}
        for unit in still_to_move(st):
            if utype(st, unit).mmc or is_unknown(unit):
                self.stacks.setdefault(unit.loc, []).append(unit)
        self._known: dict[tuple[int, float, int], float] = {}

    def later(self, loc: int, fp: float, reach: int) -> float:
        """The harm that so much FP is expected to do from a Location to the best of those who still come, each taken
        at a random hex near its start that is in view, where it moves without Assault Movement.
        """
        key = (loc, fp, reach)
        known = self._known.get(key)
        if known is None:
            values = sorted(
                (self._at(loc, fp, reach, start, units) for start, units in self.stacks.items()), reverse=True
            )
            known = self._known[key] = sum(values[:1]) + NEXT * sum(values[1:2])
        return known

    def _at(self, loc: int, fp: float, reach: int, start: int, units: list[Unit]) -> float:
        count, lines = self.ground.approach(loc, start, COMES)
        if not lines:
            return 0.0
        level = max(MORALE if is_unknown(u) else morale_level(self.st, u) for u in units)
        share = 0.0
        for line in lines:
            if line.range > 2 * reach:
                continue
            power = fp * (2 if line.range <= 1 else 1) * (0.5 if line.range > reach else 1)
            column = ift().column(int(power))
            if column is not None:
                share += harm_share(column, line.drm - 1 - line.opened, level)
        return share / count * sum(armed_worth(self.st, u) for u in units)
