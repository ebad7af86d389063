"""Recovery of a weapon in a move (A4.44)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from goodorder.core.actions import Recover
from goodorder.core.errors import Refusal
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import NOWHERE, State, Weapon
from goodorder.data.charts import movement
from goodorder.rules.a04_movement.dash import nothing_else_refusal
from goodorder.rules.a04_movement.minimum_acts import minimum_act_refusal
from goodorder.rules.a04_movement.move_weapons import RECOVERY_COST, recover_in_move_refusal
from goodorder.rules.a04_movement.portage import RECOVER, attempt_ledger, recovers
from goodorder.rules.facts.bearers import lying_at
from goodorder.rules.facts.units import name, wtype

from ...rally.rally_weapons import RecoveryRoll
from ..act import MOVE, Forecast, Within, Wrap


@MOVE.act(Recover, order=40)
class RecoverInMove(Within[Recover]):
    """One MF for the whole stack, none for what a broken unit holds; a dr."""

    step = "recover"

    def refusal(self, st: State, units: tuple[int, ...], action: Recover) -> Refusal | None:
        """What lies in the Location, tried once."""
        refusal = nothing_else_refusal(st, units) or recover_in_move_refusal(st, action.unit, action.weapon, units)
        return refusal or minimum_act_refusal(st, units, self.cost(st, action))

    def cost(self, st: State, action: Recover) -> int:
        """Half MF."""
        return 0 if st.weapons[action.weapon].holder else RECOVERY_COST

    def attempt(self, action: Recover) -> Frame:
        """The dr."""
        return RecoveryRoll(action.unit, action.weapon)

    def forecast(self, st: State, units: tuple[int, ...], action: Recover) -> Forecast:
        """The dr."""
        unit = st.units[action.unit]
        good = sum(recovers(st, unit, face) for face in range(1, 7))
        title = f"Recover {wtype(st, st.weapons[action.weapon]).name}"
        needs = (f"needs less than {movement().recovery.below}",)
        return Forecast(title, "recovered", good, 6, attempt_ledger(st, unit, RECOVER), needs)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """A leaf for each unit and each weapon in its Location."""
        loc = st.units[units[0]].loc
        if loc < 0:
            return []
        loose: Sequence[Weapon] = lying_at(st, loc)
        if broken := [unit.id for unit in st.units_that_are("broken") if unit.loc == loc]:
            loose = [one for one in st.weapons.values() if one in loose or one.holder in broken]
        if not loose:
            return []
        found: list[Entry] = []
        for unit in units:
            for weapon in loose:
                act = Recover(unit, weapon.id)
                words, alive = partial(self._line, st, unit, weapon), partial(self.may, st, units, act)
                note = "no MF" if weapon.holder else "1 MF"
                found.append(leaf(f"w{unit}:{weapon.id}", words, wrap(act), alive=alive, note=note, rule="A4.44"))
        return found

    def _line(self, st: State, unit: int, weapon: Weapon) -> str:
        return f"{name(st, st.units[unit])}: recover {wtype(st, weapon).name}"

    def joint(self, st: State, units: tuple[int, ...]) -> Iterator[Recover]:
        """What lies in the Location."""
        for unit in (st.units[u] for u in units if st.units[u].loc != NOWHERE):
            for weapon in lying_at(st, unit.loc):
                act = Recover(unit.id, weapon.id)
                if self.refusal(st, units, act) is None:
                    yield act

    def words(self, st: State, action: Recover) -> str:
        """As others announce theirs."""
        return "recovery"
