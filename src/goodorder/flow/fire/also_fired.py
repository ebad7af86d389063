"""What a side fires besides its units' attacks on the IFT: weapons that must hit first, machine guns of vehicles, SMOKE
at hexes, Panzerfausts, flamethrowers, MOL, thrown demolition charges.
"""

from __future__ import annotations

from collections.abc import Iterator

from goodorder.core.actions import Detonate, Molotov, Panzerfaust, ThrowCharge
from goodorder.core.errors import Refusal
from goodorder.core.frames import Do
from goodorder.core.menu import Entry
from goodorder.core.state import State
from goodorder.rules.a07_fire.encirclement import Way
from goodorder.rules.a22_molotovs import any_has_them, molotov_refusal
from goodorder.rules.a23_charges import throw_refusal
from goodorder.rules.c_ordnance.panzerfaust import faust_refusal, may_be_had
from goodorder.rules.facts.special_arms import special_arms

from ..shared.walls import after_fire
from .charges import ThrowMenu, throw
from .flame_menu import FlameMenu
from .molotov import MolotovCheck
from .molotov_menu import MolotovMenu, targets_beside
from .ordnance_menu import OrdnanceMenu
from .panzerfaust import PanzerfaustCheck, PanzerfaustMenu
from .set_charges import DetonateMenu, DetonationTask
from .smoke_menu import SmokeMenu
from .targets import Aim, aim_of
from .vehicle_menu import VehicleMenu

Also = Panzerfaust | ThrowCharge | Molotov | Detonate
"""What is fired so by an action of its own."""


AnyMenu = VehicleMenu | FlameMenu | ThrowMenu | SmokeMenu | PanzerfaustMenu | MolotovMenu | DetonateMenu


SMALL_ARMS_ALONE = ("small arms alone 0", "small arms alone 1")
"""Where it is kept for each side whether it has nothing of this kind."""


def also_fired(st: State, side: int, phase: str, targets: tuple[Aim, ...]) -> AlsoFired | None:
    """All that a side may fire so at ``targets``; None where it has nothing of the kind, as in most games of Infantry:
    looked for once while no weapon changes.
    """
    if not st.vehicles:
        (weapons, world), nothing = st.tables.get(SMALL_ARMS_ALONE[side], ((None, None), False))
        if weapons is not st.weapons or world is not st.world:
            nothing = _small_arms_alone(st, side)
            st.tables[SMALL_ARMS_ALONE[side]] = (st.weapons, st.world), nothing
        if nothing:
            return None
    return AlsoFired(OrdnanceMenu(st, side, phase, targets))


def _small_arms_alone(st: State, side: int) -> bool:
    """Whether a side has none of it where there are no vehicles."""
    arms = special_arms(st)
    some = arms.at_men or arms.flames or arms.charges or arms.laid or may_be_had(st) or any_has_them(st, side)
    return not some


class AlsoFired:
    """The menus of these, for the side, the phase and the targets of an :class:`OrdnanceMenu`."""

    def __init__(self, guns: OrdnanceMenu) -> None:
        self.guns = guns
        self._made: tuple[AnyMenu, ...] | None = None

    def _menus(self) -> tuple[AnyMenu, ...]:
        """Those of what there is in this game at all, made once."""
        if self._made is None:
            self._made = tuple(self._there())
        return self._made

    def _there(self) -> Iterator[AnyMenu]:
        guns, st, side, phase = self.guns, self.guns.st, self.guns.side, self.guns.phase
        targets = guns.targets
        manned = tuple([aim for aim in targets if aim.gun is None])
        if st.vehicles:
            yield VehicleMenu(st, side, phase, targets, in_sight=guns.in_sight)
        arms = special_arms(st)
        if arms.flames:
            yield FlameMenu(st, side, phase, manned)
        if arms.charges:
            yield ThrowMenu(st, side, phase, targets)
        if arms.smoking and guns.armed():
            yield SmokeMenu(guns)
        if may_be_had(st):
            yield PanzerfaustMenu(st, side, phase, manned)
        if any_has_them(st, side):
            yield MolotovMenu(st, side, phase, manned)
        if arms.laid:
            yield DetonateMenu(st, side, phase)

    def any(self) -> bool:
        """Whether there is anything."""
        return self.guns.any() or any(menu.any() for menu in self._menus())

    def root(self) -> list[Entry]:
        """A branch for each."""
        return [*self.guns.root(), *(entry for menu in self._menus() for entry in menu.root())]

    def refusal(self, action: Also) -> Refusal | None:
        """Why a unit may not do this now, or None."""
        guns, st = self.guns, self.guns.st
        if isinstance(action, Detonate):
            return DetonateMenu(st, guns.side, guns.phase).refusal(action)
        unit = st.units.get(action.unit)
        aim = self._aim(action)
        if aim is None or unit is None or unit.side != guns.side:
            return Refusal("A7.4", "there is nobody to fire at there", also=("C13.31", "A23.6", "A22.611"))
        if isinstance(action, ThrowCharge):
            return throw_refusal(st, guns.phase, action)
        if isinstance(action, Molotov):
            return molotov_refusal(st, guns.phase, action, targets_beside(st, aim, guns.side, guns.phase))
        return faust_refusal(st, guns.phase, action, aim.units)

    def _aim(self, action: Panzerfaust | ThrowCharge | Molotov) -> Aim | None:
        if isinstance(action, Panzerfaust | Molotov):
            found, loc, vehicle = aim_of(self.guns.targets, action.shot), action.shot.target, action.shot.vehicle
        else:
            loc, vehicle = action.to, action.vehicle
            found = next((aim for aim in self.guns.targets if aim.loc == loc and aim.named == vehicle), None)
        return found

    def begun(self, action: Also, ring: tuple[Way, ...] = ()) -> Do:
        """What follows at once; ``ring`` are the ways of consecutive fire up to this (A7.7)."""
        if isinstance(action, Detonate):
            return self._detonated(action)
        st, aim = self.guns.st, self._aim(action)
        assert aim is not None
        if isinstance(action, ThrowCharge):
            done, loc = throw(st, self.guns.phase, action, aim.ids), action.to
        elif isinstance(action, Molotov):
            ids = tuple(one.id for one in targets_beside(st, aim, self.guns.side, self.guns.phase))
            done, loc = Do(push=(MolotovCheck(action, ids, self.guns.phase),)), action.shot.target
        else:
            done, loc = Do(push=(PanzerfaustCheck(action, aim.ids, self.guns.phase, ring),)), action.shot.target
        return Do(events=done.events, push=(*done.push, *after_fire(st, loc, st.units[action.unit].loc)))

    def _detonated(self, action: Detonate) -> Do:
        st = self.guns.st
        charge = st.weapons[action.weapon].laid
        walls = after_fire(st, charge.loc, st.units[action.unit].loc) if charge is not None else ()
        return Do(push=(DetonationTask(action, self.guns.phase), *walls))
