"""Which frame does what a rule requests: rules lie below the flow and name no frame."""

from __future__ import annotations

from goodorder.core.frames import Frame, frame_of
from goodorder.rules.a02_arrival import ArrivalDr
from goodorder.rules.a04_movement.pick_up import PickUpOffer
from goodorder.rules.a12_concealment.gain import ConcealmentDue
from goodorder.rules.a12_concealment.momentary import RevealOffer
from goodorder.rules.a14_snipers import SniperDue, SnipersDue
from goodorder.rules.a15_berserk.going import InfectionDue
from goodorder.rules.a15_heat_of_battle import HeatDue
from goodorder.rules.a16_integrity import IntegrityDue, RegainDue
from goodorder.rules.a20_arms import ScroungeDue
from goodorder.rules.a23_charges import ChargesDue
from goodorder.rules.b_terrain.wall_claims import WallClaimsDue
from goodorder.rules.b_terrain.wind import WeatherDue
from goodorder.rules.c_ordnance.turning import TurnGunsDue
from goodorder.rules.d_vehicles.phase_end_turns import TurnVehiclesDue
from goodorder.rules.d_vehicles.recovery import RecoveryDue

from .drive.phase_end_turns import TurnVehicles
from .fire.charges import Detonations
from .fire.turn_guns import TurnGuns
from .sequence.arrival import ProvisionalRoll
from .sequence.concealment import GainConcealment
from .sequence.scrounging import Scrounging
from .sequence.shock_recovery import ShockRecovery
from .sequence.weather import WeatherRolls
from .shared.berserk import Infection
from .shared.heat_of_battle import HeatOfBattle
from .shared.integrity import IntegrityCheck, RegainElr
from .shared.momentary import MomentaryReveal
from .shared.pick_up import PickUp
from .shared.walls import WallClaims
from .snipers.attack import SniperAttacks
from .snipers.placing import SetUpSniper


@frame_of.register
def arrival(request: ArrivalDr) -> Frame:
    """A group's dr to arrive (A2.5)."""
    return ProvisionalRoll(request.group, request.need)


@frame_of.register
def pick_up(request: PickUpOffer) -> Frame:
    """The offer of weapons left behind (A4.44)."""
    return PickUp(request.weapons, request.unit)


@frame_of.register
def concealment(request: ConcealmentDue) -> Frame:
    """Gain of concealment at the end of a Player Turn (A12.12)."""
    return GainConcealment()


@frame_of.register
def reveal(request: RevealOffer) -> Frame:
    """The question whether a concealed unit shows itself for a moment (A12.14)."""
    return MomentaryReveal(request.side, request.found)


@frame_of.register
def charges_go_off(request: ChargesDue) -> Frame:
    """The charges placed in the MPh go off (A23.4)."""
    return Detonations(request.side)


@frame_of.register
def scrounging(request: ScroungeDue) -> Frame:
    """The DR for small arms as the MPh ends (A20.552)."""
    return Scrounging(request.units)


@frame_of.register
def turn_guns(request: TurnGunsDue) -> Frame:
    """The Guns that may be turned as a phase ends (C3.22)."""
    return TurnGuns(request.side)


@frame_of.register
def turn_vehicles(request: TurnVehiclesDue) -> Frame:
    """The vehicles that may be turned as a phase ends (C3.22, D3.12)."""
    return TurnVehicles(request.side)


@frame_of.register
def wall_claims(request: WallClaimsDue) -> Frame:
    """The claims of both sides at the end of the RPh (B9.322)."""
    return WallClaims()


@frame_of.register
def shock_recovery(request: RecoveryDue) -> Frame:
    """The dr of shocked vehicles in the RPh (C7.42)."""
    return ShockRecovery(request.vehicles)


@frame_of.register
def weather(request: WeatherDue) -> Frame:
    """The rolls for Environmental Conditions and wind (B25.5, B25.6)."""
    return WeatherRolls(request.rolls)


@frame_of.register
def heat_of_battle(request: HeatDue) -> Frame:
    """The Heat of Battle DR (A15.1)."""
    return HeatOfBattle(request.unit, request.broken)


@frame_of.register
def infection(request: InfectionDue) -> Frame:
    """The NTC of those beside a leader who went berserk (A15.41)."""
    return Infection(request.leader)


@frame_of.register
def sniper_set_up(request: SniperDue) -> Frame:
    """The place of a Sniper counter before play (A14.2)."""
    return SetUpSniper(request.side)


@frame_of.register
def sniper_attacks(request: SnipersDue) -> Frame:
    """The Sniper attacks that are due (A14.1)."""
    return SniperAttacks()


@frame_of.register
def integrity_check(request: IntegrityDue) -> Frame:
    """The Integrity Check of a side (A16.2)."""
    return IntegrityCheck(request.side)


@frame_of.register
def regain_elr(request: RegainDue) -> Frame:
    """The offer of a check to regain ELR (A16.3)."""
    return RegainElr(request.side, request.why, request.drm)
