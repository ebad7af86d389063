"""A rule that only one profile has is registered in that profile alone: who asks after its name stands here."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "goodorder"
MOST = 30

LEFT = {
    # refusals by name, which tell the player what holds in place of what he asked for
    ("core/notation/names.py", 1): "words that a profile refuses by name as they are read",
    ("rules/ruleset.py", 2): "the refusal that answers for a function left out; the map as a profile plays it",
    ("rules/starter/no_concealment.py", 1): "a rule of starter: the refusal by name",
    ("rules/a04_movement/permission.py", 1): "the refusal of marsh by name",
    ("rules/a04_movement/portage.py", 1): "the refusal of a weapon in broken hands by name",
    ("rules/a07_fire/attack.py", 2): "the refusals of Fire Lanes and Spraying Fire by name",
    ("flow/shared/walls.py", 1): "the refusal of Wall Advantage by name",
    ("flow/fire/fire_phases.py", 2): "the refusal of held fire by name; without Encirclement no ledger is made for it",
    ("flow/move/acts/together.py", 2): "the refusal of joint acts by name; without them no pairs are tried",
    ("flow/move/acts/enter.py", 1): "the refusal of Bypass by name",
    ("flow/move/beginning.py", 2): "the refusals of what is declared by name",
    ("play/cases/asks_move.py", 1): "the refusal of Bypass by name, before any other",
    ("web/sight.py", 1): "the refusal of upper levels by name",
    # what there is to hide, asked once for all readers
    ("core/world.py", 1): "whether the rules let a side hide anything",
    # menus and computer players that leave out at once what would be refused entry by entry
    ("flow/fire/fire_menu.py", 1): "second targets of Spraying Fire",
    ("flow/move/outlets.py", 1): "ways around woods and buildings",
    ("flow/move/acts/double_time.py", 1): "a late announcement",
    ("flow/move/acts/search.py", 1): "Searches",
    ("flow/move/move_menu.py", 2): "Dash and Minimum Move among the declarations",
    ("flow/advance.py", 1): "a blocked entry that is made elsewhere a turn later",
    ("bots/declaring.py", 1): "Minimum Moves",
    ("bots/standard.py", 1): "a phase in which nobody can hold his fire is passed at once",
    ("bots/ground.py", 1): "steps past an obstacle",
    ("bots/shooting.py", 1): "second targets of Spraying Fire",
}
"""Where a feature's name is asked for, how often, and why."""

PROFILES = ("starter", "full")
REPORTS = {"data/requirements.py", "play/cases/coverage.py", "cli/bench.py", "cli/bench_play.py"}
"""What reports on profiles: which rows are in the scope of which, which budget is measured in which."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the package with its path."""
    for file in sorted(SOURCE.rglob("*.py")):
        yield file.relative_to(SOURCE).as_posix(), ast.parse(file.read_text(encoding="utf-8"), str(file))


def test_features_are_told_by_absence_but_for_the_questions_listed() -> None:
    asked = Counter(
        path
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("offers", "lacks")
    )
    assert set(asked.items()) == set(LEFT)
    assert sum(asked.values()) <= MOST


def test_nothing_compares_the_name_of_a_profile() -> None:
    found = {
        (path, node.lineno)
        for path, tree in trees()
        if path not in REPORTS
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for one in (node.left, *node.comparators)
        if isinstance(one, ast.Constant) and one.value in PROFILES
    }
    assert not found
