"""Menus as lazy trees: who, then what, then where (design section 3).

An :class:`Entry` is a leaf that carries an action, or a branch whose children are made when somebody
looks.  Fire groups and moving stacks are built step by step down a path and never listed flat.
Nothing in a menu is game progress: the position changes when an action is answered, so giving up a
half-built path is only a matter of forgetting it.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, overload

from msgspec import Struct

from .errors import Illegal, Unreadable

if TYPE_CHECKING:
    from .actions import Action

Children = Callable[[], "Sequence[Entry]"]
Text = str | Callable[[], str]
"""Words, or what makes them when they are read."""


SHOWN = 12
"""How many keys a refused path is told of."""
SELDOM = 0.95
"""How often a sample passes over what is seldom done (an entry of kind "seldom")."""


class Entry(Struct, frozen=True, eq=False):
    """One line of a menu.

    ``key`` is unique among its siblings; ``unit``, ``weapon`` and ``hex`` say which counter or
    Location of the board stands for it, ``vertices`` along which of its hexsides a branch leads in Bypass;
    ``note`` is a short figure such as a cost; ``confirm`` asks for a look at the preview first; ``primary`` marks the
    usual choice.  ``alive`` is asked before the entry is shown, where finding out is dear: a menu leaves out an entry
    that is not alive.  ``hopeful``, of a branch, is cheaper and true wherever that is: a sample asks it instead and
    looks whether anything below lives.
    """

    key: str
    text: Text
    action: Action | None = None
    kind: str = "option"
    children: Children | None = None
    alive: Callable[[], bool] | None = None
    hopeful: Callable[[], bool] | None = None
    unit: int = 0
    weapon: int = 0
    hex: int = -1
    vertices: tuple[int, ...] = ()
    note: Text = ""
    rule: str = ""
    hotkey: str = ""
    primary: bool = False
    confirm: bool = False

    @property
    def label(self) -> str:
        """What the line says; words that nobody reads are not made."""
        return self.text if isinstance(self.text, str) else self.text()

    def opened(self) -> Sequence[Entry]:
        """The living entries below a branch; none below a leaf."""
        return _living(self.children()) if self.children is not None else ()

    def lives(self) -> bool:
        """Whether a menu shows it."""
        return self.alive is None or self.alive()

    def figure(self) -> str:
        """The note as text; one that is dear to find is made only now."""
        return self.note if isinstance(self.note, str) else self.note()

    @property
    def leaf(self) -> bool:
        """True when choosing it answers."""
        return self.action is not None


class Late(Sequence[Entry]):
    """Entries made one by one as somebody looks at them, for lists of which a sample takes one."""

    __slots__ = ("_made", "_make")

    def __init__(self, count: int, make: Callable[[int], Entry]) -> None:
        self._make = make
        self._made: list[Entry | None] = [None] * count

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Entry]: ...

    def __getitem__(self, at: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        found = self._made[at]
        if found is None:
            found = self._made[at] = self._make(at if at >= 0 else at + len(self))
        return found


class InARow(Sequence[Entry]):
    """Lists of entries one after the other as one list, so that late ones among them stay late."""

    __slots__ = ("_begin", "_length", "_lists")

    def __init__(self, lists: Iterable[Sequence[Entry]]) -> None:
        parts = list(filter(len, lists))
        if InARow in map(type, parts):
            parts = [part for some in parts for part in (some._lists if some.__class__ is InARow else (some,))]
        begin = [0, *accumulate(map(len, parts))]
        self._length = begin.pop()
        self._begin = begin
        self._lists: list[Sequence[Entry]] = parts

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Entry]: ...

    def __getitem__(self, at: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(self._length))]
        if at < 0:
            at += self._length
        if not 0 <= at < self._length:
            raise IndexError(at)
        number = bisect_right(self._begin, at) - 1
        return self._lists[number][at - self._begin[number]]

    def __iter__(self) -> Iterator[Entry]:
        for some in self._lists:
            yield from some


class Menu(Struct, eq=False):
    """A lazily opened tree of entries."""

    _root: Children
    _made: Sequence[Entry] | None = None
    _top: Sequence[Entry] | None = None
    _alive: dict[Entry, bool] = {}

    def __repr__(self) -> str:
        keys = [entry.key for entry in self.top()]
        return f"<Menu: {', '.join(keys[:8])}{f' and {len(keys) - 8} more' if len(keys) > 8 else ''}>"

    def top(self) -> Sequence[Entry]:
        """The entries at the root."""
        if self._top is None:
            self._top = [entry for entry in self._all() if self._lives(entry)]
        return self._top

    def _all(self) -> Sequence[Entry]:
        """The entries at the root, dead ones too, made once."""
        if self._made is None:
            self._made = self._root()
        return self._made

    def plain(self) -> Sequence[Entry]:
        """The leaves at the root: answers that can be found without judging any branch."""
        return [entry for entry in self._all() if entry.action is not None and self._lives(entry)]

    def any(self) -> bool:
        """Whether there is any entry, found by looking at no more than needed."""
        return any(self._lives(entry) for entry in self._all())

    def _lives(self, entry: Entry) -> bool:
        """Whether an entry is alive; of those at the root, which are asked for several times, once found out."""
        if entry.alive is None:
            return True
        known = self._alive.get(entry)
        if known is None:
            known = self._alive[entry] = entry.alive()
        return known

    def idle(self) -> Action | None:
        """The one answer there is, or that declines where nothing but what is seldom done (kind "seldom") could be."""
        usual = [entry for entry in self._all() if entry.kind != "seldom"]
        usual.sort(key=_is_judged)  # two that live are answer enough: those that are cheap to judge come first
        left = list(islice(filter(self._lives, usual), 2))
        if len(left) == 2:
            return None
        declines = len(left) == 1 and left[0].kind == "pass" and left[0].action is not None
        return left[0].action if declines else self.only()

    def entries(self, path: Sequence[str] = ()) -> Sequence[Entry]:
        """The entries below ``path``; :class:`Unreadable` when a key is not there."""
        return _living(_below(self.entry(path), path)) if path else self.top()

    def entry(self, path: Sequence[str]) -> Entry:
        """The entry at ``path``, which is not empty; whether others beside it live is not asked."""
        if isinstance(path, str):
            raise Unreadable(f"a path is a list of keys, [{path!r}], not one word {path!r}")
        if not path:
            raise Unreadable("a path needs at least one key")
        entry = self._find(self._all(), path[0], ())
        for depth in range(1, len(path)):
            entry = self._find(_below(entry, path[:depth]), path[depth], path[:depth])
        return entry

    def _find(self, entries: Sequence[Entry], key: str, path: Sequence[str]) -> Entry:
        for entry in entries:
            if entry.key == key and self._lives(entry):
                return entry
        some = ", ".join(entry.key for entry in islice(filter(self._lives, entries), SHOWN))
        raise Unreadable(f"no entry {key!r} in {'/'.join(path) or 'the menu'}; there are: {some}")

    def action(self, path: Sequence[str]) -> Action:
        """The action at the leaf ``path``."""
        entry = self.entry(path)
        if entry.action is None:
            raise Illegal(f"{'/'.join(path)} is not a whole choice yet")
        return entry.action

    def sample(self, rng: random.Random) -> Action:
        """An action found by choosing uniformly at every level, but for what is seldom done."""
        found = self._draw(self._all() if self._top is None else self._top, rng)
        assert found is not None, "nothing can be answered"
        return found

    def _draw(self, entries: Sequence[Entry], rng: random.Random) -> Action | None:
        """An action below an entry that is alive, each entry as likely as another but what is seldom done; dead ones
        drawn are put aside.
        """
        left = list(range(len(entries)))
        seldom: list[Entry] = []
        while left:
            at = int(rng.random() * len(left))
            entry = entries[left[at]]
            if entry.kind == "seldom" and rng.random() < SELDOM:
                seldom.append(entry)
            elif (found := self._drawn(entry, rng)) is not None:
                return found
            left[at] = left[-1]
            left.pop()
        return next((found for entry in seldom if (found := self._drawn(entry, rng)) is not None), None)

    def _drawn(self, entry: Entry, rng: random.Random) -> Action | None:
        """An action of an entry that was drawn, None where it is dead."""
        if entry.hopeful is None or entry in self._alive:
            if not self._lives(entry):
                return None
        elif not entry.hopeful():
            return None
        return entry.action if entry.children is None else self._draw(entry.children(), rng)

    def leaves(self, limit: int = 100_000) -> Iterator[tuple[tuple[str, ...], Action]]:
        """Every leaf with its path, depth first, up to ``limit`` of them."""
        count = 0
        todo: list[tuple[tuple[str, ...], Entry]] = [((entry.key,), entry) for entry in reversed(self.top())]
        while todo and count < limit:
            path, entry = todo.pop()
            if entry.action is not None:
                count += 1
                yield path, entry.action
            elif entry.children is not None:
                todo.extend(((*path, child.key), child) for child in reversed(entry.opened()))

    def count(self, limit: int = 10_000) -> int:
        """How many leaves there are, counting no further than ``limit``; branches are opened, paths are not made."""
        count, todo = 0, list(self.top())
        while todo and count < limit:
            entry = todo.pop()
            if entry.action is not None:
                count += 1
            else:
                todo.extend(entry.opened())
        return count

    def only(self) -> Action | None:
        """The one action that can be answered, or None when there are several (or none).

        Every living branch ends in a leaf, so two living entries side by side are answer enough; the ones
        that are cheap to judge are looked at first.
        """
        found = self._all() if self._top is None else self._top
        while True:
            cheap = [entry for entry in found if entry.alive is None]
            if len(cheap) > 1:
                return None
            living = cheap[0] if cheap else None
            for entry in found:
                if entry.alive is not None and self._lives(entry):
                    if living is not None:
                        return None
                    living = entry
            if living is None or living.action is not None:
                return living.action if living is not None else None
            found = living.children() if living.children is not None else ()


def perhaps() -> bool:
    """``hopeful`` of a branch that is as cheap to look through as to judge: what lives below is found when drawn."""
    return True


def _is_judged(entry: Entry) -> bool:
    return entry.alive is not None


leaf = Entry
"""An entry that answers with its third argument, the action: made in C, as menus make thousands."""


def branch(
    key: str,
    label: Text,
    children: Children,
    *,
    kind: str = "option",
    alive: Callable[[], bool] | None = None,
    hopeful: Callable[[], bool] | None = None,
    unit: int = 0,
    weapon: int = 0,
    hex: int = -1,
    vertices: tuple[int, ...] = (),
    note: Text = "",
    rule: str = "",
    hotkey: str = "",
    primary: bool = False,
) -> Entry:
    """An entry that opens further entries; where menus make many, :class:`Entry` itself with ``children`` is sooner."""
    return Entry(
        key=key,
        text=label,
        kind=kind,
        children=children,
        alive=alive,
        hopeful=hopeful,
        unit=unit,
        weapon=weapon,
        hex=hex,
        vertices=vertices,
        note=note,
        rule=rule,
        hotkey=hotkey,
        primary=primary,
    )


def branch_if_any(key: str, label: Text, children: Callable[[], Iterable[Entry]], **more: Any) -> Entry:
    """A branch that is shown only while an entry below it lives."""

    def alive() -> bool:
        return any(entry.lives() for entry in children())

    return branch(key, label, lambda: list(children()), alive=alive, **more)


def _living(entries: Sequence[Entry]) -> Sequence[Entry]:
    return [entry for entry in entries if entry.lives()]


def _below(entry: Entry, path: Sequence[str]) -> Sequence[Entry]:
    """The entries below the branch at ``path``, dead ones too."""
    if entry.children is None:
        raise Unreadable(f"{'/'.join(path)} is a choice, nothing lies below it")
    return entry.children()
