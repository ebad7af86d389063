"""SMOKE grenades of a mover (A24.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from goodorder.core.actions import Smoke
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.errors import Refusal
from goodorder.core.events import DiceThrown, Event, MarkerPlaced, Tried
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, Late, branch, leaf, perhaps
from goodorder.core.notes import Note
from goodorder.core.state import MK_SMOKE_GRENADE, MK_WP_GRENADE, NOWHERE, Marker, State, Unit
from goodorder.data.charts import smoke
from goodorder.rules.a04_movement.bypass import spending_refusal
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.dash import grenade_refusal
from goodorder.rules.a04_movement.minimum_acts import minimum_act_refusal
from goodorder.rules.a04_movement.portage import attempt_ledger
from goodorder.rules.a24_smoke import (
    SMOKE,
    exponent,
    smoke_cost,
    smoke_placed,
    smoke_refusal,
    smoke_strength,
    smoke_uphill,
    within_building,
    wp_cover,
    wp_reaches,
    wp_refusal,
    wp_strength,
)
from goodorder.rules.c_ordnance.smoke_rounds import crews_in_wp
from goodorder.rules.facts.captives import is_captive
from goodorder.rules.facts.masks import is_mask
from goodorder.rules.facts.smoke_places import grenade_places
from goodorder.rules.facts.units import name, utype
from goodorder.rules.facts.wind import smoke_is_idle
from goodorder.rules.registry import builds

from ...fire.smoke_shot import Cloud
from ..act import MOVE, Forecast, Within, Wrap


@MOVE.act(Smoke, order=30)
class SmokeAct(Within[Smoke]):
    """A grenade thrown into the own or an adjacent Location: MF for the whole stack, a dr."""

    needs = frozenset(("smoke exponent",))
    step = "smoke"

    def refusal(self, st: State, units: tuple[int, ...], action: Smoke) -> Refusal | None:
        """Who has grenades, where they reach, and what has to be left for the rest of the move."""
        if action.unit not in units:
            return Refusal("A24.1", "only a unit of the moving stack")
        cost = self.cost(st, action)
        refusal = grenade_refusal(st, units, cost) or smoke_refusal(
            st, st.units[action.unit], units, action.to, wp=action.wp
        )
        return refusal or kept_refusal(st, units, cost)

    def cost(self, st: State, action: Smoke) -> int:
        """Half MF."""
        return smoke_cost(st.units[action.unit], action.to)

    def attempt(self, action: Smoke) -> Frame:
        """The dr."""
        return SmokeAttempt(action.unit, action.to, action.wp)

    def forecast(self, st: State, units: tuple[int, ...], action: Smoke) -> Forecast:
        """The dr."""
        unit = st.units[action.unit]
        good = sum(smoke_placed(st, unit, face, wp=action.wp)[0] for face in range(1, 7))
        title = f"{_what(action.wp)} in {st.world.map.place_name(action.to)}"
        needs: tuple[str, ...] = (
            f"needs {exponent(st, unit, wp=action.wp)} or less on one die; a 6 ends the unit's move",
        )
        if action.wp:
            needs += ("everybody in that Location takes a NMC, friends too; cover helps, but by a colored 6",)
        back = (unit.loc,) if smoke_uphill(st, unit, action.to) else ()
        strikes = (action.to, *back) if action.wp else ()
        return Forecast(title, "placed", good, 6, attempt_ledger(st, unit, SMOKE), needs, strikes=strikes)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """One branch for each unit that may try; its hexes lie below it."""
        afforded: dict[int, bool] = {}
        found: list[Entry] = []
        for unit in [st.units[u] for u in units if utype(st, st.units[u]).smoke]:
            for key, wp, rule in (("s", False, "A24.1"), ("p", True, "A24.3")):
                if wp and wp_refusal(st, unit) is not None:
                    continue
                words, opened = partial(_whose, st, unit, wp=wp), partial(self._hexes, st, units, unit, wrap, wp=wp)
                alive = partial(self._reaches, st, units, unit, afforded, wp=wp)
                found.append(branch(f"{key}{unit.id}", words, opened, alive=alive, hopeful=perhaps, rule=rule))
        return found

    def _reaches(self, st: State, units: tuple[int, ...], unit: Unit, afforded: dict[int, bool], *, wp: bool) -> bool:
        return any(self._reached(st, units, unit, afforded, wp=wp))

    def _reached(
        self, st: State, units: tuple[int, ...], unit: Unit, afforded: dict[int, bool], *, wp: bool = False
    ) -> Iterator[Smoke]:
        """The attempts that a unit may make; ``afforded`` holds the costs that the stack was asked about."""
        if unit.loc == NOWHERE or not utype(st, unit).smoke or (wp and wp_refusal(st, unit) is not None):
            return
        for to in grenade_places(st, unit.loc):
            cost = smoke_cost(unit, to)
            if cost not in afforded:
                afforded[cost] = (grenade_refusal(st, units, cost) or kept_refusal(st, units, cost)) is None
            if afforded[cost] and smoke_refusal(st, unit, units, to, wp=wp) is None:
                yield Smoke(unit.id, to, wp)

    def _hexes(self, st: State, units: tuple[int, ...], unit: Unit, wrap: Wrap, *, wp: bool) -> Sequence[Entry]:
        places = grenade_places(st, unit.loc) if unit.loc != NOWHERE else ()

        def entry(number: int) -> Entry:
            act = Smoke(unit.id, places[number], wp)
            key, where = f"h:{st.world.map.word(act.to)}", st.world.map.place_name(act.to)
            note = f"{mf_text(self.cost(st, act))} MF"
            alive = partial(self.may, st, units, act)
            return leaf(key, f"in {where}", wrap(act), alive=alive, kind="hex", hex=act.to, note=note)

        return Late(len(places), entry)

    def joint(self, st: State, units: tuple[int, ...]) -> Iterator[Smoke]:
        """Every attempt that a unit may make."""
        afforded: dict[int, bool] = {}
        kinds = (False, True)
        return (act for u in units for wp in kinds for act in self._reached(st, units, st.units[u], afforded, wp=wp))

    def words(self, st: State, action: Smoke) -> str:
        """As others announce theirs."""
        return f"{'WP' if action.wp else 'SMOKE'} in {st.world.map.place_name(action.to)}"


def kept_refusal(st: State, units: tuple[int, ...], cost: int) -> Refusal | None:
    """Why a stack may not spend ``cost`` half MF on a grenade for what it has to keep them for, or None."""
    return spending_refusal(st, units, cost) or minimum_act_refusal(st, units, cost)


def _whose(st: State, unit: Unit, *, wp: bool) -> str:
    return f"{name(st, unit)}: {_what(wp)}"


def _what(wp: bool) -> str:
    return "WP grenade" if wp else "SMOKE grenade"


@builds("A24.1", "A24.3", "SK3.MPh.11", "SK3.MPh.13", "A24.3a")
class SmokeAttempt(Frame, frozen=True):
    """A dr for a SMOKE grenade, or one of WP: within the exponent it is placed; a 6 ends the unit's MPh."""

    unit: int
    to: int
    wp: bool = False

    def _need(self, st: State) -> str:
        return f"{exponent(st, st.units[self.unit], wp=self.wp)} or less"

    def ask(self, st: State) -> Roll:
        """One die."""
        unit = st.units[self.unit]
        purpose = f"{_what(self.wp)} of {name(st, unit)}"
        return Roll(ONE_DIE, purpose, "A24.1", unit.side, (self.unit,), self._need(st), False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Placed or not."""
        unit = st.units[self.unit]
        placed, final = smoke_placed(st, unit, faces[0], wp=self.wp)
        events: list[Event] = [
            DiceThrown(
                dice=ONE_DIE,
                faces=faces,
                purpose=f"{_what(self.wp)} of {name(st, unit)} in {st.world.map.place_name(self.to)}",
                rule="A24.1",
                side=unit.side,
                original=faces[0],
                final=final,
                need=self._need(st),
                outcome="placed" if placed else "not placed",
                subjects=(self.unit,),
                lines=attempt_ledger(st, unit, SMOKE).lines(),
            ),
            Tried(unit=self.unit, note=Note(SMOKE)),
        ]
        if faces[0] == smoke().grenades.ends_move_on:
            # its MPh is over when the DEFENDER has had his fire at the MF spent, in Bypass in the open (A4.33)
            events.append(Tried(unit=self.unit, note=Note("stranded")))
        if not placed:
            return Do(events=tuple(events))
        if smoke_uphill(st, unit, self.to):
            return Do(events=tuple(events), then=SmokeUphill(self.unit, self.to, self.wp))
        bursts, frames = _bursts(st, unit, self.to, wp=self.wp)
        return Do(events=(*events, *bursts), push=frames)

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return _what(self.wp)


@builds("A24.1")
class SmokeUphill(Frame, frozen=True):
    """The second dr of a grenade thrown up a level: on a high one it rolls back into the squad's own hex."""

    unit: int
    to: int
    wp: bool = False

    def ask(self, st: State) -> Roll:
        """One die."""
        need = f"{smoke().grenades.uphill_max} or less"
        unit = st.units[self.unit]
        return Roll(ONE_DIE, f"{_what(self.wp)} uphill", "A24.1", unit.side, (self.unit,), need, False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Up the hill or back."""
        unit = st.units[self.unit]
        up = faces[0] <= smoke().grenades.uphill_max
        thrown = DiceThrown(
            dice=ONE_DIE,
            faces=faces,
            purpose=f"{_what(self.wp)} of {name(st, unit)} uphill",
            rule="A24.1",
            side=unit.side,
            original=faces[0],
            final=faces[0],
            need=f"{smoke().grenades.uphill_max} or less",
            outcome="placed" if up else "placed in its own hex",
            subjects=(self.unit,),
        )
        bursts, frames = _bursts(st, unit, self.to if up else unit.loc, wp=self.wp)
        return Do(events=(thrown, *bursts), push=frames)

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return _what(self.wp)


@builds("A24.31", "A24.31a", "A24.31d")
def _bursts(st: State, unit: Unit, to: int, *, wp: bool) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """The counter, and what WP does to all who are there. Where weather takes SMOKE off, one placed in a building from
    within it says so (A24.6).
    """
    indoors = smoke_is_idle(st) and within_building(st, unit.loc, to)
    if not wp:
        marker = Marker(st.next_id, MK_SMOKE_GRENADE, to, smoke_strength(st, to), indoors=indoors)
        return (MarkerPlaced(marker=marker),), ()
    marker = Marker(st.next_id, MK_WP_GRENADE, to, wp_strength(st, to), indoors=indoors)
    reached = wp_reaches(st, to)
    men = [st.units[one] for one in reached if not is_mask(st, one)]
    cover = tuple((one.id, wp_cover(st, unit.loc, one)) for one in men)
    puff = Cloud(
        marker,
        unit.side,
        reached,
        tuple((one, -tem) for one, tem in cover),
        crews=crews_in_wp(st, to, unit.loc),
        captives=tuple(one.id for one in men if is_captive(st, one)),
        fierce=cover,
    )
    return puff.lands(st)
