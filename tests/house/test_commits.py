"""Every commit that a page names is one of this history, so that whoever looks it up finds it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = (*ROOT.glob("docs/**/*.md"), ROOT / "CHANGELOG.md", ROOT / "README.md")
HASH = re.compile(r"(?<![\w.#/-])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*[0-9])[0-9a-f]{7,12}(?![\w-])")
"""A short hash as git writes it, with a letter and a digit in it."""


def git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)


def whole_history() -> bool:
    """Whether this is a clone with all its commits."""
    try:
        told = git("rev-parse", "--is-shallow-repository", "--show-toplevel").stdout.split("\n")
    except FileNotFoundError:
        return False
    return told[0] == "false" and Path(told[1]).resolve() == ROOT


def named() -> dict[str, str]:
    """The commits that pages name, each with one of them."""
    return {found: page.name for page in PAGES for found in HASH.findall(page.read_text(encoding="utf-8"))}


def test_commits_are_found_among_words_and_figures() -> None:
    assert HASH.findall("won at 1a81e56f, and 80c4b70 of 1234567 (deadbeef, v1a81e56f)") == ["1a81e56f", "80c4b70"]


@pytest.mark.skipif(not whole_history(), reason="a clone without its whole history")
def test_every_commit_that_a_page_names_is_in_this_history() -> None:
    found = named()
    assert found
    lost = {
        commit: page for commit, page in found.items() if git("merge-base", "--is-ancestor", commit, "HEAD").returncode
    }
    assert not lost
