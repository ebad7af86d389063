"""Questions about concealment: who watches a unit, what would cost its "?", whether it gains one (A12)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from goodorder.core.apply import apply
from goodorder.core.events import (
    ConcealmentLost,
    DummyRemoved,
    Event,
    MoveDeclared,
    StepTaken,
    Tried,
    UnitBroke,
    UnitFired,
    UnitMoved,
)
from goodorder.core.notes import Note
from goodorder.core.state import ASSAULT, PREP, Fighter, FireMark, State, Step, Turn, Unit
from goodorder.rules.a12_concealment.gain import concealment_terrain, gain_ledger, gain_of, gain_refusal, gains
from goodorder.rules.a12_concealment.loss import struck
from goodorder.rules.a12_concealment.searching import CASUALTY, casualty_ledger, search_ledger
from goodorder.rules.a12_concealment.sight import watchers
from goodorder.rules.a24_smoke import SMOKE
from goodorder.rules.ledger import Ledger

from .asks import Ask, Figures, mods_of, refused
from .model import CaseInvalid
from .reader import unknown_word


def ask_conceal(question: Ask) -> Figures:
    """``conceal A``: whether a unit could gain a "?" at the end of this Player Turn, its Case, its dr."""
    st, unit = question.st, question.unit(question.words[0])
    found, ledger = gain_of(st, unit), gain_ledger(st, unit)
    refusal = gain_refusal(st, unit)
    figures: Figures = {
        **refused(refusal),
        "case": found.case,
        "dr": found.dr,
        "terrain": concealment_terrain(st, unit.loc),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
    }
    if refusal is not None or not found.dr:
        figures["gains"] = refusal is None
    elif question.faces:
        figures["final"] = question.faces[0] + ledger.total()
        figures["gains"] = gains(st, unit, question.faces[0])
    return figures


def ask_watch(question: Ask) -> Figures:
    """``watch A``: Good Order enemies that see a unit, Known ones and concealed ones, and those that deny a gain."""
    st, unit = question.st, question.unit(question.words[0])
    good, any_ = watchers(st, unit), watchers(st, unit, good_order=False)

    def words(units: tuple[Fighter, ...], *, concealed: bool) -> list[str]:
        return [question.names.unit_word(one.id) for one in units if one.concealed is concealed]

    return {
        "by": words(good, concealed=False),
        "concealed": words(good, concealed=True),
        "denied_by": [question.names.unit_word(one.id) for one in any_],
        "range": st.world.map.distance(good[0].loc, unit.loc) if good else None,
    }


def ask_loses(question: Ask) -> Figures:
    """``loses A fire``, ``loses A move to C5`` ...: whether the act costs a unit its "?" (or removes a Dummy)."""
    name, what, *rest = question.words
    unit = question.unit(name)
    if not unit.concealed:
        raise CaseInvalid("the question is about a concealed unit", name)
    if what not in _ACTS:
        raise unknown_word("act", what, _ACTS)
    to = question.names.hex(rest[1]) if rest[:1] == ["to"] else unit.loc
    gone = _ACTS[what](question.st, unit, to)
    found = next((event for event in gone if getattr(event, "unit", 0) == unit.id), None)
    return {"loses": found is not None, "rule": getattr(found, "rule", "")}


def _follow(st: State, *events: Event) -> tuple[Event, ...]:
    lost: list[Event] = []
    for event in events:
        after = apply(st, event)
        lost += st.world.rules.consequences(st, event, after)
        st = after
    return tuple(event for event in lost if isinstance(event, ConcealmentLost | DummyRemoved))


def _moves(declared: int) -> Callable[[State, Unit, int], tuple[Event, ...]]:
    def act(st: State, unit: Unit, to: int) -> tuple[Event, ...]:
        st = st.with_(turn=_phase(st, "MPh"))
        step = Step("enter", unit.loc, to, 2)
        said = MoveDeclared(unit=unit.id, declared=declared)
        return _follow(st, said, UnitMoved(unit=unit.id, loc=to), StepTaken(unit=unit.id, step=step))

    return act


def _phase(st: State, phase: str) -> Turn:
    return replace(st.turn, phase=phase)


def _advances(st: State, unit: Unit, to: int) -> tuple[Event, ...]:
    return _follow(st.with_(turn=_phase(st, "APh")), UnitMoved(unit=unit.id, loc=to))


def _fires(st: State, unit: Unit, to: int) -> tuple[Event, ...]:
    return _follow(st, UnitFired(unit=unit.id, shot=FireMark(PREP, to)))


def _acts(st: State, unit: Unit, to: int) -> tuple[Event, ...]:
    return _follow(st, Tried(unit=unit.id, note=Note(SMOKE)))


def _breaks(st: State, unit: Unit, to: int) -> tuple[Event, ...]:
    return _follow(st, UnitBroke(unit=unit.id))


def _is_hit(st: State, unit: Unit, to: int) -> tuple[Event, ...]:
    return struck(st, (unit.id,))


_ACTS: dict[str, Callable[[State, Unit, int], tuple[Event, ...]]] = {
    "fire": _fires,
    "move": _moves(0),
    "assault": _moves(ASSAULT),
    "advance": _advances,
    "act": _acts,
    "attacked": _is_hit,
    "break": _breaks,
}
"""Acts by the word of the question: ``act`` is any other action, ``attacked`` an attack with a PTC or worse."""


def _dr(question: Ask, ledger: Ledger) -> Figures:
    figures: Figures = {"drm": ledger.total(), "mods": mods_of(ledger.mods)}
    if question.faces:
        figures["final"] = question.faces[0] + ledger.total()
    return figures


def ask_search(question: Ask) -> Figures:
    """``search A B``: the drm of their Search dr; with a die how many Accessible hexes they may not search."""
    figures = _dr(question, search_ledger(question.st, tuple(question.unit(word) for word in question.words)))
    if question.faces:
        figures["barred"] = max(0, figures["final"])
    return figures


def ask_casualty(question: Ask) -> Figures:
    """``casualty B C``: the drm of the Casualty dr of concealed defenders; with a die whether it reduces a searcher."""
    figures = _dr(question, casualty_ledger(question.st, tuple(question.unit(word) for word in question.words)))
    if question.faces:
        figures["reduces"] = figures["final"] <= CASUALTY
    return figures


QUESTIONS = {
    "search": ask_search,
    "casualty": ask_casualty,
    "conceal": ask_conceal,
    "watch": ask_watch,
    "loses": ask_loses,
}
"""The questions of this module by name."""
