"""Close defense weapons of German AFV in Close Combat (A11.622, D13.34)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Unit, Vehicle
from goodorder.data.charts import close_combat

from ..facts.attack_facts import AttackFacts
from ..facts.hulls import Hull
from ..facts.manned import manned, shaken, standing
from ..facts.source import Source
from ..facts.vehicles import buttoned_up, vtype
from ..ledger import Mod
from ..registry import builds, removable
from .permission import Declared

KIND = "sN"
"""The word for such a weapon among a vehicle's dispensers."""


class CloseDefense(Source, frozen=True):
    """What it fires: at all in the Location who are not behind armor, modified by nothing, to no effect by an Original
    DR above its Usage ``number``; ``soft`` are the vehicles without armor there.
    """

    number: int = 0
    soft: tuple[int, ...] = ()

    words: ClassVar[str] = "close defense weapon"

    def struck(self) -> tuple[tuple[Hull, int, int], ...]:
        """The vehicles without armor in its Location."""
        return tuple((Hull(vehicle), self.fp, self.fp) for vehicle in self.soft)

    @builds("A11.622", "A11.622a", "A11.1")
    def modified_by(self, attack: AttackFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        """Nothing modifies it: no TEM, SMOKE or other Hindrance, nor anything else."""
        return ()


@builds("A11.622", "D13.34", "A11.622a", "D13.34a")
def usage_number(st: State, vehicle: Vehicle) -> int:
    """The highest Original DR by which its close defense weapon does anything, 0 where it has none yet: from July 1944,
    of two numbers the first to December 1944 and the second from then on.
    """
    date, first = st.world.date, close_combat().vehicle.close_defense
    if (date.year, date.month) < (first.year, first.month):
        return 0
    own = [one for one in vtype(st, vehicle).dispensers if one.kind == KIND and one.number is not None]
    return next((one.number or 0 for one in own if one.year in (None, date.year)), 0)


@removable(without=Refusal("A11.622", "it has no close defense weapon"))
@builds("A11.622", "D7.213", "A11.622a")
def close_defense_refusal(
    st: State, loc: int, side: int, declared: Declared, ambusher: int, vehicle: Vehicle | None
) -> Refusal | None:
    """Why a vehicle may not fire its close defense weapon now, or None: Buttoned Up, once in a CCPh, after it or its
    escort has been attacked in it, or as the Ambusher.
    """
    if vehicle is None or vehicle not in standing(st, loc, side) or not usage_number(st, vehicle):
        return Refusal("A11.622", "it has no close defense weapon")
    if not manned(vehicle) or shaken(vehicle) or not buttoned_up(st, vehicle):
        return Refusal("A11.622", "only while its crew is Buttoned Up, and can fight")
    if vehicle.id in declared.defended_by:
        return Refusal("A11.622", "once in a CCPh")
    escorts = [unit.id for unit in st.side_at(loc, side)]
    if ambusher != side and not {vehicle.id, *escorts}.intersection((*declared.struck, *declared.defended)):
        return Refusal("A11.622", "only once it or its escort has been attacked in this CCPh")
    return None


@builds("A11.622")
def close_defenders(st: State, loc: int, side: int, declared: Declared, ambusher: int) -> tuple[Vehicle, ...]:
    """The vehicles of a side in a Location that may fire such a weapon now."""
    found = standing(st, loc, side) if st.vehicles else ()
    return tuple(one for one in found if close_defense_refusal(st, loc, side, declared, ambusher, one) is None)


@builds("A11.622", "A11.622a")
def fired(st: State, vehicle: Vehicle) -> tuple[CloseDefense, tuple[Unit, ...]]:
    """What its weapon fires, and the Personnel whom that attacks: all of the Location, of both sides."""
    here = st.vehicles_at(vehicle.loc)
    soft = tuple(one.id for one in here if not one.wreck and vtype(st, one).unarmored)
    fp = close_combat().vehicle.close_defense.fp
    return CloseDefense(vehicle.side, fp, usage_number(st, vehicle), soft), st.at(vehicle.loc)
