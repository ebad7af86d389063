"""Weapons in the RPh and APh: transfer, recovery and repair (A4.431, A4.44, A9.72)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Give, Recover, Repair
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import Event, Tried, WeaponRemoved, WeaponRepaired, WeaponTaken
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, branch, leaf, perhaps
from goodorder.core.state import ON_MAP, State, Unit, Weapon, first_owner
from goodorder.data.charts import movement
from goodorder.rules.a04_movement.portage import (
    RECOVER,
    attempt_ledger,
    give_refusal,
    held_by_broken,
    recover_refusal,
    recovers,
    recovery_note,
    repair_note,
    repair_outcome,
    repair_refusal,
    transfer_note,
)
from goodorder.rules.a09_weapons.captured import use_refusal
from goodorder.rules.facts.bearers import place_of, possessed, possessor
from goodorder.rules.facts.crew import strange
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


def give_events(st: State, weapon: int, unit: int) -> tuple[Event, ...]:
    """A weapon changes hands; its giver's trail remembers it (A4.431)."""
    giver = st.weapons[weapon].holder
    return (Tried(unit=giver, note=transfer_note(weapon, st.turn.phase)), WeaponTaken(weapon=weapon, unit=unit))


def give_entries(st: State, side: int) -> list[Entry]:
    """A branch for each weapon that can be handed over."""
    entries: list[Entry] = []
    for weapon, giver in possessed(st, side):
        beside = [unit for unit in st.side_at(giver.loc, side) if unit.id != giver.id]
        if beside:
            entries.append(_give_branch(st, side, weapon, beside))
    return entries


def _give_branch(st: State, side: int, weapon: Weapon, beside: list[Unit]) -> Entry:
    """A weapon that may be handed to some of those beside who has it: judged when somebody looks."""

    def takes(unit: Unit) -> bool:
        return give_refusal(st, side, weapon.id, unit.id) is None

    def taker(unit: Unit) -> Entry:
        action = Give(weapon.id, unit.id)
        return leaf(
            f"u{unit.id}",
            lambda: f"to {name(st, unit)}",
            action,
            kind="give",
            alive=partial(takes, unit),
            unit=unit.id,
            weapon=weapon.id,
        )

    return branch(
        f"g{weapon.id}",
        lambda: f"{name(st, possessor(st, weapon))} hands {wtype(st, weapon).name} over",
        lambda: [taker(unit) for unit in beside],
        alive=lambda: any(map(takes, beside)),
        hopeful=perhaps,
        kind="give",
        unit=weapon.holder,
        weapon=weapon.id,
        hex=place_of(st, weapon),
        rule="A4.431",
    )


def _taken(st: State, weapon: Weapon, unit: Unit) -> str:
    """What is told of a weapon that was the enemy's."""
    if first_owner(weapon) == unit.side:
        return ""
    taken = replace(weapon, side=unit.side, captured=True)
    if use_refusal(st, taken) is not None:
        return "it may be held, not fired (A21)"
    return "captured: B# two lower, ROF one lower (A21.11)" if strange(st, unit, taken) else ""


def weapon_entries(st: State, side: int) -> list[Entry]:
    """What a side may be able to do with weapons at the start of the RPh: recover, repair, hand over."""
    entries: list[Entry] = []
    for weapon in st.weapons.values():
        if weapon.place == ON_MAP and (not weapon.holder or held_by_broken(st, weapon)):
            entries += [_recover_leaf(st, weapon, unit) for unit in st.side_at(place_of(st, weapon), side)]
        elif weapon.holder and weapon.malfunctioned:
            entries.append(_repair_leaf(st, side, weapon))
    return entries + give_entries(st, side)


def _recover_leaf(st: State, weapon: Weapon, unit: Unit) -> Entry:
    return leaf(
        f"r{unit.id}w{weapon.id}",
        lambda: f"{name(st, unit)} recovers {wtype(st, weapon).name}",
        Recover(unit.id, weapon.id),
        kind="recover",
        alive=lambda: recover_refusal(st, unit.side, unit.id, weapon.id) is None,
        unit=unit.id,
        weapon=weapon.id,
        hex=unit.loc,
        note=lambda: _taken(st, weapon, unit),
        rule="A4.44",
    )


def _repair_leaf(st: State, side: int, weapon: Weapon) -> Entry:
    return leaf(
        f"w{weapon.id}",
        lambda: f"{name(st, st.fighter(weapon.holder))} repairs {wtype(st, weapon).name}",
        Repair(weapon.id),
        kind="repair",
        alive=lambda: repair_refusal(st, side, weapon.id) is None,
        unit=weapon.holder,
        weapon=weapon.id,
        hex=place_of(st, weapon),
        note=lambda: f"{wtype(st, weapon).repair} or less",
        rule="A9.72",
    )


@builds("A4.44", "SK3.RPh.4")
class RecoveryRoll(Frame, frozen=True):
    """A Recovery attempt: a Final dr below 6 takes the weapon (A4.44)."""

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
            thrown(
                self.ask(st),
                faces,
                "recovered" if done else "not recovered",
                final=faces[0] + ledger.total(),
                need=f"below {movement().recovery.below}",
                lines=ledger.lines(),
            ),
            Tried(unit=self.unit, note=recovery_note(self.weapon, st.turn.phase)),
        ]
        if done:
            events.append(WeaponTaken(weapon=self.weapon, unit=self.unit))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return f"Recovery of {wtype(st, st.weapons[self.weapon]).name} by {name(st, st.units[self.unit])}"


@builds("A9.72", "D3.7", "SK3.RPh.5", "SK3.RPh.6", "C2.28a")
class RepairRoll(Frame, frozen=True):
    """A repair attempt: up to the Repair Number mends, a 6 removes (A9.72)."""

    weapon: int

    def ask(self, st: State) -> Roll:
        """One die."""
        weapon = st.weapons[self.weapon]
        need = f"{wtype(st, weapon).repair} or less"
        holder = st.fighter(weapon.holder)
        return Roll(ONE_DIE, self.title(st), "A9.72", holder.side, (holder.id,), need, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Mended, removed or neither."""
        weapon = st.weapons[self.weapon]
        holder = st.fighter(weapon.holder)
        result = repair_outcome(st, weapon, faces[0])
        events: list[Event] = [
            thrown(self.ask(st), faces, result or "no change"),
            Tried(unit=holder.id, note=repair_note(self.weapon)),
        ]
        if result == "repaired":
            events.append(WeaponRepaired(weapon=self.weapon))
        elif result == "removed":
            events.append(WeaponRemoved(weapon=self.weapon, reason="A9.72"))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return f"Repair of {wtype(st, st.weapons[self.weapon]).name}"
