"""Prisoners and Unarmed men: whether to fall upon free ones, to rise, and where they and their Guards go (A20)."""

from __future__ import annotations

from goodorder.core.actions import Action, DeployGuard, Escape, HandPrisoners, TakePrisoners
from goodorder.core.actions import Recapture as FallUpon
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.flow.combat.cc_escape import EscapeAttempt
from goodorder.flow.move.recapture import RecaptureChoice
from goodorder.rules.a11_close_combat.attack import defense_fp
from goodorder.rules.a20_edge import friendly_edges
from goodorder.rules.a20_escape import escape_check
from goodorder.rules.a20_guards import outnumbered
from goodorder.rules.a26_victory import clause_value
from goodorder.rules.facts.captives import captives, prisoners_of, us_of
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import is_leader, utype

from .values import WAYS, unit_worth

CAPTURED, TAKEN = 1.5, 0.95
"""What a prisoner is worth of a unit that is killed: where he counts twice for his captor, and elsewhere, where he
binds a Guard and may get away.
"""

IDLE, HALVED = 0.6, 0.1
"""The share of a Guard's worth that more prisoners than he is cost, for whom he fires at nobody, and that any do
(A20.52).
"""

LEADS, RISKS, SHIFTS = 0.3, 2.0, 0.5
"""The share of a leader's worth that is his own fire, what a broken Guard risks, and what handing prisoners over must
gain.
"""

RISING = 0.12
"""The chance to be rid of his Guard from which a prisoner rises."""

AFRAID, FAR_ENOUGH = 1.5, 8
"""What each hex farther from the enemy is worth to an Unarmed unit, and how many count."""

BROKEN_DRM = -2
"""What a broken Guard is easier to attack by (A11.16)."""


def losses_count(st: State) -> bool:
    """Whether a victory clause counts losses."""
    scenario = st.world.scenario
    return scenario is not None and any(one.kind.startswith("casualties") for one in scenario.victory.clauses)


def counts_twice(st: State, side: int) -> bool:
    """Whether a prisoner of this side brings it nearer to victory than a dead enemy does: its victory terms count
    losses, and it has not scored enough of them yet (A20.1).
    """
    scenario = st.world.scenario
    for clause in scenario.victory.clauses if scenario is not None else ():
        if clause.kind == "casualties_lead":
            return True
        if clause.kind == "casualties_vp" and st.world.side_number(clause.side) == side:
            return clause.at_least is None or clause_value(st, clause) < clause.at_least
    return False


def prize(st: State, side: int) -> float:
    """What capturing is worth to a side for each worth of killing."""
    return CAPTURED if counts_twice(st, side) else TAKEN


# -- Guards ----------------------------------------------------------------------------------


def burden(st: State, guard: Unit, more: int) -> float:
    """What prisoners of a US# cost the side whose unit guards them beside those whom it has."""
    held = us_of(st, prisoners_of(st, guard.id))
    own, worth = us_of(st, (guard,)), unit_worth(st, guard)
    if utype(st, guard).smc:
        worth *= LEADS if is_leader(st, guard) else 1.0
    cost = HALVED * worth if not held else 0.0
    if held <= own < held + more:
        cost += IDLE * worth
    return cost + (RISKS if guard.broken else 0.0)


def choose_guard(st: State, choice: Choice, stack: tuple[int, ...], reasons: list[str]) -> Action | None:
    """The captor who loses least by guarding those who give themselves up; None where there is no choice."""
    size = us_of(st, [st.units[one] for one in stack])
    able = [one.action for one in choice.menu.plain() if isinstance(one.action, TakePrisoners)]
    if not able:
        return None
    reasons.append("Who fights least guards them.")
    return min(able, key=lambda one: (burden(st, st.units[one.guard], size), one.guard))


def relieve(st: State, choice: Choice, reasons: list[str]) -> Action | None:
    """Prisoners are handed to whom they cost less, or their Guard squad Deploys, where it fires at nobody for them."""
    side = choice.side
    for guard in dict.fromkeys(one.stance.guard for one in captives(st) if one.side != side):
        unit = st.units[guard]
        held = prisoners_of(st, guard)
        size = us_of(st, held)
        if unit.side != side or unit.broken or size <= us_of(st, (unit,)) or not utype(st, unit).mmc:
            continue
        best: tuple[float, Action] | None = None
        for other in st.side_at(unit.loc, side):
            action = HandPrisoners(tuple(sorted(one.id for one in held)), other.id)
            gain = IDLE * unit_worth(st, unit) - burden(st, other, size)
            if gain > SHIFTS and (best is None or gain > best[0]) and choice.check(action) is None:
                best = (gain, action)
        split = DeployGuard(guard)
        if best is None and choice.check(split) is None:
            best = (0.0, split)
        if best is not None:
            reasons.append("The Guard is needed where there is fighting.")
            return best[1]
    return None


def fall_upon(st: State, choice: Choice, frame: RecaptureChoice, reasons: list[str]) -> Action | None:
    """Unarmed enemies are attacked at once where more than one man comes to them: they strike back with next to
    nothing.
    """
    mine = [st.units[unit] for unit in frame.movers if not st.units[unit].broken]
    theirs = [unit for unit in st.side_at(frame.loc, 1 - choice.side) if unit.unarmed]
    fp, defense = sum(defense_fp(st, one) for one in mine), sum(defense_fp(st, one) for one in theirs)
    action = FallUpon(frame.loc)
    if fp <= defense or choice.check(action) is not None:
        return None
    reasons.append("Unarmed men are taken while they can't strike back.")
    return action


def rise(st: State, choice: Choice, frame: EscapeAttempt, reasons: list[str]) -> Action | None:
    """A prisoner who tries, where all who could would be rid of their Guard often enough."""
    from .closing import kill_chances

    if frame.step != "who":
        return None
    asked = [one.action for one in choice.menu.plain() if isinstance(one.action, Escape)]
    if not asked:
        return None
    unit = st.units[asked[0].unit]
    guard = st.units[unit.stance.guard]
    able = [st.units[one.unit] for one in asked if st.units[one.unit].stance.guard == guard.id]
    risen = sum(1 for bid in frame.bids if bid.guard == guard.id)
    fp, others = float(len(able) + risen), [one for one in st.side_at(guard.loc, guard.side) if one.id != guard.id]
    gone, part = kill_chances(fp, float(defense_fp(st, guard)), BROKEN_DRM if guard.broken else 0)
    chance = gone + 0.5 * part
    if any(not one.broken for one in others) and not risen:
        chance *= 0.5  # they strike back
    if chance < RISING or choice.check(asked[0]) is not None:
        return None
    passing = sum(ways for total, ways in WAYS.items() if escape_check(st, unit, (total,))[1]) / 36
    reasons.append(f"They are rid of their Guard in {100 * chance:.0f} of 100 attacks; a NTC passes by {passing:.2f}.")
    return asked[0]


def away(st: State, unit: Unit, loc: int) -> float:
    """How good it is for an Unarmed unit to end its move in a Location: far from armed enemies."""
    distance, board = map_now(st).distance, map_now(st)
    foes = [one.loc for one in st.units.values() if one.side != unit.side and one.loc >= 0 and not one.unarmed]
    near = min((distance(board.hex_at(loc), board.hex_at(foe)) for foe in foes), default=FAR_ENOUGH)
    return AFRAID * min(near, FAR_ENOUGH)


def homes(st: State, unit: Unit) -> frozenset[int]:
    """The edge hexes by which a Guard who can do nothing else takes his prisoners home, where losses count."""
    if not outnumbered(st, unit) or not losses_count(st):
        return frozenset()
    edges, board = friendly_edges(st, unit.side), map_now(st)
    return frozenset(h.index for h in board.hexes if edges & board.edge(h.index)) if edges else frozenset()
