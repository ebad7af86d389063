"""The To Hit number, its DRM, and whom a DR hits (C3.3)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.state import State
from goodorder.data.charts import to_hit
from goodorder.data.charts.to_hit import Shooter

from ..facts.crew import qualified
from ..facts.firers import attack_facts
from ..facts.indirect import AIR_BURSTS, HIGHER_LEVELS
from ..facts.ordnance import ToHitFacts, to_hit_facts
from ..ledger import Ledger, Mod
from ..points import FIRE_DRM, TO_HIT_DRM, TO_HIT_NUMBER
from ..registry import builds

TEM = frozenset({"tem", "hexside_tem", "crest_tem", "height_advantage", "runway", AIR_BURSTS, HIGHER_LEVELS})
"""Ids of the modifiers that are terrain effects (TEM)."""


DASH, MOVING = "J", frozenset({"J3", "J4"})
"""The case of Infantry that dashes, and those of moving Infantry that it takes the place of (A4.63)."""


class ToHitLedger(Struct, frozen=True):
    """Everything that decides a hit before the dice: the number to roll or less, how it is made up, and the DRM."""

    facts: ToHitFacts
    number: Ledger
    drm: Ledger

    @property
    def needed(self) -> int:
        """The Modified To Hit number."""
        return self.number.total()

    def hits(self, original: int) -> tuple[int, ...]:
        """The targets that an Original DR hits, in the order of their stack (C3.3, C3.32)."""
        return tuple(u.id for u in self.facts.attack.targets if original + self.drm.total(u.id) <= self.needed)

    def groups(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The targets by their total DRM: (DRM, unit ids)."""
        found: dict[int, tuple[int, ...]] = {}
        for unit in self.facts.attack.targets:
            total = self.drm.total(unit.id)
            found[total] = (*found.get(total, ()), unit.id)
        return tuple(found.items())

    def needs(self) -> str:
        """The Original DR that hits, in words: ``7 or less``, ``7 or less (6 for some targets)``."""
        totals = [self.needed - drm for drm, _ in self.groups()] or [self.needed - self.drm.total()]
        best, worst = max(totals), min(totals)
        return f"{best} or less" + (f" ({worst} for some targets)" if worst < best else "")


def to_hit_ledger(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> ToHitLedger:
    """The To Hit ledger of a declared shot, worked out once for a position."""
    key = ("to_hit_ledger", action, targets, phase)
    found: ToHitLedger | None = st.memo.get(key)
    if found is None:
        assert action.ordnance is not None
        attack = attack_facts(st, action, tuple(st.units[unit] for unit in targets), phase)
        found = st.memo[key] = ledger_of(to_hit_facts(attack, action.ordnance))
    return found


LETTERS = {"ffnam": "J3", "ffmo": "J4", "hazardous": "O", "hindrance": "R", "smoke": "R"} | dict.fromkeys(TEM, "Q")
"""The case of ordnance that each modifier of any fire is, by its id; one that is none has no letter."""


def ledger_of(facts: ToHitFacts) -> ToHitLedger:
    """The number by Target Type and range with its changes; as DRM what any fire would have (TEM and Hindrances, FFMO
    and FFNAM, a CX firer), and the cases of ordnance.
    """
    rules = facts.st.world.rules
    number = Ledger((basic_number(facts), *rules.mods(TO_HIT_NUMBER, facts)))
    shared = (_as_case(mod) for mod in rules.mods(FIRE_DRM, facts.attack))
    own: tuple[Mod, ...] = rules.mods(TO_HIT_DRM, facts)
    return ToHitLedger(facts, number, Ledger(counted(facts, (*own, *shared))))


def _as_case(mod: Mod) -> Mod:
    """What modifies any fire, by the case of ordnance that it is."""
    letter = LETTERS.get(mod.id)
    if letter is None:
        return mod
    return replace(mod, rule=to_hit().case(letter).rule, reason=f"{mod.reason} (Case {letter})")


def letter_of(mod: Mod) -> str:
    """The letter of a modifier that is a case of ordnance, "" for any other."""
    if mod.id.startswith("case_"):
        return mod.id.removeprefix("case_").partition("_")[0].upper()
    return LETTERS.get(mod.id, "")


@builds("C3.331", "C5.5", "C6.3", "C6.6")
def counted(facts: ToHitFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
    """The modifiers that count beside each other: some cases exclude others, some are not used on the Area Target Type,
    where TEM modifies the effect instead (C3.331).
    """
    cases = to_hit().cases
    letters = {letter for mod in mods if (letter := letter_of(mod))}
    if DASH in letters:
        letters -= MOVING
        mods = tuple(mod for mod in mods if letter_of(mod) not in MOVING)
    out = {one for letter in letters for one in to_hit().case(letter).without}
    if facts.area:
        out |= {letter for letter in cases if not cases[letter].area}
    return tuple(mod for mod in mods if letter_of(mod) not in out)


@builds("C3.3")
def basic_number(facts: ToHitFacts) -> Mod:
    """The Basic To Hit number of the Target Type at this range, red or black by the firer's nationality."""
    gun = facts.kind
    misused = not qualified(facts.st, facts.unit, facts.weapon)
    side = facts.st.world.sides[facts.unit.side]
    maker = gun.gun.maker if gun.gun is not None else gun.nationality
    shooter = Shooter(side.nationality, maker, facts.st.world.year, "gun", misused)
    colour, _ = to_hit().colour(shooter)
    found = to_hit().basic(facts.shot.target_type, facts.range, colour)
    return Mod("basic", found.number, found.rule, f"{found.row} at range {facts.range}, {colour}")
