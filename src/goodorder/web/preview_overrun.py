"""Preview of the NTC for an Infantry OVR (A4.15)."""

from __future__ import annotations

from goodorder.core.actions import OverrunCheck
from goodorder.core.state import State
from goodorder.flow.move.moving import Moving
from goodorder.rules.a04_movement.overrun import followers, ntc_ledger, ntc_result
from goodorder.rules.facts.units import is_smc, name, own_morale

from .messages.preview import PreviewDoc
from .preview_doc import PAIRS, mod_lines, preview_doc, yes_no


def ntc(st: State, action: OverrunCheck, stack: tuple[int, ...] = ()) -> PreviewDoc:
    """The NTC line by line and its chance; ``stack`` is the moving one, that of the position by default."""
    frame = st.stack[-1] if st.stack else None
    group = frame.group_of(action) if isinstance(frame, Moving) else None
    units = stack or (group.units if group is not None else (action.unit,))
    unit = st.units[action.unit]
    ledger = ntc_ledger(st, unit, units, action.to)
    good = sum(ntc_result(st, unit, units, action.to, faces).passed for faces in PAIRS)
    led = is_smc(st, unit) and followers(st, unit, units)
    text = [
        f"needs {own_morale(st, unit) - ledger.total()} or less",
        "if he fails nobody of his stack moves on" if led else "if it fails its move is over",
    ]
    where = st.world.map.place_name(action.to)
    title = f"NTC of {name(st, unit)} for Infantry OVR of {where}"
    return preview_doc(title, mod_lines(ledger.mods), yes_no("passed", good, len(PAIRS)), text, drm=ledger.total())
