"""What an action would come to, before it is committed: its arithmetic line by line, and exact chances (PreviewDoc)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from goodorder import odds
from goodorder.core import actions as act
from goodorder.core.actions import Action
from goodorder.core.apply import apply
from goodorder.core.errors import GoodOrderError
from goodorder.core.events import StepTaken, UnitEntered, UnitMoved
from goodorder.core.events.base import Line
from goodorder.core.state import NOWHERE, State, Step, Unit
from goodorder.data.charts import ift, movement
from goodorder.flow.fire_menu import Aim, Draft, FireMenu, aims
from goodorder.flow.move import declared_state
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.costs import entry_cost, entry_facts, entry_mods, mf_text
from goodorder.rules.a04_movement.portage import attempt_ledger
from goodorder.rules.a07_fire.attack import AttackLedger, attack_ledger, outcomes
from goodorder.rules.a07_fire.facts import attack_facts
from goodorder.rules.a10_morale.rally import rally_facts, rally_ledger, rally_result
from goodorder.rules.a11_close_combat.attack import cc_ledger, cc_outcome, combat_facts
from goodorder.rules.a24_smoke import SMOKE
from goodorder.rules.ledger import Mod
from goodorder.rules.units import name, names, utype, wtype

Doc = dict[str, Any]

PAIRS = tuple((white, colored) for white in range(1, 7) for colored in range(1, 7))
_CLASSES = {"KIA": "kia", "K": "k", "MC": "break", "PTC": "pin", "NONE": "none"}


def preview_action(st: State, action: Action) -> Doc | None:
    """The preview of an action; None for one that has nothing to count."""
    make = _MAKERS.get(type(action))
    if make is None:
        return None
    try:
        found: Doc | None = make(st, action)
    except (GoodOrderError, LookupError, ValueError):
        return None
    return found


def _doc(
    title: str, lines: Iterable[Doc] = (), odds: Iterable[Doc] = (), text: Iterable[str] = (), **more: Any
) -> Doc:
    return {
        "title": title,
        "column": None,
        "fp": None,
        "drm": None,
        "lines": list(lines),
        "odds": list(odds),
        "per_target": [],
        "text": list(text),
        **more,
    }


def _line(line: Line, group: str) -> Doc:
    return {"value": line.value, "reason": line.reason, "rule": line.rule, "id": line.id, "group": group}


def _mods(mods: Iterable[Mod], group: str = "drm") -> list[Doc]:
    return [_line(mod.line(), group) for mod in mods]


def _chance(label: str, count: float, of: float, kind: str) -> Doc:
    return {"label": label, "p": count / of, "class": kind}


# -- fire ------------------------------------------------------------------------------------


def targets_of(st: State, action: act.Fire) -> tuple[Unit, ...]:
    """The units that an attack would be aimed at: the movers of the open window, else who is there."""
    live = getattr(st.stack[-1], "live", None) if st.stack else None
    side = st.units[action.firers[0].unit].side
    found: Sequence[Any] = live(st) if callable(live) else aims(st, side)
    for aim in found:
        if isinstance(aim, Aim) and aim.loc == action.target:
            return aim.units
    return ()


def fire_ledger(st: State, action: act.Fire) -> AttackLedger:
    """The ledger of an attack as it would be made now."""
    return attack_ledger(attack_facts(st, action, targets_of(st, action), st.turn.phase))


def _fire(st: State, action: act.Fire) -> Doc:
    ledger = fire_ledger(st, action)
    column = None if ledger.column is None else _column_fp(ledger.column)
    lines = [*(_line(line, "fp") for line in ledger.fp_lines()), *_mods(ledger.drm.mods)]
    for doc, mod in zip(lines[len(lines) - len(ledger.drm.mods) :], ledger.drm.mods, strict=True):
        if mod.units:
            doc["reason"] = f"{mod.reason} (only {names(st, mod.units)})"
    where = st.world.map.hexes[action.target].name
    targets = tuple(unit.id for unit in ledger.attack.targets)
    found = odds.attack(st, action, targets, st.turn.phase)
    drm = ledger.drm.total()
    doc = _doc(f"Fire at {where}", lines, _first_roll(found.first), column=column, fp=ledger.fp_text(), drm=drm)
    doc["per_target"] = _fates(found.units)
    return doc


def _column_fp(column: int) -> int:
    return ift().fp(column)


def _first_roll(results: Iterable[odds.First]) -> list[Doc]:
    """The chance of each result of the attack's own DR, worst for the target first."""
    return [
        _chance("no effect" if one.kind == "NONE" else one.label, one.count, 36, _CLASSES.get(one.kind, "other"))
        for one in results
    ]


FATES = {
    "eliminated": "kia",
    "reduced": "k",
    "broken": "break",
    "wounded": "k",
    "pinned": "pin",
    "rallied": "other",
    "unharmed": "none",
}


def _fates(units: Mapping[int, Mapping[str, Fraction]]) -> list[Doc]:
    """Each target's fates with their exact chances."""
    return [
        {
            "unit": str(unit),
            "odds": [_chance(word, float(p), 1.0, FATES.get(word, "other")) for word, p in fates.items()],
        }
        for unit, fates in units.items()
    ]


def attack_chance(st: State, action: act.Fire) -> float:
    """The chance that an attack's DR calls at least for a Morale Check of somebody."""
    ledger = fire_ledger(st, action)
    hits = 0
    for faces in PAIRS:
        hits += any(outcome.result.kind in ("KIA", "K", "MC") for outcome in outcomes(ledger, faces))
    return hits / len(PAIRS)


# -- movement --------------------------------------------------------------------------------


def _move(st: State, action: act.Move) -> Doc | None:
    if action.first is None:
        return None
    after = declared_state(st, action.units, action.declared)
    return preview_action(after, action.first)


def _go(st: State, action: act.Go) -> Doc:
    if action.to < 0:
        return _doc("Leave the map", text=["The units leave the game by the map edge."])
    movers = tuple(st.units[unit] for unit in action.units)
    frm = movers[0].loc
    facts = entry_facts(st, movers, frm, action.to, road=action.road)
    cost = entry_cost(st, movers, frm, action.to, road=action.road)
    left = min(mf_left(st, unit, action.units) for unit in movers)
    lines = [
        {"value": mf_text(mod.value), "reason": mod.reason, "rule": mod.rule, "id": mod.id, "group": "other"}
        for mod in entry_mods(facts)
    ]
    where = st.world.map.hexes[action.to].name
    text = [f"{mf_text(cost)} MF of {mf_text(left)} left"]
    return _doc(f"To {where}", lines, text=[*text, *_danger(st, action, cost)])


def _danger(st: State, action: act.Go, cost: int) -> list[str]:
    """Who could fire at the movers in the hex they enter, the strongest first; each unit by itself."""
    frm = st.units[action.units[0]].loc
    after = st
    step = Step("enter", frm, action.to, cost)
    for mover in action.units:
        come = UnitEntered(unit=mover, loc=action.to) if frm == NOWHERE else UnitMoved(unit=mover, loc=action.to)
        after = apply(apply(after, come), StepTaken(unit=mover, step=step))
    movers = tuple(after.units[unit] for unit in action.units)
    enemy = 1 - movers[0].side
    menu = FireMenu(after, enemy, "MPh", (Aim(action.to, movers),))
    found: list[tuple[float, str]] = []
    for unit in menu.lead_units():
        attack = menu.action(Draft((unit.id,), aim=menu.targets[0]), menu.targets[0])
        if attack is None:
            continue
        ledger = attack_ledger(attack_facts(after, attack, movers, "MPh"))
        chance = sum(any(o.result.kind in ("KIA", "K", "MC") for o in outcomes(ledger, pair)) for pair in PAIRS) / 36
        words = f"{name(after, unit)} in {after.world.map.hexes[unit.loc].name}: {ledger.fp_text()} FP"
        found.append((chance, f"{words}, {ledger.drm.total():+d}: {chance:.0%} for a Morale Check or worse"))
    if not found:
        return ["No enemy unit can fire there."]
    return [text for _, text in sorted(found, reverse=True)[:4]]


def _smoke(st: State, action: act.Smoke) -> Doc:
    unit = st.units[action.unit]
    need = utype(st, unit).smoke
    drm = attempt_ledger(st, unit, SMOKE)
    good = sum(face + drm.total() <= need for face in range(1, 7))
    title = f"SMOKE grenade in {st.world.map.hexes[action.to].name}"
    text = [f"needs {need} or less on one die; a 6 ends the unit's move"]
    return _doc(title, _mods(drm.mods), _yes_no("placed", good, 6), text, drm=drm.total())


def _yes_no(word: str, good: int, of: int) -> list[Doc]:
    return [_chance(word, good, of, "other"), _chance(f"not {word}", of - good, of, "none")]


# -- the other phases ------------------------------------------------------------------------


def _rally(st: State, action: act.Rally) -> Doc:
    facts = rally_facts(st, action.unit, action.leader)
    ledger = rally_ledger(facts)
    rallied = fate = 0
    level = 0
    for faces in PAIRS:
        result = rally_result(facts, faces)
        level = result.level
        rallied += result.rallied
        fate += result.fate
    chances = [
        _chance("rallies", rallied, 36, "other"),
        _chance("stays broken", 36 - rallied - fate, 36, "none"),
        _chance("Casualty Reduction", fate, 36, "k"),
    ]
    by = f" by {name(st, facts.leader)}" if facts.leader else " by itself"
    title = f"Rally {name(st, facts.unit)}{by}"
    return _doc(title, _mods(ledger.mods), chances, [f"needs {level} or less"], drm=ledger.total())


def _repair(st: State, action: act.Repair) -> Doc:
    kind = wtype(st, st.weapons[action.weapon])
    removal = kind.removal or 6
    lost = sum(face >= removal for face in range(1, 7))
    chances = [
        _chance("repaired", kind.repair, 6, "other"),
        _chance("still out of order", 6 - kind.repair - lost, 6, "none"),
        _chance("lost", lost, 6, "kia"),
    ]
    text = [f"repaired on {kind.repair} or less, lost on {removal} or more"]
    return _doc(f"Repair {kind.name}", odds=chances, text=text)


def _recover(st: State, action: act.Recover) -> Doc:
    drm = attempt_ledger(st, st.units[action.unit], "recover")
    below = movement().recovery.below
    good = sum(face + drm.total() < below for face in range(1, 7))
    title = f"Recover {wtype(st, st.weapons[action.weapon]).name}"
    return _doc(title, _mods(drm.mods), _yes_no("recovered", good, 6), [f"needs less than {below}"], drm=drm.total())


def _close_combat(st: State, action: act.CloseCombat) -> Doc:
    ambusher = getattr(st.stack[-1], "ambusher", -1) if st.stack else -1
    ledger = cc_ledger(combat_facts(st, action.attackers, action.defenders, action.leader, ambusher=ambusher))
    counts: Counter[str] = Counter(cc_outcome(ledger, faces).words for faces in PAIRS)
    kinds = {"no effect": "none", "Casualty Reduction": "k"}
    chances = [_chance(word, count, 36, kinds.get(word, "kia")) for word, count in sorted(counts.items())]
    lines = [*(_line(line, "fp") for line in ledger.fp_lines()), *_mods(ledger.drm.mods)]
    title = f"{names(st, action.attackers)} attack {names(st, action.defenders)}"
    text = [f"odds {ledger.odds}, Kill Number {ledger.kill}"]
    doc = _doc(title, lines, chances, text, drm=ledger.drm.total())
    found = odds.close_combat(st, action, ambusher).units
    doc["per_target"] = _fates({unit: found[unit] for unit in action.defenders if unit in found})
    return doc


_MAKERS: dict[type[Action], Callable[[State, Any], Doc | None]] = {
    act.Fire: _fire,
    act.Move: _move,
    act.Go: _go,
    act.Smoke: _smoke,
    act.Rally: _rally,
    act.Repair: _repair,
    act.Recover: _recover,
    act.CloseCombat: _close_combat,
}
