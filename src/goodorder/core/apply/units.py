"""Appliers of unit events."""

from __future__ import annotations

from msgspec.structs import replace

from ..events import units as ev
from ..notes import Note
from ..stance import PLAIN
from ..state import (
    ASSAULT,
    CAPTURED,
    DASH,
    ELIMINATED,
    ESCORTING,
    EXITED,
    JOINED,
    MK_ENCIRCLED,
    NOWHERE,
    OFF_BOARD,
    ON_MAP,
    UNPLACED,
    Fighter,
    State,
    Unit,
    with_stance,
)
from .registry import applies


def _top_order(st: State, loc: int) -> int:
    if loc >= 0:  # top first
        here = st.at(loc)
        return here[0].order + 1 if here else 1
    return max([unit.order for unit in _nowhere(st)], default=0) + 1


def _bottom_order(st: State, loc: int) -> int:
    here = st.at(loc) if loc >= 0 else _nowhere(st)
    return min([unit.order for unit in here], default=0) - 1


def _nowhere(st: State) -> list[Unit]:
    return [unit for unit in st.units.values() if unit.loc < 0]


@applies(ev.UnitPlaced)
def unit_placed(st: State, event: ev.UnitPlaced) -> State:
    """On top of the stack; weapons it holds go along."""
    unit = st.units[event.unit]
    st = _guns_along(st, event.unit, event.loc)
    if event.loc == NOWHERE:
        return st.with_unit(replace(unit, loc=NOWHERE, place=UNPLACED))
    return st.with_unit(replace(unit, loc=event.loc, place=ON_MAP, order=_top_order(st, event.loc)))


def _guns_along(st: State, unit: int, loc: int) -> State:
    """In the set-up a Gun goes along with those who man it; with nobody placed it is not placed either."""
    for weapon in st.weapons_of(unit):
        if weapon.loc >= 0 or (loc >= 0 and st.world.catalogue.is_gun(weapon.type)):
            st = st.with_weapon(replace(weapon, loc=loc))
    return st


@applies(ev.UnitWaits)
def unit_waits(st: State, event: ev.UnitWaits) -> State:
    """Off board, ready to enter."""
    return st.with_unit(replace(st.units[event.unit], place=OFF_BOARD))


@applies(ev.UnitEntered)
def unit_entered(st: State, event: ev.UnitEntered) -> State:
    """On the map, on top of the stack."""
    return st.with_unit(replace(st.units[event.unit], loc=event.loc, place=ON_MAP, order=_top_order(st, event.loc)))


@applies(ev.UnitMoved)
def unit_moved(st: State, event: ev.UnitMoved) -> State:
    """Into another Location."""
    unit = st.units[event.unit]
    order = _top_order(st, event.loc) if event.top else _bottom_order(st, event.loc)
    moved = replace(unit, loc=event.loc, place=ON_MAP, order=order, stance=PLAIN)
    return unringed(st.with_unit(moved), unit)


def unringed(st: State, unit: Fighter) -> State:
    """An Encircled counter goes with the last of the units that it affects, but for hidden ones (A7.7); the "?" of a
    vehicle keeps it as one of them would (A12.2).
    """
    if not st.markers or unit.loc == NOWHERE:
        return st
    ring = st.marker_at(MK_ENCIRCLED, unit.loc)
    if ring is None:
        return st
    here = {one.side for one in st.at(unit.loc) if not one.hidden}
    here |= {one.side for one in st.vehicles_at(unit.loc) if one.concealed and not one.hidden}
    if here and (ring.side == -1 or ring.side in here):
        return st
    return st.with_(markers={key: marker for key, marker in st.markers.items() if key != ring.id})


@applies(ev.CrestChanged)
def crest_changed(st: State, event: ev.CrestChanged) -> State:
    """Crest counter on or off."""
    return st.with_unit(with_stance(st.units[event.unit], crest=event.crest))


@applies(ev.WallAdvantage)
def wall_advantage(st: State, event: ev.WallAdvantage) -> State:
    """Wall Advantage counter on or off, of the "?" of a vehicle too."""
    if event.unit in st.vehicles:
        vehicle = st.vehicles[event.unit]
        held = replace(vehicle, stance=vehicle.stance.with_(wa=event.held))
        return st.with_(vehicles={**st.vehicles, held.id: held})
    return st.with_unit(with_stance(st.units[event.unit], wa=event.held))


@applies(ev.MoveDeclared)
def move_declared(st: State, event: ev.MoveDeclared) -> State:
    """The trail starts with its declarations."""
    trail = st.trail(event.unit)
    return st.with_trail(
        event.unit,
        replace(
            trail,
            declared=trail.declared | event.declared,
            started=True,
            dash=trail.dash if event.dash == NOWHERE else event.dash,
            afv=event.afv or trail.afv,
        ),
    )


@applies(ev.WentBeside)
def went_beside(st: State, event: ev.WentBeside) -> State:
    """What it would have spent stands in its trail."""
    return st.with_trail(event.unit, replace(st.trail(event.unit), beside=event.mf))


@applies(ev.ManCarried)
def man_carried(st: State, event: ev.ManCarried) -> State:
    """His carrier stands in his trail."""
    return st.with_trail(event.unit, replace(st.trail(event.unit), carrier=event.by))


@applies(ev.StepTaken)
def step_taken(st: State, event: ev.StepTaken) -> State:
    """The step joins the trail; what the unit holds while it spends MF counts as carried (A4.43d)."""
    trail = st.trail(event.unit)
    if event.step.kind in ("enter", "occupy"):
        st = _out_of_bypass(st, event.unit)
    held = tuple(weapon.id for weapon in st.weapons_of(event.unit) if weapon.loc < 0)
    return st.with_trail(
        event.unit,
        replace(
            trail,
            steps=(*trail.steps, event.step),
            spent=trail.spent + event.step.mf,
            portaged=tuple(dict.fromkeys((*trail.portaged, *held))),
            unseen=len(trail.steps) + 1 if st.units[event.unit].concealed else trail.unseen,
        ),
    )


@applies(ev.Bypassed)
def bypassed(st: State, event: ev.Bypassed) -> State:
    """The way along the hexsides of its hex."""
    return st.with_unit(with_stance(st.units[event.unit], bypass=event.vertices))


def _out_of_bypass(st: State, unit: int) -> State:
    return st.with_unit(with_stance(st.units[unit], bypass=())) if st.units[unit].stance.bypass else st


@applies(ev.MoveEnded)
def move_ended(st: State, event: ev.MoveEnded) -> State:
    """No further MPh for this unit: from now on it is in the obstacle that it went around (A4.32)."""
    st = _out_of_bypass(st, event.unit)
    return st.with_trail(event.unit, replace(st.trail(event.unit), started=True, ended=True))


def _no_dash(st: State, unit: int) -> State:
    """A unit that breaks, is pinned or wounded does not Dash on (A4.63)."""
    trail = st.trail(unit)
    return st.with_trail(unit, replace(trail, dash=NOWHERE)) if trail.declared & DASH else st


def _no_lane(st: State, unit: int) -> State:
    """A unit that breaks, is pinned or eliminated keeps no Fire Lane (A9.223)."""
    for weapon in st.weapons_of(unit):
        if weapon.lane:
            st = st.with_weapon(replace(weapon, lane=()))
    return st


@applies(ev.UnitBroke)
def unit_broke(st: State, event: ev.UnitBroke) -> State:
    """Broken, under DM; pin, CX and TI come off (A7.8, A4.51, A4.8)."""
    st = _no_lane(_no_dash(st, event.unit), event.unit)
    return st.with_unit(replace(st.units[event.unit], broken=True, dm=True, pinned=False, cx=False, ti=False))


@applies(ev.UnitRallied)
def unit_rallied(st: State, event: ev.UnitRallied) -> State:
    """Good side up."""
    return st.with_unit(replace(st.units[event.unit], broken=False, dm=False, disrupted=False))


@applies(ev.UnitPinned)
def unit_pinned(st: State, event: ev.UnitPinned) -> State:
    """Pin counter on."""
    st = _no_lane(_no_dash(st, event.unit), event.unit)
    return st.with_unit(replace(st.units[event.unit], pinned=True))


@applies(ev.UnitUnpinned)
def unit_unpinned(st: State, event: ev.UnitUnpinned) -> State:
    """Pin counter off."""
    return st.with_unit(replace(st.units[event.unit], pinned=False))


@applies(ev.DmPlaced)
def dm_placed(st: State, event: ev.DmPlaced) -> State:
    """DM counter on."""
    return st.with_unit(replace(st.units[event.unit], dm=True))


@applies(ev.DmRemoved)
def dm_removed(st: State, event: ev.DmRemoved) -> State:
    """DM counter off."""
    return st.with_unit(replace(st.units[event.unit], dm=False))


@applies(ev.CxPlaced)
def cx_placed(st: State, event: ev.CxPlaced) -> State:
    """CX counter on."""
    return st.with_unit(replace(st.units[event.unit], cx=True))


@applies(ev.CxRemoved)
def cx_removed(st: State, event: ev.CxRemoved) -> State:
    """CX counter off; the trail remembers one that came off at the start of the MPh (A4.51h)."""
    st = st.with_unit(replace(st.units[event.unit], cx=False))
    if event.at_move:
        st = st.with_trail(event.unit, replace(st.trail(event.unit), began_cx=True))
    return st


@applies(ev.TiPlaced)
def ti_placed(st: State, event: ev.TiPlaced) -> State:
    """A TI counter."""
    return st.with_unit(replace(st.units[event.unit], ti=True))


@applies(ev.TiRemoved)
def ti_removed(st: State, event: ev.TiRemoved) -> State:
    """TI counter off."""
    return st.with_unit(replace(st.units[event.unit], ti=False))


@applies(ev.UnitReplaced)
def unit_replaced(st: State, event: ev.UnitReplaced) -> State:
    """Another type, everything else kept."""
    unit = st.units[event.unit]
    if event.points:
        gained = (0, event.points) if unit.side == 0 else (event.points, 0)
        st = st.with_(points=(st.points[0] + gained[0], st.points[1] + gained[1]))
    return st.with_unit(replace(unit, type=event.type))


@applies(ev.UnitWounded)
def unit_wounded(st: State, event: ev.UnitWounded) -> State:
    """Wound counter on."""
    st = _no_dash(st, event.unit)
    return st.with_unit(replace(st.units[event.unit], wounded=True))


def _leave(st: State, unit: Unit, place: int) -> State:
    st = _no_lane(st, unit.id)
    if unit.loc != NOWHERE and place in (ELIMINATED, CAPTURED):
        weapons = dict(st.weapons)
        for weapon in st.weapons_of(unit.id):
            weapons[weapon.id] = replace(weapon, holder=0, loc=unit.loc)
        st = st.with_(weapons=weapons)
    elif place == EXITED:
        weapons = dict(st.weapons)
        for weapon in st.weapons_of(unit.id):
            weapons[weapon.id] = replace(weapon, place=EXITED)
        st = st.with_(weapons=weapons)
    plain = replace(unit, dm=False, pinned=False, cx=False, concealed=False, hidden=False, berserk=False)
    left = PLAIN.with_(crest=unit.stance.crest)  # its Crest status tells whom its loss shakes (A10.2)
    gone = replace(plain, loc=NOWHERE, place=place, stance=left)
    return unringed(st.with_unit(gone), unit)


@applies(ev.UnitEliminated)
def unit_eliminated(st: State, event: ev.UnitEliminated) -> State:
    """Off the map; its weapons lie where it stood. A prisoner stays captured, for twice his value (A20.54)."""
    unit = st.units[event.unit]
    return _leave(st, unit, CAPTURED if unit.place == CAPTURED and unit.stance.guard else ELIMINATED)


@applies(ev.UnitCaptured)
def unit_captured(st: State, event: ev.UnitCaptured) -> State:
    """Off the map and with its Guard; its weapons lie where it stood."""
    st = _leave(st, st.units[event.unit], CAPTURED)
    unit = replace(st.units[event.unit], broken=False, disrupted=False, fanatic=False, ti=False)
    unit = replace(unit, unarmed=False, forsaken=False)
    return st.with_unit(with_stance(unit, crest=-1, guard=event.by))


@applies(ev.PrisonersHanded)
def prisoners_handed(st: State, event: ev.PrisonersHanded) -> State:
    """Another Guard; an Unarmed unit that was free is off the map with him."""
    for unit in event.units:
        if st.units[unit].place != CAPTURED:
            st = unit_captured(st, ev.UnitCaptured(unit=unit, by=event.guard))
        else:
            st = st.with_unit(with_stance(st.units[unit], guard=event.guard))
    return st


@applies(ev.PrisonersReleased)
def prisoners_released(st: State, event: ev.PrisonersReleased) -> State:
    """Without a Guard: Unarmed units on the map, each on top of its stack."""
    for number in event.units:
        unit = replace(st.units[number], unarmed=True, forsaken=event.forsaken, stance=PLAIN)
        st = st.with_unit(replace(unit, loc=event.loc, place=ON_MAP, order=_top_order(st, event.loc)))
    return st


@applies(ev.PrisonersRose)
def prisoners_rose(st: State, event: ev.PrisonersRose) -> State:
    """Unarmed units on the map."""
    return prisoners_released(st, ev.PrisonersReleased(units=event.units, loc=event.loc))


@applies(ev.LossDoubled)
def loss_doubled(st: State, event: ev.LossDoubled) -> State:
    """Out of the game as one who died a prisoner."""
    return st.with_unit(replace(st.units[event.unit], place=CAPTURED))


@applies(ev.UnitRearmed)
def unit_rearmed(st: State, event: ev.UnitRearmed) -> State:
    """A counter with arms; who was guarded is on the map again, on top of the stack."""
    unit = replace(st.units[event.unit], type=event.type, unarmed=False, forsaken=False)
    if unit.place == ON_MAP:
        return st.with_unit(unit)
    unit = replace(unit, stance=PLAIN)
    return st.with_unit(replace(unit, loc=event.loc, place=ON_MAP, order=_top_order(st, event.loc)))


@applies(ev.UnitDeployed)
def unit_deployed(st: State, event: ev.UnitDeployed) -> State:
    """A half-squad counter in place of the squad's."""
    return st.with_unit(replace(st.units[event.unit], type=event.type))


@applies(ev.UnitsRecombined)
def units_recombined(st: State, event: ev.UnitsRecombined) -> State:
    """A squad counter in place of both: pinned or CX where one of them was, Fanatic where both were (A1.32)."""
    one, two = st.units[event.unit], st.units[event.other]
    weapons = {weapon.id: replace(weapon, holder=one.id) for weapon in st.weapons_of(two.id)}
    whole = replace(
        one,
        type=event.type,
        pinned=one.pinned or two.pinned,
        cx=one.cx or two.cx,
        fanatic=one.fanatic and two.fanatic,
    )
    st = st.with_(weapons={**st.weapons, **weapons}).with_unit(whole)
    return st.with_unit(replace(two, loc=NOWHERE, place=JOINED, pinned=False, cx=False))


@applies(ev.UnitDisrupted)
def unit_disrupted(st: State, event: ev.UnitDisrupted) -> State:
    """Disruption counter on."""
    return st.with_unit(replace(st.units[event.unit], disrupted=True))


@applies(ev.HeatOfBattleDue)
def heat_of_battle_due(st: State, event: ev.HeatOfBattleDue) -> State:
    """Nothing yet: the DR decides."""
    return st


@applies(ev.LeaderExchanged)
def leader_exchanged(st: State, event: ev.LeaderExchanged) -> State:
    """Another type, everything else kept."""
    return st.with_unit(replace(st.units[event.unit], type=event.type))


@applies(ev.BecameHeroic)
def became_heroic(st: State, event: ev.BecameHeroic) -> State:
    """Good side up, with the generic hero's numbers."""
    unit = st.units[event.unit]
    return st.with_unit(replace(unit, type=event.type, broken=False, dm=False, disrupted=False))


@applies(ev.UnitHardened)
def unit_hardened(st: State, event: ev.UnitHardened) -> State:
    """Good side up, as the better counter."""
    unit = st.units[event.unit]
    better = replace(unit, type=event.type, broken=False, dm=False, disrupted=False, pinned=False)
    return st.with_unit(replace(better, fanatic=unit.fanatic or event.fanatic))


@applies(ev.WentBerserk)
def went_berserk(st: State, event: ev.WentBerserk) -> State:
    """Good side up with its counter; DM, Disruption, pin, CX and TI come off, and what its move was declared to be."""
    st = _no_dash(st, event.unit)
    trail = st.trail(event.unit)
    if trail.declared & ASSAULT:
        st = st.with_trail(event.unit, replace(trail, declared=trail.declared & ~ASSAULT))
    calm = replace(st.units[event.unit], broken=False, dm=False, disrupted=False, pinned=False, cx=False, ti=False)
    if st.world.units[calm.type].kind == "leader":
        st = st.with_(infecting=(*st.infecting, calm.id))
    return st.with_unit(replace(calm, berserk=True))


@applies(ev.Infecting)
def infecting(st: State, event: ev.Infecting) -> State:
    """He no longer waits to do so."""
    return st.with_(infecting=tuple(unit for unit in st.infecting if unit != event.unit))


@applies(ev.BerserkEnded)
def berserk_ended(st: State, event: ev.BerserkEnded) -> State:
    """Its counter comes off."""
    return st.with_unit(replace(st.units[event.unit], berserk=False))


@applies(ev.UnitExited)
def unit_exited(st: State, event: ev.UnitExited) -> State:
    """Off the map for good, weapons with it."""
    carried = st.weapons_of(event.unit)
    st = _leave(st, st.units[event.unit], EXITED)
    if event.escort:
        return st.with_unit(replace(st.units[event.unit], place=ESCORTING))
    if not event.lost:
        return st
    for weapon in carried:
        st = st.with_weapon(replace(weapon, holder=0, loc=NOWHERE, place=EXITED))
    return st.with_unit(replace(st.units[event.unit], place=ELIMINATED))


@applies(ev.UnitCreated)
def unit_created(st: State, event: ev.UnitCreated) -> State:
    """A new counter on top of its stack."""
    unit = event.unit
    if unit.loc >= 0:
        unit = replace(unit, order=_top_order(st, unit.loc))
    made = {**st.units, unit.id: unit}
    if next(reversed(st.units), 0) > unit.id:  # numbers taken in hiding lie far above the others
        made = dict(sorted(made.items()))
    st = st.with_(units=made, next_id=st.next_id + 1 if unit.id == st.next_id else st.next_id)
    if not event.of:
        return st
    return st.with_trail(unit.id, replace(st.trail(event.of), portaged=(), split_from=event.of))


@applies(ev.UnitFired)
def unit_fired(st: State, event: ev.UnitFired) -> State:
    """The shot joins the unit's trail."""
    trail = st.trail(event.unit)
    return st.with_trail(event.unit, replace(trail, shots=(*trail.shots, event.shot)))


@applies(ev.LeaderDirected)
def leader_directed(st: State, event: ev.LeaderDirected) -> State:
    """The leader remembers whom he directed and when."""
    trail = st.trail(event.unit)
    known = trail.directed or event.firers
    known_here = any(note.when == event.occasion for note in trail.lent)
    note = Note("directed", when=event.occasion, firers=event.firers)
    lent = trail.lent if known_here else (*trail.lent, note)
    return st.with_trail(event.unit, replace(trail, directed=known, lent=lent))


@applies(ev.OpportunityHeld)
def opportunity_held(st: State, event: ev.OpportunityHeld) -> State:
    """A Bounding Fire counter on the unit."""
    return st.with_trail(event.unit, replace(st.trail(event.unit), opportunity=True))


@applies(ev.Tried)
def tried(st: State, event: ev.Tried) -> State:
    """The attempt is used up for this Player Turn."""
    trail = st.trail(event.unit)
    return st.with_trail(event.unit, replace(trail, tried=(*trail.tried, event.note)))
