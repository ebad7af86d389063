"""Planning a move: every hex that the MF reach, by the least risk, and what it is worth to end there."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from goodorder.core.actions import Drop, Go, Recover
from goodorder.core.state import ASSAULT, DOUBLE_TIME, MK_RESIDUAL, NOWHERE, SMOKE_MARKERS, State, Unit, Weapon
from goodorder.core.way import Way
from goodorder.data.charts import ift, smoke
from goodorder.rules.a04_movement.costs import entry_cost
from goodorder.rules.a04_movement.edges import EXIT, entry_hexes, exit_cost
from goodorder.rules.a05_stacking import excess_of
from goodorder.rules.a09_weapons.captured import serves
from goodorder.rules.a12_concealment.sight import NEAR
from goodorder.rules.facts.entry import HALF
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.smoke import smoke_at
from goodorder.rules.facts.tem import terrain_tem
from goodorder.rules.facts.units import is_commissar, is_dummy, is_leader, utype, wtype

from .assault_fire import rushed_harm, rushes
from .burning import FLAME, at_hand, blast_harm, flame_harm, may_charge
from .burning import REACH as FLAME_REACH
from .commissars import rescued
from .ground import BotStep, Ground
from .objectives import Purpose
from .style import STANDARD, Style
from .threat_map import Threat, unit_arms
from .unseen import veil, watched_from
from .values import DUMMY_WORTH, armed_worth, harm_share, lying_worth

CX_PRICE = 0.5
"""What being CX costs a unit."""

IN_BYPASS = 1.5
"""How much more dangerous a hex is to those who go around its woods or building than to those in it."""

LOOKED_AT = 10
"""How many ends of a move are judged with their whole way."""

HEAVY = 3
"""Portage Points from which a machine gun is a weapon that stays where it fires."""

LED, RAISED = 0.7, 1.0
"""What each unbroken MMC beside him is worth to a leader, and to a Commissar, who raises its Morale Level (A25.221)."""

HUNTED = 0.12
"""What each point of the enemy's SAN costs a leader who is nobody's neighbour."""

HARMLESS = 0.02
"""Up to which danger of its next fire the enemy is taken for one who doesn't fire into a Location."""

EXIT_WORTH = 14.0
"""What leaving the map is worth to a unit whose side wants that."""

Labels = dict[tuple[int, int], tuple[float, tuple[int, int] | None, BotStep | None]]
"""For (hex, half MF spent): the least risk, the label it comes from, the last step."""

End = tuple[tuple[int, int], int]
"""A label where a way may end, and the half MF spent with those of leaving the map."""


class Plan(Struct, frozen=True):
    """A move: who, with which declaration, hex by hex, its score and that of staying.

    ``act`` is what its units do with a weapon before the first step.
    """

    units: tuple[int, ...]
    declared: int
    ways: tuple[BotStep, ...]
    score: float
    stay: float
    risk: float
    act: Drop | Recover | None = None

    @property
    def gain(self) -> float:
        """What the move is better than staying."""
        return self.score - self.stay

    def first(self) -> Go | Drop | Recover | None:
        """What comes first, None when the plan is to stay."""
        if self.act is not None:
            return self.act
        if not self.ways:
            return None
        way = self.ways[0]
        return Go(self.units, way.to, way.road, bypass=way.around)


class Search(Struct, frozen=True):
    """What a stack wants to know of its ways.

    ``lone`` is what it costs single men to be seen in the open, ``tired`` what Double Time does; ``limit`` are the half
    MF with it. ``charges``: one of them has a DC that it could place.
    """

    units: tuple[Unit, ...]
    worth: float
    assault: bool
    decoy: bool
    lone: float
    tired: float
    budget: int
    limit: int
    charges: bool


class Volleys:
    """The harm to be expected when each enemy position fires once more, at what it hurts most.

    ``values`` is the worth that a side has in each Location now.
    """

    def __init__(self, threat: Threat, values: dict[int, float]) -> None:
        self.threat, self.values = threat, values
        self._best: tuple[tuple[tuple[float, int], ...], ...] = ()
        if threat.foes:
            harms = [[(share * value, loc) for share in threat.each(loc)] for loc, value in values.items()]
            self._best = tuple(tuple(sorted(table, reverse=True)[:3]) for table in zip(*harms, strict=True))

    def most(self, number: int) -> float:
        """The harm that one position does where it hurts most."""
        return self._best[number][0][0] if self._best and self._best[number] else 0.0

    def harm(self, start: int, loc: int, worth: float, alone: float) -> float:
        """What units of a worth add to it who stand in ``loc`` instead of ``start``.

        For the share ``alone`` each position fires at them and at nobody else.
        """
        each = self.threat.each(loc)
        if not any(each):
            return 0.0
        leave = self.threat.each(start) if start >= 0 else ()
        remain = self.values.get(start, 0.0) - worth
        here = remain if loc == start else self.values.get(loc, 0.0)
        total = 0.0
        for number, share in enumerate(each):
            if not share:
                continue
            other = share * here
            if leave and loc != start and remain > 0:
                other = max(other, leave[number] * remain)
            for harm, at in self._best[number] if self._best else ():
                if at not in (start, loc):
                    other = max(other, harm)
                    break
            total += alone * share * worth + (1 - alone) * max(0.0, share * (here + worth) - other)
        return total


class Planner:
    """Plans moves of one side in one position."""

    def __init__(
        self, st: State, side: int, ground: Ground, threat: Threat, purpose: Purpose, style: Style = STANDARD
    ) -> None:
        self.style = style
        self.st, self.side, self.ground, self.threat, self.purpose = st, side, ground, threat, purpose
        shooters = sum(1 for foe in threat.foes if foe.arms)
        mine = (u for u in st.units.values() if u.side == side and u.loc >= 0)
        runners = sum(1 for u in mine if utype(st, u).mmc and not u.broken)
        self.shared = max(0.35, min(1.2, style.spread * shooters / max(1, runners))) * (1 - style.calm * purpose.nerve)
        self.future = purpose.future
        after = st.turn.phase in ("APh", "RtPh")
        self._before_fire = st.turn.phase in ("PFPh", "MPh") and st.turn.attacker == side
        self.risk = self.future * self.shared * (style.next_fire if after else style.stand_risk)
        self._worths: dict[tuple[int, ...], dict[int, float]] = {}
        self._entering: tuple[dict[int, float], dict[int, float]] = ({}, {})
        self._arms: dict[int, tuple[float, float, int]] = {}
        self._near = {loc: foes for loc in st.occupied() if (foes := st.side_at(loc, 1 - side))}
        self._foes = set(self._near)
        self._blasts: dict[int, float] = {}
        self._watchers = watched_from(st, side)
        self._seen: dict[tuple[int, bool], bool] = {}
        self._mates = {loc: st.side_at(loc, side) for loc in st.occupied()}
        self._volleys = Volleys(threat, {loc: self._value(units) for loc, units in self._mates.items() if units})
        self._residual = {
            m.loc: residual_harm(st, m.loc, m.strength) for m in st.markers.values() if m.kind == MK_RESIDUAL
        }
        self._slow = {m.loc: smoke().mf_extra * HALF for m in st.markers.values() if m.kind in SMOKE_MARKERS}
        self._lying: dict[int, list[Weapon]] = {}
        for weapon in st.weapons.values():
            if weapon.loc >= 0 and not weapon.holder and serves(st, weapon, side):
                self._lying.setdefault(weapon.loc, []).append(weapon)

    # -- what a hex is worth -----------------------------------------------------------------

    def worth_at(self, units: tuple[Unit, ...], loc: int, assault: bool = False) -> float:
        """How good it is for units to stand in a hex until the enemy has fired; to go there by Assault Movement may
        keep their "?".
        """
        if loc == NOWHERE:
            return -1000.0 * len(units)
        table = self._worths.setdefault(tuple([u.id for u in units]), {})
        known = table.get(loc)
        if known is None:
            known = table[loc] = self._worth_at(units, loc)
        return known + self._veiled(units, loc, assault) if units[0].concealed else known

    def _veiled(self, units: tuple[Unit, ...], loc: int, assault: bool) -> float:
        """What a "?" that is kept in a hex adds: less danger, and for a Dummy its life."""
        if loc != units[0].loc and self.seen(loc, assault):
            return 0.0
        spared = (1 - self.style.shade) * self.risk * self.style.alone * self.threat.still(loc)
        hidden = [u for u in units if u.concealed]
        life = DUMMY_WORTH * sum(1 for u in hidden if is_dummy(u))
        return life + sum(veil(self.st, u, self.style) + spared * self._armed(u)[0] for u in hidden)

    def anchor(self, units: tuple[Unit, ...]) -> float:
        """What leaving its place costs a stack with a heavy machine gun: more where it has somebody to fire at; and any
        machine gun on an upper floor.
        """
        loc = units[0].loc
        if loc < 0:
            return 0.0
        price = 0.0
        for unit in units:
            for weapon in self.st.weapons_of(unit.id):
                kind = wtype(self.st, weapon)
                if weapon.malfunctioned or not kind.machine_gun:
                    continue
                above = loc >= len(map_now(self.st).hexes)
                if kind.pp >= HEAVY or above:
                    _, fp, reach = self._armed(unit)
                    aims = self.threat.chance(loc, fp, reach) > 0.2
                    price += self.style.anchor * (1.0 + aims + above)
        return price * (0.6 if self.purpose.pusher else 1.0)

    def seen(self, loc: int, assault: bool) -> bool:
        """Whether going into a hex costs a "?": a Known enemy sees it, by Assault Movement in Open Ground (A12.14)."""
        found = self._seen.get((loc, assault))
        if found is None:
            lines = (self.ground.line(foe, loc) for foe in self._watchers)
            found = any(line is not None and line.range <= NEAR and (line.opened or not assault) for line in lines)
            self._seen[(loc, assault)] = found
        return found

    def _value(self, units: Iterable[Unit]) -> float:
        return sum(self._armed(unit)[0] for unit in units)

    def _armed(self, unit: Unit) -> tuple[float, float, int]:
        """Worth, FP and Normal Range of a unit."""
        known = self._arms.get(unit.id)
        if known is None:
            known = self._arms[unit.id] = (armed_worth(self.st, unit), *unit_arms(self.st, unit))
        return known

    def _worth_at(self, units: tuple[Unit, ...], loc: int) -> float:
        ids = {u.id for u in units}
        mates = tuple(u for u in self._mates.get(loc, ()) if u.id not in ids)
        total = -self.risk * self._volleys.harm(units[0].loc, loc, self._value(units), self.style.alone)
        for unit in units:
            _, fp, reach = self._armed(unit)
            if utype(self.st, unit).smc:
                total += self._leader_place(unit, loc, mates, ids)
            else:
                total += self.purpose.pull(unit, loc)
                total += self.style.chance * self.threat.chance(loc, fp, reach)
                if self._before_fire and self.style.rush and rushes(self.st, unit):
                    total += self.style.rush * rushed_harm(self.st, unit, self.threat, loc)
                if at_hand(self.st, unit, FLAME) is not None:
                    total += self.style.flames * self._flame(loc)
                if loc in self._lying and not self.st.weapons_of(unit.id):
                    best = max(lying_worth(self.st, weapon, unit) for weapon in self._lying[loc])
                    total += self.style.salvage * best
        over = excess_of(self.st, (*mates, *units), loc)
        return total - 4.0 * over - 0.25 * max(0, len(mates) - 1)

    def _flame(self, loc: int) -> float:
        """What a flamethrower takes from here on average where it takes most."""
        best = 0.0
        for to, foes in self._near.items():
            line = self.ground.line(loc, to) if map_now(self.st).distance(loc, to) <= FLAME_REACH else None
            if line is not None:
                best = max(best, flame_harm(self.st, foes, line.range))
        return best

    def _charging(self, units: tuple[Unit, ...], loc: int, left: int) -> float:
        """What a charge that is placed from here with the half MF that are left is worth more than it risks."""
        best = 0.0
        for way in self.ground.ways[loc]:
            if way.to in self._near and way.first is None and way.cost + self._slow.get(way.to, 0) <= left:
                blast = self._blasts.get(way.to)
                if blast is None:
                    blast = self._blasts[way.to] = blast_harm(self.st, way.to, self._near[way.to])
                best = max(best, blast)
        if not best:
            return 0.0
        return max(0.0, self.style.charges * best - self.entering(loc, False) * self._value(units))

    def _leader_place(self, unit: Unit, loc: int, mates: tuple[Unit, ...], ids: set[int]) -> float:
        """A leader wants squads to lead, broken ones that nobody else rallies, and to keep up with the others."""
        together = [u for u in (*mates, *(self.st.units[i] for i in ids)) if utype(self.st, u).mmc]
        alone = not any(is_leader(self.st, m) and not m.broken for m in mates)
        value = 0.0 if alone else -1.0
        commissar = is_commissar(unit)
        steady = RAISED if commissar else LED
        for mate in together:
            rescue = self.style.rescue * alone * (rescued(self.st, mate) if commissar and mate.broken else 1.0)
            value += rescue if mate.broken else steady
        if not together:
            value -= 1.5 + (self.style.lone if self.threat.still(loc) > HARMLESS else 0.0)
            value -= HUNTED * self._sniped()
        return value + self.style.follow * self.purpose.pull(unit, loc)

    def _sniped(self) -> int:
        """The Activation Number of the enemy's Sniper, 0 without one: he finds who stands alone (A14.2)."""
        return self.st.snipers[1 - self.side].san if self.st.snipers else 0

    def entering(self, loc: int, assault: bool) -> float:
        """The share of a unit's worth that entering a hex costs: First Fire, and Residual FP that lies there."""
        table = self._entering[assault]
        known = table.get(loc)
        if known is None:
            fire = self.future * self.style.path_risk * self.shared * self.threat.moving(loc, assault)
            known = table[loc] = fire + self.style.residue * self._residual.get(loc, 0.0)
        return known

    def bare(self, loc: int) -> bool:
        """Whether a leader without squads is exposed in a Location: the enemy can fire at it and no squad is there."""
        if loc < 0 or self.threat.still(loc) <= HARMLESS:
            return False
        return not any(utype(self.st, mate).mmc for mate in self._mates.get(loc, ()))

    def held_fire(self, locs: frozenset[int]) -> float:
        """What is spared where enemies of these Locations are held in Close Combat: the harm of their next fire."""
        return self.risk * sum(
            self._volleys.most(number) for number, foe in enumerate(self.threat.foes) if foe.loc in locs
        )

    # -- plans -------------------------------------------------------------------------------

    def best(self, ids: tuple[int, ...], declared: int, budget: int, *, going: bool = False, stretch: int = 0) -> Plan:
        """The best way for a stack to spend ``budget`` half MF, staying included.

        ``stretch`` are the half MF with Double Time, 0 where it may not: a plan that needs more than ``budget``
        declares it.
        """
        units = tuple(self.st.units[u] for u in ids)
        early = (self.purpose.turns_left - 1) / max(1, self.st.world.turns)
        search = Search(
            units,
            sum(self._armed(u)[0] for u in units) * (1.0 + 0.1 * (len(units) - 1)),
            bool(declared & ASSAULT),
            all(is_dummy(u) for u in units),
            self.style.lone if all(utype(self.st, u).smc for u in units) else 0.0,
            (CX_PRICE + self.style.breath * early) * len(units),
            budget,
            max(budget, stretch),
            not declared & ASSAULT and any(may_charge(self.st, u) for u in units),
        )
        labels, ends = self._spread(search)
        stay = self.worth_at(units, units[0].loc) + self.anchor(units)
        if search.charges:
            stay += self._charging(units, units[0].loc, budget)
        best = Plan(ids, declared, (), stay, stay, 0.0)
        for value, end, spent in self._foremost(search, labels, ends):
            ways = self._trace(labels, end)
            risk = self._risk_of(search, ways)
            if value - risk > best.score:
                best = Plan(ids, DOUBLE_TIME if spent > budget else declared, ways, value - risk, stay, risk)
        return best

    def _spread(self, search: Search) -> tuple[Labels, list[End]]:
        """The least risk at which a stack is in each Location with each number of half MF spent; where it may end."""
        st, style, worth, lone, assault, limit = (
            self.st,
            self.style,
            search.worth,
            search.lone,
            search.assault,
            search.limit,
        )
        exits, slow, foes, ground = self.purpose.exits, self._slow, self._foes, self.ground.ways
        if len(search.units) == 1 and (home := self.purpose.home(search.units[0])):
            exits = home
        labels: Labels = {}
        ends: list[End] = []
        least: dict[int, float] = {}
        todo = self._start(search)
        for spent in range(limit + 1):
            for loc, risk, back, by in todo.pop(spent, ()):
                if least.get(loc, 1e9) <= risk:
                    continue
                least[loc] = risk
                key = (loc, spent)
                labels[key] = (risk, back, by)
                if by is not None:
                    ends.append((key, spent))
                if loc in exits and not assault and spent + (leave := exit_cost(st, loc)) <= limit:
                    ends.append(((EXIT, spent), spent + leave))
                    labels[(EXIT, spent)] = (risk, key, BotStep(EXIT, leave, False))
                if assault and by is not None:
                    continue
                for way in ground[loc]:
                    to = way.to
                    after = spent + way.cost + (slow.get(to, 0) if slow else 0)
                    if after > limit or (assault and after >= limit) or to in foes:
                        continue
                    hit = self.entering(to, assault)
                    more = risk + worth * hit * (style.repeat if risk > 0.3 else 1.0)
                    more += lone if lone and self.bare(to) else 0.0
                    if way.first is not None:
                        if assault or way.first.to in foes:
                            continue
                        more += IN_BYPASS * worth * self.entering(way.first.to, False)
                    if search.decoy and self.seen(to, assault):
                        more += DUMMY_WORTH
                    if least.get(to, 1e9) > more:
                        todo.setdefault(after, []).append((to, more, key, way))
        return labels, ends

    def _start(self, search: Search) -> dict[int, list[tuple[int, float, tuple[int, int] | None, BotStep | None]]]:
        """Where a stack begins, or where it can enter the map, by the half MF spent on it."""
        unit = search.units[0]
        if unit.loc != NOWHERE:
            return {0: [(unit.loc, 0.0, None, None)]}
        found: dict[int, list[tuple[int, float, tuple[int, int] | None, BotStep | None]]] = {}
        for loc in entry_hexes(self.st, unit):
            cost = entry_cost(self.st, (), Way(NOWHERE, loc))
            risk = search.worth * self.entering(loc, False)
            found.setdefault(cost, []).append((loc, risk, None, BotStep(loc, cost, False)))
        return found

    def _foremost(self, search: Search, labels: Labels, ends: list[End]) -> list[tuple[float, tuple[int, int], int]]:
        """The ends worth a closer look: what each is worth, its label and the half MF spent, the best first.

        No Location comes more than twice, and no more than ``LOOKED_AT`` of them.
        """
        valued: list[tuple[float, tuple[int, int], int]] = []
        for key, spent in ends:
            tired = search.tired if spent > search.budget else 0.0
            out = key[0] == EXIT
            gain = EXIT_WORTH * len(search.units) if out else self.worth_at(search.units, key[0], search.assault)
            if search.charges and not out and spent < search.budget:
                gain += self._charging(search.units, key[0], search.budget - spent)
            valued.append((gain - tired, key, spent))
        valued.sort(key=lambda one: (labels[one[1]][0] - one[0], one[1]))
        found = []
        seen: dict[int, int] = {}
        for one in valued:
            loc = one[1][0]
            seen[loc] = seen.get(loc, 0) + 1
            if len(seen) > LOOKED_AT:
                break
            if seen[loc] <= 2:
                found.append(one)
        return found

    def _risk_of(self, search: Search, ways: tuple[BotStep, ...]) -> float:
        """The harm to be expected on a way, with what it costs a leader alone or a Dummy to be seen on it."""
        risk = self._risk(search.worth, ways, search.assault)
        if search.lone:
            risk += search.lone * sum(self.bare(way.to) for way in ways[:-1])
        if search.decoy:
            risk += DUMMY_WORTH * sum(self.seen(way.to, search.assault) for way in ways if way.to >= 0)
        return risk

    def _risk(self, worth: float, ways: tuple[BotStep, ...], assault: bool) -> float:
        """The harm to be expected on a way: each position fires where it hurts most, and once more with less effect."""
        style = self.style
        first, second = [0.0] * len(self.threat.foes), [0.0] * len(self.threat.foes)
        residue = 0.0
        for way in ways:
            if way.to < 0:
                continue
            residue += self._residual.get(way.to, 0.0)
            for number, share in enumerate(self.threat.shots(way.to, assault and not way.around)):
                if way.around:
                    share *= IN_BYPASS
                if share > first[number]:
                    first[number], second[number] = share, first[number]
                elif share > second[number]:
                    second[number] = share
        shots = style.shot * self.shared * (sum(first) + style.again_shot * sum(second))
        return worth * (self.future * shots + style.residue * residue)

    def _trace(self, labels: Labels, end: tuple[int, int] | None) -> tuple[BotStep, ...]:
        ways: list[BotStep] = []
        while end is not None:
            _, back, by = labels[end]
            if by is not None:
                ways.extend(reversed(by.steps()))
            end = back
        return tuple(reversed(ways))


def residual_harm(st: State, loc: int, strength: int) -> float:
    """The share of a squad's worth that Residual FP in a hex takes from one that enters it (A8.22)."""
    column = ift().column(strength)
    if column is None:
        return 0.0
    cover = terrain_tem(st, None, loc)
    screen = smoke_at(st, loc)
    opened = cover is None and not screen
    drm = (cover.value if cover else 0) + screen - 1 - opened
    return harm_share(column, drm, 7, cowers=False)
