"""Fire Lanes: who may lay one, what it is worth, whom it attacks, and what it costs (A9.22-A9.223).

A lane lives on its weapon: ``Weapon.lane`` holds its hexes from the gun out to the counter.
"""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.actions import SNAP, Fire, Firer, Lane
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, FireLaneRemoved
from goodorder.core.notes import Note
from goodorder.core.state import FIRST, PROTECTIVE, SUBSEQUENT, State, Unit, Weapon
from goodorder.data.charts import ift
from goodorder.rules.facts.bearers import bearer, possessor

from ..a07_fire.attack import AttackLedger, attack_ledger
from ..a07_fire.group import AttackAsk
from ..a08_defensive.residual import ResidualFP, attacked_as
from ..a19_shortage import short_of_ammunition
from ..b_terrain.wading import wet_rule
from ..facts.aiming import FireLine, snap_at
from ..facts.attack_facts import AttackFacts, effect_facts, firer_occasions, sight, weapon_mark
from ..facts.firing import PartAsk
from ..facts.ground import map_now
from ..facts.masks import as_walked, under_fire
from ..facts.places import crest_place, eye, is_deep
from ..facts.smoke import Hindered, past_hulls
from ..facts.snap_shot import crossing, snap_line
from ..facts.units import is_good_order, wtype
from ..points import MAY_ATTACK, MAY_FIRE, PHASE_ENDS
from ..registry import builds, removable, rule
from .breakdown import lone_breakdown
from .lane_path import lane_ends, lane_hexes, lane_sides

SEEN_THROUGH = frozenset({"grain", "brush", "marsh", "vineyard"})
"""Hindrances that neither block a lane's line nor modify its attack; vineyard is brush (B12.7)."""
TOO_THICK = "B.10"
BLOCKING = 6


def lane_strength(st: State, weapon: Weapon, reach: int) -> int:
    """FP of a lane: of the column to the left of the weapon's own, twice that in the ADJACENT hex (A9.22)."""
    table = ift()
    column = table.column(wtype(st, weapon).fp)
    if not column:
        return 0
    fp = table.fp(column - 1)
    return 2 * fp if reach == 1 else fp


def lane_sight(st: State, gun: int, loc: int) -> tuple[bool, int]:
    """Whether a lane's line to a Location is open, and the Hindrances that count on it as DRM (A9.22, A9.222)."""
    verdict = past_hulls(st, map_now(st).los(gun, loc))
    counted = sum(one.value for one in verdict.hindrances if one.terrain not in SEEN_THROUGH)
    if not verdict.blocked:
        return True, counted
    thick = verdict.why is not None and verdict.why.rule == TOO_THICK
    return thick and counted < BLOCKING, counted


def gunner(st: State, weapon: Weapon) -> Unit | None:
    """The unit that mans a weapon with a lane."""
    return bearer(st, weapon) if weapon.lane else None


@builds("A9.22")
def lanes_over(st: State, loc: int) -> tuple[Weapon, ...]:
    """Weapons whose lanes exert FP in a Location, or at the Crest of its hex (B20.92)."""
    crest = crest_place(map_now(st), st.world.map.hex_at(loc)) if is_deep(map_now(st), loc) else -1
    places = (loc, crest) if crest >= 0 else (loc,)
    return tuple(weapon for weapon in st.weapons.values() if any(_exerts(st, weapon, place) for place in places))


def _exerts(st: State, weapon: Weapon, place: int) -> bool:
    """Whether a lane reaches a place: at the level that its gun looks from, in its Normal Range and its line."""
    man, board = gunner(st, weapon), map_now(st)
    if man is None or man.loc < 0 or board.hex_at(place) not in weapon.lane:
        return False
    frm = eye(st, man)
    if board.locations[frm].level != board.locations[place].level:
        return False
    reach = board.distance(board.hex_at(frm), board.hex_at(place))
    return reach <= wtype(st, weapon).range and lane_sight(st, frm, place)[0]


@builds("A9.22", "A9.222")
class FireLane(ResidualFP, frozen=True):
    """A Fire Lane's Residual FP, which comes from its gun: in a Location of the lane, or at the hexside that movers
    cross as a Snap Shot (``snap``, A9.221).

    Its line runs to the hex centre, and who is in Bypass or on a road there is in the Location as for other
    Residual FP.
    """

    gun: int = 0
    snap: bool = False

    words: ClassVar[str] = "Fire Lane"
    hindered_by: ClassVar[str] = "A9.222"

    @property
    def via(self) -> int:
        """The hexside, of a Snap Shot."""
        return SNAP if self.snap else -1

    def locations(self, attack: AttackFacts) -> tuple[int, ...]:
        """Where its gun looks from."""
        return self.eyes(attack)

    def eyes(self, attack: AttackFacts) -> tuple[int, ...]:
        """Where its gun looks from."""
        return (self._muzzle(attack.st),)

    def line(self, attack: AttackFacts, frm: int, targets: tuple[Unit, ...]) -> FireLine:
        """The line to the centre, or to the hexside."""
        if self.snap:
            return snap_at(attack.st, frm, attack.target, targets)
        return FireLine(sight(attack.st, frm, attack.target))

    def hindered(self, attack: AttackFacts) -> Hindered:
        """Hindrances between the gun and the target count, but for SMOKE, grain, brush and marsh."""
        st, gun = attack.st, self._muzzle(attack.st)
        if not self.snap:
            seen_at = next((eye(st, unit) for unit in attack.targets if unit.loc == attack.target), attack.target)
            return Hindered(lane_sight(st, gun, seen_at)[1])
        step = crossing(st, attack.targets, attack.target)
        seen = snap_line(st, gun, step) if step is not None else None
        if seen is None:
            return Hindered(0)
        hindrances = past_hulls(st, seen).hindrances
        return Hindered(sum(one.value for one in hindrances if one.terrain not in SEEN_THROUGH))

    def jammed(self, st: State, original: int) -> tuple[tuple[int, bool], ...]:
        """Its gun, by its own breakdown number (A9.223)."""
        found = lane_malfunction(st, st.weapons[self.gun], original)
        return (found,) if found is not None else ()

    def _muzzle(self, st: State) -> int:
        return eye(st, possessor(st, st.weapons[self.gun]))


def fire_lane(st: State, weapon: Weapon, loc: int, *, snap: bool = False) -> FireLane:
    """The lane of a weapon as it attacks in a Location, or as a Snap Shot on the way into it."""
    man, board = possessor(st, weapon), map_now(st)
    strength = lane_strength(st, weapon, board.distance(board.hex_at(eye(st, man)), board.hex_at(loc)))
    return FireLane(man.side, strength, weapon.id, snap)


def lane_facts(st: State, weapon: Weapon, loc: int, targets: tuple[Unit, ...], *, snap: bool = False) -> AttackFacts:
    """The facts of an attack by a lane on movers in one of its Locations, or as a Snap Shot on their way into one."""
    return effect_facts(st, fire_lane(st, weapon, loc, snap=snap), loc, targets)


def lane_note(ledger: AttackLedger, lane: FireLane, unit: int) -> Note:
    """What a unit's trail keeps of an attack by a lane."""
    drm = ledger.drm.total(unit)
    when = attacked_as(ledger.attack.st, unit)
    return Note("lane", weapon=lane.gun, loc=ledger.attack.target, strength=lane.fp, drm=drm, when=when)


@builds("A9.222")
def lane_targets(st: State, weapon: Weapon, loc: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """The movers that a lane attacks now: each once in a Location, again when it has become more vulnerable (A8.22).

    An attack that could do nothing even with an Original 2 is not made.
    """
    here = (unit for unit in under_fire(st, units) if unit.loc == loc)
    live = tuple(unit for unit in here if _exerts(st, weapon, eye(st, unit)))
    if not live:
        return ()
    ledger = attack_ledger(lane_facts(st, weapon, loc, live))
    if ledger.column is None:
        return ()
    due = []
    for unit in live:
        drm = ledger.drm.total(unit.id)
        before = _drm_before(st, unit, weapon.id, loc)
        if (before is None or drm < before) and ift().result(ledger.column, 2 + drm).kind != "NONE":
            due.append(unit.id)
    return tuple(due)


def _drm_before(st: State, unit: Unit, weapon: int, loc: int) -> int | None:
    for note in reversed(st.trail(unit.id).tried):
        if (note.kind, note.weapon, note.loc, note.when) == ("lane", weapon, loc, attacked_as(st, unit.id)):
            return note.drm
    return None


@builds("A9.221")
def snap_targets(st: State, weapon: Weapon, loc: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """The movers that a lane may attack as they cross a hexside of its line, into a Location of it or out of one.

    Not those whom it has attacked in the Location that they leave; only where the attack could do something.
    """
    board, gun = map_now(st), gunner(st, weapon)
    live = tuple(unit for unit in under_fire(st, units) if unit.loc == loc)
    step = crossing(as_walked(st, live), live, loc)
    if step is None or gun is None or gun.loc < 0:
        return ()
    hexes = frozenset((board.hex_at(step.frm), board.hex_at(loc)))
    at = board.hex_at(gun.loc)
    lane = step.frm if board.hex_at(step.frm) in weapon.lane else loc
    level = board.locations[lane].level == board.locations[eye(st, gun)].level
    if hexes not in lane_sides(board, at, weapon.lane) or not level:
        return ()
    if board.distance(at, board.hex_at(loc)) > wtype(st, weapon).range or snap_line(st, eye(st, gun), step) is None:
        return ()
    due = tuple(unit for unit in live if _drm_before(st, unit, weapon.id, step.frm) is None)
    ledger = attack_ledger(lane_facts(st, weapon, loc, due, snap=True)) if due else None
    if ledger is None or ledger.column is None:
        return ()
    return tuple(u.id for u in due if ift().result(ledger.column, 2 + ledger.drm.total(u.id)).kind != "NONE")


@builds("A9.221", "A25.233")
def lanes_left(st: State, loc: int, units: tuple[int, ...]) -> tuple[Weapon, ...]:
    """Weapons whose lanes may attack movers as they leave a hex of the lane for a Location beside it."""
    laid = tuple([weapon for weapon in st.weapons.values() if weapon.lane])
    step = crossing(st, under_fire(st, units), loc) if laid else None
    if step is None:
        return ()
    left = map_now(st).hex_at(step.frm)
    return tuple([weapon for weapon in laid if left in weapon.lane and snap_targets(st, weapon, loc, units)])


@builds("A9.223")
def lane_malfunction(st: State, weapon: Weapon, original: int) -> tuple[int, bool] | None:
    """Whether an attack DR of its lane breaks a weapon: (weapon, removed), or None."""
    return lone_breakdown(st, weapon, original)


@rule("A9.22", point=MAY_FIRE, order=12, of=["MPh"])
def lane_gun_waits(ask: PartAsk) -> Refusal | None:
    """In the MPh a gun with a lane fires no more, nor does its unit as Subsequent First Fire or FPF, but at an enemy in
    its own Location (A9.223).
    """
    if not ask.range:
        return None
    if ask.weapon is not None and ask.weapon.lane:
        return Refusal("A9.22", "its Fire Lane keeps it from other fire until the DFPh")
    manned = any(weapon.lane for weapon in ask.st.weapons_of(ask.unit.id))
    if manned and ask.occasion in (SUBSEQUENT, PROTECTIVE):
        return Refusal("A9.223", "a unit that mans a Fire Lane fires again only at an enemy in its Location")
    return None


@rule("A9.22", point=MAY_ATTACK, order=20, of=["Fire Lanes"])
def lane_declared(ask: AttackAsk) -> Refusal | None:
    """Each Fire Lane that an attack declares."""
    for lane in ask.action.lanes:
        if refusal := _lane_refusal(ask, lane):
            return refusal
    weapons = [lane.weapon for lane in ask.action.lanes]
    return Refusal("A9.22", "one Fire Lane for each gun") if len(set(weapons)) < len(weapons) else None


@builds("A9.22", "A19.131d")
def _lane_refusal(ask: AttackAsk, lane: Lane) -> Refusal | None:
    st, action, board = ask.st, ask.action, map_now(ask.st)
    firer = next((f for f in action.firers if lane.weapon in f.weapons), None)
    if firer is None:
        return Refusal("A9.22", "a gun that does not fire lays no Fire Lane")
    if short_of_ammunition(st, st.fighter(firer.unit).side) and not st.weapons[lane.weapon].captured:
        return Refusal("A19.131", "no Fire Lanes when short of ammunition", also=("A9.22",))
    if refusal := _gun_refusal(st, firer, lane.weapon, ask.phase):
        return refusal
    gun, target = st.fighter(firer.unit).loc, action.target
    reach = board.distance(board.hex_at(gun), board.hex_at(target))
    if not reach:
        return Refusal("A9.22", "not with Triple Point Blank Fire")
    if reach > wtype(st, st.weapons[lane.weapon]).range:
        return Refusal("A9.22", "the first target is within Normal Range")
    places = {target, *(eye(st, unit) for unit in ask.targets)}
    if board.locations[eye(st, st.fighter(firer.unit))].level not in {board.locations[place].level for place in places}:
        return Refusal("A9.22", "the first target is at the gun's level")
    if board.hex_at(target) not in lane_hexes(board, board.hex_at(gun), lane.to, lane.hand):
        return Refusal("A9.22", "the counter lies on a grain that runs from the gun through the target's hex")
    return None


def _gun_refusal(st: State, firer: Firer, weapon_id: int, phase: str) -> Refusal | None:
    weapon = st.weapons[weapon_id]
    if phase != "MPh":
        return Refusal("A9.22", "only with Defensive First Fire")
    if not wtype(st, weapon).machine_gun:
        return Refusal("A9.22", "only a machine gun lays a Fire Lane")
    men = [st.units[u] for u in (firer.unit, firer.helper) if u]
    if any(man.pinned or not is_good_order(st, man) for man in men):
        return Refusal("A9.22", "who mans the gun is in Good Order and not pinned")
    if wet_rule(st, men[0]):
        return Refusal("A9.22", "the terrain makes its fire Area Fire")
    occasion = next((found for held, found in firer_occasions(st, firer, phase) if held == weapon), None)
    if weapon_mark(st, weapon) or occasion is None or occasion[0] != FIRST:
        return Refusal("A9.22", "the gun or its unit has used its First Fire")
    return None


@removable(without=())
def lane_options(st: State, firer: Firer, weapon: Weapon, target: int, phase: str) -> tuple[Lane, ...]:
    """The Fire Lanes that a gun of an attack could lay, by the counter's hex; nearest first."""
    board, gun = map_now(st), st.fighter(firer.unit).loc
    if _gun_refusal(st, firer, weapon.id, phase) is not None:
        return ()
    ends = lane_ends(board, board.hex_at(gun), board.hex_at(target), wtype(st, weapon).range)
    return tuple(Lane(weapon.id, end, hand) for end, hand in ends)


@builds("A9.223")
def lanes_laid(st: State, action: Fire, cowered: bool) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Lanes that an attack leaves, as (weapon, hexes): none when it cowered, none of a gun that broke down."""
    if cowered:
        return ()
    board = map_now(st)
    found = []
    for lane in action.lanes:
        weapon = st.weapons.get(lane.weapon)
        man = bearer(st, weapon) if weapon is not None else None
        if weapon is None or weapon.malfunctioned or man is None or man.broken or man.pinned:
            continue
        found.append((weapon.id, lane_hexes(board, board.hex_at(man.loc), lane.to, lane.hand)))
    return tuple(found)


def cancelled_by(st: State, action: Fire) -> tuple[int, ...]:
    """Weapons whose lanes end because they or their units fire in their own Location (A9.223)."""
    found: list[int] = []
    for firer in action.firers:
        if st.fighter(firer.unit).loc == action.target:
            found += [weapon.id for weapon in st.weapons_of(firer.unit) if weapon.lane]
    return tuple(found)


@rule("A9.223", point=PHASE_ENDS, of=["MPh"], order=20)
def lanes_end(st: State) -> tuple[Event, ...]:
    """At the end of the MPh no lane is left."""
    return tuple(FireLaneRemoved(weapon=weapon.id) for weapon in st.weapons.values() if weapon.lane)
