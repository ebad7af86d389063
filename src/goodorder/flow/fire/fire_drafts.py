"""What half-built fire attacks mean: what each unit fires, whether an attack comes of it, who may join (A7.5).

A draft is the units chosen, what each fires, the directing leaders and the target.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import compress, islice, product
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import SNAP, Fire, Firer, Lane
from goodorder.core.state import FINAL, NOWHERE, State, Trail, Unit, Weapon
from goodorder.rules.a07_fire.attack import attack_refusal, helper_refusal
from goodorder.rules.a07_fire.group import AttackAsk, protective_uses_all, weapons_per_unit
from goodorder.rules.a07_fire.permission import Target, leader_refusal, part_refusal
from goodorder.rules.a08_defensive.forced import forced_firers
from goodorder.rules.facts.aiming import is_plain, lines_to
from goodorder.rules.facts.attack_facts import part_occasion, unit_mark
from goodorder.rules.facts.cliffs import capital_adjacent
from goodorder.rules.facts.firing import Field, armed_units, field_of
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import eye
from goodorder.rules.facts.units import is_leader, leadership, small_arms, unarmed_man, utype, wtype

from .targets import Aim, fits_ift

ABLE = "able"
"""Where it is kept which unit has been found able to attack when this was asked last."""

MANY = 12
"""Combinations of directing leaders that a menu shows, one leader from each firing hex, the best ones first."""


AimingPoint = tuple[Aim, int, int, Callable[[int], object] | None]
"""A target, its Location, where it is looked at, and what tells from where; None where every line to it is the one
between the centres."""


class Draft(Struct, frozen=True):
    """A half-built attack.  ``fixed`` holds a player's own choice of parts for a unit instead of the usual one,
    ``spray`` the second Location of Spraying Fire (A9.5), ``lanes`` the Fire Lanes that it is to lay (A9.22).
    """

    units: tuple[int, ...]
    leaders: tuple[int, ...] = ()
    aim: Aim | None = None
    fixed: tuple[Firer, ...] = ()
    spray: int = -1
    lanes: tuple[Lane, ...] = ()


_Idle = dict[int, tuple[Unit, Trail, bool]]
"""By its id a unit and its trail, and whether that unit has nothing left to fire."""

IDLE = "idle"
"""Where it is kept which units have nothing left to fire."""


def _known_idle(st: State, phase: str) -> _Idle:
    """What is known of that in a phase while no weapon changes, or is fired."""
    of, known = st.tables.get(IDLE, ((None, None, None, ""), {}))
    if of[0] is not st.weapons or of[1] is not st.weapon_shots or of[2] is not st.turn or of[3] != phase:
        known = {}
        st.tables[IDLE] = ((st.weapons, st.weapon_shots, st.turn, phase), known)
    found: _Idle = known
    return found


_GUN = attrgetter("gun")


class Drafts:
    """The attacks on the IFT that one side may make at ``targets`` in ``phase``; ``via`` as in :class:`Fire`.

    Units in ``barred`` take no part.
    """

    def __init__(
        self,
        st: State,
        side: int,
        phase: str,
        targets: tuple[Aim, ...],
        via: int = -1,
        barred: tuple[int, ...] = (),
    ) -> None:
        self.barred = barred
        self.st = st
        self.side = side
        self.phase = phase
        self.every = targets
        self.targets = targets
        if st.vehicles or any(map(_GUN, targets)):
            self.targets = tuple([aim for aim in targets if fits_ift(st, phase, aim)])
        self.via = via
        self._known: dict[tuple[object, ...], tuple[Fire | None, str]] = {}
        self._firers: dict[tuple[int, int, int], Firer | None] = {}
        self._able: dict[int, bool] = {}
        self._armed: list[Unit] | None = None
        self._idle: _Idle | None = None
        self._fields: dict[int, Field] = {}
        self._seen: dict[int, list[Aim]] = {}
        self._neighbours: dict[frozenset[int], list[Unit]] = {}
        self._leaders_at: dict[int, list[Unit]] = {}
        self._points: tuple[list[AimingPoint], list[int]] | None = None

    def firer(self, unit: Unit, aim: Aim, fixed: tuple[Firer, ...] = ()) -> Firer | None:
        """What a unit fires at a target: the player's choice, or all that the rules let it fire together."""
        for own in fixed:
            if own.unit == unit.id:
                return own
        key = unit.id, aim.loc, aim.named
        if key not in self._firers:
            self._firers[key] = self._usual(unit, aim)
        return self._firers[key]

    def _usual(self, unit: Unit, aim: Aim) -> Firer | None:
        """All that the rules let a unit fire together at a target."""
        st = self.st
        kind, target = utype(st, unit), Target(aim.loc, aim.units, aim.vehicle, self.via)
        inherent = part_refusal(st, unit, None, target, self.phase) is None
        able: list[Weapon] = []
        for weapon in small_arms(st, unit):
            if part_refusal(st, unit, weapon, target, self.phase) is None:
                able.append(weapon)
        if len(able) > 1:
            able.sort(key=lambda w: (not st.weapon_shots.get(w.id), -wtype(st, w).fp, w.id))
        ids = tuple([weapon.id for weapon in able])
        if not ids and kind.smc and not inherent:
            return self._served(unit, target)
        if not ids:
            return Firer(unit.id, True, ()) if inherent else None
        if kind.smc:
            return Firer(unit.id, False, ids[:1])
        usual: list[Firer] = []
        if kind.kind == "squad":
            if inherent:
                usual.append(Firer(unit.id, True, ids[:1]))
            if unit_mark(st, unit) == FINAL or not inherent:
                usual.append(Firer(unit.id, False, ids[:2]))
        elif not inherent or wtype(st, able[0]).fp > kind.fp or (self.phase == "MPh" and unit_mark(st, unit) == FINAL):
            usual.append(Firer(unit.id, False, ids[:1]))
        if inherent:
            usual.append(Firer(unit.id, True, ()))
        for weapon_id in ids:
            usual.append(Firer(unit.id, False, (weapon_id,)))
        for firer in usual:
            if self._fits(firer, aim):
                return firer
        return usual[0]

    def _fire(self, firers: tuple[Firer, ...], draft: Draft, aim: Aim) -> Fire:
        """The attack of these firers."""
        return Fire(firers, aim.loc, draft.leaders, self.via, draft.spray, draft.lanes, vehicle=aim.named)

    def _fits(self, firer: Firer, aim: Aim) -> bool:
        """Whether a unit may fire just this, as far as its weapons limit it (A7.35, A8.31)."""
        alone = Fire((firer,), aim.loc, via=self.via, vehicle=aim.named)
        ask = AttackAsk(self.st, alone, aim.units, self.phase)
        return weapons_per_unit(ask) is None and protective_uses_all(ask) is None

    def _served(self, unit: Unit, target: Target) -> Firer | None:
        """A weapon that a SMC may fire only with a second one beside him (A9.12, A9.3)."""
        st = self.st
        for weapon in small_arms(st, unit):
            if part_refusal(st, unit, weapon, target, self.phase, helped=True) is not None:
                continue
            for man in st.side_at(unit.loc, unit.side):
                firer = Firer(unit.id, False, (weapon.id,), man.id)
                if man.id != unit.id and helper_refusal(st, firer, {unit.id}) is None:
                    return firer
        return None

    def action(self, draft: Draft, aim: Aim) -> Fire | None:
        """The attack that a draft makes at ``aim``, or None where the rules refuse it."""
        return self._try(draft, aim)[0]

    def _try(self, draft: Draft, aim: Aim) -> tuple[Fire | None, str]:
        """The attack that a draft makes at ``aim``, or the rule that refuses it; found once for a position."""
        key = (draft.units, draft.leaders, draft.fixed, draft.lanes, aim.loc, aim.named, draft.spray)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(draft, aim)
        return known

    def _find(self, draft: Draft, aim: Aim) -> tuple[Fire | None, str]:
        """Where a unit may fire only a weapon with rate left (A7.55, A9.2), its inherent FP is left out."""
        firers: list[Firer] = []
        for unit_id in draft.units:
            firer = self.firer(self.st.units[unit_id], aim, draft.fixed)
            if firer is None:
                return None, ""
            firers.append(firer)
        action = self._fire(tuple(firers), draft, aim)
        refusal = attack_refusal(self.st, action, aim.units, self.phase)
        if refusal is None:
            return action, ""
        own = {firer.unit for firer in draft.fixed}
        bare = tuple(replace(f, inherent=False) if f.weapons and f.unit not in own else f for f in firers)
        action = self._fire(bare, draft, aim)
        if bare == tuple(firers) or attack_refusal(self.st, action, aim.units, self.phase) is not None:
            return None, refusal.rule
        return action, ""

    def leads_to_an_attack(self, draft: Draft) -> bool:
        """Whether a draft is legal against its target, or against any when it has none yet."""
        for unit in draft.units:
            if self.idle(unit):
                return False
        if draft.aim is not None:
            return self._sees(draft, draft.aim) and self._leads_on(draft, draft.aim)
        for aim in self.seen_by(self.st.units[draft.units[0]]):
            if self._sees(draft, aim) and self._leads_on(draft, aim):
                return True
        return False

    def _leads_on(self, draft: Draft, aim: Aim, more: int = 2) -> bool:
        """Whether a draft is an attack, or becomes one with up to ``more`` additions.

        It may want another firer to come to one FP (A7.3), or a leader for a MG's far target (A9.4).
        """
        action, lacks = self._try(draft, aim)
        if action is not None or not more:
            return action is not None
        if lacks == "A9.4" and not draft.leaders:
            return any(self.action(replace(draft, leaders=pick), aim) is not None for pick in self.picks(draft))
        if lacks == "A8.312":
            forced = forced_firers(self.st, self.side, aim.loc, aim.units)
            all_of_them = replace(draft, units=tuple(dict.fromkeys((*draft.units, *forced))), leaders=())
            return self.action(all_of_them, aim) is not None
        if lacks != "A7.3":
            return False
        grown = (replace(draft, units=(*draft.units, unit.id), leaders=()) for unit in self.partners(draft))
        return any(self._sees(one, aim) and self._leads_on(one, aim, more - 1) for one in grown)

    def partners(self, draft: Draft) -> list[Unit]:
        """Units that may join a draft: of its Locations and those ADJACENT to them, each group in one order only."""
        units = self.st.units
        last = max(draft.units[1:], default=0)
        at = units[last].loc if last else NOWHERE
        near = self._at_hand(frozenset([units[one].loc for one in draft.units]))
        return [unit for unit in near if unit.id not in draft.units and not (unit.id < last and unit.loc == at)]

    def _at_hand(self, locs: frozenset[int]) -> list[Unit]:
        """The armed units of these Locations and those ADJACENT to them, found once."""
        found = self._neighbours.get(locs)
        if found is None:
            st, board, armed = self.st, map_now(self.st), self.armed()
            hexes = {board.hex_at(loc) for loc in locs}.union(*map(board.around, locs))
            near = {unit.loc for unit in armed if self._fields[unit.id].hex in hexes}
            near = {loc for loc in near if loc in locs or any(capital_adjacent(st, here, loc) for here in locs)}
            able = {unit.id for unit in armed if unit.loc in near}
            there = (unit for loc in sorted(near) for unit in st.side_at(loc, self.side))
            found = self._neighbours[locs] = [unit for unit in there if unit.id in able]
        return found

    def _sees(self, draft: Draft, aim: Aim) -> bool:
        """A cheap first test: every unit is within range of the target and has a line to it."""
        units = self.st.units
        for unit in draft.units:  # noqa: SIM110 - a plain loop: asked of every firer and target, who see few
            if aim not in self.seen_by(units[unit]):
                return False
        return True

    def seen_by(self, unit: Unit) -> list[Aim]:
        """The targets within range of a unit to which it has a line, found once; asked of every firer, who sees few."""
        found = self._seen.get(unit.id)
        if found is None:
            own, near = unit.loc, self._fields.get(unit.id)
            if near is None:
                near = field_of(self.st, unit)
            points, places = self._aiming_points()
            if places and own not in places:
                found = list(compress(self.targets, map(near.__getitem__, places)))
            elif places:
                found = [aim for aim, at in zip(self.targets, places, strict=True) if at == own or near[at]]
            else:
                found = []
                for aim, loc, to, lines in points:
                    if loc == own or (near[to] if lines is None else near.reaches(to) and lines(near.frm)):
                        found.append(aim)
            self._seen[unit.id] = found
        return found

    def _aiming_points(self) -> tuple[list[AimingPoint], list[int]]:
        """The targets as they are looked at, and where that is if they are men to all of whom the plain lines lead;
        outside the MPh that alone where it says all.  Found once.
        """
        if self._points is None:
            st, via = self.st, self.via
            points: list[AimingPoint] = []
            places: list[int] = []
            if via != SNAP and st.turn.phase != "MPh":  # nobody is met on the road
                places = [aim.loc for aim in self.targets if aim.centred]
                if len(places) == len(self.targets):
                    self._points = points, places
                    return self._points
                places.clear()
            for aim in self.targets:
                loc, plain = aim.loc, is_plain(st, aim.units, via)
                at = loc if aim.vehicle is None else eye(st, aim.vehicle)
                points.append((aim, loc, at, None if plain else lines_to(st, at, aim.units, via)))
                if plain and at == loc:
                    places.append(at)
            self._points = points, places if len(places) == len(points) else []
        return self._points

    def idle(self, unit_id: int) -> bool:
        """Whether a unit has nothing left to fire in this phase, whatever the target; found once while it, its trail
        and all weapons are as they were.
        """
        st = self.st
        unit, trail = st.units[unit_id], st.trail(unit_id)
        if self._idle is None:
            self._idle = _known_idle(st, self.phase)
        known = self._idle.get(unit_id)
        if known is not None and known[0] is unit and known[1] is trail:
            return known[2]
        found = part_occasion(st, unit, None, self.phase) is None and all(
            part_occasion(st, unit, weapon, self.phase) is None for weapon in small_arms(st, unit)
        )
        self._idle[unit_id] = unit, trail, found
        return found

    def forced(self) -> bool:
        """Whether the DEFENDER must fire now at who entered his units' Location (A8.312)."""
        if self.phase != "MPh":
            return False
        for aim in self.targets:
            if not self.st.side_at(aim.loc, self.side):
                continue
            units = forced_firers(self.st, self.side, aim.loc, aim.units)
            if units and self.action(Draft(units, aim=aim), aim) is not None:
                return True
        return False

    def armed(self) -> list[Unit]:
        """Unbroken units of the side with anything to fire, found once."""
        if self._armed is None:
            found, self._fields = armed_units(self.st, self.side)
            self._armed = found if not self.barred else [unit for unit in found if unit.id not in self.barred]
        return self._armed

    def hopeful(self) -> list[Unit]:
        """The armed units without those who see no target within range, where that is as soon found of all as of one of
        them: at a single target, and at men to all of whom plain lines lead.
        """
        armed = self.armed()
        (points, places), fields = self._aiming_points(), self._fields
        if len(places) == 1:
            [at] = places
            return [unit for unit in armed if unit.loc == at or fields[unit.id][at]]
        if places:
            return [unit for unit in armed if unit.loc in places or any(map(fields[unit.id].__getitem__, places))]
        if len(points) == 1:
            [(_, loc, at, lines)] = points
            board = map_now(self.st)
            lines, ranges = lines or partial(board.sees, at), board.ranges(at)
            return [
                unit
                for unit in armed
                if unit.loc == loc or (ranges[(near := fields[unit.id]).hex] <= near.reach and lines(near.frm))
            ]
        return armed if points else []

    def first(self, unit: Unit) -> Draft:
        """A draft with one unit; a single target is taken as given."""
        return Draft((unit.id,), aim=self.targets[0] if len(self.targets) == 1 else None)

    def lead_units(self) -> list[Unit]:
        """Units that can make some attack."""
        return [unit for unit in self.armed() if self.able(unit)]

    def any(self) -> bool:
        """Whether any attack can be made; who was found able last is looked at first, as he often is still."""
        if not self.targets:
            return False
        asked, tables = (self.side, self.phase), self.st.tables
        of, last = tables.get(ABLE, (None, 0))
        self.armed()
        if of == asked and last in self._fields and last not in self.barred and self.able(self.st.units[last]):
            return True
        for unit in self.hopeful():
            if self.able(unit):
                tables[ABLE] = (asked, unit.id)
                return True
        return False

    def able(self, unit: Unit) -> bool:
        """Whether a unit can make some attack, found out once."""
        known = self._able.get(unit.id)
        if known is None:
            known = self._able[unit.id] = self._can_attack(unit)
        return known

    def _can_attack(self, unit: Unit) -> bool:
        seen = self.seen_by(unit)
        if not seen or self.idle(unit.id):  # most units see nobody
            return False
        draft = self.first(unit)
        for aim in seen:  # noqa: SIM110 - a plain loop: asked of every firer
            if self._leads_on(draft, aim):
                return True
        return False

    def picks(self, draft: Draft) -> list[tuple[int, ...]]:
        """Leaders who may direct a draft: one from each firing hex, the best first."""
        units = self.st.units
        locs = dict.fromkeys([units[one].loc for one in draft.units])
        able = [[leader.id for leader in self._leaders(loc) if leader.id not in draft.units] for loc in locs]
        return list(islice(product(*able), MANY))

    def _leaders(self, loc: int) -> list[Unit]:
        """Leaders in a Location who may direct fire, the best first; found once."""
        found = self._leaders_at.get(loc)
        if found is None:
            st = self.st
            able = [u for u in st.side_at(loc, self.side) if is_leader(st, u) and not leader_refusal(st, u)]
            found = self._leaders_at[loc] = sorted(able, key=lambda leader: leadership(st, leader))
        return found

    def variants(self, unit: Unit) -> list[Firer]:
        st = self.st
        ids = [w.id for w in small_arms(st, unit)]
        own = not unarmed_man(st, unit)
        found: list[Firer] = [Firer(unit.id, True, ())] if own else []
        if not ids:
            return found
        found += [Firer(unit.id, False, (w,)) for w in ids]
        if utype(st, unit).smc:
            men = [u.id for u in st.side_at(unit.loc, unit.side) if u.id != unit.id and utype(st, u).smc]
            found += [Firer(unit.id, False, (w,), man) for w in ids for man in men]
        if utype(st, unit).kind == "squad":
            found += [Firer(unit.id, True, (w,)) for w in ids]
            found += [Firer(unit.id, False, (a, b)) for i, a in enumerate(ids) for b in ids[i + 1 :]]
        return found
