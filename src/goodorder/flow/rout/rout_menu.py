"""Menus of the Rout Phase: which unit, what it leaves behind, where to (A10.4, A10.51)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Abandon, Rout
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import State, Unit
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.portage import abandon_choices
from goodorder.rules.a10_morale.direction import Walk, cover_cost, is_cover, step_cost, step_refusal, walk_from
from goodorder.rules.a10_morale.interdiction import step_interdictors
from goodorder.rules.a10_morale.rout import can_begin, can_rout, crawl_refusal, first_walk, may_accompany
from goodorder.rules.b_terrain.around import goes_around, turnings
from goodorder.rules.facts.adjacent import next_places
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import stairs_word
from goodorder.rules.facts.units import name, wtype


def unit_branch(st: State, unit: Unit, *, must: bool) -> Entry:
    """A unit that can rout: first what it leaves behind, where that is a choice, then where to."""
    choices = abandon_choices(st, unit)

    def children() -> list[Entry]:
        return _abandon_leaves(st, unit, choices) if len(choices) > 1 else first_entries(st, unit)

    return branch(
        f"u{unit.id}",
        lambda: f"Rout {name(st, unit)}",
        children,
        kind="rout",
        unit=unit.id,
        hex=unit.loc,
        rule="A10.5",
        note="must rout" if must else "",
    )


def _abandon_leaves(st: State, unit: Unit, choices: tuple[tuple[int, ...], ...]) -> list[Entry]:
    entries: list[Entry] = []
    for number, left in enumerate(choices):
        words = ", ".join(wtype(st, st.weapons[weapon]).name for weapon in left)
        entries.append(
            leaf(f"a{number}", f"leave {words}", Abandon(unit.id, left), kind="abandon", unit=unit.id, rule="A10.4")
        )
    return entries


def first_entries(st: State, unit: Unit) -> list[Entry]:
    """Where a rout can begin: hex, Low Crawl, or together with a leader."""
    entries = _step_leaves(st, unit, None)
    for leader in st.side_at(unit.loc, unit.side):
        if may_accompany(st, leader, unit) is None and can_rout(st, unit, leader):
            entries.append(_leader_branch(st, unit, leader))
    return entries


def _leader_branch(st: State, unit: Unit, leader: Unit) -> Entry:
    return branch(
        f"l{leader.id}",
        lambda: f"with {name(st, leader)}",
        lambda: _step_leaves(st, unit, leader),
        kind="rout",
        unit=leader.id,
        hex=leader.loc,
        rule="A10.711",
    )


def _step_leaves(st: State, unit: Unit, man: Unit | None) -> list[Entry]:
    walk, slowed = walk_from(st, unit, unit.loc, unit.loc, 0, ()), first_walk(st, unit, man)
    leader = man.id if man else 0
    near = [to for to in next_places(st, unit.loc) if step_refusal(slowed, to) is None]
    entries: list[Entry] = []
    for to in near:  # whether it leads to cover is asked of each when it is looked at
        alive = partial(can_begin, st, unit, to, man)
        entries += [replace(one, alive=alive) for one in hex_leaves(st, walk, to, leader)]
    for to in near if crawl_refusal(st, unit) is None else ():
        hexname = st.world.map.place_name(to)
        entries.append(
            leaf(
                f"c:{st.world.map.word(to)}",
                f"Low Crawl to {hexname}",
                Rout(unit.id, to, True, leader),
                alive=partial(can_begin, st, unit, to, man, crawl=True),
                kind="crawl",
                unit=unit.id,
                hex=to,
                note="all MF",
                rule="A10.52",
            )
        )
    return entries


def hex_leaves(st: State, walk: Walk, to: int, leader: int) -> list[Entry]:
    """A step of a rout: into shellholes with and without their cover, where it has the MF (A10.531); on both sides of
    the building into the next house of a row (B23.71).
    """
    rout = Rout(walk.unit.id, to, leader=leader)
    if goes_around(st, walk.at, to):
        pasts = (past for past, _ in turnings(map_now(st), walk.at, to))
        return [_hex_leaf(st, walk, replace(rout, past=past), 0) for past in pasts]
    cover = cover_cost(walk, to)
    if not cover or step_cost(walk, to) + cover > walk.left:
        return [_hex_leaf(st, walk, rout, 0)]
    return [_hex_leaf(st, walk, rout, cover), _hex_leaf(st, walk, replace(rout, quick=True), 0)]


def _hex_leaf(st: State, walk: Walk, rout: Rout, paid: int) -> Entry:
    """One way into a hex, with its cost (``paid`` half MF of it for cover) and the threat of Interdiction."""
    board, way = map_now(st), replace(rout.way(walk.at), cover=paid > 0)

    def note() -> str:
        threat = step_interdictors(st, walk.unit.side, way, (rout.unit, rout.leader))
        return f"{mf_text(step_cost(walk, way.to) + paid)} MF{', Interdiction' if threat else ''}"

    key, words = f":{board.word(way.to)}", f"{stairs_word(board, way.frm, way.to)}to {board.place_name(way.to)}"
    if way.past >= 0:
        key, words = f"{key}:{board.word(way.past)}", f"{words} past {board.place_name(way.past)}"
    return leaf(
        f"{'q' if rout.quick else 'h'}{key}",
        f"quickly {words}" if rout.quick else words,
        rout,
        kind="rout",
        unit=rout.unit,
        hex=way.to,
        note=note,
        rule="A10.51",
        primary=is_cover(st, way.to) and (walk.at == walk.start or not is_cover(st, walk.at)),
    )
