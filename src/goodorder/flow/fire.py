"""Fire phases: Prep Fire, Defensive Final Fire and Advancing Fire (A3.2, A3.4, A3.5)."""

from __future__ import annotations

from typing import Any, ClassVar

from goodorder.core.actions import Action, Done, Fire, Handle
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State
from goodorder.rules.a07_fire.attack import attack_refusal
from goodorder.rules.a09_weapons.handling import handling_events, handling_refusal
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.registry import builds

from .attack import Attack, announce
from .fire_menu import FireMenu, aims
from .weapon_handling import handling_entries, handlings

WORDS = {
    "PFPh": ("Prep Fire", "A3.2"),
    "DFPh": ("Defensive Final Fire", "A8.4"),
    "AFPh": ("Advancing Fire", "A3.5"),
}


@builds("A7.32", "SK3.PFPh.3", "SK3.DFPh.2", "SK3.DFPh.3", "SK3.AFPh.1", "SK3.AFPh.4", "A.15a")
class FirePhase(Frame, frozen=True):
    """One side fires attack by attack, seeing each outcome before the next (A7.32)."""

    names_counters: ClassVar[bool] = False
    phase: str

    def side(self, st: State) -> int:
        """Who fires: the ATTACKER, in the DFPh the DEFENDER."""
        return 1 - st.turn.attacker if self.phase == "DFPh" else st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """The next attack, or the end of the phase."""
        side = self.side(st)
        menu = FireMenu(st, side, self.phase, aims(st, side))
        if not menu.any() and not handlings(st, side, self.phase):
            return Do()
        words, rule = WORDS[self.phase]

        def entries() -> list[Entry]:
            work = handling_entries(st, side, self.phase)
            return [*menu.root(), *work, leaf("pass", f"End {words}", Done(), kind="pass", hotkey=" ")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if isinstance(action, Handle):
                return handling_refusal(st, side, self.phase, action)
            if not isinstance(action, Fire):
                return not_asked(rule, "in this phase only fire attacks are made")
            return fire_refusal(st, side, self.phase, menu, action)

        return Choice(side, words, rule, Menu(entries), check, f"{words}: one attack after another")

    def chosen(self, st: State, action: Action) -> Do:
        """Announce the attack and resolve it."""
        if isinstance(action, Done):
            return Do()
        if isinstance(action, Handle):
            return Do(events=handling_events(st, self.phase, action), then=self)
        assert isinstance(action, Fire)
        aim = FireMenu(st, self.side(st), self.phase, aims(st, self.side(st))).aim_at(action.target)
        assert aim is not None
        targets = tuple(unit.id for unit in aim.units)
        events = announce(st, action, targets, self.phase)
        return Do(events=events, then=self, push=(Attack(targets, self.phase, action.target, action),))

    def resumed(self, st: State, value: Any) -> Do:
        """After an attack: who is alone now Controls (A26.11)."""
        return Do(events=control_sweep(st), then=self)

    def title(self, st: State) -> str:
        """The phase in the breadcrumb."""
        return self.phase


def fire_refusal(st: State, side: int, phase: str, menu: FireMenu, action: Fire) -> Refusal | None:
    """Why a side may not make this attack, or None."""
    if any(f.unit not in st.units or st.units[f.unit].side != side for f in action.firers):
        return Refusal("A7.1", "only units of the firing side fire")
    aim = menu.aim_at(action.target)
    if aim is None:
        return Refusal("A7.4", "there is nobody to attack there")
    return attack_refusal(st, action, aim.units, phase)
