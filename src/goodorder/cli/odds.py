"""``goodorder odds``: exact odds of an attack."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from goodorder.core.actions import CloseCombat, Fire
from goodorder.core.errors import Unreadable, raise_refusal
from goodorder.core.events.base import LedgerLine
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.data.charts import ift
from goodorder.data.load import DataError
from goodorder.odds import attack, close_combat
from goodorder.play.cases.model import Case, CaseInvalid
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import read_cases
from goodorder.rules.a07_fire.attack import attack_refusal, declared_ledger
from goodorder.rules.a11_close_combat.attack import cc_ledger, combat_facts
from goodorder.rules.a11_close_combat.groups import default_stands
from goodorder.rules.a11_close_combat.permission import Declared
from goodorder.rules.a11_close_combat.vehicle_permission import declared_refusal
from goodorder.rules.facts.firers import fire_phase

from .common import Plain, percent, write_json


@click.command("odds")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("attack_words", metavar="ATTACK")
@click.option("--case", "title", help="Title of the case whose position counts; the file's first otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON, probabilities as fractions and numbers.")
def command(file: Path, attack_words: str, title: str | None, as_json: bool) -> None:
    """Exact odds of a fire or Close Combat attack in the position of a case file.

    \b
    Example:
      goodorder odds tests/cases/a07_fire/a07_3_resolution.toml "fire A at C6"
      goodorder odds tests/cases/a11_close_combat/a11_11_odds_and_chances.toml "cc A C on B"
      goodorder odds tests/cases/a07_fire/a07_303_checks_by_fire.toml "fire A at C6" --case "A PTC pins" --json
    """
    position = build_position(file, title)
    st, names = position.state, position.names
    action = parse(attack_words, names)
    if isinstance(action, CloseCombat):
        report = _combat(st, action, attack_words)
    elif isinstance(action, Fire):
        report = _fire(st, action, attack_words)
    else:
        raise Unreadable("give an attack, such as 'fire A at C6' or 'cc A on B'")
    if as_json:
        write_json(
            {
                **report.values,
                "lines": [{"value": x.value, "reason": x.reason, "rule": x.rule} for x in report.lines],
                "first": [{"result": word, **_number(chance)} for word, chance in report.first],
                "units": {
                    names.unit_word(unit): {word: _number(p) for word, p in chances.items()}
                    for unit, chances in report.units.items()
                },
            }
        )
        return
    click.echo(report.head)
    for line in report.lines:
        click.echo(f"  {line.value:>10}  {line.reason} ({line.rule})")
    click.echo("the attack's DR:")
    for word, chance in report.first:
        click.echo(f"  {percent(float(chance)):>7}  {word}")
    for unit, table in report.units.items():
        chances = ", ".join(f"{word} {percent(float(p))}" for word, p in table.items())
        click.echo(f"{names.unit_word(unit)}: {chances}")


class _Told(Struct, frozen=True):
    """What is printed of an attack: its figures and lines, its first DR, the fate of each unit."""

    head: str
    values: dict[str, Any]
    lines: list[LedgerLine]
    first: list[tuple[str, Fraction]]
    units: Mapping[int, Mapping[str, Fraction]]


def _fire(st: State, action: Fire, words: str) -> _Told:
    side = st.fighter(action.firers[0].unit).side
    targets = st.side_at(action.target, 1 - side)
    refusal = attack_refusal(st, action, targets, fire_phase(st, action))
    if refusal is not None:
        raise_refusal(refusal, words)
    ledger = declared_ledger(st, action, tuple(unit.id for unit in targets), fire_phase(st, action))
    found = attack(st, action, tuple(unit.id for unit in targets))
    return _Told(
        f"{ledger.fp_words()}, DRM {ledger.drm.total():+d}",
        {"fp": ledger.fp_text(), "column": None if ledger.column is None else ift().fp(ledger.column)},
        [*ledger.fp_lines(), *ledger.drm.lines()],
        [(result.label, result.chance) for result in found.first],
        found.units,
    )


def _combat(st: State, action: CloseCombat, words: str) -> _Told:
    attacker = st.fighter(action.attackers[0])
    loc = attacker.loc
    stands = (*default_stands(st, loc, 0), *default_stands(st, loc, 1))
    refusal = declared_refusal(st, loc, attacker.side, stands, Declared(), action)
    if refusal is not None:
        raise_refusal(refusal, words)
    facts = combat_facts(st, action.attackers, action.defenders, action.leader, weapons=action.weapons)
    ledger = cc_ledger(facts)
    found = close_combat(st, action)
    return _Told(
        f"{ledger.odds}, Kill Number {ledger.kill}, DRM {ledger.drm.total():+d}",
        {"odds": ledger.odds, "kill": ledger.kill},
        [*ledger.fp_lines(), *ledger.drm.lines()],
        list(found.first[0].items()),
        found.units,
    )


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
