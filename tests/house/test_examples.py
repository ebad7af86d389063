"""Examples in docstrings and documents run as written."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import goodorder

ROOT = Path(__file__).resolve().parents[2]
MODULES = [
    file
    for folder in (ROOT / "src" / "goodorder", ROOT / "tools")
    for file in sorted(folder.rglob("*.py"))
    if ">>>" in file.read_text(encoding="utf-8")
]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in DOCUMENTS if page.exists() and ">>>" in page.read_text(encoding="utf-8")]


def module_name(file: Path) -> str:
    """Dotted name under which a source file is imported."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts).removesuffix(".__init__")


@pytest.mark.parametrize("file", MODULES, ids=module_name)
def test_examples_of_docstrings(file: Path) -> None:
    result = doctest.testmod(importlib.import_module(module_name(file)), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_documents(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert (result.attempted > 0, result.failed) == (True, 0)


def test_every_public_function_has_an_example_that_runs() -> None:
    functions = [getattr(goodorder, name) for name in goodorder.__all__]
    functions = [one for one in functions if callable(one) and not isinstance(one, type)]
    assert len(functions) > 8
    assert [one.__name__ for one in functions if ">>>" not in (one.__doc__ or "")] == []
