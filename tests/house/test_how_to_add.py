"""What ``docs/how-to-add.md`` sends a newcomer to is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "how-to-add.md").read_text("utf-8")
CODE = "\n".join(file.read_text("utf-8") for file in (ROOT / "src" / "goodorder").rglob("*.py"))
EXAMPLES = {"Dig", "DigAct"}
"""Names that the page makes up."""


def test_every_file_and_folder_that_the_page_names_exists() -> None:
    paths = re.findall(r"`((?:src|tests|docs)/[\w/.\-]+)`", PAGE)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_link_leads_to_a_page() -> None:
    links = re.findall(r"\]\(([\w\-]+\.md)\)", PAGE)
    assert links and [link for link in links if not (ROOT / "docs" / link).is_file()] == []


def test_every_name_that_the_page_calls_is_in_the_code() -> None:
    names = set(re.findall(r"\b(?:[A-Z][a-z]+){1,3}\b(?=\(|\[|`)|\b[A-Z]{3,}_[A-Z_]+\b|@(?!rule\b)[a-z]+(?=\()", PAGE))
    names = {name.lstrip("@") for name in names} - EXAMPLES
    assert {"UNITS_ENTER", "applies"} <= names
    assert [name for name in names if not re.search(rf"\b{name}\b", CODE)] == []


def test_the_pages_that_a_newcomer_opens_first_link_to_it() -> None:
    for page in ("README.md", "docs/where-does-my-code-go.md"):
        assert "how-to-add.md" in (ROOT / page).read_text("utf-8"), page
