"""What all worked cases together must show, asked once at the end of a run that ran every one of them.

``goodorder coverage`` asks the same of the same cases; here they are not run a second time for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from goodorder.play.cases import CaseResult, Report
from goodorder.play.cases.coverage import Coverage, coverage, markdown

PAGE = Path(__file__).parents[1] / "docs" / "coverage.md"
WRITE = "goodorder coverage --write docs/coverage.md"
BUILT = {"starter": {"built": 163, "partly": 0, "refused": 0, "absent": 0}}
"""Rows of a profile that is whole."""


def faults(results: Sequence[CaseResult]) -> list[str]:
    """What is wrong, a sentence each: rules without both kinds of case, rows not built, a page out of date."""
    in_order = sorted(results, key=lambda case: (case.file, case.title, case.profile))
    return faults_of(coverage(Report(tuple(in_order))), PAGE.read_text(encoding="utf-8"))


def faults_of(found: Coverage, page: str) -> list[str]:
    """The same for a coverage and the generated page."""
    told = [
        f"{rule.id} ({rule.number}) has {rule.applying} cases in which it speaks and {rule.not_applying} in which not"
        for rule in found.rules
        if not rule.covered
    ]
    for profile, totals in BUILT.items():
        if found.totals(profile) != totals:
            told.append(f"rows of {profile}: {found.totals(profile)}, expected {totals}")
    if page != markdown(found):
        told.append(f"docs/coverage.md is not up to date; run: {WRITE}")
    return told
