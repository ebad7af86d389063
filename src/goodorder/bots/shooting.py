"""Finding good fire attacks: who fires together at whom, led by whom, and what it does on average."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from goodorder.core.actions import SNAP, Fire
from goodorder.core.state import State, Unit
from goodorder.data.charts import ift
from goodorder.flow.fire.fire_drafts import Draft
from goodorder.flow.fire.fire_menu import FireMenu
from goodorder.flow.fire.targets import Aim
from goodorder.rules.a07_fire.attack import AttackLedger, attack_ledger, declared_ledger
from goodorder.rules.a07_fire.permission import leader_refusal
from goodorder.rules.a07_fire.spraying import neighbours, second_attack, second_targets
from goodorder.rules.facts.attack_facts import protective
from goodorder.rules.facts.units import is_hero, is_leader, leadership, morale_level, utype, wtype

from .ground import Ground, LineOfFire
from .threat_map import FirePosition, fire_positions
from .values import BROKEN, attack_harm, fails, harm_share, unit_worth

TRIED = 10
"""How many pairs of firing Location and target are looked at exactly."""


class Option(Struct, frozen=True):
    """One attack with its average harm, and that harm for each squad's worth of FP used."""

    action: Fire
    aim: Aim
    harm: float
    ledger: AttackLedger
    firers: tuple[int, ...]


class Gunnery:
    """The attacks of one side at some targets in one phase; ``via`` and ``barred`` as for :class:`FireMenu`."""

    def __init__(
        self,
        st: State,
        side: int,
        phase: str,
        aims: tuple[Aim, ...],
        ground: Ground,
        via: int = -1,
        barred: tuple[int, ...] = (),
    ) -> None:
        self.st, self.side, self.phase, self.ground = st, side, phase, ground
        self.menu = FireMenu(st, side, phase, aims, via, barred)
        self.aims = tuple(aim for aim in self.menu.targets if aim.vehicle is None)

    def best(self, allowed: Callable[[Unit], bool] = lambda unit: True) -> list[Option]:
        """The attacks worth looking at, best first."""
        found: list[Option] = []
        pairs: list[tuple[float, Aim, FirePosition]] = []
        for foe in fire_positions(self.st, self.side):
            if not foe.arms and not self._gun(foe.loc):
                continue
            for aim in self.aims:
                line = self.ground.line(foe.loc, aim.loc)
                if line is None and self.menu.via == SNAP:
                    line = LineOfFire(self.st.world.map.distance(foe.loc, aim.loc), 0, True)
                if line is None:
                    continue
                fp = foe.fp_at(line.range, marks=self.phase == "MPh")
                column = ift().column(int(fp))
                if column is None:
                    column = 0
                worth = sum(unit_worth(self.st, u) for u in aim.units if u.side != self.side)
                guess = worth * harm_share(column, line.drm + foe.leader, 7, len(aim.units))
                pairs.append((-guess, aim, foe))
        pairs.sort(key=lambda pair: (pair[0], pair[1].loc, pair[2].loc))
        for _, aim, foe in pairs[:TRIED]:
            option = self._from(foe.loc, aim, allowed)
            if option is not None:
                found.append(option)
        found.sort(key=lambda o: (-o.harm, o.aim.loc, o.firers))
        if found and found[0].harm > 0:
            joined = self._joined(found)
            if joined is not None:
                found.insert(0, joined)
            sprayed = self._sprayed(found[0])
            if sprayed is not None:
                found.insert(0, sprayed)
        return found

    def _gun(self, loc: int) -> bool:
        return any(self.st.weapons_of(unit.id) for unit in self.st.side_at(loc, self.side))

    def _from(self, loc: int, aim: Aim, allowed: Callable[[Unit], bool]) -> Option | None:
        units = [
            u.id
            for u in self.st.side_at(loc, self.side)
            if not u.broken
            and allowed(u)
            and (not utype(self.st, u).smc or self._lone_gunner(u) or self._hero(u))
            and self.menu.firer(u, aim) is not None
        ]
        return self._led(tuple(units), aim) if units else None

    def _lone_gunner(self, unit: Unit) -> bool:
        return any(not w.malfunctioned and wtype(self.st, w).machine_gun for w in self.st.weapons_of(unit.id))

    def _hero(self, unit: Unit) -> bool:
        """Whether it is a hero who leads nobody: he fires with others, for his FP and -1 to their DR (A15.24)."""
        return is_hero(self.st, unit) and not is_leader(self.st, unit)

    def _led(self, units: tuple[int, ...], aim: Aim) -> Option | None:
        """The attack of these units, directed where that does more."""
        best = self._option(Draft(units, aim=aim), aim)
        if best is None:
            if len(units) > 1:
                singles = [o for u in units if (o := self._led((u,), aim)) is not None]
                return max(singles, key=lambda o: o.harm, default=None)
            return None
        leaders = self._leaders(units)
        if leaders:
            led = self._option(Draft(units, leaders, aim), aim)
            if led is not None and led.harm > best.harm * 1.02:
                best = led
        return best

    def _leaders(self, units: tuple[int, ...]) -> tuple[int, ...]:
        found: list[int] = []
        for loc in dict.fromkeys(self.st.units[u].loc for u in units):
            eligible = [
                u
                for u in self.st.side_at(loc, self.side)
                if is_leader(self.st, u) and u.id not in units and leader_refusal(self.st, u) is None
            ]
            if not eligible:
                return ()
            found.append(min(eligible, key=lambda u: (leadership(self.st, u), u.id)).id)
        return tuple(found)

    def _option(self, draft: Draft, aim: Aim) -> Option | None:
        action = self.menu.action(draft, aim)
        if action is None:
            return None
        ledger = declared_ledger(self.st, action, aim.ids, self.phase)
        harm = attack_harm(ledger) - self._price(ledger)
        return Option(action, aim, harm, ledger, tuple(f.unit for f in action.firers))

    def _price(self, ledger: AttackLedger) -> float:
        """What the firers risk: their own check in Final Protective Fire."""
        price = 0.0
        for unit in protective(ledger.attack.parts):
            price += unit_worth(self.st, unit) * BROKEN * 1.3 * fails(morale_level(self.st, unit), 0)[0]
        return price

    def _sprayed(self, option: Option) -> Option | None:
        """The attack as Spraying Fire on a second enemy Location too, where that does more (A7.34, A9.5)."""
        st = self.st
        if self.menu.via == SNAP or self.phase == "MPh" or not st.world.rules.offers("spraying_fire"):
            return None
        best: Option | None = None
        for aim in self.aims:
            if aim.loc == option.aim.loc or not neighbours(st, option.aim.loc, aim.loc):
                continue
            draft = Draft(option.firers, option.action.leaders, option.aim, spray=aim.loc)
            action = self.menu.action(draft, option.aim)
            if action is None:
                continue
            ledger = declared_ledger(st, action, option.aim.ids, self.phase)
            harm = attack_harm(ledger)
            if second_targets(st, action, option.aim.units, self.phase):
                harm += attack_harm(attack_ledger(second_attack(st, action, option.aim.units, self.phase)))
            if harm > (best or option).harm:
                best = Option(action, option.aim, harm, ledger, option.firers)
        return best

    def _joined(self, found: list[Option]) -> Option | None:
        """The best attack with a second and third Location joined, where that beats firing one by one."""
        base = found[0]
        grown = base
        alone = base.harm
        better: Option | None = None
        for other in found[1:]:
            if other.aim.loc != base.aim.loc or set(other.firers) & set(grown.firers):
                continue
            locs = {self.st.units[u].loc for u in grown.firers}
            here = self.st.units[other.firers[0]].loc
            if not any(self.st.world.map.adjacent(loc, here) for loc in locs):
                continue
            joined = self._led((*grown.firers, *other.firers), base.aim)
            if joined is not None and set(joined.firers) >= set(other.firers) and joined.harm > alone + other.harm:
                grown = better = joined
                alone = joined.harm
        return better
