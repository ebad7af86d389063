"""Squads that split and half-squads that join in the RPh (A1.31, A1.32)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from goodorder.core.actions import Deploy, Recombine
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Event, Tried, UnitCreated, UnitDeployed, UnitsRecombined
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.notes import Note, NoteKind
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.core.view import twin_id
from goodorder.rules.a01_deploy import (
    DEPLOY,
    FREE_DEPLOY,
    LED_DEPLOY,
    LED_RECOMBINE,
    RECOMBINE,
    DeployFacts,
    deploy_ledger,
    deploy_refusal,
    deploys,
    directors,
    free_deploy_refusal,
    permitting,
    recombine_refusal,
    whole_of,
)
from goodorder.rules.a23_set_charges import heirs
from goodorder.rules.facts.units import has, name, own_morale, utype
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


def deploy_entries(st: State, side: int) -> list[Entry]:
    """What a side may be able to split or join at the start of the RPh."""
    entries: list[Entry] = []
    led = directors(st, side)
    for unit in st.units.values():
        if unit.side != side or unit.place != ON_MAP:
            continue
        if unit.id in led:
            entries += [_deploy_leaf(st, side, unit.id, leader) for leader in led[unit.id]]
        elif utype(st, unit).kind == "half_squad":
            others = [other for other in st.side_at(unit.loc, side) if other.id > unit.id]
            halves = [other for other in others if utype(st, other).kind == "half_squad"]
            entries += [_recombine_leaf(st, side, unit.id, other.id) for other in halves]
    return entries


def _deploy_leaf(st: State, side: int, unit: int, leader: int) -> Entry:
    facts = DeployFacts(st, st.units[unit], st.units[leader] if leader else None)

    def words() -> str:
        by = f", led by {name(st, facts.leader)}" if facts.leader is not None else ""
        return f"{name(st, facts.unit)} Deploys{by}"

    return leaf(
        f"d{unit}l{leader}",
        words,
        Deploy(unit, leader),
        kind="deploy",
        alive=lambda: deploy_refusal(st, side, unit, leader) is None,
        unit=unit,
        hex=facts.unit.loc,
        note=lambda: f"{own_morale(st, facts.unit) - deploy_ledger(facts).total()} or less",
        rule="A1.31",
    )


def _recombine_leaf(st: State, side: int, unit: int, other: int) -> Entry:
    return leaf(
        f"j{unit}x{other}",
        lambda: f"{name(st, st.units[unit])} and {name(st, st.units[other])} Recombine",
        Recombine((unit, other)),
        kind="recombine",
        alive=lambda: recombine_refusal(st, side, unit, other) is None,
        unit=unit,
        hex=st.units[unit].loc,
        rule="A1.32",
    )


def split(st: State, unit: int, what: NoteKind) -> tuple[Event, ...]:
    """A squad becomes two half-squads, the second of which ``what`` is noted of: the first has it from its attempt."""
    half = utype(st, st.units[unit]).half_squad
    if not half:
        return ()
    twin = replace(st.units[unit], id=twin_id(st, st.units[unit]), type=half, ident="")
    made = (UnitDeployed(unit=unit, type=half), UnitCreated(unit=twin), Tried(unit=twin.id, note=Note(what)))
    return (*made, *heirs(st, unit, twin.id))


@builds("A2.9")
def free_deploy(st: State, unit: int) -> tuple[Event, ...]:
    """A squad Deploys before play (A2.9)."""
    return (Tried(unit=unit, note=Note(FREE_DEPLOY)), *split(st, unit, FREE_DEPLOY))


def free_deployers(st: State, side: int) -> Iterator[Unit]:
    """Squads that may Deploy before play, found one by one."""
    asked: dict[tuple[object, ...], bool] = {}
    for unit in st.units.values():
        if unit.side != side:
            continue
        alike = (unit.type, unit.unarmed, unit.group, unit.place, unit.enters)  # they may or may not together
        may = asked.get(alike)
        if may is None:
            may = asked[alike] = free_deploy_refusal(st, side, unit.id) is None
        if may:
            yield unit


def free_deploy_entries(st: State, side: int) -> list[Entry]:
    """A leaf for each of them."""
    return [
        leaf(f"d{u.id}", f"{name(st, u)} Deploys", Deploy(u.id), kind="deploy", unit=u.id, rule="A2.9")
        for u in free_deployers(st, side)
    ]


@builds("A1.3")
@builds("A1.31")
class DeployRoll(Frame, frozen=True):
    """The NTC of a squad that wants to Deploy (A1.31); passed or not, it and its leader do nothing else in the RPh."""

    unit: int
    leader: int = 0

    def facts(self, st: State) -> DeployFacts:
        """The attempt as the rules see it."""
        return DeployFacts(st, st.units[self.unit], st.units[self.leader] if self.leader else None)

    def ask(self, st: State) -> Roll:
        """Two dice."""
        facts = self.facts(st)
        need = own_morale(st, facts.unit) - deploy_ledger(facts).total()
        return Roll(TWO_DICE, self.title(st), "A1.31", facts.unit.side, (self.unit,), f"{need} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Two half-squads, or the squad as it was."""
        facts = self.facts(st)
        final, passed = deploys(facts, (faces[0], faces[1]))
        unit = facts.unit
        events: list[Event] = [
            thrown(
                self.ask(st),
                faces,
                "passes" if passed else "fails",
                final=final,
                need=f"{own_morale(st, unit)} or less",
                lines=deploy_ledger(facts).lines(),
            ),
            Tried(unit=self.unit, note=Note(DEPLOY)),
        ]
        if self.leader:
            events.append(Tried(unit=self.leader, note=Note(LED_DEPLOY)))
        if passed:
            events += split(st, self.unit, DEPLOY)
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return f"Deployment of {name(st, st.units[self.unit])}"


@builds("A1.32")
def recombined(st: State, units: tuple[int, int]) -> tuple[Event, ...]:
    """Two half-squads become a squad; the leader who permits it does nothing else in the RPh (A1.32)."""
    one = st.units[units[0]]
    events: list[Event] = [UnitsRecombined(unit=one.id, other=units[1], type=whole_of(st, one))]
    events.append(Tried(unit=one.id, note=Note(RECOMBINE)))
    leaders = () if has(st, one, "recombines_alone") else permitting(st, one)[:1]
    events.extend(
        Tried(unit=u.id, note=Note(LED_RECOMBINE)) for u in leaders if not st.trail(u.id).noted(LED_RECOMBINE)
    )
    return tuple(events)
