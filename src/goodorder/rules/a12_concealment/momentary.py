"""A concealed unit shows itself for a moment to take the "?" of enemies who gave themselves away (A12.14)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.actions import Expose
from goodorder.core.errors import Refusal
from goodorder.core.events import Announced, Event, HiddenPlaced, LeaderDirected, UnitFired
from goodorder.core.frames import Request
from goodorder.core.state import ON_MAP, Fighter, State
from goodorder.core.view import may_hide

from ..event_facts import EventFacts, StepFacts
from ..facts.masks import as_walked, under_fire
from ..facts.units import name
from ..points import INTERRUPT
from ..registry import builds, rule
from .loss import ACTS, Exposed, by_step, exposed, is_given_away_to, lost, seers, within
from .sight import NEAR, alert, might_watch_any, nearest_first, under_a_mask, watching

ASKED = tuple(kind for kind in ACTS if kind not in (UnitFired, LeaderDirected))
"""Events after which concealed enemies are asked; a fire attack asks by itself, before its results take effect.

What a vehicle does under its "?" without an entry is told nobody, so that nobody is asked of it; over its entries the
DEFENDER has his window.
"""


def still_concealed(st: State, units: Iterable[Exposed]) -> tuple[Exposed, ...]:
    """Those of them that are concealed even now and stand on the map in the enemy's view, hidden units not."""
    found: list[Exposed] = []
    for one in units:
        unit = st.fighter(one.unit)
        if unit.concealed and not unit.hidden and unit.place == ON_MAP:
            found.append(one)
    return tuple(found)


def movers_exposed(st: State, units: Iterable[int]) -> tuple[Exposed, ...]:
    """Concealed movers who gave themselves away by the MF that they have just spent."""
    movers = under_fire(st, tuple(units))
    st = as_walked(st, movers) if st.vehicles else st
    found: list[Exposed] = []
    for unit in movers:
        steps = st.trail(unit.id).steps if unit.concealed else ()
        if steps and steps[-1].kind != "back" and (one := by_step(st, unit, steps[-1])) is not None:
            found.append(one)
    return still_concealed(st, found) if found else ()


def might_watch(st: State, found: Exposed) -> bool:
    """Whether, as far as is known, a concealed enemy sees the unit: a counter under a "?" there, whatever it is."""
    unit = st.fighter(found.unit)
    if may_hide(st, 1 - unit.side):
        return True
    return next(watching(st, unit, None if found.sight == "any" else NEAR, under_a_mask), None) is not None


@builds("A12.14")
def expose_refusal(st: State, side: int, units: Iterable[Exposed], action: Expose) -> Refusal | None:
    """Why a unit may not show itself for a moment to take the "?" of these enemies in a Location, or None."""
    unit: Fighter | None = st.units.get(action.unit) or st.vehicles.get(action.unit)
    if unit is None or unit.side != side or unit.place != ON_MAP or not unit.concealed:
        return Refusal("A12.14", "only own concealed units show themselves for a moment")
    found = tuple(units)
    if not any(st.fighter(one.unit).loc == action.loc for one in found):
        return Refusal("A12.14", "nobody there has just given himself away")
    if not _waits(st, unit) or not sees_any(st, found, action):
        return Refusal("A12.14", f"{name(st, unit)} is not in Good Order, or does not see it near enough")
    return None


def sees_any(st: State, units: Iterable[Exposed], action: Expose) -> bool:
    """Whether any of these enemies has given himself away, in that Location, to the unit that would show itself."""
    unit = st.fighter(action.unit)
    return any(st.fighter(one.unit).loc == action.loc and _shows_to(st, one, unit) for one in units)


def _waits(st: State, enemy: Fighter) -> bool:
    return enemy.concealed and alert(st, enemy)


def _shows_to(st: State, found: Exposed, enemy: Fighter) -> bool:
    """Whether a unit has given itself away to an enemy who is able to see it."""
    unit = st.fighter(found.unit)
    if enemy.side == unit.side or (found.sight != "any" and st.world.map.distance(enemy.loc, unit.loc) > NEAR):
        return False
    return is_given_away_to(st, found, enemy)


def who_might_expose(st: State, side: int, units: Iterable[Exposed]) -> tuple[Expose, ...]:
    """Every way in which a side might show a unit for a moment now: whether that sees them is asked here only where it
    is soon found.
    """
    alike: dict[tuple[int, int | None], list[Fighter]] = {}  # who is near enough is so to all of them
    for one in units:
        unit = st.fighter(one.unit)
        alike.setdefault((unit.loc, within(one)), []).append(unit)
    found: list[Expose] = []
    for (loc, reach), shown in alike.items():
        enemies = nearest_first(st, shown[0], might_watch_any(st, shown, reach, _waits))
        found += [Expose(enemy.id, loc) for enemy in enemies if enemy.side == side]
    return tuple(dict.fromkeys(found))


@builds("A12.14")
def exposing(st: State, units: Iterable[Exposed], action: Expose) -> tuple[Event, ...]:
    """The enemies lose their "?"; who showed himself has his again at once, a hidden unit one in place of hiding.

    A "?" stack is one to who sees it: where he sees it, but none of those in it who gave themselves away, all of these
    are found.
    """
    unit = st.fighter(action.unit)
    text = f"{name(st, unit)} in {st.world.map.place_name(unit.loc)} shows itself for a moment"
    events: list[Event] = [HiddenPlaced(unit=unit.id, rule="A12.14")] if unit.hidden else []
    events.append(Announced(text=text, rule="A12.14", side=unit.side, kind="info", locs=(unit.loc, action.loc)))
    here = [one for one in units if st.fighter(one.unit).loc == action.loc]
    seen = [one for one in here if any(enemy.id == unit.id for enemy in seers(st, one))]
    events += [lost(st.fighter(one.unit), one.rule) for one in seen or here if not stays(st, one)]
    return tuple(events)


@builds("A12.2")
def stays(st: State, found: Exposed) -> bool:
    """Whether who is found keeps his "?" all the same: a vehicle that fire at men has struck, as under the eyes of
    Known enemies.
    """
    return found.sight == "any" and found.unit in st.vehicles


class RevealOffer(Request, frozen=True):
    """A side may show a concealed unit for a moment to take the "?" of these enemies, who gave themselves away."""

    side: int
    found: tuple[Exposed, ...]


@rule("A12.14", point=INTERRUPT, order=20, on=ASKED)
def seen_by_the_concealed(facts: StepFacts) -> tuple[RevealOffer, ...]:
    """After an act concealed enemies may speak up; not after a mover's own, which the DEFENDER's window follows, nor
    after fire, which asks before its results take effect.
    """
    after = facts.after
    found: list[Exposed] = []
    for event in facts.events:
        if isinstance(event, ASKED):
            found += exposed(EventFacts(facts.before, event, after))
    if not found:
        return ()
    waiting = [one for one in still_concealed(after, dict.fromkeys(found)) if might_watch(after, one)]
    sides = sorted({1 - after.fighter(one.unit).side for one in waiting})
    return tuple(
        RevealOffer(side, tuple(one for one in waiting if after.fighter(one.unit).side != side)) for side in sides
    )
