"""The To Hit number, its DRM, and whom a DR hits (C3.3)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire, Ordnance
from goodorder.core.dice import PAIRS
from goodorder.core.remembered import once_a_position
from goodorder.core.state import Fighter, State, Unit, Weapon
from goodorder.data.charts import to_hit
from goodorder.data.charts.to_hit import CaseId, Colour, Shooter

from ..a25_nations.formations import nation_of, nationality_of
from ..d_vehicles.aspect import hull_down
from ..facts.cover import at_vehicle, own
from ..facts.crew import misuse, strange
from ..facts.gun_cover import TEM
from ..facts.masks import under_fire
from ..facts.ordnance import ToHitFacts, to_hit_facts
from ..facts.units import wtype
from ..ledger import Ledger, Mod
from ..points import FIRE_DRM, TO_HIT_DRM, TO_HIT_NUMBER
from ..registry import builds
from .area import TargetPart, joined, parts_of
from .latw import letters_left_out, own_number

LEAST, MOST = 2, 12
"""The lowest and the highest DR."""

DASH, MOVING = "J", frozenset({"J3", "J4"})
"""The case of Infantry that dashes, and those of moving Infantry that it takes the place of (A4.63)."""


class ToHitLedger(Struct, frozen=True):
    """Everything that decides a hit before the dice: the number to roll or less, how it is made up, and the DRM.

    ``targets`` are all that can be hit, in the order of their stacks; ``blind`` those whom the firer does not see.
    """

    facts: ToHitFacts
    number: Ledger
    drm: Ledger
    targets: tuple[Unit, ...] = ()
    blind: tuple[int, ...] = ()

    @property
    def needed(self) -> int:
        """The Modified To Hit number."""
        return self.number.total()

    @property
    def seen(self) -> tuple[Unit, ...]:
        """The targets that the firer sees."""
        return tuple(unit for unit in self.targets if unit.id not in self.blind) if self.blind else self.targets

    @builds("C3.32", "C3.33", "C3.3c", "C3.33b", "C3.33c", "C3.32c", "C3.4a")
    def hits(self, original: int) -> tuple[int, ...]:
        """The targets that an Original DR hits, in the order of their stacks: those whom the firer sees by their own
        DRM; by a mortar also the others, where it hits the hardest of the enemies who are not hidden.
        """
        found = {u.id for u in self.seen if original + self.drm.total(u.id) <= self.needed}
        if self.blind and self.facts.kind.mortar:
            side = self.facts.attack.side
            enemies = [u.id for u in self.seen if u.side != side and not u.hidden]
            if enemies and max(enemies, key=self.drm.total) in found:
                found |= set(self.blind)
        return tuple(unit.id for unit in self.targets if unit.id in found)

    @property
    @builds("C5.35", "C5.35b", "C5.35.EX1")
    def doubled(self) -> bool:
        """Whether the lower die of the DR counts twice: Motion Fire (Case C4)."""
        return any(letter_of(mod) == "C4" for mod in self.drm.mods)

    def counted(self, pair: tuple[int, int]) -> int:
        """The DR that is compared with the number."""
        return sum(pair) + (min(pair) if self.doubled else 0)

    def groups(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The targets that the firer sees by their total DRM: (DRM, unit ids)."""
        found: dict[int, tuple[int, ...]] = {}
        for unit in self.seen:
            total = self.drm.total(unit.id)
            found[total] = (*found.get(total, ()), unit.id)
        return tuple(found.items())

    def needs(self) -> str:
        """The Original DR that hits, in words: ``7 or less``, ``7 or less (6 for some targets)``; where it hits by an
        Improbable Hit only, that (C3.6).
        """
        totals = [self.needed - drm for drm, _ in self.groups()] or [self.needed - self.drm.total()]
        best, worst = min(max(totals), MOST), min(totals)
        if best < LEAST:
            improbable = to_hit().improbable
            last = max(dr for dr in range(1, 7) if improbable.result(dr, hull_down=False) != "miss")
            return f"{improbable.original}, and then a dr of {last} or less,"
        if worst >= best:
            return f"{best} or less{', its lower die doubled,' if self.doubled else ''}"
        return f"{best} or less ({worst} for some targets)" if worst >= LEAST else f"{best} or less (not all targets)"


@once_a_position
def to_hit_ledger(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> ToHitLedger:
    """The To Hit ledger of a declared shot."""
    assert action.ordnance is not None
    units = under_fire(st, targets)
    return ledger_of(parts_of(st, action, units, phase), action.ordnance, units)


LETTERS = {"ffnam": "J3", "ffmo": "J4", "hazardous": "O", "hindrance": "R", "smoke": "R"} | dict.fromkeys(TEM, "Q")
"""The case of ordnance that each modifier of any fire is, by its id; one that is none has no letter."""


@builds("C3.3", "C3.3b")
def ledger_of(parts: tuple[TargetPart, ...], shot: Ordnance, targets: tuple[Unit, ...]) -> ToHitLedger:
    """The number by Target Type and range with its changes; as DRM what any fire would have (TEM and Hindrances, FFMO
    and FFNAM, a CX firer), and the cases of ordnance, of each Location whose units can be hit.
    """
    facts = to_hit_facts(parts[0].attack, shot)
    number = Ledger((basic_number(facts), *facts.st.world.rules.mods(TO_HIT_NUMBER, facts)))
    blind = tuple(unit for part in parts for unit in part.blind)
    seen = [part.attack for part in parts if part.attack.targets] or [parts[0].attack]
    if len(seen) == 1:
        drm = Ledger(_drm(to_hit_facts(seen[0], shot)))
        if shot.target_type == "vehicle" and better_in_terrain(facts, number.total() - drm.total()):
            facts = to_hit_facts(replace(parts[0].attack, in_terrain=True), shot)
            drm = Ledger(_drm(facts))
        return ToHitLedger(facts, number, drm, targets, blind)
    groups = [(_drm(to_hit_facts(one, shot)), tuple(unit.id for unit in one.targets)) for one in seen]
    return ToHitLedger(facts, number, Ledger(joined(groups)), targets, blind)


@builds("D4.2", "D4.2b")
def better_in_terrain(facts: ToHitFacts, most: int) -> bool:
    """Whether the vehicle that is aimed at is Hull Down and claims the TEM of its Location instead: where fewer DR hit
    it so. ``most``: the highest DR that hits it Hull Down.
    """
    attack, vehicle = facts.attack, facts.attack.vehicle
    if vehicle is None or not hull_down(attack):
        return False
    [frm] = attack.eyes()
    terrain = own(at_vehicle(facts.st, frm, vehicle, attack.firers_at(frm), moving=attack.moving))
    if terrain is None or terrain.value <= 0:
        return False
    critical = to_hit().critical.original
    low = sum(1 for pair in PAIRS if sum(pair) <= most and (pair[1] < pair[0] or sum(pair) == critical))
    return sum(1 for pair in PAIRS if sum(pair) <= most - terrain.value) < low


@builds("C5.9", "C6.9", "C5.9d", "C6.9b")
def _drm(facts: ToHitFacts) -> tuple[Mod, ...]:
    """The DRM against the targets of one Location."""
    rules = facts.st.world.rules
    shared = (_as_case(mod) for mod in rules.mods(FIRE_DRM, facts.attack))
    own: tuple[Mod, ...] = rules.mods(TO_HIT_DRM, facts)
    return counted(facts, (*own, *shared))


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


NOT_RFNM: frozenset[CaseId] = frozenset({"J4", "L"})
"""Cases that a RFNM Gun does not use (C10.25)."""


@builds("C10.25", "C3.331", "C5.5", "C6.3", "C6.6", "C3.331a", "C3.331b", "C6.9a", "C6.8a", "C6.6a", "C6.13a", "C6.14a")
@builds("C3.3", "C3.3f", "C5.0a")
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
    gun = facts.kind.gun
    if gun is not None and gun.rfnm:
        out |= NOT_RFNM
    if facts.area:
        out |= {letter for letter in cases if not cases[letter].area}
    out |= letters_left_out(facts)
    return tuple(mod for mod in mods if letter_of(mod) not in out)


def number_colour(st: State, unit: Fighter, weapon: Weapon) -> Colour:
    """The colour of the Basic numbers with which a unit or a vehicle fires a weapon (C3.3)."""
    gun = wtype(st, weapon)
    misused = misuse(st, unit, weapon) > 0
    maker = gun.gun.maker if gun.gun is not None else gun.vehicle.maker if gun.vehicle else gun.nationality
    room: Literal["vehicle", "gun"] = "gun" if gun.vehicle is None else "vehicle"
    shooter = Shooter(nationality_of(st, unit), maker, st.world.year, room, misused, nation_of(st, unit))
    taken = misused and strange(st, unit, weapon) > 0
    black = (gun.pierces and not taken) or (gun.anti_tank_rifle and not misused)
    return "black" if black else to_hit().colour(shooter)[0]


@builds("C3.3", "C3.3a", "C3.3e", "A9.6", "A25.32a", "A25.52a", "A25.6a", "A25.79a", "A25.83a", "A25.242a")
def basic_number(facts: ToHitFacts) -> Mod:
    """The Basic To Hit number of the Target Type at this range, red or black by the firer's nationality, red of what is
    captured; black of a machine gun and an anti-tank rifle that is not.
    """
    if (own := own_number(facts)) is not None:
        return own
    colour = number_colour(facts.st, facts.unit, facts.weapon)
    found = to_hit().basic(facts.shot.target_type, facts.range, colour)
    return Mod("basic", found.number, found.rule, f"{found.row} at range {facts.range}, {colour}")
