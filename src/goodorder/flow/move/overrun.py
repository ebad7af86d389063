"""Infantry OVR in the MPh: the NTC, what the overrun SMC does, and the immediate CC (A4.15-A4.152)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, Displace, Done
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Announced, Event, MarkerPlaced, MoveEnded, Tried, UnitMoved
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import MK_MELEE, ON_MAP, Marker, State
from goodorder.rules.a04_movement.overrun import (
    followers,
    left_note,
    lone_man,
    ntc_ledger,
    ntc_result,
    passed_note,
)
from goodorder.rules.a04_movement.overrun_options import displacements
from goodorder.rules.a11_close_combat.aftermath import down_from_the_crest, ended_melees
from goodorder.rules.a11_close_combat.groups import Stands, default_stands, with_stand
from goodorder.rules.a11_close_combat.permission import Declared
from goodorder.rules.facts.units import is_smc, name, own_morale
from goodorder.rules.registry import builds

from ..combat.close_combat import LocationCombat
from ..shared.thrown import thrown


@builds("A4.15", "A4.15a", "A4.15b", "A4.15c", "A4.15e")
class OverrunTask(Frame, frozen=True):
    """The NTC of one unit of a moving stack before an Infantry OVR of ``loc``.

    A leader takes it for all MMC of the stack; when he fails none of the stack does anything more in the phase.
    """

    unit: int
    stack: tuple[int, ...]
    loc: int

    def ask(self, st: State) -> Roll:
        """Two dice."""
        unit = st.units[self.unit]
        least = own_morale(st, unit) - ntc_ledger(st, unit, self.stack, self.loc).total()
        return Roll(TWO_DICE, self.title(st), "A4.15", unit.side, (self.unit,), f"{least} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Pass, or end the move of the unit or of the leader's whole stack."""
        unit = st.units[self.unit]
        pair = (faces[0], faces[1])
        result = ntc_result(st, unit, self.stack, self.loc, pair)
        led = followers(st, unit, self.stack) if is_smc(st, unit) else ()
        dice = thrown(
            self.ask(st),
            faces,
            "passes" if result.passed else "fails, its move is over",
            final=result.final,
            need=f"{result.level} or less",
            lines=ntc_ledger(st, unit, self.stack, self.loc).lines(),
        )
        after: list[Event] = []
        if result.passed:
            after += [Tried(unit=u, note=passed_note(st, st.units[u], self.loc)) for u in (self.unit, *led)]
        else:
            after += [MoveEnded(unit=u) for u in (self.stack if led else (self.unit,))]
        return Do(events=(dice, *after))

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"NTC of {name(st, st.units[self.unit])} for Infantry OVR of {st.world.map.place_name(self.loc)}"


@builds("A4.151", "A4.151a", "A4.151b", "A4.151d", "A4.151e", "A4.151f")
class SingleManOptions(Frame, frozen=True):
    """Before any Defensive First Fire an overrun SMC may leave; then the ATTACKER picks where to.

    ``leaves`` once that is decided.  One who stays may fire in the DEFENDER's window that follows.
    """

    man: int
    movers: tuple[int, ...]
    leaves: bool = False

    def ask(self, st: State) -> Choice | Do:
        """The DEFENDER's option, then the ATTACKER's choice; nothing where the man can't leave."""
        man = st.units[self.man]
        goals = displacements(st, man)
        if not goals:
            return Do()
        if self.leaves:
            return self._where(st, goals) if len(goals) > 1 else self._go(st, goals[0])
        here = st.world.map.place_name(man.loc)

        def entries() -> list[Entry]:
            return [
                leaf("leave", f"{name(st, man)} leaves {here}", Displace(self.man), rule="A4.151"),
                leaf("pass", "Stay", Done(), kind="pass", hotkey=" ", primary=True),
            ]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done) or action == Displace(self.man):
                return None
            if isinstance(action, Displace) and action.unit == self.man:
                return Refusal("A4.151", "the ATTACKER picks where he goes")
            return not_asked("A4.151", "the overrun man leaves or stays")

        text = f"{name(st, man)} is overrun in {here}: does he leave?"
        return Choice(man.side, text, "A4.151", Menu(entries), check, "The ATTACKER picks where he goes")

    def _where(self, st: State, goals: tuple[int, ...]) -> Choice:
        man = st.units[self.man]

        def entries() -> list[Entry]:
            found: list[Entry] = []
            for loc in goals:
                where = st.world.map.place_name(loc)
                found.append(
                    leaf(f"h:{st.world.map.word(loc)}", f"to {where}", Displace(self.man, loc), kind="hex", hex=loc)
                )
            return found

        def check(action: Action) -> Refusal | None:
            if not isinstance(action, Displace) or action.unit != self.man:
                return not_asked("A4.151", "say where the overrun man goes")
            if action.to not in goals:
                return Refusal("A4.151", "he is not to be driven there")
            return None

        return Choice(1 - man.side, f"Where does {name(st, man)} go?", "A4.151", Menu(entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """Stay, leave, or go where the ATTACKER says."""
        if isinstance(action, Done):
            return Do()
        assert isinstance(action, Displace)
        return self._go(st, action.to) if self.leaves else Do(then=replace(self, leaves=True))

    def _go(self, st: State, to: int) -> Do:
        man = st.units[self.man]
        text = f"{name(st, man)} leaves {st.world.map.place_name(man.loc)} for {st.world.map.place_name(to)}"
        notice = Announced(
            text=text, rule="A4.151", side=man.side, kind="move", subjects=(self.man,), locs=(man.loc, to)
        )
        notes = tuple(Tried(unit=self.man, note=left_note(st, st.units[u])) for u in self.movers)
        return Do(events=(notice, UnitMoved(unit=self.man, loc=to), *notes))

    def title(self, st: State) -> str:
        """The man in the breadcrumb."""
        return f"Infantry OVR of {name(st, st.units[self.man])}"


@builds("A4.152", "A4.152a", "A4.152b", "A4.152c", "A4.152d")
class ImmediateCombat(Frame, frozen=True):
    """After Defensive First Fire: CC at once with a SMC that is still there; then on, or Melee.

    In a Melee only those that have just come attack, and the SMC does not strike back (A4.152).
    """

    loc: int
    movers: tuple[int, ...]
    fought: bool = False

    def ask(self, st: State) -> Do:
        """Fight, then see who is left."""
        side = st.turn.attacker
        enemies = st.side_at(self.loc, 1 - side)
        here = [u for u in self.movers if st.units[u].place == ON_MAP and st.units[u].loc == self.loc]
        if self.fought:
            return self._after(st)
        if not enemies or not here:
            return Do()
        return Do(then=replace(self, fought=True), push=(self.combat(st, side),))

    def combat(self, st: State, side: int) -> LocationCombat:
        """The fight of the Location; in a Melee of those who have just come alone."""
        enemies, combat = st.side_at(self.loc, 1 - side), LocationCombat(self.loc)
        if st.marker_at(MK_MELEE, self.loc) is not None:
            held = tuple(u.id for u in st.side_at(self.loc, side) if u.id not in self.movers)
            declared = Declared((*held, *(u.id for u in enemies)))
            combat = LocationCombat(self.loc, "stand", stands=self._stands(st, side), declared=declared)
        return combat

    def _stands(self, st: State, side: int) -> Stands:
        """As they are stacked, but nobody who has just come stands with one who was there before (A11.14)."""
        found: Stands = default_stands(st, self.loc, side)
        here = st.side_at(self.loc, side)
        for man, base in found:
            if (man in self.movers) == (base in self.movers):
                continue
            same = [u.id for u in here if not is_smc(st, u) and (u.id in self.movers) == (man in self.movers)]
            found = with_stand(found, man, same[0] if same else 0)
        return (*found, *default_stands(st, self.loc, 1 - side))

    def _after(self, st: State) -> Do:
        side = st.turn.attacker
        mine = st.side_at(self.loc, side)
        if not mine or not st.side_at(self.loc, 1 - side):
            stay = (u.id for u in mine if u.id not in self.movers and not st.trail(u.id).ended)
            return Do(events=(*ended_melees(st), *(MoveEnded(unit=u) for u in stay)))
        events: list[Event] = [MoveEnded(unit=u.id) for u in mine if not st.trail(u.id).ended]
        if st.marker_at(MK_MELEE, self.loc) is None:
            events.append(MarkerPlaced(marker=Marker(st.next_id, MK_MELEE, self.loc)))
        return Do(events=(*events, *down_from_the_crest(st, (self.loc,))))

    def title(self, st: State) -> str:
        """The fight in the breadcrumb."""
        return "Immediate CC"


@builds("A15.432", "A15.432b")
def after_entry(st: State, side: int, loc: int, movers: tuple[int, ...]) -> tuple[tuple[Frame, ...], tuple[Frame, ...]]:
    """What an entry that is an Infantry OVR puts before and behind the DEFENDER's window; nothing for any other.

    From a berserk MMC the man may not leave; berserk SMC alone make none (A15.432).
    """
    man = lone_man(st, side, loc)
    if man is None:
        return (), ()
    if st.units[movers[0]].berserk:
        teams = any(not is_smc(st, st.units[u]) for u in movers)
        return (), (ImmediateCombat(loc, movers),) if teams else ()
    return (SingleManOptions(man.id, movers),), (ImmediateCombat(loc, movers),)
