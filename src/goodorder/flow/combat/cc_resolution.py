"""The dice of declared CC attacks and what they do, all at once (A11.11-A11.13, A18.12).

Every DR is thrown first; results are read from the position at the beginning, with the leaders that Original
2s created, and applied together.  A sequential CC resolves its attacks one by one with the same frame.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.events import (
    Announced,
    DmPlaced,
    Event,
    UnitCreated,
    UnitEliminated,
    UnitReplaced,
    WeaponRemoved,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ELIMINATED, NOWHERE, State
from goodorder.data.charts import close_combat
from goodorder.rules.a11_close_combat.attack import (
    NOBODY,
    CombatLedger,
    CombatOutcome,
    cc_ledger,
    cc_outcome,
    combat_facts,
)
from goodorder.rules.a11_close_combat.withdrawal import infiltrators
from goodorder.rules.a15_berserk.ending import wiped_out
from goodorder.rules.a18_promotion import CLOSE_COMBAT, may_promote
from goodorder.rules.a20_arms import Won, any_unarmed, spoils_of_war
from goodorder.rules.a20_capture import void_captures
from goodorder.rules.a20_surrender import captured
from goodorder.rules.c_ordnance.magnetic_mines import mine_fails, mine_pins
from goodorder.rules.facts.units import name, names, utype, wtype
from goodorder.rules.registry import builds

from ..shared.casualties import reduction
from ..shared.promotion import FieldPromotion
from ..shared.selection import RandomSelection
from ..shared.thrown import thrown
from .cc_captures import WhoIsCaptured
from .cc_vehicles import broken_down, may_break, small_arms_hit, unlikely_roll, vehicle_events
from .cc_withdrawal import SlipAway
from .magnetic_mine import mine_checked, mine_roll


class CombatAttack(Struct, frozen=True):
    """One declared CC attack, its faces once thrown, and the leader that its Original 2 created; ``weapons`` of a
    vehicle that attacks (A11.62), ``unlikely`` the dr that an Original 2 allows against one (A11.501), ``capture``: to
    take prisoners (A20.22). ``atmm`` looks for a magnetic mine first; once it ``looked``, ``mined`` says whether it has
    one (C13.7).
    """

    side: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    leader: int = 0
    faces: tuple[int, ...] = ()
    created: int = 0
    loc: int = NOWHERE
    leaving: tuple[int, ...] = ()
    weapons: tuple[int, ...] = ()
    unlikely: int = 0
    capture: bool = False
    atmm: int = 0
    looked: bool = False
    mined: bool = False

    def ledger(self, st: State, ambusher: int) -> CombatLedger:
        """What the attack is worth in this position."""
        facts = combat_facts(
            st,
            self.attackers,
            self.defenders,
            self.leader,
            ambusher=ambusher,
            loc=self.loc,
            leaving=self.leaving,
            weapons=self.weapons,
        )
        if self.capture:
            facts = replace(facts, capture=True)
        if self.mined and not mine_fails(sum(self.faces)):
            facts = replace(facts, mined=self.atmm)
        return cc_ledger(replace(facts, created=st.units[self.created]) if self.created else facts)

    def outcome(self, st: State, ambusher: int) -> CombatOutcome:
        """What its dice do."""
        return cc_outcome(self.ledger(st, ambusher), self.faces, self.unlikely)

    @property
    def made(self) -> bool:
        """Whether somebody is left to attack and somebody to be attacked (A11.22)."""
        return bool(self.attackers and self.defenders)

    @property
    def looks(self) -> bool:
        """Whether one of its units has yet to look for a magnetic mine (C13.7)."""
        return bool(self.atmm) and not self.looked

    def without(self, gone: tuple[int, ...]) -> CombatAttack:
        """The attack, not yet resolved, without units that slipped away (A11.22)."""
        attackers = tuple(unit for unit in self.attackers if unit not in gone)
        defenders = tuple(unit for unit in self.defenders if unit not in gone)
        leader = 0 if self.leader in gone or len(attackers) < 2 else self.leader
        return replace(self, attackers=attackers, defenders=defenders, leader=leader)

    def with_leader(self, leader: int, base: int) -> CombatAttack:
        """The attack after ``leader`` joined the unit ``base``: he fights and is fought beside it."""
        changed = self
        if base in self.attackers:
            changed = replace(changed, attackers=tuple(sorted((*self.attackers, leader))))
        if base in self.defenders:
            changed = replace(changed, defenders=tuple(sorted((*self.defenders, leader))))
        return changed


class Taken(Struct, frozen=True):
    """Units that an attack has captured, or of which it captures one (``offered``), and who has made it."""

    units: tuple[int, ...]
    by: tuple[int, ...]
    half: bool = False


def _is_shared(st: State, unit: int) -> bool:
    """Whether half of a unit is taken where an attack captures a part: of a squad that has half-squads."""
    kind = utype(st, st.units[unit])
    return kind.kind == "squad" and bool(kind.half_squad)


class Spoil(Struct, frozen=True):
    """A weapon that may be lost with its owner: the colored die of the attack showed 1 (A11.13)."""

    weapon: int
    owner: int
    kill: int
    side: int


@builds("A11.11", "A.5a")
@builds("A11.12", "SK3.CCPh.4")
@builds("A11.13")
class CombatResolution(Frame, frozen=True):
    """Throw the DR of each attack, then apply all results at once; the parent is resumed with the new leaders.

    The value is a tuple of (leader, the unit he stands with).  ``step`` is dice, unlikely, breaks, promotion, placing,
    slip, select, capture or spoils.  ``taken`` are prisoners, ``offered`` groups of which one becomes one (A20.22).
    ``slips``: an Original 2 or 12 may let units leave at once (A11.22); odds leave that out.
    ``left``: somebody has done so, and a new leader counts in the attack that made him only (A18.12).
    """

    loc: int
    attacks: tuple[CombatAttack, ...]
    ambusher: int = NOBODY
    step: str = "dice"
    index: int = 0
    leaders: tuple[tuple[int, int], ...] = ()
    lost: tuple[int, ...] = ()
    queue: tuple[tuple[int, ...], ...] = ()
    reduced: tuple[int, ...] = ()
    spoils: tuple[Spoil, ...] = ()
    taken: tuple[Taken, ...] = ()
    offered: tuple[Taken, ...] = ()
    slips: bool = True
    left: bool = False

    def ask(self, st: State) -> Roll | Do:
        """The next DR, Random Selection or die for a weapon."""
        if self.step == "dice":
            if self.index < len(self.attacks):
                if not self.attacks[self.index].made:
                    return Do(then=replace(self, index=self.index + 1))
                attack = self.attacks[self.index]
                if attack.looks:
                    return mine_roll(st, attack.atmm, attack.defenders[0])
                return self._roll(st, attack)
            return self._judge(st)
        if self.step == "unlikely":
            return unlikely_roll(st, self.attacks[self.index].side, self.attacks[self.index].attackers)
        if self.step in ("select", "capture"):
            return self._select(st)
        return self._spoil(st)

    def _roll(self, st: State, attack: CombatAttack) -> Roll:
        ledger = attack.ledger(st, self.ambusher)
        subjects = (*attack.attackers, *attack.defenders)
        return Roll(TWO_DICE, self._purpose(st, attack), "A11.11", attack.side, subjects, _need(ledger))

    def _purpose(self, st: State, attack: CombatAttack) -> str:
        return f"CC attack on {names(st, attack.defenders)}"

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Remember a DR, or settle whether a weapon is lost."""
        if self.step == "unlikely":
            return self._rolled_unlikely(st, faces)
        if self.step == "dice" and self.attacks[self.index].looks:
            return self._rolled_check(st, faces[0])
        return self._rolled_attack(st, faces) if self.step == "dice" else self._rolled_spoil(st, faces)

    @builds("C13.7", "C13.7a", "C13.73", "C13.73a")
    def _rolled_check(self, st: State, face: int) -> Do:
        """A mine at hand, or none; who is pinned by his Check directs the attack no more (A7.831)."""
        attack = self.attacks[self.index]
        events, found = mine_checked(st, attack.atmm, attack.defenders[0], face)
        directs = 0 if mine_pins(face) and attack.leader == attack.atmm else attack.leader
        attack = replace(attack, looked=True, mined=found, leader=directs)
        attacks = (*self.attacks[: self.index], attack, *self.attacks[self.index + 1 :])
        return Do(events=events, then=replace(self, attacks=attacks))

    def _rolled_attack(self, st: State, faces: tuple[int, ...]) -> Do:
        attack = replace(self.attacks[self.index], faces=faces)
        ledger = attack.ledger(st, self.ambusher)
        outcome = cc_outcome(ledger, faces)
        dice = thrown(
            self._roll(st, attack),
            faces,
            outcome.words,
            final=min(final for _, final in outcome.finals),
            lines=(*ledger.fp_lines(), *ledger.drm.lines()),
        )
        attacks = (*self.attacks[: self.index], attack, *self.attacks[self.index + 1 :])
        then = replace(self, attacks=attacks)
        if sum(faces) == 2 and outcome.fate not in (None, "burn"):
            return Do(events=(dice,), then=replace(then, step="unlikely"))
        if breaking := may_break(st, attack.weapons, sum(faces)):
            which = RandomSelection(breaking, 1, "weapon that breaks down", "A9.71", attack.side, weapons=True)
            return Do(events=(dice,), then=replace(then, step="breaks"), push=(which,))
        return then._promotes(st, (dice,))

    @builds("A11.501", "A11.501a")
    def _rolled_unlikely(self, st: State, faces: tuple[int, ...]) -> Do:
        attack = replace(self.attacks[self.index], unlikely=faces[0])
        roll = unlikely_roll(st, attack.side, attack.attackers)
        dice = thrown(roll, faces, attack.outcome(st, self.ambusher).words)
        attacks = (*self.attacks[: self.index], attack, *self.attacks[self.index + 1 :])
        return replace(self, attacks=attacks)._promotes(st, (dice,))

    def _promotes(self, st: State, events: tuple[Event, ...]) -> Do:
        """A Field Promotion after an Original 2, else what follows the DR."""
        attack = self.attacks[self.index]
        base = _promotion_base(st, attack) if sum(attack.faces) == 2 else 0
        if not base:
            return self._after_dr(st, events)
        ledger = attack.ledger(st, self.ambusher)
        columns = 0 if ledger.ccv is not None else close_combat().columns_below_even(ledger.column)
        push = (FieldPromotion(base, CLOSE_COMBAT, columns),)
        return Do(events=events, then=replace(self, step="promotion"), push=push)

    @builds("A11.22")
    def _after_dr(self, st: State, events: tuple[Event, ...] = ()) -> Do:
        """The next attack, after those whom an Original 2 or 12 lets slip away have done so (A11.22)."""
        attack = self.attacks[self.index]
        after = replace(self, step="dice", index=self.index + 1)
        if not self.slips or sum(attack.faces) not in (2, 12):
            return Do(events=events, then=after)
        rolled = (other for other in self.without_leaders() if other.faces)
        lost = [u for other in rolled for u in self._outcome(st, other).eliminated]
        able = attack.attackers if sum(attack.faces) == 2 else attack.defenders
        infiltrating = infiltrators(st, tuple(unit for unit in able if unit in st.units), lost)
        if not infiltrating:
            return Do(events=events, then=after)
        return Do(events=events, then=replace(self, step="slip"), push=(SlipAway(infiltrating, "A11.22"),))

    def _outcome(self, st: State, attack: CombatAttack) -> CombatOutcome:
        return attack.outcome(st, self.ambusher)

    def _slipped(self, gone: tuple[int, ...]) -> Do:
        after = replace(self, step="dice", index=self.index + 1)
        if not gone:
            return Do(then=after)
        now = self.without_leaders()
        attacks = (*now[: self.index + 1], *(other.without(gone) for other in now[self.index + 1 :]))
        return Do(then=replace(after, attacks=attacks, left=True))

    @builds("A18.12")
    def without_leaders(self) -> tuple[CombatAttack, ...]:
        """The attacks without the leaders that others of them made: so they stand once anybody has left (A18.12)."""
        new = tuple(leader for leader, _ in self.leaders)
        return tuple(other.without(tuple(u for u in new if u != other.created)) for other in self.attacks)

    def resumed(self, st: State, value: object) -> Do:
        """Go on after a Field Promotion, a Random Selection or an Infiltration."""
        if self.step == "slip" and isinstance(value, tuple):
            return self._slipped(value)
        if self.step == "breaks" and isinstance(value, tuple):
            original = sum(self.attacks[self.index].faces)
            return self._after_dr(st, tuple(broken_down(st, weapon, original) for weapon in value))
        if self.step == "promotion" and isinstance(value, int):
            return self._promoted(st, value)
        if self.step == "placing" and isinstance(value, tuple):
            return self._placed(st, self.leaders[-1][0], value[0])
        if self.step == "capture" and isinstance(value, int):
            one = Taken((value,), self.offered[0].by, half=_is_shared(st, value))
            return Do(then=replace(self, step="select", offered=self.offered[1:], taken=(*self.taken, one)))
        if self.step == "select" and isinstance(value, tuple):
            return Do(then=replace(self, queue=self.queue[1:], reduced=(*self.reduced, *value)))
        return Do(then=self)

    def _promoted(self, st: State, leader: int) -> Do:
        attack = self.attacks[self.index]
        if not leader:
            return self._after_dr(st)
        bases = _bases(st, attack)
        against = {tuple(unit in other.defenders for other in self.attacks) for unit in bases}
        if len(bases) == 1 or (len(against) == 1 and self.ambusher == NOBODY):
            return self._placed(st, leader, bases[0], new=True)
        then = replace(self, step="placing", leaders=(*self.leaders, (leader, 0)))
        return Do(then=then, push=(RandomSelection(bases, 1, "whom the new leader joins", "A18.2", attack.side),))

    def _placed(self, st: State, leader: int, base: int, *, new: bool = False) -> Do:
        attacks = self.attacks if self.left else tuple(other.with_leader(leader, base) for other in self.attacks)
        mine = replace(self.attacks[self.index].with_leader(leader, base), created=leader)
        attacks = (*attacks[: self.index], mine, *attacks[self.index + 1 :])
        kept = self.leaders if new else self.leaders[:-1]
        leaders = (*kept, (leader, base))
        return replace(self, attacks=attacks, leaders=leaders)._after_dr(st)

    def _judge(self, st: State) -> Do:
        lost: list[int] = []
        queue: list[tuple[int, ...]] = []
        spoils: list[Spoil] = []
        events: list[Event] = []
        reduced: list[int] = []
        taken, offered = list[Taken](), list[Taken]()
        for attack in self.attacks:
            if not attack.faces:
                continue
            ledger = attack.ledger(st, self.ambusher)
            outcome = attack.outcome(st, self.ambusher)
            if attack.capture:
                taken += [Taken((unit,), attack.attackers) for unit in outcome.eliminated]
                offered += [Taken(group, attack.attackers) for group in outcome.partial]
            else:
                lost.extend(outcome.eliminated)
                queue.extend(outcome.partial)
            events += vehicle_events(st, attack.defenders[0], outcome, attack.side)
            reduced += small_arms_hit(st, ledger, sum(attack.faces))
            if any(leader in (*attack.attackers, *attack.defenders) for leader, _ in self.leaders):
                events.append(_refigured(st, attack, ledger, outcome))
            if attack.faces[1] != 1 or attack.capture:
                continue
            for unit in (*outcome.eliminated, *(u for group in outcome.partial for u in group)):
                spoils += [Spoil(w.id, unit, ledger.kill, attack.side) for w in st.weapons_of(unit)]
        then = replace(
            self, step="select", lost=tuple(lost), queue=tuple(queue), spoils=tuple(spoils), reduced=tuple(reduced)
        )
        then = replace(then, taken=tuple(taken), offered=tuple(offered))
        return Do(events=tuple(events), then=then)

    def _select(self, st: State) -> Do:
        if self.queue:
            group = self.queue[0]
            side = st.units[group[0]].side
            return Do(then=self, push=(RandomSelection(group, 1, "Casualty Reduction in CC", "A11.11", side),))
        if self.offered:
            return Do(then=replace(self, step="capture"), push=(WhoIsCaptured(self.offered[0].units),))
        struck = (unit for attack in self.attacks for unit in attack.defenders if unit in st.units)
        gone = {*self.lost, *(unit for one in self.taken for unit in one.units)}
        attacked = (unit for unit in struck if unit not in gone)
        shaken = (unit for unit in attacked if st.units[unit].broken and not st.units[unit].dm)
        events: list[Event] = [DmPlaced(unit=unit) for unit in shaken]
        events += [UnitEliminated(unit=unit, reason="A11.11") for unit in self.lost]
        more, frames = reduction(st, self.reduced, "A11.11")
        whole = tuple(unit for one in self.taken if not one.half for unit in one.units)
        void = void_captures(st, self.loc, self.lost, whole) if self.taken else frozenset()
        kept = [one for one in self.taken if st.units[one.by[0]].side not in void]
        arms = self._arms(st, tuple(kept)) if any_unarmed(st) else ()
        away = {*self.lost, *(unit for one in kept if not one.half for unit in one.units)}
        for one in kept:
            more = (*more, *self._captured(st, one, away, len(more)))
        return Do(events=(*events, *arms, *more), then=replace(self, step="spoils"), push=frames)

    @builds("A20.551", "A20.551a")
    def _arms(self, st: State, kept: tuple[Taken, ...]) -> tuple[Event, ...]:
        """What Unarmed units win of arms."""
        lost, taken = set(self.lost), {unit for one in kept if not one.half for unit in one.units}
        won = [Won(one.by, one.units) for one in kept]
        for attack in self.attacks:
            if attack.faces and not attack.capture:
                fallen = self._outcome(st, attack).eliminated
                won.append(Won(attack.attackers, tuple(unit for unit in fallen if unit in lost)))
        return spoils_of_war(st, self.loc, won, frozenset(lost | taken))

    @builds("A20.22", "A20.22b")
    def _captured(self, st: State, one: Taken, gone: set[int], number: int) -> tuple[Event, ...]:
        """Prisoners of those who attacked, or of whom there is beside them and not ``gone``; of a squad ``half`` may be
        taken, and the other half takes prisoners of its own.
        """
        unit = st.units[one.units[0]]
        there = sorted(st.side_at(self.loc, 1 - unit.side), key=lambda other: other.id not in one.by)
        takers = tuple(other for other in there if other.id not in gone)
        if not one.half:
            return captured(st, (unit, takers), fight=True)
        half = utype(st, unit).half_squad or ""
        twin = replace(unit, id=st.next_id + number, type=half)
        left = UnitReplaced(unit=unit.id, type=half, reduced=False)
        return (left, UnitCreated(unit=twin, of=unit.id), *captured(st, (twin, takers), fight=True))

    def _spoil(self, st: State) -> Roll | Do:
        while self.spoils and st.units[self.spoils[0].owner].place != ELIMINATED:
            return Do(then=replace(self, spoils=self.spoils[1:]))
        if not self.spoils:
            calm = tuple(e for one in self.attacks for e in wiped_out(st, one.attackers, one.defenders))
            return Do(events=tuple(dict.fromkeys(calm)), value=self.leaders)
        return self._spoil_roll(st)

    def _spoil_roll(self, st: State) -> Roll:
        spoil = self.spoils[0]
        what = wtype(st, st.weapons[spoil.weapon]).name
        need = f"{spoil.kill} or less"
        return Roll(ONE_DIE, f"{what} lost in CC", "A11.13", spoil.side, (spoil.owner,), need, subsequent=True)

    def _rolled_spoil(self, st: State, faces: tuple[int, ...]) -> Do:
        spoil = self.spoils[0]
        gone = faces[0] <= spoil.kill
        dice = thrown(self._spoil_roll(st), faces, "eliminated" if gone else "left behind")
        events: tuple[Event, ...] = (dice, WeaponRemoved(weapon=spoil.weapon, reason="A11.13")) if gone else (dice,)
        return Do(events=events, then=replace(self, spoils=self.spoils[1:]))

    def title(self, st: State) -> str:
        """The attack whose dice are thrown."""
        if self.step == "dice" and self.index < len(self.attacks):
            return self._purpose(st, self.attacks[self.index])
        return ""


def _need(ledger: CombatLedger) -> str:
    if ledger.ccv is not None:
        return f"below {ledger.kill} destroys, {ledger.kill} immobilizes"
    return f"below {ledger.kill} eliminates, {ledger.kill} reduces"


def _promotion_base(st: State, attack: CombatAttack) -> int:
    """The MMC whose quality counts for Field Promotion: the highest BPV among the attackers, 0 for none (A18.2)."""
    return max(_bases(st, attack), key=lambda unit: (utype(st, st.units[unit]).bpv or 0, -unit), default=0)


def _bases(st: State, attack: CombatAttack) -> tuple[int, ...]:
    """The attackers of whom one may bring forth a leader."""
    return tuple(unit for unit in attack.attackers if unit in st.units and may_promote(st, st.units[unit]))


def _refigured(st: State, attack: CombatAttack, ledger: CombatLedger, outcome: CombatOutcome) -> Announced:
    who = " + ".join(name(st, st.fighter(unit)) for unit in attack.attackers)
    finals = " / ".join(str(final) for _, final in outcome.finals)
    return Announced(
        text=f"{who}: {ledger.odds}, Final DR {finals}: {outcome.words} (figured with the new leader)",
        rule="A18.12",
        side=attack.side,
        kind="cc",
        subjects=(*attack.attackers, *attack.defenders),
        lines=(*ledger.fp_lines(), *ledger.drm.lines()),
    )
