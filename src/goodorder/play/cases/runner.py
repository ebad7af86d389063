"""Running cases: each by itself, or all of files and folders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from goodorder.core.errors import NotBuilt

from .model import Case, CaseFailed, CaseInvalid, CaseResult, Report, Status
from .playing import Play
from .reader import case_files, invalid, read_cases
from .trace import RuleTrace


def run_case(case: Case) -> CaseResult:
    """Run one case."""

    def result(status: Status, at: str = "", expected: str = "", actual: str = "", message: str = "") -> CaseResult:
        said = (tuple(sorted(trace.spoke)), tuple(sorted(trace.silent - trace.spoke)))
        cited = (case.not_rules, case.not_rows, case.refused_rows, *said)
        told = (at, expected, actual, message)
        return CaseResult(case.file, case.title, case.rules, case.rows, case.profile, status, *told, *cited)

    number = 0
    trace = RuleTrace()
    try:
        play = Play(case, trace)
        for number, step in enumerate(case.raw["step"], 1):
            play.step(number, step)
    except CaseInvalid as error:
        return invalid(case, error)
    except CaseFailed as error:
        at = f"line {_step_line(case, number)}, {error.at}"
        return result("failed", at=at, expected=error.expected, actual=error.actual, message=error.message)
    except NotBuilt as error:
        at = f"line {_step_line(case, number)}, step {number}" if number else f"line {case.first_line}"
        return result("not_built", at=at, message=error.message)
    except Exception as error:
        at = f"line {_step_line(case, number)}, step {number}"
        fault = f"{type(error).__name__}: {error}"
        return result("failed", at=at, expected="no fault", actual=fault, message=f"{at}: {fault}")
    return result("passed")


def _step_line(case: Case, number: int) -> int:
    seen = 0
    for offset, line in enumerate(case.lines):
        if re.match(r"\s*\[\[\s*case\.step\s*\]\]", line):
            seen += 1
            if seen == number:
                return case.first_line + offset
    return case.first_line


def run_files(
    paths: Iterable[Path], tell: Callable[[int, int], None] | None = None, cite: frozenset[str] = frozenset()
) -> Report:
    """Run every case of the files and folders; ``tell`` hears after each how many are run, and of how many.

    With ``cite`` only the cases that name one of these rules or requirement rows, and those that can't be read.
    """
    cases = [case for path in case_files(paths) for case in read_cases(path)]
    if cite:
        cases = [case for case in cases if isinstance(case, CaseResult) or not cite.isdisjoint(case.cites)]
    results: list[CaseResult] = []
    for case in cases:
        results.append(case if isinstance(case, CaseResult) else run_case(case))
        if tell is not None:
            tell(len(results), len(cases))
    return Report(tuple(results))
