"""Infantry that comes to free Unarmed enemies in the MPh: Close Combat at once, or on (A20.54)."""

from __future__ import annotations

from goodorder.core.actions import Action, Done
from goodorder.core.actions import Recapture as RecaptureAction
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import State
from goodorder.rules.a11_close_combat.permission import Declared
from goodorder.rules.a20_unarmed import at_hand, recapture_refusal
from goodorder.rules.facts.captives import unarmed_at
from goodorder.rules.facts.units import names
from goodorder.rules.registry import builds

from ..combat.close_combat import LocationCombat
from .overrun import ImmediateCombat


class RecaptureCombat(ImmediateCombat, frozen=True):
    """That Close Combat: of own units only those attack who have just come."""

    def combat(self, st: State, side: int) -> LocationCombat:
        """Others of the Location have attacked already, as it were."""
        held = tuple(u.id for u in st.side_at(self.loc, side) if u.id not in self.movers)
        stands = self._stands(st, side)
        return LocationCombat(self.loc, "stand", stands=stands, declared=Declared(held))


@builds("A20.54", "A20.54e")
class RecaptureChoice(Frame, frozen=True):
    """After the DEFENDER's window: whether who has come attacks at once."""

    loc: int
    movers: tuple[int, ...]

    def ask(self, st: State) -> Choice | Do:
        """The ATTACKER is asked where somebody could attack."""
        if recapture_refusal(st, self.loc, self.movers) is not None:
            return Do()
        side = st.turn.attacker
        found = names(st, tuple(unit.id for unit in at_hand(st, side, self.loc)))
        where, attack = st.world.map.place_name(self.loc), RecaptureAction(self.loc)

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done) or action == attack:
                return None
            return not_asked("A20.54", "Unarmed enemies are attacked at once, or not")

        words = f"Close Combat at once with {found}"
        entries = [
            leaf("attack", words, attack, hex=self.loc, rule="A20.54"),
            leaf("pass", "Leave them be", Done(), kind="pass", rule="A20.54", hotkey=" "),
        ]
        why = "Who neither kills nor captures all of them is in Melee and moves no farther"
        return Choice(side, f"Attack {found} in {where} at once?", "A20.54", Menu(lambda: entries), check, why)

    def chosen(self, st: State, action: Action) -> Do:
        """The fight, or nothing."""
        return Do() if isinstance(action, Done) else Do(push=(RecaptureCombat(self.loc, self.movers),))

    def title(self, st: State) -> str:
        """The choice in the breadcrumb."""
        return "Unarmed enemies"


def after_coming(st: State, side: int, loc: int, movers: tuple[int, ...]) -> tuple[Frame, ...]:
    """What an entry puts behind the DEFENDER's window where free Unarmed enemies are; Disrupted ones beside them have
    surrendered by then.
    """
    return (RecaptureChoice(loc, movers),) if unarmed_at(st, loc, 1 - side) else ()
