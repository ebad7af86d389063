"""A flamethrower is fired at an AFV: its DR is the To Kill DR (A22.34)."""

from __future__ import annotations

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Announced, DiceThrown, Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.data.charts import to_kill
from goodorder.rules.a07_fire.attack import Outcome, attack_ledger, outside_drm
from goodorder.rules.a07_fire.firepower import UNIT, part_fire
from goodorder.rules.a08_defensive.residual import misses_the_bed
from goodorder.rules.c_ordnance.flame_to_kill import flame_fate, flame_number
from goodorder.rules.facts.units import name
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.ledger import Ledger
from goodorder.rules.registry import builds

from ..shared.thrown import thrown
from .residual import LeaveResidual
from .shot import Shot
from .to_kill import FATES, Collateral, destroyed

FRONT = 6
"""A colored die that is asked for where its face does not matter."""


@builds("A22.34", "A22.34a", "A22.34b")
class FlameShot(Shot, frozen=True):
    """A flamethrower against an AFV, then against its crew if it is exposed and the AFV stands."""

    def number(self, st: State, colored: int = FRONT) -> Ledger:
        """The To Kill number."""
        return flame_number(self.facts(st), colored)

    def _target(self, st: State) -> str:
        return vehicle_name(st, st.vehicles[self.action.vehicle])

    def announce(self, st: State) -> tuple[Event, ...]:
        """Who fires at what, with the number."""
        unit, number = st.fighter(self.action.firers[0].unit), self.number(st)
        told = Announced(
            text=f"{name(st, unit)} fires a flamethrower at {self._target(st)}: To Kill {number.total()}",
            rule="A22.34",
            side=unit.side,
            kind="fire",
            subjects=(unit.id,),
            locs=(self.action.target,),
            lines=number.lines(),
        )
        return (told,)

    def ask(self, st: State) -> Roll | Do:
        """The To Kill DR."""
        side = st.fighter(self.action.firers[0].unit).side
        return Roll(TWO_DICE, f"To Kill {self._target(st)}", "A22.34", side, (), f"{self.number(st).total()} or less")

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR with the fate."""
        number, roll = self.number(st, pair[1]), self.ask(st)
        assert isinstance(roll, Roll)
        fate, need = FATES[flame_fate(number.total(), sum(pair))], f"{number.total()} or less"
        return thrown(roll, pair, fate, need=need, lines=number.lines())

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """None: what befalls a vehicle is no result of the IFT."""
        return ()

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """A wreck, or the attack on an exposed crew by the same DR."""
        fate, attack = flame_fate(self.number(st, pair[1]).total(), sum(pair)), self.facts(st)
        if fate is not None:
            return (), (Burns(self.action.vehicle, fate == "burn"),)
        if sum(pair) == to_kill().dud:
            return (), ()
        fp = part_fire(attack, attack.parts[0]).fp // UNIT
        return (), (Collateral(self.action.vehicle, attack.side, fp, sum(pair)),)

    @builds("A8.2")
    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Residual FP of First Fire, unless the DR is a dud."""
        attack = self.facts(st)
        if not attack.moving or sum(pair) == to_kill().dud:
            return ()
        [part] = attack.parts
        assert part.weapon is not None
        ledger = attack_ledger(attack)
        parts, outside = ((part.weapon.id, part_fire(attack, part).fp),), outside_drm(attack, ledger.drm)
        return (LeaveResidual(attack.target, attack.side, parts, outside=outside, crest=misses_the_bed(attack)),)

    def title(self, st: State) -> str:
        """The shot in the breadcrumb."""
        return f"flamethrower at {self._target(st)}"


class Burns(Frame, frozen=True):
    """An AFV is destroyed by flames, burning or with a chance for its crew."""

    vehicle: int
    burning: bool

    def ask(self, st: State) -> Do:
        """The wreck."""
        events, push = destroyed(st, st.vehicles[self.vehicle], burning=self.burning)
        return Do(events=events, push=push)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "flames"
