"""Prisoners and Unarmed men: whether to fall upon free ones, to rise, and where they and their Guards go (A20)."""

from __future__ import annotations

from goodorder.core.actions import Action, Escape
from goodorder.core.actions import Recapture as FallUpon
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.flow.combat.cc_escape import EscapeAttempt
from goodorder.flow.move.recapture import RecaptureChoice
from goodorder.rules.a11_close_combat.attack import defense_fp
from goodorder.rules.a20_edge import friendly_edges
from goodorder.rules.a20_escape import escape_check
from goodorder.rules.a20_guards import outnumbered
from goodorder.rules.facts.ground import map_now

from .values import WAYS

CAPTURED, TAKEN = 1.5, 1.05
"""What a prisoner is worth of a unit that is killed: where losses count for victory, and elsewhere."""

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


def prize(st: State) -> float:
    """What capturing is worth for each worth of killing."""
    return CAPTURED if losses_count(st) else TAKEN


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
