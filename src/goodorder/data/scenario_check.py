"""Checks of a scenario beyond its shape: counters exist, forces fit their set-ups, terms name known things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from goodorder.data.catalogue import DUMMY, catalogue
from goodorder.data.charts import lessons, movement, snipers, weather
from goodorder.data.counters.armament import Date
from goodorder.data.counters.personnel import UnitType
from goodorder.data.counters.support import WeaponType
from goodorder.data.hexarea import HexArea, in_any
from goodorder.data.load import DataError, nearest, unknown
from goodorder.data.not_built import not_built, refused_names
from goodorder.data.requirements import PROFILES
from goodorder.data.scenario import (
    AREA_KINDS,
    PER_US,
    PRISONERS,
    ROLLED,
    Count,
    Placement,
    Scenario,
    ScenarioGroup,
    ScenarioSide,
    Setup,
    SpecialRule,
    apply_rule,
    prisoner_rules,
    starts_no_fires,
)
from goodorder.data.scenario_nations import Checker, check_nations
from goodorder.data.strangers import SLUG, is_slug

MOST_BOARDS, MOST_GROUPS, MOST_COUNTERS, MOST_POINTS, MOST_TITLE = 16, 40, 200, 9_999, 120
"""What a scenario may hold of each: more is no game that people play, and is refused before any of it is made."""
MOST_ELR = 5
"""The highest ELR that a scenario gives (A19.1)."""
SEATS = ("both", "watch", "referee", "host")
"""Words that mean something else than a side where seats are named."""

SQUAD_EQUIVALENTS = {"squad": 2, "half_squad": 1, "crew": 1}
"""Stacking in half squads (A5.5); four SMC come free."""


def check(scenario: Scenario, file: str) -> None:
    """Raise DataError for the first fault of a scenario; hex names are left to ``check_hexes``."""
    see = Checker(file)
    see.need(is_slug(scenario.id), "$.id", f"expected {SLUG}")
    see.need(len(scenario.title) <= MOST_TITLE, "$.title", f"expected at most {MOST_TITLE} characters")
    see.need(len(scenario.sides) == 2, "$.sides", f"expected exactly two sides, got {len(scenario.sides)}")
    ids = [side.id for side in scenario.sides]
    see.need(len(set(ids)) == 2, "$.sides", f"expected two different side ids, got {ids[0]!r} twice")
    for n, id in enumerate(ids):
        fit = is_slug(id) and id not in SEATS
        see.need(fit, f"$.sides[{n}].id", f"expected {SLUG}, and none of {', '.join(SEATS)}")
    see.need(1 <= scenario.turns <= 20, "$.turns", f"expected 1 to 20 turns, got {scenario.turns}")
    see.need(1 <= scenario.month <= 12, "$.month", f"expected a month from 1 to 12, got {scenario.month}")
    see.need(1936 <= scenario.year <= 1945, "$.year", f"expected a year from 1936 to 1945, got {scenario.year}")
    see.need(1 <= len(scenario.boards) <= MOST_BOARDS, "$.boards", f"expected 1 to {MOST_BOARDS} boards")
    for n, used in enumerate(scenario.boards):
        see.need(len(used.rules) <= MOST_GROUPS, f"$.boards[{n}].rules", f"expected at most {MOST_GROUPS}")
    see.need(len(scenario.teaches) <= MOST_GROUPS, "$.teaches", f"expected at most {MOST_GROUPS} words")
    for n, word in enumerate(scenario.teaches):
        see.one_of(word, lessons(), f"$.teaches[{n}]", "lesson")
    see.need(len(scenario.ssr) <= MOST_GROUPS, "$.ssr", f"expected at most {MOST_GROUPS} special rules")
    _weather(see, scenario)
    see.one_of(scenario.sets_up_first, ids, "$.sets_up_first", "side")
    see.one_of(scenario.moves_first, ids, "$.moves_first", "side")
    for n, side in enumerate(scenario.sides):
        _nothing_unseen(see, side, scenario.profile, f"$.sides[{n}]")
        _vehicles_of_full(see, side, scenario.profile, f"$.sides[{n}]")
        _san(see, side, scenario.profile, f"$.sides[{n}].san")
        for m, group in enumerate(side.groups):
            _of_its_date(see, scenario, group.units, f"$.sides[{n}].groups[{m}].units")
            _of_its_date(see, scenario, group.weapons, f"$.sides[{n}].groups[{m}].weapons")
        _side(see, side, scenario.turns, f"$.sides[{n}]", no_heroes=_no_heroes(scenario, side))
        check_nations(see, scenario, side, f"$.sides[{n}]")
    _victory(see, scenario, ids)
    for n, rule in enumerate(scenario.ssr):
        _special_rule(see, scenario, rule, f"$.ssr[{n}]")
    _told_of_fires(see, scenario)
    for id, rule in scenario.balance.items():
        see.one_of(id, ids, f"$.balance.{id}", "side")
        _special_rule(see, scenario, rule, f"$.balance.{id}")
        changed = apply_rule(scenario, rule)
        for n, side in enumerate(changed.sides):
            here = f"$.balance.{id}: $.sides[{n}]"
            _side(see, side, changed.turns, here, no_heroes=_no_heroes(scenario, side))


def _side(see: Checker, side: ScenarioSide, turns: int, place: str, *, no_heroes: str = "") -> None:
    book = catalogue()
    see.one_of(side.nationality, book.nationalities, f"{place}.nationality", "nationality")
    see.need(0 <= side.elr <= MOST_ELR, f"{place}.elr", f"expected an ELR from 0 to {MOST_ELR}, got {side.elr}")
    for n, group in enumerate(side.groups):
        fits = group.elr is None or 0 <= group.elr <= MOST_ELR
        see.need(fits, f"{place}.groups[{n}].elr", f"expected an ELR from 0 to {MOST_ELR}, got {group.elr} (A19.1)")
    see.need(len(side.groups) <= MOST_GROUPS, f"{place}.groups", f"expected at most {MOST_GROUPS} groups")
    see.need(len(side.setups) <= MOST_GROUPS, f"{place}.setups", f"expected at most {MOST_GROUPS} set-ups")
    for n, group in enumerate(side.groups):
        _numbers(see, group, f"{place}.groups[{n}]")
    counters = sum(line.count for group in side.groups for line in (*group.units, *group.weapons))
    counters += sum(group.question_marks for group in side.groups)
    see.need(counters <= MOST_COUNTERS, f"{place}.groups", f"expected at most {MOST_COUNTERS} counters of a side")
    names = [group.id for group in side.groups]
    see.need(bool(names), f"{place}.groups", "expected at least one group")
    see.need(len(set(names)) == len(names), f"{place}.groups", "expected different group ids")
    for n, group in enumerate(side.groups):
        _group(see, group, turns, f"{place}.groups[{n}]", no_heroes=no_heroes)
    see.need(not side.setups or bool(side.on_board()), f"{place}.setups", "expected none: nothing sets up on board")
    for n, setup in enumerate(side.setups):
        _setup(see, side, setup, f"{place}.setups[{n}]")


def _group(see: Checker, group: ScenarioGroup, turns: int, place: str, *, no_heroes: str = "") -> None:
    see.need(0 <= group.enters_turn <= turns, f"{place}.enters_turn", f"expected 0 (on board) to {turns}")
    uncertain = 0 <= group.provisional <= 5 and (not group.provisional or group.enters_turn > 0)
    see.need(uncertain, f"{place}.provisional", "expected 0, or a dr from 1 to 5 for a group that enters")
    see.need(bool(group.area), f"{place}.area", "expected at least one area")
    see.need(group.question_marks >= 0, f"{place}.question_marks", "expected 0 or more")
    unseen = not group.hidden or not (group.enters_turn or group.question_marks)
    see.need(unseen, f"{place}.hidden", 'a hidden group sets up on board and has no "?"')
    alone = group.hip == 0 or not (group.hidden or group.enters_turn)
    see.need(group.hip >= 0 and alone, f"{place}.hip", "expected a number of squads, in a group that sets up on board")
    if group.enters_turn:
        ok = all(area.edge is not None for area in group.area)
        see.need(ok, f"{place}.area", "expected an edge in every area of a group that enters")
    see.need(bool(group.units), f"{place}.units", "expected at least one unit")
    for n, line in enumerate(group.units):
        see.need(line.count >= 1, f"{place}.units[{n}].count", f"expected 1 or more, got {line.count}")
        if catalogue().is_vehicle(line.type):
            no = catalogue().vehicle(line.type).refusal
            see.need(no is None, f"{place}.units[{n}].type", f"{line.type} can't be played: {no}")
            continue
        unit = _unit(see, line.type, f"{place}.units[{n}].type")
        see.need(not (no_heroes and unit.hero), f"{place}.units[{n}].type", no_heroes)
    guns = 0
    for n, line in enumerate(group.weapons):
        see.need(line.count >= 1, f"{place}.weapons[{n}].count", f"expected 1 or more, got {line.count}")
        guns += line.count if _weapon(see, line.type, f"{place}.weapons[{n}].type").gun is not None else 0
    see.need(not guns or not group.enters_turn, f"{place}.weapons", _not_built_text("towing"))
    book = catalogue()
    men = sum(line.count for line in group.units if not book.is_vehicle(line.type) and book.unit(line.type).mmc)
    see.need(
        guns <= men,
        f"{place}.weapons",
        f"expected a squad, half-squad or crew for each of {guns} Guns, got {men} (A21.13)",
    )
    carried = not group.weapons or any(not book.is_vehicle(line.type) for line in group.units)
    see.need(carried, f"{place}.weapons", "expected none in a group without Infantry: nobody else possesses one (A4.4)")


def _weather(see: Checker, scenario: Scenario) -> None:
    """Weather is of the profiles that play it; only a wind blows to somewhere (B25.5, B25.64)."""
    told = scenario.weather
    if told is None:
        return
    without = "wind" in refused_names(scenario.profile)
    why = f"expected none: {not_built('wind').rule} is not played by the profile {scenario.profile}"
    see.need(not without, "$.weather", why)
    if told.direction is not None:
        blows = told.wind not in (None, "none")
        see.need(blows, "$.weather.direction", "expected none: only a wind of known Force blows to somewhere (B25.64)")
        see.need(1 <= told.direction <= 6, "$.weather.direction", f"expected 1 to 6 (B25.64), got {told.direction}")
    flooded = not_built("flooded_streams")
    dry = told.ec is not None and not weather().depth.floods(weather().condition(told.ec).drm)
    why = f"{flooded.name} are not built ({flooded.rule})"
    see.need(told.depth != "flooded", "$.weather.depth", f"expected dry, shallow, deep or rolled: {why}")
    fits = told.depth != ROLLED or dry
    see.need(fits, "$.weather.depth", f"expected an ec with which no dr comes to Flooded: {why}, got {told.ec}")


def _san(see: Checker, side: ScenarioSide, profile: str, place: str) -> None:
    """A SAN that a scenario may print, in a profile that has Snipers (A14.1)."""
    most = snipers().most
    see.need(0 <= side.san <= most, place, f"expected 0 (no Sniper) to {most} (A14.1), got {side.san}")
    without = "snipers" in refused_names(profile)
    why = f"expected none: {not_built('snipers').rule} is not played by the profile {profile}"
    see.need(not (side.san and without), place, why)


def _no_heroes(scenario: Scenario, side: ScenarioSide) -> str:
    """Why no hero sets up with this side; empty where a special rule begins with them (A15.2)."""
    if "heroes" in refused_names(scenario.profile):
        return f"heroes come by Heat of Battle, which is not played by the profile {scenario.profile} (A15.2)"
    if any(rule.clause == "heroes" and rule.side == side.id for rule in scenario.ssr):
        return ""
    return "heroes come by Heat of Battle, none sets up without a clause 'heroes' of their side (A15.2)"


def _nothing_unseen(see: Checker, side: ScenarioSide, profile: str, place: str) -> None:
    """No "?" and nobody hidden where a profile has no concealment (A12)."""
    if "concealment" not in refused_names(profile):
        return
    others = ", ".join(name for name in PROFILES if "concealment" not in refused_names(name))
    why = f"expected none: {not_built('concealment').rule} is not played by the profile {profile}; it is by: {others}"
    for n, group in enumerate(side.groups):
        for key, given in (("question_marks", group.question_marks), ("hidden", group.hidden), ("hip", group.hip)):
            see.need(not given, f"{place}.groups[{n}].{key}", why)
    for n, setup in enumerate(side.setups):
        for m, one in enumerate(setup.placements):
            see.need(not one.hidden, f"{place}.setups[{n}].placements[{m}].hidden", why)


def _not_built_text(name: str) -> str:
    """What stands in the place of something that is not built."""
    found = not_built(name)
    return f"{found.name} ({found.rule}, not built): {found.text}"


def _vehicles_of_full(see: Checker, side: ScenarioSide, profile: str, place: str) -> None:
    """Where a profile has concealment: no vehicle that hides (A12.3), no AFV without a radio."""
    for n, group in enumerate(side.groups):
        _with_radio(see, group.units, profile, f"{place}.groups[{n}]")
        for m, line in enumerate(group.units):
            hides = group.hidden and catalogue().is_vehicle(line.type)
            see.need(not hides, f"{place}.groups[{n}].units[{m}].type", _not_built_text("hidden_vehicles"))


def _of_its_date(see: Checker, scenario: Scenario, lines: tuple[Count, ...], place: str) -> None:
    """No vehicle and no Gun before or after its years, as its counter's listing has them."""
    date, book = Date(scenario.year, scenario.month), catalogue()
    for n, line in enumerate(lines):
        vehicle, army = book.is_vehicle(line.type), line.type.partition(":")[0]
        if not vehicle and not book.is_gun(line.type):
            continue
        kind = book.vehicle(line.type) if vehicle else book.gun(line.type)
        those = book.vehicles(army) if vehicle else book.guns(army)
        guess = nearest(line.type, [one.id for one in those if one.in_use(date)])
        near = f"; the nearest that is: {guess!r}" if guess is not None else ""
        told = f"{line.type} is in use {kind.dates}, not in {date.month}/{date.year}{near}"
        see.need(kind.in_use(date), f"{place}[{n}].type", told)


def _with_radio(see: Checker, units: tuple[Count, ...], profile: str, place: str) -> None:
    """No AFV without a radio by the full rules: it moves in platoons (D14)."""
    if "concealment" in refused_names(profile):
        return
    book = catalogue()
    for m, line in enumerate(units):
        if book.is_vehicle(line.type):
            kind = book.vehicle(line.type)
            told = f"{kind.name} has no radio: {_not_built_text('platoon_movement')}"
            see.need(kind.unarmored or not kind.radioless, f"{place}.units[{m}].type", told)


def _numbers(see: Checker, group: ScenarioGroup, place: str) -> None:
    """Counts that a game can hold, before anything is made in such a number."""
    for kind, lines in (("units", group.units), ("weapons", group.weapons)):
        see.need(len(lines) <= MOST_COUNTERS, f"{place}.{kind}", f"expected at most {MOST_COUNTERS} entries")
        for n, line in enumerate(lines):
            here = f"{place}.{kind}[{n}].count"
            see.need(1 <= line.count <= MOST_COUNTERS, here, f"expected 1 to {MOST_COUNTERS}, got {line.count}")
    for name in ("question_marks", "hip"):
        see.need(0 <= getattr(group, name) <= MOST_COUNTERS, f"{place}.{name}", f"expected 0 to {MOST_COUNTERS}")


def _unit(see: Checker, id: str, place: str) -> UnitType:
    try:
        return catalogue().unit(id)
    except DataError as error:
        raise DataError(see.file, place, error.expected) from None


def _weapon(see: Checker, id: str, place: str) -> WeaponType:
    try:
        weapon = catalogue().weapon(id)
    except DataError as error:
        raise DataError(see.file, place, error.expected) from None
    borne = f"{weapon.name} is the armament of a vehicle, which comes with it"
    see.need(weapon.vehicle is None, place, borne)
    see.need(not weapon.panzerfaust, place, "Panzerfausts are no counters: squads have them by the date (C13.3)")
    known = weapon.machine_gun or weapon.may_hit or weapon.kind in ("FT", "DC")
    see.need(known, place, f"expected a machine gun, a Gun, a light mortar, a LATW, a FT or a DC, not {weapon.name}")
    return weapon


def _setup(see: Checker, side: ScenarioSide, setup: Setup, place: str) -> None:
    groups = {group.id: group for group in side.on_board()}
    see.need(
        len(setup.placements) <= MOST_COUNTERS, f"{place}.placements", f"expected at most {MOST_COUNTERS} placements"
    )
    units = {id: Counter(group.unit_types()) + Counter({DUMMY: group.question_marks}) for id, group in groups.items()}
    weapons = Counter(id for group in groups.values() for id in group.weapon_types())
    stacks: dict[str, list[tuple[UnitType, bool]]] = {}
    for n, one in enumerate(setup.placements):
        here = f"{place}.placements[{n}]"
        if one.unit == DUMMY and one.group is None:
            raise DataError(see.file, f"{here}.group", 'a "?" names its group')
        group = _group_of(see, one, units, here)
        units[group][one.unit] -= 1
        try:
            inside = in_any(groups[group].area, one.hex_name)
        except ValueError as error:
            raise DataError(see.file, f"{here}.hex", str(error)) from None
        see.need(inside, f"{here}.hex", f"expected a hex of the set-up area of {group!r}, got {one.hex}")
        for weapon in one.weapons:
            see.need(weapons[weapon] > 0, f"{here}.weapons", f"no {weapon!r} is left to place")
            weapons[weapon] -= 1
        guns = sum(catalogue().weapon(weapon).gun is not None for weapon in one.weapons)
        see.need(guns <= 1, f"{here}.weapons", "expected one Gun at most for a unit")
        vehicle = catalogue().vehicle(one.unit) if catalogue().is_vehicle(one.unit) else None
        man = None if one.unit == DUMMY or vehicle is not None else _unit(see, one.unit, f"{here}.unit")
        mans = not guns or (man is not None and man.mmc)
        see.need(mans, f"{here}.weapons", "expected a squad, half-squad or crew to man a Gun (A21.13)")
        dummy, other = (
            'a "?": a Dummy possesses none (A4.4, A12.11)',
            "a vehicle: Infantry alone possesses one here (A4.4)",
        )
        what = f"expected no weapon with {dummy if one.unit == DUMMY else other}"
        see.need(not one.weapons or man is not None, f"{here}.weapons", what)
        see.need(one.emplaced or bool(guns), f"{here}.emplaced", "expected it of a Gun alone (C11.3)")
        at_gun = bool(guns) and one.emplaced and man is not None and man.kind == "crew" and len(one.weapons) == 1
        may_hide = groups[group].hip > 0 or at_gun
        what = f"nobody of {group!r} may hide (hip), but a crew with its Gun (A12.34)"
        see.need(not one.hidden or may_hide, f"{here}.hidden", what)
        points = bool(guns) or vehicle is not None
        ok = one.facing is None if not points else one.facing is not None and 0 <= one.facing <= 5
        what = "expected a hexspine from 0 to 5 for a Gun or a vehicle, and none without one (C3.2)"
        see.need(ok, f"{here}.facing", what)
        if one.turret is not None:
            turns = vehicle is not None and vehicle.turret_type != "NT" and 0 <= one.turret <= 5
            see.need(turns, f"{here}.turret", "expected a hexspine from 0 to 5, of a vehicle with a turret (D3.12)")
        see.need(one.ce is None or vehicle is not None, f"{here}.ce", "expected it of a vehicle's crew alone (D5.3)")
        closed = vehicle is None or not vehicle.unarmored
        see.need(not one.ce or closed, f"{here}.ce", "expected it of an AFV: no other crew can button up (D5.2)")
        if man is not None:
            stacks.setdefault(one.hex, []).append((man, guns > 0))
    left = [id for counts in (*units.values(), weapons) for id in counts.elements() if id != DUMMY]
    see.need(not left, f"{place}.placements", f"expected every counter placed; left over: {', '.join(sorted(left))}")
    for hex, stack in stacks.items():
        _stack(see, hex, stack, place)


def _group_of(see: Checker, one: Placement, units: dict[str, Counter[str]], place: str) -> str:
    if one.group is not None:
        see.one_of(one.group, units, f"{place}.group", "group that sets up on board")
    candidates = [one.group] if one.group is not None else list(units)
    for group in candidates:
        if units[group][one.unit] > 0:
            return group
    raise DataError(see.file, f"{place}.unit", f"no {one.unit!r} is left to place")


def _stack(see: Checker, hex: str, stack: list[tuple[UnitType, bool]], place: str) -> None:
    """No Location overstacked; who mans a Gun counts as a squad (A5.5)."""
    limits = movement().limits
    halves = sum(2 if at_gun else SQUAD_EQUIVALENTS.get(unit.kind, 0) for unit, at_gun in stack)
    singles = sum(unit.smc for unit, _ in stack)
    fits = halves <= 2 * limits.squads_per_location and singles <= limits.smc_per_location
    see.need(fits, f"{place}.placements", f"{hex} is overstacked: at most 3 squads and 4 SMC set up in a hex (A5.1)")


def _victory(see: Checker, scenario: Scenario, ids: list[str]) -> None:
    victory = scenario.victory
    see.one_of(victory.wins, ids, "$.victory.wins", "side")
    see.need(bool(victory.clauses), "$.victory.clauses", "expected at least one clause")
    see.need(len(victory.clauses) <= MOST_GROUPS, "$.victory.clauses", f"expected at most {MOST_GROUPS} clauses")
    names = [clause.id for clause in victory.clauses]
    see.need(len(set(names)) == len(names), "$.victory.clauses", "expected different clause ids")
    for n, clause in enumerate(victory.clauses):
        place = f"$.victory.clauses[{n}]"
        see.one_of(clause.side, ids, f"{place}.side", "side")
        one = (clause.at_least is None) != (clause.at_most is None)
        see.need(one, place, "expected either at_least or at_most")
        value = clause.at_least if clause.at_least is not None else clause.at_most
        see.need(value is None or abs(value) <= MOST_POINTS, place, f"expected a value of at most {MOST_POINTS}")
        held = clause.kind != "freed_vp" or any(rule.side == clause.side for rule in prisoner_rules(scenario))
        see.need(held, f"{place}.kind", "expected a clause 'prisoners' of that side: freed_vp counts those (A20.5)")
        needs = clause.kind in AREA_KINDS
        see.need(bool(clause.area) == needs, f"{place}.area", f"{clause.kind} {'needs an' if needs else 'has no'} area")
        if clause.kind == "exit_vp":
            edges = all(area.edge is not None for area in clause.area)
            see.need(edges, f"{place}.area", "expected an edge in every area that units exit by")


PARAMETERS: Mapping[str, frozenset[str]] = {
    "note": frozenset(),
    "initial_control": frozenset({"side", "area"}),
    "add": frozenset({"side", "group", "units", "weapons"}),
    "swap": frozenset({"side", "old", "new", "count"}),
    "turns": frozenset({"turns"}),
    "threshold": frozenset({"victory", "value"}),
    "ammunition_shortage": frozenset({"side"}),
    "elite": frozenset({"side"}),
    "elr": frozenset({"side", "value", "group"}),
    "molotovs": frozenset({"side", "group"}),
    "no_flames": frozenset(),
    "troops": frozenset({"side", "troops", "group"}),
    "integrity": frozenset({"side", "value"}),
    "set_charges": frozenset({"side", "group", "area"}),
    "prisoners": frozenset({"side", "group", "units"}),
    "fanatic": frozenset({"side", "group"}),
    "heroes": frozenset({"side"}),
    "carried": frozenset({"side", "group", "vehicle", "weapons"}),
}
"""Parameters of each clause of a special rule."""

OPTIONAL = frozenset({"units", "weapons", "count"})
PERHAPS_A_GROUP = ("elr", "troops", "molotovs", "fanatic", "carried")
"""Clauses that may name a group of their side, or be about all of it."""
SPECIAL_RULE_KEYS = (
    *("side", "group", "area", "units", "weapons", "old", "new", "count", "turns", "victory", "value", "troops"),
    "vehicle",
)


RULES_OF_CLAUSES: Mapping[str, str] = {
    "molotovs": "molotovs",
    "set_charges": "set_charges",
    "prisoners": "prisoners",
    "fanatic": "fanaticism",
    "heroes": "heroes",
    "carried": "scrounging",
}
"""What of ``not_built.toml`` a clause is about: a profile that lacks the rule refuses the clause."""


def _of_profile(see: Checker, scenario: Scenario, rule: SpecialRule, place: str) -> None:
    """No clause of a rule that the profile leaves out; who has MOL is told that they start no fires (A22.6)."""
    if rule.clause not in RULES_OF_CLAUSES:
        return
    named = RULES_OF_CLAUSES[rule.clause]
    without = named in refused_names(scenario.profile)
    why = f"expected none: {not_built(named).rule} is not played by the profile {scenario.profile}"
    see.need(not without, f"{place}.clause", why)
    if rule.clause == "prisoners":
        _under_guard(see, scenario, rule, place)
        return
    if rule.clause in ("fanatic", "heroes"):
        return
    if rule.clause == "carried":
        _aboard(see, scenario, rule, place)
        return
    if rule.clause == "set_charges":
        _sets_charges(see, scenario, rule, place)
        return
    told = "clause 'molotovs' needs a clause 'no_flames' beside it: what would start a fire starts none (A22.6111)"
    see.need(starts_no_fires(scenario), place, told)


def _aboard(see: Checker, scenario: Scenario, rule: SpecialRule, place: str) -> None:
    """A vehicle of the side has one SW aboard or more, none that starts fires, and no Gun (D10.51)."""
    sides = [side for side in scenario.sides if side.id == rule.side]
    groups = [group for side in sides for group in side.groups if rule.group in (None, group.id)]
    types = {id for group in groups for id in group.unit_types() if catalogue().is_vehicle(id)}
    if rule.vehicle is not None and groups:
        see.one_of(rule.vehicle, types, f"{place}.vehicle", "vehicle of that side")
    see.need(bool(rule.weapons), f"{place}.weapons", "clause 'carried' needs weapons")
    for m, line in enumerate(rule.weapons):
        kind = _weapon(see, line.type, f"{place}.weapons[{m}].type")
        told = f"expected a machine gun, a light mortar or a LATW, not {kind.name} (D10.51)"
        see.need(kind.gun is None and kind.kind not in STARTERS_OF_FIRES, f"{place}.weapons[{m}].type", told)


STARTERS_OF_FIRES: Mapping[str, str] = {"FT": "A22.35, B25.12", "DC": "A23.41, B25.13"}
"""Weapons whose flames and rubble are not played, and which rules would have them."""


def _told_of_fires(see: Checker, scenario: Scenario) -> None:
    """Where a FT or a DC is, the card says that it starts no fire and makes no rubble, which are not played (B25)."""
    if scenario.profile == PROFILES[0] or starts_no_fires(scenario):
        return
    lines = [
        (f"$.sides[{s}].groups[{g}].weapons[{n}].type", line.type)
        for s, side in enumerate(scenario.sides)
        for g, group in enumerate(side.groups)
        for n, line in enumerate(group.weapons)
    ]
    lines += [
        (f"$.balance.{id}.weapons[{n}].type", line.type)
        for id, rule in scenario.balance.items()
        for n, line in enumerate(rule.weapons)
    ]
    lines += [(f"$.ssr[{n}].clause", "DC") for n, rule in enumerate(scenario.ssr) if rule.clause == "set_charges"]
    for place, id in lines:
        rule = STARTERS_OF_FIRES.get(id.rpartition(":")[2], "")
        told = f"{id} needs a clause 'no_flames' among the special rules: it starts no fire, makes no rubble ({rule})"
        see.need(not rule, place, told)


def _sets_charges(see: Checker, scenario: Scenario, rule: SpecialRule, place: str) -> None:
    """Who sets DC before play has such counters, and a MMC that sets them off (A23.7)."""
    if rule.side is None or rule.group is None:
        return
    side = scenario.side(rule.side)
    _weapon(see, f"{side.nationality}:DC", f"{place}.side")
    groups = [group for group in side.groups if group.id == rule.group]
    units = [type for group in groups for type in group.unit_types() if not catalogue().is_vehicle(type)]
    found = any(catalogue().unit(type).mmc for type in units)
    see.need(
        found or not groups,
        f"{place}.group",
        "expected a group with a squad, half-squad or crew: it sets them off (A23.7)",
    )


def _under_guard(see: Checker, scenario: Scenario, rule: SpecialRule, place: str) -> None:
    """Prisoners have Guards: a group of the enemy that sets up Known on the map and has room for them (A20.5)."""
    if rule.side is None or rule.group is None:
        return
    see.one_of(rule.side, [side.id for side in scenario.sides], f"{place}.side", "side")
    ids = [group.id for group in scenario.side(rule.side).groups]
    see.need(PRISONERS not in ids, place, f"expected no group {PRISONERS!r} of their side: they are that group")
    enemy, own = scenario.other(rule.side), scenario.side(rule.side)
    groups = [group.id for group in enemy.groups]
    told = f"{unknown('group of the enemy', rule.group, groups)}; prisoners have a Guard (A20.5)"
    see.need(rule.group in groups, f"{place}.group", told)
    guards = next(group for group in enemy.groups if group.id == rule.group)
    known = not (guards.hidden or guards.hip or guards.enters_turn)
    see.need(known, f"{place}.group", "expected a group that sets up on board and hides nobody: it guards them (A20.5)")
    see.need(all(line.count >= 1 for line in rule.units), f"{place}.units", "expected counts of 1 and more")
    many = sum(line.count for line in rule.units)
    see.need(many <= MOST_COUNTERS, f"{place}.units", f"expected at most {MOST_COUNTERS} prisoners, got {many}")
    for n, line in enumerate(rule.units):
        unit = _unit(see, line.type, f"{place}.units[{n}].type")
        see.need(not unit.hero, f"{place}.units[{n}].type", "no hero is a prisoner at the start (A15.2)")
        army = line.type.partition(":")[0]
        told = f"expected men of the {own.name}, {own.nationality}, not {line.type}"
        see.need(army == own.nationality, f"{place}.units[{n}].type", told)
    alike = [one for one in prisoner_rules(scenario) if (one.side, one.group) == (rule.side, rule.group)]
    see.need(len(alike) == 1, place, "expected one clause 'prisoners' for each group that guards any")
    sizes = [_unit(see, line.type, place).us_number for line in rule.units for _ in range(line.count)]
    book = catalogue()
    men = (book.unit(type) for type in guards.unit_types() if not book.is_vehicle(type))
    rooms = sorted((PER_US * man.us_number for man in men), reverse=True)
    for size in sorted(sizes, reverse=True):
        at = next((n for n, room in enumerate(rooms) if room >= size), -1)
        see.need(
            at >= 0, f"{place}.units", f"expected no more than {rule.group!r} can guard, {PER_US} for each US# (A20.51)"
        )
        rooms[at] -= size


def _total(see: Checker, scenario: Scenario, rule: SpecialRule, place: str) -> None:
    """The BPV of a side for its Battlefield Integrity: one number, that is one at least (A16.1)."""
    if rule.clause != "integrity":
        return
    see.need((rule.value or 0) > 0, f"{place}.value", f"expected a BPV of 1 or more, got {rule.value} (A16.1)")
    alike = [one for one in scenario.ssr if (one.clause, one.side) == (rule.clause, rule.side)]
    see.need(len(alike) == 1, place, "expected one clause 'integrity' for each side (A16.1)")


def _special_rule(see: Checker, scenario: Scenario, rule: SpecialRule, place: str) -> None:
    _of_profile(see, scenario, rule, place)
    for line in (*rule.units, *rule.weapons):
        see.need(1 <= line.count <= MOST_COUNTERS, place, f"expected counts from 1 to {MOST_COUNTERS}")
    see.need(1 <= rule.count <= MOST_COUNTERS, f"{place}.count", f"expected 1 to {MOST_COUNTERS}, got {rule.count}")
    see.need(rule.turns is None or 1 <= rule.turns <= 20, f"{place}.turns", "expected 1 to 20 turns")
    fits = rule.value is None or abs(rule.value) <= MOST_POINTS
    see.need(fits, f"{place}.value", f"expected at most {MOST_POINTS}")
    wanted = PARAMETERS[rule.clause]
    empty = SpecialRule(text="")
    given = {name for name in SPECIAL_RULE_KEYS if getattr(rule, name) != getattr(empty, name)}
    for name in sorted(given - wanted):
        raise DataError(see.file, f"{place}.{name}", f"clause {rule.clause!r} has no {name}")
    may_lack = OPTIONAL | ({"group"} if rule.clause in PERHAPS_A_GROUP else frozenset())
    for name in sorted(wanted - given - may_lack):
        cited = RULES_OF_CLAUSES.get(rule.clause)
        of = f" ({not_built(cited).rule})" if cited else ""
        raise DataError(see.file, place, f"clause {rule.clause!r} needs {name}{of}")
    elr = rule.clause != "elr" or (rule.value is not None and 0 <= rule.value <= MOST_ELR)
    see.need(elr, f"{place}.value", f"expected an ELR from 0 to {MOST_ELR}, got {rule.value} (A19.1)")
    _total(see, scenario, rule, place)
    see.need(rule.clause != "add" or bool(rule.units or rule.weapons), place, "clause 'add' needs units or weapons")
    for m, line in enumerate(rule.weapons):
        _weapon(see, line.type, f"{place}.weapons[{m}].type")
    _with_radio(see, rule.units, scenario.profile, place)
    _of_its_date(see, scenario, (*rule.units, *rule.weapons), place)
    if rule.side is not None:
        see.one_of(rule.side, [side.id for side in scenario.sides], f"{place}.side", "side")
        if rule.group is not None and rule.clause != "prisoners":
            groups = [group.id for group in scenario.side(rule.side).groups]
            see.one_of(rule.group, groups, f"{place}.group", "group")
        if rule.old is not None:
            types = {id for group in scenario.side(rule.side).groups for id in group.unit_types()}
            see.one_of(rule.old, types, f"{place}.old", "unit of that side")
    if rule.new is not None:
        _unit(see, rule.new, f"{place}.new")
    if rule.victory is not None:
        see.one_of(rule.victory, [clause.id for clause in scenario.victory.clauses], f"{place}.victory", "clause")


def check_hexes(
    scenario: Scenario,
    names: Collection[str],
    edges: Mapping[str, Collection[str]] | None = None,
    buildings: Collection[str] | None = None,
    file: str | None = None,
    locations: Collection[str] | None = None,
) -> None:
    """Check every hex name of a scenario against the map; raises DataError.

    ``names`` are the map's hexes, ``edges`` the map edges that each edge hex touches, ``buildings`` the hexes that
    hold a building; these two are checked only when given. ``locations`` are the words at which counters may be set
    up, the hexes when not given.
    """
    see = Checker(file or f"{scenario.id}.toml")
    for place, areas in _areas(scenario):
        chosen: set[str] = set()
        for n, area in enumerate(areas):
            for name in (*area.hexes, *area.without):
                see.one_of(name, names, f"{place}[{n}].hexes", "hex")
            found = area.select(names)
            see.need(bool(found), f"{place}[{n}]", "expected an area that holds at least one hex of the map")
            if area.edge is not None and edges is not None:
                touching = any(area.edge in edges.get(name, ()) for name in found)
                see.need(touching, f"{place}[{n}].edge", f"no hex of the area touches the {area.edge} edge")
            chosen |= found
    for s, side in enumerate(scenario.sides):
        for n, setup in enumerate(side.setups):
            for p, one in enumerate(setup.placements):
                see.one_of(one.hex, locations or names, f"$.sides[{s}].setups[{n}].placements[{p}].hex", "hex")
    if buildings is not None:
        _check_buildings(see, scenario, buildings)
    _check_apart(see, scenario, names)


def _areas(scenario: Scenario) -> Iterable[tuple[str, tuple[HexArea, ...]]]:
    for s, side in enumerate(scenario.sides):
        for g, group in enumerate(side.groups):
            yield f"$.sides[{s}].groups[{g}].area", group.area
    for n, clause in enumerate(scenario.victory.clauses):
        yield f"$.victory.clauses[{n}].area", clause.area
    for n, rule in enumerate(scenario.ssr):
        yield f"$.ssr[{n}].area", rule.area


def _check_buildings(see: Checker, scenario: Scenario, buildings: Collection[str]) -> None:
    for n, clause in enumerate(scenario.victory.clauses):
        if clause.kind == "control_buildings":
            for a, area in enumerate(clause.area):
                for name in area.hexes:
                    see.need(name in buildings, f"$.victory.clauses[{n}].area[{a}].hexes", f"no building in {name}")


def _check_apart(see: Checker, scenario: Scenario, names: Collection[str]) -> None:
    """No hex may be in the set-up areas of both sides: a Location never starts with both (A26.11)."""
    first, second = (
        {name for group in side.on_board() for area in group.area for name in area.select(names)}
        for side in scenario.sides
    )
    both = sorted(first & second)
    see.need(not both, "$.sides", f"set-up areas overlap in {', '.join(both[:5])}")
