"""One Close Combat attack: its FP, odds, DRM and what its DR does (A11.11).

Play, preview, odds and bots all call these.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from goodorder.core.events.base import LedgerLine
from goodorder.core.state import NOWHERE, State, Unit
from goodorder.data.charts import close_combat

from ..facts.units import is_smc, utype
from ..ledger import Ledger, Mod
from ..points import CC_DRM, CC_FACTOR
from ..registry import builds

NOBODY = -1


class CombatFacts(Struct, frozen=True):
    """A CC attack as the rules see it.

    ``leader`` directs it; ``created`` is a leader whom this attack's Original 2 created and who must add
    his modifier (A18.12); ``ambusher`` is the side that ambushed the other, or NOBODY.  ``loc`` is the Location of
    the fight, which who slipped away has left; ``leaving`` are units of both sides that Withdraw (A11.2).
    """

    st: State
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    leader: Unit | None = None
    created: Unit | None = None
    ambusher: int = NOBODY
    loc: int = NOWHERE
    leaving: tuple[int, ...] = ()

    @property
    def side(self) -> int:
        """The attacking side."""
        return self.attackers[0].side


class CombatLedger(Struct, frozen=True):
    """Everything that a CC attack is worth before its dice."""

    facts: CombatFacts
    attack: Fraction
    defense: Fraction
    column: int
    drm: Ledger

    @property
    def odds(self) -> str:
        """The odds as printed, ``3-2``."""
        return close_combat().odds[self.column].name

    @property
    def kill(self) -> int:
        """The Kill Number."""
        return close_combat().odds[self.column].kill

    def groups(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Defenders by their total DRM, in the order of the stack: (DRM, unit ids) (A.5a)."""
        found: dict[int, list[int]] = {}
        for unit in self.facts.defenders:
            found.setdefault(self.drm.total(unit.id), []).append(unit.id)
        return tuple((total, tuple(units)) for total, units in found.items())

    def fp_lines(self) -> tuple[LedgerLine, ...]:
        """FP of each unit of both sides, as the log and the preview print them."""
        st = self.facts.st
        lines = [
            LedgerLine(f"fp:{unit.id}", _text(strike_fp(self.facts, unit)), _attacks(self.facts, unit), "A11.11")
            for unit in self.facts.attackers
        ]
        lines += [
            LedgerLine(f"fp:{unit.id}", _text(defense_fp(st, unit)), f"{utype(st, unit).code} defends", "A11.11")
            for unit in self.facts.defenders
        ]
        odds = f"{_text(self.attack)} to {_text(self.defense)}, Kill Number {self.kill}"
        lines.append(LedgerLine("odds", self.odds, odds, "A11.11"))
        return tuple(lines)


class CombatOutcome(Struct, frozen=True):
    """What a DR does: ``eliminated`` units, and ``partial`` groups of which Random Selection reduces one (A11.11).

    ``finals`` holds each group's Final DR as (unit ids, Final DR).
    """

    finals: tuple[tuple[tuple[int, ...], int], ...]
    eliminated: tuple[int, ...]
    partial: tuple[tuple[int, ...], ...]

    @property
    def words(self) -> str:
        """The result in one word for the log."""
        if self.eliminated and self.partial:
            return "eliminated, and Casualty Reduction"
        if self.eliminated:
            return "eliminated"
        return "Casualty Reduction" if self.partial else "no effect"


def _attacks(facts: CombatFacts, unit: Unit) -> str:
    halved = [f"{mod.reason} ({mod.rule})" for mod in strike_factors(facts, unit)]
    because = f", halved: {', '.join(halved)}" if halved else ""
    return f"{utype(facts.st, unit).code} attacks{because}"


def _text(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    return str(whole) if not rest else (f"{whole} {rest}" if whole else str(rest))


def defense_fp(st: State, unit: Unit) -> Fraction:
    """A unit's FP as a defender in CC: the printed one, broken or not; one for a SMC (A11.14, A11.16)."""
    return Fraction(close_combat().firepower.smc if is_smc(st, unit) else utype(st, unit).fp)


def attack_fp(st: State, unit: Unit) -> Fraction:
    """A unit's FP as an attacker in CC: halved when pinned (A7.8); whom it attacks is left aside."""
    return strike_fp(CombatFacts(st, (unit,), ()), unit)


class StrikeFacts(Struct, frozen=True):
    """One attacker in a CC attack, for what halves its FP."""

    attack: CombatFacts
    unit: Unit


def strike_factors(facts: CombatFacts, unit: Unit) -> tuple[Mod, ...]:
    """What halves an attacker's FP in this attack: each a modifier with the divisor as its value."""
    mods: tuple[Mod, ...] = facts.st.world.rules.mods(CC_FACTOR, StrikeFacts(facts, unit))
    return mods


def strike_fp(facts: CombatFacts, unit: Unit) -> Fraction:
    """An attacker's FP in this attack."""
    fp = defense_fp(facts.st, unit)
    for mod in strike_factors(facts, unit):
        fp /= mod.value
    return fp


def combat_facts(
    st: State,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    leader: int = 0,
    *,
    created: int = 0,
    ambusher: int = NOBODY,
    loc: int = NOWHERE,
    leaving: tuple[int, ...] = (),
) -> CombatFacts:
    """The facts of an attack by ids, its units in the order of the stack."""

    def units(ids: tuple[int, ...]) -> tuple[Unit, ...]:
        return tuple(sorted((st.units[unit] for unit in ids), key=lambda u: (-u.order, u.id)))

    return CombatFacts(
        st,
        units(attackers),
        units(defenders),
        st.units[leader] if leader else None,
        st.units[created] if created else None,
        ambusher,
        st.units[attackers[0]].loc if loc == NOWHERE else loc,
        leaving,
    )


@builds("A11.11", "SK3.CCPh.1")
def cc_ledger(facts: CombatFacts) -> CombatLedger:
    """FP of both sides, odds rounded down to a column, and DRM.

    No terrain, Hindrance or Point Blank modifier has a part in it (A11.1).
    """
    attack = sum((strike_fp(facts, unit) for unit in facts.attackers), Fraction(0))
    defense = sum((defense_fp(facts.st, unit) for unit in facts.defenders), Fraction(0))
    column = close_combat().column(attack, defense)
    return CombatLedger(facts, attack, defense, column, Ledger(facts.st.world.rules.mods(CC_DRM, facts)))


def cc_outcome(ledger: CombatLedger, faces: tuple[int, ...]) -> CombatOutcome:
    """What a DR does to each group of defenders: below the Kill Number eliminated, equal one of them reduced."""
    finals: list[tuple[tuple[int, ...], int]] = []
    eliminated: list[int] = []
    partial: list[tuple[int, ...]] = []
    for drm, units in ledger.groups():
        final = sum(faces) + drm
        finals.append((units, final))
        if final < ledger.kill:
            eliminated.extend(units)
        elif final == ledger.kill:
            partial.append(units)
    return CombatOutcome(tuple(finals), tuple(eliminated), tuple(partial))
