"""Exact odds of a shot at a vehicle: where it strikes, what becomes of the vehicle, whether its crew gets out (C3, C7).

The frames of the game decide, as everywhere in the odds: the To Hit DR is merged at once into what it brings, then the
dice behind it are followed to their ends.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS
from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State, Vehicle
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.stray_hit import StrayHit
from goodorder.flow.fire.to_kill import ToKill, TwoToKill
from goodorder.flow.fire.vehicle_shot import VehicleHitCheck, VehicleShot
from goodorder.rules.c_ordnance.ammunition import Supply
from goodorder.rules.c_ordnance.to_kill import struck_by, to_kill_ledger
from goodorder.rules.c_ordnance.vehicle_hits import SURE, VehicleHit, checked
from goodorder.rules.d_vehicles.aspect import hull_down
from goodorder.rules.facts.firers import fire_phase

from .spread import SUMS, TOTAL, Project, advance, spread, started

VEHICLE_FATES = (
    "burning",
    "destroyed",
    "abandoned",
    "recalled",
    "stunned",
    "shocked",
    "immobilized",
    "crew pinned",
    "no effect",
)
"""What may become of a vehicle, the worst first."""

DR = range(1, SURE + 1)


class VehicleOdds(Struct, frozen=True):
    """Chances of fire at a vehicle: where a shot strikes (``miss``, ``hull``, ``turret``, ``critical``), what becomes
    of the vehicle, and that its crew gets out of it alive.
    """

    hits: dict[str, Fraction]
    fates: dict[str, Fraction]
    crew: Fraction

    def chance(self, *words: str) -> Fraction:
        """The chance that one of these befalls it."""
        return sum((self.fates.get(word, Fraction(0)) for word in words), Fraction(0))


def vehicle(st: State, action: Fire, phase: str = "") -> VehicleOdds:
    """Exact odds of a shot at a vehicle, or of fire on the IFT at it alone, that could be declared now; ``phase`` is by
    default the position's.
    """
    shot = shot_of(st, (), phase or fire_phase(st, action), action)
    id, here = action.vehicle, started(st, shot)
    brought: Counter[tuple[tuple[Event, ...], tuple[Frame, ...]]] = Counter()
    for pair in PAIRS:
        events, push = shot.brings(st, pair)
        brought[events, tuple(map(_without_residual, push))] += 1
    project = Project((id,))
    unit = TOTAL // len(PAIRS)
    begun = [(advance(here, Do((), None, push), project), unit * count) for (_, push), count in brought.items()]
    before, fates, crew = st.vehicles[id], Counter[str](), 0
    for leaf in spread(begun, project):
        fates[vehicle_fate(before, leaf.state.vehicles[id])] += leaf.weight
        crew += leaf.weight if any(one >= st.next_id for one in leaf.state.units) else 0
    found = {word: Fraction(fates[word], TOTAL) for word in VEHICLE_FATES if fates[word]}
    where = strikes(st, shot) if isinstance(shot, VehicleShot) else {}
    return VehicleOdds(where, found, Fraction(crew, TOTAL))


def direct_fates(st: State, action: Fire, phase: str = "") -> dict[str, Fraction]:
    """The chance of each fate by the To Kill DR alone, before any check of the crew: ``burn``, ``eliminated``,
    ``immobilized``, ``shock``, ``possible shock``; of two hits only the first counts. Found at once, for judgement.
    """
    shot = shot_of(st, (), phase or fire_phase(st, action), action)
    assert isinstance(shot, VehicleShot)
    facts = shot.ledger(st).facts
    low, plain, found = hull_down(facts.attack), facts.kind.never_critical, Counter[str]()
    struck: Counter[tuple[VehicleHit, int]] = Counter()
    for pair in PAIRS:
        hit, colored = shot.found(st, pair), pair[1] if facts.own_hex else SURE
        if shot.supply(st, pair) is Supply.NONE:
            continue
        drs = [checked(hit.check, dr, low=low, plain=plain) for dr in DR] if hit.check else [hit] * SURE
        struck.update((VehicleHit(one.kind, one.aspect), colored) for one in drs if one.aspect)
    for (hit, colored), count in struck.items():
        assert hit.aspect
        ledger = to_kill_ledger(st, struck_by(facts, hit.aspect, colored, critical=hit.critical))
        for (white, other), times in SUMS:
            fate = ledger.fate(white + other)
            if fate == "immobilized or shock":
                found["immobilized" if hit.aspect == "hull" else "shock"] += count * times
            elif fate is not None:
                found[fate] += count * times
    return {word: Fraction(count, SURE * len(PAIRS) ** 2) for word, count in found.items()}


def strikes(st: State, shot: VehicleShot) -> dict[str, Fraction]:
    """Where a shot strikes, each with its chance."""
    facts = shot.ledger(st).facts
    low, plain = hull_down(facts.attack), facts.kind.never_critical
    found: Counter[str] = Counter()
    for pair in PAIRS:
        hit = shot.found(st, pair)
        if shot.supply(st, pair) is Supply.NONE:
            found["miss"] += SURE
        elif hit.check:
            for dr in DR:
                found[_place(checked(hit.check, dr, low=low, plain=plain))] += 1
        else:
            found[_place(hit)] += SURE
    words = ("critical", "turret", "hull", "miss")
    return {word: Fraction(found[word], SURE * len(PAIRS)) for word in words if found[word]}


def _without_residual(frame: Frame) -> Frame:
    """A frame without what it leaves for others to meet."""
    if isinstance(frame, (ToKill, TwoToKill, VehicleHitCheck, StrayHit)):
        return replace(frame, leaves=())
    return frame


def _place(hit: VehicleHit) -> str:
    return "critical" if hit.critical else hit.aspect or "miss"


def vehicle_fate(before: Vehicle, after: Vehicle) -> str:
    """What has become of a vehicle, in the words of ``VEHICLE_FATES``; of a wreck only that it burns now (D10.1)."""
    if after.wreck and not (before.wreck and (before.burning or not after.burning)):
        return "burning" if after.burning else "destroyed"
    if after.abandoned and not before.abandoned:
        return "abandoned"
    if after.recalled and not before.recalled:
        return "recalled"
    if after.stunned == "stun" and before.stunned != "stun":
        return "stunned"
    if after.shocked == "shock" and before.shocked != "shock":
        return "shocked"
    if after.immobile and not before.immobile:
        return "immobilized"
    return "crew pinned" if (after.pinned and not before.pinned) or (before.ce and not after.ce) else "no effect"
