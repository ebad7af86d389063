"""Menus of Close Combat beside vehicles: Infantry against one, and one against Infantry (A11.5, A11.62)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import CloseCombat
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.a11_close_combat.attack import announced_facts, cc_ledger
from goodorder.rules.a11_close_combat.capture import capture_of_vehicle_refusal
from goodorder.rules.a11_close_combat.groups import Element
from goodorder.rules.a11_close_combat.permission import Declared, directors
from goodorder.rules.a11_close_combat.vehicle_permission import strikers, unused_arms
from goodorder.rules.c_ordnance.magnetic_mines import mine_need, seekers
from goodorder.rules.facts.units import name, names, wtype
from goodorder.rules.registry import builds


def note_of(st: State, action: CloseCombat, ambusher: int, leaving: tuple[int, ...] = ()) -> str:
    """What an attack is worth: odds, Kill Number, DRM."""
    ledger = cc_ledger(announced_facts(st, action, ambusher, leaving))
    drm = " / ".join(f"{total:+d}" for total, _ in ledger.groups())
    return f"{ledger.odds}, kill {ledger.kill}, {drm}"


def on_vehicles(
    st: State, element: Element, vehicles: Sequence[Vehicle], ambusher: int, leaving: tuple[int, ...] = ()
) -> list[Entry]:
    """A branch for each vehicle that an element could attack: who of it attacks, directed or not."""
    return [
        branch(
            f"v{one.id}",
            f"against {name(st, one)}",
            partial(vehicle_leaves, st, strikers(st, element), one, ambusher, leaving),
            kind="unit",
            unit=one.id,
        )
        for one in vehicles
        if strikers(st, element)
    ]


def vehicle_leaves(
    st: State,
    groups: Sequence[tuple[int, ...]],
    vehicle: Vehicle,
    ambusher: int,
    leaving: tuple[int, ...] = (),
    rule: str = "A11.5",
) -> list[Entry]:
    """The attacks of these groups on a vehicle, each without a leader's direction and with it."""
    entries: list[Entry] = []
    for group in groups:
        for leader, capture in _manners(st, group, vehicle):
            action = CloseCombat(group, (vehicle.id,), leader, capture=capture)
            who = " + ".join(name(st, st.units[unit]) for unit in group)
            led = f", {name(st, st.units[leader])} directs" if leader else ""
            entries.append(
                leaf(
                    "-".join(str(unit) for unit in group) + (f"l{leader}" if leader else "") + "c" * capture,
                    f"{who}{led}{', to capture it' if capture else ''}",
                    action,
                    note=note_of(st, action, ambusher, leaving),
                    rule="A21.2" if capture else rule,
                    primary=not entries,
                    confirm=True,
                )
            )
            entries += [_with_mine(st, said, who + led, ambusher, leaving) for said in seekers(st, action)]
    return entries


@builds("C13.7", "A25.87")
def _with_mine(st: State, action: CloseCombat, who: str, ambusher: int, leaving: tuple[int, ...]) -> Entry:
    """The attack, before which one of its units looks for a magnetic mine."""
    unit, facts = st.units[action.atmm], announced_facts(st, action, ambusher, leaving)
    drm = cc_ledger(replace(facts, mined=action.atmm)).drm.total()
    need = mine_need(st, unit, st.vehicles[action.defenders[0]])
    return leaf(
        "-".join(str(one) for one in action.attackers) + (f"l{action.leader}" if action.leader else "") + f"m{unit.id}",
        f"{who}, {name(st, unit)} looks for a magnetic mine",
        action,
        note=f"dr {need} or less has one: {drm:+d}; a 6 pins" if need else "none to be found: a 6 pins",
        rule="C13.7",
        confirm=True,
    )


@builds("A21.2", "A21.2c")
def _manners(st: State, group: tuple[int, ...], vehicle: Vehicle) -> Iterator[tuple[int, bool]]:
    """Who directs an attack on a vehicle, nobody last, and whether it is to capture it: nothing else if it is their
    own.
    """
    side = st.units[group[0]].side
    for leader in (*directors(st, group), 0):
        if vehicle.side != side:
            yield leader, False
        if capture_of_vehicle_refusal(st, side, CloseCombat(group, (vehicle.id,), leader, capture=True)) is None:
            yield leader, True


def by_vehicles(
    st: State, own: Sequence[Vehicle], theirs: Sequence[Element], declared: Declared, ambusher: int
) -> list[Entry]:
    """A branch for each vehicle that could attack: with which weapons, against whom."""
    return [
        branch(
            f"v{one.id}", name(st, one), partial(_arms, st, one, tuple(theirs), declared, ambusher), kind="unit",
            unit=one.id,
        )
        for one in own
    ]  # fmt: skip


def _arms(st: State, vehicle: Vehicle, theirs: tuple[Element, ...], declared: Declared, ambusher: int) -> list[Entry]:
    ids = tuple(weapon.id for weapon in unused_arms(st, vehicle, declared))
    sets = [ids] if len(ids) == 1 else [ids, *((weapon,) for weapon in ids)]
    if len(sets) == 1:
        return _targets(st, vehicle, ids, theirs, (), declared, ambusher)
    return [
        branch(
            "w" + "-".join(str(weapon) for weapon in some),
            "with " + " + ".join(wtype(st, st.weapons[weapon]).kind for weapon in some),
            partial(_targets, st, vehicle, some, theirs, (), declared, ambusher),
            kind="weapon",
            weapon=some[0],
        )
        for some in sets
    ]


def _targets(
    st: State,
    vehicle: Vehicle,
    weapons: tuple[int, ...],
    theirs: tuple[Element, ...],
    chosen: tuple[Element, ...],
    declared: Declared,
    ambusher: int,
) -> list[Entry]:
    def action(against: tuple[Element, ...]) -> CloseCombat:
        ids = tuple(sorted(unit for e in against for unit in e.ids))
        return CloseCombat((vehicle.id,), ids, 0, weapons)

    entries: list[Entry] = []
    if chosen:
        note = note_of(st, action(chosen), ambusher, declared.leaving)
        entries.append(leaf("go", "attack", action(chosen), note=note, rule="A11.62", primary=True, confirm=True))
    entries += [
        branch(
            f"{'+' if chosen else ''}u{e.key}",
            f"{'and' if chosen else 'against'} {names(st, tuple(unit.id for unit in e.units))}",
            partial(_targets, st, vehicle, weapons, theirs, (*chosen, e), declared, ambusher),
            kind="unit",
            unit=e.key,
            note=note_of(st, action((*chosen, e)), ambusher, declared.leaving),
        )
        for e in theirs
        if e not in chosen
    ]
    return entries
