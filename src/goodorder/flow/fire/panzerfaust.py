"""A Panzerfaust: the check, the shot that must follow it, its one victim (C13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from goodorder.core.actions import Fire, Firer, Ordnance, Panzerfaust
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import (
    AmmunitionDepleted,
    Event,
    UnitBroke,
    UnitFired,
    UnitPinned,
    WeaponCreated,
    WeaponRemoved,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import FireMark, State, Unit
from goodorder.data.charts import FireResult
from goodorder.rules.a07_fire.attack import Outcome
from goodorder.rules.a07_fire.encirclement import Way
from goodorder.rules.a25_nations.formations import nation_of
from goodorder.rules.c_ordnance.latw import under_cover
from goodorder.rules.c_ordnance.panzerfaust import (
    PINS_ON,
    backfires,
    check_ledger,
    counter,
    faust_refusal,
    in_hand,
    ready_up_to,
    shots_left,
    their_men,
)
from goodorder.rules.facts.aiming import is_unseen
from goodorder.rules.facts.attack_facts import OCCASIONS_OF
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import is_leader, leadership, name
from goodorder.rules.registry import builds

from ..shared.casualties import reduction
from ..shared.thrown import thrown
from .ordnance import OrdnanceShot
from .targets import Aim
from .vehicle_shot import VehicleShot

SPENT = "C13.3"
"""Why the counter of a Panzerfaust leaves the game: it was fired, or was not there."""


@builds("C13.31", "C13.31b", "C13.31c", "C13.31f")
class PanzerfaustCheck(Frame, frozen=True):
    """A unit looks for a Panzerfaust: if it has one at hand, it is fired at once; ``ring`` as in its shot."""

    action: Panzerfaust
    targets: tuple[int, ...]
    phase: str
    ring: tuple[Way, ...] = ()

    def ask(self, st: State) -> Roll:
        """The dr."""
        unit = st.units[self.action.unit]
        need = f"{ready_up_to(st, unit)} or less"
        return Roll(ONE_DIE, f"Panzerfaust Check of {name(st, unit)}", "C13.31", unit.side, (unit.id,), need, False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The shot; or none, and on a 6 the unit is pinned, a pinned one breaks."""
        unit, ledger = st.units[self.action.unit], check_ledger(st, self.action)
        [face] = faces
        ready = face != PINS_ON and face + ledger.total() <= ready_up_to(st, unit)
        words = "fires" if ready else "none at hand"
        told = thrown(self.ask(st), faces, words, final=face + ledger.total(), lines=ledger.lines())
        made = counter(st, unit)
        events: list[Event] = [told, WeaponCreated(weapon=made)]
        if ready:
            then, fire = in_hand(st, self.action)
            kind = PanzerfaustAtVehicle if fire.vehicle else PanzerfaustShot
            shot = kind(self.targets, self.phase, fire, self.ring)
            return Do(events=(*events, *shot.announce(then)), push=(shot, PanzerfaustGone(made.id)))
        occasion = OCCASIONS_OF[self.phase][0]
        mark = FireMark(occasion, self.action.shot.target, weapon=made.id)
        events += [UnitFired(unit=unit.id, shot=mark), WeaponRemoved(weapon=made.id, reason=SPENT)]
        if face != PINS_ON:
            return Do(events=tuple(events))
        events.append(UnitBroke(unit=unit.id) if unit.pinned else UnitPinned(unit=unit.id))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return "Panzerfaust Check"


class PanzerfaustGone(Frame, frozen=True):
    """A Panzerfaust has been fired."""

    weapon: int

    def ask(self, st: State) -> Do:
        """It is no more."""
        fired = AmmunitionDepleted(weapon=self.weapon, ammo="HEAT")
        return Do(events=(fired, WeaponRemoved(weapon=self.weapon, reason=SPENT)))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Panzerfaust"


@builds("C13.3", "C13.31g", "C13.31h", "C13.34", "C13.34a", "C13.36", "C13.36a", "C13.36b")
class PanzerfaustShot(OrdnanceShot, frozen=True):
    """A Panzerfaust is fired at men."""

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """Nothing where it goes wrong."""
        if _goes_wrong(st, self.action, pair):
            return (Outcome(self.targets, sum(pair), FireResult("NONE")),)
        return super().outcomes(st, pair)

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """Nothing where it goes wrong."""
        return ((), ()) if _goes_wrong(st, self.action, pair) else super().brings(st, pair)

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Its backblast, and the firers' own loss where it goes wrong."""
        return (*super().leaves(st, pair), *_mishap(st, self.action, pair))


@builds("C13.3", "C13.34", "C13.36")
class PanzerfaustAtVehicle(VehicleShot, frozen=True):
    """A Panzerfaust is fired at a vehicle."""

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """Nothing where it goes wrong."""
        return ((), ()) if _goes_wrong(st, self.action, pair) else super().brings(st, pair)

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Its backblast, and the firers' own loss where it goes wrong."""
        return (*super().leaves(st, pair), *_mishap(st, self.action, pair))


def _goes_wrong(st: State, action: Fire, pair: tuple[int, int]) -> bool:
    return backfires(st, st.units[action.firers[0].unit], sum(pair))


def _mishap(st: State, action: Fire, pair: tuple[int, int]) -> tuple[Frame, ...]:
    return (Mishap(action.firers[0].unit),) if _goes_wrong(st, action, pair) else ()


@builds("C13.36")
class Mishap(Frame, frozen=True):
    """A Panzerfaust costs its firers a Casualty Reduction."""

    unit: int

    def ask(self, st: State) -> Do:
        """The loss."""
        events, frames = reduction(st, (self.unit,), "C13.36")
        return Do(events=events, push=frames)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Panzerfaust mishap"


class PanzerfaustMenu:
    """The tries for a Panzerfaust of one side at ``targets`` in ``phase``."""

    def __init__(self, st: State, side: int, phase: str, targets: tuple[Aim, ...]) -> None:
        self.st = st
        self.side = side
        self.phase = phase
        self.targets = targets
        self._near: dict[tuple[int, int], list[Aim]] = {}

    def there(self) -> bool:
        """Whether the side has any left."""
        return any(shots_left(self.st, unit) > 0 for unit in self._of_each_nation())

    def _of_each_nation(self) -> tuple[Unit, ...]:
        """One unit on the map for each nation of the side that has them."""
        alike = {(one.group, one.type): one for one, _ in their_men(self.st, self.side)}
        return tuple({nation_of(self.st, one): one for one in alike.values()}.values())

    def tries(self, unit: Unit, aim: Aim) -> Iterator[Panzerfaust]:
        """The legal tries of a unit at one target in range, of which there are none at what it does not see."""
        st = self.st
        if is_unseen(st, unit, aim.loc, aim.units, aim.vehicle):
            return
        moods = (False, True) if under_cover(st, unit) else (False,)
        for desperate, leaders in product(moods, self._directed(unit)):
            how = Ordnance("vehicle" if aim.named else "infantry", "HEAT", desperate=desperate)
            shot = Fire((Firer(unit.id, False),), aim.loc, leaders, ordnance=how, vehicle=aim.named)
            action = Panzerfaust(unit.id, shot)
            if faust_refusal(st, self.phase, action, aim.units) is None:
                yield action

    @builds("C13.35", "C13.35a")
    def _directed(self, unit: Unit) -> tuple[tuple[int, ...], ...]:
        """Nobody, or one leader beside the unit, whose direction is spent only if the check gives a shot."""
        st = self.st
        beside = (one for one in st.side_at(unit.loc, unit.side) if is_leader(st, one) and one.id != unit.id)
        return (), *((one.id,) for one in beside if leadership(st, one) < 0)

    def in_range(self) -> Iterator[tuple[Unit, Aim]]:
        """Who might try for one, with each target in its range."""
        date = self.st.world.date
        for unit, army in their_men(self.st, self.side):
            if not unit.broken:
                for aim in self._within(unit.loc, army.range(date.year, date.month)):
                    yield unit, aim

    def _within(self, loc: int, reach: int) -> list[Aim]:
        """The targets within so many hexes of a Location, found once for all who are there."""
        found = self._near.get((loc, reach))
        if found is None:
            distance = map_now(self.st).distance
            found = self._near[loc, reach] = [aim for aim in self.targets if distance(loc, aim.loc) <= reach]
        return found

    def any(self) -> bool:
        """Whether there is any."""
        return any(next(self.tries(unit, aim), None) is not None for unit, aim in self.in_range())

    def root(self) -> list[Entry]:
        """One branch that holds a leaf for each."""
        return [branch("panzerfaust", "Panzerfaust", self._leaves, alive=self.any, kind="seldom", rule="C13.3")]

    def _leaves(self) -> list[Entry]:
        board = map_now(self.st)
        found: list[Entry] = []
        for unit, aim in self.in_range():
            for action in self.tries(unit, aim):
                assert action.shot.ordnance is not None
                hard = action.shot.ordnance.desperate
                by = action.shot.leaders
                words = f"{', directed' if by else ''}{', in the backblast' if hard else ''}"
                label = f"{name(self.st, unit)} at {aim.words(self.st)}{words}"
                where = f"v{aim.named}" if aim.named else board.word(aim.loc)
                key = f"u{unit.id}:{where}{':desperate' if hard else ''}{f':by{by[0]}' if by else ''}"
                note = partial(self._note, action)
                found.append(leaf(key, label, action, note=note, confirm=True, hex=aim.loc, unit=unit.id))
        return found

    def _note(self, action: Panzerfaust) -> str:
        most = ready_up_to(self.st, self.st.units[action.unit]) - check_ledger(self.st, action).total()
        return f"a dr of {max(0, min(PINS_ON - 1, most))} or less has one"
