"""Fire of small arms and machine guns: nothing decides a hit, the shot's DR is that of its effect on the IFT (A7.3)."""

from __future__ import annotations

from goodorder.core.events import Announced, DiceThrown, Event
from goodorder.core.frames import Frame
from goodorder.core.state import State
from goodorder.rules.a07_fire.attack import (
    AttackLedger,
    Outcome,
    attack_ledger,
    cowered_columns,
    declared_ledger,
    fire_column,
    leaves_residual,
    outcomes,
    outside_drm,
    residual_parts,
)
from goodorder.rules.a07_fire.naming import fire_words
from goodorder.rules.a07_fire.spraying import second_attack
from goodorder.rules.a08_defensive.residual import misses_the_bed
from goodorder.rules.c_ordnance.ife import laid_events
from goodorder.rules.facts.attack_facts import AttackFacts
from goodorder.rules.facts.firers import Flames
from goodorder.rules.facts.units import names
from goodorder.rules.registry import builds

from ..shared.rate import keeps_rate
from .effect import attack_dice, attack_title, guns_unknown, in_view, known_to_all, results_of, take_effect
from .fire_lane import LayLanes
from .flames import BY_FLAME, told_flames
from .residual import LeaveResidual
from .shot import Shot
from .vehicle_under_fire import vehicles_under_fire


@builds("A7.3", "A7.9", "A8.2", "SK3.DFF.7")
class SmallArms(Shot, frozen=True):
    """Units fire on the IFT; Spraying Fire takes effect in a second Location by the same DR (A9.5)."""

    def facts(self, st: State) -> AttackFacts:
        """The fire as the rules see it."""
        return self.ledger(st).attack

    def ledger(self, st: State) -> AttackLedger:
        """FP, column and DRM of the attack."""
        return declared_ledger(st, self.action, self.targets, self.phase)

    def announce(self, st: State) -> tuple[Event, ...]:
        """The event that announces the attack, with its FP and DRM line by line."""
        action, ledger = self.action, self._public_ledger(guns_unknown(st, self.targets))
        firers = tuple(firer.unit for firer in action.firers)
        led = f", directed by {names(st, action.leaders)}" if action.leaders else ""
        verb = "fires" if len(firers) == 1 else "fire"
        target = " and ".join(st.world.map.place_name(loc) for loc in self.places)
        kind = fire_words(st, action.firers, self.phase, action.via)
        text = f"{names(st, firers)}{led} {verb} at {target}, {kind}: {ledger.fp_words()}, DRM {ledger.drm.total():+d}"
        return (
            Announced(
                text=text,
                rule="A7.3",
                side=ledger.attack.side,
                kind="fire",
                subjects=firers,
                locs=(action.target,),
                lines=(*ledger.fp_lines(), *ledger.drm.lines()),
            ),
        )

    def _public_ledger(self, st: State) -> AttackLedger:
        """The attack as it is told: without targets that are hidden."""
        return declared_ledger(st, self.action, in_view(st, self.targets), self.phase)

    def _ledgers(self, st: State) -> tuple[AttackLedger, ...]:
        """The attack in each of its Locations."""
        ledger = self.ledger(st)
        if self.action.spray < 0:
            return (ledger,)
        return ledger, attack_ledger(second_attack(st, self.action, ledger.attack.targets, self.phase))

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR with its DRM and its results."""
        seen = in_view(st, self.targets)
        ledgers = known_to_all(st, seen, lambda at: (self._public_ledger(at),), lambda found: results_of(found, pair))
        return attack_dice(st, ledgers, pair, seen, cowers=self.cowers(st, pair))

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """The result on the IFT."""
        return outcomes(self.ledger(st), pair)

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The effect, by the same DR in each Location."""
        events = list(laid_events(st, self.action))
        if isinstance(self.ledger(st).attack.source, Flames):
            events += told_flames(st, self.ledger(st), pair, BY_FLAME, "flames", "A22.35")
        frames: list[Frame] = []
        for ledger in self._ledgers(st):
            told, brought = take_effect(st, ledger, pair)
            events += told
            frames += brought
        return tuple(events), (*frames, *self._vehicles(st, pair))

    def _vehicles(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """What the DR does to vehicles there, by Spraying Fire in both Locations (A9.5)."""
        if not st.vehicles:
            return ()
        return tuple(frame for ledger in self._ledgers(st) for frame in vehicles_under_fire(ledger, pair))

    def cowers(self, st: State, pair: tuple[int, int]) -> bool:
        """Whether the DR costs columns."""
        ledger = self.ledger(st)
        return fire_column(ledger, pair) != ledger.column

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Residual FP of First Fire, and the lanes that it declared."""
        ledgers = self._ledgers(st)
        if not ledgers[0].attack.moving:
            return ()
        cowered = self.cowers(st, pair)
        frames: list[Frame] = [self._residual(one, pair, cowered) for one in ledgers if leaves_residual(one.attack)]
        if self.action.lanes:
            frames.append(LayLanes(self.action, cowered))
        return tuple(frames)

    def _residual(self, ledger: AttackLedger, pair: tuple[int, int], cowered: bool) -> Frame:
        """Residual FP in one target Location; guns that lay a Fire Lane add nothing (A9.22)."""
        facts, laying = ledger.attack, self._laying()
        counted = residual_parts(ledger, pair)
        parts = tuple((weapon, fp) for weapon, fp in counted if cowered or weapon not in laying)
        rated = tuple(
            part.weapon.id
            for part in facts.parts
            if part.weapon and part.weapon.id not in laying and keeps_rate(facts, part, pair)
        )
        lost, outside = cowered_columns(ledger, pair), outside_drm(ledger.attack, ledger.drm)
        return LeaveResidual(facts.target, facts.side, parts, rated, lost, outside, misses_the_bed(facts))

    def title(self, st: State) -> str:
        """The attack in the breadcrumb."""
        return attack_title(st, self._public_ledger(st))
