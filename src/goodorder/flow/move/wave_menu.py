"""Menus of a Human Wave: its declaration; an impulse drafted Location by Location, all forward filled in (A25.23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from goodorder.core.actions import DeclareWave, Drop, Go, Recover, Surge
from goodorder.core.menu import Entry, Text, branch, leaf
from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit
from goodorder.core.way import Way
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.move_weapons import drop_refusal
from goodorder.rules.a04_movement.portage import held_by_broken
from goodorder.rules.a25_nations.wave_declared import (
    Course,
    chain_refusal,
    could_join,
    courses,
    linked,
    member_refusal,
    near_each_other,
    seen_enemies,
    sees_target,
    wave_refusal,
    wave_troops,
)
from goodorder.rules.a25_nations.wave_draft import filled
from goodorder.rules.a25_nations.wave_moves import impulse_mf, options, recovery_refusal, way_refusal
from goodorder.rules.facts.bypass_path import bypasses, path_to
from goodorder.rules.facts.cliffs import capital_adjacent
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import stairs_word
from goodorder.rules.facts.units import is_leader, name, utype, wtype
from goodorder.rules.facts.wave import wave_units

from .bypass_menu import along_words, around_words, obstacles

DECLARED = "wave"
"""The key of the branch under which Human Waves are declared."""
NEAR = 3
"""Hexes of a grain that are named before its target's."""
Chain = tuple[int, ...]
"""Locations from which all who can take part."""


# -- the declaration -----------------------------------------------------------------------------


@once_a_position
def members(st: State, side: int) -> dict[int, tuple[Unit, ...]]:
    """Units that could take part, by Location; nothing where they are too few for a Wave."""
    found: dict[int, tuple[Unit, ...]] = {}
    for unit in wave_troops(st, side):
        if could_join(st, unit):
            found[unit.loc] = (*found.get(unit.loc, ()), unit)
    return found


def grown(st: State, side: int, chain: Chain) -> Chain | None:
    """The chain itself, or the least one found by adding Location after Location that may be declared; or None."""
    have = members(st, side)
    while chain_refusal(st, [unit for loc in chain for unit in have[loc]]) is not None:
        near = [loc for loc in have if loc not in chain and any(capital_adjacent(st, one, loc) for one in chain)]
        if not near:
            return None
        mmc = {loc: sum(utype(st, unit).mmc for unit in have[loc]) for loc in near}
        led = {loc: any(is_leader(st, unit) for unit in have[loc]) for loc in near}
        wanted = not any(is_leader(st, unit) for loc in chain for unit in have[loc])
        chain = (*chain, max(near, key=lambda loc: (wanted and led[loc], mmc[loc], -loc)))
    return chain


def declare_entries(st: State, side: int) -> list[Entry]:
    """A branch for each enemy against whom a Human Wave can be declared, below one of its own."""
    alive = partial(_any_target, st, side)
    words = "Human Wave: against whom?"
    return [branch(DECLARED, words, partial(_targets, st, side), alive=alive, kind="option", rule="A25.23")]


def _any_target(st: State, side: int) -> bool:
    if not near_each_other(st, side) or not members(st, side):
        return False
    return any(entry.lives() for entry in _targets(st, side))


def _targets(st: State, side: int) -> list[Entry]:
    found = []
    for loc in dict.fromkeys(enemy.loc for enemy in seen_enemies(st, side)):
        words = f"towards {st.world.map.place_name(loc)}"
        chains = partial(_chains, st, side, loc)
        alive = partial(_any_chain, st, side, loc)
        found.append(branch(f"t:{st.world.map.word(loc)}", words, chains, alive=alive, kind="hex", hex=loc))
    return found


def _whole(st: State, side: int) -> tuple[Chain, ...]:
    """The largest chains: all Locations of units that hang together."""
    have, found, seen = members(st, side), [], set[int]()
    for loc in have:
        if loc not in seen:
            chain = linked(st, loc, have)
            seen |= chain
            found.append(tuple(one for one in have if one in chain))
    return tuple(found)


def _starts(st: State, side: int, target: int) -> Iterator[tuple[Chain, Chain]]:
    """Locations with which a chain could begin that sees the target, each with the least chain that grows from it."""
    for loc, units in members(st, side).items():
        if any(sees_target(st, unit, target) for unit in units) and (chain := grown(st, side, (loc,))) is not None:
            yield (loc,), chain


def _any_chain(st: State, side: int, target: int) -> bool:
    return next(_starts(st, side, target), None) is not None


def _chains(st: State, side: int, target: int) -> list[Entry]:
    found: list[Entry] = []
    have = members(st, side)
    for number, chain in enumerate(_whole(st, side)):
        units = tuple(unit.id for loc in chain for unit in have[loc])
        if _legal(st, side, units, target):
            whole = partial(_whole_words, st, side, chain, units)
            node = partial(_node, st, side, target, units, 0)
            found.append(branch(f"all{number}", whole, node, kind="option", primary=not number))
    for begun, chain in _starts(st, side, target):
        words = f"from {st.world.map.place_name(begun[0])}"
        units = tuple(unit.id for loc in chain for unit in have[loc])
        node = partial(_growing, st, side, target, chain, units)
        found.append(branch(f"h:{st.world.map.word(begun[0])}", words, node, kind="hex", hex=begun[0]))
    return found


def _whole_words(st: State, side: int, chain: Chain, units: tuple[int, ...]) -> str:
    """All of a chain in words, with who of its Locations, or beside them, can't take part and why."""
    text = f"all {len(units)} units of {len(chain)} Locations"
    beside = {near for loc in chain for near in (loc, *map_now(st).around(loc))}
    others = (unit for unit in st.units.values() if unit.side == side and unit.loc in beside and unit.id not in units)
    why = [f"{name(st, unit)}: {no.reason}" for unit in others if (no := member_refusal(st, unit)) is not None]
    return f"{text}; not {'; '.join(why)}" if why else text


def _legal(st: State, side: int, units: tuple[int, ...], target: int) -> bool:
    chosen = [st.units[u] for u in units]
    return chain_refusal(st, chosen) is None and any(sees_target(st, unit, target) for unit in chosen)


def _growing(st: State, side: int, target: int, chain: Chain, units: tuple[int, ...]) -> list[Entry]:
    """The grains of a chain, a Location more, a unit less."""
    have = members(st, side)
    found = _node(st, side, target, units, 0)
    for loc in have:
        if loc in chain or not any(capital_adjacent(st, one, loc) for one in chain):
            continue
        more = grown(st, side, (*chain, loc))
        if more is None:
            continue
        joined = tuple(unit.id for one in more for unit in have[one])
        node = partial(_growing, st, side, target, more, joined)
        words = f"with {st.world.map.place_name(loc)}"
        found.append(branch(f"+h:{st.world.map.word(loc)}", words, node, kind="hex", hex=loc))
    return found


def _node(st: State, side: int, target: int, units: tuple[int, ...], after: int) -> list[Entry]:
    """The grains for these units; and the same without one of them, each of a higher number than the last left out."""
    found = [
        leaf(
            f"g{','.join(map(str, course.sides))}",
            course_words(st, course, target),
            DeclareWave(tuple(sorted(units)), target, course.sides),
            rule="A25.231",
            primary=not number,
            confirm=True,
        )
        for number, course in enumerate(courses(st, (st.units[u] for u in units), target))
    ]
    for unit in units:
        rest = tuple(u for u in units if u != unit)
        if unit > after and _legal(st, side, rest, target):
            node = partial(_node, st, side, target, rest, unit)
            words = f"without {name(st, st.units[unit])}"
            found.append(branch(f"-u{unit}", words, node, kind="unit", unit=unit))
    return found


def course_words(st: State, course: Course, target: int) -> str:
    """A grain in words: its hexes next to the target's."""
    kind = "Hex Grain" if len(course.sides) == 1 else "Alternate Hex Grain"
    at = course.hexes.index(map_now(st).hex_at(target))
    names = [st.world.map.place_name(h) for h in course.hexes[max(0, at - NEAR) : at + NEAR]]
    return f"along the {kind} {'-'.join(names)}"


# -- an impulse ----------------------------------------------------------------------------------


def impulse_entries(st: State) -> list[Entry]:
    """The impulse with all forward, and for each Location a branch in which its units are sent elsewhere."""
    return _draft(st, {}, filled(st))


def _draft(st: State, fixed: Mapping[int, Way | None], draft: Surge | None) -> list[Entry]:
    if draft is None:
        return []
    words = partial(impulse_words, st, draft)
    note = f"{mf_text(impulse_mf(st, draft))} MF"
    found = [leaf("announce", words, draft, note=note, rule="A25.232", primary=True)]
    free: dict[int, list[Unit]] = {}
    for unit in wave_units(st):
        if unit.id not in fixed and len(options(st, unit)) > 1:
            free.setdefault(unit.loc, []).append(unit)
    for loc, units in free.items():
        word, place = st.world.map.word(loc), st.world.map.place_name(loc)
        node = partial(_where, st, fixed, tuple(units))
        text = f"{place}: {', '.join(name(st, unit) for unit in units)}"
        alive = partial(_elsewhere, st, fixed, tuple(units))
        found.append(branch(f"at:{word}", text, node, kind="hex", hex=loc, alive=alive))
    return found


def _elsewhere(st: State, fixed: Mapping[int, Way | None], units: tuple[Unit, ...]) -> bool:
    return any(entry.lives() for entry in _ahead(st, fixed, units))


def _where(st: State, fixed: Mapping[int, Way | None], units: tuple[Unit, ...]) -> list[Entry]:
    """Where all of these go, or one of them."""
    found = [*_ahead(st, fixed, units), *_around(st, fixed, units)]
    for unit in units if len(units) > 1 else ():
        node = partial(_where, st, fixed, (unit,))
        alive = partial(_elsewhere, st, fixed, (unit,))
        found.append(branch(f"u{unit.id}", f"only {name(st, unit)}", node, kind="unit", unit=unit.id, alive=alive))
    return found


def _ahead(st: State, fixed: Mapping[int, Way | None], units: tuple[Unit, ...]) -> list[Entry]:
    """Each plain way of theirs."""
    board, found = map_now(st), []
    for way, option in {option.way: option for unit in units for option in options(st, unit)}.items():
        able = tuple(unit for unit in units if any(one.way == way for one in options(st, unit)))
        words = f"{stairs_word(board, way.frm, way.to)}to {board.place_name(way.to)}{' by road' * way.road}"
        key = f"{'r' if way.road else 'h'}:{board.word(way.to)}"
        found.append(_to(st, fixed, able, way, key, words, option.cost))
    return found


def _to(
    st: State, fixed: Mapping[int, Way | None], able: tuple[Unit, ...], way: Way, key: str, words: Text, cost: int
) -> Entry:
    """Those of them who may go this way do."""
    more = {**fixed, **{unit.id: way for unit in able}}
    made: list[Surge | None] = []

    def draft() -> Surge | None:
        if not made:
            made.append(filled(st, more))
        return made[0]

    return branch(
        key,
        words,
        lambda: _draft(st, more, draft()),
        alive=lambda: draft() is not None,
        kind="hex",
        hex=way.to,
        vertices=(path_to(st, able[0], way) or ()) if way.bypass else (),
        note=f"{mf_text(cost)} MF",
    )


def _around(st: State, fixed: Mapping[int, Way | None], units: tuple[Unit, ...]) -> list[Entry]:
    """A branch for each obstacle ahead that some of them can go around, with the ways below it (A4.3)."""
    board, found = map_now(st), []
    for to in obstacles(st, units[0]):
        if to != units[0].loc and (ways := _bypasses(st, units, to)):
            node = partial(_sides, st, fixed, ways)
            alive = partial(_any_side, st, fixed, ways)
            words = partial(around_words, board, to)
            found.append(branch(f"b:{board.word(to)}", words, node, alive=alive, hex=to, rule="A4.3"))
    return found


def _bypasses(st: State, units: tuple[Unit, ...], to: int) -> dict[Way, tuple[Unit, ...]]:
    """The ways in Bypass of a hex, the shorter ones first, each with who may go it."""
    found: dict[Way, tuple[Unit, ...]] = {}
    for sides in sorted(set(bypasses(st, units[0], units[0].loc, to)), key=lambda sides: (len(sides), sides)):
        way = Way(units[0].loc, to, bypass=sides)
        if able := tuple(unit for unit in units if way_refusal(st, unit, way) is None):
            found[way] = able
    return found


def _sides(st: State, fixed: Mapping[int, Way | None], ways: Mapping[Way, tuple[Unit, ...]]) -> list[Entry]:
    board, found = map_now(st), []
    for way, able in ways.items():
        cost = max(cost_for(st, unit, able, way) for unit in able)
        key, words = f"s:{','.join(map(str, way.bypass))}", partial(along_words, board, way.to, way.bypass)
        found.append(_to(st, fixed, able, way, key, words, cost))
    return found


def _any_side(st: State, fixed: Mapping[int, Way | None], ways: Mapping[Way, tuple[Unit, ...]]) -> bool:
    return any(entry.lives() for entry in _sides(st, fixed, ways))


def impulse_words(st: State, draft: Surge) -> str:
    """An impulse in words: how many go from where to where."""
    board, parts = map_now(st), []
    for act in draft.acts:
        frm, many = board.place_name(st.units[act.units[0]].loc), len(act.units)
        where = f"to {board.place_name(act.to)}" if isinstance(act, Go) else "hold"
        around = " in Bypass" if isinstance(act, Go) and act.bypass else ""
        parts.append(f"{many} of {frm} {where}{around}")
    return f"Announce the impulse: {'; '.join(parts)}"


def drop_entries(st: State) -> list[Entry]:
    """A leaf for each weapon that a unit of the Wave could leave behind, for no MF (A25.232)."""
    found = []
    for unit in wave_units(st):
        for weapon in st.weapons_of(unit.id):
            if drop_refusal(st, unit.id, weapon.id) is None:
                words = f"{name(st, unit)}: drop {wtype(st, weapon).name}"
                found.append(leaf(f"d{unit.id}:{weapon.id}", words, Drop(unit.id, weapon.id), rule="A4.43"))
    return [branch("drop", "Drop a weapon", lambda: found, kind="seldom", rule="A25.232")] if found else []


def recovery_entries(st: State) -> list[Entry]:
    """A leaf for each weapon of a broken unit that a man of the Wave beside it could take, for no MF (A4.44)."""
    found = []
    for weapon in st.weapons.values() if any(unit.broken for unit in st.units.values()) else ():
        for unit in wave_units(st) if held_by_broken(st, weapon) else ():
            act = Recover(unit.id, weapon.id)
            if recovery_refusal(st, act) is None:
                words = f"{name(st, unit)}: recover {wtype(st, weapon).name}"
                found.append(leaf(f"w{unit.id}:{weapon.id}", words, act, note="no MF", rule="A4.44"))
    return [branch("recover", "Take a weapon", lambda: found, kind="seldom", rule="A25.232")] if found else []


__all__ = [
    "DECLARED",
    "course_words",
    "declare_entries",
    "drop_entries",
    "impulse_entries",
    "members",
    "recovery_entries",
    "wave_refusal",
]
