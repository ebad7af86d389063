"""Coverage: which requirement rows the running cases prove, and which rules have no case (design section 4).

Nothing is typed in by hand: a row's status follows from the registry and from the cases that passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct

from goodorder.data.citations import builders
from goodorder.data.requirements import (
    PROFILES,
    Requirement,
    SupportRow,
    every_row,
    requirements,
    rows_of,
    support_rows,
)
from goodorder.data.rules_index import rules_index
from goodorder.rules.ruleset import RuleSet, ruleset

from .model import CaseResult, Report
from .start import import_flow

RowStatus = Literal["built", "partly", "refused", "absent"]
STATUSES: tuple[RowStatus, ...] = ("built", "partly", "refused", "absent")
TWO_SIDED = ("restriction", "modifier")
"""Kinds of row that also need a case in which they do not apply."""


class RowCoverage(Struct, frozen=True):
    """One row: its status in each profile, the rules that build it, the titles of the cases that name it."""

    status: dict[str, RowStatus]
    rules: tuple[str, ...]
    cases: tuple[str, ...]


class RuleCoverage(Struct, frozen=True):
    """One rule function: in how many passing cases it gave something, and in how many it was asked in vain."""

    id: str
    number: str
    applying: int
    not_applying: int
    always: bool = False

    @property
    def covered(self) -> bool:
        """Whether both kinds exist; a function that always gives something needs only the first."""
        return bool(self.applying and (self.not_applying or self.always))


class Coverage(Struct, frozen=True):
    """The whole picture: the rows of the sources, and apart from them the support rows, which are of ``full``."""

    rows: dict[str, RowCoverage]
    rules: tuple[RuleCoverage, ...]
    support: dict[str, RowCoverage]

    def totals(self, profile: str) -> dict[str, int]:
        """Rows in scope of a profile by status."""
        found = dict.fromkeys(STATUSES, 0)
        for row in rows_of(profile):
            found[self.rows[row.id].status[profile]] += 1
        return {str(key): value for key, value in found.items()}

    def sections(self) -> dict[str, dict[str, int]]:
        """Support rows by section of the book and status in ``full``."""
        found: dict[str, dict[str, int]] = {}
        for row in support_rows().values():
            counts = found.setdefault(row.section, {str(status): 0 for status in STATUSES})
            counts[self.support[row.id].status["full"]] += 1
        return found

    def support_totals(self) -> dict[str, int]:
        """Support rows by status in ``full``."""
        sections = self.sections().values()
        return {str(status): sum(counts[status] for counts in sections) for status in STATUSES}

    def as_json(self) -> dict[str, Any]:
        """The report of ``goodorder coverage --json``."""
        return {
            "profiles": {profile: self.totals(profile) for profile in PROFILES},
            "support": {"totals": self.support_totals(), "sections": self.sections()},
            "rows": {
                key: {**row.status, "rules": list(row.rules), "cases": list(row.cases)}
                for key, row in {**self.rows, **self.support}.items()
            },
        }


def coverage(report: Report) -> Coverage:
    """What the passed cases of a report cover."""
    import_flow()
    sets = {profile: ruleset(profile) for profile in PROFILES}
    passed = [case for case in report.cases if case.status == "passed"]
    citing = {profile: _citing(rules) for profile, rules in sets.items()}
    naming = _naming(passed)
    rows = {row.id: _row(row, citing, naming.get(row.id, [])) for row in requirements().values()}
    support = {row.id: _row(row, citing, naming.get(row.id, [])) for row in support_rows().values()}
    return Coverage(rows, _rules(sets.values(), passed), support)


def _naming(passed: Sequence[CaseResult]) -> dict[str, list[CaseResult]]:
    """The cases that name each row."""
    found: dict[str, list[CaseResult]] = {}
    for case in passed:
        for row in {*case.rows, *case.not_rows, *case.refused_rows}:
            found.setdefault(row, []).append(case)
    return found


def _citing(rules: RuleSet) -> dict[str, tuple[str, ...]]:
    """The rules of a profile that build each row."""
    found: dict[str, list[str]] = {}
    for rule in rules.rules.values():
        for row in rule.rows:
            found.setdefault(row, []).append(rule.number)
    numbers = rules_index()
    for builder in builders():
        number = builder.number
        for row in {*builder.rows, *([number] if number in every_row() else [])}:
            found.setdefault(row, []).append(number if number in numbers else row)
    return {row: tuple(sorted(set(rules))) for row, rules in found.items()}


def _row(
    row: Requirement | SupportRow, citing: dict[str, dict[str, tuple[str, ...]]], naming: Sequence[CaseResult]
) -> RowCoverage:
    status: dict[str, RowStatus] = {}
    for profile in PROFILES:
        own = [case for case in naming if case.profile == profile]
        rules = citing[profile].get(row.id, ())
        status[profile] = _status(row, rules, own, in_scope=profile == "full" or row.starter)
    rules = tuple(sorted({rule for found in citing.values() for rule in found.get(row.id, ())}))
    return RowCoverage(status, rules, tuple(dict.fromkeys(case.title for case in naming)))


def _status(
    row: Requirement | SupportRow, rules: tuple[str, ...], cases: Sequence[CaseResult], *, in_scope: bool
) -> RowStatus:
    applying = any(row.id in case.rows for case in cases)
    limits = row.kind not in TWO_SIDED or any(row.id in case.not_rows for case in cases)
    refuses = any(row.id in case.refused_rows for case in cases)
    if rules and applying and limits:
        return "built" if in_scope else "partly"
    if applying and refuses:
        return "partly"
    return "refused" if refuses else "absent"


def _rules(sets: Iterable[RuleSet], passed: Sequence[CaseResult]) -> tuple[RuleCoverage, ...]:
    found = []
    every = {rule.id: rule for rules in sets for rule in rules.rules.values()}
    for _, rule in sorted(every.items()):
        applying = sum(1 for case in passed if rule.id in case.spoke)
        other = sum(1 for case in passed if rule.id in case.silent)
        found.append(RuleCoverage(rule.id, rule.number, applying, other, _always_gives(rule.function)))
    return tuple(found)


def _always_gives(function: Callable[..., object]) -> bool:
    """Whether a rule function gives something whenever it is asked, by its annotation."""
    gives = str(function.__annotations__.get("return", ""))
    return "None" not in gives and not ("tuple" in gives and "..." in gives)


def markdown(found: Coverage) -> str:
    """The generated page of the documents: totals, the rows of each source in both profiles, rules without cases."""
    lines = [
        "# Rule coverage",
        "",
        "Generated by `goodorder coverage --write docs/coverage.md` from the cases in `tests/cases`. A row is",
        "**built** when a rule names it and passing cases show it applying and, where it restricts or modifies, also",
        "not applying; **partly** when parts of it refuse by name; **refused** when a case shows the refusal; else",
        "**absent**. A row out of the scope of `starter` has no status there; where a row of its sheet is absent from",
        "`full`, the paragraphs of the rulebook are played instead.",
        "",
        "| profile | " + " | ".join(STATUSES) + " | rows |",
        "| --- |" + " ---: |" * (len(STATUSES) + 1),
    ]
    for profile in PROFILES:
        totals = found.totals(profile)
        lines.append(f"| {profile} | " + " | ".join(str(totals[s]) for s in STATUSES) + f" | {sum(totals.values())} |")
    totals = found.support_totals()
    lines.append("| full, beneath | " + " | ".join(str(totals[s]) for s in STATUSES) + f" | {sum(totals.values())} |")
    covered = sum(1 for rule in found.rules if rule.covered)
    lines += ["", f"Rule functions with an applying and a not-applying case: {covered} of {len(found.rules)}.", ""]
    for source in dict.fromkeys(row.source for row in requirements().values()):
        lines += [f"## Rows of {source}", "", "| row | title | starter | full | rules | cases |"]
        lines += ["| --- | --- | --- | --- | --- | ---: |"]
        lines += [_line(row, found.rows[row.id]) for row in requirements().values() if row.source == source]
        lines += [""]
    lines += ["## Systems beneath, by section", ""]
    lines += ["Support rows: facts of the systems that the rows above lean on. They count in `full` only.", ""]
    lines += ["| section | " + " | ".join(STATUSES) + " | rows |", "| --- |" + " ---: |" * (len(STATUSES) + 1)]
    for section, counts in found.sections().items():
        numbers = " | ".join(str(counts[s]) for s in STATUSES)
        lines.append(f"| {section} | {numbers} | {sum(counts.values())} |")
    bare = [rule for rule in found.rules if not rule.covered]
    if bare:
        lines += ["", "## Rules without both kinds of case", "", "| function | rule | applying | not applying |"]
        lines += ["| --- | --- | ---: | ---: |"]
        lines += [f"| `{rule.id}` | {rule.number} | {rule.applying} | {rule.not_applying} |" for rule in bare]
    return "\n".join(lines) + "\n"


def _line(row: Requirement, own: RowCoverage) -> str:
    """One row of the page."""
    starter = own.status["starter"] if row.starter else ""
    return f"| {row.id} | {row.title} | {starter} | {own.status['full']} | {', '.join(own.rules)} | {len(own.cases)} |"
