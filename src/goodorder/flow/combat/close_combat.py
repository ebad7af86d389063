"""The Close Combat Phase (A11)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.actions import Action, CloseCombat, CloseDefend, Done, HandToHand, PickLocation, Reveal, StandWith
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Announced, DiceThrown, Event
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import MK_CC, State, Vehicle
from goodorder.rules.a11_close_combat.aftermath import contested, held_broken, melee_events, unpin_events
from goodorder.rules.a11_close_combat.ambush import ambush_ledger, ambush_possible, ambusher
from goodorder.rules.a11_close_combat.attack import NOBODY
from goodorder.rules.a11_close_combat.capture import captured_at_end, prizes
from goodorder.rules.a11_close_combat.capture import taken as capture_events
from goodorder.rules.a11_close_combat.close_defense import close_defenders, close_defense_refusal
from goodorder.rules.a11_close_combat.groups import (
    Stands,
    companions,
    default_stands,
    elements,
    stand_refusal,
    with_stand,
)
from goodorder.rules.a11_close_combat.permission import Declared, free_attackers, free_defenders
from goodorder.rules.a11_close_combat.street_fighting import may_go_back
from goodorder.rules.a11_close_combat.vehicle_permission import armed_here, begins, declared_refusal, strikers
from goodorder.rules.a11_close_combat.withdrawal import infiltrators, may_be_left
from goodorder.rules.a12_concealment.close_combat import (
    gave_themselves_away,
    hidden_in_contact,
    masked,
    strengths_shown,
    surprised,
    vehicles_known,
)
from goodorder.rules.a20_escape import could_escape, escape_places
from goodorder.rules.a25_nations.hand_to_hand import becomes_hand_to_hand, hand_to_hand_refusal
from goodorder.rules.a26_control import control_gained
from goodorder.rules.b_terrain.clearance import clearances_due
from goodorder.rules.facts.manned import standing
from goodorder.rules.facts.units import is_smc, names
from goodorder.rules.registry import builds

from ..shared.clearing import ClearanceRoll
from .cc_escape import EscapeAttempt
from .cc_menu import Tanks, attack_menu, stand_menu
from .cc_resolution import CombatAttack, CombatResolution
from .cc_withdrawal import Announcements, SlipAway
from .close_defense import close_defense, close_defense_entries
from .street_return import StreetReturn
from .taking_over import manning_offers


@builds("A11.12", "SK3.CCPh.1", "SK3.CCPh.2")
class CloseCombatPhase(Frame, frozen=True):
    """Every Location with both sides in it, in the order that the ATTACKER picks; then Melee and Pin counters.

    ``done`` are the Locations resolved; ``closing`` is true once broken units held in Melee are gone (A11.16),
    ``cleared`` once the DR for Set DC are due, of whom no Melee and no Pin counter keeps from it (B24.75).
    """

    standing: ClassVar[bool] = True
    done: tuple[int, ...] = ()
    closing: bool = False
    cleared: bool = False

    def _open(self, st: State) -> tuple[int, ...]:
        found = contested(st)
        if more := [loc for loc in escape_places(st) if loc not in found]:
            found = tuple(sorted((*found, *more)))
        return tuple(loc for loc in found if loc not in self.done)

    def ask(self, st: State) -> Choice | Do:
        """Which Location is next, or the end of the phase."""
        if placed := hidden_in_contact(st):
            return Do(events=placed, then=self)
        locs = self._open(st)
        if not locs:
            return self._end(st)
        if len(locs) == 1:
            return self._begin(locs[0])

        def entries() -> list[Entry]:
            found = [(loc, st.world.map.place_name(loc)) for loc in locs]
            return [leaf(f"h:{name}", f"CC in {name}", PickLocation(loc), kind="hex", hex=loc) for loc, name in found]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, PickLocation) and action.loc in locs:
                return None
            return Refusal("A11.12", "pick a Location in which both sides have units")

        return Choice(st.turn.attacker, "Which Close Combat is resolved next?", "A11.12", Menu(entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """Resolve the Location picked."""
        assert isinstance(action, PickLocation)
        return self._begin(action.loc)

    def _begin(self, loc: int) -> Do:
        return Do(then=replace(self, done=(*self.done, loc)), push=(LocationCombat(loc),))

    def _end(self, st: State) -> Do:
        if not self.closing:
            return Do(events=held_broken(st), then=replace(self, closing=True))
        if not self.cleared and (due := clearances_due(st)):
            rolls = tuple(ClearanceRoll(weapon, side) for weapon, side in due)
            return Do(events=melee_events(st), then=replace(self, cleared=True), push=rolls)
        gained = tuple(event for loc in self.done for event in control_gained(st, loc))
        won = captured_at_end(st) if st.vehicles else ()
        taken = tuple(event for vehicle in won for event in capture_events(vehicle))
        frames = manning_offers(st, won) if st.vehicles else ()
        return Do(events=(*melee_events(st), *unpin_events(st), *taken, *gained), push=frames)

    def title(self, st: State) -> str:
        """The phase."""
        return "CCPh"


@builds("A11.12", "SK3.CCPh.4")
@builds("A11.31", "A11.31a", "SK3.CCPh.5")
@builds("A11.32")
@builds("A11.4", "SK3.CCPh.3")
class LocationCombat(Frame, frozen=True):
    """The CC of one Location: Ambush, Withdrawals, SMC take their places, each side declares, then the dice.

    ``step`` is start, rise (nobody but prisoners is there for anybody to fight), ambush, slip (the ambushing side may
    leave, A11.41), withdraw, stand, unmask, hand (a side may make it Hand-to-Hand, A25.43), declare, leave or end;
    ``turn`` counts the sides that are through with the step.  After an Ambush each attack is resolved as it is
    declared, the ambushing side first (A11.32).  ``shapes`` is what those who Withdraw were, for one that is reduced
    stays (A11.2).  ``struck`` are attackers and targets of the ambushers' last attack.
    Beside a vehicle attacks are declared one at a time, the sides taking turns: ``order`` is the side that began,
    ``passed`` are those that make no more (A11.31). ``tried``: the sides whose prisoners could rise first (A20.55).
    """

    loc: int
    step: str = "start"
    turn: int = 0
    drs: tuple[int, ...] = ()
    ambusher: int = NOBODY
    stands: Stands = ()
    moved: tuple[int, ...] = ()
    declared: Declared = Declared()
    attacks: tuple[CombatAttack, ...] = ()
    shapes: tuple[str, ...] = ()
    struck: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    order: int = NOBODY
    passed: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()

    @property
    def sequential(self) -> bool:
        """Whether the sides attack by turns (A11.31); an Ambush goes before it (A11.34)."""
        return self.order != NOBODY and self.ambusher == NOBODY

    def contact(self) -> tuple[int, ...]:
        """Here everybody shows his strength (A11.19); to prisoners alone not before one of them has risen."""
        return () if self.step == "rise" else (self.loc,)

    def _side(self, st: State) -> int:
        first = st.turn.attacker if self.ambusher == NOBODY else self.ambusher
        if self.sequential and self.step == "declare":
            first = self.order
        return first if self.turn == 0 else 1 - first

    def _where(self, st: State) -> str:
        return st.world.map.place_name(self.loc)

    def ask(self, st: State) -> Choice | Roll | Do:
        """The next step of this Location."""
        if self.step in ("start", "rise"):
            return self._begins(st)
        if self.step == "ambush":
            side = st.turn.attacker if not self.drs else 1 - st.turn.attacker
            subjects = tuple(unit.id for unit in st.side_at(self.loc, side))
            return Roll(ONE_DIE, f"Ambush in {self._where(st)}", "A11.4", side, subjects)
        if self.step == "slip":
            return Do(then=replace(self, step="stand"), push=self._ambushers(st))
        if self.step == "withdraw":
            return Do(then=self, push=(Announcements(self.loc),))
        if self.step == "stand":
            return self._ask_stand(st)
        if self.step == "unmask":
            return self._ask_unmask(st)
        if self.step == "hand":
            return self._ask_hand(st)
        if self.step == "declare":
            return self._ask_declare(st)
        if self.step == "leave":
            return self._departures(st)
        return Do(events=control_gained(st, self.loc))

    @builds("A20.55", "A20.55b", "A11.19")
    def _begins(self, st: State) -> Do:
        """Prisoners rise first; then whoever is left to fight there does."""
        met = self.loc in contested(st)
        if met and (shown := strengths_shown(st, self.loc)):
            return Do(events=shown, then=self)
        if (side := self._may_rise(st)) is not None:
            then = replace(self, step="start" if met else "rise", tried=(*self.tried, side))
            return Do(then=then, push=(EscapeAttempt(self.loc, side),))
        if not met:
            return Do(then=replace(self, step="end"))
        stands = (*default_stands(st, self.loc, 0), *default_stands(st, self.loc, 1))
        after = "withdraw" if may_be_left(st, self.loc) else "stand"
        fresh = not self.declared.attacked or st.marker_at(MK_CC, self.loc) is not None
        step = "ambush" if fresh and ambush_possible(st, self.loc) else after
        return Do(then=replace(self, step=step, stands=stands, order=begins(st, self.loc)))

    @builds("A20.55", "A20.55b")
    def _may_rise(self, st: State) -> int | None:
        """The side whose prisoners may try to escape before anybody else fights, the ATTACKER's first."""
        if st.turn.phase != "CCPh":
            return None
        sides = (side for side in (st.turn.attacker, 1 - st.turn.attacker) if side not in self.tried)
        return next((side for side in sides if could_escape(st, self.loc, side)), None)

    def _risen(self, value: Declared) -> Do:
        """Who has attacked and was attacked as prisoners rose has done so for this CCPh."""
        was = self.declared
        declared = replace(was, attacked=(*was.attacked, *value.attacked), defended=(*was.defended, *value.defended))
        return Do(then=replace(self, declared=declared))

    def _ambushers(self, st: State) -> tuple[Frame, ...]:
        """The choice of the side that ambushed to leave, where the profile has it (A11.41)."""
        if self.ambusher == NOBODY:
            return ()
        eligible = infiltrators(st, tuple(u.id for u in st.side_at(self.loc, self.ambusher)), ())
        enemy = 1 - self.ambusher
        faced = st.side_at(self.loc, enemy) or standing(st, self.loc, enemy)
        return (SlipAway(eligible, "A11.41"),) if eligible and faced else ()

    def _departures(self, st: State) -> Do:
        """Who Withdraws goes now, unless he was reduced; after an Ambush its side may go."""
        frames = list(self._ambushers(st))
        for side in (st.turn.attacker, 1 - st.turn.attacker):
            going = tuple(
                unit
                for unit, shape in zip(self.declared.leaving, self.shapes, strict=True)
                if st.units[unit].side == side and _shape(st, unit) == shape
            )
            if going:
                frames.append(SlipAway(going, "A11.21", must=True))
            if st.vehicles and may_go_back(st, self.loc, side, self.declared.attacked):
                frames.append(StreetReturn(self.loc, side, self.declared.attacked))
        return Do(then=replace(self, step="end"), push=tuple(frames))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """An Ambush dr; the second one tells whether a side ambushes the other."""
        side = st.turn.attacker if not self.drs else 1 - st.turn.attacker
        ledger = ambush_ledger(st, self.loc, side)
        final = faces[0] + ledger.total()
        found, outcome = NOBODY, ""
        if self.drs:
            pair = (self.drs[0], final) if st.turn.attacker == 0 else (final, self.drs[0])
            found = ambusher(pair)
            told = "no Ambush, which takes three less" if found == NOBODY else f"{st.world.sides[found].short} ambushes"
            outcome = f"{self.drs[0]} against {final}, {told}"
        thrown = DiceThrown(
            dice=ONE_DIE,
            faces=faces,
            purpose=f"{st.world.sides[side].short} Ambush dr in {self._where(st)}",
            rule="A11.4",
            side=side,
            original=faces[0],
            final=final,
            outcome=outcome,
            subjects=tuple(unit.id for unit in st.side_at(self.loc, side)),
            lines=ledger.lines(),
        )
        if not self.drs:
            return Do(events=(thrown,), then=replace(self, drs=(final,)))
        step = "stand" if found == NOBODY else "slip"
        lost = surprised(st, self.loc, 1 - found) if found != NOBODY else ()
        return Do(events=(thrown, *lost), then=replace(self, drs=(*self.drs, final), ambusher=found, step=step))

    def _next(self, step: str, **changes: object) -> Do:
        if self.turn == 0:
            return Do(then=replace(self, turn=1, **changes))
        return Do(then=replace(self, turn=0, step=step, **changes))

    def _ask_stand(self, st: State) -> Choice | Do:
        side = self._side(st)
        free = tuple(u for u in st.side_at(self.loc, side) if is_smc(st, u) and u.id not in self.moved)
        leaving = self.declared.leaving
        if not any(companions(st, unit, self.stands, leaving) for unit in free):
            return self._next("unmask")

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, StandWith):
                return not_asked("A11.14", "SMC take their places now")
            pair = (action.unit, action.other)
            return stand_refusal(st, self.loc, side, self.stands, self.moved, pair, leaving)

        menu = Menu(lambda: stand_menu(st, free, self.stands, leaving))
        return Choice(side, f"With whom do leaders stand in {self._where(st)}?", "A11.14", menu, check)

    def _ask_unmask(self, st: State) -> Choice | Do:
        """Who would attack drops its "?" first; after an Ambush nobody needs to (A11.19, A11.4)."""
        side = self._side(st)
        eligible = masked(st, self.loc, side) if self.ambusher == NOBODY else ()
        if not eligible:
            return self._next("hand")

        def entries() -> list[Entry]:
            found = [
                leaf(f"u{u.id}", f'{names(st, (u.id,))} drops its "?"', Reveal((u.id,)), unit=u.id, rule="A11.19")
                for u in eligible
            ]
            return [*found, leaf("pass", 'Keep every "?" and don\'t attack', Done(), kind="pass", hotkey=" ")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if isinstance(action, Reveal) and {*action.units} <= {unit.id for unit in eligible}:
                twice = not action.units or len({*action.units}) != len(action.units)
                return Refusal("A11.19", "name units, each once") if twice else None
            return not_asked("A11.19", 'units that will attack drop their "?" now')

        text = f'Which concealed units in {self._where(st)} will attack and drop their "?"?'
        return Choice(side, text, "A11.19", Menu(entries), check)

    @builds("A25.43", "A25.43a", "A25.43b", "J2.31")
    def _ask_hand(self, st: State) -> Choice | Do:
        """Before the attacks the ATTACKER, or who has ambushed the other side, may make the fight Hand-to-Hand."""
        side = st.turn.attacker if self.ambusher == NOBODY else self.ambusher
        if hand_to_hand_refusal(st, self.loc, side, self.ambusher, self.declared.leaving) is not None:
            return Do(then=replace(self, step="declare"))
        where, hand = self._where(st), HandToHand(self.loc)

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done) or action == hand:
                return None
            return not_asked("A25.43", f"the fight in {where} becomes Hand-to-Hand now, or not")

        words = "Fight Hand-to-Hand: Kill Numbers two higher for both sides"
        entries = [
            leaf("hand", words, hand, hex=self.loc, rule="A25.43"),
            leaf("pass", "Fight as usual", Done(), kind="pass", rule="A25.43", hotkey=" "),
        ]
        why = "It stays Hand-to-Hand as long as it lasts; Gurkhas have -1 besides"
        return Choice(side, f"Fight Hand-to-Hand in {where}?", "A25.43", Menu(lambda: entries), check, why)

    def _still_masked(self, st: State) -> tuple[int, ...]:
        """Units that kept their "?" and so don't attack."""
        if self.ambusher != NOBODY:
            return ()
        return tuple(unit.id for side in (0, 1) for unit in masked(st, self.loc, side))

    def _ask_declare(self, st: State) -> Choice | Do:
        side = self._side(st)
        if held := set(self._still_masked(st)) - set(self.declared.attacked):
            attacked = (*self.declared.attacked, *sorted(held))
            return Do(then=replace(self, declared=replace(self.declared, attacked=attacked)))
        mine = free_attackers(st, self.loc, side, self.stands, self.declared)
        theirs = free_defenders(st, self.loc, side, self.stands, self.declared)
        tanks = self._tanks(st, side)
        if not theirs:
            mine = tuple([e for e in mine if strikers(st, e)]) if tanks.targets else ()
        defenders = close_defenders(st, self.loc, side, self.declared, self.ambusher)
        if side in self.passed or not (mine or defenders or (tanks.own and tanks.foes)):
            return self._declared_all()

        too_late = Refusal("A25.43", "a fight becomes Hand-to-Hand before its attacks are declared")

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if isinstance(action, CloseDefend):
                vehicle = st.vehicles.get(action.vehicle)
                return close_defense_refusal(st, self.loc, side, self.declared, self.ambusher, vehicle)
            if isinstance(action, HandToHand):
                return hand_to_hand_refusal(st, self.loc, side, self.ambusher, self.declared.leaving) or too_late
            if not isinstance(action, CloseCombat):
                return not_asked("A11.12", "CC attacks are declared now")
            if any(unit in self._still_masked(st) for unit in action.attackers):
                return Refusal("A11.19", 'a concealed unit that attacks drops its "?" before')
            return declared_refusal(st, self.loc, side, self.stands, self.declared, action)

        def entries() -> list[Entry]:
            attacks = attack_menu(st, mine, theirs, self.ambusher, self.declared, tanks)
            return [*close_defense_entries(st, defenders), *attacks] if defenders else attacks

        menu = Menu(entries)
        return Choice(side, f"Close Combat in {self._where(st)}: which attack?", "A11.12", menu, check)

    def _tanks(self, st: State, side: int) -> Tanks:
        """The vehicles of the fight as this side meets them."""
        if not st.vehicles:
            return Tanks()
        foes = elements(st, self.loc, 1 - side, self.stands, self.declared.leaving)
        own = armed_here(st, self.loc, side, self.declared)
        targets = (*standing(st, self.loc, 1 - side), *prizes(st, self.loc, side))
        return Tanks(targets, own if foes else (), foes)

    def _declared_all(self) -> Do:
        if self.sequential:
            return self._passes()
        if self.turn == 0 or not self.attacks:
            return self._next("leave")
        resolution = CombatResolution(self.loc, self.attacks)
        return Do(then=replace(self, turn=0, step="leave"), push=(resolution,))

    def _passes(self) -> Do:
        """The side whose turn it is makes no more attacks; when neither does, this Location is done."""
        passed = tuple({*self.passed, self.order if self.turn == 0 else 1 - self.order})
        if len(passed) > 1:
            return Do(then=replace(self, turn=0, step="leave", passed=passed))
        return Do(then=replace(self, turn=1 - self.turn, passed=passed))

    def chosen(self, st: State, action: Action) -> Do:
        """Place a SMC, declare an attack, or be through."""
        if isinstance(action, StandWith):
            stands = with_stand(self.stands, action.unit, action.other)
            return Do(then=replace(self, stands=stands, moved=(*self.moved, action.unit)))
        if isinstance(action, CloseCombat):
            return self._declare(st, action)
        if isinstance(action, CloseDefend):
            return self._close_defense(st, st.vehicles[action.vehicle])
        if self.step == "unmask":
            return self._next("hand")
        if self.step == "hand":
            events = becomes_hand_to_hand(st, self.loc) if isinstance(action, HandToHand) else ()
            return Do(events=events, then=replace(self, step="declare"))
        return self._next("unmask") if self.step == "stand" else self._declared_all()

    def _declare(self, st: State, action: CloseCombat) -> Do:
        leaving = self.declared.leaving
        attack = CombatAttack(
            self._side(st),
            action.attackers,
            action.defenders,
            action.leader,
            loc=self.loc,
            leaving=leaving,
            weapons=action.weapons,
            capture=action.capture,
            atmm=action.atmm,
        )
        declared = self._with(st, action)
        ledger = attack.ledger(st, self.ambusher)
        verb = "attack" if len(action.attackers) > 1 else "attacks"
        prize = any(one in st.vehicles for one in action.defenders)
        goal = "to capture it" if prize else "to take prisoners"
        how = f"in CC {goal}" if action.capture else "in CC"
        if action.atmm:
            how += f", {names(st, (action.atmm,))} looking for a magnetic mine"
        text = f"{names(st, action.attackers)} {verb} {names(st, action.defenders)} {how}: {ledger.odds}"
        notices: tuple[Event, ...] = (
            *vehicles_known(st, action.attackers),
            Announced(
                text=text,
                rule="A11.12",
                side=attack.side,
                kind="cc",
                subjects=(*action.attackers, *action.defenders),
                locs=(self.loc,),
                lines=(*ledger.fp_lines(), *ledger.drm.lines()),
            ),
        )
        if self.sequential:
            resolution = CombatResolution(self.loc, (attack,))
            return Do(events=notices, then=replace(self, declared=declared, turn=1 - self.turn), push=(resolution,))
        if self.ambusher == NOBODY:
            return Do(events=notices, then=replace(self, declared=declared, attacks=(*self.attacks, attack)))
        push = (CombatResolution(self.loc, (attack,), self.ambusher),)
        then = replace(self, declared=declared, struck=(action.attackers, action.defenders))
        return Do(events=notices, then=then, push=push)

    def _close_defense(self, st: State, vehicle: Vehicle) -> Do:
        """A close defense weapon is fired, as one attack (A11.622)."""
        told, frame = close_defense(st, vehicle)
        declared = replace(self.declared, defended_by=(*self.declared.defended_by, vehicle.id))
        turn = 1 - self.turn if self.sequential else self.turn
        told = (*vehicles_known(st, (vehicle.id,)), *told)
        return Do(events=told, then=replace(self, declared=declared, turn=turn), push=(frame,))

    def _with(self, st: State, action: CloseCombat) -> Declared:
        """What has been declared, with this: a unit is attacked once by Infantry, as often as they can by vehicles, a
        vehicle as often as Infantry can (A11.12).
        """
        was = self.declared
        if action.weapons:
            return replace(was, weapons=(*was.weapons, *action.weapons))
        hit = tuple(unit for unit in action.defenders if unit in st.units)
        struck = tuple(unit for unit in action.defenders if unit in st.vehicles)
        return replace(
            was,
            attacked=(*was.attacked, *action.attackers),
            defended=(*was.defended, *hit),
            struck=(*was.struck, *struck),
        )

    def resumed(self, st: State, value: object) -> Do:
        """After announcements, departures or dice: leaders created stand with their units and have attacked."""
        if self.step in ("start", "rise"):
            return self._risen(value) if isinstance(value, Declared) else Do(then=self)
        if self.step == "withdraw" and isinstance(value, tuple):
            return self._announced(st, value)
        if self.step in ("stand", "end"):
            return Do(then=self)
        leaders: Stands = value if isinstance(value, tuple) else ()
        ids = tuple(leader for leader, _ in leaders)
        hit = tuple(leader for leader, base in leaders if base in self.declared.defended)
        declared = replace(
            self.declared, attacked=(*self.declared.attacked, *ids), defended=(*self.declared.defended, *hit)
        )
        exposed = gave_themselves_away(st, *self.struck)
        then = replace(self, stands=(*self.stands, *leaders), declared=declared, struck=((), ()))
        return Do(events=exposed, then=then)

    def _announced(self, st: State, leaving: tuple[int, ...]) -> Do:
        if not leaving:
            return Do(then=replace(self, step="stand"))
        stands = tuple(pair for side in (0, 1) for pair in default_stands(st, self.loc, side, leaving))
        declared = replace(self.declared, leaving=leaving)
        shapes = tuple(_shape(st, unit) for unit in leaving)
        return Do(then=replace(self, step="stand", stands=stands, declared=declared, shapes=shapes))

    def title(self, st: State) -> str:
        """The Location in the breadcrumb."""
        return f"CC in {self._where(st)}"


def _shape(st: State, unit: int) -> str:
    """What Casualty Reduction would change in a unit."""
    return f"{st.units[unit].type} {st.units[unit].wounded}"
