"""The menu of flamethrowers, which are fired by themselves (A22.31)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from goodorder.core.actions import Fire, Firer
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import State, Unit, Weapon
from goodorder.rules.a07_fire.attack import attack_refusal, declared_ledger
from goodorder.rules.c_ordnance.flame_to_kill import flame_number
from goodorder.rules.facts.firers import attack_facts, burns_armor
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.special_arms import in_hand, special_arms
from goodorder.rules.facts.units import name, wtype

from .targets import Aim


class FlameMenu:
    """The shots of a side's flamethrowers at ``targets`` in ``phase``."""

    def __init__(self, st: State, side: int, phase: str, targets: tuple[Aim, ...]) -> None:
        self.st = st
        self.side = side
        self.phase = phase
        self.targets = targets

    def held(self) -> Iterator[tuple[Unit, Weapon]]:
        """The flamethrowers in hand, each with who has it."""
        return in_hand(self.st, self.side, special_arms(self.st).flames)

    def shots(self, unit: Unit, weapon: Weapon) -> Iterator[tuple[Fire, Aim]]:
        """The legal shots of one."""
        for aim in self.targets:
            action = Fire((Firer(unit.id, False, (weapon.id,)),), aim.loc, vehicle=aim.named)
            if attack_refusal(self.st, action, aim.units, self.phase) is None:
                yield action, aim

    def _can(self, unit: Unit, weapon: Weapon) -> bool:
        return next(self.shots(unit, weapon), None) is not None

    def any(self) -> bool:
        """Whether there is any shot."""
        return any(self._can(unit, weapon) for unit, weapon in self.held())

    def root(self) -> list[Entry]:
        """One branch for each flamethrower."""
        return [
            branch(
                f"w{weapon.id}",
                f"{wtype(self.st, weapon).name} of {name(self.st, unit)}",
                partial(self._leaves, unit, weapon),
                alive=partial(self._can, unit, weapon),
                kind="weapon",
                unit=unit.id,
                weapon=weapon.id,
            )
            for unit, weapon in self.held()
        ]

    def _leaves(self, unit: Unit, weapon: Weapon) -> list[Entry]:
        board = map_now(self.st)
        return [
            leaf(
                f"v{aim.named}" if aim.named else f"h:{board.word(aim.loc)}",
                f"at {aim.words(self.st)}" if aim.named else f"at {board.place_name(aim.loc)}",
                action,
                note=partial(self._note, action, aim),
                confirm=True,
                primary=True,
                kind="hex",
                hex=aim.loc,
            )
            for action, aim in self.shots(unit, weapon)
        ]

    def _note(self, action: Fire, aim: Aim) -> str:
        if burns_armor(self.st, action):
            attack = attack_facts(self.st, action, (), self.phase)
            return f"To Kill {flame_number(attack, 0).total()}" if attack.parts[0].unit.loc != aim.loc else "To Kill"
        ledger = declared_ledger(self.st, action, aim.ids, self.phase)
        return f"{ledger.fp_words()}, {ledger.drm.total():+d}"
