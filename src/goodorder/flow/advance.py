"""The Advance Phase: transfers at its start, then advances of units and stacks (A3.7, A4.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.actions import Action, Advance, Done, Drop, Give, HandPrisoners, Hatch, ReleasePrisoners, Wall
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import CrewExposed
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, InARow, Late, Menu, branch, leaf, perhaps
from goodorder.core.state import OFF_BOARD, State, Unit
from goodorder.core.view import is_masked
from goodorder.core.way import Way
from goodorder.rules.a04_movement.advance import advance_cost, advance_places, advance_refusal, exhausts
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.edges import EXIT, edge_refusal
from goodorder.rules.a04_movement.permission import free_to_go
from goodorder.rules.a04_movement.portage import drop_events, give_refusal
from goodorder.rules.a11_close_combat.paatc import who_checks
from goodorder.rules.a26_control import comes_to_its_own, control_gained
from goodorder.rules.facts.bearers import place_of, possessed
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.manned import manned_at, standing
from goodorder.rules.facts.places import stairs_word
from goodorder.rules.facts.units import in_melee, is_leader, known_at, name, names, wtype
from goodorder.rules.registry import builds

from .advancing import advance
from .drive.crews import any_changes, crew_refusal, hatch_entries
from .move.crest_menu import crest_advances
from .move.outlets import about
from .rally.rally_weapons import give_entries, give_events
from .shared.besides import Besides, with_besides
from .shared.dropping import DROPPING, reveal_entries
from .shared.guarding import GUARDS, guard_entries, handed
from .shared.walls import given_up, wall_entries, wall_events, wall_refusal

_BESIDES: Besides = {**DROPPING, **GUARDS}
"""What the ATTACKER may do beside advancing."""

LEADS = "leads"
"""Where a position remembers a unit that had somewhere to advance in one before it, and which way: likely it still
has.
"""


@builds("A3.7", "SK3.APh.1", "SK3.APh.2")
class AdvancePhase(Frame, frozen=True):
    """The APh: the ATTACKER advances unit after unit; weapons change hands until the first one has (``began``)."""

    standing: ClassVar[bool] = True
    began: bool = False
    entered: int = -1

    def ask(self, st: State) -> Choice | Do:
        """The ATTACKER's choice, or the end of the phase when nothing can be done.

        Control of the Location just ``entered`` is settled first (A26.11).
        """
        if self.entered >= 0:
            return Do(events=control_gained(st, self.entered), then=replace(self, entered=-1))
        side = st.turn.attacker
        masked = is_masked(st, side)
        if not (masked or self._has_anything_to_do(st)):
            return Do()

        def entries() -> Sequence[Entry]:
            gives = [] if self.began else give_entries(st, side)
            acts = [advance_entries(st, side), gives, _drop_entries(st, side), wall_entries(st, side)]
            asides = [hatch_entries(st, side), reveal_entries(st, side), guard_entries(st, side)]
            done = leaf("pass", "Done advancing", Done(), alive=may_end, kind="pass", rule="A3.7")
            return InARow([*acts, *asides, [done]])

        def may_end() -> bool:
            return not must_enter(st, side)

        def why() -> str:
            bound = must_enter(st, side)
            return f"Must enter the map: {names(st, bound)}" if bound else ""

        check = with_besides(st, side, self._check(st), _BESIDES)
        return Choice(side, "Advance units one hex", "A4.7", Menu(entries), check, why, public=masked)

    def _has_anything_to_do(self, st: State) -> bool:
        """Whether the ATTACKER has anything to do but claims of Wall Advantage."""
        side = st.turn.attacker
        if not self.began and any(entry.lives() for entry in give_entries(st, side)):
            return True
        if any_changes(st, side):
            return True
        return _anybody_leads(st, side) or _overloaded(st, side)

    def _check(self, st: State) -> Callable[[Action], Refusal | None]:
        side = st.turn.attacker

        def check(action: Action) -> Refusal | None:
            match action:
                case Done():
                    if bound := must_enter(st, side):
                        return Refusal("A2.5", f"{names(st, bound)} must enter the map in this Player Turn")
                    return None
                case Advance(units=units):
                    if list(units) != sorted(set(units)):
                        return Refusal("A4.7", "units are named once, in the order of their ids")
                    first = st.units.get(units[0]) if units else None
                    return advance_refusal(st, units, action.way(first.loc) if first is not None else None)
                case Give(weapon=weapon, unit=unit):
                    if self.began:
                        return Refusal("A4.431", "weapons change hands at the start of the phase only")
                    return give_refusal(st, side, weapon, unit)
                case Drop(unit=unit, weapon=weapon):
                    return drop_refusal(st, side, unit, weapon)
                case Hatch(vehicle=vehicle, ce=ce):
                    return crew_refusal(st, vehicle, ce=ce)
                case Wall():
                    return wall_refusal(st, side, action)
                case _:
                    return not_asked("A3.7", "not in the Advance Phase")

        return check

    def chosen(self, st: State, action: Action) -> Do:
        """Carry out what the ATTACKER chose."""
        match action:
            case Advance(units=units):
                way = action.way(st.units[units[0]].loc)
                done = advance(st, units, way)
                sure = (
                    way.to >= 0
                    and not done.push
                    and comes_to_its_own(st, tuple([st.units[one] for one in units]), way.to)
                )
                then = replace(self, began=True, entered=-1 if sure else way.to)
                return Do(events=done.events, then=then, push=done.push)
            case Give(weapon=weapon, unit=unit):
                return Do(events=give_events(st, weapon, unit), then=self)
            case Drop(unit=unit, weapon=weapon):
                return Do(events=drop_events(st, weapon, st.units[unit].loc), then=self)
            case Hatch(vehicle=vehicle, ce=ce):
                return Do(events=(CrewExposed(vehicle=vehicle, ce=ce),), then=self)
            case Wall():
                return Do(events=wall_events(st, action), then=self, push=given_up(st, action))
            case HandPrisoners() | ReleasePrisoners():
                return Do(events=handed(st, action), then=self)
            case _:
                return Do()

    def title(self, st: State) -> str:
        """The phase in the breadcrumb."""
        return "APh"


def _anybody_leads(st: State, side: int) -> bool:
    """Whether any unit has somewhere to advance; who had before this is asked first, and the way that was found."""
    before: int
    way: Way | None
    before, way = st.tables.get(LEADS, (0, None))
    last = st.units.get(before)
    if last is not None and last.side == side:
        still = way is not None and way.frm == last.loc and advance_refusal(st, (before,), way) is None
        if still or _leads(st, (before,)):
            return True
    return any(unit.id != before and _leads(st, (unit.id,)) for unit in free_to_go(st, side))


@builds("A2.5")
def must_enter(st: State, side: int) -> tuple[int, ...]:
    """Units off board that can advance onto the map now and so have to: entry is never put off by choice (A2.5).

    Into a hex with an enemy nobody has to, where a blocked entry is made elsewhere a turn later.
    """
    waiting = [u for u in st.units.values() if u.place == OFF_BOARD and u.side == side]
    return tuple(u.id for u in waiting if _leads(st, (u.id,)) and not _blocked(st, u))


def _blocked(st: State, unit: Unit) -> bool:
    if st.world.rules.lacks("delayed_entry"):
        return False
    enemy = 1 - unit.side
    free = (to for to in advance_places(st, unit) if not (known_at(st, to, enemy) or manned_at(st, to, enemy)))
    return all(advance_refusal(st, (unit.id,), Way(unit.loc, to)) is not None for to in free)


@builds("A4.43")
def drop_refusal(st: State, side: int, unit_id: int, weapon_id: int) -> Refusal | None:
    """Why a unit may not drop a weapon in its APh, or None: it is unbroken and has not advanced."""
    unit, weapon = st.units.get(unit_id), st.weapons.get(weapon_id)
    if unit is None or weapon is None or unit.side != side or weapon.holder != unit_id or unit.loc < 0:
        return Refusal("A4.43", "it does not possess that weapon on the map")
    if unit.broken:
        return Refusal("A4.43", "a broken unit does not drop weapons")
    if unit.pinned and not in_melee(st, unit):
        return None
    return None if _may_advance(st, unit_id) else advance_refusal(st, (unit_id,))


def _drop_entries(st: State, side: int) -> list[Entry]:
    """A branch with a leaf for each weapon that may be dropped."""

    def alive() -> bool:
        return next(_drops(st, side), None) is not None

    def opened() -> list[Entry]:
        return list(_drops(st, side))

    return [branch("drop", "Drop a weapon", opened, alive=alive, hopeful=perhaps, kind="drop", rule="A4.43")]


def _drops(st: State, side: int) -> Iterator[Entry]:
    for weapon, unit in possessed(st, side):
        if drop_refusal(st, side, unit.id, weapon.id) is None:
            yield leaf(
                f"w{weapon.id}",
                f"{name(st, unit)} drops {wtype(st, weapon).name}",
                Drop(unit.id, weapon.id),
                kind="drop",
                unit=unit.id,
                weapon=weapon.id,
                hex=place_of(st, weapon),
                rule="A4.43",
            )


def _overloaded(st: State, side: int) -> bool:
    """Whether a unit has to drop a weapon before it can advance at all (A4.72)."""
    held = {unit.id for _, unit in possessed(st, side)}
    found = (advance_refusal(st, (unit,)) for unit in held)
    return any(refusal is not None and refusal.rule == "A4.72" for refusal in found)


def advance_entries(st: State, side: int) -> Sequence[Entry]:
    """A branch for each unit that can advance, alone or with those beside it; then company or hex."""
    own = free_to_go(st, side)
    return Late(len(own), lambda number: _group_branch(st, (own[number].id,)))


def _company(st: State, group: tuple[int, ...]) -> tuple[int, ...]:
    first = st.units[group[0]]
    if first.loc >= 0 and len(st.side_at(first.loc, first.side)) == len(group):
        return ()
    return tuple(
        unit.id
        for unit in st.units.values()
        if unit.id > group[-1]
        and unit.side == first.side
        and unit.loc == first.loc
        and unit.place == first.place
        and (unit.loc >= 0 or unit.group == first.group)
        and _may_advance(st, unit.id)
    )


def _may_advance(st: State, unit: int) -> bool:
    """Whether a unit may advance, or could without its load (A4.72)."""
    refusal = advance_refusal(st, (unit,))
    return refusal is None or refusal.rule == "A4.72"


def _leads(st: State, group: tuple[int, ...]) -> bool:
    """Whether this group, or it with leaders who lend MF and capacity, has somewhere to advance (A4.12, A4.72)."""
    if not all(_may_advance(st, unit) for unit in group):
        return False
    loaded = False
    first = st.units[group[0]]
    for to in advance_places(st, first):
        way = Way(first.loc, to)
        refusal = advance_refusal(st, group, way)
        if refusal is None:
            if len(group) == 1:
                st.tables[LEADS] = (group[0], way)
            return True
        loaded = loaded or refusal.rule == "A4.72"
    return loaded and any(_leads(st, (*group, more)) for more in _company(st, group) if is_leader(st, st.units[more]))


def _group_branch(st: State, group: tuple[int, ...]) -> Entry:
    last = st.units[group[-1]]

    def words() -> str:
        return f"Advance {name(st, last)}" if len(group) == 1 else f"with {name(st, last)}"

    def children() -> Sequence[Entry]:
        first = st.units[group[0]]
        places = advance_places(st, first)
        if EXIT not in places and first.loc >= 0 and edge_refusal(st, first) is None:
            places = (*places, EXIT)
        hexes = Late(len(places), lambda number: _hex_leaf(st, group, places[number]))
        company = _company(st, group)
        grown = Late(len(company), lambda number: _group_branch(st, (*group, company[number])))
        crests = crest_advances(st, group) if about(st, first.loc).crests else ()
        return InARow((hexes, crests, grown))

    return branch(
        f"u{last.id}",
        words,
        children,
        alive=partial(_leads, st, group),
        hopeful=partial(_may_advance, st, group[0]) if len(group) == 1 else None,
        kind="advance",
        unit=last.id,
        hex=last.loc,
        rule="A4.7",
    )


def _hex_leaf(st: State, group: tuple[int, ...], to: int) -> Entry:
    frm = st.units[group[0]].loc

    def alive() -> bool:
        return advance_refusal(st, group, Way(frm, to)) is None

    def note() -> str:
        return _advance_note(st, tuple(st.units[u] for u in group), to)

    action = Advance(group, to)
    if to == EXIT:
        return leaf("exit", "off the map", action, alive=alive, kind="advance", note=note, rule="A2.6")

    def words() -> str:
        return f"{stairs_word(map_now(st), frm, to)}to {st.world.map.place_name(to)}"

    return leaf(
        f"h:{st.world.map.word(to)}",
        words,
        action,
        alive=alive,
        kind="advance",
        hex=to,
        note=note,
        rule="A4.7",
    )


def _advance_note(st: State, units: tuple[Unit, ...], to: int) -> str:
    way = Way(units[0].loc, to)
    tired = tuple(u.id for u in units if not u.cx and exhausts(st, u, units, way))
    notes = [f"{mf_text(advance_cost(st, units, way))} MF"]
    if tired:
        notes.append(f"CX: {names(st, tired)}")
    if who_checks(st, tuple(unit.id for unit in units), to):
        notes.append("PAATC first")
    if to != EXIT and (st.side_at(to, 1 - units[0].side) or standing(st, to, 1 - units[0].side)):
        notes.append("Close Combat")
    return ", ".join(notes)
