"""FP that lies where movers come to: Residual FP and Fire Lanes, with what it does to them (A8.2, A9.22)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from goodorder import odds
from goodorder.core.state import State, Vehicle
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.vehicle_residual import VehicleResidual
from goodorder.odds.aftermath import of_vehicle
from goodorder.rules.a08_defensive.residual import ResidualFP, residual_targets
from goodorder.rules.a09_weapons.fire_lane import fire_lane, lane_targets, lanes_over
from goodorder.rules.d_vehicles.residual import attack_on, due_at
from goodorder.rules.d_vehicles.small_arms import crew_drm, hull_drm
from goodorder.rules.facts.ground import ground
from goodorder.rules.facts.units import is_smc
from goodorder.rules.facts.vehicles import vtype

from .messages.answers import ThreatDoc
from .messages.preview import OddsDoc
from .preview_doc import MOST_SMC, fates_odds, first_roll, vehicle_odds

HARMLESS = ("none",)


class Lying(Struct, frozen=True):
    """FP that lies somewhere and attacks movers there by itself: its words, DRM and the fates of the mover whom it is
    likeliest to hurt; with many leaders among them the results of its DR.
    """

    words: str
    drm: int
    fates: tuple[OddsDoc, ...]

    @property
    def chance(self) -> float:
        """The chance of anything."""
        return sum(one.p for one in self.fates if one.class_ not in HARMLESS)

    def doc(self, st: State, loc: int) -> ThreatDoc:
        """As a threat of no unit."""
        return ThreatDoc(unit="", hex=ground(st, loc).name, fp=self.words, drm=self.drm, p=self.chance, odds=self.fates)


def at_movers(st: State, units: tuple[int, ...]) -> Iterator[Lying]:
    """What attacks units by itself that have just spent MF where they are: the counter, then each Fire Lane."""
    loc = st.units[units[0]].loc
    due, strength = residual_targets(st, loc, units)
    effects = [Effect(due, loc, ResidualFP(1 - st.units[due[0]].side, strength), units)] if due else []
    for effect in (*effects, *lanes_at(st, units)):
        many = sum(is_smc(st, st.units[unit]) for unit in effect.targets) > MOST_SMC
        found = odds.AttackOdds(odds.first_of(st, effect), {}) if many else odds.of(st, effect)
        yield lying(st, effect, found)


def lanes_at(st: State, units: tuple[int, ...]) -> Iterator[Effect]:
    """The attacks of Fire Lanes on units that have just spent MF where they are."""
    loc = st.units[units[0]].loc
    for weapon in lanes_over(st, loc) if any(weapon.lane for weapon in st.weapons.values()) else ():
        if due := lane_targets(st, weapon, loc, units):
            yield Effect(due, loc, fire_lane(st, weapon, loc), units)


def lying(st: State, effect: Effect, found: odds.AttackOdds) -> Lying:
    """What attacks movers by itself, with what its dice come to."""
    words, drm = f"{effect.source.words} {effect.source.fp}", effect.ledger(st).drm.total()
    if not found.fates:
        return Lying(words, drm, first_roll(found.first))
    fates = (fates_odds(fates) for fates in found.units.values())
    return max((Lying(words, drm, one) for one in fates), key=lambda one: one.chance)


def at_vehicle(st: State, vehicle: Vehicle) -> Iterator[Lying]:
    """What attacks a vehicle by itself that has just spent MP where it is."""
    for source in due_at(st, vehicle):
        attack = attack_on(st, vehicle, source)
        drm = hull_drm(attack, vehicle) if vtype(st, vehicle).unarmored else crew_drm(attack, vehicle)
        fates = of_vehicle(st, VehicleResidual(vehicle.id, vehicle.loc, (source,), True), vehicle.id)
        yield Lying(f"{source.words} {source.fp}", drm.total(), vehicle_odds(fates))
