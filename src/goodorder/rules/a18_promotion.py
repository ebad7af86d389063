"""Field Promotion: the modifiers of the Leader Creation dr (A18)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.state import State, Unit
from goodorder.data.charts import leader_creation, nation

from .facts.units import has, morale_level, utype
from .ledger import Ledger, Mod
from .points import PROMOTION_DRM
from .registry import builds, rule

CLOSE_COMBAT = "close combat"
SELF_RALLY = "self-rally"


class PromotionFacts(Struct, frozen=True):
    """The MMC that may bring forth a leader; ``columns`` are the odds columns of its CC attack below 1-1."""

    st: State
    unit: Unit
    trigger: str
    columns: int = 0

    @property
    def morale(self) -> int:
        """The Morale Level at the time of the Original 2: the broken side's in a Self-Rally."""
        if self.trigger == SELF_RALLY:
            return utype(self.st, self.unit).broken_morale
        return morale_level(self.st, self.unit)


def may_promote(st: State, unit: Unit) -> bool:
    """Whether an Original 2 of this unit may create a leader: MMC only, and not every nationality (A18.1, A18.2)."""
    return utype(st, unit).mmc and not has(st, unit, "no_field_promotion")


@builds("A18.2", "SK3.DR.4", "SK3.CCPh.6")
def promotion_ledger(facts: PromotionFacts) -> Ledger:
    """The drm of the Leader Creation dr."""
    return Ledger(facts.st.world.rules.mods(PROMOTION_DRM, facts))


def leader_created(facts: PromotionFacts, face: int) -> tuple[int, str]:
    """The Final dr and the type of the leader it creates, ``""`` for none."""
    final = face + promotion_ledger(facts).total()
    code = leader_creation().leader(final)
    return final, f"{utype(facts.st, facts.unit).nationality}:{code}" if code else ""


@rule("A18.2", point=PROMOTION_DRM, order=10)
def nationality(facts: PromotionFacts) -> Mod | None:
    """Some armies find leaders more easily than others."""
    kind = utype(facts.st, facts.unit)
    drm = leader_creation().drm_of(kind.nationality)
    return Mod("promotion_nationality", drm, "A18.2", nation(kind.nationality).adjective) if drm else None


@rule("A18.2", point=PROMOTION_DRM, order=20)
def bad_odds(facts: PromotionFacts) -> Mod | None:
    """Success against the odds: better by each column below 1-1."""
    if facts.trigger != CLOSE_COMBAT or not facts.columns:
        return None
    drm = leader_creation().drm["odds_column_below_even"].drm * facts.columns
    return Mod("promotion_odds", drm, "A18.2", "odds below 1-1")


@rule("A18.2", point=PROMOTION_DRM, order=30)
def base_morale(facts: PromotionFacts) -> Mod | None:
    """High morale helps, low morale hinders."""
    table = leader_creation().drm
    if facts.morale >= 8:
        return Mod("promotion_morale", table["morale_8_or_more"].drm, "A18.2", "Morale Level 8 or more")
    if facts.morale <= 6:
        return Mod("promotion_morale", table["morale_6_or_less"].drm, "A18.2", "Morale Level 6 or less")
    return None


@rule("A18.2", point=PROMOTION_DRM, order=40)
def was_broken(facts: PromotionFacts) -> Mod | None:
    """A unit that was broken finds a leader less easily."""
    if facts.trigger != SELF_RALLY:
        return None
    return Mod("promotion_broken", leader_creation().drm["broken"].drm, "A18.2", "was broken")
