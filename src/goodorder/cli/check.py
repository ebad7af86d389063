"""``goodorder check``: run cases."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from goodorder.data.rules_index import entry
from goodorder.play.cases import Report, run_files
from goodorder.play.cases.cited import case_folder

from .common import Plain, progress, write_json

STYLES = {"passed": "green", "failed": "red", "not_built": "yellow", "invalid": "magenta"}


@click.command("check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--rule", "rules", multiple=True, help="Only cases that name this rule or row; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("-v", "--verbose", is_flag=True, help="List the passed cases too.")
def command(paths: tuple[Path, ...], rules: tuple[str, ...], as_json: bool, verbose: bool) -> None:
    """Run the cases in files and folders, or those of a rule.

    Exit status 1 when a case failed, can't be read, or there is none. The format is described in docs/cases.md.

    \b
    Example:
      goodorder check tests/cases
      goodorder check --rule A4.61
      goodorder check my_question.toml --json
    """
    if not paths and not rules:
        raise click.UsageError("expected files or folders of cases, or --rule with a rule's number")
    paths = paths or (case_folder(),)
    cite = frozenset(entry(number).number for number in rules)
    with progress("cases") as tell:
        report = run_files(paths, tell, cite)
    if not report.cases:
        naming = f" that names {' or '.join(sorted(cite))}" if cite else ""
        raise Plain(f"{', '.join(map(str, paths))}: expected at least one case{naming}")
    if as_json:
        write_json(report.as_json())
    else:
        _print(report, verbose)
    if report.count("failed") or report.count("invalid"):
        raise click.exceptions.Exit(1)


def _print(report: Report, verbose: bool) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for case in report.cases:
        if case.status == "passed" and not verbose:
            continue
        console.print(f"{case.status:9}", style=STYLES[case.status], end=" ")
        console.print(f"{case.file}: {case.title}" if case.title else case.file)
        if case.status == "failed":
            console.print(f"          {case.at}: expected {case.expected}; found {case.actual}")
        elif case.message:
            console.print(f"          {case.message}")
    counts = (f"{report.count('passed')} passed", f"{report.count('failed')} failed")
    console.print(", ".join((*counts, f"{report.count('not_built')} not built", f"{report.count('invalid')} invalid")))
