"""Random Selection (A.9): one die a counter, the highest is chosen, ties together."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.dice import Roll, selection_dice
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from .thrown import selection_thrown


def selected(candidates: tuple[int, ...], faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The candidates that ``faces`` choose: at least ``count`` of them, every tie for the last place included.

    >>> selected((1, 2, 3, 4), (3, 1, 2, 3), 1)
    (1, 4)
    >>> selected((1, 2, 3), (3, 1, 2), 2)
    (1, 3)
    """
    if count >= len(candidates):
        return candidates
    limit = sorted(faces, reverse=True)[count - 1]
    return tuple(who for who, face in zip(candidates, faces, strict=True) if face >= limit)


@builds("A.9", "A.9a", "A.9b", "A.9c")
class RandomSelection(Frame, frozen=True):
    """Choose ``count`` of ``candidates`` (top of the stack first); the parent is resumed with their ids.

    No dice are thrown where everybody is chosen.  ``weapons`` says that the candidates are weapon ids;
    ``said`` names them, one each, where some are no counters yet.
    """

    candidates: tuple[int, ...]
    count: int
    purpose: str
    rule: str
    side: int
    weapons: bool = False
    said: tuple[str, ...] = ()

    def ask(self, st: State) -> Roll | Do:
        """One die for each candidate."""
        if self.count >= len(self.candidates):
            return Do(value=self.candidates)
        return self._roll()

    def _roll(self) -> Roll:
        return Roll(selection_dice(len(self.candidates)), self.purpose, self.rule, self.side, self.candidates)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The highest, with every tie."""
        chosen = selected(self.candidates, faces, self.count)
        if self.said:
            words = ", ".join(self.said[self.candidates.index(one)] for one in chosen)
        elif self.weapons:
            words = ", ".join(st.world.weapon_type(st.weapons[w].type).name for w in chosen)
        else:
            words = ", ".join(name(st, st.fighter(unit)) for unit in chosen)
        dice = selection_thrown(self._roll(), faces, words)
        untold = self.weapons or all(one in st.vehicles for one in self.candidates)
        return Do(events=(replace(dice, subjects=()) if untold else dice,), value=chosen)

    def title(self, st: State) -> str:
        """Shown as what it selects."""
        return f"Random Selection ({self.purpose})"
