"""Claiming Wall Advantage and giving it up, by choice and by rule (B9.322, B9.323)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Wall
from goodorder.core.apply import apply
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Announced, Event, Tried, WallAdvantage
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, InARow, Late, Menu, leaf
from goodorder.core.notes import Note
from goodorder.core.state import State, Unit
from goodorder.core.view import is_masked, known_ids
from goodorder.rules.b_terrain.wall_claims import settled, walls_now
from goodorder.rules.c_ordnance.guns_as_targets import left_wall
from goodorder.rules.facts.masks import faced_at, masks_at
from goodorder.rules.facts.units import is_dummy, name
from goodorder.rules.facts.wall_advantage import (
    across,
    bluffs,
    could_hold,
    denied_by,
    holds,
    mandatory,
    may_claim,
    walls,
)
from goodorder.rules.registry import builds

from .besides import Besides


def _note(st: State, action: Wall) -> Note:
    return Note("claim" if action.held else "forfeit", when=st.turn.phase)


@builds("B9.322")
def wall_refusal(st: State, side: int, action: Wall) -> Refusal | None:
    """Why these units may not claim or give up Wall Advantage now, or None; each once a phase (ruling R324)."""
    if lacking := st.world.rules.lacks("wall_advantage"):
        return lacking
    units = [unit for u in action.units if (unit := st.units.get(u)) is not None and unit.side == side]
    if not units or len(units) < len(action.units):
        return Refusal("B9.322", "it is not this side's unit")
    if len(set(action.units)) != len(action.units):
        return Refusal("B9.322", "a unit is named twice")
    for unit in units:
        if unit.pinned or unit.ti:
            return Refusal("B9.322", f"{name(st, unit)} is pinned or immobilized")
        if not action.held and mandatory(st, unit):
            return Refusal("B9.323", f"{name(st, unit)} has no cover of its own and has to keep it")
        if unit.stance.wa == action.held:
            return Refusal("B9.322", f"{name(st, unit)} {'has claimed it' if unit.stance.wa else 'has not claimed it'}")
        if _note(st, action) in st.trail(unit.id).tried:
            return Refusal("B9.322", f"{name(st, unit)} has done so in this phase")
        if not action.held:
            continue
        able = could_hold(st, unit)
        if able and (refusal := _not_now(st, unit)):
            return refusal
        if not able or not may_claim(st, unit):
            return Refusal("B9.321" if able else "B9.32", f"{name(st, unit)} can't have Wall Advantage")
    return None


def _not_now(st: State, unit: Unit) -> Refusal | None:
    """Why it is not the time for a claim: RPh, own MPh and APh; not after an exit that failed (B9.41)."""
    if st.turn.phase != "RPh" and unit.side != st.turn.attacker:
        return Refusal(
            "B9.322", "who is not the ATTACKER claims at the end of a RPh, or when all enemies lose the wall"
        )
    if st.turn.phase == "MPh" and any(step.kind == "back" for step in st.trail(unit.id).steps):
        return Refusal("B9.41", f"{name(st, unit)} lost Wall Advantage when it set out")
    return None


def wall_entries(st: State, side: int) -> Sequence[Entry]:
    """A leaf for each claim that a side could make or give up now, alive where it may."""
    able = set[int]()
    for unit in st.units_that_are("wall"):
        if unit.side == side and unit.loc >= 0:
            able.add(unit.id)
    if st.turn.phase == "RPh" or side == st.turn.attacker:  # for others it is too late for claims
        near, stacks = walls_now(st), st.stacks()
        for loc in near.keys() & stacks.keys():
            for unit in stacks[loc]:
                if unit.side == side and walls(st, unit):
                    able.add(unit.id)
    if not able:
        return ()
    ids = tuple(filter(able.__contains__, st.units))
    return Late(len(ids), lambda at: _wall_leaf(st, st.units[ids[at]]))


def _wall_leaf(st: State, unit: Unit) -> Entry:
    action = Wall((unit.id,), not unit.stance.wa)
    return leaf(
        f"wa{unit.id}",
        lambda: f"{name(st, unit)}: {'claim' if action.held else 'give up'} Wall Advantage",
        action,
        alive=lambda: wall_refusal(st, unit.side, action) is None,
        unit=unit.id,
        hex=unit.loc,
        rule="B9.322",
    )


def may_claim_or_give_up(st: State, side: int) -> bool:
    """Whether a side could claim Wall Advantage or give it up now."""
    return any(entry.lives() for entry in wall_entries(st, side))


def wall_events(st: State, action: Wall) -> tuple[Event, ...]:
    """The claim or its end, and what it settles for others; an end leaves that to :func:`chances` (B9.322)."""
    events = (*(Tried(unit=unit, note=_note(st, action)) for unit in action.units), *claimed(st, action))
    if not action.held:
        return events
    for event in events:
        st = apply(st, event)
    return (*events, *settled(st))


def claimed(st: State, action: Wall, late: tuple[int, ...] = ()) -> list[Event]:
    """The claim or its end alone.  ``late`` are enemies who may claim only after it (B9.41)."""
    events: list[Event] = []
    for unit in action.units:
        denier = denied_by(st, st.units[unit], late) if action.held else None
        if denier is not None:
            events += _shown(st, denier, st.units[unit])
            continue
        events.append(WallAdvantage(unit=unit, held=action.held))
        if not action.held:
            events += left_wall(st, st.units[unit])
        if action.held and not is_dummy(st.units[unit]):
            events += [WallAdvantage(unit=bluff.id, held=False) for bluff in bluffs(st, st.units[unit])]
    return events


@builds("B9.324")
def _shown(st: State, denier: Unit, claimer: Unit) -> list[Event]:
    """A concealed claimer proves first that it is no Dummy, then who denies him the wall does."""
    found: list[Event] = []
    for unit in (claimer, denier):
        if unit.concealed:
            text = f"{name(st, unit)} in {st.world.map.place_name(unit.loc)} shows itself for a moment at the wall"
            found.append(Announced(text=text, rule="B9.324", side=unit.side, kind="info", locs=(unit.loc,)))
    return found


@builds("B9.322")
class WallClaims(Frame, frozen=True):
    """At the end of the RPh first the ATTACKER, then the DEFENDER claims or gives up Wall Advantage."""

    second: bool = False

    def side(self, st: State) -> int:
        """Whose turn it is."""
        return 1 - st.turn.attacker if self.second else st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """The side's choice, passed over when it has none."""
        side = self.side(st)
        masked = bool(walls_now(st)) and is_masked(st, side)
        if not masked and not may_claim_or_give_up(st, side):
            return self._on()

        def entries() -> Sequence[Entry]:
            done = leaf("pass", "Leave the walls as they are", Done(), kind="pass", rule="B9.322")
            return InARow((wall_entries(st, side), [done]))

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Wall):
                return not_asked("B9.322", "only Wall Advantage is claimed now")
            return wall_refusal(st, side, action)

        return Choice(side, "Wall Advantage", "B9.322", Menu(entries), check, public=masked)

    def _on(self) -> Do:
        return Do() if self.second else Do(then=replace(self, second=True))

    def chosen(self, st: State, action: Action) -> Do:
        """Carry the claim out and ask again."""
        if isinstance(action, Wall):
            return Do(events=wall_events(st, action), then=self, push=given_up(st, action))
        return self._on()

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Wall Advantage"


@builds("B9.322", "B9.41")
class WallChance(Frame, frozen=True):
    """All enemies have lost a wall, hedge or bocage: units of ``side`` who share it (at ``near``) may claim it.

    ``held`` are who had it; the question comes up only if one of them has lost it.  ``late`` are those who lost it by
    setting out, who are where they are going by now: who has to claim there does so after this.  A claim of this kind
    is no claim of the phase (ruling R324).  ``open``: in a view it is asked already.
    """

    side: int
    held: tuple[int, ...]
    near: tuple[int, ...]
    late: tuple[int, ...] = ()
    open: bool = False

    def _lost(self, st: State) -> bool:
        return any(u in self.late or not holds(st, st.units[u]) for u in self.held)

    def refusal(self, st: State, action: Wall) -> Refusal | None:
        """Why these units may not claim now, or None."""
        if not action.held or len(action.units) != 1 or action.units[0] not in st.units:
            return Refusal("B9.322", "one unit after the other claims the wall that is free")
        unit = st.units[action.units[0]]
        if unit.side != self.side or unit.loc not in self.near or unit.hidden:
            return Refusal("B9.322", "only units across the wall that the enemy has lost")
        if unit.pinned or unit.ti:
            return Refusal("B9.322", f"{name(st, unit)} is pinned or immobilized")
        if unit.stance.wa:
            return Refusal("B9.322", f"{name(st, unit)} has claimed it")
        if not may_claim(st, unit, self.late):
            return Refusal("B9.321", f"{name(st, unit)} can't have Wall Advantage")
        return None

    def ask(self, st: State) -> Choice | Do:
        """Who claims; asked wherever a "?" stands across the wall, whatever lies under it."""
        if not self.open:
            if not self._lost(st):
                return Do()
            if bound := settled(st, self.late):
                return Do(events=bound, then=self)
        there = [u for loc in self.near for u in st.side_at(loc, self.side) if not u.hidden]
        eligible = [u for u in there if self.refusal(st, Wall((u.id,), True)) is None]
        under = [u for loc in self.near for u in masks_at(st, loc) if u.side == self.side]
        masked = any(u.concealed and walls(st, u) for u in (*there, *under))
        if not eligible and not masked and not self.open:
            return Do(events=settled(st))
        words = "claims Wall Advantage"
        entries = [
            leaf(f"wa{u.id}", f"{name(st, u)} {words}", Wall((u.id,), True), unit=u.id, hex=u.loc, rule="B9.322")
            for u in eligible
        ]
        entries.append(leaf("pass", "Leave the wall to them", Done(), kind="pass", hotkey=" ", rule="B9.322"))

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Wall):
                return not_asked("B9.322", "only Wall Advantage is claimed now")
            return self.refusal(st, action)

        why = "The enemy has lost it"
        return Choice(self.side, "Claim Wall Advantage?", "B9.322", Menu(lambda: entries), check, why, public=masked)

    def chosen(self, st: State, action: Action) -> Do:
        """The claim, and who else; at the end who has to claim does."""
        if isinstance(action, Wall):
            return Do(events=tuple(claimed(st, action, self.late)), then=self)
        return Do(events=settled(st))

    def shown(self, hidden: Mapping[int, int]) -> WallChance:
        """Those under a "?" are one stand-in."""
        found = (known_ids(self.held, hidden), known_ids(self.late, hidden))
        return replace(self, open=True, held=found[0], late=found[1])

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Wall Advantage"


def chances(st: State, units: Iterable[int], *, leaving: bool = False) -> tuple[Frame, ...]:
    """What asks enemies across a wall that ``units`` have now whether they claim it, once these have lost it.

    ``leaving``: they lose it by setting out (B9.41); else the frame looks whether they do.
    """
    near = walls_now(st)
    if not near:
        return ()
    found: list[Unit] = []
    for u in units:
        unit = st.units[u]
        if unit.loc in near and holds(st, unit):
            found.append(unit)
    if not found:
        return ()
    beyond = tuple(dict.fromkeys(loc for unit in found for loc in across(st, unit)))
    side = 1 - found[0].side
    if not any(unit.side == side for loc in beyond for unit in faced_at(st, loc)):
        return ()
    held = tuple(unit.id for unit in found)
    return (WallChance(side, held, beyond, held if leaving else ()),)


def after_fire(st: State, *locs: int) -> tuple[Frame, ...]:
    """What asks about the walls of those who are at these Locations, when a fire attack there is resolved."""
    near = walls_now(st)
    sides: tuple[list[int], list[int]] = ([], [])
    for loc in dict.fromkeys(locs):
        for unit in st.at(loc) if loc in near else ():
            sides[unit.side].append(unit.id)
    return (*chances(st, sides[0]), *chances(st, sides[1]))


def given_up(st: State, action: Wall) -> tuple[Frame, ...]:
    """What follows when units give their walls up."""
    return () if action.held else (*chances(st, action.units), *settling(st))


class Settle(Frame, frozen=True):
    """Who has to claim Wall Advantage does (B9.323)."""

    def ask(self, st: State) -> Do:
        """By itself."""
        return Do(events=settled(st))


def settling(st: State) -> tuple[Frame, ...]:
    """What lets those claim who have to; nothing where there are no walls."""
    return (Settle(),) if walls_now(st) else ()


WALLS: Besides = {Wall: wall_refusal}
"""A side claims Wall Advantage, or gives it up, beside what it is asked."""
