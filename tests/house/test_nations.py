"""Rules ask for traits, never after the name of a nationality (A25)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from goodorder.data.catalogue import catalogue
from goodorder.data.charts import nations

SOURCE = Path(__file__).resolve().parents[2] / "src" / "goodorder"
FREE_OF_NAMES = ("rules", "flow", "odds", "bots", "web")
THEIR_OWN_ROOM = SOURCE / "rules" / "a25_nations"


def known_names() -> set[str]:
    """Ids of nationalities and the variants of their counters."""
    units = [unit for nationality in catalogue().nationalities for unit in catalogue().units(nationality)]
    variants = {unit.variant for unit in units if unit.variant} - {"boxed", "crew", "striped"}
    return set(nations()) | variants


NAMES = known_names()


def names_in(text: str) -> list[str]:
    """Lines of a module's code (not of its docstrings) whose strings hold such a name."""
    tree = ast.parse(text)
    told = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        f"{node.lineno}: {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
        if NAMES.intersection(re.findall(r"\w+", node.value.casefold()))
    ]


@pytest.mark.parametrize("layer", FREE_OF_NAMES)
def test_no_code_names_a_nationality(layer: str) -> None:
    files = [file for file in (SOURCE / layer).rglob("*.py") if THEIR_OWN_ROOM not in file.parents]
    assert files
    found = {str(file.relative_to(SOURCE)): names_in(file.read_text(encoding="utf-8")) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_a_name_in_code_is_found_and_one_in_a_docstring_is_not() -> None:
    assert names_in('"""Finnish squads."""\nNEVER = {"finnish"}\n') == ["2: finnish"]
    assert names_in('def f(kind):\n    """As a German."""\n    return kind.variant == "ss"\n') == ["3: ss"]
    assert names_in('text = "a squad in Good Order"\n') == []
