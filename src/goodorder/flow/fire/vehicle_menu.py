"""The menu of what vehicles fire on the IFT: machine guns and IFE, together or apart, at whom, turned how (D3.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations

from msgspec.structs import replace

from goodorder.core.actions import Fire, Firer
from goodorder.core.menu import Entry, Late, branch, leaf, perhaps
from goodorder.core.remembered import Later
from goodorder.core.state import OWN_MPH, State, Vehicle, Weapon
from goodorder.rules.a07_fire.attack import attack_refusal, declared_ledger
from goodorder.rules.a07_fire.permission import Target, part_refusal, use_refusal
from goodorder.rules.d_vehicles.laying import covers, leading
from goodorder.rules.facts.aiming import is_unseen
from goodorder.rules.facts.arcs import facings_for
from goodorder.rules.facts.attack_facts import part_occasion
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.facts.vehicles import mount_facing

from .in_sight import InSight
from .targets import Aim, fits_ift


class VehicleMenu:
    """The attacks on the IFT by vehicles of one side, or by one of them (``only``), at ``targets`` in ``phase``.

    ``in_sight``: what the side's units see of these targets, where another menu looks at them too.
    """

    def __init__(
        self,
        st: State,
        side: int,
        phase: str,
        targets: tuple[Aim, ...],
        only: int = 0,
        in_sight: InSight | None = None,
    ) -> None:
        self.st = st
        self.side = side
        self.phase = phase
        self.only = only
        self._every = targets
        self._in_sight = in_sight if in_sight is not None else InSight(st, targets)
        self._fit: dict[int, bool] = {}
        self._ready: dict[int, bool] = {}

    @property
    def targets(self) -> tuple[Aim, ...]:
        """Those of the targets at which an attack on the IFT can be aimed."""
        return tuple([aim for aim in self._every if self._fits(aim)]) if self.st.vehicles else ()

    def _fits(self, aim: Aim) -> bool:
        found = self._fit.get(id(aim))
        if found is None:
            found = self._fit[id(aim)] = fits_ift(self.st, self.phase, aim)
        return found

    def armed(self) -> tuple[tuple[Vehicle, tuple[Weapon, ...]], ...]:
        """The vehicles that could fire something in this phase, each with that."""
        return tuple([(vehicle, found) for vehicle in self._own() if (found := self.ready(vehicle))])

    def _own(self) -> Iterator[Vehicle]:
        for vehicle in self.st.vehicles.values():
            if vehicle.side == self.side and vehicle.loc >= 0 and (not self.only or vehicle.id == self.only):
                yield vehicle

    def ready(self, vehicle: Vehicle) -> tuple[Weapon, ...]:
        """What a vehicle could fire in this phase, wherever its targets are."""
        return tuple([weapon for weapon in self.st.weapons_of(vehicle.id) if self._is_ready(vehicle, weapon)])

    def _is_ready(self, vehicle: Vehicle, weapon: Weapon) -> bool:
        """Whether it could fire one of its weapons; found once."""
        found = self._ready.get(weapon.id)
        if found is None:
            found = self._ready[weapon.id] = self._could_fire(vehicle, weapon)
        return found

    def _could_fire(self, vehicle: Vehicle, weapon: Weapon) -> bool:
        kind = wtype(self.st, weapon)
        if weapon.malfunctioned or not (kind.ift or kind.ife):
            return False
        if use_refusal(self.st, vehicle, weapon, self.phase) is not None:
            return False
        return part_occasion(self.st, vehicle, weapon, self.phase, ife=True) is not None

    def attacks(self, vehicle: Vehicle, weapons: tuple[Weapon, ...], aim: Aim) -> Iterator[Fire]:
        """Its legal attacks at one target, the most weapons first; turned no farther than need be, and only where that
        brings in what could not fire there without.
        """
        fires: set[int] = set()
        able = self._able(vehicle, weapons, aim)
        for action in self._straight(vehicle, able, aim):
            if self._is_legal(action, aim):
                fires.update(action.firers[0].weapons)
                if self._may_be(action, aim):
                    yield action
        for some in _sets(able) if self.phase != OWN_MPH else ():
            if not all(weapon.id in fires for weapon in some):
                yield from (action for action in self._turned(vehicle, some, aim) if self.allows(action, aim))

    def allows(self, action: Fire, aim: Aim) -> bool:
        """Whether an attack may be made at a target."""
        return self._is_legal(action, aim) and self._may_be(action, aim)

    def _may_be(self, action: Fire, aim: Aim) -> bool:
        """Whether what is asked allows an attack that is legal."""
        return True

    def _is_legal(self, action: Fire, aim: Aim) -> bool:
        return attack_refusal(self.st, action, aim.units, self.phase) is None

    def _able(self, vehicle: Vehicle, weapons: tuple[Weapon, ...], aim: Aim) -> list[Weapon]:
        """What may fire at a target, as far as it can tell alone."""
        if is_unseen(self.st, vehicle, aim.loc, aim.units, aim.vehicle):
            return []
        return [weapon for weapon in weapons if self._may(vehicle, weapon, aim)]

    def _may(self, vehicle: Vehicle, weapon: Weapon, aim: Aim) -> bool:
        """Whether a weapon may fire there, as far as it can tell alone."""
        target = Target(aim.loc, aim.units, aim.vehicle)
        return part_refusal(self.st, vehicle, weapon, target, self.phase, ife=True) is None

    def _straight(self, vehicle: Vehicle, weapons: Sequence[Weapon], aim: Aim) -> Iterator[Fire]:
        """The attacks for which nothing is turned, the most weapons first: of those that bear upon the target."""
        bear = [weapon for weapon in weapons if covers(self.st, vehicle, weapon, aim.loc)]
        return (self._attack(vehicle, some, aim, -1) for some in _sets(bear))

    def _turned(self, vehicle: Vehicle, weapons: Sequence[Weapon], aim: Aim) -> Iterator[Fire]:
        first = leading(self.st, vehicle, weapons)
        if first is None:
            return
        own = mount_facing(self.st, vehicle, first)
        turret = any(not covers(self.st, vehicle, weapon, aim.loc) for weapon in weapons)
        for facing in facings_for(self.st, vehicle, aim.loc, own):
            if turret or facing != own:
                yield self._attack(vehicle, weapons, aim, facing)

    def _attack(self, vehicle: Vehicle, weapons: Sequence[Weapon], aim: Aim, facing: int) -> Fire:
        firers = (Firer(vehicle.id, False, tuple(weapon.id for weapon in weapons)),)
        return Fire(firers, aim.loc, facing=facing, vehicle=aim.named)

    def any(self) -> bool:
        """Whether there is any attack; what a vehicle sees is sooner found than what it may fire."""
        return bool(self._every) and any(self._can(vehicle) for vehicle in self._own())

    def _can(self, vehicle: Vehicle) -> bool:
        aims = self._visible(vehicle)
        weapons = self.ready(vehicle) if aims else ()
        return bool(weapons) and any(self._hits_at(vehicle, weapons, aim) for aim in aims)

    def _might(self, vehicle: Vehicle) -> bool:
        """Whether it might have an attack: it sees a target, and could fire a weapon."""
        held = self.st.weapons_of(vehicle.id)
        return bool(self._visible(vehicle)) and any(self._is_ready(vehicle, weapon) for weapon in held)

    def _visible(self, vehicle: Vehicle) -> list[Aim]:
        """The targets that it sees at which an attack on the IFT can be aimed."""
        return [aim for aim in self._in_sight.of(vehicle) if self._fits(aim)]

    def _hits_at(self, vehicle: Vehicle, weapons: tuple[Weapon, ...], aim: Aim) -> bool:
        return next(self.attacks(vehicle, weapons, aim), None) is not None

    def root(self) -> list[Entry]:
        """One branch for each vehicle, alive where it has an attack."""
        return [
            branch(
                f"mg{vehicle.id}",
                partial(self._armament, vehicle),
                partial(self._aims, vehicle),
                alive=partial(self._can, vehicle),
                hopeful=partial(self._might, vehicle),
                kind="unit",
                unit=vehicle.id,
            )
            for vehicle in self._own()
        ]

    def _armament(self, vehicle: Vehicle) -> str:
        return f"{name(self.st, vehicle)}: machine guns"

    def _aims(self, vehicle: Vehicle) -> Sequence[Entry]:
        weapons, targets = self.ready(vehicle), self.targets
        if len(targets) == 1:
            return self._leaves(vehicle, weapons, targets[0])
        seen = self._visible(vehicle)
        return Late(len(seen), lambda number: self._aimed(vehicle, weapons, seen[number]))

    def _aimed(self, vehicle: Vehicle, weapons: tuple[Weapon, ...], aim: Aim) -> Entry:
        """The branch of one target."""
        board = map_now(self.st)
        return branch(
            f"v{aim.named}" if aim.vehicle is not None else f"h:{board.word(aim.loc)}",
            f"at {board.place_name(aim.loc) if aim.vehicle is None else aim.words(self.st)}",
            partial(self._leaves, vehicle, weapons, aim),
            alive=partial(self._hits_at, vehicle, weapons, aim),
            hopeful=perhaps,
            kind="hex",
            hex=aim.loc,
        )

    def _leaves(self, vehicle: Vehicle, weapons: tuple[Weapon, ...], aim: Aim) -> list[Entry]:
        able = self._able(vehicle, weapons, aim)
        straight = list(self._straight(vehicle, able, aim))
        found = [self._leaf(action, aim, partial(self.allows, action, aim)) for action in straight]
        sets = _sets(able) if self.phase != OWN_MPH else ()
        turned = [action for some in sets for action in self._turned(vehicle, some, aim)]
        if not turned:
            return found
        legal = (action.firers[0].weapons for action in straight if self._is_legal(action, aim))
        fires = Later(lambda: frozenset(chain.from_iterable(legal)))

        def turns(action: Fire) -> bool:
            return not fires().issuperset(action.firers[0].weapons) and self.allows(action, aim)

        def by_hull() -> list[Entry]:
            hulls = (replace(action, hull=True) for action in turned if turns(action))
            return [self._leaf(action, aim) for action in hulls if self._is_legal(action, aim)]

        found += [self._leaf(action, aim, partial(turns, action)) for action in turned]
        words = "turn the hull in place of the turret"
        return [*found, branch("hull", words, by_hull, alive=lambda: bool(by_hull()), kind="seldom", rule="C5.11")]

    def _leaf(self, action: Fire, aim: Aim, alive: Callable[[], bool] | None = None) -> Entry:
        mounts = [self._called(self.st.weapons[weapon]) for weapon in action.firers[0].weapons]
        turned = "" if action.facing < 0 else f":{action.facing}"
        return leaf(
            f"{'+'.join(mounts)}{turned}",
            f"{' and '.join(mounts)}{', turned' if turned else ''}",
            action,
            note=partial(self.note, action, aim),
            alive=alive,
            confirm=True,
            primary=True,
            hex=aim.loc,
        )

    def _called(self, weapon: Weapon) -> str:
        kind = wtype(self.st, weapon)
        return "IFE" if kind.ordnance else f"{kind.mount}"

    def note(self, action: Fire, aim: Aim) -> str:
        """FP and DRM in short."""
        ledger = declared_ledger(self.st, action, aim.ids, self.phase)
        return f"{ledger.fp_words()}, {ledger.drm.total():+d}"


def _sets(weapons: Sequence[Weapon]) -> Iterator[tuple[Weapon, ...]]:
    """The sets of weapons that may fire together, the most weapons first."""
    for size in range(len(weapons), 0, -1):
        yield from combinations(weapons, size)
