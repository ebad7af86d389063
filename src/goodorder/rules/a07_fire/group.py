"""What binds the firers of one attack together: their weapons, their hexes, their leaders (A7.35, A7.5, A7.53)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from goodorder.core.actions import Fire, Firer
from goodorder.core.errors import Refusal
from goodorder.core.state import FINAL, PROTECTIVE, SUBSEQUENT, Fighter, State, Unit, Vehicle

from ..facts.attack_facts import (
    DEFENSIVE,
    OCCASIONS_OF,
    fired_at,
    fired_weapons,
    firer_occasions,
    unit_mark,
    usage_rule,
    weapon_limit,
)
from ..facts.cliffs import capital_adjacent
from ..facts.units import (
    NO_LEADER_IN_COMMON,
    leads,
    name,
    small_arms,
    unarmed_man,
    utype,
    wtype,
)
from ..points import MAY_ATTACK, kinds_of
from ..registry import builds, rule
from .firepower import MAX_MG_RANGE
from .permission import Target, leader_refusal, part_refusal


class AttackAsk(Struct, frozen=True):
    """May these firers attack together?"""

    st: State
    action: Fire
    targets: tuple[Unit, ...]
    phase: str

    @property
    def kinds(self) -> frozenset[str]:
        """What holds of it of the kinds that ``MAY_ATTACK`` knows.

        A hull that the action turns is a vehicle's, and what it lays is a weapon, whether they are there or not.
        """
        action, vehicles = self.action, self.st.vehicles
        firers = action.firers
        words = [self.phase, "on the IFT" if action.ordnance is None else "To Hit"]
        if len(firers) > 1:
            words.append("several fire")
        if action.hull or (vehicles and any(firer.unit in vehicles for firer in firers)):
            words.append("a vehicle fires")
        if action.facing >= 0 or any([firer.weapons for firer in firers]):  # noqa: C419 - a list of one, mostly
            words.append("weapon")
        if action.leaders:
            words.append("directed")
        if action.vehicle or action.gun:
            words.append("at a vehicle" if action.vehicle else "at a Gun")
        if action.spray != -1:
            words.append("Spraying Fire")
        if action.lanes:
            words.append("Fire Lanes")
        return kinds_of(tuple(words))


@rule("A7.351", point=MAY_ATTACK, order=1)
def weapons_per_unit(ask: AttackAsk) -> Refusal | None:
    """A squad fires one weapon with its inherent FP or two without; any other unit one without; a SMC one.

    Subsequent First Fire, Final Protective Fire and Final Fire by a marked unit have its halved inherent FP
    again, whatever it fired before, within the same limits (A7.353).
    """
    st = ask.st
    for firer in ask.action.firers:
        unit = st.fighter(firer.unit)
        if isinstance(unit, Vehicle):
            continue
        used = fired_weapons(st, unit, OCCASIONS_OF.get(ask.phase, ()))
        if not used and not firer.weapons:
            continue
        used |= set(firer.weapons)
        limit = weapon_limit(st, unit)
        if len(used) > limit:
            most = f"{limit} weapon{'s' * (limit > 1)}"
            return Refusal(usage_rule(st, unit), f"{name(st, unit)} may fire {most} in a phase")
        if not firer.inherent or unarmed_man(st, unit):
            continue
        together = firer.weapons if unit_mark(st, unit) else used
        if len(together) >= limit:
            return Refusal(usage_rule(st, unit), f"{name(st, unit)} gives up its inherent FP for these weapons")
    return None


def used_up(st: State, unit: Unit, phase: str, weapon: int) -> bool:
    """Whether a weapon would be one too many for a unit in this phase (A7.35)."""
    return len(fired_weapons(st, unit, OCCASIONS_OF.get(phase, ())) | {weapon}) > weapon_limit(st, unit)


@rule("A7.5", point=MAY_ATTACK, order=2, of=["several fire"])
def connected_group(ask: AttackAsk) -> Refusal | None:
    """The Locations of a Fire Group form a chain of ADJACENT ones, by stairs too."""
    if len(ask.action.firers) == 1:
        return None
    locs = list(dict.fromkeys(ask.st.fighter(firer.unit).loc for firer in ask.action.firers))
    reached, todo = {locs[0]}, [locs[0]]
    while todo:
        here = todo.pop()
        for loc in locs:
            if loc not in reached and capital_adjacent(ask.st, here, loc):
                reached.add(loc)
                todo.append(loc)
    return None if len(reached) == len(locs) else Refusal("A7.5", "the firers' hexes are not connected")


@rule("A7.531", point=MAY_ATTACK, order=3, rows=["A.10a"], of=["directed"])
def directing_leaders(ask: AttackAsk) -> Refusal | None:
    """Leaders direct from the firers' Locations, one in each, in Good Order, unpinned, not firing themselves."""
    st, leaders = ask.st, ask.action.leaders
    if not leaders:
        return None
    firing = {firer.unit for firer in ask.action.firers} | {f.helper for f in ask.action.firers}
    keys = firer_keys(ask.action.firers)
    locs = {st.fighter(firer.unit).loc for firer in ask.action.firers}
    if {st.units[leader].loc for leader in leaders} != locs or len(leaders) != len(locs):
        return Refusal("A7.531", "each firing hex needs one directing leader, and only firing hexes", also=("A7.53",))
    for leader_id in leaders:
        leader = st.units[leader_id]
        if refusal := leader_refusal(st, leader):
            return refusal
        if not all(leads(st, leader, st.fighter(firer.unit)) for firer in ask.action.firers):
            return Refusal("A25.24", NO_LEADER_IN_COMMON)
        if leader_id in firing:
            return Refusal("A10.7", "a leader who fires directs nobody", also=("A7.53", "A9.12"))
        if not all(keys <= known for known in directed_before(st, leader_id, ask.phase)):
            return Refusal("A7.53", "he has directed other firers in this Player Turn", also=("A7.531",))
    return None


def directed_before(st: State, leader: int, phase: str) -> tuple[set[int], ...]:
    """Sets of firers within which a leader's further direction must keep (A7.53).

    Those of his first attack in this Player Turn; and those of his first one on each occasion of this phase,
    since Subsequent First Fire, Final Protective Fire and Final Fire allow him one firer or group again.
    """
    trail = st.trail(leader)
    found = [set(trail.directed)] if trail.directed else []
    for note in trail.lent:
        again = note.when in OCCASIONS_OF.get(phase, ()) and note.when in (SUBSEQUENT, PROTECTIVE, FINAL)
        if note.firers and again:
            found.append(set(note.firers))
    return tuple(found)


def firer_keys(firers: tuple[Firer, ...]) -> set[int]:
    """Unit ids for inherent FP, negative weapon ids for weapons, of an attack's firers."""
    keys: set[int] = set()
    for firer in firers:
        if firer.inherent:
            keys.add(firer.unit)
        for weapon in firer.weapons:
            keys.add(-weapon)
    return keys


@rule("A7.55", point=MAY_ATTACK, order=4, rows=["A.5c"], of=["on the IFT"])
def mandatory_group(ask: AttackAsk) -> Refusal | None:
    """Units of one Location that fire at one target in one phase (one expenditure in the MPh) fire as one group.

    Later shots of a weapon that kept its rate are free of this, whatever fires on a To Hit Table, and Subsequent First
    Fire and Final Protective Fire by another source of a unit that was in the attack (A7.353, example of A8.41).
    """
    st, target = ask.st, ask.action.target
    if st.vehicles and ask.action.firers[0].unit in st.vehicles:
        return None
    if (
        target not in fired_at(st)
        or ask.action.ordnance is not None
        or any(_is_gun(st, weapon) for firer in ask.action.firers for weapon in firer.weapons)
    ):
        return None
    now = OCCASIONS_OF[ask.phase]
    movers = {unit.id for unit in ask.targets} if ask.phase == "MPh" else set()
    step = expenditures(st, ask.targets) if ask.phase == "MPh" else 0
    keys = firer_keys(ask.action.firers)
    for loc in {st.fighter(firer.unit).loc for firer in ask.action.firers}:
        before: set[int] = set()
        for unit in st.side_at(loc, st.fighter(ask.action.firers[0].unit).side):
            sources = [(unit.id, st.trail(unit.id).shots)]
            for weapon in st.weapons_of(unit.id) if st.weapon_shots else ():
                shots = st.weapon_shots.get(weapon.id, ())
                if shots and not _is_gun(st, weapon.id):
                    sources.append((-weapon.id, shots))
            for key, shots in sources:
                for shot in shots:
                    if (key > 0 and shot.weapon) or shot.to_hit:
                        continue
                    same = shot.target == target and shot.occasion in now and not shot.spent and shot.step == step
                    if same and (ask.phase != "MPh" or movers & set(shot.units)):
                        before.add(key)
        here = {k for f in ask.action.firers if st.fighter(f.unit).loc == loc for k in firer_keys((f,))}
        if before and here - before - _once_more(ask, loc, before) and keys:
            return Refusal(
                "A7.55", "other firers of this hex have already attacked that target: they had to fire together"
            )
    return None


def _is_gun(st: State, weapon: int) -> bool:
    """A weapon that fires by itself: a Gun, whatever else must hit first, and a flamethrower."""
    kind = wtype(st, st.weapons[weapon])
    return kind.ordnance or kind.kind == "FT"


@builds("A7.353")
def _once_more(ask: AttackAsk, loc: int, before: set[int]) -> set[int]:
    """Sources of units of a Location that fire Subsequent First Fire or Final Protective Fire now after another of
    their own has attacked.
    """
    st, found = ask.st, set[int]()
    for firer in ask.action.firers:
        own = {firer.unit, *(-weapon.id for weapon in st.weapons_of(firer.unit))}
        if st.fighter(firer.unit).loc != loc or own.isdisjoint(before):
            continue
        for weapon, occasion in firer_occasions(st, firer, ask.phase, ift=ask.action.ordnance is None):
            if occasion is not None and occasion[0] in (SUBSEQUENT, PROTECTIVE):
                found.add(-weapon.id if weapon is not None else firer.unit)
    return found


def expenditures(st: State, movers: Sequence[Fighter]) -> int:
    """How many expenditures the movers made in this MPh (the longest trail among them)."""
    return max((len(st.trail(unit.id).steps) for unit in movers), default=0)


@rule("A8.31", point=MAY_ATTACK, order=5, rows=["SK3.DFF.3"], of=["MPh"])
def protective_uses_all(ask: AttackAsk) -> Refusal | None:
    """A unit in Final Protective Fire fires every MG that it can."""
    for firer in ask.action.firers if ask.phase == "MPh" else ():
        unit = ask.st.fighter(firer.unit)
        if unit_mark(ask.st, unit) != FINAL or utype(ask.st, unit).smc:
            continue
        if len(firer.weapons) < _usable_in_protective_fire(ask, unit):
            return Refusal("A8.31", "Final Protective Fire uses every usable MG")
    return None


def _usable_in_protective_fire(ask: AttackAsk, unit: Fighter) -> int:
    """How many MG a unit in Final Protective Fire can fire at the target, within what it may operate in a phase.

    One that is dismantled, or whose covered arc leads elsewhere (A9.21), is not usable.
    """
    st, action, limit = ask.st, ask.action, weapon_limit(ask.st, unit)
    aim = Target(action.target, ask.targets, via=action.via)
    usable = {
        weapon.id
        for weapon in small_arms(st, unit)
        if wtype(st, weapon).machine_gun
        and part_refusal(st, unit, weapon, aim, ask.phase, occasion=(PROTECTIVE, True)) is None
    }
    fired = fired_weapons(st, unit, DEFENSIVE)
    return min(limit, len(usable & fired) + min(max(0, limit - len(fired)), len(usable - fired)))


@rule("A9.4", point=MAY_ATTACK, order=6, of=["weapon"])
def long_mg_fire(ask: AttackAsk) -> Refusal | None:
    """A MG fires beyond 16 hexes only when a leader directs it."""
    for firer in ask.action.firers if not ask.action.leaders else ():
        if not firer.weapons or firer.unit in ask.st.vehicles or any(_is_gun(ask.st, one) for one in firer.weapons):
            continue
        if ask.st.world.map.distance(ask.st.fighter(firer.unit).loc, ask.action.target) > MAX_MG_RANGE:
            return Refusal("A9.4", "a MG beyond 16 hexes needs a directing leader")
    return None
