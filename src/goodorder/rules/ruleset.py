"""A rule set: the registered rules of one profile, ready to be asked, and its figures.

A profile is the base layer without some of its rules: what ``starter`` leaves out or has alone is named in
``rules/starter/patches.py``. A house rule is a function that another package registers before the rule set is
made: it may have any number.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.core.errors import Refusal
from goodorder.data.citations import builders
from goodorder.data.not_built import not_built, refused_names
from goodorder.data.rules_index import entry

from .event_facts import ActFacts, EventFacts, StepFacts
from .ledger import Mod
from .points import AFTERWARDS, AT_ANY_TIME, CONSEQUENCE, INTERRUPT, POINTS, Point
from .registry import ByName, Removable, RuleError, RuleFn, base_rules, removables
from .starter.patches import FULL_ONLY, STARTER_ONLY


class Following(dict[type, tuple[Callable[..., Any], ...]]):
    """The functions that hear of a kind of events and may say what follows at once, looked for when one first comes."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, kind: type) -> tuple[Callable[..., Any], ...]:
        found = self[kind] = self._rules.hearing(CONSEQUENCE, (kind,))
        return found


class RuleSet:
    """The rules of one profile.  Shared by every position of a game, never changed.

    ``left_out`` are the functions that the profile leaves out of those that may be (``registry.removable``), each with
    the answer in its place.
    """

    __slots__ = (
        "_acting",
        "_at_edges",
        "_functions",
        "_interrupting",
        "_lacking",
        "_of_kinds",
        "_order",
        "following",
        "has_interrupts",
        "left_out",
        "profile",
        "refused",
        "removed",
        "rules",
    )

    def __init__(
        self, profile: str, rules: dict[str, RuleFn], refused: frozenset[str], removed: frozenset[str] = frozenset()
    ) -> None:
        self.profile = profile
        self.rules = rules
        self.refused = refused
        self.removed = removed
        self._functions: dict[str, tuple[Callable[..., Any], ...]] = {}
        self._order: dict[str, tuple[str, ...]] = {}
        self._lacking: dict[str, Refusal] = {}
        self.following = Following(self)
        self._interrupting: dict[frozenset[type], tuple[Callable[..., Any], ...]] = {}
        self._acting: dict[type, tuple[Callable[..., Any], ...]] = {}
        self._at_edges: dict[tuple[str, str], tuple[tuple[int, Callable[..., Any]], ...]] = {}
        self._of_kinds: dict[tuple[str, frozenset[str]], tuple[Callable[..., Any], ...]] = {}
        for point in POINTS.values():
            chosen = sorted((r for r in rules.values() if r.point is point), key=lambda r: (r.order, r.id))
            if point.combine == "value" and len(chosen) > 1:
                raise RuleError(f"{point.name}: more than one value: {[r.id for r in chosen]}")
            self._order[point.name] = tuple(r.id for r in chosen)
            self._functions[point.name] = tuple(r.function for r in chosen)
        self.left_out = {
            found.id: self._instead(found) for found in removables().values() if _left_out(found.id, removed)
        }
        self.has_interrupts = bool(self._functions[INTERRUPT.name])

    def __repr__(self) -> str:
        return f"<RuleSet: {self.profile}, {len(self.rules)} rules>"

    def with_functions(self, functions: Mapping[str, Callable[..., Any]]) -> RuleSet:
        """The same rules with another function for each, by its id: their order and what is left out stay."""
        found = copy(self)
        found.rules = {key: replace(rule, function=functions[key]) for key, rule in self.rules.items()}
        found._functions = {name: tuple(functions[key] for key in keys) for name, keys in self._order.items()}
        found._lacking, found._of_kinds = {}, {}
        found.following = Following(found)
        found._interrupting, found._acting, found._at_edges = {}, {}, {}
        return found

    def _instead(self, found: Removable) -> Any:
        """The answer where a function is left out."""
        answer = self.lacks(found.without.name) if isinstance(found.without, ByName) else found.without
        if answer is None and found.without is not None:
            raise RuleError(f"{self.profile} leaves out {found.id!r}, but does not refuse it by name")
        return answer

    def consequences(self, before: Any, event: Any, after: Any) -> tuple[Any, ...]:
        """Events that follow at once from one that has changed ``before`` into ``after``."""
        found: list[Any] = []
        facts = EventFacts(before, event, after)
        for function in self.following[event.__class__]:
            if more := function(facts):
                found += more
        return tuple(found)

    def interrupts(self, before: Any, events: Any, after: Any) -> tuple[Any, ...]:
        """Requests for frames that by rule come at once after the events of one step."""
        kinds = frozenset(map(type, events))
        listening = self._interrupting.get(kinds)
        if listening is None:
            listening = self._interrupting[kinds] = self.hearing(INTERRUPT, kinds)
        if not listening:
            return ()
        found: list[Any] = []
        facts = StepFacts(before, tuple(events), after)
        for function in listening:
            if more := function(facts):
                found += more
        return tuple(found)

    def afterwards(self, st: Any) -> tuple[Any, ...]:
        """Requests for frames that by rule come when all that came of a roll is over."""
        return self.requests(AFTERWARDS, st)

    def at_any_time(self, st: Any, action: Any) -> tuple[Any, ...] | Refusal | None:
        """What an action does that is allowed whoever is asked what, or why it is not; None for any other action."""
        kind = action.__class__
        functions = self._acting.get(kind)
        if functions is None:
            functions = self._acting[kind] = self.hearing(AT_ANY_TIME, (kind,))
        if not functions:
            return None
        facts = ActFacts(st, action)
        for function in functions:
            found: tuple[Any, ...] | Refusal | None = function(facts)
            if found is not None:
                return found
        return None

    def at_edge(self, point: Point, phase: str) -> tuple[tuple[int, Callable[..., Any]], ...]:
        """The functions of an edge of the sequence that speak of this phase, each with its number among all of them."""
        found = self._at_edges.get((point.name, phase))
        if found is None:
            asked = enumerate([self.rules[key] for key in self._order[point.name]])
            found = tuple([(number, rule.function) for number, rule in asked if rule.of <= {phase}])
            self._at_edges[point.name, phase] = found
        return found

    def functions(self, point: Point) -> tuple[Callable[..., Any], ...]:
        """The functions of a point, in their order."""
        return self._functions[point.name]

    def hearing(self, point: Point, kinds: Iterable[type]) -> tuple[Callable[..., Any], ...]:
        """The functions of a point that hear of any of these kinds of events or actions, in their order."""
        asked = [self.rules[key] for key in self._order[point.name]]
        return tuple([r.function for r in asked if not r.on or any(issubclass(kind, r.on) for kind in kinds)])

    def speaking(self, point: Point, kinds: frozenset[str]) -> tuple[Callable[..., Any], ...]:
        """The functions of a point that speak of facts of these kinds, in their order."""
        functions = self._of_kinds.get((point.name, kinds))
        if functions is None:
            asked = [self.rules[key] for key in self._order[point.name]]
            functions = tuple(rule.function for rule in asked if rule.of <= kinds)
            self._of_kinds[point.name, kinds] = functions
        return functions

    def offers(self, name: str) -> bool:
        """Whether the profile has what ``data/not_built.toml`` calls ``name`` (Bypass, Dash ...)."""
        return name not in self.refused

    def played_on(self, board: Map) -> Map:
        """A map as the profile plays it: with all the Locations of its hexes (A2.8), or with one to a hex."""
        return board if self.offers("levels") else board.of_hexes

    def lacks(self, name: str) -> Refusal | None:
        """The refusal of something that the profile leaves out by that name, or None when it has it."""
        if name not in self.refused:
            return None
        found = self._lacking.get(name)
        if found is None:
            entry = not_built(name)
            found = self._lacking[name] = Refusal(entry.rule, entry.text, "not_built")
        return found

    def mods(self, point: Point, facts: Any) -> tuple[Mod, ...]:
        """Every modifier that the rules of ``point`` give for ``facts``."""
        # in line, here and in `refuse`, what `speaking` knows: a menu asks hundreds of times
        if not point.kinds:
            functions = self._functions[point.name]
        elif (known := self._of_kinds.get((point.name, facts.kinds))) is not None:
            functions = known
        else:
            functions = self.speaking(point, facts.kinds)
        found: list[Mod] = []
        for function in functions:
            result = function(facts)
            if result is None:
                continue
            if result.__class__ is Mod:
                found.append(result)
            else:
                found.extend(result)
        return tuple(found)

    def refuse(self, point: Point, facts: Any) -> Refusal | None:
        """The first refusal at ``point``, or None when it is allowed."""
        if not point.kinds:
            functions = self._functions[point.name]
        elif (known := self._of_kinds.get((point.name, facts.kinds))) is not None:
            functions = known
        else:
            functions = self.speaking(point, facts.kinds)
        for function in functions:
            refusal: Refusal | None = function(facts)
            if refusal is not None:
                return refusal
        return None

    def requests(self, point: Point, facts: Any) -> tuple[Any, ...]:
        """Every request for a frame that the rules of ``point`` make, in their order."""
        return tuple(found for function in self._functions[point.name] for found in function(facts))

    def value(self, point: Point, facts: Any) -> Any:
        """The value that the one rule of ``point`` gives."""
        return self._functions[point.name][0](facts)

    def digest(self) -> str:
        """Names the set of rules: profile and the ids in force."""
        import hashlib

        text = self.profile + "\n" + "\n".join(sorted(self.rules))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


_REMOVED: dict[str, frozenset[str]] = {"starter": FULL_ONLY, "full": STARTER_ONLY}


def _import_rules() -> None:
    package = importlib.import_module("goodorder.rules")
    for module in pkgutil.walk_packages(package.__path__, "goodorder.rules."):
        importlib.import_module(module.name)
    book = {rule.number for rule in base_rules().values() if rule.function.__module__.startswith("goodorder.")}
    for number in book | {
        found.number for found in builders()
    }:  # a house rule, of another package, is not in the book's index
        entry(number)


@functools.cache
def ruleset(profile: str) -> RuleSet:
    """The rule set of a profile; :class:`KeyError` for an unknown word."""
    _import_rules()
    removed = _REMOVED[profile]
    for section in removed:
        if not any(_within(key, section) for key in (*base_rules(), *removables())):
            raise RuleError(f"{profile} removes {section!r}, which holds no rule")
    rules = {key: found for key, found in base_rules().items() if not _left_out(key, removed)}
    return RuleSet(profile, rules, refused_names(profile), removed)


def _left_out(rule_id: str, removed: frozenset[str]) -> bool:
    """Whether patches leave out a rule, by its own id or by that of its module or package."""
    return any(_within(rule_id, section) for section in removed)


def _within(rule_id: str, section: str) -> bool:
    """Whether a rule is one that a patch names, by its own id or by that of its module or package."""
    return rule_id == section or rule_id.startswith(section + ".")
