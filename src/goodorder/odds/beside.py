"""What frames that are about to run may bring beside the fates of men and vehicles: Heat of Battle, and Snipers (A15.1,
A14.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from msgspec import Struct

from goodorder.core.frames import Frame
from goodorder.core.state import State
from goodorder.flow.fire.shot import Shot
from goodorder.rules.a15_heat_of_battle import may_come

from .aside import locs_of, many_leaders, unheard, unheard_shot
from .heat import cool
from .snipers import deaf, ready
from .spread import Counts
from .stack import Conditions


class Beside(Struct, frozen=True):
    """The chance of a Heat of Battle DR, that of each side's Sniper to be activated; the ``least`` as in
    :class:`.AttackOdds`.
    """

    heat: Fraction
    snipers: dict[int, Fraction]
    least: bool = False


def of_frames(st: State, frames: tuple[Frame, ...], locs: Iterable[int]) -> Beside:
    """Of frames, with all that they bring to some Locations."""
    places, known = tuple(locs), Conditions(st, apart=True)
    return _beside(st, places, lambda counts: unheard(st, frames, places, counts, known))


def of_shot(st: State, shot: Shot) -> Beside:
    """Of a shot at a vehicle, with the checks of its crew."""
    known = Conditions(st, apart=True)
    return _beside(st, locs_of(st, shot), lambda counts: unheard_shot(st, shot, counts, known))


def _beside(st: State, locs: Iterable[int], unheard_by: Callable[[Counts], Fraction]) -> Beside:
    heat = 1 - unheard_by(cool) if may_come(st) else Fraction(0)
    snipers = {side: 1 - unheard_by(deaf(st, side)) for side in ready(st)}
    least = any(many_leaders(st, (unit.id for unit in st.at(loc))) for loc in locs)
    return Beside(heat, {side: chance for side, chance in snipers.items() if chance}, least)
