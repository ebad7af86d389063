"""Leaving a Location in the CCPh: announcing Withdrawal from Melee, and slipping away (A11.2, A11.22, A11.41)."""

from __future__ import annotations

from functools import partial, reduce

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Drop, Withdraw
from goodorder.core.apply import apply
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import (
    Announced,
    CxPlaced,
    Event,
    MoveEnded,
    UnitEliminated,
    UnitMoved,
)
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, branch_if_any, leaf
from goodorder.core.state import ON_MAP, State, Vehicle
from goodorder.rules.a04_movement.portage import drop_events
from goodorder.rules.a11_close_combat.withdrawal import (
    forced_out,
    load_over,
    place_refusal,
    places,
    tires,
    withdrawal_asked,
)
from goodorder.rules.a12_concealment.detection import hiders
from goodorder.rules.a12_concealment.loss import lost
from goodorder.rules.b_terrain.wall_claims import settled
from goodorder.rules.facts.units import in_melee, is_dummy, name, names, wtype
from goodorder.rules.registry import builds

from ..shared.selection import RandomSelection


@builds("A11.2")
@builds("A11.16")
class Announcements(Frame, frozen=True):
    """Before the attacks in a Melee each side, the ATTACKER first, says who Withdraws; broken units have to.

    The parent is resumed with the units that Withdraw, of both sides.
    """

    loc: int
    leaving: tuple[int, ...] = ()
    turn: int = 0
    begun: bool = False

    def _side(self, st: State) -> int:
        return st.turn.attacker if self.turn == 0 else 1 - st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """Broken units first, then each side's announcements."""
        if not self.begun:
            forced = forced_out(st, self.loc)
            text = f"{names(st, forced)}: Withdrawal from Melee, broken"
            notice = Announced(text=text, rule="A11.16", kind="cc", subjects=forced, locs=(self.loc,))
            return Do(events=(notice,) if forced else (), then=replace(self, begun=True, leaving=forced))
        if self.turn > 1:
            return Do(value=self.leaving)
        side = self._side(st)
        eligible = [u.id for u in st.side_at(self.loc, side) if self._refusal(st, side, u.id) is None]
        heavy = _burdened(st, tuple(u.id for u in st.side_at(self.loc, side) if in_melee(st, u) and not u.broken))
        if not eligible and not heavy:
            return Do(then=replace(self, turn=self.turn + 1))

        def entries() -> list[Entry]:
            found = [
                leaf(f"u{u}", f"{name(st, st.units[u])} Withdraws", Withdraw((u,)), unit=u, rule="A11.2")
                for u in eligible
            ]
            done = leaf("pass", "The others stand", Done(), kind="pass", rule="A11.2", hotkey="space", primary=True)
            return [*found, *_drops(st, heavy), done]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if isinstance(action, Drop):
                return _drop_refusal(st, heavy, action)
            if not isinstance(action, Withdraw) or action.to >= 0 or not action.units:
                return not_asked("A11.2", "Withdrawals from Melee are announced now")
            if len(set(action.units)) < len(action.units):
                return Refusal("A11.2", "each unit that Withdraws is named once")
            refusals = (self._refusal(st, side, unit) for unit in action.units)
            return next((refusal for refusal in refusals if refusal), None)

        where = st.world.map.place_name(self.loc)
        return Choice(side, f"Who Withdraws from the Melee in {where}?", "A11.2", Menu(entries), check)

    def _refusal(self, st: State, side: int, unit: int) -> Refusal | None:
        return withdrawal_asked(st, self.loc, side, self.leaving, unit)

    def chosen(self, st: State, action: Action) -> Do:
        """Note who goes."""
        match action:
            case Withdraw(units=units):
                text = f"{names(st, units)}: Withdrawal from Melee"
                notice = Announced(text=text, rule="A11.2", side=self._side(st), kind="cc", subjects=units)
                return Do(events=(notice,), then=replace(self, leaving=(*self.leaving, *units)))
            case Drop(weapon=weapon):
                return Do(events=drop_events(st, weapon, self.loc), then=self)
        return Do(then=replace(self, turn=self.turn + 1))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Withdrawal from Melee"


@builds("A11.21")
@builds("A11.22")
@builds("A11.41")
class SlipAway(Frame, frozen=True):
    """Units that may leave their Location now, one after the other or together; the parent is resumed with who did.

    ``must``: their Withdrawal was announced, and none that has somewhere to go may stay (A11.3).
    """

    units: tuple[int, ...]
    rule: str
    must: bool = False
    gone: tuple[int, ...] = ()

    def _free_to_go(self, st: State) -> tuple[int, ...]:
        waiting = (st.units[unit] for unit in self.units if unit not in self.gone)
        return tuple(u.id for u in waiting if u.place == ON_MAP and places(st, u, loaded=True))

    def ask(self, st: State) -> Choice | Do:
        """Who goes where, or the end when nobody can."""
        eligible = self._free_to_go(st)
        if not eligible:
            return Do(value=self.gone)
        side = st.units[eligible[0]].side
        heavy = _burdened(st, eligible)

        def entries() -> list[Entry]:
            groups = [(unit,) for unit in eligible] + ([eligible] if len(eligible) > 1 else [])
            found = [
                branch_if_any(
                    f"u{'+'.join(map(str, group))}", names(st, group), partial(_ways, st, group), unit=group[0]
                )
                for group in groups
            ]
            stay = [leaf("pass", "Stay", Done(), kind="pass", rule=self.rule, hotkey="space", primary=True)]
            return [*found, *_drops(st, heavy), *([] if self.must else stay)]

        def check(action: Action) -> Refusal | None:
            match action:
                case Done():
                    return Refusal("A11.3", "a Withdrawal that was announced is not taken back") if self.must else None
                case Drop():
                    return _drop_refusal(st, heavy, action)
                case Withdraw(units=units, to=to) if to >= 0:
                    if not units or not set(units) <= set(eligible) or len(set(units)) != len(units):
                        return Refusal(self.rule, "these units may not leave now")
                    return place_refusal(st, units, to)
            return not_asked(self.rule, "say who leaves and where to")

        where = st.world.map.place_name(st.units[eligible[0]].loc)
        return Choice(side, f"Who leaves {where}, and where to?", self.rule, Menu(entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """Go, drop a weapon, or stay."""
        match action:
            case Withdraw(units=units, to=to):
                then = replace(self, gone=(*self.gone, *units))
                side = 1 - st.units[units[0]].side
                waiting = _ambushing(st, to, side)
                ask = RandomSelection(waiting, 1, "who is found", "A11.21", side) if waiting else None
                events = self._leave(st, units, to)
                walls = settled(reduce(apply, events, st), units)
                return Do(events=(*events, *walls), then=then, push=(ask,) if ask else ())
            case Drop(unit=unit, weapon=weapon):
                return Do(events=drop_events(st, weapon, st.units[unit].loc), then=self)
        return Do(value=self.gone)

    def resumed(self, st: State, value: object) -> Do:
        """A concealed enemy whom somebody ran into is known from now on (A11.21)."""
        found = value if isinstance(value, tuple) else ()
        return Do(events=tuple(lost(st.fighter(unit), "A11.21") for unit in found), then=self)

    def _leave(self, st: State, units: tuple[int, ...], to: int) -> tuple[Event, ...]:
        side = st.units[units[0]].side
        text = f"{names(st, units)}: from {st.world.map.place_name(st.units[units[0]].loc)}"
        notice = Announced(
            text=f"{text} to {st.world.map.place_name(to)}", rule=self.rule, side=side, kind="cc", subjects=units
        )
        if _ambushing(st, to, 1 - side):
            return (notice, *(UnitEliminated(unit=unit, reason="A11.21") for unit in units))
        events: list[Event] = [notice]
        for unit in sorted((st.units[u] for u in units), key=lambda u: (u.order, -u.id)):
            tired = tires(st, unit, units, to)
            events.append(UnitMoved(unit=unit.id, loc=to))
            if tired:
                events.append(CxPlaced(unit=unit.id))
            if st.turn.phase == "MPh" and side == st.turn.attacker:
                events.append(MoveEnded(unit=unit.id))
        return tuple(events)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Withdrawal"


def _ambushing(st: State, to: int, side: int) -> tuple[int, ...]:
    """Who waits unseen where somebody Withdraws to: the concealed and hidden of a side, vehicles too, no Dummy."""
    return tuple(one.id for one in hiders(st, to, side) if isinstance(one, Vehicle) or not is_dummy(one))


def _ways(st: State, group: tuple[int, ...]) -> list[Entry]:
    found: list[Entry] = []
    for to in places(st, st.units[group[0]], loaded=True):
        where = st.world.map.place_name(to)
        alive = partial(_open, st, group, to)
        found.append(
            leaf(f"h:{where}", f"to {where}", Withdraw(tuple(sorted(group)), to), alive=alive, kind="hex", hex=to)
        )
    return found


def _open(st: State, group: tuple[int, ...], to: int) -> bool:
    return place_refusal(st, group, to) is None


def _burdened(st: State, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in units if load_over(st, st.units[unit]))


@builds("A4.43", "A4.43c")
def _drop_refusal(st: State, heavy: tuple[int, ...], action: Drop) -> Refusal | None:
    weapon = st.weapons.get(action.weapon)
    if action.unit not in heavy or weapon is None or weapon.holder != action.unit:
        return Refusal("A4.43", "only who carries too much to Withdraw drops a weapon now")
    return None


def _drops(st: State, heavy: tuple[int, ...]) -> list[Entry]:
    return [
        leaf(
            f"w{weapon.id}",
            f"{name(st, st.units[unit])} drops {wtype(st, weapon).name}",
            Drop(unit, weapon.id),
            kind="drop",
            unit=unit,
            weapon=weapon.id,
            rule="A4.43",
        )
        for unit in heavy
        for weapon in st.weapons_of(unit)
    ]
