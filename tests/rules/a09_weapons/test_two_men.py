"""One man and two at a machine gun (A9.12)."""

from __future__ import annotations

from goodorder.core.actions import Fire, Firer
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.flow.shared.rate import keeps_rate
from goodorder.rules.a07_fire.attack import attack_ledger
from goodorder.rules.a07_fire.firepower import UNIT
from goodorder.rules.facts.firers import attack_facts
from tests.support import begin, leader, position, squad

HMG = 50


def gun(*, pinned: bool = False) -> State:
    return position(
        "size 8x8", leader("8-0", "C4").armed("HMG"), leader("8-1", "C4").now(pinned=pinned), squad("C", "C7", 1)
    )


def served(st: State, helper: int) -> tuple[float, bool]:
    """FP of the gun, and whether a colored 1 keeps its rate."""
    action = Fire((Firer(1, False, (HMG,), helper),), st.units[3].loc)
    ledger = attack_ledger(attack_facts(st, action, (st.units[3],), "PFPh"))
    return ledger.fp / UNIT, keeps_rate(ledger.attack, ledger.attack.parts[0], (3, 1))


def test_one_man_fires_at_half_and_two_in_full() -> None:
    assert served(gun(), 0) == (3.5, True)
    assert served(gun(), 2) == (7, True)


def test_a_pinned_second_man_is_no_help_and_spoils_the_rate() -> None:
    assert served(gun(pinned=True), 2) == (3.5, False)


def test_the_menu_offers_the_second_man_and_never_one_who_is_broken() -> None:
    def helpers(st: State) -> set[int]:
        st, _ = begin(st, FirePhase("PFPh"))
        asked = pending(st)
        assert isinstance(asked, Choice)
        shots = [action for _, action in asked.menu.leaves() if isinstance(action, Fire)]
        assert all(asked.check(action) is None for action in shots)
        return {firer.helper for action in shots for firer in action.firers if firer.unit == 1}

    assert helpers(gun()) == {0, 2}
    st = gun()
    broken = position(
        "size 8x8", leader("8-0", "C4").armed("HMG"), leader("8-1", "C4").now(broken=True), squad("C", "C7", 1)
    )
    assert helpers(broken) == {0}
    assert st.units[2].broken is False
