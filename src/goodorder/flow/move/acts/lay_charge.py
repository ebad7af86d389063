"""Setting a demolition charge: all MF in the own Location, the DEFENDER's window, then the dr (A23.7)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import LayCharge
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.errors import Refusal
from goodorder.core.events import ChargeSet, Event, MoveDeclared, MoveEnded, StepTaken
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import HAZARDOUS, State, Step
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a23_charges import is_charge
from goodorder.rules.a23_set_charges import can_set, laid_by, set_number, set_refusal, setting_ledger
from goodorder.rules.facts.units import is_leader, name
from goodorder.rules.registry import builds

from ...fire.defensive_fire import Touch
from ...shared.thrown import thrown
from ..act import MOVE, Deed, Forecast, MoveAct, Wrap

FACES = 6


@MOVE.act(LayCharge, order=47)
class LayChargeAct(MoveAct[LayCharge]):
    """A unit sets its DC where it is, for its whole MPh; a leader who sets out with it helps."""

    needs = frozenset(("weapons",))

    def refusal(self, st: State, units: tuple[int, ...], action: LayCharge) -> Refusal | None:
        """Who may set one."""
        return set_refusal(st, units, action)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """A leaf for each DC of the unit."""
        if len(units) > 2:
            return []
        found: list[Entry] = []
        for unit in units:
            leader = next((one for one in units if one != unit and is_leader(st, st.units[one])), 0)
            for weapon in st.weapons_of(unit):
                action = LayCharge(unit, weapon.id, leader)
                if is_charge(st, weapon):
                    words, alive = f"{name(st, st.units[unit])}: set its DC here", partial(self.may, st, units, action)
                    key, note = f"set{weapon.id}", "all MF"
                    found.append(leaf(key, words, wrap(action), alive=alive, note=note, kind="seldom", rule="A23.7"))
        return found

    def forecast(self, st: State, units: tuple[int, ...], action: LayCharge) -> Forecast:
        """The dr."""
        ledger, number = setting_ledger(st, action), set_number(st, action)
        good = max(0, min(FACES, number - ledger.total()))
        text = ("It may be set off from the next Player Turn on, from 2 to 6 hexes away (A23.7).",)
        return Forecast("Set the DC", "set", good, FACES, ledger, text)

    def do(self, st: State, units: tuple[int, ...], action: LayCharge) -> Deed:
        """All MF spent in Hazardous Movement; when all fire at it is over the dr."""
        loc = st.units[action.unit].loc
        events: list[Event] = [MoveDeclared(unit=u, declared=HAZARDOUS) for u in units]
        events += [StepTaken(unit=u, step=Step("set", loc, loc, mf_left(st, st.units[u], units))) for u in units]
        return Deed(tuple(events), (), (Touch(loc, units),), (Setting(action),))


@builds("A23.7", "A23.7a")
class Setting(Frame, frozen=True):
    """The dr that sets a DC, of who has stood all fire."""

    action: LayCharge

    def ask(self, st: State) -> Roll | Do:
        """The dr, unless the unit is broken, pinned or lost."""
        if not can_set(st, self.action):
            return Do(events=self._over(st))
        unit, ledger = st.units[self.action.unit], setting_ledger(st, self.action)
        need = f"{set_number(st, self.action) - ledger.total()} or less"
        return Roll(ONE_DIE, f"{name(st, unit)} sets a DC", "A23.7", unit.side, (unit.id,), need)

    def _over(self, st: State) -> tuple[Event, ...]:
        units = (self.action.unit, *((self.action.leader,) if self.action.leader else ()))
        return tuple(MoveEnded(unit=u) for u in units if st.units[u].loc >= 0 and not st.trail(u).ended)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Set, or still in the unit's hands."""
        roll, ledger, [face] = self.ask(st), setting_ledger(st, self.action), faces
        assert isinstance(roll, Roll)
        final = face + ledger.total()
        done = final <= set_number(st, self.action)
        told = thrown(roll, faces, "set" if done else "not set", final=final, lines=ledger.lines())
        placed = (ChargeSet(weapon=self.action.weapon, charge=laid_by(st, self.action)),) if done else ()
        return Do(events=(told, *placed, *self._over(st)))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "sets a DC"
