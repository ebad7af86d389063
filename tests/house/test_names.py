"""Modules that a text names exist: what a program hands another as a string, and what a document says."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
DOTTED = re.compile(r"\bgoodorder((?:\.[a-z_][a-z_0-9]*)+)")
TEXTS = [
    *(SOURCE / "goodorder").rglob("*.py"),
    *(SOURCE / "goodorder").rglob("*.toml"),
    *(ROOT / "tools").rglob("*.py"),
    *(ROOT / "docs").rglob("*.md"),
    ROOT / "README.md",
]


def exists(dotted: str) -> bool:
    """Whether words after the package's name lead to a module, or to a name that a module's text holds."""
    at = SOURCE / "goodorder"
    for word in dotted.strip(".").split("."):
        if (at / word).is_dir():
            at = at / word
            continue
        if (at / f"{word}.py").is_file():
            return True
        return re.search(rf"\b{word}\b", (at / "__init__.py").read_text("utf-8")) is not None or word == "__file__"
    return True


def test_every_module_that_is_named_exists() -> None:
    wrong = [
        f"{file.relative_to(ROOT)}: goodorder{name}"
        for file in TEXTS
        for name in DOTTED.findall(file.read_text("utf-8"))
        if not exists(name)
    ]
    assert wrong == []
