"""A fire attack from its dice to its last consequence (A7.3, A7.9, A8.2, A9.2, A9.7).

The attack is announced by whoever pushes :class:`Attack`; it is told its targets and never asks the
phase.  Order: DR; malfunction and rate of fire; cowering; results for each group of targets; leader
loss; Residual FP; a protective firer's own check.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import SNAP, Fire
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import (
    Announced,
    DiceThrown,
    DmPlaced,
    Event,
    FireLaneRemoved,
    LeaderDirected,
    UnitBroke,
    UnitFired,
    WeaponFired,
    WeaponForfeited,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.state import (
    ON_MAP,
    PROTECTIVE,
    SUBSEQUENT,
    FireMark,
    State,
)
from goodorder.data.charts import FireResult
from goodorder.rules.a07_fire.attack import (
    AttackLedger,
    attack_ledger,
    cowered_columns,
    cowerers,
    fire_column,
    harmful,
    outcomes,
    outside_drm,
    residual_parts,
)
from goodorder.rules.a07_fire.firepower import fp_text
from goodorder.rules.a07_fire.group import expenditures, firer_keys
from goodorder.rules.a07_fire.naming import fire_words
from goodorder.rules.a07_fire.spraying import second_attack
from goodorder.rules.a08_defensive.residual import misses_the_bed
from goodorder.rules.a09_weapons.fire_lane import cancelled_by, lane_facts
from goodorder.rules.a12_concealment.loss import struck
from goodorder.rules.a19_shortage import may_run_out, runs_out
from goodorder.rules.facts.attack_facts import DEFENSIVE, AttackFacts, attack_facts, residual_facts
from goodorder.rules.facts.units import names, utype
from goodorder.rules.registry import builds

from ..shared.casualties import LeaderLoss, eliminate, leaders_among, reduction
from ..shared.checks import MoraleCheck, TaskCheck, check_order
from ..shared.momentary import offer_momentary_reveal
from ..shared.rate import keeps_rate, malfunctions
from ..shared.selection import RandomSelection
from ..shared.weapon_loss import WeaponDestruction
from .fire_lane import LayLanes, lane_breaks
from .own_check import OwnCheck
from .residual import LeaveResidual


def announce(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> tuple[Event, ...]:
    """The event that announces an attack, with its FP and DRM line by line."""
    ledger = attack_ledger(facts_of(st, action, in_view(st, targets), phase))
    firers = tuple(firer.unit for firer in action.firers)
    led = f", directed by {names(st, action.leaders)}" if action.leaders else ""
    verb = "fires" if len(firers) == 1 else "fire"
    target = st.world.map.place_name(action.target)
    if action.spray >= 0:
        target += f" and {st.world.map.place_name(action.spray)}"
    kind = fire_words(st, action.firers, phase, action.via)
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


def in_view(st: State, targets: tuple[int, ...]) -> tuple[int, ...]:
    """The targets of an attack that are on the map for everybody: what is said of it speaks of those (A12.13)."""
    return tuple(unit for unit in targets if not st.units[unit].hidden)


def facts_of(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> AttackFacts:
    """The attack as the rules see it now."""
    return attack_facts(st, action, tuple(st.units[u] for u in targets), phase)


@builds("A7.3", "A.5a", "A.1b", "A.1d", "A.17a", "SK3.DR.7", "SK3.DR.8", "SK3.DFF.1", "SK3.DFF.7")
class Attack(Frame, frozen=True):
    """One fire attack on ``targets``; ``action`` None is an attack by Residual FP of ``strength`` at ``loc``.

    ``lane`` is then the gun whose Fire Lane it is, 0 for none (A9.22), ``snap`` that it attacks at the hexside crossed.
    ``stack`` is the moving stack where it is more than the targets, as Residual FP may attack some of it only.
    """

    targets: tuple[int, ...]
    phase: str
    loc: int
    action: Fire | None = None
    strength: int = 0
    stack: tuple[int, ...] = ()
    lane: int = 0
    snap: bool = False

    def facts(self, st: State) -> AttackFacts:
        """The attack as the rules see it."""
        if self.lane:
            targets = tuple(st.units[u] for u in self.targets)
            return lane_facts(st, st.weapons[self.lane], self.loc, targets, snap=self.snap)
        if self.action is None:
            return residual_facts(st, self.loc, self.strength, tuple(st.units[u] for u in self.targets))
        return facts_of(st, self.action, self.targets, self.phase)

    def ask(self, st: State) -> Roll | Do:
        """The attack's DR."""
        facts = self.facts(st)
        purpose = "Fire Lane" if self.lane else "Residual FP" if self.action is None else "fire"
        seen = in_view(st, self.targets)
        return Roll(TWO_DICE, f"{purpose} at {st.world.map.place_name(self.loc)}", "A7.3", facts.side, seen)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Mark the firers, then bring every consequence in its order."""
        pair = (faces[0], faces[1])
        facts = self.facts(st)
        ledger = attack_ledger(facts)
        seen = in_view(st, self.targets)
        told = self._told_ledger(st, ledger, seen)
        found = outcomes(told, pair)
        column = fire_column(ledger, pair)
        cowered = column != ledger.column
        words = "; ".join(f"{_who(st, o.units, seen)}Final {o.final}: {o.result}" for o in found)
        if cowered:
            words = f"cowers; {words}"
        events: list[Event] = [
            DiceThrown(
                dice=TWO_DICE,
                faces=faces,
                purpose=f"attack at {st.world.map.place_name(self.loc)}",
                rule="A7.3",
                side=facts.side,
                original=sum(faces),
                final=found[0].final if found else sum(faces),
                outcome=words,
                subjects=seen,
                lines=told.drm.lines(),
            )
        ]
        frames: list[Frame] = []
        if self.action is not None:
            firing = (unit for part in facts.parts for unit in (part.unit, part.helper) if unit is not None)
            frames.extend(offer_momentary_reveal(st, (unit.id for unit in (*firing, *facts.leaders)), "near"))
        if self.lane and (jammed := lane_breaks(st, self.lane, sum(faces))):
            frames.append(jammed)
        if self.action is not None:
            events.extend(self._marks(st, ledger, pair))
            broken = malfunctions(ledger, pair)
            if broken:
                frames.append(broken)
            if cowered:
                frames.append(self._cower(st, facts))
        ledgers = [ledger]
        if self.action is not None and self.action.spray >= 0:
            ledgers.append(attack_ledger(second_attack(st, self.action, facts.targets, self.phase)))
        for one in ledgers:
            happens, pushed = self._consequences(st, one, pair, facts)
            events.extend(happens)
            frames.extend(pushed)
        if self.action is not None and facts.occasion in DEFENSIVE:
            laying = set() if cowered else {lane.weapon for lane in self.action.lanes}
            frames.extend(self._residual(one, pair, laying) for one in ledgers if self.action.via != SNAP)
            own = tuple(
                unit
                for firer in self.action.firers
                if _protective(ledger, firer.unit)
                for unit in (firer.unit, firer.helper)
                if unit
            )
            if self.action.lanes:
                frames.append(LayLanes(self.action, cowered))
            if own:
                frames.append(OwnCheck(own, self.action.leaders, pair))
        inherent = tuple(part.unit for part in facts.parts if part.weapon is None)
        if spent := may_run_out(st, facts.side, inherent, sum(faces)):
            frames.append(RunsOut(spent, facts.side))
        return Do(events=tuple(events), push=tuple(frames)) if frames else Do(events=tuple(events))

    def _told_ledger(self, st: State, ledger: AttackLedger, seen: tuple[int, ...]) -> AttackLedger:
        """The attack as it is told: without targets that are hidden."""
        if self.action is None or len(seen) == len(self.targets):
            return ledger
        return attack_ledger(facts_of(st, self.action, seen, self.phase))

    def _consequences(
        self, st: State, ledger: AttackLedger, pair: tuple[int, int], facts: AttackFacts
    ) -> tuple[list[Event], list[Frame]]:
        """What the DR does in one target Location: DM, results, leader loss."""
        targets = ledger.attack.targets
        column = fire_column(ledger, pair)
        ids = tuple(unit.id for unit in targets)
        movers = (self.stack if ledger.attack.target == self.loc else ()) or ids
        stack = movers if facts.moving else ()
        found = [outcome for outcome in outcomes(ledger, pair) if outcome.result.kind != "NONE"]
        events: list[Event] = [DmPlaced(unit=u.id) for u in targets if u.broken and not u.dm and harmful(ledger, u.id)]
        frames: list[Frame] = []
        if any(u.concealed for u in targets):
            frames.append(Shown(tuple(unit for outcome in found for unit in outcome.units)))
        frames += [Results(outcome.units, outcome.result, facts.side, stack, column or 0) for outcome in found]
        if leaders := leaders_among(st, ids):
            frames.append(LeaderLoss(leaders, movers))
        return events, frames

    def _residual(self, ledger: AttackLedger, pair: tuple[int, int], laying: set[int]) -> Frame:
        """Residual FP in one target Location; guns that lay a Fire Lane add nothing (A9.22)."""
        facts = ledger.attack
        parts = tuple((weapon, fp) for weapon, fp in residual_parts(ledger, pair) if weapon not in laying)
        lost, outside = cowered_columns(ledger, pair), outside_drm(ledger)
        crest = misses_the_bed(facts)
        return LeaveResidual(facts.target, facts.side, parts, self._rated(ledger, pair), lost, outside, crest)

    def _marks(self, st: State, ledger: AttackLedger, pair: tuple[int, int]) -> list[Event]:
        assert self.action is not None
        facts = ledger.attack
        movers = tuple(u.id for u in facts.targets) if facts.moving else ()
        step = expenditures(st, facts.targets) if facts.moving else 0
        events: list[Event] = [FireLaneRemoved(weapon=weapon) for weapon in cancelled_by(st, self.action)]
        laying = {lane.weapon for lane in self.action.lanes}
        for part in facts.parts:
            unit, weapon = part.unit, part.weapon
            if weapon is None:
                events.append(UnitFired(unit=unit.id, shot=FireMark(part.occasion, self.loc, movers, step)))
                continue
            kept = keeps_rate(ledger, part, pair) and weapon.id not in laying
            shot = FireMark(part.occasion, self.loc, movers, step, kept_rof=kept)
            events.append(WeaponFired(weapon=weapon.id, shot=shot))
            events.append(UnitFired(unit=unit.id, shot=replace(shot, weapon=weapon.id)))
            if part.helper is not None:
                events.append(UnitFired(unit=part.helper.id, shot=replace(shot, weapon=weapon.id)))
        for firer in self.action.firers:
            if any(p.unit.id == firer.unit and p.occasion in (SUBSEQUENT, PROTECTIVE) for p in facts.parts):
                events.extend(_all_final(st, firer.unit, self.loc))
        keys = tuple(sorted(firer_keys(self.action.firers)))
        events.extend(LeaderDirected(unit=u.id, firers=keys, occasion=facts.occasion) for u in facts.leaders)
        return events

    def _cower(self, st: State, facts: AttackFacts) -> Frame:
        occasion = facts.occasion
        units = tuple(u.id for u in sorted(cowerers(facts), key=lambda u: (u.loc, -u.order)))
        return Cowering(units, occasion, self.loc, facts.side)

    def _rated(self, ledger: AttackLedger, pair: tuple[int, int]) -> tuple[int, ...]:
        laying = {lane.weapon for lane in self.action.lanes} if self.action is not None else set()
        parts = (part for part in ledger.attack.parts if part.weapon and part.weapon.id not in laying)
        return tuple(part.weapon.id for part in parts if part.weapon and keeps_rate(ledger, part, pair))

    def title(self, st: State) -> str:
        """The attack in the breadcrumb, its FP and DRM."""
        ledger = self._told_ledger(st, attack_ledger(self.facts(st)), in_view(st, self.targets))
        fp = "/".join(fp_text(share.fp) for share in ledger.shares())
        return f"attack {fp} ({ledger.drm.total():+d}) at {st.world.map.place_name(self.loc)}"


def _who(st: State, units: tuple[int, ...], everybody: tuple[int, ...]) -> str:
    return "" if len(units) == len(everybody) else f"{names(st, units)} "


def _protective(ledger: AttackLedger, unit: int) -> bool:
    return any(p.unit.id == unit and p.occasion == PROTECTIVE for p in ledger.attack.parts)


def _all_final(st: State, unit: int, loc: int) -> list[Event]:
    shot = FireMark(SUBSEQUENT, loc, final=True, spent=True)
    events: list[Event] = [UnitFired(unit=unit, shot=shot)]
    events.extend(WeaponForfeited(weapon=w.id, shot=shot) for w in st.weapons_of(unit))
    return events


class Shown(Frame, frozen=True):
    """Targets that the result shows to an enemy in sight; a concealed firer is Known by then (A12.14)."""

    units: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Take their "?"; concealed enemies in sight may show themselves for a moment to take what is left."""
        return Do(events=struck(st, self.units), push=offer_momentary_reveal(st, self.units, "any"))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Concealment"


class Results(Frame, frozen=True):
    """The IFT result on one group of targets (A7.301-A7.305).  ``stack``: whose leaders may help, empty for all
    there.
    """

    units: tuple[int, ...]
    result: FireResult
    side: int
    stack: tuple[int, ...]
    column: int = 0

    def _live(self, st: State) -> tuple[int, ...]:
        units = [st.units[u] for u in self.units if st.units[u].place == ON_MAP]
        units.sort(key=lambda u: -u.order)
        return tuple(u.id for u in units)

    def ask(self, st: State) -> Do:
        """Push what the result calls for."""
        live = self._live(st)
        match self.result.kind:
            case "KIA":
                return Do(then=self, push=(RandomSelection(live, self.result.number, "KIA", "A7.301", self.side),))
            case "K":
                return Do(then=self, push=(RandomSelection(live, 1, "Casualty Reduction", "A7.302", self.side),))
            case "MC":
                return Do(push=self._checks(st, live)) if live else Do()
            case "PTC":
                order = check_order(st, live)
                return Do(push=tuple(TaskCheck(u, 0, "pin", self.stack) for u in order)) if live else Do()
        return Do()

    def _checks(self, st: State, units: tuple[int, ...]) -> tuple[Frame, ...]:
        order = check_order(st, units)
        return tuple(MoraleCheck(u, self.result.number, stack=self.stack) for u in order)

    def resumed(self, st: State, value: Any) -> Do:
        """The chosen units suffer, the others break or check."""
        chosen: tuple[int, ...] = value
        others = tuple(u for u in self._live(st) if u not in chosen)
        if self.result.kind == "KIA":
            return self._kia(st, chosen, others)
        events, frames = reduction(st, chosen, "A7.302")
        survivors = tuple(u for u in chosen if utype(st, st.units[u]).kind == "squad")
        checks = self._checks(st, tuple(u for u in self._live(st) if u in others or u in survivors))
        push = (*frames, *checks)
        return Do(events=events, push=push) if push else Do(events=events)

    def _kia(self, st: State, chosen: tuple[int, ...], others: tuple[int, ...]) -> Do:
        events: list[Event] = []
        frames: list[Frame] = []
        lost: list[int] = []
        for unit in chosen:
            lost.extend(weapon.id for weapon in st.weapons_of(unit))
            events.extend(eliminate(unit, "A7.301"))
        broken = tuple(u for u in others if st.units[u].broken or utype(st, st.units[u]).kind == "hero")
        events.extend(UnitBroke(unit=u) for u in others if u not in broken)
        more, wounds = reduction(st, broken, "A7.301")
        events.extend(more)
        frames.extend(wounds)
        frames.extend(WeaponDestruction(w, self.column, self.side) for w in lost)
        return Do(events=tuple(events), push=tuple(frames)) if frames else Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The result in the breadcrumb."""
        return str(self.result)


@builds("A19.131")
class RunsOut(Frame, frozen=True):
    """After an attack with an Original 12 one of the MMC whose inherent FP it used is Replaced (A19.131)."""

    units: tuple[int, ...]
    side: int

    def ask(self, st: State) -> Do:
        """Select one."""
        return Do(then=self, push=(RandomSelection(self.units, 1, "Ammunition Shortage", "A19.131", self.side),))

    def resumed(self, st: State, value: Any) -> Do:
        """Replacement, or a break."""
        return Do(events=tuple(event for unit in value for event in runs_out(st, unit)))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Ammunition Shortage"


@builds("A7.9", "SK3.DR.1")
class Cowering(Frame, frozen=True):
    """Who of a Fire Group is marked by cowering: one by Random Selection, with all its weapons (A7.9)."""

    units: tuple[int, ...]
    occasion: str
    loc: int
    side: int

    def ask(self, st: State) -> Do:
        """Select the unit that loses its nerve."""
        return Do(then=self, push=(RandomSelection(self.units, 1, "cowering", "A7.9", self.side),))

    def resumed(self, st: State, value: Any) -> Do:
        """Prep or Final Fire counters on the chosen."""
        events: list[Event] = []
        for unit in value:
            shot = FireMark(self.occasion, self.loc, final=True, spent=True)
            events.append(UnitFired(unit=unit, shot=shot))
            events.extend(WeaponForfeited(weapon=w.id, shot=shot) for w in st.weapons_of(unit))
        return Do(events=tuple(events))
