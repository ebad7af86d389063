"""Frames of Morale Checks and Task Checks (A10.1)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import (
    DiceThrown,
    Event,
    UnitBroke,
    UnitCreated,
    UnitDisrupted,
    UnitEliminated,
    UnitPinned,
    UnitReplaced,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.rules.a10_checks import (
    FIRE,
    CheckFacts,
    CheckResult,
    check_ledger,
    check_result,
    task_result,
    unshakable,
)
from goodorder.rules.a12_concealment.loss import checks
from goodorder.rules.a15_heat_of_battle import heat_due
from goodorder.rules.a26_victory import HALF_LOST
from goodorder.rules.facts.units import is_commissar, morale_level, name, utype
from goodorder.rules.registry import builds

from .wounds import WoundCheck

CRITICAL_GRENADE = 6
"""The colored die of a NMC DR by which a WP grenade is a Critical Hit on that unit (A24.31)."""


@builds("A10.3", "SK3.DR.2", "SK3.DR.5", "SK3.DR.6", "A.18a", "A4.51f")
class MoraleCheck(Frame, frozen=True):
    """One unit's MC (A10.1, A10.3).  ``stack`` limits whose leaders help; ``drm`` is the n of nMC, ``tem`` the DRM of
    cover against WP (A24.31), ``fierce`` that where the colored die is a 6: the Critical Hit of a grenade.

    The parent is resumed with ``pass``, ``pin``, ``break``, ``reduced`` or ``gone``.
    """

    unit: int
    drm: int = 0
    cause: str = FIRE
    stack: tuple[int, ...] = ()
    tem: int = 0
    fierce: int | None = None

    @builds("A24.31", "A24.31c")
    def facts(self, st: State, faces: Sequence[int] = ()) -> CheckFacts:
        """The check as the rules see it, where it matters with its dice."""
        hit = self.fierce is not None and tuple(faces[1:2]) == (CRITICAL_GRENADE,)
        tem = self.fierce if hit and self.fierce is not None else self.tem
        return CheckFacts(st, st.units[self.unit], self.drm, self.cause, self.stack, tem)

    def ask(self, st: State) -> Roll | Do:
        """Two dice, unless the unit is gone."""
        unit = st.units[self.unit]
        if unit.place != ON_MAP:
            return Do(value="gone")
        return Roll(TWO_DICE, self._purpose(st, unit), "A10.1", unit.side, (self.unit,), self._need(st))

    def _purpose(self, st: State, unit: Unit) -> str:
        number = f"{self.drm}MC" if self.drm else "NMC"
        cause = "" if self.cause == FIRE else f" ({self.cause})"
        return f"{number} of {name(st, unit)}{cause}"

    def _need(self, st: State) -> str:
        level = morale_level(st, st.units[self.unit])
        total = check_ledger(self.facts(st)).total()
        return f"{level - total} or less" if total else f"{level} or less"

    def effect(self, st: State, faces: tuple[int, ...]) -> tuple[object, ...]:
        """What tells faces apart in what they do to the unit."""
        return check_result(self.facts(st, faces), (faces[0], faces[1])).effect, sum(faces) == 12

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Pass, pin, break, be replaced, reduced or eliminated."""
        return self.settle(st, (faces[0], faces[1]))

    def settle(self, st: State, faces: tuple[int, int], *, extreme: bool = True) -> Do:
        """The events of a MC's DR; without ``extreme`` an Original 12 is no Casualty MC and an Original 2 brings no
        Heat of Battle (A8.31).
        """
        facts = self.facts(st, faces)
        unit = facts.unit
        result = check_result(facts, faces, casualty=extreme)
        events: list[Event] = [_thrown(self._purpose(st, unit), facts, faces, result), *checks(facts)]
        if result.passed:
            heat = heat_due(st, unit, faces) if extreme else ()
            if result.pinned:
                events.append(UnitPinned(unit=unit.id))
                return Do(events=(*events, *heat), value="pin")
            return Do(events=(*events, *heat), value="pass")
        if result.eliminated:
            events.append(UnitEliminated(unit=unit.id, reason="A10.31"))
            return Do(events=tuple(events), value="gone")
        kind = utype(st, unit)
        type_now = kind
        if result.replaced:
            type_now = st.world.unit_type(result.replaced)
            if kind.kind == "squad" and type_now.kind == "half_squad":  # who takes over prisoners of the first
                half = result.replaced
                twin = replace(unit, id=st.next_id, type=half, broken=True, dm=True, pinned=False, cx=False)
                events.append(UnitCreated(unit=replace(twin, concealed=False, hidden=False), of=unit.id))
            events.append(UnitReplaced(unit=unit.id, type=result.replaced, reduced=False))
        if result.broken:
            events.append(UnitBroke(unit=unit.id))
        if result.disrupted:
            events.append(UnitDisrupted(unit=unit.id))
        if not result.reduced:
            return Do(events=tuple(events), value="break")
        if type_now.smc:
            worse = 1 if (kind.hero or unit.berserk) and sum(faces) == 12 and extreme else 0
            return Do(events=tuple(events), push=(WoundCheck(unit.id, worse),))
        if type_now.kind == "squad" and type_now.half_squad:
            events.append(UnitReplaced(unit=unit.id, type=type_now.half_squad, reduced=True, points=HALF_LOST))
            return Do(events=tuple(events), value="reduced")
        events.append(UnitEliminated(unit=unit.id, reason="A10.3"))
        return Do(events=tuple(events), value="gone")

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return self._purpose(st, st.units[self.unit])


@builds("A7.305", "A14.1c")
class TaskCheck(Frame, frozen=True):
    """A Pin Task Check, or a Task Check for leader loss: failing pins (A7.305, A10.2).  Broken and pinned units,
    heroes, the berserk, climbers (B11.4) and units of a Human Wave (A25.23) take none.
    """

    unit: int
    drm: int = 0
    cause: str = "pin"
    stack: tuple[int, ...] = ()

    def facts(self, st: State) -> CheckFacts:
        """The check as the rules see it."""
        return CheckFacts(st, st.units[self.unit], self.drm, self.cause, self.stack)

    def ask(self, st: State) -> Roll | Do:
        """Two dice, unless the unit needs no check."""
        unit = st.units[self.unit]
        steady = unshakable(st, unit)
        if unit.place != ON_MAP or unit.broken or unit.pinned or steady:
            return Do(value="pass")
        return Roll(TWO_DICE, self._purpose(st, unit), "A7.305", unit.side, (self.unit,))

    def _purpose(self, st: State, unit: Unit) -> str:
        word = "PTC" if self.cause == "pin" else "LLTC"
        return f"{word} of {name(st, unit)}"

    def effect(self, st: State, faces: tuple[int, ...]) -> tuple[object, ...]:
        """What tells faces apart in what they do to the unit."""
        return task_result(self.facts(st), (faces[0], faces[1])).effect

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Pass or be pinned."""
        facts = self.facts(st)
        pair = (faces[0], faces[1])
        result = task_result(facts, pair)
        thrown = _thrown(self._purpose(st, facts.unit), facts, pair, result)
        if result.pinned:
            return Do(events=(thrown, *checks(facts), UnitPinned(unit=self.unit)), value="pin")
        return Do(events=(thrown, *checks(facts)), value="pass")

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return self._purpose(st, st.units[self.unit])


def _thrown(purpose: str, facts: CheckFacts, faces: tuple[int, int], result: CheckResult) -> DiceThrown:
    words = "passes" if result.passed else "fails"
    if result.pinned:
        words = f"{words}, pinned"
    elif result.eliminated:
        words = f"{words}, eliminated"
    elif not result.passed:
        words += ", broken" if result.broken else ""
        words += ", replaced" if result.replaced else ""
        words += ", Disrupted" if result.disrupted else ""
        words += ", Casualty Reduction" if result.reduced else ""
    return DiceThrown(
        dice=TWO_DICE,
        faces=faces,
        purpose=purpose,
        rule="A10.1",
        side=facts.unit.side,
        original=faces[0] + faces[1],
        final=result.final,
        need=f"{result.level} or less",
        outcome=words,
        subjects=(facts.unit.id,),
        lines=check_ledger(facts).lines(),
    )


@builds("A25.221", "A25.221a")
def check_order(st: State, unit_ids: tuple[int, ...]) -> tuple[int, ...]:
    """The order in which units check: a Commissar before all (A25.221), leaders first, higher Morale Level first, then
    the stack from the top (A10.2).
    """
    units = [st.units[u] for u in unit_ids]

    def place(unit: Unit) -> tuple[bool, bool, int, int]:
        kind = utype(st, unit)
        level = -morale_level(st, unit) if kind.smc else 0
        return (not is_commissar(unit), kind.kind != "leader", level, -unit.order)

    units.sort(key=place)
    return tuple(u.id for u in units)
