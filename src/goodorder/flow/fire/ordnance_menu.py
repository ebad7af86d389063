"""The menu of weapons that must hit first: which one, at whom, with which Target Type, turned how (C3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, product

from msgspec.structs import replace

from goodorder.core.actions import Fire, Firer, Ordnance, TargetType, TurnGun
from goodorder.core.menu import Entry, Late, branch, leaf, perhaps
from goodorder.core.state import OWN_MPH, Fighter, State, Unit, Vehicle, Weapon
from goodorder.rules.a07_fire.attack import attack_refusal, declared_ledger
from goodorder.rules.a07_fire.permission import Target, part_refusal, use_refusal
from goodorder.rules.c_ordnance.ammunition import SMOKE_SHELLS
from goodorder.rules.c_ordnance.area import area_targets
from goodorder.rules.c_ordnance.canister import CANISTER, canister_ledgers, cones, fires_canister
from goodorder.rules.c_ordnance.latw import under_cover
from goodorder.rules.c_ordnance.shells import shells_left, shells_of
from goodorder.rules.c_ordnance.spotters import spotters
from goodorder.rules.c_ordnance.to_hit import to_hit_ledger
from goodorder.rules.c_ordnance.to_kill import can_harm
from goodorder.rules.facts.aiming import is_unseen
from goodorder.rules.facts.arcs import facings_for, facings_within, in_bypass
from goodorder.rules.facts.attack_facts import part_occasion
from goodorder.rules.facts.firers import attack_facts
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.ordnance import to_hit_facts
from goodorder.rules.facts.places import eye
from goodorder.rules.facts.special_arms import special_arms
from goodorder.rules.facts.units import is_leader, leadership, name, wtype
from goodorder.rules.facts.vehicles import in_hull, pointing
from goodorder.rules.registry import builds

from .in_sight import InSight
from .targets import Aim

POINTS = ("upper left", "upper right", "right", "lower right", "lower left", "left")
"""Where a weapon points that is turned to a hexspine, by its vertex."""

SHOOTS = "shoots"
"""Where it is kept which weapon has had a shot when this was asked last."""

IFE = "IFE"
"""What stands beside the kinds of ammunition for fire on the IFT (C2.29)."""

TYPES: tuple[TargetType, ...] = ("infantry", "area")


class OrdnanceMenu:
    """The shots of one side's weapons that must hit first, or of one unit's or vehicle's (``only``), at ``targets`` in
    ``phase``.
    """

    def __init__(self, st: State, side: int, phase: str, targets: tuple[Aim, ...], only: int = 0) -> None:
        self.st = st
        self.only = only
        self.side = side
        self.phase = phase
        self.targets = targets
        self._at_vehicles = any(aim.vehicle is not None for aim in targets)
        self.in_sight = InSight(st, targets)
        self._armed: tuple[tuple[Fighter, Weapon], ...] | None = None
        self._ready: dict[int, bool] = {}
        self._spotting: dict[int, tuple[Unit, ...]] = {}

    def manned(self) -> tuple[tuple[Fighter, Weapon], ...]:
        """The weapons that could fire something in this phase, each with who mans it."""
        return tuple([(unit, weapon) for unit, weapon in self.armed() if self.ready(unit, weapon)])

    def armed(self) -> tuple[tuple[Fighter, Weapon], ...]:
        """The weapons of the side that work and must hit first, each with who mans it, whether they have fired or not;
        found once.
        """
        if self._armed is None:
            self._armed = self._found()
        return self._armed

    def _found(self) -> tuple[tuple[Fighter, Weapon], ...]:
        units, vehicles, arms = self.st.units, self.st.vehicles, special_arms(self.st)
        found: list[tuple[Fighter, Weapon]] = []
        for weapon in arms.hitting if self._at_vehicles else arms.at_men:
            unit = units.get(weapon.holder) or vehicles.get(weapon.holder)
            if unit is None or unit.side != self.side or unit.loc < 0 or unit.broken or weapon.malfunctioned:
                continue
            if not self.only or unit.id == self.only:
                found.append((unit, weapon))
        return tuple(found)

    def ready(self, unit: Fighter, weapon: Weapon) -> bool:
        """Whether a weapon can fire in this phase, wherever its targets are; found once."""
        found = self._ready.get(weapon.id)
        if found is None:
            found = self._ready[weapon.id] = self._is_ready(unit, weapon)
        return found

    def _is_ready(self, unit: Fighter, weapon: Weapon) -> bool:
        st, phase = self.st, self.phase
        if isinstance(unit, Vehicle) and use_refusal(st, unit, weapon, phase) is not None:
            return False
        if part_occasion(st, unit, weapon, phase) is not None:
            return True
        kind = wtype(st, weapon)
        return kind.ife and kind.ordnance and part_occasion(st, unit, weapon, phase, ife=True) is not None

    def shots(self, unit: Fighter, weapon: Weapon, aim: Aim, kinds: Sequence[str] = ()) -> Iterator[Fire]:
        """The legal shots of a weapon at one target: each kind of ammunition, its IFE among them (or those named), each
        Target Type, turned no farther than need be.
        """
        return (action for action in self._tried(unit, weapon, aim, kinds) if self.allows(action, aim))

    def allows(self, action: Fire, aim: Aim) -> bool:
        """Whether a shot may be made at a target, and a machine gun's could do anything to the AFV (A9.61)."""
        if attack_refusal(self.st, action, aim.units, self.phase) is not None:
            return False
        weapon = self.st.weapons[action.firers[0].weapons[0]]
        if action.ordnance is None or not wtype(self.st, weapon).pierces:
            return True
        return can_harm(to_hit_facts(attack_facts(self.st, action, (), self.phase), action.ordnance))

    def _tried(self, unit: Fighter, weapon: Weapon, aim: Aim, kinds: Sequence[str] = ()) -> Iterator[Fire]:
        """The same before each is judged: none where nobody sees the target or the weapon can't fire there."""
        st = self.st
        kind = wtype(st, weapon)
        if kind.pierces and aim.vehicle is None:
            return
        unseen = is_unseen(st, unit, aim.loc, aim.units, aim.vehicle)
        seeing = self._seeing(unit, weapon, aim) if kind.mortar and not aim.named else ()
        if unseen and not seeing:
            return
        facings = self._facings(unit, weapon, aim)
        firers = (Firer(unit.id, False, (weapon.id,)),)
        for ammo in kinds or self._able(weapon, aim):
            if not unseen and not self._is_barred(unit, weapon, aim, ife=ammo == IFE):
                yield from self._own_shots(unit, weapon, aim, ammo, facings)
            if ammo == "HE":
                for turn, spotter in product(facings, seeing):
                    yield self._fire(firers, aim, Ordnance("area", ammo, turn, spotter=spotter))

    def _is_barred(self, unit: Fighter, weapon: Weapon, aim: Aim, *, ife: bool) -> bool:
        """Whether a weapon may not fire there by its own men's eyes, however that is done: asked once for all ways."""
        target = Target(aim.loc, aim.units, aim.vehicle)
        return part_refusal(self.st, unit, weapon, target, self.phase, ife=ife) is not None

    def _facings(self, unit: Fighter, weapon: Weapon, aim: Aim) -> tuple[int, ...]:
        """How a weapon may point for a shot: as it does (-1), or turned no farther than need be."""
        st = self.st
        own = pointing(st, weapon)
        if own < 0 or self.phase == OWN_MPH:
            return (-1,)
        within = map_now(st).distance(unit.loc, aim.loc) == 0 and not in_bypass(unit)
        nearest = facings_within(st, unit, aim.fighters, own) if within else facings_for(st, unit, aim.loc, own)
        return (-1,) if own in nearest else nearest

    def _own_shots(self, unit: Fighter, weapon: Weapon, aim: Aim, ammo: str, facings: tuple[int, ...]) -> list[Fire]:
        """The shots with one kind of ammunition that no Spotter sees for it, before the rules are asked."""
        firers = (Firer(unit.id, False, (weapon.id,)),)
        if ammo == CANISTER:
            shells = product(cones(self.st, unit, aim.loc), facings)
            return [self._fire(firers, aim, Ordnance("infantry", ammo, turn, cone=cone)) for cone, turn in shells]
        if ammo == IFE:
            return [Fire(firers, aim.loc, facing=turn, gun=aim.lying) for turn in facings]
        ways = product(self._types(ammo, aim), facings, self._directed(unit, weapon), self._moods(unit, weapon))
        return [
            self._fire(firers, aim, Ordnance(kind, ammo, turn, desperate), leaders)
            for kind, turn, leaders, desperate in ways
        ]

    @staticmethod
    def _fire(firers: tuple[Firer, ...], aim: Aim, shot: Ordnance, leaders: tuple[int, ...] = ()) -> Fire:
        return Fire(firers, aim.loc, leaders, ordnance=shot, vehicle=aim.named, gun=aim.lying)

    def _seeing(self, unit: Fighter, weapon: Weapon, aim: Aim) -> tuple[int, ...]:
        """Who may spot for a mortar whose own men don't see the target, and sees that himself (C9.3)."""
        st = self.st
        if map_now(st).sees(eye(st, unit), aim.loc):
            return ()
        spotting = self._spotters(unit, weapon)
        return tuple([one.id for one in spotting if not is_unseen(st, one, aim.loc, aim.units, aim.vehicle)])

    def _spotters(self, unit: Fighter, weapon: Weapon) -> tuple[Unit, ...]:
        """Who may spot for a mortar, whatever he sees; found once."""
        found = self._spotting.get(weapon.id)
        if found is None:
            found = self._spotting[weapon.id] = tuple([self.st.units[one] for one in spotters(self.st, unit, weapon)])
        return found

    def _directed(self, unit: Fighter, weapon: Weapon) -> tuple[tuple[int, ...], ...]:
        """Nobody, or for a weapon that men carry one leader beside them, who directs its shot (C9.2, C13.44)."""
        st = self.st
        if not wtype(st, weapon).carried:
            return ((),)
        beside = st.side_at(unit.loc, unit.side)
        leaders = [one for one in beside if is_leader(st, one) and one.id != unit.id and leadership(st, one) < 0]
        return (), *((one.id,) for one in leaders)

    def _moods(self, unit: Fighter, weapon: Weapon) -> tuple[bool, ...]:
        """Whether it may be a desperate shot too (C13.81)."""
        kind = wtype(self.st, weapon)
        return (False, True) if kind.shaped_charge and under_cover(self.st, unit) else (False,)

    @staticmethod
    def _types(ammo: str, aim: Aim) -> tuple[TargetType, ...]:
        """The Target Types on which a kind of ammunition can be fired at a target."""
        if aim.vehicle is not None:
            return ("vehicle", "infantry", "area") if ammo == "HE" else ("vehicle",)
        return TYPES if ammo == "HE" else TYPES[:1]

    def _able(self, weapon: Weapon, aim: Aim) -> tuple[str, ...]:
        """What a weapon can fire: its kinds of ammunition, at a vehicle those that pierce first; and on the IFT."""
        kind = wtype(self.st, weapon)
        left = [ammo for ammo in shells_left(self.st, weapon) if ammo not in SMOKE_SHELLS]
        if aim.vehicle is not None:
            return tuple(sorted(left, key=lambda ammo: ammo == "HE"))
        return (*left, *((IFE,) if kind.ordnance and kind.ife else ()))

    def any(self) -> bool:
        """Whether there is any shot; the weapon that was found to have one last is looked at first."""
        if not self.targets:
            return False
        asked, tables = (self.side, self.phase, self.only), self.st.tables
        of, last = tables.get(SHOOTS, (None, 0))
        armed: Sequence[tuple[Fighter, Weapon]] = self.armed()
        if of == asked:
            armed = sorted(armed, key=lambda one: one[1].id != last)
        for unit, weapon in armed:
            if self._can(unit, weapon):
                tables[SHOOTS] = (asked, weapon.id)
                return True
        return False

    def _can(self, unit: Fighter, weapon: Weapon) -> bool:
        """Whether a weapon has a shot."""
        return self._might(unit, weapon) and any(
            self._hits_at(unit, weapon, aim) for aim in self._visible(unit, weapon)
        )

    def _might(self, unit: Fighter, weapon: Weapon) -> bool:
        """Whether it might: what it could aim at is sooner found than whether it may fire."""
        return bool(self._visible(unit, weapon)) and self.ready(unit, weapon)

    def _visible(self, unit: Fighter, weapon: Weapon) -> tuple[Aim, ...]:
        """The targets to which those who fire a weapon have a line, or a Spotter has one for them."""
        kind, own = wtype(self.st, weapon), self.in_sight.of(unit)
        if kind.pierces:
            return tuple([aim for aim in own if aim.vehicle is not None])
        if not kind.mortar:
            return own
        seen = {id(aim) for aim in own}.union(*(map(id, self.in_sight.of(one)) for one in self._spotters(unit, weapon)))
        return tuple([aim for aim in self.targets if id(aim) in seen])

    def _hits_at(self, unit: Fighter, weapon: Weapon, aim: Aim, kinds: Sequence[str] = ()) -> bool:
        return next(self.shots(unit, weapon, aim, kinds), None) is not None

    def root(self) -> list[Entry]:
        """One branch for each weapon that works, alive where it has a shot."""
        return [
            branch(
                f"w{weapon.id}",
                partial(self._called, unit, weapon),
                partial(self._aims, unit, weapon),
                alive=partial(self._can, unit, weapon),
                hopeful=partial(self._might, unit, weapon),
                kind="weapon",
                unit=unit.id,
                weapon=weapon.id,
            )
            for unit, weapon in self.armed()
        ]

    def _called(self, unit: Fighter, weapon: Weapon) -> str:
        kind = wtype(self.st, weapon)
        if kind.pierces:
            return f"{kind.kind if kind.vehicle is not None else kind.name} of {name(self.st, unit)}, at armor"
        if kind.vehicle is not None:
            return f"{name(self.st, unit)}: {kind.vehicle.bore or kind.kind}"
        return f"{kind.name} of {name(self.st, unit)}"

    def _aims(self, unit: Fighter, weapon: Weapon) -> Sequence[Entry]:
        if len(self.targets) == 1:
            return self._kinds(unit, weapon, self.targets[0])
        seen = self._visible(unit, weapon)
        return Late(len(seen), lambda number: self._aimed(unit, weapon, seen[number]))

    def _aimed(self, unit: Fighter, weapon: Weapon, aim: Aim) -> Entry:
        """The branch of one target."""
        return branch(
            self._key(aim),
            partial(self._where, aim),
            partial(self._kinds, unit, weapon, aim),
            alive=partial(self._hits_at, unit, weapon, aim),
            hopeful=perhaps,
            kind="hex" if aim.vehicle is None else "unit",
            hex=aim.loc,
            unit=aim.named,
        )

    def _where(self, aim: Aim) -> str:
        return f"at {aim.words(self.st) if aim.named or aim.lying else map_now(self.st).place_name(aim.loc)}"

    def _key(self, aim: Aim) -> str:
        if aim.lying:
            return f"g{aim.lying}"
        return f"v{aim.named}" if aim.named else f"h:{map_now(self.st).word(aim.loc)}"

    @builds("C8.1", "C2.21", "C2.21b")
    def _kinds(self, unit: Fighter, weapon: Weapon, aim: Aim) -> list[Entry]:
        """One branch for each kind of ammunition that it can fire there, HE first; without a choice its shots."""
        able = self._able(weapon, aim)
        if len(able) > 1:
            fit = (ammo for ammo in able if self._hits_at(unit, weapon, aim, (ammo,)))
            some = tuple(islice(fit, 2))
            able = able if len(some) > 1 else some
        if len(able) < 2:
            return self._leaves(unit, weapon, aim, able)
        numbers = shells_of(self.st, weapon)
        return [
            branch(
                f"ammo:{ammo}",
                ammo if (number := numbers.get(ammo)) is None else f"{ammo}, if there is any ({number} or less)",
                partial(self._leaves, unit, weapon, aim, (ammo,)),
                alive=partial(self._hits_at, unit, weapon, aim, (ammo,)),
                hopeful=perhaps,
                kind="option",
                hex=aim.loc,
                rule="C8.1",
            )
            for ammo in able
        ]

    def _leaves(self, unit: Fighter, weapon: Weapon, aim: Aim, kinds: Sequence[str]) -> list[Entry]:
        tried = tuple(self._tried(unit, weapon, aim, kinds)) if kinds else ()
        found = [self._leaf(action, aim, partial(self.allows, action, aim)) for action in tried]
        turret = isinstance(unit, Vehicle) and self.phase != OWN_MPH and not in_hull(self.st, unit, weapon)
        if turned := tuple([action for action in tried if facing_of(action) >= 0]) if turret else ():
            words, by_hull = "turn the hull in place of the turret", partial(self._by_hull, turned, aim)
            found.append(branch("hull", words, by_hull, alive=lambda: bool(by_hull()), kind="seldom", rule="C5.11"))
        return found

    @builds("C5.11", "C5.11a")
    def _by_hull(self, turned: Sequence[Fire], aim: Aim) -> list[Entry]:
        """Those of the shots for which its turret would turn that are legal, with the hull turned for them."""
        hulls = (replace(one, hull=True) for one in turned if self.allows(one, aim))
        return [self._leaf(one, aim) for one in hulls if attack_refusal(self.st, one, aim.units, self.phase) is None]

    def _leaf(self, action: Fire, aim: Aim, alive: Callable[[], bool] | None = None) -> Entry:
        return leaf(
            *_called(self.st, action),
            action,
            note=partial(self.note, action, aim),
            alive=alive,
            confirm=True,
            primary=True,
            hex=aim.loc,
        )

    def note(self, action: Fire, aim: Aim) -> str:
        """What hits, in short; of IFE the FP and DRM."""
        if action.ordnance is None:
            ledger = declared_ledger(self.st, action, aim.ids, self.phase)
            return f"{ledger.fp_words()}, {ledger.drm.total():+d}"
        if fires_canister(action):
            ledgers = canister_ledgers(self.st, action, aim.ids, self.phase)
            return "; ".join(f"{ledger.fp_words()}, {ledger.drm.total():+d}" for ledger in ledgers)
        ids = area_targets(self.st, action, aim.ids, self.phase)
        return f"{to_hit_ledger(self.st, action, ids, self.phase).needs()} hits"


def facing_of(action: object) -> int:
    """The hexspine that a weapon is turned to for a shot, -1 where it is not."""
    if not isinstance(action, Fire):
        return -1
    return action.facing if action.ordnance is None else action.ordnance.facing


def _called(st: State, action: Fire) -> tuple[str, str]:
    """Key and words of a shot."""
    shot = action.ordnance
    facing = facing_of(action)
    what = "on the IFT (IFE)" if shot is None else f"{shot.ammo}, {shot.target_type} target type"
    key: str = "ife" if shot is None else shot.target_type
    if shot is not None and shot.cone:
        board = map_now(st)
        key = ":".join((CANISTER, *map(board.word, shot.cone)))
        what = f"canister at {', '.join(map(board.place_name, shot.cone))}"
    if shot is not None and shot.desperate:
        key, what = f"{key}:desperate", f"{what}, in the backblast"
    if shot is not None and shot.spotter:
        key, what = f"{key}:spotter{shot.spotter}", f"{what}, by a Spotter"
    if action.leaders:
        key, what = f"{key}:by{action.leaders[0]}", f"{what}, directed"
    return (key, what) if facing < 0 else (f"{key}:{facing}", f"{what}, turned")


def turns(st: State, weapon: int) -> list[Entry]:
    """The hexspines to which a weapon can be turned."""
    return [
        leaf(f"f{facing}", f"to the {words}", TurnGun(weapon, facing), weapon=weapon, rule="C3.2")
        for facing, words in enumerate(POINTS)
        if facing != st.weapons[weapon].facing
    ]
