"""A vehicle under fire on the IFT: what its DR does to it and to its crew (A7.307, A7.308, D.8B)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import Announced, VehicleRevealed
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.data.charts import FireResult, ift
from goodorder.data.charts.to_kill import Fate
from goodorder.rules.a07_fire.attack import AttackLedger, fire_column
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.c_ordnance.hulls import hull_result, most_harmed
from goodorder.rules.d_vehicles.aspect import hull_down
from goodorder.rules.d_vehicles.fates import immobilized, shocked, stunned
from goodorder.rules.d_vehicles.pinned_crews import may_be_pinned
from goodorder.rules.d_vehicles.protection import shut_in
from goodorder.rules.d_vehicles.residual import attack_on
from goodorder.rules.d_vehicles.small_arms import struck, under_fire
from goodorder.rules.facts.crews import manned
from goodorder.rules.facts.source import Source
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ..shared.selection import RandomSelection
from ..shared.thrown import thrown
from .to_kill import CrewCheck, crew_lost, destroyed

GRAVITY: tuple[Fate | None, ...] = ("burn", "eliminated", "immobilized or shock", "immobilized", None)
"""Fates from the worst."""


@builds("A12.2", "A12.2b")
class VehicleShown(Frame, frozen=True):
    """What a hit, or a result against its crew, costs a vehicle under a "?"."""

    vehicle: int

    def ask(self, st: State) -> Do:
        """It is Known."""
        vehicle = st.vehicles[self.vehicle]
        return Do(events=(VehicleRevealed(vehicle=vehicle.id),)) if vehicle.concealed else Do()

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Concealment"


@builds("A7.308", "A7.309", "D.8", "A7.308a", "A7.308c", "A7.309a", "D.8a", "D.8Ba", "D5.34a", "D5.341a", "D5.311b")
class VehicleUnderFire(Frame, frozen=True):
    """The ``fate`` of a vehicle without armor, then the result against its ``crew``, unless it is destroyed (D.8).

    ``soft``: the crew has no armor before it, and breaks where another is Stunned; ``unlikely``: a dr may make the fate
    worse (A7.309), though not immobilize what is Hull Down (``low``).
    """

    vehicle: int
    side: int
    fate: Fate | None
    crew: FireResult
    final: int
    turret: bool = False
    soft: bool = False
    unlikely: bool = False
    low: bool = False

    @property
    def harmed(self) -> bool:
        """Whether anything may befall the vehicle itself."""
        return self.fate is not None or self.unlikely

    def _spared(self, st: State) -> bool:
        vehicle = st.vehicles[self.vehicle]
        return vehicle.wreck or vehicle.place != ON_MAP

    def ask(self, st: State) -> Roll | Do:
        """What befalls it, after the dr of an Unlikely Kill."""
        if self._spared(st):
            return Do()
        if self.unlikely and self.fate != "burn":
            need = "1 burns, 2 destroys" + ("" if self.low else ", 3 immobilizes")
            purpose = f"Unlikely Kill, {vehicle_name(st, st.vehicles[self.vehicle])}"
            return Roll(ONE_DIE, purpose, "A7.309", self.side, (), need, subsequent=True)
        return self._befalls(st)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The fate of that dr, where it is worse."""
        roll, [face] = self.ask(st), faces
        assert isinstance(roll, Roll)
        fates: tuple[Fate | None, ...] = ("burn", "eliminated", None if self.low else "immobilized")
        found = fates[face - 1] if face <= len(fates) else None
        worse = min(self.fate, found, key=GRAVITY.index)
        return Do(events=(thrown(roll, faces, found or "no more"),), then=replace(self, unlikely=False, fate=worse))

    def _befalls(self, st: State) -> Do:
        vehicle = st.vehicles[self.vehicle]
        words = f"the vehicle: {self.fate}" if self.fate is not None else f"its crew: {self.crew}"
        text = f"{vehicle_name(st, vehicle)} under fire, Final {self.final}: {words}"
        told = Announced(text=text, rule="A7.308" if self.soft else "D.8", side=self.side, kind="result")
        if self.fate in ("burn", "eliminated"):
            events, push = destroyed(st, vehicle, burning=self.fate == "burn")
            return Do(events=(told, *events), push=push)
        if self.fate == "immobilized or shock" and self.turret:
            return Do(events=(told, *shocked(vehicle)))
        if self.fate is not None:
            frames = (CrewCheck(vehicle.id, "abandon"), replace(self, fate=None, unlikely=False))
            return Do(events=(told, *immobilized(st, vehicle)), push=frames)
        if not manned(st, vehicle) or shut_in(vehicle):
            return Do()
        cause: Literal["stun", "break"] = "break" if self.soft else "stun"
        match self.crew.kind:
            case "KIA" | "K":
                lost = crew_lost(vehicle) if self.soft else stunned(st, vehicle, recalled=True)
                return Do(events=(told, *lost))
            case "MC":
                check = CrewCheck(vehicle.id, cause, self.crew.number, by_fire=True, bare=self.soft)
                return Do(events=(told,), push=(check,))
            case "PTC" if may_be_pinned(st, vehicle):
                return Do(events=(told,), push=(CrewCheck(vehicle.id, "pin", by_fire=True, bare=self.soft),))
        return Do()

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return f"fire at {vehicle_name(st, st.vehicles[self.vehicle])}"


@builds("D9.31", "A8.2", "D.8B", "D.8Ba")
def swept_with_others(
    st: State, source: ResidualFP, vehicles: tuple[int, ...], pair: tuple[int, int]
) -> tuple[Frame, ...]:
    """What Residual FP or a Fire Lane does to vehicles by a DR, which others of their Location suffer too."""
    frames: list[Frame] = []
    for vehicle in (st.vehicles[one] for one in vehicles):
        found = under_fire(attack_on(st, vehicle, source), vehicle, pair)
        if vehicle.concealed and (found.fate is not None or found.crew.kind != "NONE"):
            frames.append(VehicleShown(vehicle.id))
        frame = VehicleUnderFire(vehicle.id, source.side, found.fate, found.crew, found.final, soft=found.soft)
        frames.append(replace(frame, unlikely=found.unlikely))
    return tuple(frames)


@builds("C1.55", "C3.332")
def by_shell(st: State, source: Source, pair: tuple[int, int]) -> tuple[Frame, ...]:
    """What the Effects DR of a shell does to the vehicles that it has hit: no more are harmed than its best column can,
    which is that of a Critical Hit where there is one.
    """
    frames: list[Frame] = []
    struck: list[VehicleUnderFire] = []
    hit = tuple(source.struck())
    for hull, fp, normal in hit:
        if st.vehicles[hull.vehicle].concealed:
            frames.append(VehicleShown(hull.vehicle))
        found = hull_result(st, hull, fp, normal, pair)
        turret = found.aspect == "turret"
        frame = VehicleUnderFire(hull.vehicle, source.side, found.fate, found.crew, found.final, turret, found.soft)
        struck.append(replace(frame, unlikely=found.unlikely))
    return (*frames, *no_more_than(tuple(struck), ift().column(max((fp for _, fp, _ in hit), default=source.fp))))


@builds("A7.308", "C1.55", "A7.308b")
def no_more_than(struck: tuple[VehicleUnderFire, ...], column: int | None) -> tuple[Frame, ...]:
    """One DR at several vehicles: it harms no more than its column can."""
    most = most_harmed(column)
    return (SomeHarmed(struck, most),) if sum(one.harmed for one in struck) > most else struck


@builds("C1.55", "C1.55d")
class SomeHarmed(Frame, frozen=True):
    """Of the vehicles that a DR would harm only ``most`` are, by Random Selection; the crews of all others are
    attacked as they would be.
    """

    struck: tuple[VehicleUnderFire, ...]
    most: int

    def ask(self, st: State) -> Do:
        """Select them."""
        ids = tuple(one.vehicle for one in self.struck if one.harmed)
        chosen = RandomSelection(ids, self.most, "vehicles that are harmed", "C1.55", self.struck[0].side)
        return Do(then=self, push=(chosen,))

    def resumed(self, st: State, value: Any) -> Do:
        """What befalls each."""
        chosen: tuple[int, ...] = value
        spared = (one if one.vehicle in chosen else replace(one, fate=None, unlikely=False) for one in self.struck)
        return Do(push=tuple(spared))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "several vehicles"


def vehicles_under_fire(ledger: AttackLedger, pair: tuple[int, int], spared: int = 0) -> tuple[Frame, ...]:
    """What the DR of an attack on the IFT does to exposed crews and to vehicles without armor in its Location but one
    that is ``spared``; a concealed one that it harms is shown first.
    """
    attack, shown, fires = ledger.attack, list[Frame](), list[VehicleUnderFire]()
    for vehicle in struck(attack):
        if vehicle.id == spared:
            continue
        found = under_fire(attack, vehicle, pair)
        if vehicle.concealed and not found.unlikely and found.fate is None and found.crew.kind == "NONE":
            continue
        if vehicle.concealed:
            shown.append(VehicleShown(vehicle.id))
        frame = VehicleUnderFire(vehicle.id, attack.side, found.fate, found.crew, found.final, soft=found.soft)
        low = found.unlikely and hull_down(replace(attack, vehicle=vehicle))
        fires.append(replace(frame, unlikely=found.unlikely, low=low))
    return (*shown, *no_more_than(tuple(fires), fire_column(ledger, pair)))
