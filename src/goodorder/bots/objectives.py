"""What a side wants on the map: goals from the scenario's victory clauses, shared out among its units."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.state import OFF_BOARD, State, Unit
from goodorder.data.scenario import PRISONERS, Scenario, VictoryClause
from goodorder.rules.a04_movement.edges import exit_hexes
from goodorder.rules.a26_control import building_controller
from goodorder.rules.a26_victory import clause_value
from goodorder.rules.facts.captives import captives, where
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.units import is_dummy, utype

from .captives import away, homes
from .ground import FAR, Ground
from .style import STANDARD, Style

LULL, TOLL = 2, 0.04
"""After how many turns a side knows how much the enemy's fire does, and the share of its squads that an attack is
expected to have broken or lost for each turn.
"""

REACH = 4
"""How many hexes an enemy comes nearer in a turn."""


class Goal(Struct, frozen=True):
    """Hexes to be in: how much they matter, how many squads they call for, and whether they must still be taken."""

    hexes: frozenset[int]
    weight: float
    room: float
    take: bool


class Purpose:
    """The goals of one side in one position and who of it goes where."""

    def __init__(self, st: State, side: int, ground: Ground, style: Style = STANDARD) -> None:
        self.style = style
        self.st = st
        self.side = side
        self.ground = ground
        scenario = st.world.scenario
        self.pusher = scenario is not None and st.world.side_number(scenario.victory.wins) == side
        self.least = style.bold if st.world.has_secrets else style.haste
        self.turns_left = max(1, st.world.turns - st.turn.number + 1)
        self.nerve = self._nerve()
        self.future = self._future()
        self.exits: frozenset[int] = frozenset()
        self.guard: tuple[int, ...] | None = None
        self.front = 0
        self.goals: list[Goal] = []
        for clause in scenario.victory.clauses if scenario else ():
            self._clause(clause)
        self._foes = [u for u in st.units.values() if u.side != side and u.loc >= 0]
        if not self.goals and not self.exits and self.guard is None and self._foes:
            self.goals.append(Goal(frozenset(u.loc for u in self._foes), 0.6, 99.0, True))
        elif self._foes and self._lacks_losses(scenario) and not any(g.take and g.weight >= 1.0 for g in self.goals):
            # It holds what it needs: half of it looks for enemies, where all would wait and lose.
            mine = sum(1 for u in st.units.values() if u.side == side and u.loc >= 0 and utype(st, u).kind == "squad")
            self.goals.append(Goal(frozenset(u.loc for u in self._foes), 1.0, mine / 2, True))
        self._homes: dict[int, frozenset[int]] = {}
        self._pulls: dict[tuple[int, int], float] = {}
        self.assigned = self._share()

    def _lacks_losses(self, scenario: Scenario | None) -> bool:
        """Whether this side still has to score losses beside what it needs to hold."""
        if scenario is None or scenario.victory.when != "all":
            return False
        own = (one for one in scenario.victory.clauses if self.st.world.side_number(one.side) == self.side)
        needs = (one for one in own if one.kind == "casualties_vp")
        return any(one.at_least is not None and clause_value(self.st, one) < one.at_least for one in needs)

    def _nerve(self) -> float:
        """How much less this side has suffered than an attack costs by now: 1 for nothing, 0 as soon as it bleeds.

        An enemy who has let it come for two turns does less than he could: it may press on.
        """
        turn = self.st.turn.number
        if not self.pusher or turn <= LULL:
            return 0.0
        own = [u for u in self.st.units.values() if u.side == self.side and not is_dummy(u) and utype(self.st, u).mmc]
        hurt = sum(u.broken or u.unarmed or (u.loc < 0 and u.place != OFF_BOARD) for u in own)
        return max(0.0, 1.0 - hurt / max(0.5, TOLL * turn * len(own)))

    def _future(self) -> float:
        """The share of the worth of units that their side still needs: less when the game is nearly over, all of it
        where casualties count for victory.
        """
        scenario = self.st.world.scenario
        if scenario is None or any(c.kind.startswith("casualties") for c in scenario.victory.clauses):
            return 1.0
        if self.turns_left > 2:
            return 1.0
        if self.turns_left == 2:
            return self.style.waning
        return self.style.last if self.st.turn.attacker == self.st.turn.first else self.style.last / 2

    # -- goals from clauses ------------------------------------------------------------------

    def _clause(self, clause: VictoryClause) -> None:
        mine = self.st.world.side_number(clause.side) == self.side
        if clause.kind == "exit_vp":
            found = exit_hexes(self.st, self.st.world.side_number(clause.side))
            if mine:
                self.exits = found
            elif found:
                self.guard = self.ground.field(found)
                enemies = [
                    self.guard[u.loc]
                    for u in self.st.units.values()
                    if u.side != self.side and u.loc >= 0 and not u.broken and utype(self.st, u).mmc
                ]
                enemies.sort()
                self.front = enemies[len(enemies) // 4] if enemies else 0
        elif clause.kind in ("control_hexes", "control_buildings"):
            self._control(clause, mine)
        elif clause.kind == "freed_vp":
            self._prisoners(self.st.world.side_number(clause.side), mine=mine)
        elif clause.area:
            self.goals.append(Goal(frozenset(self.ground.inside(clause.area)), 1.0, 99.0, mine))

    def _prisoners(self, side: int, *, mine: bool) -> None:
        """Where men of a side are prisoners; who guarded them looks for those who are free and Unarmed too."""
        held = {where(self.st, one) for one in captives(self.st) if one.side == side and one.group == PRISONERS}
        for loc in sorted(held):
            self.goals.append(Goal(frozenset((loc,)), 1.0 if mine else 0.8, 3.0, mine))
        free = [one for one in self.st.units.values() if one.side == side and one.unarmed and one.loc >= 0]
        if not mine and free:
            self.goals.append(Goal(frozenset(one.loc for one in free), 1.0, 0.5 + len(free), True))

    def _features(self, clause: VictoryClause) -> list[frozenset[int]]:
        board = map_now(self.st)
        locs = self.ground.inside(clause.area)
        if clause.kind == "control_hexes":
            return [frozenset((loc,)) for loc in locs]
        seen = dict.fromkeys(board.hex_of(loc).building for loc in locs)
        return [frozenset(board.buildings[b]) for b in seen if b >= 0]

    def _holder(self, clause: VictoryClause, feature: frozenset[int]) -> int | None:
        """Who Controls the building or hex of a clause; one hex of a building may be enough (A26.14)."""
        loc = min(feature)
        if clause.kind == "control_buildings":
            return building_controller(self.st, ground(self.st, loc).building)
        return self.st.control.get(loc)

    def _control(self, clause: VictoryClause, mine: bool) -> None:
        st = self.st
        need = (clause.at_least or 0) - int(clause_value(st, clause))
        features = self._features(clause)
        me = self.side
        owner = me if mine else 1 - me
        held = [f for f in features if self._holder(clause, f) == owner]
        open_ = [f for f in features if f not in held]
        if mine:
            open_.sort(key=self._price)
            for number, feature in enumerate(open_):
                if number >= max(need, 0) + (2 if need > 0 or self.turns_left > 1 else 0):
                    break
                weight = 1.0 if number < need else 0.6
                self.goals.append(Goal(self._todo(feature), weight, self._room(feature, 1.0), True))
            for feature in held:
                if self._near(feature, 3 if need > 0 else 3 + REACH * self.turns_left):
                    self.goals.append(Goal(self._floors(feature), 0.5 if need > 0 else 1.0, 1.0, False))
            return
        for feature in open_:
            near = self._near(feature, 8)
            room = self._room(feature, 0.5) if near else 1.0
            self.goals.append(Goal(self._floors(feature), 0.8 if near else 0.4, room, False))
        for feature in held:
            weight = 1.0 if need <= 1 else 0.5
            self.goals.append(Goal(self._todo(feature), weight, self._room(feature, 1.0), True))

    def _floors(self, feature: frozenset[int]) -> frozenset[int]:
        """A feature with the upper Locations above it: who holds it may stand there as well."""
        return feature | self.ground.above(feature)

    def _todo(self, feature: frozenset[int]) -> frozenset[int]:
        """Where to go for a feature: its hexes not Controlled yet and the upper Locations that the enemy is in."""
        st, board = self.st, map_now(self.st)
        nests = {
            u.loc
            for u in st.units.values()
            if u.side != self.side and u.loc >= len(board.hexes) and board.hex_at(u.loc) in feature
        }
        return frozenset(loc for loc in feature if st.control.get(loc) != self.side) | nests or feature

    def _near(self, feature: frozenset[int], reach: int) -> float:
        """Enemy squads within a range of a feature."""
        board = map_now(self.st)
        total = 0.0
        for unit in self.st.units.values():
            if unit.side != self.side and unit.loc >= 0 and not unit.broken and not utype(self.st, unit).smc:
                if min(board.distance(unit.loc, loc) for loc in feature) <= reach:
                    total += 1.0
        return total

    def _room(self, feature: frozenset[int], least: float) -> float:
        return least + 0.5 * len(feature) + 1.2 * self._near(feature, 1)

    def _price(self, feature: frozenset[int]) -> float:
        field = self.ground.field(feature)
        own = sorted(
            field[u.loc]
            for u in self.st.units.values()
            if u.side == self.side and u.loc >= 0 and not u.broken and utype(self.st, u).mmc
        )
        if not own:
            return 0.0
        nearest = own[:4]
        return sum(nearest) / len(nearest) + 5.0 * self._near(feature, 1) + 2.0 * len(feature)

    # -- sharing them out --------------------------------------------------------------------

    def _share(self) -> dict[int, Goal]:
        units = [
            u
            for u in self.st.units.values()
            if u.side == self.side and u.loc >= 0 and not u.broken and not u.unarmed and utype(self.st, u).mmc
        ]
        wanting = any(goal.take and goal.weight >= 1.0 for goal in self.goals)
        pairs = sorted(
            (
                self.ground.field(goal.hexes)[unit.loc]
                - 6.0 * goal.weight
                + (8.0 if wanting and not goal.take else 0.0),
                unit.id,
                number,
            )
            for unit in units
            for number, goal in enumerate(self.goals)
        )
        load = [0.0] * len(self.goals)
        found: dict[int, Goal] = {}
        for _, unit_id, number in pairs:
            goal = self.goals[number]
            if unit_id in found or load[number] >= goal.room:
                continue
            found[unit_id] = goal
            load[number] += 1.0 if utype(self.st, self.st.units[unit_id]).kind == "squad" else 0.5
        for _, unit_id, number in pairs:
            if unit_id not in found:
                found[unit_id] = self.goals[number]
        return found

    # -- the pull of the goals ---------------------------------------------------------------

    def pull(self, unit: Unit, loc: int) -> float:
        """How good it is for a unit to end its move in a hex, for the goals alone."""
        own = unit.id in self.assigned or unit.unarmed or bool(self.home(unit))
        key = (unit.id if own else 0, loc)
        known = self._pulls.get(key)
        if known is None:
            known = self._pulls[key] = self._pull(unit, loc)
        return known

    def _pull(self, unit: Unit, loc: int) -> float:
        if unit.unarmed:
            return away(self.st, unit, loc)
        if home := self.home(unit):
            return self._drive(self.ground.field(home)[loc], 1.0)
        if self.exits:
            return self._drive(self.ground.field(self.exits)[loc], 1.0)
        if self.guard is not None:
            return self._block(self.guard, loc)
        goal = self.assigned.get(unit.id)
        goals = [goal] if goal else self.goals
        best = -99.0
        for one in goals:
            far = self.ground.field(one.hexes)[loc]
            if far >= FAR:
                continue
            value = self._drive(far, one.weight) if one.take else -self.style.hold * one.weight * far / 2
            if far == 0:
                value += self.style.arrive * one.weight
                if one.take and self.turns_left <= 2:
                    value += self.style.seize * one.weight * (2 if self.turns_left == 1 else 1)
            best = max(best, value)
        if goal is not None and any(loc in g.hexes and g.take and g is not goal for g in self.goals):
            best += 1.2
        return best if goals else 0.0

    def home(self, unit: Unit) -> frozenset[int]:
        """The edge hexes by which a Guard takes his prisoners home, empty for all others."""
        found = self._homes.get(unit.id)
        if found is None:
            found = self._homes[unit.id] = homes(self.st, unit)
        return found

    def _drive(self, half_mf: int, weight: float) -> float:
        need = half_mf / 8 + 1
        urgency = min(self.style.hurry, max(self.least, self.style.urgency * need / self.turns_left))
        return -self.style.drive * weight * urgency * (1 + self.style.press * self.nerve) * half_mf / 2

    def _block(self, field: tuple[int, ...], loc: int) -> float:
        """Better between the enemy's front and his exit, and not far from his front."""
        behind = field[loc] - (self.front - 6)
        if behind > 0:
            return -self.style.block * behind / 2
        return -0.04 * -behind / 2
