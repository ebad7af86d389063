"""A MOL: the check, then the attack that must follow it at once, with the MOL or without it (A22.611, A22.612)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Fire, Molotov
from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.events import Announced, DiceThrown, Event, Tried, UnitBroke, UnitFired
from goodorder.core.frames import Do, Frame
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, FireMark, State
from goodorder.data.charts import molotov, to_kill
from goodorder.rules.a07_fire.attack import AttackLedger, Outcome, cowered_columns
from goodorder.rules.a07_fire.group import expenditures
from goodorder.rules.a22_molotovs import (
    CHECK,
    at_armor,
    beside_ledger,
    bomb_fp,
    bursts,
    check_ledger,
    in_hand,
    ready,
    without_it,
    without_user,
    would_burn,
)
from goodorder.rules.c_ordnance.flame_to_kill import flame_fate, molotov_number
from goodorder.rules.facts.attack_facts import OCCASIONS_OF, AttackFacts, part_occasion
from goodorder.rules.facts.firers import attack_facts
from goodorder.rules.facts.masks import as_walked, under_fire
from goodorder.rules.facts.units import is_hero, name
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.ledger import Ledger
from goodorder.rules.registry import builds

from ..shared.casualties import LeaderLoss, leaders_among, reduction
from ..shared.thrown import thrown
from .flame_shot import FRONT, Burns
from .small_arms import SmallArms
from .to_kill import FATES, Collateral
from .vehicle_under_fire import vehicles_under_fire


@builds("A22.611", "A22.612", "A22.611a", "A22.611b", "A22.611c", "A22.611d", "A22.612a")
class MolotovCheck(Frame, frozen=True):
    """A unit looks for a MOL; the declared attack follows whether it has one or not."""

    action: Molotov
    targets: tuple[int, ...]
    phase: str

    def ask(self, st: State) -> Roll:
        """The dr."""
        unit = st.units[self.action.unit]
        most = molotov().check - check_ledger(st, self.action).total()
        return Roll(
            ONE_DIE, f"MOL Check of {name(st, unit)}", "A22.611", unit.side, (unit.id,), f"{most} or less", False
        )

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The attack, with the MOL or without."""
        unit, ledger, [face], roll = st.units[self.action.unit], check_ledger(st, self.action), faces, self.ask(st)
        has_one = ready(st, self.action, face)
        words = "throws one" if has_one else "none at hand"
        told = thrown(roll, faces, words, final=face + ledger.total(), lines=ledger.lines())
        events: list[Event] = [told, Tried(unit=unit.id, note=Note(CHECK, when=self.phase))]
        shot = in_hand(self.action) if has_one else without_it(st, self.action)
        if shot is None or all(one.unit != unit.id for one in shot.firers):
            events.append(UnitFired(unit=unit.id, shot=self._spent(st)))
        if shot is None:
            return Do(events=tuple(events))
        attack = molotov_shot(st, self.targets, self.phase, shot)
        return Do(events=(*events, *attack.announce(st)), push=(attack,))

    def _spent(self, st: State) -> FireMark:
        """The mark of who has used his one SW for nothing."""
        unit, shot = st.units[self.action.unit], self.action.shot
        found = part_occasion(st, unit, None, self.phase)
        occasion = found[0] if found is not None else OCCASIONS_OF[self.phase][0]
        if self.phase != "MPh":
            return FireMark(occasion, shot.target)
        movers = (*self.targets, shot.vehicle) if shot.vehicle else self.targets
        step = expenditures(as_walked(st, under_fire(st, self.targets)), [st.fighter(one) for one in movers])
        return FireMark(occasion, shot.target, movers, step)

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return "MOL Check"


def molotov_shot(st: State, targets: tuple[int, ...], phase: str, action: Fire) -> SmallArms:
    """The attack after a check: with a MOL in it, at an AFV that is named, or with none."""
    if at_armor(st, action):
        return MolotovAtVehicle(targets, phase, action)
    if action.molotov:
        return MolotovShot(targets, phase, action)
    vehicle = st.vehicles.get(action.vehicle) if action.vehicle else None
    return SmallArms(targets, phase, replace(action, vehicle=0) if vehicle is not None and targets else action)


@builds("A22.611", "A22.6111", "A22.62a")
class MolotovShot(SmallArms, frozen=True):
    """Small arms with a MOL on the IFT; by one face of the colored die it bursts in the hands of its user, whose part
    of the attack is void.
    """

    @property
    def user(self) -> int:
        """Who throws it."""
        return self.action.molotov

    def _rest(self, st: State) -> SmallArms | None:
        """The attack of the others, when the MOL has burst."""
        left = without_user(self.action, self.user)
        if left is None:
            return None
        leaders = tuple(
            one for one in left.leaders if any(st.units[one].loc == st.units[f.unit].loc for f in left.firers)
        )
        return molotov_shot(st, self.targets, self.phase, replace(left, leaders=leaders, molotov=0))

    def _burst_dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR of an attack that is void."""
        words = "the MOL bursts in the hands of its user"
        rest = self._rest(st)
        if rest is not None:
            told = rest.dice(st, pair)
            return replace(told, outcome=f"{words}; the others: {told.outcome}")
        roll = self.ask(st)
        assert isinstance(roll, Roll)
        return DiceThrown(
            dice=TWO_DICE,
            faces=pair,
            purpose=roll.purpose,
            rule="A22.6111",
            side=roll.side,
            original=sum(pair),
            final=sum(pair),
            outcome=words,
            subjects=roll.subjects,
        )

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR with its DRM and its results."""
        return self._burst_dice(st, pair) if bursts(pair) else super().dice(st, pair)

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """The result on the IFT, of the others alone where the MOL bursts."""
        if not bursts(pair):
            return super().outcomes(st, pair)
        rest = self._rest(st)
        return rest.outcomes(st, pair) if rest is not None else ()

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The effect; where the MOL bursts its user breaks, and the others attack."""
        flames = self._flames(st, pair)
        if not bursts(pair):
            events, frames = self._thrown(st, pair)
            return (*flames, *events), frames
        rest = self._rest(st)
        events, frames = rest.brings(st, pair) if rest is not None else ((), ())
        return (*flames, *events), (Burst(self.user), *frames)

    def _thrown(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """The effect of an attack with a MOL that is thrown."""
        return super().brings(st, pair)

    def _flames(self, st: State, pair: tuple[int, int]) -> tuple[Event, ...]:
        """What is said of the Flames that the MOL would place."""
        burning = would_burn(st, self.facts(st), st.units[self.user], pair)
        side = st.units[self.user].side
        return tuple(
            Announced(
                text=f"the MOL would start a Flame at {st.world.map.place_name(loc)}: none is placed (B25)",
                rule="A22.6111",
                side=side,
                kind="info",
                locs=(loc,),
            )
            for loc in burning
        )

    def cowers(self, st: State, pair: tuple[int, int]) -> bool:
        """Whether the DR costs columns, of the others where the MOL bursts."""
        if not bursts(pair):
            return super().cowers(st, pair)
        rest = self._rest(st)
        return rest is not None and rest.cowers(st, pair)

    def leaves(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """Residual FP, of the others where the MOL bursts."""
        if not bursts(pair):
            return super().leaves(st, pair)
        rest = self._rest(st)
        return rest.leaves(st, pair) if rest is not None else ()


@builds("A22.612", "D.8", "A22.612a", "A22.612b", "A22.612c", "D.8Be", "C7.344a")
class MolotovAtVehicle(MolotovShot, frozen=True):
    """Small arms with a MOL at an AFV: one DR is that of To Kill, of a Specific Collateral Attack on its crew, and of
    the small arms at all others in its Location.
    """

    def facts(self, st: State) -> AttackFacts:
        """The fire as the rules see it."""
        return attack_facts(st, self.action, under_fire(st, self.targets), self.phase)

    def ledger(self, st: State) -> AttackLedger:
        """FP, column and DRM against the others of the Location: without the FP of the MOL."""
        return beside_ledger(st, self.action, self.targets, self.phase)

    def _public_ledger(self, st: State) -> AttackLedger:
        """The attack as it is told."""
        return self.ledger(st)

    def number(self, st: State, colored: int = FRONT) -> Ledger:
        """The To Kill number."""
        return molotov_number(self.facts(st), st.units[self.user], colored)

    def _target(self, st: State) -> str:
        return vehicle_name(st, st.vehicles[self.action.vehicle])

    def announce(self, st: State) -> tuple[Event, ...]:
        """Who fires at what, with the number and the FP."""
        number, ledger, unit = self.number(st), self.ledger(st), st.units[self.user]
        others = f"; {ledger.fp_words()}, DRM {ledger.drm.total():+d} at the others" if self.targets else ""
        told = Announced(
            text=f"{name(st, unit)} throws a MOL at {self._target(st)}: To Kill {number.total()}{others}",
            rule="A22.612",
            side=unit.side,
            kind="fire",
            subjects=tuple(firer.unit for firer in self.action.firers),
            locs=(self.action.target,),
            lines=(*number.lines(), *(ledger.fp_lines() if self.targets else ())),
        )
        return (told,)

    def ask(self, st: State) -> Roll:
        """The DR."""
        side = st.units[self.user].side
        return Roll(TWO_DICE, f"To Kill {self._target(st)}", "A22.612", side, (), f"{self.number(st).total()} or less")

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        """The DR with the fate."""
        if bursts(pair):
            return self._burst_dice(st, pair)
        number = self.number(st, pair[1])
        fate = FATES[flame_fate(number.total(), sum(pair))]
        others = super().dice(st, pair).outcome if self.targets else ""
        return DiceThrown(
            dice=TWO_DICE,
            faces=pair,
            purpose=f"To Kill {self._target(st)}",
            rule="A22.612",
            side=st.units[self.user].side,
            original=sum(pair),
            final=sum(pair),
            need=f"{number.total()} or less",
            outcome=f"{fate}; the others: {others}" if others else fate,
            subjects=self.targets,
            lines=number.lines(),
        )

    def _thrown(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """A wreck, or the attack on an exposed crew; and the attack of the small arms on all others there."""
        named, ledger = self.action.vehicle, self.ledger(st)
        fate = flame_fate(self.number(st, pair[1]).total(), sum(pair))
        if fate is not None:
            first: tuple[Frame, ...] = (Burns(named, fate == "burn"),)
        elif sum(pair) == to_kill().dud:
            first = ()
        else:
            fp = bomb_fp(ledger, cowered_columns(ledger, pair))
            first = (Collateral(named, ledger.attack.side, fp, sum(pair)),)
        events, frames = super()._thrown(st, pair)
        return events, (*first, *frames)

    def _vehicles(self, st: State, pair: tuple[int, int]) -> tuple[Frame, ...]:
        """What the DR does to other vehicles there."""
        return vehicles_under_fire(self.ledger(st), pair, self.action.vehicle) if st.vehicles else ()

    def cowers(self, st: State, pair: tuple[int, int]) -> bool:
        """Whether the DR costs columns."""
        if bursts(pair):
            return super().cowers(st, pair)
        return cowered_columns(self.ledger(st), pair) > 0

    def title(self, st: State) -> str:
        """The attack in the breadcrumb."""
        return f"MOL at {self._target(st)}"


@builds("A22.6111")
class Burst(Frame, frozen=True):
    """A MOL has burst in the hands of its user: he breaks, a man who cannot break is wounded."""

    unit: int

    def ask(self, st: State) -> Do:
        """What befalls him."""
        unit = st.units[self.unit]
        if unit.place != ON_MAP or unit.broken:
            return Do()
        if is_hero(st, unit):
            events, frames = reduction(st, (unit.id,), "A22.6111")
            return Do(events=events, push=frames)
        lost = leaders_among(st, (unit.id,))
        push = (LeaderLoss(lost, tuple(one.id for one in st.at(unit.loc))),) if lost else ()
        return Do(events=(UnitBroke(unit=unit.id),), push=push)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "the MOL bursts"
