"""Scenarios: forces, areas, ready-made set-ups, special rules and victory terms as typed values.

The file format is described in ``docs/scenarios.md``. A scenario is loaded whole or not at all.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from goodorder.data.catalogue import DUMMY, catalogue
from goodorder.data.charts.weather import Depth, Ec, Wind
from goodorder.data.hexarea import Edge, HexArea
from goodorder.data.load import DATA_FOLDER, DataError, read_text, unknown
from goodorder.data.not_built import refused_names

ClauseKind = Literal[
    "control_hexes",
    "control_buildings",
    "exit_vp",
    "freed_vp",
    "casualties_vp",
    "casualties_lead",
    "squads_in",
    "enemy_squads_in",
]
"""What a victory clause counts for its side:

``control_hexes`` / ``control_buildings``: listed hexes, or buildings that hold a listed hex, which it Controls (A26.1).
``exit_vp``: VP of its units that left by the area's edge (A26.23). ``freed_vp``: VP of its men who were prisoners at
the start and whom no enemy holds, on the map or off it (A20.5, A26.21). ``casualties_vp``: VP of enemy units eliminated
(A26.22); ``casualties_lead``: the same less the enemy's. ``squads_in`` / ``enemy_squads_in``: its own, or the enemy's,
Good Order squads in the area, a half-squad or crew counting half.
"""

AREA_KINDS = frozenset({"control_hexes", "control_buildings", "squads_in", "enemy_squads_in", "exit_vp"})
"""Clause kinds that need an area."""


class BoardUse(Struct, frozen=True, forbid_unknown_fields=True):
    """One board of the map, in joining order; ``flipped`` turns it, ``columns`` and ``rows`` keep a part of it.

    ``at`` is its place in a grid of boards, to the right and down; ``rules`` are special rules that change its
    terrain. All fields as in ``goodorder.board.Part``.
    """

    name: str
    flipped: bool = False
    columns: str | None = None
    rows: str | None = None
    at: tuple[int, int] | None = None
    rules: tuple[str, ...] = ()


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """So many counters of one catalogue type."""

    type: str
    count: int = 1


class ScenarioGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Part of an order of battle that sets up or enters together; its ``units`` are Personnel and vehicles.

    ``enters_turn`` 0 sets up on board within ``area``; a higher number enters in the Movement Phase of that Game Turn
    over an edge hex of ``area`` (each of which must then name its ``edge``). ``provisional`` 1 to 5 is uncertain:
    a dr of at most this number brings the group, rolled in each of its side's Rally Phases from that turn on.
    ``question_marks`` are the OB's "?" of the group: placed on its units they conceal them, by themselves they are
    Dummies (A12.11).  A ``hidden`` group sets up by HIP (A12.3); of another one ``hip``
    squads (two half-squads are one, single men go with them) may, which its player picks as he sets up.  ``elr`` is
    its own ELR, where that is not its side's (A19.1).  ``nation`` and ``formation`` are words of ``troops.toml``, where
    its counters stand for another nation or its formation matters (A25).  All these are of the ``full`` profile only.
    """

    id: str
    area: tuple[HexArea, ...]
    units: tuple[Count, ...]
    weapons: tuple[Count, ...] = ()
    enters_turn: int = 0
    name: str = ""
    provisional: int = 0
    question_marks: int = 0
    hidden: bool = False
    hip: int = 0
    elr: int | None = None
    nation: str = ""
    formation: str = ""

    def unit_types(self) -> list[str]:
        """One catalogue id a counter, in order."""
        return [line.type for line in self.units for _ in range(line.count)]

    def weapon_types(self) -> list[str]:
        """One catalogue id a weapon, in order."""
        return [line.type for line in self.weapons for _ in range(line.count)]


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    """One unit of a ready-made set-up with the weapons it possesses; ``group`` where two groups have the type.

    ``hex`` is the word of a Location: "K7", or "K7/2" for its second level (``full`` only).
    ``hidden``: it is one of those of its group that hide (``hip``, A12.3), or a crew with its Gun (A12.34). ``facing``
    is the hexspine along which its Gun, or a vehicle's hull, points, by its vertex 0 to 5 (C3.2, D2.11), ``turret``
    that of a vehicle's turret where it is another one (D3.12); ``emplaced``: whether its Gun is, where it can be
    (C11.3). ``ce``: whether a vehicle's crew is exposed; that of an open-topped AFV is where nothing is said, others
    are Buttoned Up (D5.3).
    """

    unit: str
    hex: str
    weapons: tuple[str, ...] = ()
    group: str | None = None
    hidden: bool = False
    facing: int | None = None
    turret: int | None = None
    ce: bool | None = None
    emplaced: bool = True

    @property
    def hex_name(self) -> str:
        """The hex of the Location."""
        return self.hex.partition("/")[0]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made set-up: places every unit and weapon that its side sets up on board."""

    name: str
    placements: tuple[Placement, ...]
    text: str = ""


class ScenarioSide(Struct, frozen=True, forbid_unknown_fields=True):
    """One side: ``id`` is used everywhere else in the file, ``nationality`` is a catalogue nationality.

    ``san`` is its Sniper Activation Number, 0 for no Sniper (A14.1), ``nation`` and ``formation`` what its groups are
    that name none (A25); of the ``full`` profile only.
    """

    id: str
    nationality: str
    name: str
    elr: int
    groups: tuple[ScenarioGroup, ...]
    setups: tuple[Setup, ...] = ()
    san: int = 0
    nation: str = ""
    formation: str = ""

    def on_board(self) -> tuple[ScenarioGroup, ...]:
        """The groups that set up on board."""
        return tuple(group for group in self.groups if group.enters_turn == 0)


class SpecialRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario special rule: ``text`` for people, ``clause`` and its parameters for the engine.

    Clauses: ``note`` (text only), ``initial_control`` (``side``, ``area``: Control at the start), ``add`` (``side``,
    ``group``, ``units``, ``weapons``), ``swap`` (``side``, ``old``, ``new``, ``count``: unit types), ``turns``
    (``turns``), ``threshold`` (``victory``: clause id, ``value``), ``ammunition_shortage`` (``side``: A19.131),
    ``elite`` (``side``: C8.2), ``elr`` (``side``, ``value``, perhaps ``group``: A19.132), ``molotovs`` (``side``,
    perhaps ``group``: A22.6), ``no_flames`` (text only: what would start a fire starts none), ``set_charges``
    (``side``, ``group``, ``area``: a DC is Set in each of these hexes, for the first MMC of the group: A23.7),
    ``troops`` (``side``, ``troops``: a special rule of ``troops.toml``, perhaps ``group``: A25), ``integrity``
    (``side``, ``value``: the BPV of its MMC, A16), ``prisoners`` (``side``, ``units``: men of it whom the enemy's
    ``group`` guards at the start, A20.5), ``fanatic`` (``side``, perhaps ``group``: A10.8), ``heroes`` (``side``: its
    order of battle may have heroes, A15.2), ``carried`` (``side``, ``vehicle``, ``weapons``, perhaps ``group``: what
    each of its vehicles of that type has aboard, which can be Scrounged, D10.51).
    """

    text: str
    clause: Literal[
        "note",
        "initial_control",
        "add",
        "swap",
        "turns",
        "threshold",
        "ammunition_shortage",
        "elite",
        "elr",
        "molotovs",
        "no_flames",
        "troops",
        "integrity",
        "set_charges",
        "prisoners",
        "fanatic",
        "heroes",
        "carried",
    ] = "note"
    side: str | None = None
    group: str | None = None
    area: tuple[HexArea, ...] = ()
    units: tuple[Count, ...] = ()
    weapons: tuple[Count, ...] = ()
    old: str | None = None
    new: str | None = None
    count: int = 1
    turns: int | None = None
    victory: str | None = None
    value: int | None = None
    troops: str | None = None
    vehicle: str | None = None


ROLLED: Final = "rolled"
"""The depth of streams that a scenario leaves to a dr."""


class ScenarioWeather(Struct, frozen=True, forbid_unknown_fields=True):
    """Environmental Conditions and wind at the start; what is not said is rolled for (B25.5, B25.63, B25.64).

    Without ``changes`` no Wind Change DR is ever made (B25.65). ``depth`` is that of the map's streams, or ``rolled``
    where a dr before set-up gives it (B20.4, B25.5); without it they are as the map has them.
    """

    ec: Ec | None = None
    wind: Wind | None = None
    direction: int | None = None
    changes: bool = True
    depth: Depth | Literal["rolled"] | None = None


class VictoryClause(Struct, frozen=True, forbid_unknown_fields=True):
    """One countable term: met while its value is at least (or at most) a number.

    ``area`` names the hexes; a building counts once however many of its hexes are named.
    """

    id: str
    kind: ClauseKind
    text: str
    side: str
    area: tuple[HexArea, ...] = ()
    at_least: int | None = None
    at_most: int | None = None

    def met(self, value: int | Fraction) -> bool:
        """Whether the term holds for a counted value."""
        if self.at_least is not None:
            return value >= self.at_least
        return self.at_most is not None and value <= self.at_most


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """``wins`` names the side that wins when ``when`` (all or any) of the clauses are met at the end of the game.

    With ``immediate`` it also wins at once when they are met during play. Otherwise the other side wins (A26.3).
    """

    wins: str
    text: str
    clauses: tuple[VictoryClause, ...]
    when: Literal["all", "any"] = "all"
    immediate: bool = False

    def met(self, values: dict[str, int | Fraction]) -> bool:
        """Whether ``wins`` has what it needs, for counted values by clause id."""
        results = [clause.met(values[clause.id]) for clause in self.clauses]
        return all(results) if self.when == "all" else any(results)


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: exactly two sides; ``year`` and ``month`` decide seasons (B14.2, B15.6).

    ``join`` says how several boards meet: ``side`` by their short sides, ``below`` by their long ones. ``weather`` is
    of the ``full`` profile only, where without it all of it is rolled for.  ``teaches`` are words of ``lessons.toml``.
    """

    version: Literal[1]
    id: str
    title: str
    year: int
    month: int
    profile: Literal["starter", "full"]
    turns: int
    summary: str
    situation: str
    sets_up_first: str
    moves_first: str
    boards: tuple[BoardUse, ...]
    sides: tuple[ScenarioSide, ...]
    victory: Victory
    join: Literal["side", "below"] = "side"
    ssr: tuple[SpecialRule, ...] = ()
    balance: dict[str, SpecialRule] = field(default_factory=dict)
    weather: ScenarioWeather | None = None
    place: str = ""
    aftermath: str = ""
    teaches: tuple[str, ...] = ()

    def side(self, id: str) -> ScenarioSide:
        """The side with this id; an unknown one raises DataError."""
        for side in self.sides:
            if side.id == id:
                return side
        raise DataError(self.id, "sides", unknown("side", id, [side.id for side in self.sides]))

    def other(self, id: str) -> ScenarioSide:
        """The opponent of a side."""
        self.side(id)
        return next(side for side in self.sides if side.id != id)

    def vehicles(self) -> int:
        """How many vehicles both sides have together."""
        groups = [group for side in self.sides for group in side.groups]
        return sum(catalogue().is_vehicle(type) for group in groups for type in group.unit_types())


def apply_rule(scenario: Scenario, rule: SpecialRule) -> Scenario:
    """The scenario with a clause that changes its data carried out (``add``, ``swap``, ``turns``, ``threshold``)."""
    if rule.clause == "turns" and rule.turns is not None:
        return replace(scenario, turns=rule.turns)
    if rule.clause == "threshold":
        return replace(scenario, victory=_threshold(scenario.victory, rule))
    if rule.clause in ("add", "swap") and rule.side is not None:
        changed = _add if rule.clause == "add" else _swap
        sides = tuple(changed(side, rule) if side.id == rule.side else side for side in scenario.sides)
        return replace(scenario, sides=sides)
    return scenario


def weather_told(scenario: Scenario) -> ScenarioWeather:
    """What a scenario says of weather; in a profile without wind there is none."""
    if "wind" in refused_names(scenario.profile):
        return ScenarioWeather("moderate", "none", changes=False)
    return scenario.weather or ScenarioWeather()


def short_of_ammunition(scenario: Scenario, side: str) -> bool:
    """Whether a special rule says that a side is short of ammunition (A19.131)."""
    return any(rule.clause == "ammunition_shortage" and rule.side == side for rule in scenario.ssr)


def elr_rules(scenario: Scenario, side: str) -> tuple[SpecialRule, ...]:
    """The special rules that give a side, or a group of it, an ELR: underlined units too have it then (A19.132)."""
    return tuple(rule for rule in scenario.ssr if rule.clause == "elr" and rule.side == side)


def words_of(scenario: Scenario, side: ScenarioSide, group: ScenarioGroup | None = None) -> tuple[str, ...]:
    """Nation, formation and special rules of a group's troops, or of a side's where no group says otherwise (A25)."""
    nation = group.nation if group is not None and group.nation else side.nation
    formation = group.formation if group is not None and group.formation else side.formation
    id = group.id if group is not None else None
    ruled = [r.troops for r in scenario.ssr if r.clause == "troops" and r.side == side.id and r.group in (None, id)]
    return tuple(dict.fromkeys(word for word in (nation, formation, *ruled) if word))


def integrity_rules(scenario: Scenario) -> dict[str, int]:
    """The sides to which a scenario gives Battlefield Integrity, with the BPV of their MMC (A16)."""
    found = (rule for rule in scenario.ssr if rule.clause == "integrity")
    return {rule.side or "": rule.value or 0 for rule in found}


def elite_ammunition(scenario: Scenario, side: str) -> bool:
    """Whether a special rule says that a side is Elite in its special ammunition (C8.2)."""
    return any(rule.clause == "elite" and rule.side == side for rule in scenario.ssr)


def molotov_groups(scenario: Scenario, side: str) -> tuple[str, ...]:
    """The groups of a side to which special rules give MOL (A22.6), "" where that is all of it."""
    return tuple(rule.group or "" for rule in scenario.ssr if rule.clause == "molotovs" and rule.side == side)


def starts_no_fires(scenario: Scenario) -> bool:
    """Whether a special rule says that what would start a fire starts none."""
    return any(rule.clause == "no_flames" for rule in scenario.ssr)


PER_US = 5
"""US# of prisoners for each US# of their Guard (A20.51)."""

PRISONERS = "prisoners"
"""The group of those who are prisoners at the start; no group of their side has its id."""


def prisoner_rules(scenario: Scenario) -> tuple[SpecialRule, ...]:
    """The special rules that give a side's group prisoners of the other one at the start (A20.5)."""
    return tuple(rule for rule in scenario.ssr if rule.clause == "prisoners")


def fanatic_by_rule(scenario: Scenario, side: str, group: str) -> bool:
    """Whether a special rule says that the units of a group are Fanatic (A10.8)."""
    found = (rule for rule in scenario.ssr if rule.clause == "fanatic" and rule.side == side)
    return any(rule.group in (None, group) for rule in found)


def carried_by_rule(scenario: Scenario, side: str, group: str, vehicle: str) -> tuple[str, ...]:
    """The SW that special rules have aboard a vehicle of a group, each as often as there are of it (D10.51)."""
    found = (rule for rule in scenario.ssr if rule.clause == "carried" and (rule.side, rule.vehicle) == (side, vehicle))
    lines = (line for rule in found if rule.group in (None, group) for line in rule.weapons)
    return tuple(line.type for line in lines for _ in range(line.count))


def with_balance(scenario: Scenario, side: str) -> Scenario:
    """The scenario with the balance provision of a side in force (A26.4)."""
    rule = scenario.balance.get(side)
    if rule is None:
        raise DataError(scenario.id, "balance", unknown("side with a balance provision", side, scenario.balance))
    return apply_rule(scenario, rule)


def _threshold(victory: Victory, rule: SpecialRule) -> Victory:
    clauses = tuple(
        (replace(clause, at_least=rule.value) if clause.at_least is not None else replace(clause, at_most=rule.value))
        if clause.id == rule.victory
        else clause
        for clause in victory.clauses
    )
    return replace(victory, clauses=clauses)


def _add(side: ScenarioSide, rule: SpecialRule) -> ScenarioSide:
    groups = tuple(
        replace(group, units=(*group.units, *rule.units), weapons=(*group.weapons, *rule.weapons))
        if group.id == rule.group
        else group
        for group in side.groups
    )
    setups = tuple(_add_to_setup(setup, rule) for setup in side.setups)
    return replace(side, groups=groups, setups=setups if _sets_up(side, rule.group) else side.setups)


def _sets_up(side: ScenarioSide, group: str | None) -> bool:
    return any(found.id == group and found.enters_turn == 0 for found in side.groups)


def _add_to_setup(setup: Setup, rule: SpecialRule) -> Setup:
    """Additional counters join the first units of the set-up; players may move them."""
    placements = list(setup.placements)
    for line in rule.units:
        placements.extend(Placement(line.type, placements[0].hex, (), rule.group) for _ in range(line.count))
    free = [n for n, placement in enumerate(placements) if not placement.weapons and _possesses(placement.unit)]
    for line in rule.weapons:
        for _ in range(line.count):
            index = free.pop(0) if free else 0
            placements[index] = replace(placements[index], weapons=(*placements[index].weapons, line.type))
    return replace(setup, placements=tuple(placements))


def _possesses(unit: str) -> bool:
    """Whether a placement is of Infantry, who alone set up with weapons (A4.4)."""
    return unit != DUMMY and not catalogue().is_vehicle(unit)


def _swap(side: ScenarioSide, rule: SpecialRule) -> ScenarioSide:
    if rule.old is None or rule.new is None:
        return side
    left, groups = rule.count, []
    for group in side.groups:
        lines: list[Count] = []
        for line in group.units:
            if line.type == rule.old and left:
                taken = min(left, line.count)
                left -= taken
                lines.append(Count(rule.new, taken))
                if line.count > taken:
                    lines.append(Count(line.type, line.count - taken))
            else:
                lines.append(line)
        groups.append(replace(group, units=tuple(lines)))
    setups = tuple(_swap_in_setup(setup, rule.old, rule.new, rule.count) for setup in side.setups)
    return replace(side, groups=tuple(groups), setups=setups)


def _swap_in_setup(setup: Setup, old: str, new: str, count: int) -> Setup:
    placements = []
    for placement in setup.placements:
        if placement.unit == old and count:
            placement = replace(placement, unit=new)
            count -= 1
        placements.append(placement)
    return replace(setup, placements=tuple(placements))


def load_scenario(path: Path | str) -> Scenario:
    """Read and check a scenario file; every fault is one DataError.

    Hex names are checked against the map when a game of it begins, or by ``check_hexes``.

    >>> load_scenario("my_battle.toml")
    Traceback (most recent call last):
        ...
    goodorder.data.load.DataError: my_battle.toml: can't be read: No such file or directory
    """
    return parse_scenario(read_text(Path(path)), Path(path).name)


def parse_scenario(text: str, file: str) -> Scenario:
    """Read and check scenario text; ``file`` names it in messages."""
    from goodorder.data.load import convert_toml
    from goodorder.data.scenario_check import check

    found = convert_toml(text, Scenario, file)
    check(found, file)
    return found


@cache
def _shipped() -> dict[str, Path]:
    """Files of the shipped scenarios by id: the small one, the other Starter Kit ones, those of the full rules."""
    folder = DATA_FOLDER / "scenarios"
    starter = sorted(folder.glob("*.toml"), key=lambda path: (path.stem != "first", path.stem))
    return {path.stem: path for path in (*starter, *sorted((folder / "full").glob("*.toml")))}


def scenario_ids() -> tuple[str, ...]:
    """Ids of the shipped scenarios: the small one, the other Starter Kit ones, those of the full rules.

    >>> scenario_ids()[:2]
    ('first', 'assault')
    """
    return tuple(_shipped())


@cache
def scenario(id: str) -> Scenario:
    """A shipped scenario by id; an unknown id raises DataError with the known ones.

    >>> scenario("first").turns
    5
    """
    path = _shipped().get(id)
    if path is None:
        hint = f"there are: {', '.join(scenario_ids())}, or name a file that ends with .toml"
        raise DataError("", "", f"{unknown('scenario', id, scenario_ids())}; {hint}")
    return load_scenario(path)


__all__ = [
    "AREA_KINDS",
    "BoardUse",
    "Count",
    "Edge",
    "ScenarioGroup",
    "HexArea",
    "Placement",
    "Scenario",
    "Setup",
    "ScenarioSide",
    "SpecialRule",
    "Victory",
    "VictoryClause",
    "apply_rule",
    "load_scenario",
    "parse_scenario",
    "scenario",
    "scenario_ids",
    "with_balance",
]
