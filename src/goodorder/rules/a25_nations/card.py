"""What its nation makes of a unit, line by line with its rule: for the unit's card and for whoever asks (A25)."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from goodorder.core.state import State, Unit
from goodorder.data.charts.nations import Month, Nature, natures, trait_words, troop, typical
from goodorder.data.counters.words import Trait

from ..a15_heat_of_battle import hardened_type
from ..facts.units import commissar_over, is_dummy, utype
from ..registry import builds, removable


class NationalLine(Struct, frozen=True):
    """One thing that a unit's nation, formation or counter makes of it, and the rule that says so."""

    text: str
    rule: str


@removable(without=())
@builds("A25")
def capabilities(st: State, unit: Unit) -> tuple[NationalLine, ...]:
    """What its nation makes of a unit now: the words of its group, its traits, and the Commissar beside it."""
    if is_dummy(unit) or not utype(st, unit).morale:
        return ()
    own = st.world.sides[unit.side].words(unit.group)
    found = [NationalLine(troop(word).name, troop(word).rule) for word in own]
    found += [NationalLine(trait_words(trait), rule) for trait, rule in held_traits(st, unit).items()]
    if commissar_over(st, unit) is not None:
        found.append(NationalLine("Morale Level one higher beside a Commissar", "A25.221"))
    return tuple(found)


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
