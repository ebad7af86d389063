"""A Panzerfaust before its check: the check, To Hit, what becomes of target and firer (C13.3)."""

from __future__ import annotations

from goodorder.core.actions import Panzerfaust
from goodorder.core.dice import PAIRS
from goodorder.core.state import State
from goodorder.flow.fire.panzerfaust import PanzerfaustCheck
from goodorder.rules.c_ordnance.panzerfaust import PINS_ON, backfires, check_ledger, in_hand, ready_up_to
from goodorder.rules.c_ordnance.to_hit import to_hit_ledger
from goodorder.rules.facts.units import name

from .messages.preview import PreviewDoc
from .preview_doc import basic_lines, mod_lines, preview_doc, with_aftermath, yes_no


def panzerfaust(st: State, action: Panzerfaust) -> PreviewDoc | None:
    """The preview of a try for a Panzerfaust; None where the game does not wait for one."""
    pushed = st.stack[-1].chosen(st, action).push if st.stack else ()
    frame = next((one for one in pushed if isinstance(one, PanzerfaustCheck)), None)
    if frame is None:
        return None
    unit, check = st.units[action.unit], check_ledger(st, action)
    least = ready_up_to(st, unit) - check.total()
    good = max(0, min(PINS_ON - 1, least))
    then, shot = in_hand(st, action)
    ids = () if shot.vehicle else frame.targets
    ledger = to_hit_ledger(then, shot, ids, frame.phase)
    bad = sum(backfires(st, unit, sum(pair)) for pair in PAIRS)
    lines = [*mod_lines(check.mods, "other"), *basic_lines(ledger.number.mods), *mod_lines(ledger.drm.mods)]
    text = (
        f"Panzerfaust Check: a dr of {good} or less has one and fires at once; a {PINS_ON} pins, a pinned unit breaks "
        "(C13.31)",
        f"then To Hit: {ledger.needs()} hits",
        f"in {bad} of {len(PAIRS)} rolls of the shot it misses and costs its firer a Casualty Reduction (C13.36)",
    )
    title = f"Panzerfaust of {name(st, unit)} at {st.world.map.place_name(shot.target)}"
    doc = preview_doc(title, lines, yes_no("fires", good, 6), text, drm=ledger.drm.total())
    locs = (shot.target, unit.loc)
    return with_aftermath(st, doc, (frame,), locs)
