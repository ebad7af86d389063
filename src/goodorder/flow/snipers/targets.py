"""The target of a Sniper in its Location: Random Selection, or one chosen outright (A14.2, A14.23)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.actions import Action, Done, PickLocation, Snipe, SnipeSniper
from goodorder.core.dice import ONE_DIE, Roll, selection_dice
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Announced, DummyRemoved, Event
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State
from goodorder.data.charts import snipers
from goodorder.rules.a14_snipers import Quarry, chosen_outright, enemy_sniper_in, quarries, under_mask
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import is_dummy, name
from goodorder.rules.registry import builds

from ..shared.selection import selected
from ..shared.thrown import selection_thrown, thrown
from .hunt import SniperHunt
from .strike import SniperLeader, SniperStrike, strike_at_sniper


def quarry_name(st: State, quarry: Quarry) -> str:
    """A target as the Sniper's side knows it."""
    if quarry.kind == "stack":
        return 'the "?" stack'
    words = name(st, st.fighter(quarry.id))
    return f"the crew of {words}" if quarry.kind == "crew" else words


def _asked_for(quarry: Quarry, loc: int) -> Action:
    return Snipe(quarry.id, quarry.kind == "vehicle") if quarry.id else PickLocation(loc)


@builds("A14.2", "A14.2e", "A14.2f", "A14.2g", "A14.23", "A14.23a")
class SniperTarget(Frame, frozen=True):
    """Who is struck: by Random Selection, but for what may be chosen outright. ``drawn`` are several that the dice
    chose alike: one of them is struck by the first dr, the others each by a new one.
    """

    names_counters: ClassVar[bool] = False
    side: int
    result: int
    loc: int
    random: bool = False
    drawn: tuple[Quarry, ...] = ()

    def _outright(self, st: State) -> tuple[Quarry, ...]:
        return chosen_outright(st, self.loc, self.side)

    def _sniper_here(self, st: State) -> bool:
        return enemy_sniper_in(st, map_now(st).hex_at(self.loc), self.side)

    def ask(self, st: State) -> Choice | Roll | Do:
        """A choice where there is one, else the dice, else the only one."""
        if self.drawn:
            return self._choice(st, tuple(_asked_for(one, self.loc) for one in self.drawn), random=False)
        found = quarries(st, self.loc, self.side)
        if not found:
            return self._at_sniper(st) if self._sniper_here(st) else Do()
        outright = tuple(_asked_for(one, self.loc) for one in self._outright(st))
        if self._sniper_here(st):
            outright = (*outright, SnipeSniper(1 - self.side))
        if outright and not self.random and (len(found) > 1 or len(outright) > 1):
            return self._choice(st, outright, random=True)
        if len(found) == 1:
            return self._strikes(st, found[0], ())
        return self._roll(st, found)

    def _roll(self, st: State, found: tuple[Quarry, ...]) -> Roll:
        where = st.world.map.place_name(self.loc)
        return Roll(selection_dice(len(found)), f"target of the Sniper at {where}", "A14.2", self.side)

    def _choice(self, st: State, choices: tuple[Action, ...], *, random: bool) -> Choice:
        def entries() -> list[Entry]:
            first = leaf("pass", "Random Selection", Done(), kind="pass", rule="A14.2", hotkey=" ", primary=True)
            return [*([first] if random else []), *(self._entry(st, one) for one in choices)]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done) and random:
                return None
            if not isinstance(action, Snipe | SnipeSniper | PickLocation):
                return not_asked("A14.2", "the Sniper's target is chosen first")
            return None if action in choices else Refusal("A14.2", "the Sniper can't choose that")

        return Choice(self.side, "Whom does the Sniper strike?", "A14.2", Menu(entries), check)

    def _entry(self, st: State, action: Action) -> Entry:
        if not isinstance(action, Snipe):
            words = "the enemy Sniper" if isinstance(action, SnipeSniper) else 'the "?" stack'
            key = "sniper" if isinstance(action, SnipeSniper) else "stack"
            return leaf(key, words, action, hex=self.loc, rule="A14.2")
        fighter = name(st, st.fighter(action.unit))
        crew = action.unit in st.vehicles and not action.vehicle
        words = f"the crew of {fighter}" if crew else fighter
        key = f"s{action.unit}{'v' if action.vehicle else ''}"
        return leaf(key, words, action, unit=action.unit, hex=self.loc, rule="A14.2")

    def chosen(self, st: State, action: Action) -> Do:
        """Random Selection, or that one."""
        if isinstance(action, Done):
            return Do(then=SniperTarget(self.side, self.result, self.loc, True))
        if self.drawn:
            first = next(one for one in self.drawn if _asked_for(one, self.loc) == action)
            return self._strikes(st, first, tuple(one for one in self.drawn if one != first))
        if isinstance(action, SnipeSniper):
            return self._at_sniper(st)
        return self._strikes(st, next(one for one in self._outright(st) if _asked_for(one, self.loc) == action), ())

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The highest, with every tie."""
        found = quarries(st, self.loc, self.side)
        drawn = selected(tuple(range(len(found))), faces, 1)
        chosen = tuple(found[number] for number in drawn)
        words = ", ".join(quarry_name(st, one) for one in chosen)
        told = selection_thrown(self._roll(st, found), faces, words)
        if len(chosen) > 1:
            return Do(events=(told,), then=SniperTarget(self.side, self.result, self.loc, True, chosen))
        done = self._strikes(st, chosen[0], ())
        return Do(events=(told, *done.events), push=done.push)

    def _at_sniper(self, st: State) -> Do:
        return Do(events=strike_at_sniper(1 - self.side, self.result))

    def _strikes(self, st: State, first: Quarry, others: tuple[Quarry, ...]) -> Do:
        struck: list[Frame] = [SniperBlow(self.side, self.loc, self.result, first)]
        struck += [SniperAgain(self.side, self.loc, one) for one in others]
        leaders = SniperLeader.of(st, self.loc, self.side)
        return Do(push=(*struck, leaders, SniperHunt(self.side, self.loc)))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "target of the Sniper"


@builds("A14.2", "A14.2g")
class SniperAgain(Frame, frozen=True):
    """The dr of its own of another target that Random Selection drew."""

    side: int
    loc: int
    quarry: Quarry

    def ask(self, st: State) -> Roll:
        """One die."""
        return Roll(ONE_DIE, f"Sniper at {quarry_name(st, self.quarry)}", "A14.2", self.side, (), "1 or 2")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Nothing, or another blow."""
        effective = faces[0] <= snipers().effective
        told = thrown(self.ask(st), faces, "effective" if effective else "no effect")
        push = (SniperBlow(self.side, self.loc, faces[0], self.quarry),) if effective else ()
        return Do(events=(told,), push=push)


@builds("A14.23", "A14.23b")
class SniperBlow(Frame, frozen=True):
    """An attack on one target; of a "?" stack its owner first says how many eligible ones it has."""

    side: int
    loc: int
    result: int
    quarry: Quarry

    def ask(self, st: State) -> Do | Roll:
        """The strike; the dice where a "?" stack holds several."""
        if self.quarry.kind != "stack":
            return Do(push=(SniperStrike(self.side, self.loc, self.result, self.quarry),))
        found = under_mask(st, self.loc, self.side)
        if not found:
            return Do(events=(self._announced(st, 0), *self._dummies(st)))
        if len(found) == 1:
            strike = SniperStrike(self.side, self.loc, self.result, found[0])
            return Do(events=(self._announced(st, 1),), push=(strike,))
        return self._roll(st, found)

    def _roll(self, st: State, found: tuple[Quarry, ...]) -> Roll:
        where = st.world.map.place_name(self.loc)
        return Roll(selection_dice(len(found)), f'target in the "?" stack at {where}', "A14.23", self.side)

    def _announced(self, st: State, number: int) -> Event:
        where = st.world.map.place_name(self.loc)
        what = "no target" if not number else "one target" if number == 1 else f"{number} targets"
        return Announced(text=f'The "?" stack at {where} holds {what}', rule="A14.23", side=1 - self.side)

    def _dummies(self, st: State) -> tuple[Event, ...]:
        here = st.side_at(self.loc, 1 - self.side)
        return tuple(DummyRemoved(unit=unit.id, rule="A14.23") for unit in here if is_dummy(unit))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The uppermost that the dice chose; others of the same face each by a dr of their own."""
        found = under_mask(st, self.loc, self.side)
        drawn = selected(tuple(range(len(found))), faces, 1)
        words = f"number {', '.join(str(number + 1) for number in drawn)} of {len(found)}"
        told = selection_thrown(self._roll(st, found), faces, words)
        first, *others = (found[number] for number in drawn)
        again = tuple(SniperAgain(self.side, self.loc, one) for one in others)
        strike = SniperStrike(self.side, self.loc, self.result, first)
        return Do(events=(self._announced(st, len(found)), told), push=(strike, *again))
