"""What a side fires besides its units' attacks and its weapons' shots at them: SMOKE at hexes, Panzerfausts,
flamethrowers.
"""

from __future__ import annotations

from goodorder.core.actions import Panzerfaust
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry
from goodorder.rules.c_ordnance.panzerfaust import faust_refusal

from .fire_drafts import aim_of
from .flame_menu import FlameMenu
from .ordnance_menu import OrdnanceMenu
from .panzerfaust import PanzerfaustMenu
from .smoke_menu import SmokeMenu


class AlsoFired:
    """The menus of these, for the side, the phase and the targets of an :class:`OrdnanceMenu`."""

    def __init__(self, guns: OrdnanceMenu) -> None:
        self.guns = guns
        self.smoke = SmokeMenu(guns)
        self.flames = FlameMenu(guns.st, guns.side, guns.phase, guns.targets)
        self.panzerfausts = PanzerfaustMenu(guns.st, guns.side, guns.phase, guns.targets)

    def any(self) -> bool:
        """Whether there is anything."""
        return self.flames.any() or self.smoke.any() or self.panzerfausts.any()

    def root(self) -> list[Entry]:
        """A branch for each."""
        return [*self.flames.root(), *self.smoke.root(), *self.panzerfausts.root()]

    def panzerfaust_refusal(self, action: Panzerfaust) -> Refusal | None:
        """Why a unit may not try for a Panzerfaust at this target, or None."""
        guns, st = self.guns, self.guns.st
        aim = aim_of(guns.targets, action.shot)
        unit = st.units.get(action.unit)
        if aim is None or unit is None or unit.side != guns.side:
            return Refusal("C13.31", "there is nobody to fire at there")
        return faust_refusal(st, guns.phase, action, aim.units)
