"""``goodorder rules``: one rule, or a search."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

import goodorder
from goodorder.data.citations import Builder, source_of
from goodorder.data.requirements import PROFILES
from goodorder.data.rules_index import entry, rules_index, search
from goodorder.play.cases.cited import cases_of
from goodorder.play.cases.start import import_flow
from goodorder.rules.registry import RuleFn, builders_of, rules_of
from goodorder.rules.ruleset import ruleset

from .common import write_json

SOURCE = Path(goodorder.__file__).parent
INDEXES = ("rules_index.toml", "requirements.toml")
"""Data that names every rule and decides none."""
PLACES = ("boards", "scenarios")
"""Data whose hexes look like numbers of rules, and which decides none."""
TRAIT = re.compile(r'\btrait = "(\w+)"')


@click.command("rules")
@click.argument("words", nargs=-1, required=True)
@click.option("-v", "--verbose", is_flag=True, help="All lines of the source that name the rule too.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(words: tuple[str, ...], verbose: bool, as_json: bool) -> None:
    """Show a rule by its number, or find rules by words.

    A rule is shown with its digest, the functions of every profile that decide it, the lines of the game's data that
    carry its number, what reads a trait that those give, and the cases that name the rule, each with file and line.
    Where no function declares that it decides the rule, the lines of the source that name it are shown.

    \b
    Example:
      goodorder rules A4.61
      goodorder rules residual firepower
    """
    text = " ".join(words)
    if len(words) == 1 and any(letter.isdigit() for letter in text):
        _one(text, as_json, verbose=verbose)
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


def _one(number: str, as_json: bool, *, verbose: bool) -> None:
    rule = entry(number)
    import_flow()
    ruleset("full")  # its rules are those of every profile
    functions = [_function(found) for found in rules_of(rule.number)]
    built = [_builder(found) for found in builders_of(rule.number)]
    places = {(case.file, case.first_line): case.title for case in cases_of(rule.number)}  # one may be of both profiles
    cases = [{"title": title, "file": file, "line": line} for (file, line), title in places.items()]
    data = _data(rule.number)
    readers = _readers(data)
    named = _named(rule.number) if verbose or not (functions or built or readers) else []
    above = [] if functions or built or readers else _refused(rule.number) if data else _above(rule.number)
    if as_json:
        known = {"number": rule.number, "title": rule.title, "digest": rule.digest}
        lines = {"data": data, "readers": readers, "above": above, "mentions": named}
        write_json({**known, "functions": functions, "builders": built, **lines, "cases": cases})
        return
    click.echo(f"{rule.number}  {rule.title}\n{rule.digest}")
    for found in functions:
        click.echo(f"  {_at(found)}  {found['id'].rsplit('.', 1)[1]} ({found['point']}): {found['text']}")
    for found in built:
        click.echo(f"  {_at(found)}  {found['id'].rsplit('.', 1)[1]}: {found['text']}")
    rows = {row for found in (*functions, *built) for row in found["rows"]} - {rule.number}
    for row in sorted(rows & rules_index().keys()):
        click.echo(f"  row {row}: {entry(row).title}")
    for found in (*data, *readers, *named):
        click.echo(f"  {_at(found)}  {found['text']}")
    for found in above:
        click.echo(f"  of {found['rule']}: {_at(found)}  {found['text']}")
    for case in cases:
        click.echo(f"  {_at(case)}  case: {case['title']}")


def _function(found: RuleFn) -> dict[str, Any]:
    return {
        "id": found.id,
        "point": found.point.name,
        "profiles": [profile for profile in PROFILES if found.id in ruleset(profile).rules],
        **_source(found.function, found.rows),
    }


def _builder(found: Builder) -> dict[str, Any]:
    name = f"{found.target.__module__.removeprefix('goodorder.')}.{found.target.__qualname__}"
    return {"id": name, **_source(found.target, found.rows)}


def _source(target: Callable[..., Any], rows: Sequence[str]) -> dict[str, Any]:
    file, line = source_of(target)
    return {"rows": list(rows), "text": (inspect.getdoc(target) or "").split("\n")[0], "file": file, "line": line}


def _named(number: str) -> list[dict[str, Any]]:
    """The lines of the program's source that name a rule in a docstring or a comment."""
    lines = _lines(sorted(SOURCE.rglob("*.py")), _whole(number))
    return [found for found in lines if not found["text"].startswith("@")]


def _data(number: str) -> list[dict[str, Any]]:
    """The lines of the charts, counters and other tables of the game that carry a rule's number."""
    found = sorted((SOURCE / "data").rglob("*.toml"))
    files = (path for path in found if path.name not in INDEXES and not set(path.parts) & set(PLACES))
    return _lines(files, _whole(number))


def _readers(data: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines of rules and flow that ask for a trait which these lines give to troops."""
    traits = dict.fromkeys(found[1] for line in data if (found := TRAIT.search(line["text"])))
    files = sorted(path for room in ("rules", "flow") for path in (SOURCE / room).rglob("*.py"))
    return [found for trait in traits for found in _lines(files, re.compile(rf'"{trait}"'))]


def _above(number: str) -> list[dict[str, Any]]:
    """Functions and data of the nearest rule above one that nothing declares by itself: B15 has the cover of B15.3."""
    for above in _parents(number):
        found = [{"id": one.id, **_source(one.function, one.rows)} for one in rules_of(above)]
        found += [_builder(one) for one in builders_of(above)] + _data(above)
        if found:
            return [{"rule": above, **one} for one in found]
    return []


def _parents(number: str) -> Iterator[str]:
    """The rules above one, the nearest first: of B15.3 that is B15."""
    while "." in number:
        number = number[:-1].removesuffix(".")
        yield number


def _refused(number: str) -> list[dict[str, Any]]:
    """What the nearest rule above one lacks that stands in data alone."""
    for above in _parents(number):
        found = _lines([SOURCE / "data" / "not_built.toml"], _whole(above))
        if found:
            return [{"rule": above, **one} for one in found]
    return []


def _whole(number: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.]){re.escape(number)}(?![\w]|\.\d)")


def _lines(files: Iterable[Path], pattern: re.Pattern[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in files:
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if pattern.search(text):
                found.append({"file": str(path), "line": line, "text": text.strip()})
    return found


def _at(found: dict[str, Any]) -> str:
    """``file:line``, from the folder one is in where the file lies below it."""
    path = Path(found["file"])
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}:{found['line']}"
