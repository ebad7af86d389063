"""Morale and Task Checks as pure rules: level, DRM, what a DR does (A10.1-A10.31, A19.13, A7.8)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit

from .a19_disruption import disrupts, elr_of, poorer, ruled_elr
from .facts.attack_facts import OCCASIONS_OF, fired_weapons
from .facts.units import (
    commissar_over,
    is_commissar,
    is_leader,
    leadership,
    leads,
    led,
    morale_level,
    together,
    utype,
)
from .facts.water import imperilled
from .facts.wave import in_wave
from .ledger import Ledger, Mod
from .points import MORALE_DRM
from .registry import builds, rule

FIRE = "fire"
LEADER_LOSS = "leader loss"
INTERDICTION = "interdiction"
PROTECTIVE_FIRE = "own protective fire"


class CheckFacts(Struct, frozen=True):
    """One unit's check.

    ``number`` is the n of nMC, ``cause`` one of the words above, ``stack`` the units whose leaders may
    help (empty: everybody in the Location): in Defensive First Fire only those that move along.  ``tem`` is the DRM of
    cover against WP (A24.31).
    """

    st: State
    unit: Unit
    number: int
    cause: str
    stack: tuple[int, ...] = ()
    tem: int = 0


class CheckResult(Struct, frozen=True):
    """What a check's DR does: ``passed``, ``pinned``, ``broken``, ``reduced`` (Casualty Reduction), ``eliminated``.

    ``replaced`` is the type that an ELR failure leaves, empty when there is none, ``disrupted`` that it is
    Disrupted instead (A19.12), ``over`` by how much it failed.
    """

    final: int
    level: int
    passed: bool
    pinned: bool = False
    broken: bool = False
    reduced: bool = False
    eliminated: bool = False
    replaced: str = ""
    over: int = 0
    disrupted: bool = False

    @property
    def effect(self) -> tuple[object, ...]:
        """What it does to the unit: all but the figures."""
        return (self.passed, self.pinned, self.broken, self.reduced, self.eliminated, self.replaced, self.disrupted)


@rule("A7.303", point=MORALE_DRM, order=10)
def check_number(facts: CheckFacts) -> Mod | None:
    """The number of an nMC is added to its DR."""
    if not facts.number:
        return None
    number = {LEADER_LOSS: "A10.2"}.get(facts.cause, "A7.304")
    reason = "lost leader's modifier" if facts.cause == LEADER_LOSS else f"{facts.number}MC"
    return Mod("check_number", facts.number, number, reason)


@rule("A24.31", point=MORALE_DRM, order=15)
def cover_from_wp(facts: CheckFacts) -> Mod | None:
    """Cover counts in the check that WP brings."""
    return Mod("wp_tem", facts.tem, "A24.31", "cover against WP") if facts.tem else None


@builds("A25.221", "A25.221d", "A25.221f")
def helping_leader(facts: CheckFacts) -> Unit | None:
    """The leader whose DRM a check takes: the best unbroken, unpinned one beside the unit (A10.21, A10.22, A10.72); a
    Commissar in its Location before all others, and nobody for a Commissar (A25.221).

    A leader is helped only by one of higher Morale Level, nobody helps against leader loss, and no leader helps or is
    of help who is berserk (A15.41, A15.42). Who fires a weapon in a phase exerts no leadership in it (A9.12).
    """
    if facts.cause == LEADER_LOSS or facts.unit.berserk or is_commissar(facts.unit):
        return None
    if (commissar := commissar_over(facts.st, facts.unit)) is not None:
        return commissar
    return _best_leader(facts.st, facts.unit, facts.stack)


@once_a_position
def _best_leader(st: State, unit: Unit, stack: tuple[int, ...]) -> Unit | None:
    near = [st.units[u] for u in stack] if stack else list(st.side_at(unit.loc, unit.side))
    found = [
        u for u in near if u.id != unit.id and together(u, unit) and is_leader(st, u) and not u.broken and not u.pinned
    ]
    found = [u for u in found if leads(st, u, unit) and not u.berserk]
    found = [u for u in found if not fired_weapons(st, u, OCCASIONS_OF.get(st.turn.phase, ("none",)))]
    if is_leader(st, unit):
        found = [u for u in found if morale_level(st, u) > morale_level(st, unit)]
    return min(found, key=lambda u: (led(st, u, (unit,)), u.id), default=None)


@rule("A10.21", point=MORALE_DRM, rows=["A.10b"], order=20)
def leader_helps(facts: CheckFacts) -> Mod | None:
    """One leader's DRM applies, and must; never to checks for leader loss."""
    leader = helping_leader(facts)
    if leader is None or not (value := leadership(facts.st, leader)):
        return None
    return Mod("leadership", value, "A10.21", f"leader {utype(facts.st, leader).code}")


def check_ledger(facts: CheckFacts) -> Ledger:
    """The DRM of a check."""
    return _drm_of(facts.st, facts.unit, facts.number, facts.cause, facts.stack, facts.tem)


@once_a_position
def _drm_of(st: State, unit: Unit, number: int, cause: str, stack: tuple[int, ...], tem: int) -> Ledger:
    return Ledger(st.world.rules.mods(MORALE_DRM, CheckFacts(st, unit, number, cause, stack, tem)))


@builds("A19.13", "A19.13a", "A19.13b", "A19.13d", "A19.11", "A19.11a")
def elr_replacement(st: State, unit: Unit, over: int) -> str:
    """The type that replaces an unbroken unit which failed its MC by ``over`` (A19.13), or ``""``.

    An underlined Morale Factor means two broken half-squads instead of a lower type, unless a special rule gives the
    unit its ELR (A19.132); a unit without a lower type is not replaced.
    """
    kind = utype(st, unit)
    if over <= elr_of(st, unit) or kind.kind == "crew":
        return ""
    if kind.underlined_morale and not ruled_elr(st, unit):
        return kind.half_squad or ""
    return poorer(st, unit)


@builds("A25.23", "A25.23i")
def unpinnable(st: State, unit: Unit) -> bool:
    """Whether no result pins a unit: it climbs or fords (B11.42, B21.41), or is part of a Human Wave (A25.23)."""
    return imperilled(st, unit) or in_wave(st, unit)


@builds("A10.31", "A19.13", "A19.13c", "A20.54", "A20.54b")
def check_result(facts: CheckFacts, faces: tuple[int, int], *, casualty: bool = True) -> CheckResult:
    """What a MC's DR does to the unit.

    Passing on the highest passing DR pins (fire and Interdiction only, A7.8; nobody who fords, B21.41, nor in a Human
    Wave, A25.23).  An
    unbroken unit that fails breaks, and is replaced when it fails by more than its ELR; a broken one that fails is
    Casualty Reduced; an Original 12 reduces an unbroken unit that fails as well and eliminates a
    broken one (A10.3, A10.31); not so where ``casualty`` is false, as it was another's 12 (A8.31).
    """
    st, unit = facts.st, facts.unit
    original = faces[0] + faces[1]
    final = original + check_ledger(facts).total()
    level = morale_level(st, unit)
    over = final - level
    if utype(st, unit).hero:
        return _hero(facts, final, level, twelve=original == 12 and casualty)
    if unit.unarmed and (over > 0 or original == 12):  # it never breaks (A20.54)
        return CheckResult(final, level, False, reduced=True, over=over)
    if unit.berserk:
        return _berserk(facts, final, level, twelve=original == 12 and casualty)
    if original == 12 and casualty:
        if unit.broken:
            return CheckResult(final, level, False, eliminated=True, over=over)
        return _broken(facts, final, level, reduced=True)
    if over <= 0:
        # no 12 is ever passed (A10.31), so an 11 is the highest passing DR of whoever passes it
        pins = (
            (over == 0 or original == 11) and not unit.pinned and facts.cause in (FIRE, INTERDICTION, PROTECTIVE_FIRE)
        )
        if (unit.broken and facts.cause != INTERDICTION) or unpinnable(st, unit):
            pins = False
        return CheckResult(final, level, True, pinned=pins, over=over)
    if unit.broken:
        return CheckResult(final, level, False, reduced=True, over=over)
    return _broken(facts, final, level, reduced=False)


@builds("A15.2", "A15.2a", "A15.2b")
def _hero(facts: CheckFacts, final: int, level: int, *, twelve: bool) -> CheckResult:
    """A hero never breaks nor is pinned: failing wounds him, or kills when he is wounded (A15.2); an Original 12 wounds
    him the worse (A10.31).
    """
    over = final - level
    if over <= 0 and not twelve:
        return CheckResult(final, level, passed=True, over=over)
    dies = facts.unit.wounded
    return CheckResult(final, level, passed=False, reduced=not dies, eliminated=dies, over=over)


@builds("A15.42", "A15.42a")
def _berserk(facts: CheckFacts, final: int, level: int, *, twelve: bool) -> CheckResult:
    """Who is berserk neither breaks nor is pinned nor Replaced: failing costs a step (ruling R1900), an Original 12 the
    whole of a MMC (A10.31).
    """
    over = final - level
    if over <= 0 and not twelve:
        return CheckResult(final, level, passed=True, over=over)
    dies = twelve and utype(facts.st, facts.unit).mmc
    return CheckResult(final, level, passed=False, reduced=not dies, eliminated=dies, over=over)


def _broken(facts: CheckFacts, final: int, level: int, *, reduced: bool) -> CheckResult:
    """A failure of an unbroken unit, with what its ELR adds (A19.12, A19.13)."""
    st, unit, over = facts.st, facts.unit, final - level
    return CheckResult(
        final,
        level,
        passed=False,
        broken=True,
        reduced=reduced,
        replaced=elr_replacement(st, unit, over),
        over=over,
        disrupted=disrupts(st, unit, over),
    )


@builds("A15.42", "A15.42b", "A15.2", "A15.2b")
def unshakable(st: State, unit: Unit) -> bool:
    """Whether no check pins a unit: a hero, who is berserk, who fords or climbs (B21.41), who is in a Human Wave."""
    return utype(st, unit).hero or unit.berserk or unpinnable(st, unit)


@builds("A15.42", "A15.42a")
def breakable(st: State, unit: Unit) -> bool:
    """Whether a unit can break at all: no hero does, nor who is berserk or Unarmed."""
    return not utype(st, unit).hero and not unit.berserk and not unit.unarmed


def task_result(facts: CheckFacts, faces: tuple[int, int]) -> CheckResult:
    """What a Pin Task Check's or leader-loss Task Check's DR does: failing pins (A7.305, A10.2)."""
    final = faces[0] + faces[1] + check_ledger(facts).total()
    level = morale_level(facts.st, facts.unit)
    steady = unshakable(facts.st, facts.unit)
    return CheckResult(final, level, final <= level, pinned=final > level and not steady, over=final - level)
