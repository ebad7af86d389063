"""What fire rules are given: the attack, its parts, and readers that several of them share (A7)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.board import Line
from goodorder.core.actions import SNAP, Firer, Ordnance
from goodorder.core.remembered import once_a_position
from goodorder.core.state import (
    ADVANCING,
    BOUNDING,
    EMPTY_TRAIL,
    FINAL,
    FIRST,
    HAZARDOUS,
    OWN_MPH,
    PREP,
    PROTECTIVE,
    SUBSEQUENT,
    Fighter,
    FireMark,
    State,
    Unit,
    Vehicle,
    Weapon,
)

from ..points import kinds_of
from ..registry import builds, removable
from .bocage import bocage_sides, is_seen
from .ground import map_now
from .masks import as_walked
from .places import eye
from .source import Source
from .units import utype, wtype
from .water import imperilled

DEFENSIVE = (FIRST, SUBSEQUENT, PROTECTIVE)


class FirePart(Struct, frozen=True):
    """One source of FP in an attack: a unit's inherent FP, or a weapon that the unit or the vehicle fires.

    ``occasion`` is the part's own: in one Fire Group a unit already marked fires Subsequent First Fire
    beside one that fires First Fire.  ``marked`` is true for Final Fire by a unit or weapon marked
    First Fire (A8.4).  ``alone`` is true for a weapon fired by one SMC, ``helper`` the second one at it (A9.12).
    """

    unit: Fighter
    weapon: Weapon | None
    fp: int
    normal_range: int
    occasion: str
    marked: bool = False
    alone: bool = False
    helper: Unit | None = None

    @property
    def key(self) -> int:
        """The unit's id, or the weapon's as a negative number."""
        return -self.weapon.id if self.weapon else self.unit.id


class AttackFacts(Struct, frozen=True):
    """An attack as the rules see it.

    ``source`` is what its FP comes from, ``targets`` are the units under attack; ``moving`` is true for attacks on
    movers in the MPh.  ``parts`` and ``leaders`` are those of units that fire, none where nobody does.  ``via`` is the
    place of the target hex that is aimed at, as in :class:`Fire`; ``spray`` the other Location of Spraying Fire
    (A9.5), or -1; ``shot`` how a weapon that must hit first is fired; ``facing`` the hexspine that a Gun is turned to
    for its IFE (C2.29), -1 where it is not; ``vehicle`` the vehicle that it is aimed at (C3.31), ``gun`` the unattended
    Gun (C3.41); ``in_terrain``: it claims the TEM of its Location in lieu of being Hull Down (D4.2). ``hull``:
    as in :class:`Fire`.
    """

    st: State
    source: Source
    occasion: str
    target: int
    targets: tuple[Unit, ...]
    moving: bool = False
    parts: tuple[FirePart, ...] = ()
    leaders: tuple[Unit, ...] = ()
    via: int = -1
    spray: int = -1
    shot: Ordnance | None = None
    facing: int = -1
    vehicle: Vehicle | None = None
    gun: Weapon | None = None
    in_terrain: bool = False
    hull: bool = False

    @property
    def kinds(self) -> frozenset[str]:
        """What holds of it of the kinds that ``FIRE_DRM`` knows."""
        parts = self.parts
        words = ["on the IFT"] if self.shot is None else []
        if parts:
            words.append("units fire")
            if isinstance(parts[0].unit, Vehicle):
                words.append("a vehicle fires")
            if any([part.weapon is not None for part in parts]):  # noqa: C419 - a list of few
                words.append("weapon")
        if self.leaders:
            words.append("directed")
        if self.moving:
            words.append("at movers")
        if self.via == SNAP:
            words.append("Snap Shot")
        return kinds_of(tuple(words))

    @property
    def side(self) -> int:
        """Whose attack it is."""
        return self.source.side

    def locations(self) -> tuple[int, ...]:
        """The Locations that it comes from, each once."""
        return self.source.locations(self)

    def eyes(self) -> tuple[int, ...]:
        """The places that its lines of fire run from, each once (B20.91)."""
        return self.source.eyes(self)

    def firers_at(self, place: int) -> tuple[Fighter, ...]:
        """The firing units that look from one of these places."""
        return tuple([unit for unit in self.firing_units() if eye(self.st, unit) == place])

    def firing_units(self) -> tuple[Fighter, ...]:
        """Firing units, each once, helpers at a weapon among them."""
        found: dict[int, Fighter] = {}
        helpers: dict[int, Fighter] = {}
        for part in self.parts:
            found[part.unit.id] = part.unit
            if part.helper is not None:
                helpers[part.helper.id] = part.helper
        return tuple((found | helpers).values()) if helpers else tuple(found.values())


def protective(parts: tuple[FirePart, ...]) -> tuple[Unit, ...]:
    """The units among the firers that use Final Protective Fire, each once (A8.31); no vehicle does."""
    found = {p.unit.id: p.unit for p in parts if p.occasion == PROTECTIVE and isinstance(p.unit, Unit)}
    return tuple(found.values())


class PartFacts(Struct, frozen=True):
    """One part of an attack with its range to the target."""

    attack: AttackFacts
    part: FirePart
    range: int

    @property
    def kinds(self) -> frozenset[str]:
        """What holds of it of the kinds that ``FIRE_FACTOR`` knows."""
        attack, part = self.attack, self.part
        words = [part.occasion, "own FP" if part.weapon is None else "weapon"]
        words.append("vehicle" if isinstance(part.unit, Vehicle) else "personnel")
        if attack.moving:
            words.append("at movers")
        if attack.via == SNAP:
            words.append("Snap Shot")
        if attack.spray >= 0:
            words.append("Spraying Fire")
        return kinds_of(tuple(words))


def by_ife(attack: AttackFacts, part: FirePart) -> bool:
    """Whether a part is a Gun, or a vehicle's, that is fired by its IFE: on the IFT, without having to hit first
    (C2.29).
    """
    return attack.shot is None and part.weapon is not None and wtype(attack.st, part.weapon).ordnance


def by_flame(attack: AttackFacts, part: FirePart) -> bool:
    """Whether a part is a flamethrower (A22)."""
    return part.weapon is not None and wtype(attack.st, part.weapon).kind == "FT"


def sight(st: State, frm: int, to: int) -> Line:
    """The line of sight between two Locations over the printed terrain (A6)."""
    return map_now(st).line(frm, to)


def hazardous(st: State, unit: Unit) -> bool:
    """Whether a unit is in Hazardous Movement: until it is pinned, or the Player Turn ends (A4.62); who climbs or fords
    always is (B11.42, B21.41).
    """
    if imperilled(st, unit):
        return True
    return bool(st.trail(unit.id).declared & HAZARDOUS) and not unit.pinned


OCCASIONS_OF = {"PFPh": (PREP,), "MPh": DEFENSIVE, "DFPh": (FINAL,), "AFPh": (ADVANCING,), OWN_MPH: (BOUNDING,)}


_ATTACKERS_FIRE = {"PFPh": PREP, "AFPh": ADVANCING}
_DRIVERS_FIRE = {**_ATTACKERS_FIRE, OWN_MPH: BOUNDING}
_DEFENDERS_FIRE = {"MPh": FIRST, "DFPh": FINAL}
"""The occasions of what fires once in a Player Turn, by the phase: the ATTACKER's, his vehicles', the DEFENDER's."""
_FIRST_FIRE = {"": (FIRST, False), FIRST: (SUBSEQUENT, True), FINAL: (PROTECTIVE, True)}
_FINAL_FIRE = {"": (FINAL, False), FIRST: (FINAL, True)}
"""The occasion of a DEFENDING unit by its fire counter, and whether that is there, in the MPh and in the DFPh."""

NO_WEAPONS: frozenset[int] = frozenset()


def unit_mark(st: State, unit: Fighter) -> str:
    """The fire counter a unit carries: ``""``, ``prep``, ``first`` or ``final`` (A3.2, A8.1).

    A squad that fired only weapons carries none until they cost it its inherent FP; a unit whose weapon
    may still fire because it kept its rate stands above its counter (A7.33).  A leader who directed fire is
    marked for it (A7.531).
    """
    trail = st.trail(unit.id)
    if trail is EMPTY_TRAIL and not st.weapon_shots:
        return ""
    mark = ""
    for shot in trail.shots:
        if shot.weapon:
            continue
        if shot.occasion in (PREP, ADVANCING):
            mark = PREP
        elif shot.final or shot.occasion in (SUBSEQUENT, PROTECTIVE, FINAL):
            return FINAL
        elif not shot.kept_rof:
            mark = FIRST
    if not mark and lost_inherent(st, unit):
        marks = [_fired_mark(st, unit, weapon) for weapon in fired_weapons(st, unit)]
        if all(marks):
            return next(word for word in (FINAL, FIRST, PREP) if word in marks)
    return mark or _direction_mark(st, unit)


def _direction_mark(st: State, unit: Fighter) -> str:
    lent = st.trail(unit.id).lent
    if not lent:
        return ""
    directed = {note.when for note in lent}
    if directed & {PREP, ADVANCING}:
        return PREP
    if directed & {SUBSEQUENT, PROTECTIVE, FINAL}:
        return FINAL
    return FIRST if directed else ""


def _fired_mark(st: State, unit: Fighter, weapon_id: int) -> str:
    """The counter on a weapon that a unit fired; one that is lost or malfunctioned can't fire on."""
    weapon = st.weapons.get(weapon_id)  # none where a view does not know what has become of it (A12)
    if weapon is not None:
        mark = weapon_mark(st, weapon)
        if mark or (weapon.holder == unit.id and not weapon.malfunctioned):
            return mark
    used = [s.occasion for s in (*st.trail(unit.id).shots, *st.weapon_shots.get(weapon_id, ()))]
    return PREP if PREP in used or ADVANCING in used else FINAL if FINAL in used else FIRST


def weapon_mark(st: State, weapon: Weapon) -> str:
    """The fire counter a weapon carries: ``""`` while it may still fire by its rate (A9.2)."""
    mark = ""
    for shot in st.weapon_shots.get(weapon.id, ()):
        if shot.final or shot.occasion in (SUBSEQUENT, PROTECTIVE):
            return FINAL
        if shot.occasion == FINAL:
            mark = mark if shot.kept_rof else FINAL
        elif not shot.kept_rof:
            mark = PREP if shot.occasion in (PREP, ADVANCING, BOUNDING) else FIRST
        if mark == FINAL:
            return FINAL
    return mark


@once_a_position
def fired_at(st: State) -> frozenset[int]:
    """The Locations at which anybody has fired in this Player Turn."""
    shots = [shot.target for trail in st.trails.values() for shot in trail.shots]
    return frozenset(shots + [shot.target for some in st.weapon_shots.values() for shot in some])


def has_fired(st: State, unit: Fighter) -> bool:
    """Whether a unit used inherent FP or a weapon in this Player Turn."""
    shots = st.trail(unit.id).shots
    if shots and any(not shot.spent for shot in shots):
        return True
    if not st.weapon_shots:
        return False
    return any(not s.spent for weapon in st.weapons_of(unit.id) for s in st.weapon_shots.get(weapon.id, ()))


def fired_weapons(st: State, unit: Fighter, occasions: tuple[str, ...] = ()) -> frozenset[int]:
    """Weapons that a unit fired in this Player Turn, or only on these occasions."""
    shots = st.trail(unit.id).shots
    if not shots and not st.weapon_shots:
        return NO_WEAPONS
    own = {s.weapon for s in shots if s.weapon and not s.spent and _counts(s, occasions)}
    for weapon in st.weapons_of(unit.id):
        if any(not s.spent and _counts(s, occasions) for s in st.weapon_shots.get(weapon.id, ())):
            own.add(weapon.id)
    return frozenset(own)


def _counts(shot: FireMark, occasions: tuple[str, ...]) -> bool:
    return not occasions or shot.occasion in occasions


def weapon_limit(st: State, unit: Fighter) -> int:
    """How many weapons a unit may fire in a phase: a squad two, any other one (A7.351, A7.352)."""
    return 2 if utype(st, unit).kind == "squad" else 1


def usage_rule(st: State, unit: Fighter) -> str:
    """The rule that limits the weapons which this unit fires: one for squads, one for all others."""
    return "A7.351" if utype(st, unit).kind == "squad" else "A7.352"


def lost_inherent(st: State, unit: Fighter) -> bool:
    """Whether a unit's weapons cost it its inherent FP for this Player Turn (A7.351, A7.352).

    A squad may fire one weapon and keep its inherent FP; any other unit, and a squad with two, loses it.
    """
    fired = fired_weapons(st, unit)
    return bool(fired) and len(fired) >= weapon_limit(st, unit)


def used_inherent(st: State, unit: Fighter, phase: str) -> bool:
    """Whether a unit fired its inherent FP in this phase."""
    return any(
        not s.weapon and not s.spent and s.occasion in OCCASIONS_OF.get(phase, ()) for s in st.trail(unit.id).shots
    )


def beyond_use(st: State, unit: Fighter, weapon: Weapon, phase: str) -> bool:
    """Whether this weapon is one too many beside the inherent FP that its unit has used in this phase (A7.351).

    A half-squad or crew that used its own in the MPh has no weapon beside it in the DFPh either (A9.11, R33).
    """
    kind = utype(st, unit)
    if kind.smc and not kind.fp:
        return False
    if phase == "DFPh" and kind.kind != "squad" and used_inherent(st, unit, "MPh"):
        return True
    if not used_inherent(st, unit, phase):
        return False
    return len(fired_weapons(st, unit, OCCASIONS_OF[phase]) | {weapon.id}) >= weapon_limit(st, unit)


@builds("A4.41", "A4.41d")
def part_occasion(
    st: State, unit: Fighter, weapon: Weapon | None, phase: str, *, ife: bool = False
) -> tuple[str, bool] | None:
    """The occasion on which this part would fire now, and whether it carries a First Fire counter; ``ife``: a Gun by
    its IFE, which then fires as a machine gun does (C2.29).

    None when its counter (or an earlier phase's fire) leaves it no shot.  A weapon that its unit could not
    fire beside the inherent FP already used counts as marked with that unit (A7.353).
    """
    key = ("part_occasion", unit.id, weapon.id if weapon is not None else 0, phase, ife)
    known: tuple[Fighter, Weapon | None, tuple[str, bool] | None] | None = st.memo.get(key)
    if known is None or known[0] is not unit or known[1] is not weapon:  # others of these ids are asked about too
        known = st.memo[key] = unit, weapon, _occasion(st, unit, weapon, phase, ife=ife)
    return known[2]


def _occasion(st: State, unit: Fighter, weapon: Weapon | None, phase: str, *, ife: bool) -> tuple[str, bool] | None:
    """The same, found out anew."""
    if isinstance(unit, Vehicle):
        return None if weapon is None else vehicle_occasion(st, unit, weapon, phase, ife=ife)
    attacker = st.turn.attacker == unit.side
    if weapon is not None and not ife and wtype(st, weapon).ordnance:
        return ordnance_occasion(st, unit, weapon, phase)
    idle = not st.weapon_shots and unit.id not in st.trails
    mark = "" if idle else weapon_mark(st, weapon) if weapon else unit_mark(st, unit)
    if weapon is not None and not idle and not mark and phase in OCCASIONS_OF and beyond_use(st, unit, weapon, phase):
        mark = unit_mark(st, unit)
    if phase == "PFPh":
        return (PREP, False) if attacker and not mark else None
    if phase == "AFPh":
        return (ADVANCING, False) if attacker and not mark else None
    if attacker:
        return None
    if phase == "MPh":
        if weapon is not None and not idle and not utype(st, unit).smc and unit_mark(st, unit) == FINAL:
            mark = FINAL
        return _FIRST_FIRE.get(mark)
    if phase == "DFPh":
        return _FINAL_FIRE.get(mark)
    return None


@builds("D3.5", "D3.3", "C5.6", "D3.5a")
def vehicle_occasion(
    st: State, vehicle: Vehicle, weapon: Weapon, phase: str, *, ife: bool = False
) -> tuple[str, bool] | None:
    """The occasion on which a vehicle's weapon would fire now, and whether it would be Intensive Fire, which only a gun
    has. Each makes one attack in a Player Turn, and more by its rate.
    """
    found = (_DRIVERS_FIRE if st.turn.attacker == vehicle.side else _DEFENDERS_FIRE).get(phase)
    mark = weapon_mark(st, weapon) if st.weapon_shots else ""
    if found is None or not mark:
        return None if found is None else (found, False)
    if mark not in (PREP, FIRST) or ife or not wtype(st, weapon).cannon or phase == "AFPh":
        return None
    return found, True


@builds("C5.6", "C2.241", "C5.6a", "C5.6b", "C2.241a", "C2.241b", "C5.6c", "C5.63b", "C5.2b")
def ordnance_occasion(st: State, unit: Fighter, weapon: Weapon, phase: str) -> tuple[str, bool] | None:
    """The occasion on which a weapon that must hit first would fire now, and whether it would be Intensive Fire: its
    one more shot once its rate is spent (C5.6), never of a SW, by pinned men, or in the AFPh but by Opportunity Fire.

    A Gun marked First Fire has no other shot than that (C2.241).
    """
    found = (_ATTACKERS_FIRE if st.turn.attacker == unit.side else _DEFENDERS_FIRE).get(phase)
    mark = weapon_mark(st, weapon) if st.weapon_shots else ""
    if found is None:
        return None
    if not mark:
        return None if beyond_use(st, unit, weapon, phase) else (found, False)
    if mark not in (PREP, FIRST) or wtype(st, weapon).gun is None or unit.pinned:
        return None
    return (found, True) if phase != "AFPh" or st.trail(unit.id).opportunity else None


def firer_occasions(
    st: State, firer: Firer, phase: str, *, ift: bool = True
) -> tuple[tuple[Weapon | None, tuple[str, bool] | None], ...]:
    """Each part of a firer with its occasion; ``ift``: in an attack on the IFT, Guns by their IFE.

    A unit that uses Subsequent First Fire or Final Protective Fire uses its weapons so too, marked or not
    (A8.3, A8.31); the other way round a marked weapon leaves its unmarked unit's inherent FP as it is.
    """
    unit = st.fighter(firer.unit)
    found: list[tuple[Weapon | None, tuple[str, bool] | None]] = []
    own = part_occasion(st, unit, None, phase) if firer.inherent else None
    if firer.inherent:
        found.append((None, own))
    for weapon_id in firer.weapons:
        weapon = st.weapons[weapon_id]
        occasion = part_occasion(st, unit, weapon, phase, ife=ift)
        if occasion is not None and own is not None and own[0] in (SUBSEQUENT, PROTECTIVE):
            if occasion[0] != PROTECTIVE:
                occasion = own
        found.append((weapon, occasion))
    return tuple(found)


@removable(without=frozenset())
def out_of_sight(st: State, firers: list[Fighter], targets: tuple[Unit, ...], loc: int) -> frozenset[int]:
    """Those of the units in a Location that one of the firers does not see though he sees others there."""
    if not _divides(st, loc):
        return frozenset()
    return frozenset(one.id for one in targets if any(unseen(st, firer, one, loc) for firer in firers))


def _divides(st: State, loc: int) -> bool:
    """Whether of the units in a Location some may be seen where others are not."""
    board = map_now(st)
    if bocage_sides(board, board.hex_at(loc)):
        return True
    for unit in st.at(loc):  # noqa: SIM110 - a plain loop: asked of every attack
        if unit.stance.crest >= 0:
            return True
    return False


@removable(without=False)
@builds("B20.92")
def unseen(st: State, firer: Fighter, target: Unit, loc: int) -> bool:
    """Whether one of the units in a Location is out of a firer's sight though others there are in it: at the bottom of
    a Depression seen only at Crest level (B20.92), or behind bocage without Wall Advantage (B9.521).
    """
    if firer.loc == loc:
        return False
    frm, board = eye(st, firer), map_now(st)
    mixed = any(unit.stance.crest >= 0 for unit in st.at(loc))
    if mixed and target.stance.crest < 0 and sight(st, frm, loc).blocked:
        return True
    if not bocage_sides(board, board.hex_at(loc)):
        return False
    return not is_seen(st, target, sight(st, frm, eye(st, target)), frm)


def effect_facts(st: State, source: Source, loc: int, targets: tuple[Unit, ...]) -> AttackFacts:
    """The facts of an attack that no unit fires."""
    st = as_walked(st, targets)
    return AttackFacts(st, source, source.occasion, loc, targets, source.moving, via=source.via)
