"""How the game calls a fire attack: by the occasion on which its firers fire (A7.1, A7.25, A8.1-A8.31)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.actions import SNAP, Firer
from goodorder.core.state import ADVANCING, BOUNDING, FINAL, FIRST, PREP, PROTECTIVE, SUBSEQUENT, State

from ..facts.attack_facts import firer_occasions

CALLED = {
    PREP: "Prep Fire",
    FIRST: "First Fire",
    SUBSEQUENT: "Subsequent First Fire",
    PROTECTIVE: "Final Protective Fire",
    FINAL: "Final Fire",
    ADVANCING: "Advancing Fire",
    BOUNDING: "Bounding First Fire",
}


def fire_words(st: State, firers: Iterable[Firer], phase: str, via: int = -1) -> str:
    """The kinds of fire that an attack on the IFT is, as players call them; "Fire" where it is none of them."""
    if via == SNAP:
        return "Snap Shot"
    found: dict[str, None] = {}
    for firer in firers:
        for _, occasion in firer_occasions(st, firer, phase):
            if occasion is None:
                continue
            held = occasion[0] == ADVANCING and st.trail(firer.unit).opportunity
            found["Opportunity Fire" if held else CALLED[occasion[0]]] = None
    return " and ".join(found) or "Fire"
