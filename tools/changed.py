"""What a change touches: its tests and its cases, for ``test.py --changed``.

A change is what differs from a commit (``main`` unless named), with what is not committed yet. Of it are run the tests
that stand where its sources stand, those that were changed themselves, and the cases that name a rule of a changed
function or stand in a changed file; nothing that needs a browser or plays many games.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools import bootstrap

ROOT = bootstrap.ROOT
ALWAYS = ("tests/house/test_layers.py",)
MOST_RULES = 12
"""So many rules are asked for their cases; a change of more of them is one for the whole run."""
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")
NUMBER = re.compile(r"\b(?:[ABCD]\d*\.\d+(?=[a-z]?\b)|SK3\.[A-Za-z]+\.\d+\b)")
"""A rule, or a row of the Starter Kit's; the letter of another row is left out, for its rule's cases are meant."""


def base_of(named: str) -> str:
    """The commit that a change is measured from: the named one, else where it left ``main``, else its parent."""
    if named:
        return named
    here = _git("rev-parse", "HEAD")
    for main in ("origin/main", "main"):
        left = _git("merge-base", "HEAD", main)
        if left and (left != here or _git("status", "--porcelain")):
            return left
    return "HEAD~1"


def changed_lines(base: str) -> dict[str, set[int]]:
    """Of every file that differs from ``base`` the lines that are new or stand beside what went; all of a new file."""
    found: dict[str, set[int]] = {}
    name = ""
    for line in _git("diff", "-U0", "--no-color", base, "--").splitlines():
        if line.startswith("+++ "):
            name = line[6:] if line.startswith("+++ b/") else ""
        elif name and (hunk := HUNK.match(line)):
            first, many = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(name, set()).update(range(first, first + max(many, 1)))
    for name in _git("ls-files", "--others", "--exclude-standard").splitlines():
        found[name] = set(range(1, len((ROOT / name).read_bytes().splitlines()) + 1))
    return found


def tests_of(changed: dict[str, set[int]]) -> list[str]:
    """Files and folders of tests for the changed files."""
    found = list(ALWAYS)
    for name in changed:
        path = Path(name)
        if name.startswith("tests/") and path.name.startswith("test_") and path.suffix == ".py":
            found.append(name)
        if name.startswith("src/goodorder/"):
            found.extend(_mirrors(path))
    return list(dict.fromkeys(one for one in found if (ROOT / one).exists()))


def _mirrors(path: Path) -> Iterator[str]:
    """Where the tests of a source file stand: a file or folder of its name, else the folder of its room."""
    parts = path.with_suffix("").parts[2:]
    if parts[0] == "flow":
        return
    for depth in range(len(parts), 0, -1):
        folder = Path("tests", *parts[: depth - 1])
        places = (folder / f"test_{parts[depth - 1]}.py", folder / parts[depth - 1])
        here = [one.as_posix() for one in places if (ROOT / one).exists()]
        if here and parts[:depth] != ("rules",):
            yield from here
            return


def rules_of(changed: dict[str, set[int]]) -> list[str]:
    """Rules that the changed functions name: in their decorators, and in their docstrings where those name none."""
    found: dict[str, None] = {}
    for name, lines in changed.items():
        if not name.startswith("src/goodorder/") or not name.endswith(".py") or not (ROOT / name).exists():
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        rows = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if lines.isdisjoint(range(first, (node.end_lineno or first) + 1)):
                continue
            over = NUMBER.findall("\n".join(rows[first - 1 : node.lineno - 1]))
            for number in over or NUMBER.findall(ast.get_docstring(node) or ""):
                found.setdefault(number)
    return list(found)


def case_files(changed: dict[str, set[int]]) -> list[str]:
    """Changed files of cases."""
    return [
        name
        for name in changed
        if name.startswith("tests/cases/") and name.endswith(".toml") and (ROOT / name).exists()
    ]


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    return done.stdout.strip() if done.returncode == 0 else ""
