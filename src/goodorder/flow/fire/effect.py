"""What FP does to those in a Location, wherever it comes from (A7.3): KIA, K, MC, PTC, leader loss, loss of "?".

An attack that no unit fires is an :class:`Effect`: it throws its own dice.  A shot whose own DR is that of its effect
(small arms) takes effect by :func:`take_effect` at once; one that must hit first pushes an :class:`Effect` when it has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import DiceThrown, DmPlaced, Event, UnitBroke, WeaponMalfunctioned, WeaponRemoved
from goodorder.core.events.base import LedgerLine
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.data.charts import FireResult
from goodorder.rules.a07_fire.attack import AttackLedger, Outcome, effect_ledger, fire_column, harmful, outcomes
from goodorder.rules.a07_fire.firepower import fp_text
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.a09_weapons.fire_lane import FireLane
from goodorder.rules.a10_checks import breakable
from goodorder.rules.a11_close_combat.close_defense import CloseDefense
from goodorder.rules.a12_concealment.loss import struck
from goodorder.rules.a12_concealment.sight import is_watched
from goodorder.rules.a20_under_fire import also_under_fire, with_captives
from goodorder.rules.a23_charges import Explosion
from goodorder.rules.a23_set_charges import laid_at
from goodorder.rules.c_ordnance.shell import Shell
from goodorder.rules.facts.captives import is_captive
from goodorder.rules.facts.gun_cover import manned_gun
from goodorder.rules.facts.masks import is_mask, under_fire
from goodorder.rules.facts.source import Source
from goodorder.rules.facts.unattended import lying
from goodorder.rules.facts.units import names, utype
from goodorder.rules.registry import builds

from ..shared.captive_check import CaptiveCheck
from ..shared.casualties import LeaderLoss, eliminate, leaders_among, reduction
from ..shared.checks import MoraleCheck, TaskCheck, check_order
from ..shared.momentary import offer_momentary_reveal
from ..shared.rate import Malfunction
from ..shared.selection import RandomSelection
from ..shared.weapon_loss import WeaponDestruction
from .guns_under_fire import guns_under_fire
from .vehicle_under_fire import by_shell, swept_with_others

AnySource = Source | ResidualFP | FireLane | Shell | Explosion | CloseDefense
"""Every kind of source that a saved position may hold; a new kind is added here."""


T = TypeVar("T")


def in_view(st: State, targets: tuple[int, ...]) -> tuple[int, ...]:
    """The targets of an attack that are on the map for everybody: what is said of it speaks of those (A12.13)."""
    found: list[int] = []
    for unit in under_fire(st, targets):
        if not unit.hidden:
            found.append(unit.id)
    return tuple(found)


@builds("A12.2", "A12.2c")
def guns_unknown(st: State, targets: tuple[int, ...]) -> State:
    """The position without the Guns of targets under a "?": what is said of an attack does not tell that there is one,
    by its size, Emplacement or gunshield.
    """
    hidden: set[int] = set()
    for unit in under_fire(st, targets):
        if unit.concealed and (gun := manned_gun(st, unit)) is not None:
            hidden.add(gun.id)
    if not hidden:
        return st
    return st.with_(weapons={key: weapon for key, weapon in st.weapons.items() if key not in hidden})


def known_to_all(st: State, targets: tuple[int, ...], what: Callable[[State], T], of: Callable[[T], object]) -> T:
    """What is told of an attack by its dice: without the Guns of targets under a "?", where these change nothing of
    what comes ``of`` it.
    """
    public, true = guns_unknown(st, targets), what(st)
    if public is st:
        return true
    found = what(public)
    return found if of(found) == of(true) else true


def results_of(ledgers: tuple[AttackLedger, ...], pair: tuple[int, int]) -> object:
    """The results of an attack, unit by unit."""
    found = (one for ledger in ledgers for one in outcomes(ledger, pair))
    return sorted((unit, str(one.result)) for one in found for unit in one.units)


def attack_dice(
    st: State,
    ledgers: tuple[AttackLedger, ...],
    pair: tuple[int, int],
    seen: tuple[int, ...],
    *,
    cowers: bool = False,
    firers: tuple[int, ...] = (),
) -> DiceThrown:
    """The DR of an attack in its Locations with its modifiers and results, as it is told: of the targets ``seen``."""
    found, lines = list[Outcome](), dict[LedgerLine, None]()
    for ledger in ledgers:
        found += outcomes(ledger, pair)
        lines |= dict.fromkeys(ledger.drm.lines())
    found, attack = _in_no_order(st, found), ledgers[0].attack
    words = "; ".join([f"{_who(st, o.units, seen)}Final {o.final}: {o.result}" for o in found])
    return DiceThrown(
        dice=TWO_DICE,
        faces=pair,
        purpose=f"attack at {st.world.map.place_name(attack.target)}",
        rule="A7.3",
        side=attack.side,
        original=sum(pair),
        final=found[0].final if found else sum(pair),
        outcome=f"cowers; {words}" if cowers else words,
        subjects=seen,
        lines=tuple(lines),
        firers=firers,
        bare="; ".join([f"{_who(st, o.units, seen)}{o.result}" for o in found]) if firers else "",
    )


@builds("A12.11")
def _in_no_order(st: State, found: list[Outcome]) -> list[Outcome]:
    """Outcomes as they are told: with any of units under a "?", in an order that does not tell how high they lie."""
    masked: set[int] = set()
    for one in found:
        for unit in under_fire(st, one.units):
            if unit.concealed:
                masked.add(id(one))
    return sorted(found, key=lambda one: (one.final, str(one.result), id(one) in masked)) if masked else found


def _who(st: State, units: tuple[int, ...], everybody: tuple[int, ...]) -> str:
    return "" if len(units) == len(everybody) else f"{names(st, units)} "


def attack_title(st: State, ledger: AttackLedger) -> str:
    """An attack in the breadcrumb, its FP and DRM."""
    fp = "/".join(fp_text(share.fp) for share in ledger.shares())
    return f"attack {fp} ({ledger.drm.total():+d}) at {st.world.map.place_name(ledger.attack.target)}"


@builds("C11.6", "C11.6c")
def take_effect(
    st: State, ledger: AttackLedger, pair: tuple[int, int], stack: tuple[int, ...] = ()
) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """What the DR does in the target Location: DM at once; then loss of "?", results, leader loss.

    ``stack`` is the moving stack where it is more than the targets.
    """
    attack = ledger.attack
    hit = also_under_fire(st, attack)
    told: Sequence[Outcome] = _on_units(st, ledger, pair)
    if hit:
        told = with_captives(told, hit)
    found, killed = list[Outcome](), False
    for one in told:
        if one.result.kind != "NONE":
            found.append(one)
            killed = killed or one.result.kind == "KIA"
    ids, events, concealed = list[int](), list[Event](), False
    for unit in attack.targets:
        concealed = concealed or unit.concealed
        if unit.broken and not unit.dm and harmful(ledger, unit.id):
            events.append(DmPlaced(unit=unit.id))
        if unit.id in st.units:  # the "?" of a vehicle is not
            ids.append(unit.id)
    movers = stack or tuple(ids)
    frames: list[Frame] = []
    if concealed:
        frames.append(Shown((*(unit for outcome in found for unit in outcome.units), *_masks_struck(ledger, pair))))
    column, helped_by = fire_column(ledger, pair) or 0, movers if attack.moving else ()
    frames += [
        Results(
            outcome.units,
            outcome.result,
            attack.side,
            helped_by,
            column,
            outcome.near,
            ledger.guns,
            bool(ledger.guns) and attack.source.pierces,
            captives=tuple(unit.id for unit in hit),
        )
        for outcome in found
    ]
    if leaders := leaders_among(st, tuple(ids)):
        frames.append(LeaderLoss(leaders, movers))
    if killed:
        frames += [WeaponDestruction(one.id, column, attack.side) for one in laid_at(st, attack.target)]
        if attack.source.indirect:
            frames += [WeaponDestruction(one.id, column, attack.side) for one in lying(st, attack.target)]
    return tuple(events), tuple(frames)


@builds("A12.2")
def _on_units(st: State, ledger: AttackLedger, pair: tuple[int, int]) -> tuple[Outcome, ...]:
    """The results on units: the "?" of a vehicle is told one and has none."""
    found = outcomes(ledger, pair)
    if not st.vehicles or not any(is_mask(st, unit.id) for unit in ledger.attack.targets):
        return found
    bare = (replace(one, units=tuple(unit for unit in one.units if not is_mask(st, unit))) for one in found)
    return tuple(one for one in bare if one.units)


def _masks_struck(ledger: AttackLedger, pair: tuple[int, int]) -> tuple[int, ...]:
    """The "?" of vehicles at which a result is told."""
    st = ledger.attack.st
    if not any(is_mask(st, unit.id) for unit in ledger.attack.targets):
        return ()
    told = (one.units for one in outcomes(ledger, pair) if one.result.kind != "NONE")
    return tuple(unit for units in told for unit in units if is_mask(st, unit))


@builds("A7.3", "A.17a")
class Effect(Frame, frozen=True):
    """FP of a ``source`` against ``targets`` in a Location, by a DR of its own.

    ``stack`` is the moving stack where it is more than the targets, as Residual FP may attack some of it only;
    ``vehicles`` are those that moved with it, which Residual FP or a Fire Lane strikes by the same DR (D.8B).
    """

    targets: tuple[int, ...]
    loc: int
    source: AnySource
    stack: tuple[int, ...] = ()
    vehicles: tuple[int, ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """The Locations in which it takes effect."""
        return (self.loc,)

    def ledger(self, st: State) -> AttackLedger:
        """Its FP, column and DRM."""
        return self.ledgers(st, self.targets)[0]

    def ledgers(self, st: State, targets: tuple[int, ...]) -> tuple[AttackLedger, ...]:
        """FP, column and DRM against targets, in each of its Locations."""
        return (effect_ledger(st, self.source, self.loc, targets),)

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        """What a DR does to the targets."""
        return tuple(one for ledger in self.ledgers(st, self.targets) for one in outcomes(ledger, pair))

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """What a DR brings to the targets: events at once, then frames."""
        found = [take_effect(st, ledger, pair, self.stack) for ledger in self.ledgers(st, self.targets)]
        beside = guns_under_fire(self.source, self.source.fp, pair) if self.source.beside() else ()
        frames = (*(f for _, frames in found for f in frames), *by_shell(st, self.source, pair), *beside)
        if isinstance(self.source, ResidualFP):
            frames = (*frames, *swept_with_others(st, self.source, self.vehicles, pair))
        return tuple(e for events, _ in found for e in events), frames

    def ask(self, st: State) -> Roll | Do:
        """Its DR."""
        purpose = f"{self.source.words} at {st.world.map.place_name(self.loc)}"
        return Roll(TWO_DICE, purpose, "A7.3", self.source.side, in_view(st, self.targets))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Bring every consequence in its order."""
        pair = (faces[0], faces[1])
        events, frames = self.brings(st, pair)
        if jammed := self.source.jammed(st, sum(pair)):
            frames = (Malfunction(jammed, self.source.side), *frames)
        seen = in_view(st, self.targets)
        ledgers = known_to_all(st, seen, self._public_ledgers, lambda found: results_of(found, pair))
        told = attack_dice(st, ledgers, pair, seen, firers=self.source.firers)
        return Do(events=(told, *events), push=frames)

    def _public_ledgers(self, st: State) -> tuple[AttackLedger, ...]:
        """The attack as it is told: without targets that are hidden."""
        return self.ledgers(st, in_view(st, self.targets))

    def title(self, st: State) -> str:
        """The attack in the breadcrumb."""
        return attack_title(st, self._public_ledgers(st)[0])


@builds("C3.33", "B23.32")
class HexEffect(Effect, frozen=True):
    """FP of a ``source`` against ``targets`` in several Locations of a hex, by one DR."""

    @property
    def places(self) -> tuple[int, ...]:
        """None but those of its targets."""
        return ()

    def ledgers(self, st: State, targets: tuple[int, ...]) -> tuple[AttackLedger, ...]:
        """FP, column and DRM against the targets of each Location, in the order of its targets."""
        found: dict[int, tuple[int, ...]] = {}
        for unit in under_fire(st, targets):
            found[unit.loc] = (*found.get(unit.loc, ()), unit.id)
        if not found:
            return (effect_ledger(st, self.source, self.loc, ()),)
        return tuple(effect_ledger(st, self.source, loc, units) for loc, units in found.items())


class Shown(Frame, frozen=True):
    """Targets that the result shows to an enemy in sight; a concealed firer is Known by then (A12.14). Of the "?" of a
    vehicle it is asked alike.
    """

    units: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Take their "?"; concealed enemies in sight may show themselves for a moment to take what is left."""
        masks = [key for key in self.units if is_mask(st, key) and not is_watched(st, st.fighter(key), anywhere=True)]
        units = tuple([key for key in self.units if not is_mask(st, key)])
        sides = ([key for key in (*units, *masks) if st.fighter(key).side == side] for side in (0, 1))
        shown = (frame for some in sides for frame in offer_momentary_reveal(st, some, "any"))
        return Do(events=struck(st, units), push=tuple(shown))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Concealment"


class Results(Frame, frozen=True):
    """The IFT result on one group of targets (A7.301-A7.305).  ``stack``: whose leaders may help, empty for all
    there; ``near``: what befalls crews behind gunshields instead of the checks of a K, ``guns``: who mans which Gun
    that a KIA or K strikes with him (C11.4), ``pierces``: by solid shot (C11.52). ``covered`` is the DRM of
    cover to the checks by WP (A24.31): (unit, DRM), ``fierce`` that by the Critical Hit of a grenade. ``captives`` are
    those of the units who are prisoners, or free Unarmed ones of the firer's side (A20.54).
    """

    units: tuple[int, ...]
    result: FireResult
    side: int
    stack: tuple[int, ...]
    column: int = 0
    near: tuple[tuple[int, FireResult], ...] = ()
    guns: tuple[tuple[int, int], ...] = ()
    pierces: bool = False
    covered: tuple[tuple[int, int], ...] = ()
    captives: tuple[int, ...] = ()
    fierce: tuple[tuple[int, int], ...] = ()

    def _live(self, st: State) -> tuple[int, ...]:
        found = [st.units[u] for u in self.units]
        units = [unit for unit in found if unit.place == ON_MAP or (unit.id in self.captives and is_captive(st, unit))]
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
                order = [u for u in check_order(st, live) if st.units[u].place == ON_MAP]
                return Do(push=tuple(TaskCheck(u, 0, "pin", self.stack) for u in order)) if live else Do()
        return Do()

    def _checks(self, st: State, units: tuple[int, ...]) -> tuple[Frame, ...]:
        near, covered, fierce, found = dict(self.near), dict(self.covered), dict(self.fierce), list[Frame]()
        for unit in check_order(st, units):
            result = near.get(unit, self.result)
            if st.units[unit].place != ON_MAP:
                found.append(CaptiveCheck(unit, result.number))
            elif result.kind == "PTC":
                found.append(TaskCheck(unit, 0, "pin", self.stack))
            elif result.kind != "NONE":
                tem = covered.get(unit, 0)
                found.append(MoraleCheck(unit, result.number, stack=self.stack, tem=tem, fierce=fierce.get(unit)))
        return tuple(found)

    def resumed(self, st: State, value: Any) -> Do:
        """The chosen units suffer, the others break or check."""
        chosen: tuple[int, ...] = value
        others = tuple(u for u in self._live(st) if u not in chosen)
        if self.result.kind == "KIA":
            return self._kia(st, chosen, others)
        if self.pierces and any(unit in chosen for unit, _ in self.guns):
            return self._pierced(st, chosen)
        events, frames = reduction(st, chosen, "A7.302")
        broken = (st.weapons[gun] for gun in self._struck(st, chosen))
        events = (*(WeaponMalfunctioned(weapon=gun.id) for gun in broken if not gun.malfunctioned), *events)
        survivors = tuple(u for u in chosen if utype(st, st.units[u]).kind == "squad")
        checks = self._checks(st, tuple(u for u in self._live(st) if u in others or u in survivors))
        push = (*frames, *checks)
        return Do(events=events, push=push) if push else Do(events=events)

    @builds("C11.52", "C11.52a")
    def _pierced(self, st: State, chosen: tuple[int, ...]) -> Do:
        """A K of solid shot on Guns: they are destroyed with their men, others chosen are reduced."""
        guns = self._struck(st, chosen)
        lost = tuple(unit for unit, gun in self.guns if unit in chosen)
        events: list[Event] = [WeaponRemoved(weapon=gun, reason="C11.52") for gun in guns]
        for unit in lost:
            events.extend(eliminate(unit, "C11.52"))
        reduced = tuple(unit for unit in chosen if unit not in lost)
        more, frames = reduction(st, reduced, "A7.302")
        spared = (*lost, *(unit for unit in reduced if utype(st, st.units[unit]).kind != "squad"))
        checks = self._checks(st, tuple(unit for unit in self._live(st) if unit not in spared))
        return Do(events=(*events, *more), push=(*frames, *checks))

    @builds("C11.4")
    def _struck(self, st: State, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """The Guns of those on whom the result falls."""
        return tuple(gun for unit, gun in self.guns if unit in chosen and gun in st.weapons)

    def _kia(self, st: State, chosen: tuple[int, ...], others: tuple[int, ...]) -> Do:
        events: list[Event] = []
        frames: list[Frame] = []
        lost: list[int] = []
        guns = self._struck(st, chosen)
        events.extend(WeaponRemoved(weapon=gun, reason="C11.4") for gun in guns)
        held = tuple(u for u in others if st.units[u].place != ON_MAP)  # reduced before the loss of a Guard arms them
        first, wounds = reduction(st, held, "A7.301")
        events.extend(first)
        frames.extend(wounds)
        for unit in chosen:
            lost.extend(weapon.id for weapon in st.weapons_of(unit) if weapon.id not in guns)
            events.extend(eliminate(unit, "A7.301"))
        others = tuple(u for u in others if u not in held)
        stay = {u for u in others if not breakable(st, st.units[u])}
        broken = tuple(u for u in others if u in stay or st.units[u].broken)
        events.extend(UnitBroke(unit=u) for u in others if u not in broken)
        more, wounds = reduction(st, broken, "A7.301")
        events.extend(more)
        frames.extend(wounds)
        frames.extend(WeaponDestruction(w, self.column, self.side) for w in lost)
        return Do(events=tuple(events), push=tuple(frames)) if frames else Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The result in the breadcrumb."""
        return str(self.result)
