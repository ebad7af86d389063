"""A legal impulse of a Human Wave, filled in around what has been decided: all forward (A25.232, A25.234)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goodorder.core.actions import Go, Hold, Surge
from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit
from goodorder.core.way import Way

from ..a05_stacking import excess_of
from ..facts.ground import map_now
from ..facts.wave import has_range_counter, wave_range, wave_units
from .wave_moves import (
    Option,
    bound,
    costs,
    crest_option,
    go_of,
    impulse_mf,
    impulse_refusal,
    left_of,
    mf_refusal,
    options,
)

Fixed = Mapping[int, Way | None]
"""What units are to do: a way, or None to hold."""


def drafted(plan: Fixed, st: State) -> Surge:
    """The impulse in which each unit does so; those of one Location who go one way go together."""
    groups: dict[tuple[int, Way | None], list[int]] = {}
    for unit in wave_units(st):
        groups.setdefault((unit.loc, plan.get(unit.id)), []).append(unit.id)
    return Surge(
        tuple(
            Hold(tuple(sorted(units))) if way is None else go_of(tuple(sorted(units)), way)
            for (_, way), units in groups.items()
        )
    )


def filled(st: State, fixed: Fixed | None = None) -> Surge | None:
    """The impulse with these units as they are to go and all others forward, None where no legal one was found."""
    return _filled_in(st, tuple(fixed.items()) if fixed else ())


@once_a_position
def _filled_in(st: State, said: tuple[tuple[int, Way | None], ...]) -> Surge | None:
    fixed = dict(said)
    units = wave_units(st)
    for bold in (True, False):
        plan = _filled(st, units, fixed, bold=bold)
        price = impulse_mf(st, drafted(plan, st))
        plan = _affordable(st, _filled(st, units, fixed, bold=bold, price=price), fixed)
        draft = drafted(plan, st)
        if impulse_refusal(st, draft) is None:
            return draft
    draft = drafted(_crammed(st, units, fixed), st)
    return draft if impulse_refusal(st, draft) is None else None


def _crammed(st: State, units: tuple[Unit, ...], fixed: Fixed) -> dict[int, Way | None]:
    """Where there is little room: one unit after the other goes where all still have the MF, else holds; those first
    who come to where somebody has to. Each who is added makes it dearer, so nobody holds in the end who could go.
    """
    plan: dict[int, Way | None] = {**dict.fromkeys(unit.id for unit in units), **fixed}
    free = [unit for unit in units if unit.id not in fixed]
    called = _called_for(st, fixed)
    entered = {way.to for way in fixed.values() if way is not None}
    rows = [(unit, option) for unit in free for option, _ in _ranked(st, unit)]
    first = [row for row in rows if row[1].way.to in called]
    for unit, option in (*first, *rows):
        to = option.way.to
        if plan[unit.id] is not None or ((unit, option) in first and to in entered):
            continue
        tried = {**plan, unit.id: option.way}
        if mf_refusal(st, tuple(act for act in drafted(tried, st).acts if isinstance(act, Go))) is None:
            plan, entered = tried, entered | {to}
    return plan


def _filled(st: State, units: tuple[Unit, ...], fixed: Fixed, *, bold: bool, price: int = 0) -> dict[int, Way | None]:
    """Unit by unit: first who must make contact, then the others, each where there is room; ``bold``: all who can make
    contact do, else no more than have to; ``price``: half MF that all spend in any case.
    """
    plan: dict[int, Way | None] = dict(fixed)
    there: dict[int, list[Unit]] = {}
    for number, way in fixed.items():
        if way is not None:
            there.setdefault(way.to, []).append(st.units[number])
    free = [unit for unit in units if unit.id not in fixed]
    for loc in _called_for(st, fixed):
        if loc in there:
            continue
        for unit in free:
            found = next((one for one in options(st, unit) if one.way.to == loc), None)
            if found is not None and unit.id not in plan:
                plan[unit.id] = found.way
                there.setdefault(loc, []).append(unit)
                break
    for unit in free:
        if unit.id in plan:
            continue
        best = _best(st, unit, there, bold=bold, price=price)
        plan[unit.id] = best
        if best is not None:
            there.setdefault(best.to, []).append(unit)
    return plan


def _affordable(st: State, plan: dict[int, Way | None], fixed: Fixed) -> dict[int, Way | None]:
    """The plan with who would crowd a Location beyond everybody's MF sent elsewhere, or holding."""
    tried: set[tuple[int, Way]] = set()
    for _ in range(3 * len(plan)):
        gos = tuple(act for act in drafted(plan, st).acts if isinstance(act, Go))
        dear = [go.to for go, cost in zip(gos, costs(st, gos), strict=True) if cost > _least(st, go.units)]
        if not dear:
            return plan
        crowd = [unit for unit, way in plan.items() if way is not None and way.to == dear[0] and unit not in fixed]
        if not crowd:
            return plan
        unit = crowd[-1]
        tried.update((unit, option.way) for option in options(st, st.units[unit]) if option.way.to == dear[0])
        rest = (option.way for option in options(st, st.units[unit]) if (unit, option.way) not in tried)
        plan = {**plan, unit: next(rest, None)}
    return plan


def _least(st: State, units: Iterable[int]) -> int:
    return min(left_of(st, st.units[unit]) for unit in units)


def _called_for(st: State, fixed: Fixed) -> tuple[int, ...]:
    """Forward Locations that somebody has to enter, because one could whose way leads to no enemy."""
    found: dict[int, None] = {}
    for unit in bound(st):
        way = fixed.get(unit.id)
        mine = options(st, unit)
        if way is not None and any(one.enemy and one.way.to == way.to for one in mine):
            continue
        found.update(dict.fromkeys(one.way.to for one in mine if one.due))
    return tuple(found)


def _best(st: State, unit: Unit, there: Mapping[int, list[Unit]], *, bold: bool, price: int) -> Way | None:
    """The way that crowds nobody, costs no more than everybody spends and keeps to the grain; at the enemy first where
    that is bold.
    """

    def key(ranked: tuple[Option, tuple[int, ...]]) -> tuple[object, ...]:
        option, rest = ranked
        to = option.way.to
        crowd = excess_of(st, (*st.side_at(to, unit.side), *there.get(to, ()), unit), to)
        cost, *further = rest
        return crowd, not (option.enemy and bold), max(cost, price), *further

    found = _ranked(st, unit)
    if found:
        return min(found, key=key)[0].way
    crest = crest_option(st, unit)
    return crest.way if crest is not None else None


@once_a_position
def _ranked(st: State, unit: Unit) -> tuple[tuple[Option, tuple[int, ...]], ...]:
    """What a unit may do, each with what does not hang on others: its cost, whether it leads away from the grain, how
    far it is from the target then.
    """
    assert st.wave is not None
    board, target = map_now(st), st.wave.target
    marked, here = has_range_counter(st, unit), wave_range(st, unit.loc)
    rows = []
    for option in options(st, unit):
        to = option.way.to
        away = wave_range(st, to) > here and not marked
        rows.append((option, (option.cost, int(away), board.distance(to, target), to)))
    return tuple(rows)
