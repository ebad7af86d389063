"""Firepower of an attack: each part's factor and what doubles, triples and halves it (A7.2).

FP is kept in 64ths of a factor, so that every halving that can occur stays exact.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from goodorder.core.state import ADVANCING, FINAL, PROTECTIVE, SUBSEQUENT, Vehicle
from goodorder.data.charts import ift

from ..a05_stacking import excess_squads
from ..facts.aiming import seen_at
from ..facts.attack_facts import AttackFacts, FirePart, PartFacts, by_flame, by_ife
from ..facts.cliffs import could_advance
from ..facts.ground import map_now
from ..facts.places import eye
from ..facts.units import has, is_hero, utype, wtype
from ..ledger import Mod
from ..points import FIRE_FACTOR
from ..registry import rule

UNIT = 64
MAX_MG_RANGE = 16


class PartFire(Struct, frozen=True):
    """A part's FP after all modification (in units of ``UNIT``) with the factors that made it.

    The value of a factor is 2 or 3 for doubling and tripling, -2 for halving, 0 for the Assault Fire bonus.  One that
    holds against some targets only (a halving) is not in ``fp``.
    """

    part: FirePart
    fp: int
    factors: tuple[Mod, ...]

    def fp_against(self, unit: int) -> int:
        """The part's FP against one target."""
        mods = tuple(mod for mod in self.factors if not mod.units or unit in mod.units)
        return _multiplied(self.part.fp, mods)


@rule("A7.21", point=FIRE_FACTOR, rows=["SK3.PFPh.6"], order=10)
def point_blank(facts: PartFacts) -> Mod | None:
    """Point Blank Fire doubles FP at an adjacent target, Triple Point Blank Fire triples it in the own Location.

    A target that is seen in an adjacent hex is one if Infantry could advance to it (ADJACENT, A.8), or if it is no more
    than a level higher; a level up or down by the stairs is one too. A flamethrower gains nothing (A22.1).
    """
    st, unit, target = facts.attack.st, facts.part.unit, facts.attack.target
    if by_flame(facts.attack, facts.part):
        return None
    if unit.loc == target:
        return Mod("triple_point_blank", 3, "A7.21", "target in the firer's Location")
    if facts.range > 1:
        return None
    board = map_now(st)
    above = board.level(seen_at(st, target, facts.attack.targets)) - board.level(eye(st, unit))
    if facts.range == 0 or above <= 1 or could_advance(st, unit.loc, target):
        return Mod("point_blank", 2, "A7.21", "adjacent target")
    return None


@rule("A7.22", point=FIRE_FACTOR, order=20)
def long_range(facts: PartFacts) -> Mod | None:
    """Beyond Normal Range and up to twice it, FP is halved."""
    if facts.range > facts.part.normal_range:
        return Mod("long_range", -2, "A7.22", f"range {facts.range} beyond {facts.part.normal_range}")
    return None


@rule("A7.24", point=FIRE_FACTOR, rows=["SK3.AFPh.1", "D3.53a"], order=30, of=[ADVANCING])
def advancing_fire(facts: PartFacts) -> Mod | None:
    """Fire in the AFPh is halved, moved or not; Opportunity Fire is not (A7.25), nor a flamethrower (A22.1)."""
    if facts.part.occasion == ADVANCING and not holds_fire(facts) and not by_flame(facts.attack, facts.part):
        return Mod("advancing_fire", -2, "A7.24", "Advancing Fire")
    return None


def holds_fire(facts: PartFacts) -> bool:
    """Whether a part is fired by a unit that held its fire in the PFPh (A7.25)."""
    return facts.attack.st.trail(facts.part.unit.id).opportunity


@rule("A7.8", point=FIRE_FACTOR, order=40)
def pinned_firer(facts: PartFacts) -> Mod | None:
    """A pinned unit's FP is halved, with its weapons'."""
    if facts.part.unit.pinned:
        return Mod("pinned_firer", -2, "A7.8", "pinned firer")
    return None


@rule("A8.3", point=FIRE_FACTOR, rows=["SK3.DFF.2", "SK3.DFF.4"], order=50, of=["at movers"])
def subsequent_fire(facts: PartFacts) -> Mod | None:
    """Subsequent First Fire and Final Protective Fire are Area Fire."""
    if facts.part.occasion == SUBSEQUENT:
        return Mod("subsequent_fire", -2, "A8.3", "Subsequent First Fire")
    if facts.part.occasion == PROTECTIVE:
        return Mod("protective_fire", -2, "A8.31", "Final Protective Fire")
    return None


@rule("A8.4", point=FIRE_FACTOR, rows=["SK3.DFPh.3"], order=51, of=[FINAL])
def final_fire_marked(facts: PartFacts) -> Mod | None:
    """Final Fire by a unit or weapon marked First Fire is Area Fire."""
    if facts.part.occasion == FINAL and facts.part.marked:
        return Mod("final_fire_marked", -2, "A8.4", "Final Fire by a First Fire unit")
    return None


@rule("A9.12", point=FIRE_FACTOR, order=60, of=["weapon"])
def single_man_weapon(facts: PartFacts) -> Mod | None:
    """One SMC alone fires a MG as Area Fire, but a hero at full FP (A15.23)."""
    weapon = facts.part.weapon
    if is_hero(facts.attack.st, facts.part.unit):
        return None
    if facts.part.alone and weapon is not None and wtype(facts.attack.st, weapon).machine_gun:
        return Mod("single_man_weapon", -2, "A9.12", "one man on the weapon")
    return None


@rule("A9.4", point=FIRE_FACTOR, order=61, rows=["D1.82e"], of=["weapon", "personnel"])
def far_machine_gun(facts: PartFacts) -> Mod | None:
    """A MG fires beyond 16 hexes as at concealed Infantry, but at broken or overstacked units as they are."""
    part = facts.part
    if (
        part.weapon is None
        or facts.range <= MAX_MG_RANGE
        or isinstance(part.unit, Vehicle)
        or by_ife(facts.attack, part)
    ):
        return None
    st, attack = facts.attack.st, facts.attack
    dim = tuple(u.id for u in attack.targets if not (u.broken or excess_squads(st, attack.target, u.side)))
    if not dim:
        return None
    scope = () if len(dim) == len(attack.targets) else dim
    return Mod("far_machine_gun", -2, "A9.4", f"MG beyond {MAX_MG_RANGE} hexes", scope)


@rule("A7.36", point=FIRE_FACTOR, rows=["SK3.AFPh.2"], order=90, of=["own FP", ADVANCING])
def assault_fire(facts: PartFacts) -> Mod | None:
    """A squad with underlined FP adds one to its inherent FP in the AFPh, fractions up; not at Long Range, nor in
    Opportunity Fire.
    """
    part = facts.part
    if part.weapon is not None or part.occasion != ADVANCING or facts.range > part.normal_range or holds_fire(facts):
        return None
    kind = utype(facts.attack.st, part.unit)
    if has(facts.attack.st, part.unit, "assault_fire") and kind.kind == "squad":
        return Mod("assault_fire", 0, "A7.36", "Assault Fire")
    return None


def part_fire(attack: AttackFacts, part: FirePart) -> PartFire:
    """One part's FP with its factors."""
    reach = attack.st.world.map.distance(part.unit.loc, attack.target)
    facts = PartFacts(attack, part, reach)
    factors = attack.source.factored_by(facts, attack.st.world.rules.mods(FIRE_FACTOR, facts))
    against_all = factors
    for mod in factors:
        if mod.units:
            against_all = tuple([mod for mod in factors if not mod.units])
            break
    return PartFire(part, _multiplied(part.fp, against_all), factors)


def _multiplied(printed: int, factors: tuple[Mod, ...]) -> int:
    """A printed FP after its factors, in their order: Assault Fire comes last."""
    fp = printed * UNIT
    for mod in factors:
        if mod.value > 0:
            fp *= mod.value
        elif mod.value < 0:
            fp //= -mod.value
        else:
            bonus = ift().assault_fire.bonus
            fp = -(-(fp + bonus * UNIT) // UNIT) * UNIT
    return fp


def total_fp(parts: tuple[PartFire, ...]) -> int:
    """The FP of the whole attack, in units of ``UNIT``."""
    found = 0
    for part in parts:
        found += part.fp
    return found


def fp_text(fp: int) -> str:
    """FP in units of ``UNIT`` as players write it: ``8``, ``4 1/2``."""
    whole, rest = divmod(fp, UNIT)
    if not rest:
        return str(whole)
    return f"{whole} {Fraction(rest, UNIT)}" if whole else str(Fraction(rest, UNIT))
