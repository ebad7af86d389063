"""A shot of canister: its DR is that of its effect on the IFT in every Location that it strikes (C8.4)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Announced, DiceThrown, Event, TargetAcquired
from goodorder.core.frames import Frame
from goodorder.core.state import State
from goodorder.data.charts import FireResult
from goodorder.rules.a07_fire.attack import (
    AttackLedger,
    Outcome,
    harmful,
    outcomes,
    outside_drm,
    residual_parts,
)
from goodorder.rules.a08_defensive.residual import misses_the_bed
from goodorder.rules.c_ordnance.ammunition import Supply
from goodorder.rules.c_ordnance.canister import canister_ledgers
from goodorder.rules.c_ordnance.shells import shells_of
from goodorder.rules.facts.attack_facts import AttackFacts
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.registry import builds

from ..shared.rate import keeps_rate
from .effect import attack_dice, guns_unknown, in_view, known_to_all, results_of, take_effect
from .ordnance import OrdnanceShot, laid_for
from .residual import LeaveResidual
from .vehicle_under_fire import vehicles_under_fire


@builds("C8.4", "C8.42", "C8.4a", "C8.4b", "C8.4d", "C8.42a")
class CanisterShot(OrdnanceShot, frozen=True):
    """A Gun fires canister; ``targets`` are all whom it meets, in the MPh the movers."""

    @property
    def places(self) -> tuple[int, ...]:
        """The Locations that it is aimed at."""
        assert self.action.ordnance is not None
        return tuple(dict.fromkeys((self.action.target, *self.action.ordnance.cone)))

    def ledgers(self, st: State) -> tuple[AttackLedger, ...]:
        """FP, column and DRM in each Location."""
        return canister_ledgers(st, self.action, self.targets, self.phase)

    def _public_ledgers(self, st: State) -> tuple[AttackLedger, ...]:
        """The same as it is told: without those who hide."""
        seen = in_view(st, tuple(unit.id for unit in st.units.values()))
        hidden = frozenset(st.units) - frozenset(seen)
        bare = st.with_(units={key: one for key, one in st.units.items() if key not in hidden}) if hidden else st
        return canister_ledgers(bare, self.action, in_view(st, self.targets), self.phase)

    def announce(self, st: State) -> tuple[Event, ...]:
        """What it is fired at, with FP and DRM line by line."""
        facts, ledgers = self.ledger(st).facts, self._public_ledgers(guns_unknown(st, self.targets))
        number, names = shells_of(st, facts.weapon).get(facts.shot.ammo), st.world.map.place_name
        if facts.unit.concealed:
            bare = f"{name(st, facts.unit)} fires canister at {names(self.action.target)}"
        else:
            bare = ""
        depletion = "" if number is None else f", Depletion Number {number}"
        each = "; ".join(f"{names(one.attack.target)} {one.fp_words()}, DRM {one.drm.total():+d}" for one in ledgers)
        text = f"{name(st, facts.unit)} fires {wtype(st, facts.weapon).name}, canister{depletion}: {each}"
        lines = (line for one in ledgers for line in (*one.fp_lines(), *one.drm.lines()))
        told = Announced(
            text=text,
            rule="C8.4",
            side=facts.attack.side,
            kind="fire",
            subjects=(facts.unit.id,),
            locs=self.places,
            lines=tuple(dict.fromkeys(lines)),
            bare=bare,
        )
        return (told,)

    def ask(self, st: State) -> Roll:
        """The DR of the attack, which is that of the ammunition, the rate and a breakdown too."""
        purpose = f"canister at {st.world.map.place_name(self.action.target)}"
        return Roll(TWO_DICE, purpose, "C8.4", self.ledger(st).facts.attack.side, in_view(st, self.targets))

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR with its results."""
        seen = in_view(st, self.targets)
        ledgers = known_to_all(st, seen, self._public_ledgers, lambda found: results_of(found, pair))
        ledgers = ledgers or (self.none(st),)
        told = attack_dice(st, ledgers, pair, seen, firers=self.unknown_firers(self.ledger(st).facts))
        if self.supply(st, pair) is Supply.NONE:
            return replace(told, outcome="has no canister", bare="has no effect" if told.bare else "")
        last = self.supply(st, pair) is Supply.LAST
        return replace(told, outcome=f"{told.outcome}, the last canister") if last else told

    def none(self, st: State) -> AttackLedger:
        """The attack on nobody, where a shot meets nothing that is seen."""
        return canister_ledgers(st, self.action, (), self.phase)[0]

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """The results on the IFT; none where there was no canister."""
        if self.supply(st, pair) is Supply.NONE:
            return (Outcome(self.targets, sum(pair), FireResult("NONE")),)
        return tuple(one for ledger in self.ledgers(st) for one in outcomes(ledger, pair))

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The effect in each Location by the same DR, on vehicles there too."""
        left = self.supply(st, pair)
        if left is Supply.NONE:
            return (), ()
        ledgers = self.ledgers(st)
        found = [take_effect(st, ledger, pair) for ledger in ledgers]
        vehicles = tuple(frame for one in ledgers for frame in vehicles_under_fire(one, pair)) if st.vehicles else ()
        frames = (*self._closing_in(ledgers), *(frame for _, frames in found for frame in frames), *vehicles)
        return (*self.aimed(st, left), *(event for events, _ in found for event in events)), frames

    @builds("A7.7")
    def _closing_in(self, ledgers: tuple[AttackLedger, ...]) -> tuple[Frame, ...]:
        """What it adds to Encirclement of the Location that it is fired at: it needs no hit, only the FP for a MC."""
        for ledger in ledgers:
            units = tuple(unit.id for unit in ledger.attack.targets)
            if ledger.attack.target == self.action.target and any(harmful(ledger, unit) for unit in units):
                return self._closing(units)
        return ()

    def aimed(self, st: State, left: Supply) -> tuple[Event, ...]:
        """The Gun turned, its Acquisition lost, the last shell gone."""
        facts, shot = self.ledger(st).facts, self.action.ordnance
        assert shot is not None
        turned = laid_for(st, facts, shot.facing)
        lost = (TargetAcquired(weapon=facts.weapon.id, acquired=None),) if facts.weapon.acquired is not None else ()
        gone = (self._gone(st),) if left is Supply.LAST else ()
        return (*turned, *(() if turned else lost), *gone)

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Residual FP of First Fire in each Location, but for Intensive Fire."""
        facts = self.ledger(st).facts
        if self.supply(st, pair) is Supply.NONE or not facts.attack.moving or facts.part.marked:
            return ()
        rated = (facts.weapon.id,) if keeps_rate(facts.attack, facts.part, pair) else ()
        return tuple(_residual(one, pair, rated) for one in self.ledgers(st))

    def title(self, st: State) -> str:
        """The shot in the breadcrumb."""
        return f"canister at {st.world.map.place_name(self.action.target)}"


def _residual(ledger: AttackLedger, pair: tuple[int, int], rated: tuple[int, ...]) -> LeaveResidual:
    attack: AttackFacts = ledger.attack
    parts, outside = residual_parts(ledger, pair), outside_drm(attack, ledger.drm)
    return LeaveResidual(attack.target, attack.side, parts, rated, 0, outside, misses_the_bed(attack))
