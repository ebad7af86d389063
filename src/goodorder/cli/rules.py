"""``goodorder rules``: one rule, or a search."""

from __future__ import annotations

import inspect
from typing import Any

import click

from goodorder.data.rules_index import entry, search
from goodorder.play.cases.cited import cases_of
from goodorder.play.cases.start import import_flow
from goodorder.rules.registry import declared_builds
from goodorder.rules.ruleset import ruleset

from .common import write_json


@click.command("rules")
@click.argument("words", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Show a rule by its number, or find rules by words.

    \b
    Example:
      goodorder rules A4.61
      goodorder rules residual firepower
    """
    text = " ".join(words)
    if len(words) == 1 and any(letter.isdigit() for letter in text):
        _one(text, as_json)
        return
    found = search(text)
    if as_json:
        write_json([{"number": rule.number, "title": rule.title} for rule in found])
    elif found:
        for rule in found[:40]:
            click.echo(f"{rule.number:12} {rule.title}")
    else:
        click.echo(f"no rule about {text!r}")
        raise click.exceptions.Exit(1)


def _one(number: str, as_json: bool) -> None:
    rule = entry(number)
    number = rule.number
    functions = functions_of(number)
    cases = cases_of(number)
    if as_json:
        write_json(
            {"number": rule.number, "title": rule.title, "digest": rule.digest, "functions": functions, "cases": cases}
        )
        return
    click.echo(f"{rule.number}  {rule.title}\n{rule.digest}")
    for function in functions:
        click.echo(f"  {function['id']} ({function['point']}): {function['text']}")
    if number in declared_builds():
        click.echo(f"  built by a procedure; rows {', '.join(sorted(declared_builds()[number])) or 'none'}")
    for case in cases:
        click.echo(f"  case: {case}")


def functions_of(number: str) -> list[dict[str, Any]]:
    """The registered functions of a rule number, or of a requirement row."""
    import_flow()
    return [
        {
            "id": rule.id,
            "point": rule.point.name,
            "rows": list(rule.rows),
            "text": (inspect.getdoc(rule.function) or "").split("\n")[0],
        }
        for rule in ruleset("starter").rules.values()
        if number == rule.number or number in rule.rows
    ]
