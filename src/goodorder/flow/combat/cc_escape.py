"""Prisoners who rise against their Guard: who tries, the NTC, and their attacks before all others (A20.55)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Action, CloseCombat, Done, Escape
from goodorder.core.dice import PAIRS, TWO_DICE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Announced, Event, PrisonersHanded, PrisonersRose
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.rules.a11_close_combat.attack import NOBODY
from goodorder.rules.a11_close_combat.groups import Element
from goodorder.rules.a11_close_combat.permission import Declared, free_defenders
from goodorder.rules.a11_close_combat.vehicle_permission import declared_refusal
from goodorder.rules.a12_concealment.close_combat import strengths_shown
from goodorder.rules.a20_arms import armed_men
from goodorder.rules.a20_escape import (
    Bid,
    could_escape,
    escape_check,
    escape_ledger,
    escape_refusal,
    free_stands,
    guard_first,
    needs_check,
    rising,
)
from goodorder.rules.a20_guards import captive_morale, shared_out
from goodorder.rules.facts.captives import where
from goodorder.rules.facts.manned import manned, standing
from goodorder.rules.facts.units import name, names
from goodorder.rules.registry import builds

from ..shared.thrown import thrown
from .cc_menu import escape_menu
from .cc_resolution import CombatAttack, CombatResolution


@builds("A20.55", "A20.55a")
class EscapeCheck(Frame, frozen=True):
    """The NTC of a prisoner; the parent is resumed with whether it passed."""

    unit: int

    def ask(self, st: State) -> Roll:
        """Two dice."""
        unit = st.units[self.unit]
        need = f"{captive_morale(st, unit) - escape_ledger(st, unit).total()} or less"
        return Roll(TWO_DICE, self.title(st), "A20.55", unit.side, (self.unit,), need)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """He rises, or stays where he is."""
        unit = st.units[self.unit]
        final, passes = escape_check(st, unit, faces)
        words = "passes" if passes else "fails, and stays a prisoner"
        dice = thrown(self.ask(st), faces, words, final=final, lines=escape_ledger(st, unit).lines())
        return Do(events=(dice,), value=passes)

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"NTC of {name(st, st.units[self.unit])} to escape"


@builds("A20.55", "A20.55b", "A20.55c", "A20.55d", "A11.19")
class EscapeAttempt(Frame, frozen=True):
    """Prisoners of ``side`` in a Location: each tries by a NTC, or without one in a Melee; then those who have risen
    make all their attacks. ``bids`` are these, ``tried`` all who have tried; the parent is resumed with who has
    attacked and who was attacked.
    """

    loc: int
    side: int
    step: str = "who"
    bids: tuple[Bid, ...] = ()
    tried: tuple[int, ...] = ()
    trying: int = 0
    declared: Declared = Declared()

    def contact(self) -> tuple[int, ...]:
        """Those whom risen prisoners may attack show their strength (A11.19)."""
        return (self.loc,) if self.step == "attack" and self.bids else ()

    def ask(self, st: State) -> Choice | Do:
        """Who tries, then which attack; in the end who took no part is guarded as before."""
        if self.step == "who":
            able = could_escape(st, self.loc, self.side, self.tried)
            return self._who(st, able) if able else Do(then=replace(self, step="attack"))
        if self.bids and (shown := strengths_shown(st, self.loc)):
            return Do(events=shown, then=self)
        mine = rising(st, self.loc, self.side, self.bids, self.declared.attacked)
        stands = free_stands(st, self.loc, self.side, self.bids)
        theirs = free_defenders(st, self.loc, self.side, stands, self.declared)
        if not mine or not theirs:
            return self._end(st)
        return self._attack(st, mine, theirs)

    def _who(self, st: State, able: tuple[Unit, ...]) -> Choice:
        checks = needs_check(st, self.loc)

        def entries() -> list[Entry]:
            found = [
                leaf(
                    f"u{unit.id}",
                    f"{name(st, unit)} tries to escape from {name(st, st.units[unit.stance.guard])}",
                    Escape(unit.id),
                    kind="unit",
                    unit=unit.id,
                    hex=self.loc,
                    note=partial(_chance, st, unit) if checks else "no NTC: a Melee goes on",
                    rule="A20.55",
                    confirm=True,
                )
                for unit in able
            ]
            words = "No more of them try" if self.tried else "Nobody tries to escape"
            return [*found, leaf("pass", words, Done(), kind="pass", rule="A20.55", hotkey=" ", primary=True)]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Escape):
                return not_asked("A20.55", "prisoners try to escape now, before any other Close Combat")
            return escape_refusal(st, self.side, self.loc, action.unit, self.tried)

        where_ = st.world.map.place_name(self.loc)
        return Choice(self.side, f"Which prisoners in {where_} try to escape?", "A20.55", Menu(entries), check)

    def _attack(self, st: State, mine: tuple[Element, ...], theirs: tuple[Element, ...]) -> Choice:
        stands = free_stands(st, self.loc, self.side, self.bids)
        risen = {bid.unit for bid in self.bids}

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, CloseCombat):
                return not_asked("A20.55", "prisoners make their attacks now")
            if not set(action.attackers) <= risen:
                return Refusal("A20.55", "prisoners who escape attack before all others, by themselves")
            if refusal := declared_refusal(st, self.loc, self.side, stands, self.declared, action):
                return refusal
            if not guard_first(st, self.loc, self.bids, action.attackers, action.defenders):
                return Refusal("A20.55", "they attack their Guard first, or him along with others")
            return None

        def entries() -> list[Entry]:
            return escape_menu(st, mine, theirs, lambda by, on: guard_first(st, self.loc, self.bids, by, on))

        where_ = st.world.map.place_name(self.loc)
        why = "All attacks of escaping prisoners come before the others'"
        return Choice(self.side, f"Escape in {where_}: which attack?", "A20.55", Menu(entries), check, why)

    def chosen(self, st: State, action: Action) -> Do:
        """A check, a prisoner who rises, an attack, or on."""
        if isinstance(action, Escape):
            tried = (*self.tried, action.unit)
            if needs_check(st, self.loc):
                then = replace(self, tried=tried, trying=action.unit)
                return Do(then=then, push=(EscapeCheck(action.unit),))
            return replace(self, tried=tried)._rises(st, action.unit)
        if isinstance(action, CloseCombat):
            return self._declare(st, action)
        return Do(then=replace(self, step="attack")) if self.step == "who" else self._end(st)

    def _rises(self, st: State, unit: int) -> Do:
        bid = Bid(unit, st.units[unit].stance.guard)
        events = (PrisonersRose(units=(unit,), loc=where(st, st.units[unit])),)
        return Do(events=events, then=replace(self, bids=(*self.bids, bid), trying=0))

    def _declare(self, st: State, action: CloseCombat) -> Do:
        attack = CombatAttack(
            self.side, action.attackers, action.defenders, action.leader, loc=self.loc, capture=action.capture
        )
        ledger = attack.ledger(st, NOBODY)
        text = f"{names(st, action.attackers)} escaping, against {names(st, action.defenders)}: {ledger.odds}"
        told = Announced(
            text=text,
            rule="A20.55",
            side=self.side,
            kind="cc",
            subjects=(*action.attackers, *action.defenders),
            locs=(self.loc,),
            lines=(*ledger.fp_lines(), *ledger.drm.lines()),
        )
        was = self.declared
        declared = replace(
            was, attacked=(*was.attacked, *action.attackers), defended=(*was.defended, *action.defenders)
        )
        push = (CombatResolution(self.loc, (attack,)),)
        return Do(events=(told,), then=replace(self, declared=declared), push=push)

    def resumed(self, st: State, value: object) -> Do:
        """After a NTC or the dice of an attack: a leader created by it has attacked."""
        if self.step == "who" and self.trying:
            return self._rises(st, self.trying) if value is True else Do(then=replace(self, trying=0))
        leaders = value if isinstance(value, tuple) else ()
        attacked = (*self.declared.attacked, *(leader for leader, _ in leaders))
        return Do(then=replace(self, declared=replace(self.declared, attacked=attacked)))

    def _end(self, st: State) -> Do:
        """Who did not attack is guarded as before; single men are armed once no enemy is left."""
        idle = [bid for bid in self.bids if bid.unit not in self.declared.attacked]
        enemies = st.side_at(self.loc, 1 - self.side)
        present = {one.id for one in enemies}
        back = [PrisonersHanded(units=(bid.unit,), guard=bid.guard) for bid in idle if bid.guard in present]
        lost = [st.units[bid.unit] for bid in idle if bid.guard not in present]
        others, _ = shared_out(st, lost, enemies)
        events: tuple[Event, ...] = (*back, *others)
        if not enemies and not any(manned(one) for one in standing(st, self.loc, 1 - self.side)):
            free = (st.units[bid.unit] for bid in self.bids)
            events = (*events, *armed_men(st, (one for one in free if one.place == ON_MAP and one.unarmed), self.loc))
        return Do(events=events, value=self.declared)

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return f"Escape in {st.world.map.place_name(self.loc)}"


def _chance(st: State, unit: Unit) -> str:
    """What his NTC needs, and how often that falls."""
    good = sum(escape_check(st, unit, faces)[1] for faces in PAIRS)
    need = captive_morale(st, unit) - escape_ledger(st, unit).total()
    return f"NTC: {need} or less, {100 * good / len(PAIRS):.0f} %"
