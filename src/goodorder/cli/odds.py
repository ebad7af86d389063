"""``goodorder odds``: exact odds of an attack."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from goodorder.core.actions import Fire
from goodorder.core.errors import Unreadable, raise_refusal
from goodorder.core.notation import parse
from goodorder.data.load import DataError
from goodorder.odds import attack
from goodorder.play.cases.model import Case, CaseInvalid
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import read_cases
from goodorder.rules.a07_fire.attack import attack_ledger, attack_refusal
from goodorder.rules.a07_fire.facts import attack_facts

from .common import Plain, percent, write_json


@click.command("odds")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("attack_words", metavar="ATTACK")
@click.option("--case", "title", help="Title of the case whose position counts; the file's first otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON, probabilities as fractions and numbers.")
def command(file: Path, attack_words: str, title: str | None, as_json: bool) -> None:
    """Exact odds of a fire attack in the position of a case file.

    \b
    Example:
      goodorder odds tests/cases/ift.toml "fire A at C6"
      goodorder odds tests/cases/play_fire.toml "fire A at C6" --case "A PTC pins" --json
    """
    position = build_position(file, title)
    st, names = position.state, position.names
    action = parse(attack_words, names)
    if not isinstance(action, Fire):
        raise Unreadable("give a fire attack, such as 'fire A at C6'")
    side = st.units[action.firers[0].unit].side
    targets = st.side_at(action.target, 1 - side)
    refusal = attack_refusal(st, action, targets, st.turn.phase)
    if refusal is not None:
        raise_refusal(refusal, attack_words)
    ledger = attack_ledger(attack_facts(st, action, targets, st.turn.phase))
    found = attack(st, action, tuple(unit.id for unit in targets))
    lines = [*ledger.fp_lines(), *ledger.drm.lines()]
    if as_json:
        write_json(
            {
                "fp": ledger.fp_text(),
                "column": ledger.column,
                "lines": [{"value": x.value, "reason": x.reason, "rule": x.rule} for x in lines],
                "first": [{"result": x.label, **_number(x.chance)} for x in found.first],
                "units": {
                    names.unit_word(unit): {word: _number(p) for word, p in chances.items()}
                    for unit, chances in found.units.items()
                },
            }
        )
        return
    click.echo(f"{ledger.fp_text()} FP, DRM {ledger.drm.total():+d}")
    for line in lines:
        click.echo(f"  {line.value:>10}  {line.reason} ({line.rule})")
    click.echo("the attack's DR:")
    for result in found.first:
        click.echo(f"  {percent(float(result.chance)):>7}  {result.label}")
    for unit, table in found.units.items():
        chances = ", ".join(f"{word} {percent(float(p))}" for word, p in table.items())
        click.echo(f"{names.unit_word(unit)}: {chances}")


def _number(chance: Fraction) -> dict[str, Any]:
    exact = f"{chance.numerator}/{chance.denominator}"
    return {"p": float(chance), "exact": exact if len(exact) < 40 else None}


def build_position(file: Path, title: str | None) -> Any:
    """The position of a case of a file."""
    cases = [case for case in read_cases(file) if title in (None, case.title)]
    if not cases:
        raise DataError(str(file), "case", f"expected a case titled {title!r}" if title else "expected a case")
    case = cases[0]
    if not isinstance(case, Case):
        raise Plain(case.message)
    try:
        return build(case)
    except CaseInvalid as error:
        raise Plain(f"{file}: line {case.line_of(error.word)}: {error.message}") from error
