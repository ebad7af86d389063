"""Close Combat beside its attacks: who drops his "?", who Withdraws or slips away, who breaks before it begins."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, Reveal, VoluntaryBreak, Withdraw
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.flow.combat.cc_withdrawal import Announcements, SlipAway
from goodorder.rules.a10_morale.rout import rout_options
from goodorder.rules.a11_close_combat.withdrawal import place_refusal, places
from goodorder.rules.a12_concealment.close_combat import masked
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import utype

from .closing import ROUNDS, best_harm, melee_value
from .moving import Planner
from .style import Style
from .values import armed_worth

WITHDRAWING = -2
"""The DRM of attacks on those who Withdraw, one more for each unit that stands (A11.2)."""

LEAVE = 1.0
"""What a Withdrawal must gain at least: the fight that it ends holds enemies up too."""

HOPELESS = 0.6
"""The share of a unit's worth that the coming Close Combat must cost before it breaks on purpose instead."""


def choose_reveal(st: State, choice: Choice, loc: int, style: Style, reasons: list[str]) -> Action | None:
    """Dropping every "?" in a Location, where attacking is worth more than what the "?" still does (A11.19)."""
    hidden = masked(st, loc, choice.side)
    mine, theirs = st.side_at(loc, choice.side), st.side_at(loc, 1 - choice.side)
    fighters = tuple(u for u in mine if not u.broken)
    foes = tuple(u for u in theirs if not u.broken)
    gain = best_harm(st, fighters, theirs) - best_harm(st, tuple(u for u in fighters if not u.concealed), theirs)
    price = style.mask * len(hidden) + best_harm(st, foes, mine) - best_harm(st, foes, mine, share=0.5)
    action = Reveal(tuple(u.id for u in hidden))
    if not hidden or gain <= price or choice.check(action) is not None:
        return None
    reasons.append('They can attack only without their "?".')
    return action


def choose_withdrawal(
    st: State, choice: Choice, frame: Announcements, planner: Planner, reasons: list[str]
) -> Action | None:
    """The Withdrawal that is worth more than fighting on: of one unit or of all who can (A11.2)."""
    side = choice.side
    mine, theirs = st.side_at(frame.loc, side), st.side_at(frame.loc, 1 - side)
    stay = tuple(u for u in mine if u.id not in frame.leaving)
    eligible = [
        entry.action.units[0]
        for entry in choice.menu.plain()
        if isinstance(entry.action, Withdraw) and places(st, st.units[entry.action.units[0]])
    ]
    groups = [(unit,) for unit in eligible] + ([tuple(eligible)] if len(eligible) > 1 else [])
    best: tuple[float, tuple[int, ...]] = (LEAVE, ())
    now = ROUNDS * melee_value(st, stay, theirs)
    for group in groups:
        left = tuple(u for u in stay if u.id not in group)
        gone = tuple(st.units[u] for u in group)
        value = ROUNDS * melee_value(st, left, theirs) if left else 0.0
        foes = tuple(u for u in theirs if not u.broken)
        standing = sum(1 for u in left if not u.concealed)
        value -= best_harm(st, foes, gone, drm=WITHDRAWING + standing) / (1 + standing)
        for unit in gone:
            value += max(planner.worth_at((unit,), to) for to in places(st, unit))
            value -= planner.worth_at((unit,), frame.loc)
        if value - now > best[0] and _leaves_no_leader(st, left):
            best = (value - now, group)
    action = Withdraw(tuple(sorted(best[1])))
    if not best[1] or choice.check(action) is not None:
        return None
    reasons.append(f"Leaving the Melee is worth {best[0]:.1f} more than fighting on.")
    return action


def _leaves_no_leader(st: State, left: tuple[Unit, ...]) -> bool:
    return not left or any(utype(st, u).mmc for u in left)


def choose_way_out(st: State, choice: Choice, frame: SlipAway, planner: Planner, reasons: list[str]) -> Action | None:
    """Where those go who leave a Close Combat; who need not goes only out of a fight that he loses (A11.41)."""
    eligible = [st.units[u] for u in frame.units if u not in frame.gone and st.units[u].side == choice.side]
    groups = [(u.id,) for u in eligible] + ([tuple(u.id for u in eligible)] if len(eligible) > 1 else [])
    best: tuple[float, Withdraw] | None = None
    for group in groups:
        movers = tuple(st.units[u] for u in group)
        loc = movers[0].loc
        mine, theirs = st.side_at(loc, choice.side), st.side_at(loc, 1 - choice.side)
        left = tuple(u for u in mine if u.id not in group)
        stay = 0.0
        if not frame.must:
            if not _leaves_no_leader(st, left):
                continue
            stay = ROUNDS * (melee_value(st, mine, theirs) - melee_value(st, left, theirs))
            stay += planner.worth_at(movers, loc) + planner.style.least_gain
        for to in places(st, movers[0]):
            if place_refusal(st, group, to) is not None:
                continue
            value = planner.worth_at(movers, to) - stay
            if (frame.must or value > 0) and (best is None or value / len(group) > best[0]):
                best = (value / len(group), Withdraw(tuple(sorted(group)), to))
    if best is None or choice.check(best[1]) is not None:
        return None
    reasons.append(f"{st.world.map.place_name(best[1].to)} is the best way out.")
    return best[1]


def choose_break(st: State, choice: Choice, planner: Planner, reasons: list[str]) -> VoluntaryBreak | None:
    """A unit that would be lost in the next Close Combat breaks and routs while it can (A10.41).

    Only the DEFENDER is advanced upon; in the last turn everybody stands.
    """
    board, side = map_now(st), choice.side
    if side == st.turn.attacker or planner.purpose.turns_left == 1:
        return None
    for entry in choice.menu.plain():
        if not isinstance(entry.action, VoluntaryBreak):
            continue
        unit = st.units[entry.action.unit]
        near = (foe for loc in board.around(unit.loc) if loc >= 0 for foe in st.side_at(loc, 1 - side))
        foes = tuple(u for u in near if not u.broken and not u.pinned)
        mine = st.side_at(unit.loc, side)
        if not foes or melee_value(st, mine, foes) > -HOPELESS * sum(armed_worth(st, u) for u in mine):
            continue
        ran = st.with_(units={**st.units, unit.id: replace(unit, broken=True, dm=True, concealed=False)})
        if rout_options(ran, ran.units[unit.id]).steps:
            reasons.append("It would not outlive the Close Combat that is coming.")
            return entry.action
    return None
