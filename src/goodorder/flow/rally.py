"""The Rally Phase: weapons first, then rally attempts, then Desperation Morale (A3.1, A4.43, A9.72, A10.6)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Give, KeepDm, Rally, Recover, Repair
from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.errors import Refusal
from goodorder.core.events import (
    DiceThrown,
    DmPlaced,
    DmRemoved,
    Event,
    Tried,
    UnitRallied,
    UnitWaits,
    WeaponRemoved,
    WeaponRepaired,
    WeaponTaken,
)
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, branch, leaf
from goodorder.core.state import ON_MAP, REINFORCEMENT, State, Unit, Weapon
from goodorder.data.charts import movement
from goodorder.rules.a04_movement.portage import (
    GIVE,
    RECOVER,
    REPAIR,
    attempt_ledger,
    give_refusal,
    recover_refusal,
    recovers,
    repair_outcome,
    repair_refusal,
)
from goodorder.rules.a10_morale.dm import dm_causes, dm_stays, keep_dm_refusal
from goodorder.rules.a10_morale.rally import (
    RALLY,
    good_order_leaders,
    rally_facts,
    rally_ledger,
    rally_refusal,
    rally_result,
)
from goodorder.rules.a18_promotion import SELF_RALLY
from goodorder.rules.a26_control import control_gained
from goodorder.rules.registry import builds
from goodorder.rules.units import leadership, morale_level, name, wtype

from .casualties import LeaderLoss, leaders_among, reduction

BEGIN, WEAPONS, RALLYING, DESPERATION = "begin", "weapons", "rally", "dm"
_NEXT = {WEAPONS: RALLYING, RALLYING: DESPERATION}


@builds("A3.1", "SK3.RPh.2", "SK3.RPh.12")
class RallyPhase(Frame, frozen=True):
    """The RPh step by step; in each step the ATTACKER acts first (``second`` false), then the DEFENDER.

    ``kept`` are units whose owner keeps them under DM.
    """

    step: str = BEGIN
    second: bool = False
    kept: tuple[int, ...] = ()

    def side(self, st: State) -> int:
        """Whose turn it is in this step."""
        return 1 - st.turn.attacker if self.second else st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """The step's choice, or on to the next one when nothing can be done in it."""
        if self.step == BEGIN:
            events: list[Event] = [UnitWaits(unit=unit) for unit in arriving(st)]
            events.extend(DmPlaced(unit=unit) for unit in dm_causes(st, at_rout=False))
            rolls = tuple(ProvisionalRoll(group, need) for group, need in provisional_groups(st))
            return Do(events=tuple(events), then=replace(self, step=WEAPONS), push=rolls)
        side = self.side(st)
        entries = _ENTRIES[self.step](st, side, self.kept)
        if not entries:
            return self._on(st)
        prompt, rule = _PROMPTS[self.step]
        done = leaf("pass", "Done", Done(), kind="pass", rule=rule)
        check = _Check(st, side, self.step, self.kept)
        return Choice(side, prompt, rule, Menu(lambda: [*entries, done]), check)

    def _on(self, st: State) -> Do:
        if not self.second:
            return Do(then=replace(self, second=True))
        following = _NEXT.get(self.step)
        if following is not None:
            return Do(then=RallyPhase(step=following, kept=self.kept))
        return Do(events=dm_removals(st, self.kept))

    def chosen(self, st: State, action: Action) -> Do:
        """Carry out what the side chose."""
        match action:
            case Give(weapon=weapon, unit=unit):
                return Do(events=give_events(st, weapon, unit), then=self)
            case Recover(unit=unit, weapon=weapon):
                return Do(then=self, push=(RecoveryRoll(unit, weapon),))
            case Repair(weapon=weapon):
                return Do(then=self, push=(RepairRoll(weapon),))
            case Rally(unit=unit, leader=leader):
                return Do(then=self, push=(RallyRoll(unit, leader),))
            case KeepDm(unit=unit):
                return Do(then=replace(self, kept=(*self.kept, unit)))
            case _:
                return self._on(st)

    def resumed(self, st: State, value: object) -> Do:
        """Back in the step; a unit that rallied may gain Control where it stands (A26.11)."""
        return Do(events=tuple(event for loc in st.occupied() for event in control_gained(st, loc)), then=self)

    def title(self, st: State) -> str:
        """The phase in the breadcrumb."""
        return "RPh"


_PROMPTS = {
    WEAPONS: ("Recover, repair or hand over weapons", "A3.1"),
    RALLYING: ("Rally broken units", "A10.6"),
    DESPERATION: ("Keep units under Desperation Morale, so that they may rout", "A10.62"),
}


class _Check:
    """Accepts the actions of one step."""

    __slots__ = ("kept", "side", "st", "step")

    def __init__(self, st: State, side: int, step: str, kept: tuple[int, ...]) -> None:
        self.st, self.side, self.step, self.kept = st, side, step, kept

    def __call__(self, action: Action) -> Refusal | None:
        st, side = self.st, self.side
        match action, self.step:
            case Done(), _:
                return None
            case Give(weapon=weapon, unit=unit), "weapons":
                return give_refusal(st, side, weapon, unit)
            case Recover(unit=unit, weapon=weapon), "weapons":
                return recover_refusal(st, side, unit, weapon)
            case Repair(weapon=weapon), "weapons":
                return repair_refusal(st, side, weapon)
            case Rally(unit=unit, leader=leader), "rally":
                if unit not in st.units or st.units[unit].side != side:
                    return Refusal("A10.6", "it is not this side's unit")
                return rally_refusal(st, unit, leader)
            case KeepDm(unit=unit), "dm":
                if unit in self.kept:
                    return Refusal("A10.62", "it is kept already")
                return keep_dm_refusal(st, side, unit)
            case _:
                return Refusal("A3.1", "not in this step of the Rally Phase")


def provisional_groups(st: State) -> tuple[tuple[str, int], ...]:
    """The ATTACKER's groups that are due and still uncertain, each with the dr that brings it (A2.5)."""
    scenario = st.world.scenario
    if scenario is None:
        return ()
    due = {
        unit.group
        for unit in st.units.values()
        if unit.side == st.turn.attacker and unit.place == REINFORCEMENT and unit.enters <= st.turn.number
    }
    groups = scenario.side(st.world.sides[st.turn.attacker].id).groups
    return tuple((group.id, group.provisional) for group in groups if group.provisional and group.id in due)


def arriving(st: State) -> tuple[int, ...]:
    """Units that the ATTACKER places off board at the start of this Player Turn (A2.51), uncertain ones apart."""
    turn = st.turn
    uncertain = {group for group, _ in provisional_groups(st)}
    return tuple(
        unit.id
        for unit in st.units.values()
        if unit.side == turn.attacker
        and unit.place == REINFORCEMENT
        and unit.enters == turn.number
        and unit.group not in uncertain
    )


@builds("A2.5", "SK3.RPh.1")
class ProvisionalRoll(Frame, frozen=True):
    """The dr that decides whether a group arrives in this Player Turn; a failed one is tried again in the next."""

    group: str
    need: int

    def members(self, st: State) -> tuple[int, ...]:
        """The units that come together."""
        side = st.turn.attacker
        found = (u for u in st.units.values() if u.side == side and u.group == self.group)
        return tuple(u.id for u in found if u.place == REINFORCEMENT)

    def ask(self, st: State) -> Roll:
        """One die."""
        words = f"{self.need} or less"
        return Roll(ONE_DIE, self.title(st), "A2.5", st.turn.attacker, self.members(st), words, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """They wait off board, or don't come yet."""
        comes = faces[0] <= self.need
        thrown = DiceThrown(
            dice=ONE_DIE,
            faces=faces,
            purpose=self.title(st),
            rule="A2.5",
            side=st.turn.attacker,
            original=faces[0],
            final=faces[0],
            need=f"{self.need} or less",
            outcome="arrive" if comes else "not yet",
            subjects=self.members(st),
        )
        waits = tuple(UnitWaits(unit=unit) for unit in self.members(st)) if comes else ()
        return Do(events=(thrown, *waits))

    def title(self, st: State) -> str:
        """The roll in the breadcrumb."""
        scenario = st.world.scenario
        groups = scenario.side(st.world.sides[st.turn.attacker].id).groups if scenario else ()
        name = next((group.name or group.id for group in groups if group.id == self.group), self.group)
        return f"Arrival of {name}"


def give_events(st: State, weapon: int, unit: int) -> tuple[Event, ...]:
    """A weapon changes hands; its giver's trail remembers it (A4.431)."""
    giver = st.weapons[weapon].holder
    return (Tried(unit=giver, what=f"{GIVE}:{weapon}:{st.turn.phase}"), WeaponTaken(weapon=weapon, unit=unit))


def give_entries(st: State, side: int) -> list[Entry]:
    """A branch for each weapon that can be handed over."""
    entries: list[Entry] = []
    for weapon in st.weapons.values():
        if not weapon.holder or st.units[weapon.holder].side != side:
            continue
        takers = [
            taker
            for taker in st.side_at(st.units[weapon.holder].loc, side)
            if give_refusal(st, side, weapon.id, taker.id) is None
        ]
        if takers:
            entries.append(_give_branch(st, weapon, takers))
    return entries


def _give_branch(st: State, weapon: Weapon, takers: list[Unit]) -> Entry:
    word = wtype(st, weapon).name
    return branch(
        f"g{weapon.id}",
        f"Hand {word} over",
        lambda: [
            leaf(f"u{u.id}", f"to {name(st, u)}", Give(weapon.id, u.id), kind="give", unit=u.id, weapon=weapon.id)
            for u in takers
        ],
        kind="give",
        unit=weapon.holder,
        weapon=weapon.id,
        hex=st.units[weapon.holder].loc,
        rule="A4.431",
    )


def _weapon_entries(st: State, side: int, kept: tuple[int, ...]) -> list[Entry]:
    entries: list[Entry] = []
    for weapon in st.weapons.values():
        word = wtype(st, weapon).name
        if weapon.place == ON_MAP and not weapon.holder and weapon.loc >= 0:
            for unit in st.side_at(weapon.loc, side):
                if recover_refusal(st, side, unit.id, weapon.id) is None:
                    entries.append(
                        leaf(
                            f"r{unit.id}w{weapon.id}",
                            f"{name(st, unit)} recovers {word}",
                            Recover(unit.id, weapon.id),
                            kind="recover",
                            unit=unit.id,
                            weapon=weapon.id,
                            hex=unit.loc,
                            rule="A4.44",
                        )
                    )
        elif weapon.holder and repair_refusal(st, side, weapon.id) is None:
            entries.append(
                leaf(
                    f"w{weapon.id}",
                    f"{name(st, st.units[weapon.holder])} repairs {word}",
                    Repair(weapon.id),
                    kind="repair",
                    unit=weapon.holder,
                    weapon=weapon.id,
                    hex=st.units[weapon.holder].loc,
                    note=f"{wtype(st, weapon).repair} or less",
                    rule="A9.72",
                )
            )
    return entries + give_entries(st, side)


def _rally_entries(st: State, side: int, kept: tuple[int, ...]) -> list[Entry]:
    entries: list[Entry] = []
    for unit in st.units.values():
        if unit.side != side or unit.place != ON_MAP or not unit.broken:
            continue
        leaders = [u for u in good_order_leaders(st, unit) if rally_refusal(st, unit.id, u.id) is None]
        if len(leaders) > 1:
            entries.append(_leaders_branch(st, unit, leaders))
        elif leaders:
            entries.append(_rally_leaf(st, f"u{unit.id}", unit, leaders[0]))
        elif rally_refusal(st, unit.id) is None:
            entries.append(_rally_leaf(st, f"u{unit.id}", unit, None))
    return entries


def _rally_leaf(st: State, key: str, unit: Unit, leader: Unit | None) -> Entry:
    facts = rally_facts(st, unit.id, leader.id if leader else 0)
    need = morale_level(st, unit) - rally_ledger(facts).total()
    words = f"{name(st, unit)} Self-Rallies" if leader is None else f"{name(st, leader)} rallies {name(st, unit)}"
    return leaf(
        key,
        words,
        Rally(unit.id, leader.id if leader else 0),
        kind="rally",
        unit=unit.id,
        hex=unit.loc,
        note=f"{need} or less",
        rule="A10.63" if leader is None else "A10.6",
        confirm=True,
    )


def _leaders_branch(st: State, unit: Unit, leaders: list[Unit]) -> Entry:
    best = min(leaders, key=lambda leader: (leadership(st, leader), leader.id))
    return branch(
        f"u{unit.id}",
        f"Rally {name(st, unit)}",
        lambda: [
            replace(_rally_leaf(st, f"l{leader.id}", unit, leader), unit=leader.id, primary=leader.id == best.id)
            for leader in leaders
        ],
        kind="rally",
        unit=unit.id,
        hex=unit.loc,
        rule="A10.71",
    )


def _dm_entries(st: State, side: int, kept: tuple[int, ...]) -> list[Entry]:
    return [
        leaf(f"u{u.id}", f"{name(st, u)} stays under DM", KeepDm(u.id), kind="keep_dm", unit=u.id, hex=u.loc)
        for u in st.units.values()
        if u.id not in kept and keep_dm_refusal(st, side, u.id) is None
    ]


_ENTRIES = {WEAPONS: _weapon_entries, RALLYING: _rally_entries, DESPERATION: _dm_entries}


@builds("A10.62", "SK3.RPh.15", "SK3.RPh.16")
def dm_removals(st: State, kept: tuple[int, ...]) -> tuple[Event, ...]:
    """DM that comes off at the end of the RPh: all but of units beside a Known enemy and of those kept."""
    return tuple(
        DmRemoved(unit=unit.id)
        for unit in st.units.values()
        if unit.place == ON_MAP and unit.dm and unit.id not in kept and not dm_stays(st, unit)
    )


@builds("A10.6", "SK3.RPh.8", "SK3.RPh.10", "SK3.RPh.11", "SK3.RPh.12")
class RallyRoll(Frame, frozen=True):
    """One rally attempt (A10.6): rallied, not rallied, reduced by Fate, or promoted."""

    unit: int
    leader: int = 0

    def ask(self, st: State) -> Roll:
        """Two dice."""
        facts = rally_facts(st, self.unit, self.leader)
        need = morale_level(st, facts.unit) - rally_ledger(facts).total()
        rule = "A10.6" if self.leader else "A10.63"
        return Roll(TWO_DICE, self.title(st), rule, facts.unit.side, (self.unit,), f"{need} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """What the DR does."""
        facts = rally_facts(st, self.unit, self.leader)
        result = rally_result(facts, (faces[0], faces[1]))
        outcome = "rallies" if result.rallied else "Casualty Reduction" if result.fate else "stays broken"
        events: list[Event] = [
            DiceThrown(
                dice=TWO_DICE,
                faces=faces,
                purpose=self.title(st),
                rule="A10.64" if result.fate else "A10.6",
                side=facts.unit.side,
                original=result.original,
                final=result.final,
                need=f"{result.level} or less",
                outcome=outcome,
                subjects=(self.unit,),
                lines=rally_ledger(facts).lines(),
            ),
            Tried(unit=self.unit, what=RALLY),
        ]
        push: tuple[Frame, ...] = ()
        if result.fate:
            more, push = reduction(st, (self.unit,), "A10.64")
            events.extend(more)
            if push:
                stack = tuple(u.id for u in st.side_at(facts.unit.loc, facts.unit.side))
                push = (*push, LeaderLoss(leaders_among(st, (self.unit,)), stack))
        if result.rallied:
            events.append(UnitRallied(unit=self.unit))
        if result.promotes:
            from .promotion import FieldPromotion

            push = (FieldPromotion(self.unit, SELF_RALLY),)
        return Do(events=tuple(events), push=push)

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        unit = st.units[self.unit]
        if not self.leader:
            return f"Self-Rally of {name(st, unit)}"
        return f"Rally of {name(st, unit)} by {name(st, st.units[self.leader])}"


@builds("A4.44", "SK3.RPh.4")
class RecoveryRoll(Frame, frozen=True):
    """A Recovery attempt of the RPh: a Final dr below 6 takes the weapon (A4.44)."""

    unit: int
    weapon: int

    def ask(self, st: State) -> Roll:
        """One die."""
        need = movement().recovery.below - 1 - attempt_ledger(st, st.units[self.unit], RECOVER).total()
        side = st.units[self.unit].side
        return Roll(ONE_DIE, self.title(st), "A4.44", side, (self.unit,), f"{need} or less", leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Taken or left."""
        unit = st.units[self.unit]
        ledger = attempt_ledger(st, unit, RECOVER)
        done = recovers(st, unit, faces[0])
        events: list[Event] = [
            DiceThrown(
                dice=ONE_DIE,
                faces=faces,
                purpose=self.title(st),
                rule="A4.44",
                side=unit.side,
                original=faces[0],
                final=faces[0] + ledger.total(),
                need=f"below {movement().recovery.below}",
                outcome="recovered" if done else "not recovered",
                subjects=(self.unit,),
                lines=ledger.lines(),
            ),
            Tried(unit=self.unit, what=f"{RECOVER}:{self.weapon}:{st.turn.phase}"),
        ]
        if done:
            events.append(WeaponTaken(weapon=self.weapon, unit=self.unit))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return f"Recovery of {wtype(st, st.weapons[self.weapon]).name} by {name(st, st.units[self.unit])}"


@builds("A9.72", "SK3.RPh.5")
class RepairRoll(Frame, frozen=True):
    """A repair attempt: up to the Repair Number mends, a 6 removes (A9.72)."""

    weapon: int

    def ask(self, st: State) -> Roll:
        """One die."""
        weapon = st.weapons[self.weapon]
        need = f"{wtype(st, weapon).repair} or less"
        holder = st.units[weapon.holder]
        return Roll(ONE_DIE, self.title(st), "A9.72", holder.side, (holder.id,), need, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Mended, removed or neither."""
        weapon = st.weapons[self.weapon]
        holder = st.units[weapon.holder]
        result = repair_outcome(st, weapon, faces[0])
        events: list[Event] = [
            DiceThrown(
                dice=ONE_DIE,
                faces=faces,
                purpose=self.title(st),
                rule="A9.72",
                side=holder.side,
                original=faces[0],
                final=faces[0],
                need=f"{wtype(st, weapon).repair} or less",
                outcome=result or "no change",
                subjects=(holder.id,),
            ),
            Tried(unit=holder.id, what=f"{REPAIR}:{self.weapon}"),
        ]
        if result == "repaired":
            events.append(WeaponRepaired(weapon=self.weapon))
        elif result == "removed":
            events.append(WeaponRemoved(weapon=self.weapon, reason="A9.72"))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return f"Repair of {wtype(st, st.weapons[self.weapon]).name}"

