"""Possession of support weapons outside the MPh: transfer, recovery, repair (A4.43, A4.431, A4.44, A9.72)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from goodorder.board import Hex, Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, WeaponDropped, WeaponRemoved
from goodorder.core.notes import Note, NoteKind
from goodorder.core.state import ON_MAP, State, Unit, Weapon
from goodorder.data.charts import movement
from goodorder.rules.facts.bearers import bearer, place_of, possessor

from ..a09_weapons.captured import enemy_weapon_refusal, use_refusal
from ..d_vehicles.repair import vehicle_repair_refusal
from ..facts.adjacent import armed_foe_here
from ..facts.ground import map_now
from ..facts.places import climbs
from ..facts.units import is_good_order, utype, wtype
from ..ledger import Ledger, Mod
from ..points import DR_MODS, PHASE_ENDS
from ..registry import builds, removable, rule

RECOVER: Final = "recover"
REPAIR: Final = "repair"
GIVE: Final = "give"
FORMED: tuple[NoteKind, ...] = ("deploy", "recombine", "led_deploy", "led_recombine")
"""Notes of Deploying and Recombining (A1.31, A1.32), each a unit's sole action of the RPh."""
WET = ("marsh", "shallow_stream", "deep_stream", "flooded_stream")
"""Terrain besides Water Obstacles that swallows what lies there unpossessed (A4.43)."""


class AttemptFacts(Struct, frozen=True):
    """A single-die attempt of a unit: ``what`` is ``recover``, ``repair`` or another word of its section."""

    st: State
    unit: Unit
    what: str


@rule("A4.51", point=DR_MODS, rows=["SK3.RPh.4", "A4.44g", "A4.51d"], order=10)
def exhausted_recovery(facts: AttemptFacts) -> Mod | None:
    """A CX unit adds one to its Recovery dr."""
    if facts.what != RECOVER or not facts.unit.cx:
        return None
    return Mod("cx_recovery", movement().recovery.cx_drm, "A4.51", "CX")


def attempt_ledger(st: State, unit: Unit, what: str) -> Ledger:
    """The drm of an attempt; leadership never applies (A.10b)."""
    return Ledger(st.world.rules.mods(DR_MODS, AttemptFacts(st, unit, what)))


def recovery_note(weapon: int, phase: str) -> Note:
    """What a unit's trail keeps of an attempt to recover a weapon."""
    return Note(RECOVER, weapon=weapon, when=phase)


def transfer_note(weapon: int, phase: str) -> Note:
    """What a unit's trail keeps of a weapon that it handed to another."""
    return Note(GIVE, weapon=weapon, when=phase)


def repair_note(weapon: int) -> Note:
    """What a unit's trail keeps of an attempt to repair a weapon."""
    return Note(REPAIR, weapon=weapon)


def recovery_tried(st: State, unit_id: int, weapon: int, phase: str) -> bool:
    """Whether a unit has tried to recover this weapon in this phase."""
    return recovery_note(weapon, phase) in st.trail(unit_id).tried


def able_refusal(st: State, unit: Unit | None, side: int, rule_number: str) -> Refusal | None:
    """Why a unit may not handle SW at all, or None; ``rule_number`` is the rule that wants it in Good Order."""
    if unit is None or unit.side != side or unit.place != ON_MAP:
        return Refusal(rule_number, "it is not this side's unit on the map")
    if unit.unarmed:
        return Refusal("A20.5", "an Unarmed unit handles no weapons", also=(rule_number,))
    if not is_good_order(st, unit):
        return Refusal(rule_number, "the unit is not in Good Order")
    if unit.pinned:
        return Refusal(rule_number, "a pinned unit may not", also=("A7.8",))
    if climbs(st, unit):
        return Refusal("B11.4", "a climber handles no SW", also=(rule_number,))
    return None


@builds("A4.431", "SK3.RPh.7", "SK3.APh.2", "A4.431a", "A4.431b", "A4.44f")
def give_refusal(st: State, side: int, weapon_id: int, to: int) -> Refusal | None:
    """Why a weapon may not be handed to unit ``to`` now, or None.

    Both are Good Order unpinned units of one Location; a weapon changes hands once a phase and not in
    the phase of its recovery.  The phase is the caller's to check (RPh, start of the own APh).
    """
    weapon = st.weapons.get(weapon_id)
    giver, taker = bearer(st, weapon) if weapon is not None else None, st.units.get(to)
    if weapon is None or giver is None:
        return Refusal("A4.431", "nobody possesses it")
    for unit in (giver, taker):
        if refusal := able_refusal(st, unit, side, "A4.431"):
            return refusal
    if taker is None or giver.id == taker.id or giver.loc != taker.loc:
        return Refusal("A4.431", "it takes another unit of the same Location")
    if (giver.stance.crest >= 0) != (taker.stance.crest >= 0):
        return Refusal("A4.431", "not between Crest status and IN the Depression")
    if refusal := use_refusal(st, weapon):
        return refusal
    changes = (recovery_note(weapon_id, st.turn.phase), transfer_note(weapon_id, st.turn.phase))
    if any(note in changes for unit in st.side_at(giver.loc, side) for note in st.trail(unit.id).tried):
        return Refusal("A4.4", "it has changed hands in this phase")
    if st.turn.phase == "RPh" and (st.trail(giver.id).noted(RECOVER) or st.trail(taker.id).noted(RECOVER)):
        return Refusal("A4.44", "recovery is a unit's sole action of the RPh")
    return None


def held_by_broken(st: State, weapon: Weapon) -> bool:
    """Whether a broken unit on the map possesses a weapon."""
    unit = bearer(st, weapon)
    return unit is not None and unit.broken and place_of(st, weapon) >= 0


@removable(without=())
@builds("A4.43", "A4.43f")
def sunk(st: State) -> tuple[int, ...]:
    """Weapons that nobody possesses in marsh, streams with water or other water: they are lost (A4.43).

    Who carries one across a bridge drops it on the bridge.
    """
    waters = _waters(map_now(st))
    if not waters:
        return ()
    lying = [one for one in st.weapons.values() if not one.holder and one.place == ON_MAP]
    return tuple([weapon.id for weapon in lying if weapon.loc in waters])


@rule("A4.43", point=PHASE_ENDS, rows=["A4.43f"], order=40)
def sinks_at_last(st: State) -> tuple[Event, ...]:
    """What lies in water as a phase ends is gone, however it came there."""
    return tuple(WeaponRemoved(weapon=weapon, reason="A4.43") for weapon in sunk(st))


def drop_events(st: State, weapon: int, loc: int) -> tuple[Event, ...]:
    """A weapon is dropped, and lost at once where it sinks (A4.43)."""
    dropped = WeaponDropped(weapon=weapon, loc=loc)
    return (dropped, WeaponRemoved(weapon=weapon, reason="A4.43")) if sinks(st, loc) else (dropped,)


@removable(without=False)
@builds("A4.43", "A4.43f")
def sinks(st: State, loc: int) -> bool:
    """Whether what is dropped in a Location is lost in its water."""
    return loc in _waters(map_now(st))


@once_per_map(64)
def _waters(board: Map) -> frozenset[int]:
    """The Locations of a map that lie in water."""
    return frozenset([place.id for place in board.locations if _under_water(board.hex_of(place.id))])


def _under_water(place: Hex) -> bool:
    kinds = [kind for kind in (place.terrain, place.depression) if kind is not None]
    return place.bridge is None and any(kind.id in WET or kind.category == "WATER" for kind in kinds)


@builds("A4.44", "A4.44c")
def reach_refusal(st: State, unit: Unit, weapon_id: int) -> Refusal | None:
    """Why a weapon is not one that a unit could recover where it stands, or None.

    It lies there unpossessed, or a broken unit of its side holds it and the unit is a SMC.
    """
    weapon = st.weapons.get(weapon_id)
    if weapon is not None and weapon.place == ON_MAP:
        if not weapon.holder and weapon.loc == unit.loc:
            if unit.stance.crest >= 0:
                return Refusal("A4.44", "from Crest status nothing IN the Depression is recovered")
            return Refusal("A4.43", "it sank where it lay") if weapon_id in sunk(st) else None
        if held_by_broken(st, weapon) and place_of(st, weapon) == unit.loc and weapon.holder != unit.id:
            giver = possessor(st, weapon)
            if (giver.stance.crest >= 0) != (unit.stance.crest >= 0):
                return Refusal("A4.44", "not between Crest status and IN the Depression")
            if giver.side == unit.side:
                return _take_over_refusal(st, unit)
    return Refusal("A4.44", "no such unpossessed weapon lies in its Location", also=("A4.43",))


def _take_over_refusal(st: State, unit: Unit) -> Refusal | None:
    if not utype(st, unit).smc:
        return Refusal("A4.44", "only a single man takes a weapon from a broken unit")
    refusal: Refusal | None = st.world.rules.lacks("take_over")
    return refusal


@builds("A4.44", "SK3.RPh.4", "A.10b", "A4.44a", "A4.44e")
def recover_refusal(st: State, side: int, unit_id: int, weapon_id: int) -> Refusal | None:
    """Why a unit may not try to recover a weapon in the RPh, or None."""
    unit, weapon = st.units.get(unit_id), st.weapons.get(weapon_id)
    if refusal := able_refusal(st, unit, side, "A4.44"):
        return refusal
    assert unit is not None
    if refusal := reach_refusal(st, unit, weapon_id):
        return refusal
    assert weapon is not None
    if refusal := enemy_weapon_refusal(st, weapon, side):
        return refusal
    if armed_foe_here(st, unit):
        return Refusal("A4.44", "an armed Known enemy is in its Location")
    if st.trail(unit_id).noted(RECOVER, REPAIR, GIVE, *FORMED):
        return Refusal("A4.44", "recovery is a unit's sole action of the RPh")
    return None


def recovers(st: State, unit: Unit, face: int) -> bool:
    """Whether a Recovery dr succeeds: Final below 6 (A4.44)."""
    return face + attempt_ledger(st, unit, RECOVER).total() < movement().recovery.below


def repairs_in_a_phase(st: State, unit: Unit) -> int:
    """How many weapons a unit can fire in one phase, and so repair in one RPh: a squad two, any other one (A7.351)."""
    return 2 if utype(st, unit).kind == "squad" else 1


@builds("A9.72", "SK3.RPh.5", "A.10b")
def repair_refusal(st: State, side: int, weapon_id: int) -> Refusal | None:
    """Why a weapon may not be repaired now, or None."""
    weapon = st.weapons.get(weapon_id)
    unit = bearer(st, weapon) if weapon is not None else None
    if weapon is not None and st.vehicles and (vehicle := st.vehicles.get(weapon.holder)) is not None:
        return vehicle_repair_refusal(st, side, vehicle, weapon, repair_note(weapon_id))
    if weapon is None or unit is None:
        return Refusal("A9.72", "nobody possesses it")
    if not weapon.malfunctioned:
        return Refusal("A9.72", "it has not malfunctioned")
    if unit.side != side or unit.place != ON_MAP:
        return Refusal("A9.72", "it is not this side's unit on the map")
    if not is_good_order(st, unit):
        return Refusal("A9.72", "its unit is not in Good Order")
    if climbs(st, unit):
        return Refusal("B11.4", "a climber handles no SW", also=("A9.72",))
    if refusal := use_refusal(st, weapon):
        return refusal
    if weapon.captured:
        return Refusal("A9.72", "a captured weapon is never repaired but by its own side", also=("A21.1",))
    if wtype(st, weapon).gun is not None and utype(st, unit).kind != "crew":
        return Refusal("A9.72", "only a crew repairs a Gun")
    if not wtype(st, weapon).repair:
        return Refusal("A9.72", "its counter has no Repair Number")
    done = [note for note in st.trail(unit.id).tried if note.kind == REPAIR]
    if any(repair_note(weapon_id) in st.trail(other.id).tried for other in st.side_at(unit.loc, side)):
        return Refusal("A9.72", "its repair was tried in this phase")
    if len(done) >= repairs_in_a_phase(st, unit):
        return Refusal("A9.72", "its unit has tried as many repairs as it can fire weapons")
    if st.trail(unit.id).noted(*FORMED):
        return Refusal("A3.1", "its unit has done something else in this phase", also=("A10.7",))
    if st.trail(unit.id).noted(RECOVER):
        return Refusal("A4.44", "recovery is a unit's sole action of the RPh")
    return None


def repair_outcome(st: State, weapon: Weapon, face: int) -> str:
    """What a Repair dr does: ``repaired``, ``removed`` or ``""`` (A9.72)."""
    kind = wtype(st, weapon)
    if face <= kind.repair:
        return "repaired"
    if face >= (kind.removal or 6):
        return "removed"
    return ""


def inherent_capacity(st: State, unit: Unit) -> int:
    """IPC in PP of a unit by itself (A4.42, A17.2)."""
    table = movement().portage
    if not utype(st, unit).smc:
        return table.mmc_ipc
    return table.wounded_smc_ipc if unit.wounded else table.smc_ipc


@builds("A10.4", "A4.42e")
def abandon_choices(st: State, unit: Unit) -> tuple[tuple[int, ...], ...]:
    """What a broken unit may leave behind as it routs: each choice keeps as many PP as its IPC allows (A10.4).

    One empty choice when it can carry everything.
    """
    held = st.weapons_of(unit.id)
    limit = inherent_capacity(st, unit)
    kept: list[tuple[int, tuple[int, ...]]] = []
    for bits in range(1 << len(held)):
        chosen = [weapon for number, weapon in enumerate(held) if bits >> number & 1]
        load = sum(wtype(st, weapon).pp for weapon in chosen)
        if load <= limit:
            left = tuple(weapon.id for weapon in held if weapon not in chosen)
            kept.append((load, left))
    most = max(load for load, _ in kept)
    best = [left for load, left in kept if load == most]
    return tuple(sorted(left for left in best if not any(set(other) < set(left) for other in best)))
