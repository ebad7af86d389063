"""The menu of what vehicles fire on the IFT: machine guns and IFE, together or apart, at whom, turned how (D3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from msgspec.structs import replace

from goodorder.core.actions import Fire, Firer
from goodorder.core.menu import Entry, Late, branch, leaf, perhaps
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

from .fire_drafts import Aim, fits_ift
from .in_sight import InSight


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
        st, ids = self.st, aim.units
        if is_unseen(st, vehicle, aim.loc, ids, aim.vehicle):
            return
        able = [weapon for weapon in weapons if self._may(vehicle, weapon, aim)]
        fires: set[int] = set()
        for size in range(len(able), 0, -1):
            for some in combinations(able, size):
                action = self._attack(vehicle, some, aim, -1)
                if attack_refusal(st, action, ids, self.phase) is None:
                    fires.update(weapon.id for weapon in some)
                    yield action
        if self.phase == OWN_MPH:
            return
        for size in range(len(able), 0, -1):
            for some in combinations(able, size):
                if all(weapon.id in fires for weapon in some):
                    continue
                for action in self._turned(vehicle, some, aim):
                    if attack_refusal(st, action, ids, self.phase) is None:
                        yield action

    def _may(self, vehicle: Vehicle, weapon: Weapon, aim: Aim) -> bool:
        """Whether a weapon may fire there, as far as it can tell alone."""
        target = Target(aim.loc, aim.units, aim.vehicle)
        return part_refusal(self.st, vehicle, weapon, target, self.phase, ife=True) is None

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
        aims = [aim for aim in self._in_sight.of(vehicle) if self._fits(aim)]
        weapons = self.ready(vehicle) if aims else ()
        return bool(weapons) and any(self._hits_at(vehicle, weapons, aim) for aim in aims)

    def _hits_at(self, vehicle: Vehicle, weapons: tuple[Weapon, ...], aim: Aim) -> bool:
        return next(self.attacks(vehicle, weapons, aim), None) is not None

    def root(self) -> list[Entry]:
        """One branch for each vehicle that can fire."""
        return [
            branch(
                f"mg{vehicle.id}",
                partial(self._armament, vehicle),
                partial(self._aims, vehicle),
                alive=partial(self._can, vehicle),
                hopeful=perhaps,
                kind="unit",
                unit=vehicle.id,
            )
            for vehicle in self._own()
            if any(self._is_ready(vehicle, weapon) for weapon in self.st.weapons_of(vehicle.id))
        ]

    def _armament(self, vehicle: Vehicle) -> str:
        return f"{name(self.st, vehicle)}: machine guns"

    def _aims(self, vehicle: Vehicle) -> Sequence[Entry]:
        weapons, targets = self.ready(vehicle), self.targets
        if len(targets) == 1:
            return self._leaves(vehicle, weapons, targets[0])
        return Late(len(targets), lambda number: self._aimed(vehicle, weapons, targets[number]))

    def _aimed(self, vehicle: Vehicle, weapons: tuple[Weapon, ...], aim: Aim) -> Entry:
        """The branch of one target."""
        board = map_now(self.st)
        return branch(
            f"v{aim.named}" if aim.vehicle is not None else f"h:{board.word(aim.loc)}",
            f"at {board.place_name(aim.loc) if aim.vehicle is None else aim.words(self.st)}",
            partial(self._leaves, vehicle, weapons, aim),
            alive=partial(self._hits_at, vehicle, weapons, aim),
            kind="hex",
            hex=aim.loc,
        )

    def _leaves(self, vehicle: Vehicle, weapons: tuple[Weapon, ...], aim: Aim) -> list[Entry]:
        attacks = tuple(self.attacks(vehicle, weapons, aim))
        found = self._shots(attacks, aim)
        hulls = [replace(one, hull=True) for one in attacks if one.facing >= 0]
        if legal := [one for one in hulls if attack_refusal(self.st, one, aim.units, self.phase) is None]:
            words, by_hull = "turn the hull in place of the turret", partial(self._shots, legal, aim)
            found.append(branch("hull", words, by_hull, kind="seldom", rule="C5.11"))
        return found

    def _shots(self, actions: Sequence[Fire], aim: Aim) -> list[Entry]:
        found = []
        for action in actions:
            mounts = [self._called(self.st.weapons[weapon]) for weapon in action.firers[0].weapons]
            turned = "" if action.facing < 0 else f":{action.facing}"
            found.append(
                leaf(
                    f"{'+'.join(mounts)}{turned}",
                    f"{' and '.join(mounts)}{', turned' if turned else ''}",
                    action,
                    note=partial(self.note, action, aim),
                    confirm=True,
                    primary=True,
                    hex=aim.loc,
                )
            )
        return found

    def _called(self, weapon: Weapon) -> str:
        kind = wtype(self.st, weapon)
        return "IFE" if kind.ordnance else f"{kind.mount}"

    def note(self, action: Fire, aim: Aim) -> str:
        """FP and DRM in short."""
        ledger = declared_ledger(self.st, action, aim.ids, self.phase)
        return f"{ledger.fp_words()}, {ledger.drm.total():+d}"
