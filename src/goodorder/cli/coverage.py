"""``goodorder coverage``: what the cases prove."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from goodorder.data.requirements import PROFILES, rows_of
from goodorder.play.cases import run_files
from goodorder.play.cases.cited import case_folder
from goodorder.play.cases.coverage import STATUSES, coverage, markdown

from .common import progress, write_json


@click.command("coverage")
@click.option("--cases", type=click.Path(path_type=Path), help="File or folder of cases; the project's own otherwise.")
@click.option("--profile", type=click.Choice(PROFILES), default="starter", show_default=True, help="Rows to list.")
@click.option("--write", type=click.Path(path_type=Path), help="Write the page of the documents there.")
@click.option("--sections", is_flag=True, help="List the support rows too, by section of the book.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(cases: Path | None, profile: str, write: Path | None, sections: bool, as_json: bool) -> None:
    """Run the cases and say which requirement rows they prove.

    \b
    Example:
      goodorder coverage --profile starter
      goodorder coverage --sections
      goodorder coverage --write docs/coverage.md
    """
    with progress("cases") as tell:
        found = coverage(run_files([cases or case_folder()], tell))
    if write is not None:
        write.write_text(markdown(found), encoding="utf-8")
    if as_json:
        write_json(found.as_json())
        return
    table = Table("row", "title", "status", "cases")
    for row in rows_of(profile):
        own = found.rows[row.id]
        status = own.status[profile]
        table.add_row(row.id, row.title, status, str(len(own.cases)), style="" if status == "built" else "dim")
    console = Console()
    console.print(table)
    for name in PROFILES:
        totals = found.totals(name)
        console.print(f"{name}: " + ", ".join(f"{totals[status]} {status}" for status in STATUSES))
    for source in dict.fromkeys(row.source for row in rows_of(profile)):
        asked = [row for row in rows_of(profile) if row.source == source]
        built = sum(found.rows[row.id].status[profile] == "built" for row in asked)
        console.print(f"{profile}, rows of {source}: {built} of {len(asked)} built")
    if sections:
        beneath = Table("section", *STATUSES)
        for section, counts in found.sections().items():
            beneath.add_row(section, *(str(counts[status]) for status in STATUSES))
        console.print(beneath)
    totals = found.support_totals()
    told = ", ".join(f"{totals[status]} {status}" for status in STATUSES)
    console.print(f"full, systems beneath: {told} ({sum(totals.values())} rows)")
    bare = [rule for rule in found.rules if not rule.covered]
    console.print(f"{len(found.rules) - len(bare)} of {len(found.rules)} rule functions have both kinds of case")
    for rule in bare:
        console.print(f"  uncovered: {rule.id} ({rule.number}): {rule.applying} applying, {rule.not_applying} not")
