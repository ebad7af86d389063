"""Light anti-tank weapons: who fires them, at what, with which number, and their backblast (C13)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.errors import Refusal
from goodorder.core.state import ADVANCING, Fighter, State
from goodorder.data.charts import latw, to_hit
from goodorder.data.charts.to_hit import CaseId
from goodorder.data.counters.support import WeaponType

from ..facts.aiming import seen_at
from ..facts.attack_facts import AttackFacts
from ..facts.field import RUBBLE
from ..facts.ground import ground, map_now
from ..facts.gun_cover import manned_gun
from ..facts.ordnance import ToHitFacts
from ..facts.places import eye
from ..facts.source import Source
from ..facts.units import utype
from ..ledger import Mod
from ..points import MAY_SHOOT, TO_HIT_DRM
from ..registry import builds, rule
from .firer_cases import case

IN_THE_OPEN = "FACTORY"
"""The category of buildings in which a backblast harms nobody (C13.8)."""


@builds("C13.42", "C13.33", "C13.42a", "C13.33a", "C13.48a")
def own_number(facts: ToHitFacts) -> Mod | None:
    """The Basic To Hit number of a weapon with a table of its own, the same against everything; None for any other."""
    kind = facts.kind
    if kind.panzerfaust:
        found = latw().panzerfaust.to_hit_number(facts.range)
        return Mod("basic", found.number, found.rule, f"{kind.name} at range {facts.range}")
    if not kind.to_hit:
        return None
    number = kind.to_hit[min(facts.range, len(kind.to_hit) - 1)]
    return Mod("basic", number, "C13.42", f"{kind.name} at range {facts.range}")


@rule("C13.1", point=TO_HIT_DRM, order=35, rows=["C13.1c", "C13.8b", "C5.34a", "C5.34b", "C5.34c"])
def case_c3(facts: ToHitFacts) -> Mod | None:
    """C3: a light anti-tank weapon in the AFPh but by Opportunity Fire, or one that spares its firers the backblast of
    a shot from under cover; twice for both.
    """
    if not facts.kind.latw or facts.st.trail(facts.unit.id).opportunity:
        return None
    late = facts.part.occasion == ADVANCING
    spared = has_backblast(facts) and under_cover(facts.st, facts.unit) and not facts.shot.desperate
    reasons = [words for words, counts in (("fire in the AFPh", late), ("backblast avoided", spared)) if counts]
    return case("C3", ", ".join(reasons), len(reasons)) if reasons else None


@builds("C13.8", "C13.6", "C13.8a", "C13.6a")
def has_backblast(facts: ToHitFacts) -> bool:
    """Whether the weapon has a backblast."""
    return facts.kind.kind in latw().backblast.kinds


@builds("C13.8")
def under_cover(st: State, unit: Fighter) -> bool:
    """Whether a backblast would fill the place: in a building that is no Factory, or in rubble."""
    terrain = ground(st, unit.loc).terrain
    return (terrain.building and terrain.category != IN_THE_OPEN) or terrain.id in RUBBLE


@rule("C13.8", point=MAY_SHOOT, order=50, rows=["C13.8a", "C13.8b", "C13.81a"])
def backblast(facts: ToHitFacts) -> Refusal | None:
    """From under cover it is fired in desperation, or at ground level by unpinned men who take care or held their fire;
    in the open there is nothing to despair of.
    """
    st, unit = facts.st, facts.unit
    covered = has_backblast(facts) and under_cover(st, unit)
    if facts.shot.desperate:
        return None if covered else Refusal("C13.81", "no backblast threatens its firers here")
    if not covered:
        return None
    if map_now(st).locations[unit.loc].above > 0 or unit.pinned:
        return Refusal("C13.8", "from here its backblast makes it a desperate shot")
    return None


@rule("C13.8", point=MAY_SHOOT, order=51, rows=["C13.8c", "C13.61a"])
def steepness(facts: ToHitFacts) -> Refusal | None:
    """What has a backblast is not fired up within its hex, nor two levels up into the next; a PIAT down in neither."""
    if not facts.kind.latw or facts.range > 1:
        return None
    st, board = facts.st, map_now(facts.st)
    frm, attack = eye(st, facts.unit), facts.attack
    above = board.level(seen_at(st, attack.target, attack.targets, frm)) - board.level(frm)
    if facts.kind.kind == "PIAT" and above < 0:
        return Refusal("C13.61", "a PIAT does not fire down so near")
    most = 0 if facts.own_hex else latw().backblast.levels_up - 1
    if has_backblast(facts) and above > most:
        return Refusal("C13.8", "it does not fire up so steeply")
    return None


@rule("C13.41", point=MAY_SHOOT, order=16, rows=["C13.41a", "C13.45a", "C13.62a", "C9.2b", "C9.2c", "C13.21a"])
def who_fires(facts: ToHitFacts) -> Refusal | None:
    """A MMC, or two SMC; one man alone fires a light mortar, a PIAT or an ATR, and a hero anything."""
    kind = facts.kind
    if not kind.carried:
        return None
    user = utype(facts.st, facts.unit)
    if not user.smc or facts.part.helper is not None or user.hero:
        return None
    return None if one_man_weapon(kind) else Refusal("C13.45", "one man alone does not fire it, but a hero")


def one_man_weapon(kind: WeaponType) -> bool:
    """Whether one man alone fires a weapon that must hit first."""
    return bool(kind.mortar or kind.kind == "PIAT" or kind.anti_tank_rifle or kind.panzerfaust or kind.pierces)


@rule("C13.1", point=MAY_SHOOT, order=31, rows=["C13.1d"])
def no_area(facts: ToHitFacts) -> Refusal | None:
    """A light anti-tank weapon has no Area Target Type."""
    if facts.kind.latw and facts.area:
        return Refusal("C13.1", "a light anti-tank weapon has no Area Target Type")
    return None


@rule("C13.24", point=MAY_SHOOT, order=32, rows=["C13.23a", "C13.24c"])
def atr_targets(facts: ToHitFacts) -> Refusal | None:
    """An ATR is fired on the Infantry Target Type at Guns; at men one of 20mm alone, any other as small arms."""
    if not facts.kind.anti_tank_rifle or facts.shot.target_type != "infantry" or facts.attack.gun is not None:
        return None
    if (facts.kind.caliber or 0) >= latw().atr.infantry_caliber:
        return None
    if any(manned_gun(facts.st, unit) is not None for unit in facts.attack.targets):
        return None
    return Refusal("C13.24", "it fires at men as small arms do, without a To Hit DR")


NEAR = "L"
"""Point Blank, which of light anti-tank weapons an ATR has alone (C6.3)."""


@builds("C13.1", "C6.3", "C13.25", "C13.1a", "C13.1b", "C6.3a", "C5.0a", "C13.25a")
def letters_left_out(facts: ToHitFacts) -> frozenset[CaseId]:
    """The cases that do not count for a weapon: of light anti-tank weapons all that are not marked for them, but Point
    Blank of an ATR, which has no table of its own; of carried ones those of Guns alone.
    """
    cases, kind = to_hit().cases, facts.kind
    if not kind.carried:
        return frozenset()
    kept = {NEAR} if kind.anti_tank_rifle else set()
    left = (letter for letter, one in cases.items() if not one.sw or (kind.latw and not one.latw))
    return frozenset(letter for letter in left if letter not in kept)


class Backblast(Source, frozen=True):
    """What a shot from under cover does to those in the firer's Location: 1 FP, modified by nothing (C13.81)."""

    words: ClassVar[str] = "backblast"

    def modified_by(self, attack: AttackFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        """Nothing."""
        return ()
