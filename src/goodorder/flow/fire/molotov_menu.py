"""The menu of attacks with a MOL: who looks for one, the target, who fires with him (A22.611)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from goodorder.core.actions import Fire, Firer, Molotov
from goodorder.core.menu import Entry, InARow, branch, leaf
from goodorder.core.state import State, Unit
from goodorder.data.charts import molotov
from goodorder.rules.a07_fire.naming import fire_words
from goodorder.rules.a22_molotovs import any_has_them, beside, check_ledger, has_them, molotov_refusal
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import is_good_order, name
from goodorder.rules.facts.vehicles import is_afv

from .fire_drafts import Draft
from .fire_menu import FireMenu
from .targets import Aim


def targets_beside(st: State, aim: Aim, side: int, phase: str) -> tuple[Unit, ...]:
    """The units that an attack with a MOL strikes: those aimed at; of an AFV that is named those beside it."""
    if aim.vehicle is None or not is_afv(st, aim.vehicle):
        return aim.units
    return beside(st, aim.vehicle, side, phase)


class MolotovMenu(FireMenu):
    """The attacks of one side in which the first unit looks for a MOL."""

    def __init__(self, st: State, side: int, phase: str, targets: tuple[Aim, ...]) -> None:
        super().__init__(st, side, phase, ())  # it is thrown at what an attack on the IFT alone does not reach too
        self.targets = self.every = targets

    def there(self) -> bool:
        """Whether anybody of the side has any."""
        return any_has_them(self.st, self.side) and bool(self.targets)

    def users(self) -> Iterator[Unit]:
        """Who might throw one, with a target beside him."""
        st = self.st
        for unit in st.units.values():
            if unit.side != self.side or unit.loc < 0 or unit.pinned or not is_good_order(st, unit):
                continue
            if has_them(st, unit) and any(self._near(unit, aim) for aim in self.targets):
                yield unit

    def _near(self, unit: Unit, aim: Aim) -> bool:
        return map_now(self.st).distance(unit.loc, aim.loc) <= 1

    def tries(self, unit: Unit) -> Iterator[tuple[Molotov, Aim]]:
        """The legal tries of a unit alone, each with its target."""
        for aim in self.targets:
            if self._near(unit, aim):
                shot = Fire((Firer(unit.id),), aim.loc, vehicle=aim.named)
                action = Molotov(unit.id, shot)
                if self._refusal(action, aim) is None:
                    yield action, aim

    def _refusal(self, action: Molotov, aim: Aim) -> object:
        targets = targets_beside(self.st, aim, self.side, self.phase)
        return molotov_refusal(self.st, self.phase, action, targets)

    def any(self) -> bool:
        """Whether there is any try."""
        return self.there() and any(next(self.tries(unit), None) is not None for unit in self.users())

    def root(self) -> list[Entry]:
        """One branch that holds a branch for each who might throw one, or nothing."""
        if not self.there():
            return []
        return [branch("molotov", "Throw a MOL", self._who, alive=self.any, kind="seldom", rule="A22.6")]

    def _who(self) -> list[Entry]:
        return [
            branch(f"u{unit.id}", partial(name, self.st, unit), partial(self._at_what, unit), kind="unit", unit=unit.id)
            for unit in self.users()
            if next(self.tries(unit), None) is not None
        ]

    def _at_what(self, unit: Unit) -> list[Entry]:
        board = map_now(self.st)
        return [
            branch(
                f"v{aim.named}" if aim.named else f"h:{board.word(aim.loc)}",
                partial(self._at, aim),
                partial(self.node, Draft((unit.id,), aim=aim, fixed=(Firer(unit.id),))),
                kind="hex",
                hex=aim.loc,
            )
            for _, aim in self.tries(unit)
        ]

    def node(self, draft: Draft) -> Sequence[Entry]:
        """What can be done with a draft: commit it, add firers and leaders to it, change their parts."""
        assert draft.aim is not None
        action, go = self.molotov(draft), []
        if action is not None:
            words = partial(fire_words, self.st, action.shot.firers, self.phase, self.via)
            note = partial(self._note, action)
            go.append(leaf("go", words, action, note=note, confirm=True, primary=True, hex=draft.aim.loc))
        return InARow((go, self._more_units(draft), self._directed(draft), self._parts(draft, draft.aim)))

    def molotov(self, draft: Draft) -> Molotov | None:
        """The try that a draft makes, or None where the rules refuse it."""
        assert draft.aim is not None
        firers = [self.firer(self.st.units[unit], draft.aim, draft.fixed) for unit in draft.units]
        if any(one is None for one in firers):
            return None
        shot = self._fire(tuple(one for one in firers if one is not None), draft, draft.aim)
        action = Molotov(draft.units[0], shot)
        return action if self._refusal(action, draft.aim) is None else None

    def leads_to_an_attack(self, draft: Draft) -> bool:
        """Whether a draft is an attack."""
        return self.molotov(draft) is not None

    def _note(self, action: Molotov) -> str:
        most = molotov().check - check_ledger(self.st, action).total()
        return f"a dr of {max(0, most)} or less has one"
