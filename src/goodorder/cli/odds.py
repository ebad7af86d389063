"""``goodorder odds``: exact odds of an attack, and of whatever else play counts out before it is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from goodorder.core.actions import Action, CloseCombat, Fire
from goodorder.core.dice import PAIRS
from goodorder.core.errors import Unreadable, raise_refusal
from goodorder.core.events.base import LedgerLine
from goodorder.core.notation import Names, parse
from goodorder.core.state import State
from goodorder.data.load import DataError, nearest
from goodorder.odds import attack, close_combat
from goodorder.play.cases.model import Case, CaseFailed, CaseInvalid
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import read_cases
from goodorder.rules.a11_close_combat.attack import cc_ledger, combat_facts
from goodorder.rules.a11_close_combat.groups import default_stands
from goodorder.rules.a11_close_combat.permission import Declared
from goodorder.rules.a11_close_combat.vehicle_permission import declared_refusal
from goodorder.rules.d_vehicles.firing import hull_turn_checks
from goodorder.rules.facts.firers import fire_phase
from goodorder.web.messages.preview import KillDoc, LineDoc, OddsDoc, PreviewDoc
from goodorder.web.preview import closed, fire_ledger, preview_action, targets_of
from goodorder.web.preview_doc import FATES

from .common import Plain, percent, write_json

Chance = Fraction | float
"""Exact where it is known as a fraction."""

FATE_OF = {label: word for word, (label, _) in FATES.items()}
ROLLS = len(PAIRS) ** 3
"""What the denominator of a chance divides that is told as a fraction though it came as a number."""


@click.command("odds")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("attack_words", metavar="ATTACK")
@click.option("--case", "title", help="Title of the case whose position counts; the file's first otherwise.")
@click.option("--after", type=click.IntRange(min=0), default=0, help="Steps of the case that are played first.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON, probabilities as fractions and numbers.")
def command(file: Path, attack_words: str, title: str | None, after: int, as_json: bool) -> None:
    """Exact odds of an attack in the position of a case file.

    ATTACK is in the words of a case: fire of small arms, ordnance and vehicles, a Panzerfaust, a MOL, a demolition
    charge, Close Combat; or whatever else has odds before it is done, such as a step of a move or a Rally.

    \b
    Example:
      goodorder odds tests/cases/a07_fire/a07_3_resolution.toml "fire A at C6"
      goodorder odds tests/cases/c_ordnance/c13_latw_at_vehicles.toml "fire A/p at G5 vehicle T shot vehicle HEAT"
      goodorder odds tests/cases/a23_charges/a23_5_at_vehicles.toml "throw d by A to H5 vehicle T" --json
      goodorder odds tests/cases/a11_close_combat/a11_11_odds_and_chances.toml "cc A C on B"
      goodorder odds tests/cases/a07_fire/a07_303_checks_by_fire.toml "fire A at C6" --case "A PTC pins" --json
    """
    play = position_of(file, title, after)
    names = play.names
    action = parse(attack_words, names)
    if isinstance(action, CloseCombat):
        report = _combat(play.state, action, attack_words)
    else:
        report = _told(*play.offered(attack_words))
    if as_json:
        write_json(_data(report, names))
        return
    for line in _lines(report, names):
        click.echo(line)


class _Told(Struct, frozen=True):
    """What is printed: figures and lines, the chances of the action's own roll, the fate of each unit and vehicle, the
    To Kill numbers of a shot at a vehicle, what else is said; ``second`` is another attack by the same dice.
    """

    head: str
    values: dict[str, Any]
    lines: list[LedgerLine | LineDoc]
    first: list[tuple[str, Chance]]
    units: Mapping[int, Mapping[str, Chance]]
    vehicles: Mapping[int, Mapping[str, Chance]] = {}
    kills: tuple[KillDoc, ...] = ()
    other_ammo: tuple[OddsDoc, ...] = ()
    text: tuple[str, ...] = ()
    second: _Told | None = None


def _told(st: State, action: Action) -> _Told:
    """What the preview of an action tells."""
    doc = preview_action(st, action)
    if doc is None:
        raise Unreadable("that has no odds: give an attack, such as 'fire A at C6' or 'cc A on B'")
    found = _of_doc(st, doc)
    if not isinstance(action, Fire) or action.ordnance is not None or action.vehicle:
        return found
    ledger = fire_ledger(closed(st, action), action)
    found = msgspec.structs.replace(found, head=f"{ledger.fp_words()}, DRM {ledger.drm.total():+d}")
    if hull_turn_checks(st, action, fire_phase(st, action)) or not found.units:
        return found
    ids = tuple(unit.id for unit in targets_of(st, action))
    exact = attack(closed(st, action), action, ids, fire_phase(st, action))
    first: list[tuple[str, Chance]] = [(result.label, result.chance) for result in exact.first]
    return msgspec.structs.replace(found, first=first, units=exact.units)


def _of_doc(st: State, doc: PreviewDoc) -> _Told:
    units: dict[int, Mapping[str, Chance]] = {}
    vehicles: dict[int, Mapping[str, Chance]] = {}
    for target in doc.per_target:
        number = int(target.unit)
        fates: dict[str, Chance] = {FATE_OF.get(one.label, one.label): one.p for one in target.odds}
        (vehicles if number in st.vehicles else units)[number] = fates
    return _Told(
        f"{doc.title}, DRM {doc.drm:+d}" if doc.drm is not None else doc.title,
        {"title": doc.title, "fp": doc.fp, "column": doc.column, "drm": doc.drm},
        list(doc.lines),
        [(one.label, one.p) for one in doc.odds],
        units,
        vehicles,
        doc.kills,
        doc.other_ammo,
        doc.text,
        _of_doc(st, doc.second) if doc.second is not None else None,
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
        {"odds": ledger.odds, "kill": ledger.kill, "drm": ledger.drm.total()},
        [*ledger.fp_lines(), *ledger.drm.lines()],
        list(found.first[0].items()),
        found.units,
        found.vehicles,
    )


# -- as it is printed ------------------------------------------------------------------------


def _data(told: _Told, names: Names) -> dict[str, Any]:
    return {
        **told.values,
        "lines": _lines_data(told.lines),
        "first": [{"result": word, **_number(chance)} for word, chance in told.first],
        "units": _fates_data(told.units, names),
        "vehicles": _fates_data(told.vehicles, names),
        "kills": [
            {
                "aspect": one.aspect,
                "facing": one.facing,
                "critical": one.critical,
                "number": one.number,
                **_number(one.p),
                "lines": _lines_data(one.lines),
            }
            for one in told.kills
        ],
        "other_ammo": [{"ammo": one.label, **_number(one.p)} for one in told.other_ammo],
        "text": list(told.text),
        "second": _data(told.second, names) if told.second is not None else None,
    }


def _lines_data(lines: Iterable[LedgerLine | LineDoc]) -> list[dict[str, str]]:
    return [{"value": one.value, "reason": one.reason, "rule": one.rule} for one in lines]


def _fates_data(fates: Mapping[int, Mapping[str, Chance]], names: Names) -> dict[str, Any]:
    return {
        names.unit_word(one): {word: _number(chance) for word, chance in table.items()} for one, table in fates.items()
    }


def _lines(told: _Told, names: Names) -> Iterable[str]:
    yield told.head
    yield from _ledger_lines(told.lines)
    if told.first:
        yield "the roll:"
        yield from (f"  {percent(float(chance)):>7}  {word}" for word, chance in told.first)
    for kill in told.kills:
        words = f"{'Critical Hit on the ' if kill.critical else ''}{kill.aspect}, {kill.facing}"
        yield f"To Kill {kill.number}: {words} ({percent(kill.p)})"
        yield from _ledger_lines(kill.lines)
    for one, table in (*told.units.items(), *told.vehicles.items()):
        yield f"{names.unit_word(one)}: {', '.join(f'{word} {percent(float(p))}' for word, p in table.items())}"
    if told.other_ammo:
        others = ", ".join(f"{one.label} {percent(one.p)}" for one in told.other_ammo)
        yield f"destroyed by the To Kill DR of other ammunition: {others}"
    yield from told.text
    if told.second is not None:
        yield from _lines(told.second, names)


def _ledger_lines(lines: Iterable[LedgerLine | LineDoc]) -> Iterable[str]:
    return (f"  {line.value:>10}  {line.reason} ({line.rule})" for line in lines)


def _number(chance: Chance) -> dict[str, Any]:
    """A chance as a number and as a fraction, which is None where it would be long or is not known as one."""
    if isinstance(chance, float):
        nearest = Fraction(chance).limit_denominator(ROLLS)
        known = ROLLS % nearest.denominator == 0 and float(nearest) == chance
        return {"p": chance, "exact": f"{nearest.numerator}/{nearest.denominator}" if known else None}
    exact = f"{chance.numerator}/{chance.denominator}"
    return {"p": float(chance), "exact": exact if len(exact) < 40 else None}


def _no_case(title: str | None, titles: list[str]) -> str:
    """What was expected where a file has no such case, with the title most like it."""
    close = nearest(title, titles) if title else None
    near = f"; the nearest is {close!r}" if close else ""
    return f"expected a case titled {title!r}{near}" if title else "expected a case"


def position_of(file: Path, title: str | None, after: int = 0) -> Play:
    """A case of a file, of which nothing but its first steps is played."""
    cases = [case for case in read_cases(file) if title in (None, case.title)]
    if not cases:
        raise DataError(str(file), "case", _no_case(title, [case.title for case in read_cases(file)]))
    case = cases[0]
    if not isinstance(case, Case):
        raise Plain(case.message)
    try:
        play = Play(case)
        for number, step in enumerate(case.raw.get("step", [])[:after], 1):
            play.step(number, step)
    except CaseInvalid as error:
        raise Plain(f"{file}: line {case.line_of(error.word)}: {error.message}") from error
    except CaseFailed as failed:
        raise Plain(f"{file}: {failed}") from failed
    return play
