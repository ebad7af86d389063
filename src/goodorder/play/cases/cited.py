"""The project's own cases by the rules and rows that they cite, where the source tree is at hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from goodorder.data.load import DataError

from .model import Case
from .reader import case_files, read_cases


def case_folder() -> Path:
    """The cases of the source tree this program runs from; DataError when it is installed without them."""
    for base in (Path(__file__).resolve().parents[4], Path.cwd()):
        if (base / "tests" / "cases").is_dir():
            return base / "tests" / "cases"
    raise DataError("tests/cases", "", "no cases here: name the folder with --cases")


def cases_of(number: str) -> list[Case]:
    """The cases that cite a rule or row; none where the cases are not at hand."""
    return list(_by_number().get(number, ()))


@cache
def _by_number() -> dict[str, list[Case]]:
    try:
        files = case_files([case_folder()])
    except DataError:
        return {}
    found: dict[str, list[Case]] = {}
    for path in files:
        for case in read_cases(path):
            if isinstance(case, Case):
                for number in case.cites:
                    found.setdefault(number, []).append(case)
    return found
