"""Which CC attacks a side may declare (A11.12, A11.14, A11.141, A11.16)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.actions import CloseCombat
from goodorder.core.errors import Refusal
from goodorder.core.state import State

from ..facts.units import (
    is_leader,
    leads,
)
from ..registry import builds
from .groups import Element, Stands, elements


class Declared(Struct, frozen=True):
    """What counts against a declaration: the units that attacked already and those that were attacked already.

    ``leaving`` are units of both sides that Withdraw and so don't attack (A11.2), ``weapons`` those of vehicles that
    have been used (A11.62), ``struck`` the vehicles that have been attacked, and ``defended_by`` those that have fired
    their close defense weapons (A11.622).
    """

    attacked: tuple[int, ...] = ()
    defended: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    weapons: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    defended_by: tuple[int, ...] = ()


def free_attackers(st: State, loc: int, side: int, stands: Stands, declared: Declared) -> tuple[Element, ...]:
    """Elements that may still attack: unbroken, and none of their units attacked in this CCPh or Withdraws."""
    used = {*declared.attacked, *declared.leaving}
    found = elements(st, loc, side, stands, declared.leaving)
    return tuple(e for e in found if (fighters := e.fighters()) and not used.intersection(fighters))


def free_defenders(st: State, loc: int, side: int, stands: Stands, declared: Declared) -> tuple[Element, ...]:
    """Enemy elements that ``side`` may still attack: none of their units was attacked in this CCPh."""
    used = set(declared.defended)
    return tuple(e for e in elements(st, loc, 1 - side, stands, declared.leaving) if not used.intersection(e.ids))


def may_join(first: Element, other: Element) -> bool:
    """Whether two elements may attack together: SMC without an MMC attack by themselves (A11.14)."""
    return bool(first.mmc and other.mmc)


def directors(st: State, attackers: tuple[int, ...]) -> tuple[int, ...]:
    """Unpinned leaders among the attackers, who may add their modifier; none in a lone attack (A11.141, A7.831), nor
    where any of them is berserk (A15.42).
    """
    if len(attackers) < 2 or any(st.units[unit].berserk for unit in attackers):
        return ()
    men = [st.units[unit] for unit in attackers if unit in st.units]
    found = (one for one in men if is_leader(st, one) and not one.pinned)
    return tuple(one.id for one in found if all(leads(st, one, other) for other in men))


@builds("A11.12", "SK3.CCPh.4", "A20.22", "A20.22a")
def cc_refusal(
    st: State, loc: int, side: int, stands: Stands, declared: Declared, action: CloseCombat
) -> Refusal | None:
    """Why a side may not declare this attack of Infantry on Infantry, or None.  Units are named by rising ids, whole
    elements only.
    """
    for ids, rule in ((action.attackers, "A11.12"), (action.defenders, "A11.12")):
        if not ids or list(ids) != sorted(set(ids)) or any(unit not in st.units for unit in ids):
            return Refusal(rule, "attackers and defenders are named once each, by rising ids")
    if any(st.units[u].broken for u in action.attackers):
        return Refusal("A11.16", "a broken unit never attacks")
    if any(st.units[u].side != side or st.units[u].loc != loc for u in action.attackers):
        return Refusal("A11.1", "attackers are own units of this Location")
    if any(st.units[u].side == side or st.units[u].loc != loc for u in action.defenders):
        return Refusal("A11.1", "defenders are enemy units of this Location")
    if set(action.attackers) & set(declared.leaving):
        return Refusal("A11.2", "who Withdraws does not attack")
    if set(action.attackers) & set(declared.attacked):
        return Refusal("A11.12", "a unit attacks once in a CCPh")
    if set(action.defenders) & set(declared.defended):
        return Refusal("A11.12", "a unit is attacked once in a CCPh")
    own = elements(st, loc, side, stands, declared.leaving)
    parts = [e for e in own if set(e.fighters()) & set(action.attackers)]
    if sorted(unit for e in parts for unit in e.fighters()) != list(action.attackers):
        return Refusal("A11.14", "a SMC attacks with the units it stands with")
    if len(parts) > 1 and not all(e.mmc for e in parts):
        return Refusal("A11.14", "a SMC that stands without an MMC attacks by itself")
    foes = elements(st, loc, 1 - side, stands, declared.leaving)
    targets = [e for e in foes if set(e.ids) & set(action.defenders)]
    if sorted(unit for e in targets for unit in e.ids) != list(action.defenders):
        return Refusal("A11.14", "a SMC is attacked together with the units it stands with")
    if action.leader in action.attackers and is_leader(st, st.units[action.leader]) and st.units[action.leader].pinned:
        return Refusal("A7.831", "a pinned leader directs no attack")
    if action.leader and action.leader not in directors(st, action.attackers):
        return Refusal("A11.141", "one leader who attacks with others may direct the attack")
    return None
