"""One Close Combat attack: its FP, odds, DRM and what its DR does (A11.11).

Play, preview, odds and bots all call these.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import CloseCombat
from goodorder.core.events.base import LedgerLine
from goodorder.core.state import MK_HAND_TO_HAND, NOWHERE, Fighter, State, Unit, Vehicle, Weapon
from goodorder.data.charts import close_combat

from ..facts.units import is_smc, name, utype, wtype
from ..ledger import Ledger, Mod
from ..points import CC_DRM, CC_FACTOR
from ..registry import builds
from .ccv import FATE_WORDS, Fate, ccv_mods, defending_ccv, vehicle_fate

NOBODY = -1


class CombatFacts(Struct, frozen=True):
    """A CC attack as the rules see it.

    ``leader`` directs it; ``created`` is a leader whom this attack's Original 2 created and who must add
    his modifier (A18.12); ``ambusher`` is the side that ambushed the other, or NOBODY.  ``loc`` is the Location of
    the fight, which who slipped away has left; ``leaving`` are units of both sides that Withdraw (A11.2).
    A vehicle attacks alone, with ``weapons`` of its own (A11.62), and is attacked alone (A11.5). ``capture``: to take
    prisoners (A20.22). ``mined``: who of the attackers has a magnetic mine at hand (C13.7).
    """

    st: State
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    leader: Unit | None = None
    created: Unit | None = None
    ambusher: int = NOBODY
    loc: int = NOWHERE
    leaving: tuple[int, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    capture: bool = False
    mined: int = 0

    @property
    def side(self) -> int:
        """The attacking side."""
        return self.attackers[0].side

    @property
    def target(self) -> Vehicle | None:
        """The vehicle that is attacked, if it is one."""
        found = self.defenders[0] if self.defenders else None
        return found if isinstance(found, Vehicle) else None

    @property
    def vehicle(self) -> Vehicle | None:
        """The vehicle that attacks, if it is one."""
        found = self.attackers[0]
        return found if isinstance(found, Vehicle) else None

    @property
    def hand_to_hand(self) -> bool:
        """Whether the attack is Hand-to-Hand: of Infantry on Infantry in a fight that is so (A25.43)."""
        if self.target is not None or self.vehicle is not None:
            return False
        return self.st.marker_at(MK_HAND_TO_HAND, self.loc) is not None

    @property
    def men(self) -> tuple[Unit, ...]:
        """The Personnel among the attackers."""
        return tuple(unit for unit in self.attackers if isinstance(unit, Unit))


class CombatLedger(Struct, frozen=True):
    """Everything that a CC attack is worth before its dice; ``ccv`` is what makes the Kill Number of an attack on a
    vehicle (A11.5).
    """

    facts: CombatFacts
    attack: Fraction
    defense: Fraction
    column: int
    drm: Ledger
    ccv: Ledger | None = None

    @property
    def odds(self) -> str:
        """The odds as printed, ``3-2``; against a vehicle the CCV."""
        return f"CCV {self.kill}" if self.ccv is not None else close_combat().odds[self.column].name

    @property
    def kill(self) -> int:
        """The Kill Number, that of Hand-to-Hand where the attack is so (A25.43)."""
        if self.ccv is not None:
            return self.ccv.total()
        odds = close_combat().odds[self.column]
        return odds.hand_to_hand if self.facts.hand_to_hand else odds.kill

    def groups(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Defenders by their total DRM, in the order of the stack: (DRM, unit ids) (A.5a)."""
        found: dict[int, list[int]] = {}
        for unit in self.facts.defenders:
            found.setdefault(self.drm.total(unit.id), []).append(unit.id)
        return tuple((total, tuple(units)) for total, units in found.items())

    def fp_lines(self) -> tuple[LedgerLine, ...]:
        """FP of each unit of both sides, as the log and the preview print them."""
        st = self.facts.st
        if self.ccv is not None:
            return (*self.ccv.lines(), LedgerLine("odds", self.odds, f"Kill Number {self.kill}", "A11.5"))
        lines = [
            LedgerLine(f"fp:{unit.id}", _text(strike_fp(self.facts, unit)), _attacks(self.facts, unit), "A11.11")
            for unit in self.facts.attackers
        ]
        number = "A11.11" if self.facts.vehicle is None else "A11.62"
        lines += [
            LedgerLine(f"fp:{unit.id}", _text(resists(self.facts, unit)), f"{utype(st, unit).code} defends", number)
            for unit in self.facts.defenders
        ]
        number = "Hand-to-Hand Kill Number" if self.facts.hand_to_hand else "Kill Number"
        odds = f"{_text(self.attack)} to {_text(self.defense)}, {number} {self.kill}"
        lines.append(LedgerLine("odds", self.odds, odds, "A11.11"))
        return tuple(lines)


class CombatOutcome(Struct, frozen=True):
    """What a DR does: ``eliminated`` units, and ``partial`` groups of which Random Selection reduces one (A11.11).

    ``finals`` holds each group's Final DR as (unit ids, Final DR). ``fate`` is that of a vehicle that was attacked. A
    ``capture`` takes prisoners instead (A20.22).
    """

    finals: tuple[tuple[tuple[int, ...], int], ...]
    eliminated: tuple[int, ...]
    partial: tuple[tuple[int, ...], ...]
    fate: Fate | None = None
    capture: bool = False

    @property
    def seizes(self) -> bool:
        """Whether an attempt to capture a vehicle succeeds: by what would have destroyed it (A21.2)."""
        return self.capture and self.fate in ("eliminated", "burn")

    @property
    def words(self) -> str:
        """The result in one word for the log."""
        if self.fate is not None:
            return FATE_WORDS[self.fate] if not self.capture else "captured" if self.seizes else "no effect"
        if self.capture:
            return "captured" if self.eliminated else "one captured" if self.partial else "no effect"
        if self.eliminated and self.partial:
            return "eliminated, and Casualty Reduction"
        if self.eliminated:
            return "eliminated"
        return "Casualty Reduction" if self.partial else "no effect"


def _attacks(facts: CombatFacts, unit: Fighter) -> str:
    halved = [f"{mod.reason} ({mod.rule})" for mod in strike_factors(facts, unit)]
    because = f", halved: {', '.join(halved)}" if halved else ""
    if isinstance(unit, Vehicle):
        return (
            f"{', '.join(wtype(facts.st, weapon).kind for weapon in facts.weapons)} of {name(facts.st, unit)}{because}"
        )
    return f"{utype(facts.st, unit).code} attacks{because}"


def _text(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    return str(whole) if not rest else (f"{whole} {rest}" if whole else str(rest))


def resists(facts: CombatFacts, unit: Fighter) -> Fraction:
    """A unit's strength as a defender: its FP, against a vehicle its CCV (A11.62)."""
    if facts.vehicle is not None:
        return Fraction(defending_ccv(facts, unit))
    return defense_fp(facts.st, unit)


def defense_fp(st: State, unit: Fighter) -> Fraction:
    """A unit's FP as a defender in CC: the printed one, broken or not; one for a SMC and for any Unarmed unit (A11.14,
    A11.16, A20.5).
    """
    fp = close_combat().firepower
    return Fraction(fp.unarmed if unit.unarmed else fp.smc if is_smc(st, unit) else utype(st, unit).fp)


def attack_fp(st: State, unit: Unit) -> Fraction:
    """A unit's FP as an attacker in CC: halved when pinned (A7.8); whom it attacks is left aside."""
    return strike_fp(CombatFacts(st, (unit,), ()), unit)


class StrikeFacts(Struct, frozen=True):
    """One attacker in a CC attack, for what halves its FP."""

    attack: CombatFacts
    unit: Fighter


def strike_factors(facts: CombatFacts, unit: Fighter) -> tuple[Mod, ...]:
    """What halves an attacker's FP in this attack: each a modifier with the divisor as its value."""
    mods: tuple[Mod, ...] = facts.st.world.rules.mods(CC_FACTOR, StrikeFacts(facts, unit))
    return mods


def strike_fp(facts: CombatFacts, unit: Fighter) -> Fraction:
    """An attacker's FP in this attack, of a vehicle that of the weapons that it uses (A11.62)."""
    if isinstance(unit, Vehicle):
        fp = Fraction(sum(wtype(facts.st, weapon).fp for weapon in facts.weapons))
    else:
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
    ambusher: int = NOBODY,
    loc: int = NOWHERE,
    leaving: tuple[int, ...] = (),
    weapons: tuple[int, ...] = (),
) -> CombatFacts:
    """The facts of an attack by ids, its units in the order of the stack."""

    def units(ids: tuple[int, ...]) -> tuple[Fighter, ...]:
        return tuple(sorted((st.fighter(unit) for unit in ids), key=lambda u: (-u.order, u.id)))

    return CombatFacts(
        st,
        units(attackers),
        units(defenders),
        st.units[leader] if leader else None,
        None,
        ambusher,
        st.fighter(attackers[0]).loc if loc == NOWHERE else loc,
        leaving,
        tuple(st.weapons[weapon] for weapon in weapons),
    )


def announced_facts(
    st: State, action: CloseCombat, ambusher: int = NOBODY, leaving: tuple[int, ...] = ()
) -> CombatFacts:
    """The facts of an attack as it is announced."""
    facts = combat_facts(
        st,
        action.attackers,
        action.defenders,
        action.leader,
        ambusher=ambusher,
        leaving=leaving,
        weapons=action.weapons,
    )
    return replace(facts, capture=True) if action.capture else facts


@builds("A11.11", "SK3.CCPh.1")
def cc_ledger(facts: CombatFacts) -> CombatLedger:
    """FP of both sides, odds rounded down to a column, and DRM.

    No terrain, Hindrance or Point Blank modifier has a part in it (A11.1). An attack on a vehicle has no odds: the CCV
    of the attackers is its Kill Number (A11.5).
    """
    drm = Ledger(facts.st.world.rules.mods(CC_DRM, facts))
    if facts.target is not None:
        return CombatLedger(facts, Fraction(0), Fraction(0), 0, drm, Ledger(ccv_mods(facts)))
    attack = sum((strike_fp(facts, unit) for unit in facts.attackers), Fraction(0))
    defense = sum((resists(facts, unit) for unit in facts.defenders), Fraction(0))
    column = close_combat().column(attack, defense)
    return CombatLedger(facts, attack, defense, column, drm)


def cc_outcome(ledger: CombatLedger, faces: tuple[int, ...], unlikely: int = 0) -> CombatOutcome:
    """What a DR does to each group of defenders: below the Kill Number eliminated, equal one of them reduced.

    ``unlikely`` is the dr that an Original 2 allows against a vehicle, 0 before it (A11.501).
    """
    if ledger.ccv is not None:
        final = sum(faces) + ledger.drm.total()
        fate = vehicle_fate(ledger.kill, final, unlikely)
        finals = ((tuple(unit.id for unit in ledger.facts.defenders), final),)
        return CombatOutcome(finals, (), (), fate, ledger.facts.capture)
    found: list[tuple[tuple[int, ...], int]] = []
    eliminated: list[int] = []
    partial: list[tuple[int, ...]] = []
    for drm, units in ledger.groups():
        final = sum(faces) + drm
        found.append((units, final))
        if final < ledger.kill:
            eliminated.extend(units)
        elif final == ledger.kill:
            partial.append(units)
    return CombatOutcome(tuple(found), tuple(eliminated), tuple(partial), capture=ledger.facts.capture)
