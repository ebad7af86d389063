"""What follows a hit on a vehicle: the To Kill DR, checks of its crew, Crew Survival, Collateral Attack (C7, D5)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Announced, CrewLost, DiceThrown, Event, VehicleAbandoned, VehicleWrecked
from goodorder.core.events.base import LedgerLine
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State, Vehicle
from goodorder.data.charts.to_kill import Fate, to_kill
from goodorder.rules.c_ordnance.to_kill import Strike, ToKillLedger, to_kill_ledger
from goodorder.rules.d_vehicles.collateral import collateral_ledger, collateral_result
from goodorder.rules.d_vehicles.fates import (
    crew_leaves,
    crew_out,
    immobilized,
    shocked,
    stunned,
    survival_drm,
    survival_number,
)
from goodorder.rules.d_vehicles.pinned_crews import may_be_pinned, pin_crew
from goodorder.rules.facts.crews import crew_morale, manned
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ..shared.checks import CRITICAL_GRENADE
from ..shared.thrown import thrown
from .residual import LeaveResidual

MOST_THAT_PASSES = 11
"""The highest DR that passes any MC: a 12 never does (A10.31)."""

FATES: dict[Fate | None, str] = {
    None: "no effect",
    "burn": "burning wreck",
    "eliminated": "eliminated",
    "immobilized": "immobilized",
    "possible shock": "possible Shock",
    "stun": "Stun",
}
FIVE = 5
"""The Original DR that would have had to harm a vehicle which stands already for its crew to be shaken (D5.5)."""
WORST: tuple[Fate | None, ...] = ("burn", "eliminated", "immobilized or shock", "immobilized", "possible shock", "stun")


def fate_words(fate: Fate | None, strike: Strike) -> str:
    """A fate in words."""
    if fate == "immobilized or shock":
        return "immobilized" if strike.aspect == "hull" else "Shock"
    return FATES[fate]


@builds("C7.1", "C7.7", "SK3.TH.6", "SK3.TH.7")
class ToKill(Frame, frozen=True):
    """The To Kill DR of a hit on a vehicle, or a ``wreck`` that was fired at (D10.1), and what comes of it; ``leaves``
    is its Residual FP, unless it is a dud.
    """

    strike: Strike
    wreck: bool = False
    leaves: tuple[LeaveResidual, ...] = ()

    def ledger(self, st: State) -> ToKillLedger:
        """The Final To Kill number, line by line."""
        return to_kill_ledger(st, self.strike)

    def ask(self, st: State) -> Roll | Do:
        """The DR, unless the vehicle is gone."""
        vehicle = st.vehicles[self.strike.vehicle]
        if vehicle.wreck is not self.wreck or vehicle.burning or vehicle.place != ON_MAP:
            return Do()
        return to_kill_roll(st, self.strike)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """What the DR does."""
        told = to_kill_dice(st, self.strike, faces)
        events, push = befalls(st, self.strike, sum(faces))
        return Do(events=(told, *events), push=(*push, *_left_by(self.leaves, sum(faces))))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return f"To Kill {self.ledger(st).final} of {vehicle_name(st, st.vehicles[self.strike.vehicle])}"


@builds("A8.2")
def _left_by(leaves: tuple[LeaveResidual, ...], original: int) -> tuple[LeaveResidual, ...]:
    """The Residual FP of a hit by its To Kill DR: a dud leaves none."""
    return () if original == to_kill().dud else leaves


def to_kill_roll(st: State, strike: Strike) -> Roll:
    """The request for a To Kill DR."""
    where = f"{strike.aspect} {strike.facing}"
    bare = f"To Kill {vehicle_name(st, st.vehicles[strike.vehicle])}"
    need = f"below {to_kill_ledger(st, strike).final}"
    return Roll(TWO_DICE, f"{bare}, {where}", "C7.1", strike.side, (), need, firers=strike.firers, bare=bare)


def to_kill_dice(st: State, strike: Strike, faces: tuple[int, ...]) -> DiceThrown:
    """The DR with its number line by line and the fate."""
    roll, ledger, total = to_kill_roll(st, strike), to_kill_ledger(st, strike), sum(faces)
    words = "dud" if total == to_kill().dud else fate_words(ledger.fate(total), strike)
    told = thrown(roll, faces, words, lines=ledger.number.lines())
    return replace(told, firers=roll.firers, bare=words, bare_purpose=roll.bare)


@builds("C3.8", "C3.8e")
class TwoToKill(Frame, frozen=True):
    """Two hits of one shot on a vehicle: a To Kill DR for each, of which the firer keeps the worse fate. The first DR
    tells where the second hit is: on ``first`` or on the ``other`` aspect. ``original`` is that of the first DR, 0
    before it is thrown; then ``other`` is the second hit. ``leaves``: as of :class:`ToKill`.
    """

    first: Strike
    other: Strike
    original: int = 0
    leaves: tuple[LeaveResidual, ...] = ()

    def _now(self) -> Strike:
        return self.other if self.original else self.first

    def ask(self, st: State) -> Roll:
        """Each of the DR."""
        roll = to_kill_roll(st, self._now())
        hit = f", hit {2 if self.original else 1} of two"
        return replace(roll, purpose=roll.purpose + hit, bare=roll.bare + hit, rule="C3.8")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The other DR, then the fate that is kept."""
        roll = self.ask(st)
        told = to_kill_dice(st, self._now(), faces)
        told = replace(told, purpose=roll.purpose, bare_purpose=roll.bare, rule="C3.8")
        if not self.original:
            aspect = "turret" if faces[1] < faces[0] else "hull"
            second = self.first if self.first.aspect == aspect else self.other
            return Do(events=(told,), then=replace(self, other=second, original=sum(faces)))
        pairs = ((self.first, self.original), (self.other, sum(faces)))
        strike, original = max(pairs, key=lambda one: _gravity(st, *one))
        events, push = befalls(st, strike, original)
        return Do(events=(told, *events), push=(*push, *_left_by(self.leaves, original)))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Multiple Hits"


def _gravity(st: State, strike: Strike, original: int) -> int:
    """How bad a DR is for the vehicle; where nothing befalls it, a lower DR is worse for an exposed crew."""
    fate = to_kill_ledger(st, strike).fate(original)
    dud = original == to_kill().dud
    return -WORST.index(fate) * 100 if fate is not None else -1000 - original - 100 * dud


@builds("C7.41", "C7.5", "C7.6", "C7.41a", "C7.41b", "C7.5a", "C7.5b", "C7.5c", "C7.6b", "D5.5a", "D8.11a", "D8.22a")
def befalls(st: State, strike: Strike, original: int) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """What an Original To Kill DR does: events at once, then the crew's checks, then a Collateral Attack by the same DR
    on who is exposed.
    """
    vehicle, ledger = st.vehicles[strike.vehicle], to_kill_ledger(st, strike)
    fate = ledger.fate(original)
    if vehicle.wreck:
        return set_alight(vehicle, fate), ()
    if fate in ("burn", "eliminated"):
        return destroyed(st, vehicle, burning=fate == "burn")
    if original == to_kill().dud:
        return (), ()
    beside = (Collateral(strike.vehicle, strike.side, strike.fp, original, ledger.armored, strike.above, strike.firer),)
    hull = strike.aspect == "hull"
    if fate == "immobilized" or (fate == "immobilized or shock" and hull):
        return immobilized(st, vehicle), (CrewCheck(vehicle.id, "abandon"), *beside)
    if fate == "immobilized or shock":
        return shocked(vehicle), ()
    if fate == "stun":
        return stunned(st, vehicle), ()
    checks: tuple[Frame, ...] = ()
    if fate == "possible shock":
        checks = (CrewCheck(vehicle.id, "shock"),)
    if (vehicle.immobile or vehicle.bogged) and _grave(ledger.fate(FIVE), hull=hull):
        checks = (*checks, CrewCheck(vehicle.id, "abandon"))
    return (), (*checks, *beside)


def _grave(fate: Fate | None, *, hull: bool) -> bool:
    """Whether a fate destroys or Shocks, beyond doubt."""
    return fate in ("burn", "eliminated") or (fate == "immobilized or shock" and not hull)


@builds("D10.1", "D10.1b")
def set_alight(wreck: Vehicle, fate: Fate | None) -> tuple[Event, ...]:
    """A wreck that was fired at burns, or is none the worse."""
    return (VehicleWrecked(vehicle=wreck.id, burning=True),) if fate == "burn" else ()


def crew_lost(vehicle: Vehicle) -> tuple[Event, ...]:
    """Nobody is left of a crew: its vehicle halts, Abandoned."""
    men = (CrewLost(vehicle=vehicle.id),) if vehicle.crew else ()
    return (*men, VehicleAbandoned(vehicle=vehicle.id))


@builds("C7.6", "D5.6", "D10.1", "D10.1a", "C7.11b")
def destroyed(st: State, vehicle: Vehicle, *, burning: bool) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """A wreck, burning with all in it, or with a chance for its crew."""
    events = (VehicleWrecked(vehicle=vehicle.id, burning=burning),)
    number = survival_number(st, vehicle)
    if burning or not number:
        return events, ()
    return events, (CrewSurvival(vehicle.id, number, survival_drm(vehicle)),)


@builds("D5.6", "D5.6a", "D5.6c", "D9.2", "D9.2a")
class CrewSurvival(Frame, frozen=True):
    """The DR that tells whether a crew gets out of its wreck: the Crew Survival ``number`` or less with its DRM."""

    vehicle: int
    number: int
    drm: int = 0

    def ask(self, st: State) -> Roll | Do:
        """The DR."""
        vehicle = st.vehicles[self.vehicle]
        return Roll(TWO_DICE, f"Crew Survival, {vehicle_name(st, vehicle)}", "D5.6", vehicle.side, (), self._need())

    def _need(self) -> str:
        return f"{self.number - self.drm} or less"

    def survives(self, faces: tuple[int, ...]) -> bool:
        """Whether a DR saves the crew."""
        return sum(faces) + self.drm <= self.number

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The crew beneath its wreck, or lost with it."""
        vehicle, saved = st.vehicles[self.vehicle], self.survives(faces)
        roll = self.ask(st)
        assert isinstance(roll, Roll)
        lines = (LedgerLine("crew", f"{self.drm:+d}", "Shocked or Stunned", "D5.6"),) if self.drm else ()
        words = "the crew survives" if saved else "the crew is lost"
        told = thrown(roll, faces, words, final=sum(faces) + self.drm, lines=lines)
        return Do(events=(told, *((*crew_out(st, vehicle), VehicleAbandoned(vehicle=vehicle.id)) if saved else ())))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Crew Survival"


@builds("C7.41", "D5.5", "D.8", "C7.41a", "D5.5b", "D5.34a", "D5.341a")
class CrewCheck(Frame, frozen=True):
    """A check of an Inherent crew (D5.1): a TC that decides on ``shock``, or whether it will ``abandon`` its vehicle;
    a MC with a ``drm`` while it is exposed, which may ``stun`` it, or without cover ``break`` it; a PTC that may
    ``pin`` it. ``by_fire``: by an attack on the IFT, whose MC pins who barely passes (A7.82), ``bare`` without cover.
    ``fierce`` is the DRM instead where the colored die shows a 6: a Critical Hit of a WP grenade (A24.31).
    """

    vehicle: int
    cause: Literal["shock", "abandon", "stun", "break", "pin"]
    drm: int = 0
    fierce: int | None = None
    by_fire: bool = False
    bare: bool = False

    def ask(self, st: State) -> Roll | Do:
        """Two dice, unless nobody is in it who could fail."""
        vehicle = st.vehicles[self.vehicle]
        dazed = vehicle.shocked or vehicle.stunned == "stun"
        if not manned(st, vehicle) or vehicle.place != ON_MAP or (dazed and self.cause != "shock"):
            return Do()
        return Roll(TWO_DICE, self._purpose(st), "D5.1", vehicle.side, (), f"{self.need(st)} or less")

    def _purpose(self, st: State) -> str:
        check = f"{self.drm}MC" if self.drm > 0 else "NMC"
        words = {"shock": "Shock TC", "abandon": "Immobilization TC", "pin": "PTC"}.get(self.cause, check)
        return f"{words} of the crew, {vehicle_name(st, st.vehicles[self.vehicle])}"

    def _more(self, st: State, faces: tuple[int, ...] = ()) -> int:
        hit = self.fierce is not None and faces[1:2] == (CRITICAL_GRENADE,)
        drm = self.fierce if hit and self.fierce is not None else self.drm
        return drm + (1 if st.vehicles[self.vehicle].stunned == "+1" else 0)

    def need(self, st: State, faces: tuple[int, ...] = ()) -> int:
        """The Original DR that passes, or less."""
        return crew_morale(st, st.vehicles[self.vehicle]) - self._more(st, faces)

    def fails(self, st: State, faces: tuple[int, ...]) -> bool:
        """Whether a DR fails; a MC by an Original 12 always does."""
        return sum(faces) > self.need(st, faces) or (sum(faces) == 12 and self.cause in ("stun", "break"))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """What a failure brings."""
        vehicle, failed = st.vehicles[self.vehicle], self.fails(st, faces)
        roll, words = self.ask(st), self._words(faces) if failed else "passes"
        assert isinstance(roll, Roll)
        final, need = sum(faces) + self._more(st, faces), f"{crew_morale(st, vehicle)} or less"
        told = thrown(roll, faces, words, final=final, need=need)
        if not failed:
            return Do(events=(told, *(pin_crew(st, vehicle, bare=self.bare) if self._barely(st, faces) else ())))
        return Do(events=(told, *self._failed(st, vehicle, faces)))

    def _barely(self, st: State, faces: tuple[int, ...]) -> bool:
        """Whether a DR is the highest that passes a MC under fire."""
        highest = min(self.need(st, faces), MOST_THAT_PASSES)
        return self.by_fire and self.cause in ("stun", "break") and sum(faces) == highest

    def _words(self, faces: tuple[int, ...]) -> str:
        casualty = sum(faces) == 12
        return {
            "shock": "fails: Shock",
            "abandon": "fails: the crew gets out",
            "stun": "fails: Recall" if casualty else "fails: Stun",
            "break": "fails: the crew is lost" if casualty else "fails: the crew gets out",
            "pin": "fails: a Pin",
        }[self.cause]

    def _failed(self, st: State, vehicle: Vehicle, faces: tuple[int, ...]) -> tuple[Event, ...]:
        casualty = sum(faces) == 12
        match self.cause:
            case "shock":
                return shocked(vehicle)
            case "stun":
                return stunned(st, vehicle, recalled=casualty)
            case "break" if casualty:
                return crew_lost(vehicle)
            case "pin":
                return pin_crew(st, vehicle, bare=self.bare)
        return crew_leaves(st, vehicle)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return self._purpose(st)


@builds("D.8", "D.8A", "A.14a", "D.8a", "D.8b", "D.8c", "D.8d", "D.8e", "D.8Aa", "D.8Ab", "D.8A.EX1", "D.8Bg", "D5.31a")
class Collateral(Frame, frozen=True):
    """The Specific Collateral Attack on an exposed crew, by the Original DR that failed to destroy its vehicle;
    ``shielded``: by armor, behind which it has the CE DRM; ``above``, ``firer``: as in :class:`Strike`.
    """

    vehicle: int
    side: int
    fp: int
    original: int
    shielded: bool = True
    above: int = 0
    firer: int = 0

    def ask(self, st: State) -> Do:
        """Its result, if the crew is there and exposed."""
        vehicle = st.vehicles[self.vehicle]
        if not manned(st, vehicle) or vehicle.shocked or vehicle.stunned == "stun":
            return Do()
        ledger = collateral_ledger(vehicle, shielded=self.shielded, above=self.above)
        if ledger is None:
            return Do()
        result = collateral_result(self.fp, self.original + ledger.total())
        told = self._announced(st, str(result), self.original + ledger.total(), ledger.lines())
        match result.kind:
            case "KIA" | "K":
                if self.shielded:
                    return Do(events=(told, *stunned(st, vehicle, recalled=True)))
                return Do(events=(told, *crew_lost(vehicle)))
            case "MC":
                cause: Literal["stun", "break"] = "stun" if self.shielded else "break"
                check = CrewCheck(vehicle.id, cause, result.number, by_fire=True, bare=not self.shielded)
                return Do(events=(told,), push=(check,))
            case "PTC" if may_be_pinned(st, vehicle):
                return Do(events=(told,), push=(CrewCheck(vehicle.id, "pin", by_fire=True, bare=not self.shielded),))
        return Do(events=(told,))

    def _announced(self, st: State, result: str, final: int, lines: tuple[LedgerLine, ...]) -> Event:
        where = vehicle_name(st, st.vehicles[self.vehicle])
        text = f"Collateral Attack of {self.fp} FP on the crew, {where}: Final {final}, {result}"
        bare, by = f"Collateral Attack on the crew, {where}: {result}", (self.firer,) if self.firer else ()
        return Announced(text=text, rule="D.8", side=self.side, kind="result", subjects=by, lines=lines, bare=bare)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Collateral Attack"
