"""Advances and Close Combat: whether to go in, and whom to attack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce

from msgspec.structs import replace

from goodorder.core.actions import Action, Advance, CloseCombat, Done, HandToHand, StandWith
from goodorder.core.apply import apply
from goodorder.core.frames import Choice
from goodorder.core.notes import Note
from goodorder.core.state import State, Unit, Vehicle
from goodorder.core.way import Way
from goodorder.data.charts import close_combat
from goodorder.flow.combat.close_combat import LocationCombat
from goodorder.flow.fire.defensive_fire import Window
from goodorder.odds import cc_chances
from goodorder.rules.a04_movement.advance import advance_places, advance_refusal, exhausts
from goodorder.rules.a04_movement.edges import EXIT
from goodorder.rules.a11_close_combat.ambush import ambush_ledger, ambush_possible, ambusher
from goodorder.rules.a11_close_combat.attack import (
    NOBODY,
    CombatFacts,
    CombatLedger,
    announced_facts,
    attack_fp,
    cc_ledger,
    combat_facts,
    defense_fp,
)
from goodorder.rules.a11_close_combat.ccv import FATE_WORDS
from goodorder.rules.a11_close_combat.groups import Stands, elements, with_stand
from goodorder.rules.a11_close_combat.permission import directors
from goodorder.rules.a11_close_combat.vehicle_arms import cc_weapons
from goodorder.rules.a25_nations.hand_to_hand import becomes_hand_to_hand
from goodorder.rules.c_ordnance.magnetic_mines import mine_branches, seekers
from goodorder.rules.d_vehicles.manning import by_choice
from goodorder.rules.d_vehicles.reaction import reacting_groups
from goodorder.rules.facts.advances import ADVANCED
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.manned import standing
from goodorder.rules.facts.units import is_dummy, is_leader, leadership, utype, wtype

from .captives import TAKEN, prize
from .moving import CX_PRICE, EXIT_WORTH, Planner
from .ordnance import mans_gun
from .style import Style
from .unseen import guess, is_unknown
from .values import WAYS, armed_worth

TANK_WORTH = 15.0
"""What a vehicle with its crew is worth."""

STEPS_OUT, TURNS_BACK = 0.15, 1.5
"""What an advance must gain at least, and one back to a Location that a unit has left in this MPh."""


def kill_chances(attack: float, defense: float, drm: int) -> tuple[float, float]:
    """Chances that a CC attack eliminates its targets and that it only reduces one of them."""
    if attack <= 0 or defense <= 0:
        return 0.0, 0.0
    from fractions import Fraction

    table = close_combat()
    kill = table.odds[table.column(Fraction(attack), Fraction(defense))].kill
    gone = sum(ways for total, ways in WAYS.items() if total + drm < kill) / 36
    part = sum(ways for total, ways in WAYS.items() if total + drm == kill) / 36
    return gone, part


def _strikes(st: State, unit: Unit) -> float:
    """FP in Close Combat, guessed for a "?"."""
    return guess(st, unit.side).fp if is_unknown(unit) else float(attack_fp(st, unit))


def _resists(st: State, unit: Unit) -> float:
    """FP against attacks in Close Combat, guessed for a "?"."""
    return guess(st, unit.side).fp if is_unknown(unit) else float(defense_fp(st, unit))


def melee_value(st: State, mine: tuple[Unit, ...], theirs: tuple[Unit, ...]) -> float:
    """What one round of Close Combat brings on average, all against all."""
    if not mine or not theirs:
        return 0.0
    unbroken = [u for u in theirs if not u.broken]
    my_fp = sum(_strikes(st, u) for u in mine)
    my_defense = sum(_resists(st, u) for u in mine)
    foe_fp = sum(_strikes(st, u) for u in unbroken)
    foe_defense = sum(_resists(st, u) for u in theirs)
    lead = min((leadership(st, u) for u in mine if is_leader(st, u)), default=0)
    foe_lead = min((leadership(st, u) for u in unbroken if is_leader(st, u)), default=0)
    help_broken = -2 if any(u.broken for u in theirs) else 0
    gone, part = kill_chances(my_fp, foe_defense, min(lead, 0) + help_broken)
    lost, hurt = kill_chances(foe_fp, my_defense, min(foe_lead, 0))
    theirs_worth = sum(armed_worth(st, u) for u in theirs)
    mine_worth = sum(armed_worth(st, u) for u in mine)
    gain = gone * theirs_worth + part * 0.5 * theirs_worth / len(theirs)
    loss = lost * mine_worth + hurt * 0.5 * mine_worth / len(mine)
    return gain - loss


@cache
def ambush_chances(mine: int, theirs: int) -> tuple[float, float]:
    """Chances that a side with a drm ambushes one with another, and that it is ambushed.

    >>> ambush_chances(0, 0) == (6 / 36, 6 / 36)
    True
    """
    throws = [(a + mine, b + theirs) for a in range(1, 7) for b in range(1, 7)]
    return sum(ambusher(t) == 0 for t in throws) / 36, sum(ambusher(t) == 1 for t in throws) / 36


def fight_value(st: State, loc: int, movers: tuple[Unit, ...], tired: tuple[int, ...] = ()) -> float:
    """What the first round of a Close Combat brings on average when units have advanced into a Location.

    By the ledgers of the game: odds, DRM, CX of those whom the advance tires, "?" and Ambush.
    """
    side = movers[0].side
    after = {**st.units, **{u.id: replace(u, loc=loc, cx=u.cx or u.id in tired) for u in movers}}
    trails = {u.id: replace(trail := st.trail(u.id), tried=(*trail.tried, Note(ADVANCED))) for u in movers}
    there = st.with_(
        units={key: unit for key, unit in after.items() if not is_dummy(unit)}, trails={**st.trails, **trails}
    )
    mine, theirs = there.side_at(loc, side), there.side_at(loc, 1 - side)
    if not mine or not theirs:
        return 0.0

    def round_of(first: int) -> float:
        return _round(there, loc, side, first)

    even = round_of(NOBODY)
    if not ambush_possible(there, loc):
        return even
    ours, his = ambush_chances(*(ambush_ledger(there, loc, who).total() for who in (side, 1 - side)))
    return ours * round_of(side) + his * round_of(1 - side) + (1 - ours - his) * even


def _round(st: State, loc: int, side: int, first: int) -> float:
    """What one round of a fight under way brings a side on average, where ``first`` has ambushed the other."""
    mine, theirs = st.side_at(loc, side), st.side_at(loc, 1 - side)
    gain, gone = _strike(st, loc, mine, theirs, first)
    loss, lost = _strike(st, loc, theirs, mine, first)
    if first == side:
        return gain - (1 - gone) * loss
    return (1 - lost) * gain - loss if first == 1 - side else gain - loss


def choose_hand_to_hand(st: State, choice: Choice, frame: LocationCombat, reasons: list[str]) -> Action:
    """Hand-to-Hand where a round of it brings more than one of the usual kind (A25.43)."""
    there = reduce(apply, becomes_hand_to_hand(st, frame.loc), st)
    usual = _round(st, frame.loc, choice.side, frame.ambusher)
    fierce = _round(there, frame.loc, choice.side, frame.ambusher)
    reasons.append(f"A round Hand-to-Hand brings {fierce:.1f} on average, an ordinary one {usual:.1f}.")
    return HandToHand(frame.loc) if fierce > usual else Done()


def _strike(st: State, loc: int, mine: tuple[Unit, ...], theirs: tuple[Unit, ...], first: int) -> tuple[float, float]:
    """What one side's attack, all against all, takes from the other on average, and the chance that it takes all."""
    unbroken = [u for u in mine if not u.broken]
    if not unbroken or not any(utype(st, u).mmc or is_unknown(u) for u in unbroken):
        return 0.0, 0.0
    led = [u for u in unbroken if is_leader(st, u) and not u.pinned] if len(unbroken) > 1 else []
    lead = min(led, key=lambda u: (leadership(st, u), u.id)).id if led else 0
    facts = combat_facts(st, tuple(u.id for u in unbroken), tuple(u.id for u in theirs), lead, ambusher=first, loc=loc)
    ledger = cc_ledger(facts)
    harm, all_gone = 0.0, 1.0
    for drm, units in ledger.groups():
        gone = sum(ways for total, ways in WAYS.items() if total + drm < ledger.kill) / 36
        part = sum(ways for total, ways in WAYS.items() if total + drm == ledger.kill) / 36
        worth = sum(armed_worth(st, st.units[u]) for u in units)
        harm += gone * worth + part * 0.5 * worth / len(units)
        all_gone = min(all_gone, gone)
    return harm, all_gone


def choose_advance(st: State, choice: Choice, planner: Planner, reasons: list[str]) -> Action | None:
    """The advance that brings most, or None."""
    side = choice.side
    best: tuple[float, tuple[int, ...], int] | None = None
    starts: dict[tuple[int, str], list[Unit]] = {}
    for unit in st.units.values():
        if mans_gun(st, unit.id):
            continue
        if (unit.side == side and not unit.broken and (refusal := advance_refusal(st, (unit.id,))) is None) or (
            unit.side == side and not unit.broken and refusal is not None and refusal.rule == "A4.72"
        ):
            starts.setdefault((unit.loc, unit.group if unit.loc < 0 else ""), []).append(unit)
    for (loc, _), units in sorted(starts.items()):
        for group in _groups(st, units):
            movers = tuple(st.units[u] for u in group)
            stay = planner.worth_at(movers, loc) + planner.anchor(movers)
            left = {step.frm for u in group for step in st.trail(u).steps}
            for to in advance_places(st, movers[0]):
                gain = _advance_gain(st, planner, movers, loc, to) - stay
                if best is not None and gain <= best[0]:
                    continue
                if (
                    gain > (TURNS_BACK if to in left else STEPS_OUT)
                    and advance_refusal(st, group, Way(loc, to)) is None
                ):
                    best = (gain, group, to)
    if best is None:
        return None
    action = Advance(best[1], best[2])
    if choice.check(action) is not None:
        return None
    where = "off the map" if best[2] == EXIT else st.world.map.place_name(best[2])
    reasons.append(f"Advancing to {where} is worth {best[0]:.1f} more than staying.")
    return action


ROUNDS = 1.6
"""How many rounds of a fight count when it goes on, or is weighed against leaving."""

DARES = 0.7
"""The share of PAATC that are passed, roughly."""


def _tank_value(st: State, to: int, movers: tuple[Unit, ...], tanks: tuple[Vehicle, ...]) -> float:
    """What one round of Close Combat with vehicles brings on average: each MMC strikes one, and they strike back."""
    teams = [unit for unit in movers if utype(st, unit).mmc]
    if not teams:
        return -TANK_WORTH
    gain = sum(
        _vehicle_gain(cc_ledger(combat_facts(st, (unit.id,), (tanks[n % len(tanks)].id,), loc=to)))
        for n, unit in enumerate(teams)
    )
    fp = float(sum(wtype(st, weapon).fp for one in tanks for weapon in cc_weapons(st, one)))
    ccv = close_combat().vehicle.ccv
    gone, part = kill_chances(fp, float(sum(ccv[utype(st, unit).kind] for unit in teams)), 0)
    worth = sum(armed_worth(st, unit) for unit in movers)
    return DARES * (gain - gone * worth - part * 0.5 * worth / len(movers))


def _groups(st: State, units: list[Unit]) -> list[tuple[int, ...]]:
    """Who may advance together: each alone, each leader with each squad, all, all squads."""
    found: list[tuple[int, ...]] = [(u.id,) for u in units]
    mmc = [u for u in units if utype(st, u).mmc]
    leaders = [u for u in units if utype(st, u).smc]
    found += [tuple(sorted((a.id, b.id))) for a in leaders for b in mmc]
    if len(mmc) > 1:
        found.append(tuple(sorted(u.id for u in mmc)))
    if len(units) > 1:
        found.append(tuple(sorted(u.id for u in units)))
    return list(dict.fromkeys(found))


def _advance_gain(st: State, planner: Planner, movers: tuple[Unit, ...], loc: int, to: int) -> float:
    if to == EXIT:
        return EXIT_WORTH * len(movers)
    worn = tuple(u.id for u in movers if not u.cx and exhausts(st, u, movers, Way(movers[0].loc, to)))
    tired = -CX_PRICE * len(worn)
    foes = st.side_at(to, 1 - planner.side)
    if not foes and st.vehicles and (tanks := standing(st, to, 1 - planner.side)):
        return tired + planner.worth_at(movers, to) + _tank_value(st, to, movers, tanks)
    if not foes:
        return planner.worth_at(movers, to) + tired - _beside(st, planner, movers, to)
    inside = st.side_at(to, planner.side)
    if not any(utype(st, u).mmc for u in (*movers, *inside)):
        return -99.0
    before = melee_value(st, inside, foes) if inside else 0.0
    fight = fight_value(st, to, movers, worn) - before
    friends = tuple(u for u in _around(st, planner.side, to) if u not in movers)
    if friends:
        share = sum(armed_worth(st, u) for u in movers) / sum(armed_worth(st, u) for u in (*movers, *friends))
        fight = max(fight, planner.style.joined * share * (fight_value(st, to, (*movers, *friends), worn) - before))
    goal = 0.0
    cleared = planner.style.ahead + (1 - planner.style.ahead) * _clears(st, (*inside, *movers), foes)
    for unit in movers:
        if utype(st, unit).mmc:
            goal += cleared * planner.purpose.pull(unit, to) + (1 - cleared) * planner.purpose.pull(unit, loc)
    urge = 1.5 if planner.purpose.pusher and planner.purpose.turns_left <= 2 else 0.0
    goal -= 0.4 * planner.risk * planner.style.alone * planner.threat.still(to) * len(movers)
    return planner.style.fight * fight + goal + tired + urge


def _beside(st: State, planner: Planner, movers: tuple[Unit, ...], to: int) -> float:
    """What standing without cover beside enemies costs more than elsewhere: theirs is the next fire, and the fire of
    those beside is sure to come.
    """
    board = map_now(st)
    if board.hex_of(to).terrain.tem > 0:
        return 0.0
    each = zip(planner.threat.foes, planner.threat.each(to), strict=True)
    share = sum(harm for foe, harm in each if harm and board.distance(foe.loc, to) <= 1)
    return planner.style.beside * planner.future * share * sum(armed_worth(st, u) for u in movers)


def _clears(st: State, mine: tuple[Unit, ...], theirs: tuple[Unit, ...]) -> float:
    """The chance that one round of Close Combat leaves no enemy in the Location."""
    fp, defense = sum(_strikes(st, u) for u in mine), sum(_resists(st, u) for u in theirs)
    return kill_chances(fp, defense, min((leadership(st, u) for u in mine if is_leader(st, u)), default=0))[0]


def _around(st: State, side: int, to: int) -> tuple[Unit, ...]:
    """Squads and others of a side that could still advance into a hex."""
    return tuple(
        unit
        for loc in st.world.map.around(to)
        if loc >= 0
        for unit in st.side_at(loc, side)
        if not unit.broken
        and not unit.pinned
        and utype(st, unit).mmc
        and advance_refusal(st, (unit.id,), Way(loc, to)) is None
    )


def choose_combat(st: State, choice: Choice, reasons: list[str]) -> Action | None:
    """The CC attack that does most on average, its attackers' worth left aside: attacking costs nothing."""
    best: tuple[float, CloseCombat] | None = None
    captive, held = prize(st, choice.side), _Held(st, choice.side)
    for _, action in choice.menu.leaves(240):
        if not isinstance(action, CloseCombat):
            continue
        facts = announced_facts(st, action)
        ledger = cc_ledger(facts)
        gain = 0.0
        if facts.target is not None and _falls_to(st, facts.target, choice.side):
            continue
        if facts.target is not None:
            gain = _mined_gain(facts, action.atmm) if action.atmm else _vehicle_gain(ledger)
        for drm, units in ledger.groups() if facts.target is None else ():
            gone = sum(ways for total, ways in WAYS.items() if total + drm < ledger.kill) / 36
            part = sum(ways for total, ways in WAYS.items() if total + drm == ledger.kill) / 36
            worths = [armed_worth(st, st.units[u]) * (1.3 if not st.units[u].broken else 1.0) for u in units]
            if action.capture:
                share = captive if held.whole(units) else TAKEN
                worths = [n + (share - 1) * armed_worth(st, st.units[u]) for n, u in zip(worths, units, strict=True)]
            spared = held.danger(units) if captive > TAKEN else 0.0
            gain += gone * (sum(worths) + spared) + part * 0.5 * (sum(worths) + spared) / len(worths)
        gain += 0.001 * len(action.attackers)
        if best is None or gain > best[0]:
            best = (gain, action)
    if best is None:
        return None
    reasons.append(f"This attack takes {best[0]:.1f} worth of enemies on average.")
    return best[1]


class _Held:
    """What enemies in a Close Combat still do to a side while they are neither killed nor captured: a capture comes
    more seldom than a kill, and the fight goes on for as long.
    """

    def __init__(self, st: State, side: int) -> None:
        self.st, self.side = st, side
        self._harms: dict[int, float] = {}

    def whole(self, units: Sequence[int]) -> bool:
        """Whether nobody who fights is left beside these; with others there prisoners rise, and their Guard fights by
        half.
        """
        loc = self.st.units[units[0]].loc
        return all(one.broken or one.id in units for one in self.st.side_at(loc, 1 - self.side))

    def danger(self, units: Sequence[int]) -> float:
        """The share of these in what all of them do in the next rounds."""
        st, loc = self.st, self.st.units[units[0]].loc
        foes = tuple(one for one in st.side_at(loc, 1 - self.side) if not one.broken)
        if loc not in self._harms:
            self._harms[loc] = ROUNDS * best_harm(st, foes, st.side_at(loc, self.side))
        all_of_them = sum(_strikes(st, one) for one in foes)
        share = sum(_strikes(st, one) for one in foes if one.id in units)
        return self._harms[loc] * share / all_of_them if all_of_them else 0.0


def _falls_to(st: State, vehicle: Vehicle, side: int) -> bool:
    """Whether an Abandoned vehicle is a side's anyhow as the CCPh ends, and of use to it then (A21.2)."""
    if not vehicle.abandoned or by_choice(st) is not None:
        return False
    return not any(not is_dummy(unit) for unit in st.side_at(vehicle.loc, 1 - side))


STRIKES = 0.8
"""What CC Reaction Fire must take on average to be worth the PAATC and the fire counter."""


def choose_reaction(st: State, choice: Choice, frame: Window, reasons: list[str]) -> Action | None:
    """The CC Reaction Fire that does most, where it is worth while; None else."""
    touched = tuple(one for touch in frame.touches for one in touch.vehicles)
    best: tuple[float, Action] | None = None
    for vehicle in (st.vehicles[one] for one in touched):
        for group in reacting_groups(st, vehicle) if not vehicle.wreck else ():
            for leader in (*directors(st, group), 0):
                facts = combat_facts(st, group, (vehicle.id,), leader, loc=vehicle.loc)
                action, gain = CloseCombat(group, (vehicle.id,), leader), _vehicle_gain(cc_ledger(facts))
                for said in seekers(st, action):
                    if (more := _mined_gain(facts, said.atmm)) > gain:
                        action, gain = said, more
                if gain > STRIKES and (best is None or gain > best[0]) and choice.check(action) is None:
                    best = (gain, action)
    if best is None:
        return None
    reasons.append(f"Reaction Fire takes {best[0]:.1f} worth of vehicles on average.")
    return best[1]


PRIZE = 0.45
"""The worth of an Abandoned vehicle to who captures it, as a part of one that fights."""


PINS = 0.05
"""What it costs to be pinned by a Check for a magnetic mine."""


def _mined_gain(facts: CombatFacts, seeker: int) -> float:
    """What an attack takes on average before which a unit looks for a magnetic mine (C13.7)."""
    found = mine_branches(facts, seeker)
    return sum(ways / 6 * _vehicle_gain(cc_ledger(then)) for ways, then in found) - PINS


def _vehicle_gain(ledger: CombatLedger) -> float:
    """What an attack on a vehicle takes on average: less than half of its worth where it only stands still after it."""
    target = ledger.facts.target
    assert target is not None
    worth = TANK_WORTH * (0.3 if target.abandoned else 1.0)
    chances = cc_chances(ledger)
    if ledger.facts.capture:
        return TANK_WORTH * PRIZE * float(chances.get("captured", 0))
    held = 0.0 if target.immobile else 0.4 * float(chances.get(FATE_WORDS["immobilized"], 0))
    gone = sum(float(chances.get(FATE_WORDS[fate], 0)) for fate in ("eliminated", "burn"))
    return worth * (gone + held)


def choose_stand(st: State, choice: Choice, frame: LocationCombat, style: Style, reasons: list[str]) -> Action:
    """Leaders stand where they help most and are hardest to get at (A11.14)."""
    now = _stand_value(st, frame.loc, choice.side, frame.stands, style)
    best: tuple[float, Action] = (now + 0.01, Done())
    for _, action in choice.menu.leaves(60):
        if isinstance(action, StandWith):
            stands = with_stand(frame.stands, action.unit, action.other)
            value = _stand_value(st, frame.loc, choice.side, stands, style)
            if value > best[0]:
                best = (value, action)
    reasons.append("Leaders stand with those who fight, and not where they are easily got at.")
    return best[1]


def _stand_value(st: State, loc: int, side: int, stands: Stands, style: Style) -> float:
    """What all who can attack together do to all enemies, less the most that all enemies do to one of the elements."""
    own = elements(st, loc, side, stands)
    mine = tuple(st.units[u] for e in own if e.mmc for u in e.fighters())
    theirs = st.side_at(loc, 1 - side)
    gain = best_harm(st, mine, theirs)
    foes = tuple(u for u in theirs if not u.broken)
    loss = max((best_harm(st, foes, e.units) for e in own), default=0.0)
    return gain - style.stand * loss


def best_harm(
    st: State, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...], *, share: float = 1.0, drm: int = 0
) -> float:
    """What attackers take from defenders on average when the best leader among them directs.

    ``share`` of their FP counts; ``drm`` comes to the leader's.
    """
    if not attackers or not defenders:
        return 0.0
    leaders = [u for u in attackers if is_leader(st, u) and not u.pinned]
    lead = min((leadership(st, u) for u in leaders), default=0) if len(attackers) > 1 else 0
    fp, defense = sum(_strikes(st, u) for u in attackers), sum(_resists(st, u) for u in defenders)
    gone, part = kill_chances(share * fp, defense, lead + drm)
    worth = sum(armed_worth(st, u) for u in defenders)
    return gone * worth + part * 0.5 * worth / len(defenders)
