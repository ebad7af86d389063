"""What may be carried through water that is forded (B21.41)."""

from __future__ import annotations

from goodorder.core.errors import Refusal

from ..facts.entry import EntryFacts
from ..facts.units import HEAVY, name, wtype
from ..points import MAY_ENTER
from ..registry import rule
from .allotment import carried_now


@rule("B21.41", point=MAY_ENTER, order=6, of=["weapons"])
def heavy_weapons_dismantled(facts: EntryFacts) -> Refusal | None:
    """Mortars, MMG and HMG are portaged through water dismantled only."""
    st, terrain = facts.st, facts.terrain
    if facts.way.road or not (terrain.water and terrain.mf_all):
        return None
    for unit in facts.units:
        for weapon in (st.weapons[number] for number in carried_now(st, unit)):
            if wtype(st, weapon).kind in HEAVY and not weapon.dismantled:
                return Refusal("B21.41", f"{name(st, unit)} carries a {wtype(st, weapon).name} that is not dismantled")
    return None
