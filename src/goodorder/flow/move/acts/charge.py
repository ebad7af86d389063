"""Placing a demolition charge: MF in the own hex, then the DEFENDER's window, then it is placed or not (A23.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from goodorder.core.actions import PlaceCharge
from goodorder.core.errors import Refusal
from goodorder.core.events import ChargePlaced, Event, StepTaken
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import State, Step, Unit, Weapon
from goodorder.rules.a04_movement.bypass import spending_refusal
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.minimum_acts import minimum_act_refusal
from goodorder.rules.a23_charges import charge_cost, daunted, is_charge, place_refusal, placed
from goodorder.rules.facts.places import beside
from goodorder.rules.facts.units import name
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ...combat.paatc import TankCheck
from ...fire.defensive_fire import Touch
from ..act import MOVE, Deed, MoveAct, Wrap


@MOVE.act(PlaceCharge, order=46)
class PlaceChargeAct(MoveAct[PlaceCharge]):
    """A unit of the stack places a DC in an ADJACENT Location."""

    needs = frozenset(("weapons",))

    def refusal(self, st: State, units: tuple[int, ...], action: PlaceCharge) -> Refusal | None:
        """Who may place one, and where."""
        if action.unit not in units:
            return Refusal("A23.3", "only a unit of the moving stack")
        refusal = place_refusal(st, units, action)
        if refusal is not None:
            return refusal
        cost = charge_cost(st, st.units[action.unit], action.to)
        return spending_refusal(st, units, cost) or minimum_act_refusal(st, units, cost)

    def _places(self, st: State, unit: Unit) -> Iterator[PlaceCharge]:
        """What could be asked for of each place that its DC could go to, legal or not."""
        for weapon in _unlike(st, unit.id) if unit.loc >= 0 else ():
            named = [(one.loc, one.id) for one in st.vehicles.values()] if st.vehicles else []
            for to, vehicle in (*((to, 0) for to in beside(st, unit.loc)), *named):
                yield PlaceCharge(unit.id, weapon.id, to, vehicle)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """One branch for each unit with a DC."""
        found: list[Entry] = []
        for unit in (st.units[u] for u in units):
            if _unlike(st, unit.id):
                words, opened = partial(_whose, st, unit), partial(self._leaves, st, units, unit, wrap)
                alive = partial(self._anywhere, st, units, unit)
                found.append(branch(f"dc{unit.id}", words, opened, alive=alive, kind="seldom", rule="A23.3"))
        return found

    def _anywhere(self, st: State, units: tuple[int, ...], unit: Unit) -> bool:
        return any(self.may(st, units, action) for action in self._places(st, unit))

    def _leaves(self, st: State, units: tuple[int, ...], unit: Unit, wrap: Wrap) -> list[Entry]:
        first = _unlike(st, unit.id)[0].id
        return [
            leaf(
                (f"v{action.vehicle}" if action.vehicle else f"h:{st.world.map.word(action.to)}")
                + (f":{action.weapon}" if action.weapon != first else ""),
                _where(st, action),
                wrap(action),
                kind="hex",
                hex=action.to,
                note=f"{mf_text(charge_cost(st, unit, action.to))} MF",
            )
            for action in self._places(st, unit)
            if self.may(st, units, action)
        ]

    def do(self, st: State, units: tuple[int, ...], action: PlaceCharge) -> Deed:
        """MF spent where they are; when all fire at it is over it is placed or not."""
        loc, cost = st.units[action.unit].loc, charge_cost(st, st.units[action.unit], action.to)
        events: tuple[Event, ...] = tuple(StepTaken(unit=u, step=Step("place", loc, loc, cost)) for u in units)
        vehicle = daunted(st, action)
        check = (TankCheck(action.unit, vehicle),) if vehicle else ()
        return Deed(events, check, (Touch(loc, units),), (ChargeStands(action),))


def _unlike(st: State, unit: int) -> list[Weapon]:
    """The DC of a unit, of several that are alike the first."""
    held = [weapon for weapon in st.weapons_of(unit) if is_charge(st, weapon)]
    return list({(one.type, one.captured): one for one in reversed(held)}.values())[::-1]


def _whose(st: State, unit: Unit) -> str:
    return f"{name(st, unit)}: place its DC"


def _where(st: State, action: PlaceCharge) -> str:
    place, vehicle = st.world.map.place_name(action.to), st.vehicles.get(action.vehicle)
    with_it = " with a captured one" if st.weapons[action.weapon].captured else ""
    return (f"at {vehicle_name(st, vehicle)}, {place}" if vehicle is not None else f"in {place}") + with_it


@builds("A23.3", "A23.3d", "A23.3e")
class ChargeStands(Frame, frozen=True):
    """A DC is placed, if its unit has stood all fire at it."""

    action: PlaceCharge

    def ask(self, st: State) -> Do:
        """Placed, or still in the unit's hands."""
        charge = placed(st, self.action)
        return Do(events=(ChargePlaced(weapon=self.action.weapon, charge=charge),)) if charge is not None else Do()

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "DC"
