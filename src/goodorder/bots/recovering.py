"""The Rally Phase."""

from __future__ import annotations

from goodorder.core.actions import Action, Deploy, Done, Give, KeepDm, Rally, Recombine, Recover, Repair, Scrounge
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.rules.a10_morale.rally import rally_facts, rally_ledger
from goodorder.rules.facts.bearers import possessor
from goodorder.rules.facts.crew import qualified
from goodorder.rules.facts.units import own_morale, utype

from .deploying import deploy_value, recombine_value
from .style import STANDARD, Style
from .threat_map import Threat
from .values import WAYS, unit_worth

LEAST = 0.09
"""No attempt is made with a smaller chance: an Original 12 costs more than it brings."""


def choose_rally(st: State, choice: Choice, threat: Threat, style: Style, reasons: list[str]) -> Action:
    """Recover, repair, hand weapons to squads, rally by the best odds, keep DM where it helps to run."""
    best: tuple[float, Action] | None = None
    alone: tuple[float, Action] | None = None
    for _, action in choice.menu.leaves(200):
        value = _rally_value(st, action, threat, style)
        if value > 0 and (best is None or value > best[0]):
            best = (value, action)
        if value > (alone[0] if alone else 0) and isinstance(action, Rally) and _only_first(st, action):
            alone = (value, action)
    if best is None:
        return Done()
    if alone is not None and isinstance(best[1], Rally) and utype(st, st.units[best[1].unit]).mmc:
        best = alone
    if isinstance(best[1], Rally):
        reasons.append(f"It rallies with {rally_chance(st, best[1].unit, best[1].leader):.0%}.")
    elif isinstance(best[1], Deploy | Recombine):
        reasons.append(f"As it is divided now it is worth {best[0]:.1f} less.")
    else:
        reasons.append("A weapon in good hands is worth the attempt.")
    return best[1]


def _only_first(st: State, action: Rally) -> bool:
    """Whether it is the one extra Self-Rally, which is lost once another MMC has tried (A18.11)."""
    kind = utype(st, st.units[action.unit])
    return not action.leader and kind.mmc and not kind.boxed


def rally_chance(st: State, unit: int, leader: int) -> float:
    """The chance that an attempt rallies."""
    facts = rally_facts(st, unit, leader)
    drm = rally_ledger(facts).total()
    level = own_morale(st, facts.unit)
    return sum(ways for total, ways in WAYS.items() if total + drm <= level and total != 12) / 36


def _rally_value(st: State, action: Action, threat: Threat, style: Style = STANDARD) -> float:
    match action:
        case Rally(unit=unit, leader=leader):
            chance = rally_chance(st, unit, leader)
            found = st.units[unit]
            first = 3.0 if utype(st, found).smc else 1.0
            return chance * unit_worth(st, found) * first if chance >= LEAST else 0.0
        case Recover(unit=unit):
            return 2.0 if utype(st, st.units[unit]).mmc else 0.5
        case Repair():
            return 1.0
        case Deploy():
            return deploy_value(st, action, threat, style)
        case Recombine(units=units):
            return recombine_value(st, units, threat, style)
        case Scrounge(unit=unit):
            return 1.5 if st.units[unit].unarmed else 0.0
        case Give(weapon=weapon, unit=unit):
            giver = possessor(st, st.weapons[weapon])
            taker = st.units[unit]
            better = utype(st, taker).kind == "squad" and not st.weapons_of(unit)
            worse = utype(st, giver).kind != "squad" or len(st.weapons_of(giver.id)) > 1
            unlearned = qualified(st, giver, st.weapons[weapon]) and not qualified(st, taker, st.weapons[weapon])
            return 1.5 if better and worse and not taker.broken and not unlearned else 0.0
        case KeepDm(unit=unit):
            found = st.units[unit]
            return 0.5 if threat.still(found.loc) > 0.3 and not _leader_near(st, unit) else 0.0
    return 0.0


def _leader_near(st: State, unit: int) -> bool:
    found = st.units[unit]
    return any(utype(st, u).kind == "leader" and not u.broken for u in st.side_at(found.loc, found.side))


def choose_give(st: State, choice: Choice) -> Action | None:
    """A weapon handed from a leader or half-squad to a squad in the APh, or None."""
    for _, action in choice.menu.leaves(60):
        if isinstance(action, Give) and _rally_value(st, action, _NO_THREAT) > 0:
            return action
    return None


class _Nothing(Threat):
    def __init__(self) -> None:
        pass

    def still(self, loc: int) -> float:
        """No danger."""
        return 0.0


_NO_THREAT = _Nothing()
