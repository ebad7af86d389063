"""Menus of Close Combat: attackers, then defenders, then the leader (A11.12, A11.141)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import CloseCombat, Done, StandWith
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import State, Unit, Vehicle
from goodorder.rules.a11_close_combat.attack import NOBODY, cc_ledger, combat_facts
from goodorder.rules.a11_close_combat.groups import Element, Stands, companions
from goodorder.rules.a11_close_combat.permission import Declared, directors, may_join
from goodorder.rules.a20_capture import capture_refusal
from goodorder.rules.facts.units import leadership, name, names

from .cc_vehicle_menu import by_vehicles, on_vehicles


def stand_menu(st: State, singles: Sequence[Unit], stands: Stands, leaving: Sequence[int] = ()) -> list[Entry]:
    """Each SMC and with whom it may stand instead; "pass" leaves them as they are."""
    entries = [leaf("pass", "As they stand", Done(), kind="pass", rule="A11.14", hotkey="space", primary=True)]
    for unit in singles:
        others = companions(st, unit, stands, leaving)
        if others:
            entries.append(
                branch(f"u{unit.id}", name(st, unit), partial(_places, st, unit, others), kind="unit", unit=unit.id)
            )
    return entries


def _places(st: State, unit: Unit, others: tuple[int, ...]) -> list[Entry]:
    entries: list[Entry] = []
    for other in others:
        action = StandWith(unit.id, other)
        if other:
            label = f"with {name(st, st.units[other])}"
            entries.append(leaf(f"u{other}", label, action, kind="unit", unit=other, rule="A11.14"))
        else:
            entries.append(leaf("alone", "alone", action, rule="A11.14"))
    return entries


class Tanks(Struct, frozen=True):
    """The vehicles of a fight: those of the enemy that may be attacked, own ones that may attack, and whom these may
    attack (A11.5, A11.62).
    """

    targets: tuple[Vehicle, ...] = ()
    own: tuple[Vehicle, ...] = ()
    foes: tuple[Element, ...] = ()


def attack_menu(
    st: State,
    mine: Sequence[Element],
    theirs: Sequence[Element],
    ambusher: int,
    declared: Declared,
    tanks: Tanks = Tanks(),  # noqa: B008 - it never changes
) -> list[Entry]:
    """The tree of CC attacks that a side may still declare; "pass" ends its declarations."""
    tree = _Attacks(st, tuple(mine), tuple(theirs), ambusher, declared.leaving, tanks.targets)
    entries = [branch(f"u{e.key}", tree.label(e), partial(tree.attackers, (e,)), kind="unit", unit=e.key) for e in mine]
    joined = [e for e in mine if e.mmc]
    if theirs and (len(joined) > 1 or (len(joined) == 1 == len(mine) and len(theirs) > 1)):
        entries.append(
            branch("all", "all together against all", partial(tree.finish, tuple(joined), tuple(theirs)), primary=True)
        )
    entries += by_vehicles(st, tanks.own, tanks.foes, declared, ambusher)
    entries.append(leaf("pass", "no more attacks", Done(), kind="pass", rule="A11.12", hotkey="space"))
    return entries


def escape_menu(
    st: State,
    mine: Sequence[Element],
    theirs: Sequence[Element],
    needed: Callable[[tuple[int, ...], tuple[int, ...]], bool],
) -> list[Entry]:
    """The tree of attacks of prisoners who rise: each alone or all together, on what ``needed`` lets them (A20.55)."""
    tree = _Attacks(st, tuple(mine), tuple(theirs), NOBODY, ())
    joined = tuple(e for e in mine if e.mmc)
    chosen: list[tuple[Element, ...]] = [(e,) for e in mine]
    chosen += [joined] if len(joined) > 1 else []
    targets: list[tuple[Element, ...]] = [(e,) for e in theirs]
    targets += [(a, b) for n, a in enumerate(theirs) for b in theirs[n + 1 :]] if len(theirs) > 2 else []
    targets += [tuple(theirs)] if len(theirs) > 1 else []
    entries = []
    for number, group in enumerate(chosen):
        fit = [one for one in targets if needed(*_ids(group, one))]
        if fit:
            words = " and ".join(tree.label(e) for e in group)
            entries.append(branch(f"r{number}", words, partial(tree.against, group, tuple(fit)), kind="unit"))
    return [*entries, leaf("pass", "no more attacks", Done(), kind="pass", rule="A20.55", hotkey="space")]


class _Attacks:
    """Builds the entries below a partly chosen attack."""

    def __init__(
        self,
        st: State,
        mine: tuple[Element, ...],
        theirs: tuple[Element, ...],
        ambusher: int,
        leaving: tuple[int, ...],
        vehicles: tuple[Vehicle, ...] = (),
    ) -> None:
        self.st = st
        self.mine = mine
        self.theirs = theirs
        self.ambusher = ambusher
        self.leaving = leaving
        self.vehicles = vehicles

    def label(self, element: Element) -> str:
        """The units of an element in words."""
        return names(self.st, tuple(unit.id for unit in element.units))

    def attackers(self, chosen: tuple[Element, ...]) -> list[Entry]:
        """Further attackers, or the first defender."""
        entries = [
            branch(
                f"+u{e.key}", f"with {self.label(e)}", partial(self.attackers, (*chosen, e)), kind="unit", unit=e.key
            )
            for e in self.mine
            if self.theirs and e not in chosen and may_join(chosen[0], e)
        ]
        entries += [
            branch(
                f"u{e.key}",
                f"against {self.label(e)}",
                partial(self.defenders, chosen, (e,)),
                kind="unit",
                unit=e.key,
                note=partial(self._note, chosen, (e,)),
            )
            for e in self.theirs
        ]
        if len(chosen) == 1:
            entries += on_vehicles(self.st, chosen[0], self.vehicles, self.ambusher, self.leaving)
        return entries

    def defenders(self, chosen: tuple[Element, ...], against: tuple[Element, ...]) -> list[Entry]:
        """Ways to attack, or further defenders."""
        entries = self.finish(chosen, against)
        entries += [
            branch(
                f"+u{e.key}",
                f"and {self.label(e)}",
                partial(self.defenders, chosen, (*against, e)),
                kind="unit",
                unit=e.key,
                note=partial(self._note, chosen, (*against, e)),
            )
            for e in self.theirs
            if e not in against
        ]
        return entries

    def against(self, chosen: tuple[Element, ...], targets: tuple[tuple[Element, ...], ...]) -> list[Entry]:
        """A branch for each group of defenders."""
        return [
            branch(
                f"t{number}",
                f"against {' and '.join(self.label(e) for e in one)}",
                partial(self.finish, chosen, one),
                note=partial(self._note, chosen, one),
            )
            for number, one in enumerate(targets)
        ]

    def finish(self, chosen: tuple[Element, ...], against: tuple[Element, ...]) -> list[Entry]:
        """The attack itself, with each leader who may direct it and without one."""
        attackers, defenders = _ids(chosen, against)
        entries: list[Entry] = []
        leaders = sorted(directors(self.st, attackers), key=lambda u: leadership(self.st, self.st.units[u]))
        for number, leader in enumerate(leaders):
            unit = self.st.units[leader]
            good = number == 0 and leadership(self.st, unit) <= 0
            entries.append(
                leaf(
                    f"l{leader}",
                    f"attack, {name(self.st, unit)} directs",
                    CloseCombat(attackers, defenders, leader),
                    kind="leader",
                    unit=leader,
                    note=partial(self._note, chosen, against, leader),
                    rule="A11.141",
                    primary=good,
                    confirm=True,
                )
            )
        entries.append(
            leaf(
                "go",
                "attack, nobody directs" if leaders else "attack",
                CloseCombat(attackers, defenders),
                note=partial(self._note, chosen, against),
                rule="A11.12",
                primary=not any(e.primary for e in entries),
                confirm=True,
            )
        )
        if capture_refusal(self.st, (*attackers, *defenders)) is None:
            best = leaders[0] if leaders and leadership(self.st, self.st.units[leaders[0]]) < 0 else 0
            entries.append(
                leaf(
                    "capture",
                    "take prisoners",
                    CloseCombat(attackers, defenders, best, capture=True),
                    kind="seldom",
                    note=partial(self._note, chosen, against, best, capture=True),
                    rule="A20.22",
                    confirm=True,
                )
            )
        return entries

    def _note(
        self, chosen: tuple[Element, ...], against: tuple[Element, ...], leader: int = 0, *, capture: bool = False
    ) -> str:
        attackers, defenders = _ids(chosen, against)
        facts = combat_facts(self.st, attackers, defenders, leader, ambusher=self.ambusher, leaving=self.leaving)
        ledger = cc_ledger(replace(facts, capture=capture))
        drm = " / ".join(f"{total:+d}" for total, _ in ledger.groups())
        return f"{ledger.odds}, kill {ledger.kill}, {drm}"


def _ids(chosen: tuple[Element, ...], against: tuple[Element, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    attackers = tuple(sorted(unit for e in chosen for unit in e.fighters()))
    return attackers, tuple(sorted(unit for e in against for unit in e.ids))
