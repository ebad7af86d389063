"""Close Combat Values: the Kill Number against a vehicle, and the strength against its attack (A11.5, A11.62)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from goodorder.core.state import Fighter, State, Unit
from goodorder.data.charts import close_combat

from ..facts.attack_facts import unit_mark, weapon_mark
from ..facts.units import is_inexperienced, is_smc, utype
from ..ledger import Mod
from ..points import CC_FACTOR
from ..registry import builds

if TYPE_CHECKING:
    from .attack import CombatFacts

Fate = Literal["nothing", "immobilized", "eliminated", "burn"]
"""What an attack does to a vehicle, from the least to the worst."""

FATE_WORDS: Final[dict[Fate, str]] = {
    "nothing": "no effect",
    "immobilized": "immobilized",
    "eliminated": "destroyed",
    "burn": "destroyed, burning",
}
_ORDER: Final[tuple[Fate, ...]] = ("nothing", "immobilized", "eliminated", "burn")


def main_attacker(facts: CombatFacts) -> Unit:
    """The attacker whose CCV counts: the MMC, else the first man."""
    men = facts.men
    return next((unit for unit in men if not is_smc(facts.st, unit)), men[0])


@builds("A11.5", "A11.5a", "SK3.CCPh.5")
def ccv_mods(facts: CombatFacts) -> tuple[Mod, ...]:
    """What makes the CCV of an attack on a vehicle: the main attacker's, one more for a SMC who joins him, one less for
    each halving of his FP, and in the MPh for his First or Final Fire counter (D7.213).
    """
    from .attack import StrikeFacts

    st, main, table = facts.st, main_attacker(facts), close_combat().vehicle
    mods = [*_own(facts, main)]
    if any(is_smc(st, unit) and unit.id != main.id for unit in facts.men):
        line = table.changes["joining_smc"]
        mods.append(Mod("joining_smc", line.drm, line.rule, "a man joins in"))
    halved: tuple[Mod, ...] = st.world.rules.mods(CC_FACTOR, StrikeFacts(facts, main))
    mods += [Mod(mod.id, table.changes["each_halving"].drm, mod.rule, mod.reason) for mod in halved]
    if st.turn.phase == "MPh" and any(_marked(st, unit) for unit in facts.men):
        mods.append(Mod("fire_counter", table.changes["fire_counter"].drm, "D7.213", "First or Final Fire counter"))
    return tuple(mods)


def _marked(st: State, unit: Unit) -> bool:
    """Whether a unit or anything that it possesses bears a fire counter."""
    return bool(unit_mark(st, unit)) or any(weapon_mark(st, weapon) for weapon in st.weapons_of(unit.id))


@builds("A19.34", "A19.34a")
def _own(facts: CombatFacts, unit: Unit) -> tuple[Mod, ...]:
    """A unit's CCV by its kind and its training."""
    kind, table = utype(facts.st, unit), close_combat().vehicle
    mods = [Mod(f"ccv:{unit.id}", table.ccv[kind.kind], "A11.5", f"CCV of {kind.code}")]
    if not is_smc(facts.st, unit) and is_inexperienced(facts.st, unit):
        mods.append(Mod("inexperienced", table.changes["inexperienced"].drm, "A11.5", "Inexperienced"))
    return tuple(mods)


@builds("A11.62", "A11.62b")
def defending_ccv(facts: CombatFacts, unit: Fighter) -> int:
    """A defender's strength against a vehicle's attack: its CCV, never below 1; of a SMC beside a MMC only what he adds
    to that one's.
    """
    if not isinstance(unit, Unit):
        return 0
    table, st = close_combat().vehicle, facts.st
    if is_smc(st, unit) and any(isinstance(one, Unit) and not is_smc(st, one) for one in facts.defenders):
        return table.changes["joining_smc"].drm
    value = sum(mod.value for mod in _own(facts, unit)) + unit.pinned * table.changes["each_halving"].drm
    return max(table.least_ccv, value)


@builds("A11.5", "A11.501", "A11.501a")
def vehicle_fate(ccv: int, final: int, unlikely: int = 0) -> Fate:
    """What a Final DR does to a vehicle: below the CCV destroyed, equal immobilized, at half of it or less burning; an
    Unlikely Kill's dr stands where it does worse.

    >>> vehicle_fate(5, 4), vehicle_fate(5, 5), vehicle_fate(5, 2), vehicle_fate(6, 3), vehicle_fate(5, 6)
    ('eliminated', 'immobilized', 'burn', 'burn', 'nothing')
    >>> vehicle_fate(3, 4, unlikely=3), vehicle_fate(5, 4, unlikely=3), vehicle_fate(5, 4, unlikely=1)
    ('immobilized', 'eliminated', 'burn')
    """
    found: Fate = "nothing"
    if final < ccv:
        found = "burn" if 2 * final <= ccv else "eliminated"
    elif final == ccv:
        found = "immobilized"
    if not unlikely:
        return found
    return max(found, close_combat().vehicle.by_dr[unlikely - 1], key=_ORDER.index)
