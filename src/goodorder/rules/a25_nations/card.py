"""What its nation makes of a unit, line by line with its rule: for the unit's card and for whoever asks (A25)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from goodorder.core.state import State, Unit
from goodorder.data.charts import heat_of_battle
from goodorder.data.charts.nations import Month, Nature, nation, natures, trait_words, troop, typical
from goodorder.data.counters.words import Trait, UnitKind

from ..a15_heat_of_battle import gives_up_sooner, hardened_type
from ..a24_smoke import wp_refusal
from ..c_ordnance.magnetic_mines import has_mines, mine_army
from ..c_ordnance.panzerfaust import army_of, has_panzerfausts, may_be_had
from ..facts.units import commissar_over, is_commissar, is_dummy, utype
from ..registry import builds, removable


class NationalLine(Struct, frozen=True):
    """One thing that a unit's nation, formation or counter makes of it, and the rule that says so."""

    text: str
    rule: str


ABOUT: Mapping[Trait, tuple[UnitKind, ...]] = {
    "deploys_alone": ("squad",),
    "deploys_by_1tc": ("squad",),
    "never_deploys": ("squad",),
    "recombines_alone": ("half_squad",),
    "rearms_as_conscript": ("squad", "half_squad", "crew"),
}
"""Traits of a whole nation that say something to units of some kinds only."""


@removable(without=())
@builds("A25")
def capabilities(st: State, unit: Unit) -> tuple[NationalLine, ...]:
    """What its nation makes of a unit now: the words of its group, its traits, what it has besides, and the Commissar
    that it is or that is beside it.
    """
    kind = utype(st, unit)
    if is_dummy(unit) or not kind.morale:
        return ()
    own = [troop(word) for word in st.world.sides[unit.side].words(unit.group)]
    found = [NationalLine(one.name, one.rule_for(kind.nationality)) for one in own]
    found += [
        NationalLine(trait_words(trait), rule)
        for trait, rule in held_traits(st, unit).items()
        if kind.kind in ABOUT.get(trait, (kind.kind,))
    ]
    found += _has_besides(st, unit)
    if is_commissar(unit):
        found.append(NationalLine("a Commissar: others of his Location have one Morale Level more", "A25.221"))
        found.append(NationalLine("DM counts for nothing in a Commissar's rally, who fails it is the worse", "A25.222"))
    if commissar_over(st, unit) is not None:
        found.append(NationalLine("Morale Level one higher beside a Commissar", "A25.221"))
    return tuple(found)


def _has_besides(st: State, unit: Unit) -> Iterator[NationalLine]:
    """What is no trait: when it surrenders in the Heat of Battle, and the arms that its army has at this date."""
    table, date = heat_of_battle(), st.world.date
    if gives_up_sooner(st, unit):
        told = f"surrenders by a Heat of Battle DR of {table.weak_surrenders_from} or more"
        yield NationalLine(told, table.weak[utype(st, unit).nationality])
    army, mines = army_of(st, unit), mine_army(st, unit)
    if army is not None and has_panzerfausts(st, unit, army):
        hexes = army.range(date.year, date.month)
        yield NationalLine(f"Panzerfausts of {hexes} hex{'es' if hexes > 1 else ''}", army.rule)
    if mines is not None and may_be_had(st) and has_mines(st, unit, mines):
        yield NationalLine("magnetic mines", mines.rule)
    if utype(st, unit).kind == "squad" and wp_refusal(st, unit) is None:
        yield NationalLine("WP grenades", nation(utype(st, unit).nationality).wp_rule)


def held_traits(st: State, unit: Unit) -> dict[Trait, str]:
    """The traits that nationality and formation give a unit at this date against this enemy, with their rules."""
    kind = utype(st, unit)
    lines = natures(kind.nationality, Nature(kind.kind, kind.code, kind.variant or "", kind.unit_class))
    where = st.world.setting(unit.side, unit.group)
    return {line.trait: line.rule for line in reversed(lines) if line.holds(where)}


@builds("A25.2", "A25.2e", "A25.2.EX1", "A25.211a", "A25.211b", "A25.62c", "A25.72a", "A25.72c", "A25.84b")
def hardens(st: State, unit: Unit) -> str:
    """What a unit becomes when it is Battle Hardened: the code of a counter, or ``fanatic``."""
    better = hardened_type(st, unit)
    return st.world.unit_type(better).code if better else "fanatic"


@builds("A25.1", "A25.1a", "A25.2a", "A25.3b", "A25.4b", "A25.4c", "A25.51b")
def suited(nationality: str, unit_class: str, words: Collection[str], date: Month) -> tuple[str, ...] | None:
    """The squads that stand for troops of a Class and such words at a date, as the rules advise who makes a scenario;
    None where they say nothing.
    """
    found = typical(nationality, unit_class, words, date)
    return None if found is None else found.squads
