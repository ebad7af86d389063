"""Menus are lazy trees: paths, leaves, samples, and no branch opened that nobody looks at."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial

import pytest

from goodorder.core.actions import Done, PickLocation
from goodorder.core.errors import Illegal, Unreadable
from goodorder.core.menu import Entry, InARow, Late, Menu, branch, leaf


class Tree:
    """A menu of two units, each with hexes, and a pass; counts how often a branch is opened."""

    def __init__(self) -> None:
        self.opened: Counter[str] = Counter()
        self.menu = Menu(self.root)

    def root(self) -> Sequence[Entry]:
        self.opened["root"] += 1
        return [
            branch("u1", "one", lambda: self.hexes("u1", 4)),
            branch("u2", "two", lambda: self.hexes("u2", 2)),
            leaf("pass", "Done", Done(), kind="pass"),
        ]

    def hexes(self, who: str, count: int) -> Sequence[Entry]:
        self.opened[who] += 1
        return [leaf(f"h:{n}", f"hex {n}", PickLocation(n), hex=n) for n in range(count)]


def test_a_path_leads_to_an_action() -> None:
    menu = Tree().menu
    assert menu.action(("u1", "h:3")) == PickLocation(3)
    assert menu.action(("pass",)) == Done()
    assert menu.entry(("u1",)).leaf is False and menu.entry(("pass",)).leaf is True


def test_only_what_is_looked_at_is_opened() -> None:
    tree = Tree()
    assert tree.opened == {}
    tree.menu.top()
    tree.menu.top()
    assert tree.opened == {"root": 1}
    tree.menu.entries(("u2",))
    assert tree.opened == {"root": 1, "u2": 1}


def test_a_path_asks_nothing_about_the_entries_beside_it() -> None:
    asked: list[str] = []

    def lives(key: str) -> bool:
        asked.append(key)
        return key != "dead"

    def entries(*keys: str) -> Sequence[Entry]:
        below = {"u1": ("h:1", "h:2"), "u2": ("h:3",), "dead": ("h:4",)}
        return [
            branch(key, key, partial(entries, *below[key]), alive=partial(lives, key))
            if key in below
            else leaf(key, key, PickLocation(int(key[2:])), alive=partial(lives, key))
            for key in keys
        ]

    menu = Menu(lambda: entries("u1", "dead", "u2"))
    assert menu.action(("u2", "h:3")) == PickLocation(3) and asked == ["u2", "h:3"]
    assert menu.entry(("u1", "h:2")).key == "h:2" and asked == ["u2", "h:3", "u1", "h:2"]
    assert [entry.key for entry in menu.entries(("u1",))] == ["h:1", "h:2"] and "dead" not in asked
    with pytest.raises(Unreadable, match="no entry 'dead' in the menu; there are: u1, u2"):
        menu.action(("dead", "h:4"))
    assert menu.count() == 3 and menu.count(2) == 2


@pytest.mark.parametrize("path", [("u3",), ("u1", "h:9"), ("pass", "more"), ("u1", "h:1", "more"), ()])
def test_a_path_that_leads_nowhere_is_unreadable(path: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable):
        Tree().menu.action(path)


def test_a_path_that_stops_early_is_no_answer_yet() -> None:
    with pytest.raises(Illegal, match="not a whole choice"):
        Tree().menu.action(("u1",))


def test_an_unknown_key_is_answered_with_the_known_ones() -> None:
    with pytest.raises(Unreadable, match="u1, u2, pass"):
        Tree().menu.entries(("u7",))


def test_leaves_come_depth_first_and_are_counted_up_to_a_limit() -> None:
    menu = Tree().menu
    paths = ["/".join(path) for path, _ in menu.leaves()]
    assert paths == ["u1/h:0", "u1/h:1", "u1/h:2", "u1/h:3", "u2/h:0", "u2/h:1", "pass"]
    assert menu.count() == 7 and menu.count(3) == 3


def test_a_sample_is_uniform_at_every_level() -> None:
    menu, rng = Tree().menu, random.Random(1)
    found = Counter(menu.sample(rng) for _ in range(6000))
    assert set(found) == {action for _, action in menu.leaves()}
    assert 0.3 < found[Done()] / 6000 < 0.37  # one of three entries at the top
    assert 0.06 < found[PickLocation(3)] / 6000 < 0.11  # a third of a quarter


def test_the_only_answer_is_known_without_opening_the_rest() -> None:
    one = Menu(lambda: [branch("u1", "one", lambda: [leaf("pass", "Done", Done())])])
    assert one.only() == Done()
    assert Tree().menu.only() is None
    assert Menu(tuple).only() is None
    tree = Tree()
    tree.menu.only()
    assert tree.opened["u2"] == 0


def lame() -> Menu:
    """A menu in which one leaf and one branch are not alive."""
    dead = branch("u1", "one", lambda: [leaf("x", "x", PickLocation(1))], alive=lambda: False)
    inner = [
        leaf("h:0", "hex 0", PickLocation(0), alive=lambda: False),
        leaf("h:2", "hex 2", PickLocation(2), alive=lambda: True, note=lambda: "2 MF"),
    ]
    return Menu(lambda: [dead, branch("u2", "two", lambda: inner), leaf("no", "No", Done(), alive=lambda: False)])


def test_an_entry_that_is_not_alive_is_not_there() -> None:
    menu, rng = lame(), random.Random(2)
    assert [entry.key for entry in menu.top()] == ["u2"]
    assert [entry.key for entry in menu.entries(("u2",))] == ["h:2"]
    assert [path for path, _ in menu.leaves()] == [("u2", "h:2")]
    assert menu.only() == PickLocation(2)
    assert {lame().sample(rng) for _ in range(50)} == {PickLocation(2)}
    for path in (("u1",), ("u1", "x"), ("u2", "h:0"), ("no",)):
        with pytest.raises(Unreadable):
            menu.entry(path)


def test_a_note_is_made_when_it_is_read() -> None:
    assert lame().entry(("u2", "h:2")).figure() == "2 MF"
    assert leaf("a", "a", Done(), note="3 MF").figure() == "3 MF"


def test_a_menu_knows_whether_it_holds_anything() -> None:
    assert lame().any() and Tree().menu.any()
    assert not Menu(lambda: [leaf("no", "No", Done(), alive=lambda: False)]).any()


def test_plain_answers_are_found_without_judging_a_branch() -> None:
    tree = Tree()
    assert [entry.action for entry in tree.menu.plain()] == [Done()]
    assert lame().plain() == []
    judged: list[str] = []

    def judge() -> bool:
        judged.append("u1")
        return False

    dear = branch("u1", "one", list, alive=judge)
    assert [entry.key for entry in Menu(lambda: [dear, leaf("no", "No", Done())]).plain()] == ["no"] and not judged


def test_of_late_entries_a_sample_makes_only_those_that_it_draws() -> None:
    made: list[int] = []

    def entry(number: int) -> Entry:
        made.append(number)
        return leaf(f"h:{number}", f"hex {number}", PickLocation(number), alive=lambda: number % 2 == 0)

    late = Menu(lambda: [branch("u1", "one", lambda: Late(40, entry))])
    plain = Menu(lambda: [branch("u1", "one", lambda: [entry(number) for number in range(40)])])
    found = late.sample(random.Random(3))
    assert 0 < len(made) < 10
    assert found == plain.sample(random.Random(3))
    assert [one.key for one in late.entries(("u1",))] == [one.key for one in plain.entries(("u1",))]


def test_late_entries_are_a_sequence_and_each_is_made_once() -> None:
    late = Late(5, lambda number: leaf(f"h:{number}", "", PickLocation(number)))
    assert len(late) == 5 and late[-1].key == "h:4" and late[-1] is late[4]
    assert [one.key for one in late[1:3]] == ["h:1", "h:2"]


def test_lists_in_a_row_are_one_list_of_which_nothing_is_made_before_it_is_looked_at() -> None:
    made: list[int] = []

    def entry(number: int) -> Entry:
        made.append(number)
        return leaf(f"h:{number}", "", PickLocation(number))

    done = leaf("pass", "Done", Done(), kind="pass")
    row = InARow([[], Late(5, entry), (), [done], InARow([Late(2, entry)])])
    assert len(row) == 8 and made == []
    assert row[5] is done and row[-3] is done and row[3].key == "h:3" and row[-1].key == "h:1"
    assert made == [3, 1]
    assert [one.key for one in row[1:7]] == ["h:1", "h:2", "h:3", "h:4", "pass", "h:0"]
    assert [one.key for one in row] == [*(f"h:{number}" for number in range(5)), "pass", "h:0", "h:1"]
    for beyond in (8, -9):
        with pytest.raises(IndexError):
            row[beyond]
    assert len(InARow([])) == 0 and not InARow([(), []])


def test_a_sample_opens_a_hopeful_branch_and_puts_it_aside_where_nothing_below_lives() -> None:
    asked: Counter[str] = Counter()

    def alive(key: str, lives: bool) -> bool:
        asked[key] += 1
        return lives

    def below(lives: bool) -> list[Entry]:
        return [leaf(f"h:{n}", "hex", PickLocation(n), alive=lambda: lives) for n in (0, 1)]

    def made() -> Menu:
        found = [
            branch("u1", "one", lambda: below(True), alive=partial(alive, "u1", True), hopeful=lambda: True),
            branch("u2", "two", lambda: below(False), alive=partial(alive, "u2", False), hopeful=lambda: True),
            branch("u3", "three", lambda: below(False), alive=partial(alive, "u3", False), hopeful=lambda: False),
        ]
        return Menu(lambda: found)

    rng = random.Random(3)
    assert {made().sample(rng) for _ in range(50)} == {PickLocation(0), PickLocation(1)}
    assert not asked
    looked = made()
    assert [entry.key for entry in looked.top()] == ["u1"]
    assert looked.sample(rng) in (PickLocation(0), PickLocation(1)) and asked == {"u1": 1, "u2": 1, "u3": 1}


def test_words_that_nobody_reads_are_not_made() -> None:
    read: list[str] = []

    def words() -> str:
        read.append("read")
        return "Done"

    menu = Menu(lambda: [leaf("pass", words, Done())])
    assert menu.sample(random.Random(1)) == Done() and menu.top()[0].key == "pass" and not read
    assert menu.top()[0].label == "Done" and read == ["read"]


def test_a_path_is_a_list_of_keys_and_not_a_word() -> None:
    with pytest.raises(Unreadable, match=r"a path is a list of keys, \['pass'\], not one word 'pass'"):
        Tree().menu.action("pass")
