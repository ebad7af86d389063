"""Reading case files: TOML, with the line of every mistake."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from goodorder.core.notation import nearest
from goodorder.core.state import PARTS
from goodorder.data.load import DataError, parse_toml, read_text
from goodorder.data.requirements import PROFILES, every_row
from goodorder.data.rules_index import citable, rules_index

from .model import VERSION, Case, CaseInvalid, CaseResult

CITATIONS = ("rules", "rows", "not_rules", "not_rows", "refused_rows")
POSITION = (
    "map",
    "boards",
    "month",
    "year",
    "scenario",
    "sides",
    "units",
    "weapons",
    "markers",
    *(part.name for part in PARTS if part.known == "owner"),
    "control",
    "no_quarter",
    "weather",
    "snipers",
    "integrity",
    "wave",
    "trails",
    "shots",
    "phase",
    "attacker",
    "turn",
    "turns",
    "first",
    "points",
    "options",
    "frame",
    "whole_turn",
)
KEYS = ("title", "text", "profile", *CITATIONS, *POSITION, "step")

_HEADER = re.compile(r"\s*\[\[\s*case\s*\]\]")
_LINE = re.compile(r"line (\d+)")


def case_files(paths: Iterable[Path]) -> list[Path]:
    """Files as given, and every ``.toml`` below a folder, sorted; a path that does not exist raises DataError."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found.extend(sorted(path.rglob("*.toml")))
        elif path.exists():
            found.append(path)
        else:
            raise DataError(str(path), "", "expected a case file or a folder of case files")
    return found


def read_cases(path: Path, shown: str = "") -> list[Case | CaseResult]:
    """The cases of a file; one that can't be read is an ``invalid`` result that names file and line."""
    file = shown or str(path)
    try:
        text = read_text(path)
    except DataError as error:
        return [_invalid(file, "", str(error))]
    return parse_cases(text, file)


def parse_cases(text: str, file: str) -> list[Case | CaseResult]:
    """The cases of a text."""
    lines = text.splitlines()
    try:
        raw = parse_toml(text, file)
    except DataError as error:
        line = _LINE.search(error.place)
        return [
            _invalid(file, f"line {line[1]}" if line else "", ": ".join(filter(None, (error.place, error.expected))))
        ]
    for key in raw:
        if key not in ("version", "case"):
            return [_invalid(file, f"line {_find(lines, key)}", _unknown("key", key, ("version", "case")))]
    if raw.get("version") != VERSION:
        return [_invalid(file, f"line {_find(lines, 'version')}", f"expected 'version = {VERSION}' at the top")]
    tables = raw.get("case")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        return [_invalid(file, "line 1", "expected [[case]] tables")]
    starts = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    spans = list(zip(starts, [*starts[1:], len(lines)], strict=True))
    if len(spans) != len(tables):
        return [_invalid(file, "line 1", "write each case under its own [[case]] line")]
    found: list[Case | CaseResult] = []
    titles: set[tuple[str, str]] = set()
    for table, (first, last) in zip(tables, spans, strict=True):
        for profile in _profiles(table):
            case = _case(table, file, first, lines[first:last], profile)
            if isinstance(case, Case) and (case.title, case.profile) in titles:
                case = invalid(case, CaseInvalid(f"another case of this file is titled {case.title!r}", "title"))
            titles.add((case.title, case.profile))
            found.append(case)
    return found


def _profiles(table: dict[str, Any]) -> list[Any]:
    """The profiles in which a case is played: one word, or several in a list."""
    given = table.get("profile", "starter")
    return given if isinstance(given, list) and given else [given]


def _case(table: dict[str, Any], file: str, first: int, lines: Sequence[str], profile: Any) -> Case | CaseResult:
    title = table.get("title")
    cited = {key: tuple(found) if isinstance(found := table.get(key), list) else () for key in CITATIONS}
    case = Case(
        file=file,
        title=title if isinstance(title, str) else "",
        first_line=first + 1,
        lines=tuple(lines),
        rules=cited["rules"],
        rows=cited["rows"],
        not_rules=cited["not_rules"],
        not_rows=cited["not_rows"],
        refused_rows=cited["refused_rows"],
        profile=profile,
        raw=table,
    )
    try:
        _check(case, table)
    except CaseInvalid as error:
        return invalid(case, error)
    return case


def invalid(case: Case, error: CaseInvalid) -> CaseResult:
    """The result of a case that can't be read."""
    at = f"line {case.line_of(error.word)}"
    return CaseResult(
        case.file,
        case.title,
        tuple(word for word in case.rules if isinstance(word, str)),
        tuple(word for word in case.rows if isinstance(word, str)),
        str(case.profile),
        "invalid",
        at,
        message=f"{case.file}: {at}: {error.message}",
    )


def _check(case: Case, table: dict[str, Any]) -> None:
    for key in table:
        if key not in KEYS:
            raise CaseInvalid(_unknown("key", key, KEYS), key)
    if not case.title:
        raise CaseInvalid("a case needs a title, a sentence that says what the rule does")
    if case.profile not in PROFILES:
        raise CaseInvalid(_unknown("profile", str(case.profile), PROFILES), str(case.profile))
    for key in CITATIONS:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise CaseInvalid(f"{key} is a list of texts", key)
    for key, known in (
        ("rules", rules_index()),
        ("not_rules", rules_index()),
        ("rows", every_row()),
        ("not_rows", every_row()),
        ("refused_rows", every_row()),
    ):
        for word in table.get(key, []):
            cited = key.endswith("rules") and (citable(word) or ("." in word and not word[:1].isupper()))
            if word not in known and not cited:
                raise CaseInvalid(_unknown("rule" if key.endswith("rules") else "row", word, known), word)
    steps = table.get("step", [])
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise CaseInvalid("steps are written as [[case.step]] tables", "step")
    if not steps:
        raise CaseInvalid("a case needs at least one [[case.step]]")


def _invalid(file: str, at: str, message: str) -> CaseResult:
    return CaseResult(file, "", (), (), "starter", "invalid", at, message=f"{file}: {at}: {message}" if at else message)


def unknown_word(what: str, word: str, known: Iterable[str]) -> CaseInvalid:
    """The mistake of an unknown word, with the nearest known one."""
    return CaseInvalid(_unknown(what, word, known), word)


def _unknown(what: str, word: str, known: Iterable[str]) -> str:
    hint = nearest(word, known)
    return f"unknown {what} {word!r}" + (f"; nearest known: {hint}" if hint else "")


def _find(lines: Sequence[str], word: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if word in line), 1)
