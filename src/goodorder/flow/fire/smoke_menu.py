"""The menu of SMOKE fired by ordnance: which weapon, of which kind, at which hex (C8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from goodorder.core.actions import Fire, Firer, Ordnance
from goodorder.core.menu import Entry, branch, leaf, perhaps
from goodorder.core.state import Fighter, State, Unit, Weapon
from goodorder.rules.a07_fire.attack import attack_refusal
from goodorder.rules.c_ordnance.shells import may_have, shells_left, shells_of
from goodorder.rules.c_ordnance.smoke_rounds import kinds_now, might_smoke
from goodorder.rules.c_ordnance.to_hit import to_hit_ledger
from goodorder.rules.c_ordnance.vehicle_firers import fires_in_motion
from goodorder.rules.facts.aiming import is_unseen
from goodorder.rules.facts.arcs import facings_for
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import eye
from goodorder.rules.facts.special_arms import special_arms
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.facts.vehicles import pointing

from .ordnance_menu import OrdnanceMenu


class SmokeMenu:
    """The shots of SMOKE that one side's weapons can fire, as :class:`OrdnanceMenu` has its shots at units."""

    def __init__(self, guns: OrdnanceMenu) -> None:
        self.guns = guns
        self.st = guns.st
        self._moving: dict[int, tuple[int, ...]] = {}

    def carriers(self) -> Iterator[tuple[Fighter, Weapon, str]]:
        """The weapons that could fire SMOKE, with who mans them, once for each kind."""
        able = kinds_now(self.st)
        arms = special_arms(self.st).smoking if able else ()
        for unit, weapon in self.guns.armed() if arms else ():
            if weapon not in arms or not may_have(self.st, weapon, able) or fires_in_motion(self.st, unit):
                continue
            if self.guns.phase == "MPh" and not self._at_movers(unit):
                continue
            if might_smoke(self.st, self.guns.side) and self.guns.ready(unit, weapon):
                yield from ((unit, weapon, ammo) for ammo in shells_left(self.st, weapon) if ammo in able)

    def _places(self, unit: Fighter, weapon: Weapon) -> Iterator[int]:
        """The Locations to aim at: of each hex in reach the lowest that is seen, in the MPh where movers are."""
        st, board = self.st, map_now(self.st)
        if self.guns.phase == "MPh":
            yield from self._at_movers(unit)
            return
        kind, frm = wtype(st, weapon), eye(st, unit)
        above: dict[int, list[int]] = {}
        for loc in st.occupied():
            if loc >= 0 and loc != (h := board.hex_at(loc)):
                above.setdefault(h, []).append(loc)
        for h in range(len(board.hexes)):
            if not (kind.range_min or 1) <= board.distance(unit.loc, h) <= kind.range:
                continue
            seen = next((loc for loc in (h, *above.get(h, ())) if board.sees(frm, loc)), None)
            if seen is not None:
                yield seen

    def shots(self, unit: Fighter, weapon: Weapon, ammo: str) -> Iterator[Fire]:
        """The legal shots, one for each hex, turned no farther than need be."""
        return (action for action in self._tried(unit, weapon, ammo) if self._is_legal(action))

    def _tried(self, unit: Fighter, weapon: Weapon, ammo: str) -> Iterator[Fire]:
        """The same before the rules are asked."""
        st = self.st
        for loc in self._places(unit, weapon):
            facing = -1
            if (own := pointing(st, weapon)) >= 0:
                nearest = facings_for(st, unit, loc, own)
                facing = -1 if own in nearest or not nearest else nearest[0]
            shot = Ordnance("area", ammo, facing)
            yield Fire((Firer(unit.id, False, (weapon.id,)),), loc, ordnance=shot)

    def _at_movers(self, unit: Fighter) -> tuple[int, ...]:
        """The Locations of movers that a unit sees, found once."""
        found = self._moving.get(unit.id)
        if found is None:
            locs = [aim.loc for aim in self.guns.targets]
            seen = [loc for loc in locs if not is_unseen(self.st, unit, loc, self._under_fire(loc), None)]
            found = self._moving[unit.id] = tuple(seen)
        return found

    def _under_fire(self, loc: int) -> tuple[Unit, ...]:
        """The movers in a Location."""
        moving = self.guns.targets if self.guns.phase == "MPh" else ()
        return next((aim.units for aim in reversed(moving) if aim.loc == loc), ())

    def _is_legal(self, action: Fire) -> bool:
        return attack_refusal(self.st, action, self._under_fire(action.target), self.guns.phase) is None

    def any(self) -> bool:
        """Whether there is any shot."""
        return any(self._can(*carrier) for carrier in self.carriers())

    def _can(self, unit: Fighter, weapon: Weapon, ammo: str) -> bool:
        return next(self.shots(unit, weapon, ammo), None) is not None

    def root(self) -> list[Entry]:
        """One branch that holds one for each weapon and kind."""
        words = "Fire SMOKE at a hex"
        return [branch("smoke", words, self._weapons, alive=self.any, hopeful=perhaps, kind="seldom", rule="C8.5")]

    def _weapons(self) -> list[Entry]:
        return [
            branch(
                f"w{weapon.id}:{ammo}",
                f"{wtype(self.st, weapon).name} of {name(self.st, unit)}, {ammo}{_number(self.st, weapon, ammo)}",
                partial(self._hexes, unit, weapon, ammo),
                alive=partial(self._can, unit, weapon, ammo),
                hopeful=perhaps,
                kind="weapon",
                unit=unit.id,
            )
            for unit, weapon, ammo in self.carriers()
        ]

    def _hexes(self, unit: Fighter, weapon: Weapon, ammo: str) -> list[Entry]:
        board = map_now(self.st)
        return [
            leaf(
                f"h:{board.word(action.target)}",
                f"{ammo} at {board.place_name(action.target)}",
                action,
                note=partial(self._note, action),
                kind="hex",
                confirm=True,
                hex=action.target,
                alive=partial(self._is_legal, action),
            )
            for action in self._tried(unit, weapon, ammo)
        ]

    def _note(self, action: Fire) -> str:
        return f"{to_hit_ledger(self.st, action, (), self.guns.phase).needs()} hits"


def _number(st: State, weapon: Weapon, ammo: str) -> str:
    """The Depletion Number in words."""
    number = shells_of(st, weapon)[ammo]
    return "" if number is None else f", if there is any ({number} or less)"
