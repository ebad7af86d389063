"""Who may fire at what: permissions of one unit or weapon; those of a whole attack are in ``group`` (A7, A8, A9)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import SNAP
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import (
    FINAL,
    ON_MAP,
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
from goodorder.data.charts import ift

from ..facts.adjacent import known_enemies
from ..facts.aiming import is_plain, line_at_target
from ..facts.armed_vehicles import is_armed
from ..facts.attack_facts import beyond_use, has_fired, lost_inherent, part_occasion, usage_rule
from ..facts.cliffs import could_advance
from ..facts.field import outside_field
from ..facts.firing import LONG, PartAsk, UseAsk, mf_in_location
from ..facts.ground import map_now
from ..facts.manned import manned_at
from ..facts.places import eye
from ..facts.smoke import hinders
from ..facts.units import in_melee, is_leader, name, unarmed_man, utype, wtype
from ..facts.vehicles import is_afv
from ..facts.wave import in_wave, was_in_wave
from ..points import MAY_FIRE, MAY_USE
from ..registry import builds, removable, rule


@rule("A7.1", point=MAY_FIRE, order=1, rows=["A.7a"])
def good_order_firer(ask: PartAsk) -> Refusal | None:
    """Broken units and units in Melee do not fire; a malfunctioned weapon does not either."""
    if ask.unit.broken:
        return Refusal("A10.4", "a broken unit may not attack")
    if in_melee(ask.st, ask.unit):
        return Refusal("A7.21", "a unit in Melee makes no fire attack", also=("A11.15",))
    if ask.weapon is not None and ask.weapon.malfunctioned:
        return Refusal("A9.7", "the weapon has malfunctioned")
    if utype(ask.st, ask.unit).smc and ask.st.trail(ask.unit.id).directed:
        return Refusal("A10.7", "a leader who directed fire does not fire himself", also=("A7.53", "A9.12"))
    return None


@rule("A7.1", point=MAY_FIRE, order=2, rows=["SK3.AFPh.1", "SK3.PFPh.3"], of=["AFPh"])
def one_fire_phase(ask: PartAsk) -> Refusal | None:
    """The ATTACKER's units fire in one phase of a Player Turn only."""
    if any(
        shot.occasion == PREP
        for shots in (
            ask.st.trail(ask.unit.id).shots,
            *(ask.st.weapon_shots.get(weapon.id, ()) for weapon in ask.st.weapons_of(ask.unit.id)),
        )
        for shot in shots
    ):
        return Refusal("A7.1", "it fired in the PFPh", also=("A3.5", "A7.24"))
    return None


@rule("A7.352", point=MAY_FIRE, order=3, rows=["A15.23c"], of=["own FP"])
def inherent_given_up(ask: PartAsk) -> Refusal | None:
    """Use of weapons may have cost the inherent FP, except for later fire at adjacent units (A7.353)."""
    if ask.weapon is not None or (ask.throws and utype(ask.st, ask.unit).kind != "squad"):
        return None
    if ask.unit.unarmed:
        return Refusal("A20.5", "an Unarmed unit fires nothing")
    if unarmed_man(ask.st, ask.unit):
        return Refusal("A1.21", "it has no inherent FP")
    if lost_inherent(ask.st, ask.unit) and not ask.marked:
        return Refusal("A7.352", "its weapons took the place of its inherent FP", also=("A7.351", "A9.11"))
    return None


@rule("A6.1", point=MAY_FIRE, order=4)
def line_of_sight(ask: PartAsk) -> Refusal | None:
    """Fire needs a line of sight; Hindrances of six or more block it, SMOKE counted with them (A6.7, B.10)."""
    if ask.blast or (ask.watcher.loc == ask.target and not both_in_bypass(ask)):
        return None
    st, frm, line = ask.st, eye(ask.st, ask.watcher), None
    if (ask.vehicle is None or ask.targets) and is_plain(st, ask.targets, ask.via):
        blocked = not map_now(st).sees(frm, ask.target)
    else:
        aimed = line_at_target(st, frm, ask.target, ask.targets, ask.via, ask.vehicle)
        if aimed.closed:
            return Refusal("A8.15" if ask.via == SNAP else "A4.34", aimed.closed)
        line = aimed.sight
        blocked = line.blocked
    if blocked:
        return Refusal("A6.1", "no line of sight")
    if hinders(st, frm, ask.target, ift().hindrance.blocks_at, line):
        return Refusal("A6.7", "SMOKE and Hindrances of +6 or more block the line", also=("B.10", "A24.2"))
    return None


@builds("C5.5", "D2.37", "C5.5c", "D2.37a")
def both_in_bypass(ask: PartAsk) -> bool:
    """Whether a vehicle in Bypass fires at another one in Bypass of its hex, for which they have to see each other."""
    return ask.vehicle is not None and bool(ask.vehicle.stance.bypass) and bool(ask.watcher.stance.bypass)


@rule("A7.22", point=MAY_FIRE, order=5, rows=["C13.22a", "C13.24a"])
def within_long_range(ask: PartAsk) -> Refusal | None:
    """Twice the Normal Range is the limit; a MG beyond 16 hexes needs a directing leader (A9.4)."""
    if ask.ordnance or ask.blast:  # has no Long Range (C3.52)
        return None
    kind = wtype(ask.st, ask.weapon) if ask.weapon is not None else None
    if kind is not None and kind.anti_tank_rifle and ask.range > kind.range:
        return Refusal("C13.22", f"range {ask.range} is beyond its {kind.range}")
    if ask.range > LONG * ask.normal_range:
        return Refusal("A7.22", f"range {ask.range} is beyond twice its Normal Range of {ask.normal_range}")
    return None


@rule("A7.212", point=MAY_FIRE, order=6, rows=["SK3.PFPh.7", "A11.7a"])
def own_hex_first(ask: PartAsk) -> Refusal | None:
    """With a Known enemy in its own Location a unit may fire at that enemy only."""
    there = ask.st.side_at(ask.unit.loc, 1 - ask.unit.side) if ask.unit.loc != ask.target else ()
    if there and any(not enemy.concealed for enemy in there):
        return Refusal("A7.212", "an enemy is in its own hex")
    if ask.st.vehicles and ask.unit.loc != ask.target and _vehicle_binds(ask.st, ask.unit):
        return Refusal("A7.212", "an enemy vehicle is in its own hex")
    return None


def _vehicle_binds(st: State, unit: Fighter) -> bool:
    """Whether a Known enemy vehicle in a unit's Location, that is not unarmed and unarmored, binds its fire."""
    found = manned_at(st, unit.loc, 1 - unit.side)
    return any(is_armed(st, one) or is_afv(st, one) for one in found)


@rule("A4.41", point=MAY_FIRE, order=7, rows=["SK3.AFPh.3", "A4.41a", "A4.41c"], of=["AFPh", "weapon", "personnel"])
def weapons_that_moved(ask: PartAsk) -> Refusal | None:
    """A MMG, HMG or light mortar that moved in the MPh does not fire in the AFPh; one recovered where it lay does."""
    assert ask.weapon is not None
    kind = wtype(ask.st, ask.weapon)
    if kind.kind == "LMG" or kind.latw or kind.kind == "FT":
        return None
    if any(ask.weapon.id in trail.portaged and trail.came_in is not None for trail in ask.st.trails.values()):
        return Refusal("A4.41", "a MMG, HMG or mortar that moved does not fire in the AFPh")
    return None


@rule("A8.3", point=MAY_FIRE, order=8, rows=["SK3.DFF.2"], of=["MPh"])
def subsequent_fire_limits(ask: PartAsk) -> Refusal | None:
    """Subsequent First Fire stays within Normal Range and no farther than the closest Known armed enemy, men or a
    vehicle.
    """
    if ask.occasion not in (SUBSEQUENT, PROTECTIVE):
        return None
    if ask.lone:
        return Refusal("A9.3", "a single man may not use Sustained Fire", also=("A8.3", "A8.4"))
    if ask.occasion == PROTECTIVE:
        if ask.range and not could_advance(ask.st, ask.unit.loc, ask.target):
            return Refusal("A8.31", "Final Protective Fire needs an adjacent mover")
        return None
    if ask.range > ask.normal_range:
        return Refusal("A8.3", "Subsequent First Fire is limited to Normal Range")
    world = map_now(ask.st)
    for enemy in known_enemies(ask.st, ask.unit.side):
        if world.distance(ask.unit.loc, enemy.loc) < ask.range and _noticed(ask, enemy):
            return Refusal("A8.3", "an enemy is closer than the target")
    return None


@removable(without=True)
def _noticed(ask: PartAsk, enemy: Fighter) -> bool:
    """Whether an unconcealed enemy is Known to the firer: it sees him; the Starter Kit asks of all on the map."""
    st = ask.st
    return map_now(st).sees(eye(st, ask.unit), eye(st, enemy))


@rule("A8.4", point=MAY_FIRE, order=9, rows=["SK3.DFPh.3", "A.15a"], of=["DFPh"])
def final_fire_adjacent(ask: PartAsk) -> Refusal | None:
    """A unit or weapon marked First Fire uses Final Fire against adjacent or same-hex units only, a Gun by Intensive
    Fire (A8.41).
    """
    if ask.occasion == FINAL and ask.marked:
        if ask.range > 1:
            return Refusal("A8.4", "marked First Fire: only adjacent targets", also=("A3.4", "A8.41"))
        if ask.lone and not ask.ordnance:
            return Refusal("A9.3", "a single man may not use Sustained Fire", also=("A8.3", "A8.4"))
    return None


@rule("A8.14", point=MAY_FIRE, order=10, of=["MPh"])
def shots_per_mf(ask: PartAsk) -> Refusal | None:
    """In the MPh a unit or weapon fires at a mover in one Location at most as often as it spent MF there.

    A squad and each of its weapons are counted by themselves, as is each weapon of a vehicle, unless it uses Subsequent
    First Fire, which is its own whatever it fires (A8.3); any other unit is one with what it fires.
    """
    own = ask.st.trail(ask.unit.id).shots
    histories = [ask.st.weapon_shots.get(ask.weapon.id, ())] if ask.weapon else []
    if isinstance(ask.unit, Vehicle):
        pass
    elif utype(ask.st, ask.unit).kind != "squad":
        histories.append(own)
    elif ask.occasion in (SUBSEQUENT, PROTECTIVE):
        histories += [tuple(s for s in own if s.weapon == source) for source in {s.weapon for s in own}]
    elif ask.weapon is None:
        histories.append(tuple(s for s in own if not s.weapon))
    movers: tuple[Fighter, ...] = ask.targets
    if ask.vehicle is not None and not ask.ordnance:
        movers = (*movers, ask.vehicle)
    if any(in_wave(ask.st, mover) for mover in movers) and (refusal := _shots_at_the_wave(ask, movers, histories)):
        return refusal
    for mover in movers:
        fired = max((sum(1 for s in some if _at(s, ask.target, mover)) for some in histories), default=0)
        if fired and fired >= max(1, mf_in_location(ask.st, mover) // 2):
            return Refusal("A8.14", "it has fired as often as the mover spent MF here", also=("A8.3", "A9.2"))
    return None


@builds("A25.233", "A25.233c")
def _shots_at_the_wave(
    ask: PartAsk, movers: tuple[Fighter, ...], histories: list[tuple[FireMark, ...]]
) -> Refusal | None:
    """All units of a Human Wave have moved at once: shots at any of them in an impulse count together (R2006)."""
    trails = [ask.st.trail(mover.id) for mover in movers]
    made = max(len(trail.steps) for trail in trails)
    mf = max(trail.steps[-1].mf for trail in trails if trail.steps) if made else 0

    def at_it(shot: FireMark) -> bool:
        # Who was in a Wave before this one has ended his MPh.
        if shot.spent or shot.step != made:
            return False
        at = [ask.st.units[u] for u in shot.units if u in ask.st.units and not ask.st.trail(u).ended]
        return any(was_in_wave(ask.st, unit) for unit in at)

    fired = max((sum(map(at_it, some)) for some in histories), default=0)
    if fired and fired >= max(1, mf // 2):
        text = "it has fired at the Human Wave as often as this impulse cost MF"
        return Refusal("A25.233", text, also=("A8.14", "A8.3", "A9.2"))
    return None


def shots_left(st: State, unit: Unit, mover: Fighter) -> bool:
    """Whether a unit has fired its inherent FP at a mover in its present Location less often than that spent MF or MP
    there.
    """
    fired = sum(1 for shot in st.trail(unit.id).shots if not shot.weapon and _at(shot, mover.loc, mover))
    return not fired or fired < max(1, mf_in_location(st, mover) // 2)


def _at(shot: FireMark, target: int, mover: Fighter) -> bool:
    return shot.target == target and mover.id in shot.units and not shot.spent


@rule("A9.21", point=MAY_FIRE, order=11, of=["weapon"])
def field_of_fire(ask: PartAsk) -> Refusal | None:
    """A MMG or HMG in woods or a building keeps to the covered arc of its earlier shots in the phase."""
    assert ask.weapon is not None
    if outside_field(ask.st, ask.unit, ask.weapon, ask.target, ask.phase):
        return Refusal("A9.21", "outside the covered arc of its earlier shots")
    return None


@once_a_position
def use_refusal(st: State, vehicle: Vehicle, weapon: Weapon | None, phase: str) -> Refusal | None:
    """Why a vehicle's weapon fires at nothing in this phase, wherever its targets are, or None."""
    return st.world.rules.refuse(MAY_USE, UseAsk(st, vehicle, weapon, phase))


class Target(Struct, frozen=True):
    """What an attack is aimed at: a Location and the units under fire there, or the ``vehicle`` that it names.

    ``via`` is the hexside along which it goes there, -1 for none; ``spotter`` who sees it for a mortar, 0 for nobody;
    ``thrower`` has a MOL for it (A22.611).
    """

    loc: int
    units: tuple[Unit, ...]
    vehicle: Vehicle | None = None
    via: int = -1
    spotter: int = 0
    thrower: int = 0


def part_refusal(
    st: State,
    unit: Fighter,
    weapon: Weapon | None,
    target: Target,
    phase: str,
    *,
    occasion: tuple[str, bool] | None = None,
    helped: bool = False,
    ife: bool = False,
) -> Refusal | None:
    """Why this unit (with this weapon) may not fire at ``target`` now, or None.

    ``occasion`` is the part's in its attack, where that is not the one it would have alone; ``ife``: a Gun by its IFE.
    """
    if unit.place != ON_MAP:
        return Refusal("A7.1", "it is not on the map")
    found = occasion or part_occasion(st, unit, weapon, phase, ife=ife)
    if found is None:
        return _no_shot(st, unit, weapon, phase)

    # what a unit alone may fire is asked again of each attack that it joins; others of these ids are asked about too
    loc, units, vehicle, via, spotter = target.loc, target.units, target.vehicle, target.via, target.spotter
    number = weapon.id if weapon is not None else 0
    tank = vehicle.id if vehicle is not None else 0
    throws = weapon is None and target.thrower == unit.id
    key = ("part_refusal", unit.id, number, loc, phase, found, helped, via, ife, tank, spotter, throws)
    known: _Known | None = st.memo.get(key)
    if known is not None and known[0] is unit and known[1] is weapon and known[2] is vehicle and known[3] == units:
        return known[4]
    reach = st.world.map.distance(unit.loc, loc)
    ask = PartAsk(st, unit, weapon, loc, units, phase, found[0], found[1], reach, helped, via, ife, vehicle, spotter)
    ask = replace(ask, throws=True) if throws else ask
    refusal = use_refusal(st, unit, weapon, phase) if isinstance(unit, Vehicle) else None
    refusal = refusal or st.world.rules.refuse(MAY_FIRE, ask)
    st.memo[key] = unit, weapon, vehicle, units, refusal
    return refusal


_Known = tuple[Fighter, Weapon | None, Vehicle | None, tuple[Unit, ...], Refusal | None]
"""Who would fire what at whom, and why that may not be."""


def _no_shot(st: State, unit: Fighter, weapon: Weapon | None, phase: str) -> Refusal:
    if isinstance(unit, Vehicle) and weapon is None:
        return Refusal("D5.8", "an Inherent crew has no FP of its own")
    if phase in ("PFPh", "AFPh") and st.turn.attacker != unit.side:
        return Refusal("A7.1", "only the ATTACKER fires in this phase")
    if phase in ("MPh", "DFPh") and st.turn.attacker == unit.side:
        return Refusal("A8.1", "only the DEFENDER fires in this phase")
    if phase == "DFPh":
        return Refusal("A8.4", "marked Final Fire", also=("A3.4",))
    if weapon is not None and beyond_use(st, unit, weapon, phase):
        return Refusal(usage_rule(st, unit), "its unit has used its inherent FP and can't fire this weapon too")
    if phase in ("PFPh", "AFPh"):
        return Refusal("A7.1", "it has fired already", also=("A8.1", "A9.2"))
    return Refusal("A7.1", "nobody fires in this phase")


@builds("A15.41", "A15.41a")
def leader_refusal(st: State, leader: Unit) -> Refusal | None:
    """Why a leader may not direct fire now, or None."""
    if not is_leader(st, leader):
        return Refusal("A7.531", f"{name(st, leader)} is no leader", also=("A7.53",))
    if leader.broken or leader.pinned or in_melee(st, leader):
        return Refusal("A7.831", f"{name(st, leader)} is broken, pinned or in Melee", also=("A7.53", "A10.7"))
    if leader.berserk:
        return Refusal("A15.41", f"{name(st, leader)} is berserk and leads nobody", also=("A7.53",))
    if has_fired(st, leader):
        return Refusal("A10.7", f"{name(st, leader)} has fired a weapon", also=("A7.53", "A9.12"))
    if st.trail(leader.id).noted("clear"):
        return Refusal("B24.7", f"{name(st, leader)} is engaged in Clearance", also=("A7.53",))
    return None
