"""Demolition charges go off: those that were placed, one after the other, and those that are thrown (A23.4, A23.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from goodorder.core.actions import ThrowCharge
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Announced, DiceThrown, Event, UnitFired, WeaponRemoved
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import ADVANCING, FireMark, State, Unit, Weapon
from goodorder.rules.a23_charges import Explosion, charges, dud_from, is_charge, set_off, throw_refusal, thrown
from goodorder.rules.facts.attack_facts import OCCASIONS_OF
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import name, special_arms_of
from goodorder.rules.registry import builds

from .effect import Effect, in_view
from .fire_drafts import Aim


class Detonations(Frame, frozen=True):
    """The placed charges of a side go off."""

    side: int

    def ask(self, st: State) -> Do:
        """The next one."""
        due = charges(st, self.side)
        return Do(then=self, push=(_placed(st, st.weapons[due[0]]),)) if due else Do()

    def resumed(self, st: State, value: object) -> Do:
        """On to the next one."""
        return Do(then=self)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "charges go off"


def _placed(st: State, weapon: Weapon) -> Detonation:
    charge = weapon.placed
    assert charge is not None
    targets = tuple(unit.id for unit in st.at(charge.loc))
    return Detonation(weapon.id, targets, charge.loc, set_off(st, weapon), charge.dud, charge.unit)


@builds("A23.4", "A23.4a", "A23.2b")
class Detonation(Frame, frozen=True):
    """A DC goes off in a Location, unless it is a dud; ``then`` is what it does beside its thrower. ``unit`` placed it,
    0 where that is told already.
    """

    weapon: int
    targets: tuple[int, ...]
    loc: int
    source: Explosion
    dud: int
    unit: int = 0
    back: tuple[int, ...] = ()
    behind: int = -1
    backward: Explosion | None = None

    @property
    def effect(self) -> Effect:
        """Its attack."""
        return Effect(self.targets, self.loc, self.source)

    def ask(self, st: State) -> Roll | Do:
        """Its DR."""
        return self.effect.ask(st)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The attack, or a dud."""
        gone: list[Event] = [WeaponRemoved(weapon=self.weapon, reason="A23.4")]
        user = st.units.get(self.unit)
        if user is not None and user.loc >= 0 and not user.broken:
            mark = FireMark(ADVANCING, self.loc, weapon=self.weapon)
            gone.append(UnitFired(unit=user.id, shot=mark))
        if sum(faces) >= self.dud:
            return Do(events=(self._told(st, faces), *gone))
        found = self.effect.rolled(st, faces)
        after = (Effect(self.back, self.behind, self.backward),) if self.backward is not None else ()
        return Do(events=(*found.events, *gone), push=(*found.push, *after))

    def _told(self, st: State, faces: tuple[int, ...]) -> DiceThrown:
        return DiceThrown(
            dice=TWO_DICE,
            faces=faces,
            purpose=f"DC at {st.world.map.place_name(self.loc)}",
            rule="A23.4",
            side=self.source.side,
            original=sum(faces),
            final=sum(faces),
            outcome="dud",
            subjects=in_view(st, self.targets),
        )

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return f"DC at {st.world.map.place_name(self.loc)}"


@builds("A23.6", "A23.6c")
def throw(st: State, phase: str, action: ThrowCharge, targets: tuple[int, ...]) -> Do:
    """A unit throws its DC: at movers in the MPh, else at all in the Location, and both sides beside the thrower."""
    unit, weapon = st.units[action.unit], st.weapons[action.weapon]
    struck = targets if phase == "MPh" else tuple(one.id for one in st.at(action.to))
    there, back = thrown(st, phase, action, struck)
    place = st.world.map.place_name(action.to)
    told = Announced(
        text=f"{name(st, unit)} throws a DC at {place}",
        rule="A23.6",
        side=unit.side,
        kind="fire",
        subjects=(unit.id,),
        locs=(action.to,),
    )
    mark = FireMark(OCCASIONS_OF[phase][0], action.to, struck if phase == "MPh" else (), weapon=weapon.id)
    beside = tuple(one.id for one in st.at(unit.loc))
    frame = Detonation(
        weapon.id, struck, action.to, there, dud_from(st, unit, weapon), 0, beside if back else (), unit.loc, back
    )
    return Do(events=(told, UnitFired(unit=unit.id, shot=mark)), push=(frame,))


class ThrowMenu:
    """The throws of one side's DC at ``targets`` in ``phase``."""

    def __init__(self, st: State, side: int, phase: str, targets: tuple[Aim, ...]) -> None:
        self.st = st
        self.side = side
        self.phase = phase
        self.targets = targets

    def _held(self) -> Iterator[tuple[Unit, Weapon]]:
        return special_arms_of(self.st, self.side, is_charge)

    def _throws(self, unit: Unit, weapon: Weapon) -> Iterator[ThrowCharge]:
        for aim in self.targets:
            action = ThrowCharge(unit.id, weapon.id, aim.loc)
            if not aim.named and throw_refusal(self.st, self.phase, action) is None:
                yield action

    def _can(self, unit: Unit, weapon: Weapon) -> bool:
        return next(self._throws(unit, weapon), None) is not None

    def any(self) -> bool:
        """Whether there is any."""
        return any(self._can(unit, weapon) for unit, weapon in self._held())

    def root(self) -> list[Entry]:
        """One branch for each DC."""
        return [
            branch(
                f"throw{weapon.id}",
                f"{name(self.st, unit)}: throw its DC",
                partial(self._leaves, unit, weapon),
                alive=partial(self._can, unit, weapon),
                kind="seldom",
                unit=unit.id,
                weapon=weapon.id,
                rule="A23.6",
            )
            for unit, weapon in self._held()
        ]

    def _leaves(self, unit: Unit, weapon: Weapon) -> list[Entry]:
        board = map_now(self.st)
        return [
            leaf(
                f"h:{board.word(action.to)}",
                f"at {board.place_name(action.to)}",
                action,
                kind="hex",
                confirm=True,
                hex=action.to,
            )
            for action in self._throws(unit, weapon)
        ]
