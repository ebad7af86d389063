"""Entry of another hex by a vehicle (D2.1)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.core.actions import DriveTo
from goodorder.core.errors import Refusal
from goodorder.core.events import DriveEnded, Event, VehicleExited, VehicleTurned
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import NOWHERE, State, StepKind, Vehicle
from goodorder.rules.a04_movement.edges import EXIT
from goodorder.rules.d_vehicles.bog import BogFacts, bog_chance, bog_checks, bog_ledger
from goodorder.rules.d_vehicles.edges import entries_of, exits_lost
from goodorder.rules.d_vehicles.entering import leaves_road
from goodorder.rules.d_vehicles.higher_cost import MOST
from goodorder.rules.d_vehicles.movement import cost_ledger
from goodorder.rules.d_vehicles.tracks import track_of, tracks
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.masks import faced_at
from goodorder.rules.facts.ordnance import pointing
from goodorder.rules.facts.places import beside
from goodorder.rules.facts.vehicles import drive_facts, front_hexsides, heading, rear_hexsides
from goodorder.rules.registry import builds

from ..act import DRIVE, Deed, DriveAct, mp_text, step_of, touched
from ..bogging import BogCheck
from ..daunting import CombinedCheck
from .turn import turned_to

WAYS = {"": (False, 0, False), "r": (True, 0, False), "s": (False, 1, False), "m": (False, 0, True)}
"""How a hex may be entered (by road, by which way of paying, as a Minimum Move), by the letter of its menu key."""
WORDS = {"": "", "r": " by road", "s": " for a share of the MP", "m": " by a Minimum Move"}


@DRIVE.act(DriveTo, order=30)
class EnterAct(DriveAct[DriveTo]):
    """It drives into an adjacent hex."""

    def refusal(self, st: State, action: DriveTo) -> Refusal | None:
        """Where it can't go, and that there is no such place."""
        if not -2 <= action.to < len(map_now(st).locations) or action.to == NOWHERE:
            return Refusal("D2.1", "there is no such Location")
        return super().refusal(st, action)

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """The hexes ahead, or behind it in reverse, by each way of paying."""
        if vehicle.loc < 0:
            return self._onto_the_map(st, vehicle)
        board, found = map_now(st), self._off_the_map(st, vehicle)
        back = heading(st, vehicle) == "reverse"
        sides = rear_hexsides(vehicle) if back else front_hexsides(vehicle)
        for to in (to for to in beside(st, vehicle.loc) if board.side_between(vehicle.loc, to) in sides):
            for letter, (road, share, minimum) in WAYS.items():
                action = DriveTo(vehicle.id, to, road, back, share=share, minimum=minimum)
                words = partial(_words, board, action, letter)
                note = partial(self._note, st, action)
                key = f"h:{board.word(to)}{letter and ':'}{letter}"
                found.append(self.leaf(st, action, key, words, kind="hex", hex=to, note=note, rule="D2.1"))
        found += self._in_bypass(st, vehicle, back=back)
        dearer = partial(self._dearer, st, tuple(found))
        if found:
            found.append(branch("more", "Spend more MP in a hex", dearer, alive=lambda: bool(dearer()), kind="seldom"))
        return found

    def _more(self, st: State, action: DriveTo) -> list[DriveTo]:
        """The same entry with more MP spent."""
        if action.to == EXIT or action.minimum:
            return []
        dearer = (replace(action, more=more) for more in range(1, MOST + 1))
        return [one for one in dearer if self.refusal(st, one) is None]

    @builds("D2.18", "D2.18a")
    def _dearer(self, st: State, entries: tuple[Entry, ...]) -> list[Entry]:
        """The entries by which it may spend more MP than it must."""
        return [
            leaf(
                f"{one.key}:+{action.more}",
                f"{one.label}, {action.more} MP more",
                action,
                kind="hex",
                hex=action.to,
                note=partial(self._note, st, action),
                rule="D2.18",
            )
            for one in entries
            if isinstance(one.action, DriveTo) and one.lives()
            for action in self._more(st, one.action)
        ]

    def _in_bypass(self, st: State, vehicle: Vehicle, *, back: bool) -> list[Entry]:
        """The hexsides along which it can go on in Bypass."""
        board, found = map_now(st), []
        for track in tracks(st, vehicle, back=back):
            action = DriveTo(vehicle.id, track.to, reverse=back, bypass=(track.side,))
            way = "back along" if back else "along"
            words = f"{way} hexside {track.side} of {board.place_name(track.to)}, in Bypass"
            note = partial(self._note, st, action)
            key = f"h:{board.word(track.to)}:b{track.side}"
            found.append(self.leaf(st, action, key, words, kind="hex", hex=track.to, note=note, rule="D2.3"))
        return found

    def _onto_the_map(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """The hexes by which it enters, with the hexspine along which it then points."""
        board, found = map_now(st), []
        for action in entries_of(st, vehicle):
            key = f"h:{board.word(action.to)}:{action.facing}{'r' * action.road}{'s' * action.share}"
            key += "".join(f":b{side}" for side in action.bypass)
            words, note = partial(_onto_words, board, action), partial(self._note, st, action)
            found.append(self.leaf(st, action, key, words, kind="hex", hex=action.to, note=note, rule="A2.51"))
        return found

    def _off_the_map(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """The hexsides by which it leaves the map."""
        back, found = heading(st, vehicle) == "reverse", []
        for side, near in enumerate(map_now(st).around(vehicle.loc)):
            action = DriveTo(vehicle.id, EXIT, reverse=back, hexside=side)
            if near < 0:
                found.append(self.leaf(st, action, f"off{side}", f"off the map, hexside {side}", rule="A2.6"))
        return found

    def _note(self, st: State, action: DriveTo) -> str:
        checks = bog_checks(drive_facts(st, action))
        safe = 1.0
        for one in checks:
            safe *= 1 - bog_chance(bog_ledger(one)) / 36
        cost = mp_text(cost_ledger(st, action).total())
        return f"{cost}, Bog {100 * (1 - safe):.0f} %" if checks else cost

    def checks(self, st: State, action: DriveTo) -> tuple[Frame, ...]:
        """A Bog Check to leave some hexes (D8.2)."""
        return self._rolled(bog_checks(drive_facts(st, action)), True)

    def _rolled(self, checks: tuple[BogFacts, ...], leaving: bool) -> tuple[Frame, ...]:
        wanted = (one for one in checks if (one.place == "leave") == leaving)
        return tuple(BogCheck(one.drive.vehicle.id, bog_ledger(one).mods) for one in wanted)

    def do(self, st: State, action: DriveTo) -> Deed:
        """It is there, perhaps bogged."""
        vehicle, facts = st.vehicles[action.vehicle], drive_facts(st, action)
        if action.to == EXIT:
            left = VehicleExited(vehicle=vehicle.id, lost=exits_lost(st, vehicle))
            return Deed((step_of(st, action, "enter"), DriveEnded(vehicle=vehicle.id), left), over=True)
        kind: StepKind = "reverse" if action.reverse else "bypass" if action.to == vehicle.loc else "enter"
        step = step_of(st, action, kind, off_road=leaves_road(facts))
        before = self._rolled(bog_checks(facts), False)
        if any(unit.concealed and unit.side != vehicle.side for unit in faced_at(st, action.to)):
            before = (*before, CombinedCheck(vehicle.id))
        came: tuple[Event, ...] = ()
        track = track_of(facts)
        if vehicle.loc < 0:
            turret = vehicle.turret if vehicle.turret != action.facing else -1
            came = (VehicleTurned(vehicle=vehicle.id, facing=action.facing, turret=turret),)
        elif track is not None and track.facing != vehicle.facing:
            came = (turned_to(vehicle, track.facing),)
        return Deed((step, *came), before=before, touches=touched(st, vehicle, action.to))


def _words(board: Map, action: DriveTo, letter: str) -> str:
    """What an entry of a hex ahead, or behind, is called."""
    return f"{'back ' if action.reverse else ''}to {board.place_name(action.to)}{WORDS[letter]}"


def _onto_words(board: Map, action: DriveTo) -> str:
    """What an entry onto the map is called."""
    road = " by road" if action.road else " for a share of the MP" if action.share else ""
    along = "".join(f" in Bypass along hexside {side}," for side in action.bypass)
    return f"to {board.place_name(action.to)}{road},{along} pointing to {pointing(action.facing)}"
