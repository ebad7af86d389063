"""What a unit is and can do now: readers that other rules share (A1, A.7, A10.4, A17)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from goodorder.core.remembered import once_a_position
from goodorder.core.state import (
    CAPTURED,
    MK_ENCIRCLED,
    MK_MELEE,
    OFF_BOARD,
    ON_MAP,
    Fighter,
    State,
    Unit,
    Vehicle,
    Weapon,
)
from goodorder.core.world import DUMMY, IMAGINED, UNKNOWN
from goodorder.data.counters.personnel import COMMISSAR, UnitType
from goodorder.data.counters.support import WeaponType
from goodorder.data.counters.words import Trait

from ..registry import builds, removable
from .armed_vehicles import feared
from .ground import map_now
from .manned import held_by_vehicle
from .places import links
from .wave import was_in_wave

MORALE_CEILING = 10
FIRMER = 1
"""By how much the broken side of some troops is better than printed (A25.8, A25.9)."""
INEXPERIENCED = frozenset({"green", "conscript"})


@builds(
    "A25", "A25.0a", "A25.1b", "A25.11a", "A25.11b", "A25.11c", "A25.12a", "A25.12c", "A25.24a", "A25.24g", "A25.3a"
)
@builds("A25.4", "A25.31a", "A25.41a", "A25.42a", "A25.51a", "A25.61a", "A25.61c", "A25.62a", "A25.62b", "A25.73a")
@builds(
    "A25.8", "A25.71a", "A25.72b", "A25.8b", "A25.84a", "A25.84b", "A25.9a", "A25.86a", "A25.12b", "A25.35a", "A25.56a"
)
def utype(st: State, unit: Fighter) -> UnitType:
    """The printed values of a unit, of an Unarmed one those of its white counter (A20.5)."""
    kind = st.world.units[unit.type]
    return unarmed_type(st, kind) if unit.unarmed else kind


def printed(st: State, unit: Fighter) -> UnitType:
    """The values that a unit had before it was captured."""
    return st.world.units[unit.type]


_UNARMED: dict[str, UnitType] = {}
_ARMED: dict[str, UnitType] = {}


@builds("A20.5", "A20.5a", "A20.5b")
def unarmed_type(st: State, kind: UnitType) -> UnitType:
    """The Unarmed counter of a unit's size: no FP but in Close Combat, the morale of what it would be with arms, and
    Inexperienced if it is a MMC, whoever leads it; a SMC keeps morale and leadership.
    """
    found = _UNARMED.get(kind.id)
    if found is None:
        arms = armed_type(st, kind)
        found = _UNARMED[kind.id] = replace(
            kind,
            kind=arms.kind,
            unit_class=None if kind.smc else "conscript",
            fp=0,
            range=0,
            morale=arms.morale,
            broken_morale=0,
            boxed=False,
            assault_fire=False,
            spraying_fire=False,
            smoke=0,
            underlined_morale=False,
            replacement=None,
            hardens_to=None,
            traits=kind.traits if kind.smc else frozenset(),
            conditional=kind.conditional if kind.smc else (),
        )
    return found


@builds("A20.551", "A20.551a", "A25.72", "A25.72d")
def armed_type(st: State, kind: UnitType) -> UnitType:
    """What an Unarmed unit is once it has arms: a SMC what he was, a MMC a Green or else a Conscript one of its size
    and nationality, a crew a half-squad; who has no such counter is what it was.
    """
    if kind.smc:
        return kind
    arms = _ARMED.get(kind.id)
    if arms is None:
        size = "squad" if kind.kind == "squad" else "half_squad"
        found = [
            one
            for one in st.world.catalogue.units(kind.nationality)
            if one.kind == size and one.unit_class in INEXPERIENCED and one.unit_class is not None
        ]
        best = "conscript" if "rearms_as_conscript" in kind.traits else "green"

        def fit(one: UnitType) -> tuple[bool, bool, int]:
            return one.unit_class == best, one.variant in (None, kind.variant), one.morale

        arms = max(found, key=fit, default=kind)
        _ARMED[kind.id] = arms
    return arms


def wtype(st: State, weapon: Weapon) -> WeaponType:
    """The printed values of a weapon, of its dm side when it is dismantled (A9.8), of its limbered one (C10.24)."""
    kind: WeaponType = st.world.weapons[weapon.type]
    if weapon.limbered:
        return limbered_type(kind)
    return dismantled_type(kind) if weapon.dismantled else kind


_LIMBERED: dict[str, WeaponType] = {}


def limbered_type(kind: WeaponType) -> WeaponType:
    """A Gun's limbered side, worked out once for its counter."""
    found = _LIMBERED.get(kind.id)
    if found is None:
        found = _LIMBERED[kind.id] = _limbered(kind)
    return found


@builds("C10.24", "C10.24a", "C2.21d")
def _limbered(kind: WeaponType) -> WeaponType:
    """The values printed on that side; a Gun that fires nothing so has no FP and no rate."""
    gun = kind.gun
    side = gun.limbered if gun is not None else None
    if gun is None or side is None:
        return replace(kind, rof=0, fp=0)
    turns = replace(gun, mount=None) if "NT" in side.marks else gun
    return replace(
        kind,
        rof=side.rof or 0,
        fp=side.ife or 0,
        breakdown=side.breakdown or kind.breakdown,
        caliber=side.caliber or kind.caliber,
        barrel=None,
        gun=turns,
    )


@lru_cache
def dismantled_type(kind: WeaponType) -> WeaponType:
    """A weapon's dm side: its PP, and for a MG that fires dismantled the values of a LMG; FP 0 for others (A9.8)."""
    side = kind.dismantled
    if side is None:
        return kind
    if side.fp is None:
        return replace(kind, pp=side.pp, fp=0)
    return replace(kind, kind="LMG", pp=side.pp, fp=side.fp, range=side.range or kind.range, rof=side.rof or 0)


@builds(
    "A25", "A25.2c", "A25.11d", "A25.11e", "A25.11f", "A25.11g", "A25.24b", "A25.24c", "A25.24f", "A25.43e", "A25.43f"
)
@builds(
    "A25.44", "A25.44a", "A25.45a", "A25.53b", "A25.61b", "A25.64a", "A25.7b", "A25.7c", "A25.7d", "A25.71b", "A25.41b"
)
@builds(
    "A25.8", "A25.71c", "A25.71d", "A25.8c", "A25.8d", "A25.81a", "A25.82a", "A25.9b", "A25.9c", "A25.91a", "A25.63b"
)
def has(st: State, unit: Fighter, trait: Trait) -> bool:
    """Whether a unit has a trait by its counter and its nationality, in its formation, at this date, against this enemy
    (A25).
    """
    kind = utype(st, unit)
    if trait in kind.traits:
        return True
    return bool(kind.conditional) and trait in _in_this_setting(st, unit, kind)


def _in_this_setting(st: State, unit: Fighter, kind: UnitType) -> frozenset[Trait]:
    """What a unit has beyond its counter, worked out once for a counter in a group of a game."""
    world, known = st.tables.get("traits", (None, {}))
    if world is not st.world:
        known = {}
        st.tables["traits"] = (st.world, known)
    key = (unit.side, unit.group, kind.id)
    found: frozenset[Trait] | None = known.get(key)
    if found is None:
        where = st.world.setting(unit.side, unit.group)
        found = known[key] = frozenset(line.trait for line in kind.conditional if line.holds(where))
    return found


@builds("A1.11", "A25.24", "A25.24g")
def is_elite(st: State, unit: Fighter) -> bool:
    """Whether a unit is Elite: by its Class, as crews of Infantry are; single men are, but for Partisans (A1.11)."""
    kind = utype(st, unit)
    return kind.unit_class == "elite" or (kind.smc and not has(st, unit, "never_elite"))


def is_leader(st: State, unit: Fighter) -> bool:
    """Whether a unit is a leader (A1.11)."""
    return utype(st, unit).kind == "leader"


def is_hero(st: State, unit: Fighter) -> bool:
    """Whether a unit is a hero, or a leader who is one too (A15.2, A15.21)."""
    return utype(st, unit).hero


def unarmed_man(st: State, unit: Fighter) -> bool:
    """Whether a unit has no FP of its own to fire: a single man but for heroes (A1.21), and any Unarmed unit."""
    kind = utype(st, unit)
    return unit.unarmed or (kind.smc and not kind.fp)


def is_smc(st: State, unit: Fighter) -> bool:
    """Whether a unit is a single man (A1.11)."""
    return utype(st, unit).smc


@builds("A11.15")
def in_melee(st: State, unit: Fighter) -> bool:
    """Whether a unit is held in Melee: its Location carries the counter and an enemy unit (A11.15)."""
    if not st.markers or isinstance(unit, Vehicle):  # a vehicle is never held, whoever is there (A11.7)
        return False
    marked = unit.loc >= 0 and not unit.concealed and st.marker_at(MK_MELEE, unit.loc) is not None
    return marked and in_close_combat(st, unit)


def in_close_combat(st: State, unit: Fighter) -> bool:
    """Whether a Known enemy shares the unit's Location; a concealed one holds nobody (A11.15), a vehicle only Infantry
    and only while it stands still (A11.7).
    """
    for other in st.at(unit.loc):
        if other.side != unit.side and not other.concealed:
            return True
    return bool(st.vehicles) and not isinstance(unit, Vehicle) and held_by_vehicle(st, unit.loc, unit.side)


def known_at(st: State, loc: int, side: int) -> tuple[Unit, ...]:
    """Units of a side in a Location that its enemy knows (A12.11)."""
    return tuple(unit for unit in st.side_at(loc, side) if not unit.concealed)


def is_dummy(unit: Unit) -> bool:
    """Whether a counter is a Dummy (A12.11)."""
    return unit.type == DUMMY


def is_good_order(st: State, unit: Unit) -> bool:
    """Whether a unit is in Good Order (A.7): on the map, not broken, berserk or held in Melee; pin, CX and wounds do
    not matter.

    A Dummy never is (A12.16).
    """
    calm = not unit.broken and not unit.berserk
    return unit.place == ON_MAP and calm and unit.type != DUMMY and not in_melee(st, unit)


def beside(st: State, unit: Fighter) -> tuple[Unit, ...]:
    """Units of a unit's side in its Location; off board, those of its group that wait with it."""
    if unit.loc >= 0:
        return st.side_at(unit.loc, unit.side)
    return tuple(
        u
        for u in st.units.values()
        if u.side == unit.side and u.loc < 0 and (u.place, u.group) == (OFF_BOARD, unit.group)
    )


@builds("A19.3", "A19.3a", "A19.2", "A19.2a")
def is_inexperienced(st: State, unit: Fighter) -> bool:
    """Whether a MMC is Inexperienced (A19.3): Conscripts, Unarmed ones, and Green MMC without an unbroken leader
    beside them.
    """
    kind = utype(st, unit)
    if kind.unit_class == "conscript" or (kind.mmc and (unit.unarmed or unit.place == CAPTURED)):
        return True
    if kind.unit_class != "green":
        return False
    if has(st, unit, "conscript_like"):
        return True
    return not any(is_leader(st, u) and not u.broken and leads(st, u, unit) for u in beside(st, unit))


@builds("A7.7")
def encircled(st: State, unit: Fighter) -> bool:
    """Whether a unit is Encircled: the counter is there, or it is cut off upstairs; heroes and the berserk are not
    (A7.7).
    """
    above = unit.loc >= len(map_now(st).hexes)
    if not (st.markers or above) or unit.loc < 0 or isinstance(unit, Vehicle) or utype(st, unit).hero or unit.berserk:
        return False
    marker = st.marker_at(MK_ENCIRCLED, unit.loc) if st.markers else None
    if marker is not None and marker.side in (-1, unit.side):
        return True
    return above and cut_off(st, unit)


@builds("A7.72")
def cut_off(st: State, unit: Fighter) -> bool:
    """Whether from an upper level of a building no way leads down that is free of unbroken Known enemies, men or armed
    vehicles (A7.72).
    """
    if map_now(st).locations[unit.loc].kind != "level":
        return False
    return _no_way_down(st, unit.loc, unit.side)


@once_a_position
def _no_way_down(st: State, loc: int, side: int) -> bool:
    board = map_now(st)
    seen, todo = {loc}, [loc]
    while todo:
        for link in links(board, todo.pop()):
            if link.to in seen or _held_by_enemy(st, link.to, side):
                continue
            if board.locations[link.to].kind != "level":
                return False
            seen.add(link.to)
            todo.append(link.to)
    return True


def _held_by_enemy(st: State, loc: int, side: int) -> bool:
    foes = st.side_at(loc, 1 - side)
    if any(not (enemy.broken or enemy.concealed or enemy.unarmed) for enemy in foes):
        return True
    return bool(st.vehicles) and any(one.side != side and feared(st, one) for one in st.vehicles_at(loc))


@builds("A15.2", "A15.2c")
def morale_level(st: State, unit: Unit) -> int:
    """The current Morale Level against attacks: one less when Encircled, one more when Fanatic, one more for
    the rest of a Player Turn in which it attacked in a Human Wave, never above 10 (A10.1, A17.3, A7.7, A10.8, A25.23,
    A.18); that of the berserk is 10 (A15.42).
    """
    return min(_full_morale(st, unit) - encircled(st, unit), MORALE_CEILING)


def own_morale(st: State, unit: Unit) -> int:
    """The Morale Level for what no attack brings about (rally, Deploying, the NTC of an Infantry OVR): Encirclement,
    which lowers it to attacks alone, is left out (A7.7).
    """
    return min(_full_morale(st, unit), MORALE_CEILING)


@builds("A17.3")
@builds("A25.23", "A25.23j")
def _full_morale(st: State, unit: Unit) -> int:
    """The printed Morale Level with what raises and lowers it, Encirclement apart and without its ceiling."""
    if unit.berserk:
        return MORALE_CEILING
    kind = utype(st, unit)
    level = kind.broken_morale + (FIRMER * has(st, unit, "firm_when_broken")) if unit.broken else kind.morale
    raised = not unit.broken and was_in_wave(st, unit)
    return level - unit.wounded + unit.fanatic + (commissar_over(st, unit) is not None) + raised


def is_commissar(unit: Fighter) -> bool:
    """Whether a unit is a Commissar, by the name of its counter (A25.22)."""
    return COMMISSAR in unit.type


@removable(without=None)
@builds("A25.221", "A25.221c")
def commissar_over(st: State, unit: Fighter) -> Unit | None:
    """The unbroken and unpinned Commissar with whom a unit shares its Location, whose Morale Level is one higher for
    him; none for Commissars themselves, nor where his leadership is nothing to it (A25.24).
    """
    if unit.loc < 0 or not isinstance(unit, Unit):
        return None
    for other in st.side_at(unit.loc, unit.side):
        if COMMISSAR in other.type and not other.broken and not other.pinned and other.id != unit.id:
            helped = COMMISSAR not in unit.type and together(other, unit) and leads(st, other, unit)
            return other if helped else None
    return None


NO_LEADER_IN_COMMON = "the leaders of irregular troops are nothing to others, and others' to them"


@removable(without=True)
@builds("A25.24", "A25.24d")
def leads(st: State, leader: Fighter, unit: Fighter) -> bool:
    """Whether a leader has any effect on a unit: Partisans and others have none on each other."""
    return has(st, leader, "irregular") == has(st, unit, "irregular")


def together(one: Fighter, other: Fighter) -> bool:
    """Whether two units share a Location and a level in it: who is in Crest status and who is IN the Depression do not
    (A2.8).
    """
    return one.loc == other.loc and (one.stance.crest >= 0) == (other.stance.crest >= 0)


@removable(without=False)
def foreign(st: State, leader: Unit, unit: Fighter) -> bool:
    """Whether a leader and a unit of his side are of different nationalities, Allied Troops to each other (A10.7)."""
    return utype(st, leader).nationality != utype(st, unit).nationality


@removable(without=False)
def among_allies(st: State, leader: Unit, units: Iterable[Unit]) -> bool:
    """Whether all whom a leader could influence among these units are Allied Troops to him (A10.7)."""
    return all(foreign(st, leader, unit) for unit in units if unit.id != leader.id)


def leadership(st: State, unit: Unit) -> int:
    """A leader's modifier, one worse when wounded (A10.7, A17.2); a berserk one has forfeited it (A15.41)."""
    if unit.berserk:
        return 0
    value = utype(st, unit).leadership or 0
    return value + 1 if unit.wounded else value


def leads_any(st: State, leader: Unit, units: Iterable[Fighter]) -> bool:
    """Whether a leader has any effect on one of these units besides himself (A10.7, A25.24)."""
    return any(leads(st, leader, unit) for unit in units if unit.id != leader.id)


def led(st: State, leader: Unit, units: tuple[Fighter, ...]) -> int:
    """A leader's modifier to what these units do: one worse if any is of another nationality than he (A10.7)."""
    allied = any(foreign(st, leader, unit) for unit in units)
    return leadership(st, leader) + (1 if allied else 0)


def squad_equivalents_x10(st: State, units: tuple[Unit, ...]) -> int:
    """Size of a stack in tenths of a squad (A5.5): squad 10, HS and crew 5 but at a Gun 10, each full five SMC 5."""
    size, singles = 0, 0
    for unit in units:
        kind = utype(st, unit).kind
        if kind == "squad" or (kind in ("half_squad", "crew") and _at_gun(st, unit)):
            size += 10
        elif kind in ("half_squad", "crew"):
            size += 5
        elif kind != "dummy":
            singles += 1
    return size + 5 * (singles // 5)


@builds("A5.5")
def _at_gun(st: State, unit: Unit) -> bool:
    return any(wtype(st, weapon).gun is not None for weapon in st.weapons_of(unit.id))


def usable_weapons(st: State, unit: Fighter) -> tuple[Weapon, ...]:
    """Weapons that a unit possesses and that work."""
    held = st.weapons_of(unit.id)
    for weapon in held:
        if weapon.malfunctioned:
            return tuple([weapon for weapon in held if not weapon.malfunctioned])
    return held


def small_arms(st: State, unit: Fighter) -> tuple[Weapon, ...]:
    """Those of them that attack on the IFT with others, without having to hit first: neither flamethrowers nor DC.
    Looked for once while no weapon changes.
    """
    of, known = st.tables.get("small arms", (None, {}))
    if of is not st.weapons:
        known = {}
        st.tables["small arms"] = (st.weapons, known)
    found: tuple[Weapon, ...] | None = known.get(unit.id)
    if found is None:
        arms: list[Weapon] = []
        for weapon in usable_weapons(st, unit):
            kind = wtype(st, weapon)
            if kind.ift and kind.kind != "FT":
                arms.append(weapon)
        found = known[unit.id] = tuple(arms)
    return found


_WORDS = {"half_squad": "half-squad", "dummy": "Dummy"}


def name(st: State, unit: Fighter) -> str:
    """How a unit is called in texts: its kind, letter and strength."""
    if unit.type in (UNKNOWN, IMAGINED):
        return 'a "?" stack'
    if isinstance(unit, Vehicle):
        words = f"{st.world.vehicles[unit.type].name} {unit.ident}".rstrip()
        return f"{words} (wreck)" if unit.wreck else words
    kind = utype(st, unit)
    ident = f" {unit.ident}" if unit.ident else ""
    if kind.kind == "leader":
        return f"{kind.variant} {kind.code}{ident}" if kind.hero else f"{kind.code}{ident}"
    return f"{_WORDS.get(kind.kind, kind.kind)}{ident} ({kind.code})"


def names(st: State, units: tuple[int, ...]) -> str:
    """Several units as a list in words."""
    return ", ".join(name(st, st.fighter(unit)) for unit in units)


def is_armed_known(st: State, unit: Unit) -> bool:
    """Whether a unit is Known and armed for fire limits and rout: any on the map that is not concealed (A10.5, A8.3).

    A leader counts as armed; a broken unit is still armed, a free Unarmed one is not (A20.54).
    """
    return bool(armed_known((unit,)))


def armed_known(units: Iterable[Unit]) -> list[Unit]:
    """Those of several units that are."""
    return [unit for unit in units if unit.place == ON_MAP and not unit.concealed and not unit.unarmed]


HEAVY = frozenset({"MMG", "HMG", "HMG_50cal", "MTR_light", "RCL_57", "RCL_75", "INF_37"})
"""Weapons too heavy for the Crest (B20.95), for streams with water and for marsh (B16.32, B20.6)."""


@builds("A19.13", "A4.32b")
def with_halves(st: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """These units, and the second halves of those among them that failed a check as squads in the middle of their
    move: what the squad did its halves have done, and it is their move too.
    """
    for unit in map(st.units.__getitem__, units):
        if unit.place != ON_MAP or unit.broken:
            break
    else:
        return units
    return (*units, *(u for u, trail in st.trails.items() if trail.split_from in units and u not in units))
