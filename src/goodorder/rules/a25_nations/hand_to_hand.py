"""Hand-to-Hand Close Combat: who may make a fight so, and what it adds to his attacks (A25.43, J2.31).

That it uses the higher Kill Numbers stands with the attack (:attr:`CombatFacts.hand_to_hand`).
"""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, MarkerPlaced
from goodorder.core.state import MK_HAND_TO_HAND, Marker, State, Unit
from goodorder.data.charts import close_combat

from ..a11_close_combat.attack import NOBODY, CombatFacts
from ..facts.units import has, is_dummy
from ..ledger import Mod
from ..points import CC_DRM
from ..registry import builds, by_name, removable, rule


def _fighters(st: State, loc: int, side: int) -> tuple[Unit, ...]:
    """The Infantry of a side in a Location that is of a nation which fights so."""
    return tuple(unit for unit in st.side_at(loc, side) if not is_dummy(unit) and has(st, unit, "hand_to_hand"))


@removable(without=by_name("hand_to_hand"))
@builds("A25.43", "A25.43a", "A25.43b", "A25.43c", "J2.31")
def hand_to_hand_refusal(
    st: State, loc: int, side: int, ambusher: int = NOBODY, leaving: Iterable[int] = ()
) -> Refusal | None:
    """Why a side may not make the fight of a Location Hand-to-Hand, or None.

    The ATTACKER may, or the side that has ambushed the other, with an unbroken Gurkha there who takes part: he neither
    Withdraws nor is pinned, nor keeps his "?". It is for Infantry on both sides (A25.43), and lasts as long as that
    CC or Melee does (ruling R2080).
    """
    first = st.turn.attacker if ambusher == NOBODY else ambusher
    found = _fighters(st, loc, side)
    if not found:
        return Refusal("A25.43", "only Gurkhas make a fight Hand-to-Hand", also=("J2.31",))
    if side != first:
        text = (
            "they are ambushed" if ambusher != NOBODY else "only the ATTACKER does, or who has ambushed the other side"
        )
        return Refusal("A25.43", text, also=("J2.31",))
    if st.marker_at(MK_HAND_TO_HAND, loc) is not None:
        return Refusal("A25.43", "the fight is Hand-to-Hand", also=("J2.31",))
    if not any(not is_dummy(unit) for unit in st.side_at(loc, 1 - side)):
        return Refusal("A25.43", "no Infantry is there to be fought Hand-to-Hand", also=("J2.31",))
    gone = set(leaving)
    if all(unit.broken or unit.pinned or unit.id in gone or _keeps_away(unit, ambusher) for unit in found):
        return Refusal("A25.43", "every Gurkha there is broken, pinned or Withdraws", also=("J2.31",))
    return None


def _keeps_away(unit: Unit, ambusher: int) -> bool:
    """Whether a unit takes no part as it keeps its "?" (A11.19)."""
    return unit.concealed and unit.side != ambusher


@builds("A25.43", "A25.43a", "J2.31")
def becomes_hand_to_hand(st: State, loc: int) -> tuple[Event, ...]:
    """The counter on a fight that is Hand-to-Hand from now on."""
    return (MarkerPlaced(marker=Marker(st.next_id, MK_HAND_TO_HAND, loc)),)


@rule("A25.43", point=CC_DRM, rows=["A25.43d"], order=13)
def fights_hand_to_hand(facts: CombatFacts) -> Mod | None:
    """A Hand-to-Hand attack in which a Gurkha takes part who is neither pinned nor Unarmed is the better."""
    if not facts.hand_to_hand:
        return None
    if not any(has(facts.st, man, "hand_to_hand") and not man.pinned and not man.unarmed for man in facts.men):
        return None
    line = close_combat().drm["hand_to_hand"]
    return Mod("hand_to_hand", line.drm, line.rule, line.note)
