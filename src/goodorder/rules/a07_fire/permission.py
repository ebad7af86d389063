"""Who may fire at what: permissions of one part, of a unit's weapons and of a Fire Group (A7, A8, A9)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.actions import Fire, Firer
from goodorder.core.errors import Refusal
from goodorder.core.state import FINAL, FIRST, ON_MAP, PROTECTIVE, SUBSEQUENT, State, Unit, Weapon

from ..points import MAY_ATTACK, MAY_FIRE
from ..registry import rule
from ..units import in_close_combat, in_melee, is_leader, name, utype, wtype
from .facts import has_fired, lost_inherent, part_occasion, sight, unit_mark

MAX_MG_RANGE = 16


class PartAsk(Struct, frozen=True):
    """May this unit (with this weapon) fire at this Location now?  ``targets`` are the movers in the MPh."""

    st: State
    unit: Unit
    weapon: Weapon | None
    target: int
    targets: tuple[Unit, ...]
    phase: str
    occasion: str
    marked: bool
    range: int

    @property
    def normal_range(self) -> int:
        """Normal Range of the part in hexes (A1.22, A9.1)."""
        return wtype(self.st, self.weapon).range if self.weapon else utype(self.st, self.unit).range


class AttackAsk(Struct, frozen=True):
    """May these firers attack together?"""

    st: State
    action: Fire
    targets: tuple[Unit, ...]
    phase: str


@rule("A7.1", point=MAY_FIRE, order=1, rows=["A.7a"])
def good_order_firer(ask: PartAsk) -> Refusal | None:
    """Broken units and units in Melee do not fire; a malfunctioned weapon does not either."""
    if ask.unit.broken:
        return Refusal("A10.4", "a broken unit may not attack")
    if in_melee(ask.st, ask.unit):
        return Refusal("A7.21", "a unit in Melee makes no fire attack")
    if ask.weapon is not None and ask.weapon.malfunctioned:
        return Refusal("A9.7", "the weapon has malfunctioned")
    return None


@rule("A7.1", point=MAY_FIRE, order=2, rows=["SK3.AFPh.1", "SK3.PFPh.3"])
def one_fire_phase(ask: PartAsk) -> Refusal | None:
    """The ATTACKER's units fire in one phase of a Player Turn only."""
    if ask.phase == "AFPh" and any(
        shot.occasion == "prep"
        for shots in (
            ask.st.trail(ask.unit.id).shots,
            *(ask.st.weapon_shots.get(weapon.id, ()) for weapon in ask.st.weapons_of(ask.unit.id)),
        )
        for shot in shots
    ):
        return Refusal("A7.1", "it fired in the PFPh")
    return None


@rule("A7.352", point=MAY_FIRE, order=3)
def inherent_given_up(ask: PartAsk) -> Refusal | None:
    """Use of weapons may have cost the inherent FP, except for later fire at adjacent units (A7.353)."""
    if ask.weapon is not None:
        return None
    if utype(ask.st, ask.unit).smc:
        return Refusal("A1.21", "it has no inherent FP")
    if lost_inherent(ask.st, ask.unit) and not ask.marked:
        return Refusal("A7.352", "its weapons took the place of its inherent FP")
    return None


@rule("A6.1", point=MAY_FIRE, order=4)
def line_of_sight(ask: PartAsk) -> Refusal | None:
    """Fire needs a line of sight, with fewer than six Hindrances (A6.7)."""
    if ask.range and sight(ask.st, ask.unit.loc, ask.target).blocked:
        return Refusal("A6.1", "no line of sight")
    return None


@rule("A7.22", point=MAY_FIRE, order=5)
def within_long_range(ask: PartAsk) -> Refusal | None:
    """Twice the Normal Range is the limit; a MG beyond 16 hexes needs a directing leader (A9.4)."""
    if ask.range > 2 * ask.normal_range:
        return Refusal("A7.22", f"range {ask.range} is beyond twice its Normal Range of {ask.normal_range}")
    return None


@rule("A7.212", point=MAY_FIRE, order=6, rows=["SK3.PFPh.7"])
def own_hex_first(ask: PartAsk) -> Refusal | None:
    """With an enemy in its own hex a unit may fire at that enemy only."""
    if ask.range and in_close_combat(ask.st, ask.unit):
        return Refusal("A7.212", "an enemy is in its own hex")
    return None


@rule("A4.41", point=MAY_FIRE, order=7, rows=["SK3.AFPh.3"])
def weapons_that_moved(ask: PartAsk) -> Refusal | None:
    """A MMG or HMG that moved in the MPh does not fire in the AFPh."""
    if ask.phase != "AFPh" or ask.weapon is None:
        return None
    if wtype(ask.st, ask.weapon).kind == "LMG":
        return None
    if any(step.kind == "enter" for step in ask.st.trail(ask.unit.id).steps):
        return Refusal("A4.41", "a MMG or HMG that moved does not fire in the AFPh")
    return None


@rule("A8.3", point=MAY_FIRE, order=8, rows=["SK3.DFF.2"])
def subsequent_fire_limits(ask: PartAsk) -> Refusal | None:
    """Subsequent First Fire stays within Normal Range and no farther than the closest Known armed enemy."""
    if ask.occasion not in (SUBSEQUENT, PROTECTIVE):
        return None
    if ask.weapon is not None and utype(ask.st, ask.unit).smc:
        return Refusal("A9.3", "a single man may not use Sustained Fire")
    if ask.occasion == PROTECTIVE:
        return Refusal("A8.31", "Final Protective Fire needs an adjacent mover") if ask.range > 1 else None
    if ask.range > ask.normal_range:
        return Refusal("A8.3", "Subsequent First Fire is limited to Normal Range")
    world = ask.st.world.map
    for loc, units in ask.st.occupied().items():
        if units and world.distance(ask.unit.loc, loc) < ask.range:
            if any(u.side != ask.unit.side and is_armed_known(ask.st, u) for u in units):
                return Refusal("A8.3", "an enemy is closer than the target")
    return None


@rule("A8.4", point=MAY_FIRE, order=9, rows=["SK3.DFPh.3", "A.15a"])
def final_fire_adjacent(ask: PartAsk) -> Refusal | None:
    """A unit or weapon marked First Fire uses Final Fire against adjacent or same-hex units only."""
    if ask.occasion == FINAL and ask.marked:
        if ask.range > 1:
            return Refusal("A8.4", "marked First Fire: only adjacent targets")
        if ask.weapon is not None and utype(ask.st, ask.unit).smc:
            return Refusal("A9.3", "a single man may not use Sustained Fire")
    return None


@rule("A8.14", point=MAY_FIRE, order=10)
def shots_per_mf(ask: PartAsk) -> Refusal | None:
    """In the MPh a unit or weapon fires at a mover in one Location at most as often as it spent MF there."""
    if ask.phase != "MPh":
        return None
    shots = ask.st.weapon_shots.get(ask.weapon.id, ()) if ask.weapon else ask.st.trail(ask.unit.id).shots
    for mover in ask.targets:
        fired = sum(1 for s in shots if s.target == ask.target and mover.id in s.units and not s.spent)
        if fired and fired >= max(1, mf_in_location(ask.st, mover) // 2):
            return Refusal("A8.14", "it has fired as often as the mover spent MF here")
    return None


def mf_in_location(st: State, unit: Unit) -> int:
    """Half MF that a mover spent in its present Location since it came there."""
    spent = 0
    for step in reversed(st.trail(unit.id).steps):
        if step.to != unit.loc:
            break
        spent += step.mf
        if step.frm != step.to:
            break
    return spent


def is_armed_known(st: State, unit: Unit) -> bool:
    """A Known armed enemy for fire limits and rout: any unit on the map that is not concealed (A10.5, A8.3).

    A leader counts as armed; a broken unit is still armed.
    """
    return unit.place == ON_MAP and not unit.concealed


def part_refusal(
    st: State, unit: Unit, weapon: Weapon | None, target: int, targets: tuple[Unit, ...], phase: str
) -> Refusal | None:
    """Why this unit (with this weapon) may not fire at ``target`` now, or None."""
    if unit.place != ON_MAP:
        return Refusal("A7.1", "it is not on the map")
    found = part_occasion(st, unit, weapon, phase)
    if found is None:
        return _no_shot(st, unit, weapon, phase)
    reach = st.world.map.distance(unit.loc, target)
    ask = PartAsk(st, unit, weapon, target, targets, phase, found[0], found[1], reach)
    refusal: Refusal | None = st.world.rules.refuse(MAY_FIRE, ask)
    return refusal


def _no_shot(st: State, unit: Unit, weapon: Weapon | None, phase: str) -> Refusal:
    if phase in ("PFPh", "AFPh") and st.turn.attacker != unit.side:
        return Refusal("A7.1", "only the ATTACKER fires in this phase")
    if phase in ("MPh", "DFPh") and st.turn.attacker == unit.side:
        return Refusal("A8.1", "only the DEFENDER fires in this phase")
    if phase == "DFPh":
        return Refusal("A8.4", "marked Final Fire")
    if phase in ("PFPh", "AFPh"):
        return Refusal("A7.1", "it has fired already")
    return Refusal("A7.1", "nobody fires in this phase")


@rule("A7.351", point=MAY_ATTACK, order=1)
def weapons_per_unit(ask: AttackAsk) -> Refusal | None:
    """A squad fires one weapon with its inherent FP or two without; any other unit one without; a SMC one."""
    for firer in ask.action.firers:
        unit = ask.st.units[firer.unit]
        kind = utype(ask.st, unit)
        used = {
            w.id for w in ask.st.weapons_of(unit.id) if any(not s.spent for s in ask.st.weapon_shots.get(w.id, ()))
        } | set(firer.weapons)
        limit = 2 if kind.kind == "squad" else 1
        if len(used) > limit:
            return Refusal("A7.351", f"{name(ask.st, unit)} may fire {limit} weapon{'s' * (limit > 1)} in a phase")
        if not firer.inherent or kind.smc:
            continue
        late = unit_mark(ask.st, unit) != ""
        together = len(firer.weapons) if late else len(used)
        if together >= limit:
            return Refusal("A7.351", f"{name(ask.st, unit)} gives up its inherent FP for these weapons")
        if (
            not late
            and any(s for w in ask.st.weapons_of(unit.id) for s in ask.st.weapon_shots.get(w.id, ()))
            and limit == 1
        ):
            return Refusal("A7.352", f"{name(ask.st, unit)} gave up its inherent FP")
    return None


@rule("A7.5", point=MAY_ATTACK, order=2)
def connected_group(ask: AttackAsk) -> Refusal | None:
    """The Locations of a Fire Group form a chain of adjacent hexes that see each other (ADJACENT)."""
    locs = list(dict.fromkeys(ask.st.units[firer.unit].loc for firer in ask.action.firers))
    reached, todo = {locs[0]}, [locs[0]]
    while todo:
        here = todo.pop()
        for loc in locs:
            if loc not in reached and ask.st.world.map.adjacent(here, loc) and not sight(ask.st, here, loc).blocked:
                reached.add(loc)
                todo.append(loc)
    return None if len(reached) == len(locs) else Refusal("A7.5", "the firers' hexes are not connected")


@rule("A7.531", point=MAY_ATTACK, order=3, rows=["A.10a"])
def directing_leaders(ask: AttackAsk) -> Refusal | None:
    """Leaders direct from the firers' Locations, one in each, in Good Order, unpinned, not firing themselves."""
    st, leaders = ask.st, ask.action.leaders
    if not leaders:
        return None
    firing = {firer.unit for firer in ask.action.firers} | {f.helper for f in ask.action.firers}
    keys = firer_keys(ask.action.firers)
    locs = {st.units[firer.unit].loc for firer in ask.action.firers}
    if {st.units[leader].loc for leader in leaders} != locs or len(leaders) != len(locs):
        return Refusal("A7.531", "each firing hex needs one directing leader, and only firing hexes")
    for leader_id in leaders:
        leader = st.units[leader_id]
        if refusal := leader_refusal(st, leader):
            return refusal
        if leader_id in firing:
            return Refusal("A10.7", "a leader who fires directs nobody")
        directed = st.trail(leader_id).directed
        if directed and not keys <= set(directed):
            return Refusal("A7.53", "he has directed other firers in this Player Turn")
    return None


def leader_refusal(st: State, leader: Unit) -> Refusal | None:
    """Why a leader may not direct fire now, or None."""
    if not is_leader(st, leader):
        return Refusal("A7.531", f"{name(st, leader)} is no leader")
    if leader.broken or leader.pinned or in_melee(st, leader):
        return Refusal("A7.831", f"{name(st, leader)} is broken, pinned or in Melee")
    if has_fired(st, leader):
        return Refusal("A10.7", f"{name(st, leader)} has fired a weapon")
    return None


def firer_keys(firers: tuple[Firer, ...]) -> set[int]:
    """Unit ids for inherent FP, negative weapon ids for weapons, of an attack's firers."""
    keys: set[int] = set()
    for firer in firers:
        if firer.inherent:
            keys.add(firer.unit)
        keys.update(-weapon for weapon in firer.weapons)
    return keys


@rule("A7.55", point=MAY_ATTACK, order=4, rows=["A.5c"])
def mandatory_group(ask: AttackAsk) -> Refusal | None:
    """Units of one Location that fire at one target in one phase (one expenditure in the MPh) fire as one group.

    Later shots of a weapon that kept its rate are free of this.
    """
    st, target = ask.st, ask.action.target
    now = {"PFPh": ("prep",), "AFPh": ("advancing",), "DFPh": (FINAL,)}.get(ask.phase, (FIRST, SUBSEQUENT, PROTECTIVE))
    movers = {unit.id for unit in ask.targets} if ask.phase == "MPh" else set()
    step = expenditures(st, ask.targets) if ask.phase == "MPh" else 0
    keys = firer_keys(ask.action.firers)
    for loc in {st.units[firer.unit].loc for firer in ask.action.firers}:
        before: set[int] = set()
        for unit in st.side_at(loc, st.units[ask.action.firers[0].unit].side):
            sources = [(unit.id, st.trail(unit.id).shots)]
            sources += [(-weapon.id, st.weapon_shots.get(weapon.id, ())) for weapon in st.weapons_of(unit.id)]
            for key, shots in sources:
                for shot in shots:
                    same = shot.target == target and shot.occasion in now and not shot.spent and shot.step == step
                    if same and (ask.phase != "MPh" or movers & set(shot.units)):
                        before.add(key)
        here = {k for f in ask.action.firers if st.units[f.unit].loc == loc for k in firer_keys((f,))}
        if before and here - before and keys:
            return Refusal(
                "A7.55", "other firers of this hex have already attacked that target: they had to fire together"
            )
    return None


def expenditures(st: State, movers: tuple[Unit, ...]) -> int:
    """How many expenditures the movers made in this MPh (the longest trail among them)."""
    return max((len(st.trail(unit.id).steps) for unit in movers), default=0)


@rule("A8.3", point=MAY_ATTACK, order=5, rows=["SK3.DFF.3"])
def no_split_in_subsequent(ask: AttackAsk) -> Refusal | None:
    """A unit in Final Protective Fire fires every MG that it can."""
    for firer in ask.action.firers:
        unit = ask.st.units[firer.unit]
        if ask.phase != "MPh" or unit_mark(ask.st, unit) != FINAL or utype(ask.st, unit).smc:
            continue
        usable = [w for w in ask.st.weapons_of(unit.id) if not w.malfunctioned and wtype(ask.st, w).machine_gun]
        limit = 2 if utype(ask.st, unit).kind == "squad" else 1
        if len(firer.weapons) < min(limit, len(usable)):
            return Refusal("A8.31", "Final Protective Fire uses every usable MG")
    return None


@rule("A9.4", point=MAY_ATTACK, order=6)
def long_mg_fire(ask: AttackAsk) -> Refusal | None:
    """A MG fires beyond 16 hexes only when a leader directs it."""
    for firer in ask.action.firers:
        reach = ask.st.world.map.distance(ask.st.units[firer.unit].loc, ask.action.target)
        if firer.weapons and reach > MAX_MG_RANGE and not ask.action.leaders:
            return Refusal("A9.4", "a MG beyond 16 hexes needs a directing leader")
    return None
