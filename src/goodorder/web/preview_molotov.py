"""A MOL before its check: the check, the attack with the MOL, what becomes of targets and user (A22.611, A22.612)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Molotov
from goodorder.core.dice import PAIRS
from goodorder.core.state import State
from goodorder.data.charts import molotov as chart
from goodorder.flow.fire.molotov import MolotovAtVehicle, MolotovCheck, molotov_shot
from goodorder.rules.a22_molotovs import bursts, check_ledger, in_hand
from goodorder.rules.facts.units import name
from goodorder.rules.facts.vehicles import vehicle_name

from .messages.preview import PreviewDoc
from .preview_doc import line_of, mod_lines, preview_doc, with_aftermath, yes_no

FACES = 6


def molotov(st: State, action: Molotov) -> PreviewDoc | None:
    """The preview of a try for a MOL; None where the game does not wait for one."""
    pushed = st.stack[-1].chosen(st, action).push if st.stack else ()
    frame = next((one for one in pushed if isinstance(one, MolotovCheck)), None)
    if frame is None:
        return None
    unit, check = st.units[action.unit], check_ledger(st, action)
    good = max(0, min(FACES, chart().check - check.total()))
    shot = molotov_shot(st, frame.targets, frame.phase, in_hand(action))
    ledger = shot.ledger(st)
    bad = sum(bursts(pair) for pair in PAIRS)
    text = [
        f"MOL Check: a dr of {good} or less has one; the attack follows in any case (A22.611)",
        f"in {bad} of {len(PAIRS)} rolls of the attack the MOL bursts: its user breaks, his part is void (A22.6111)",
        "A Flame is never placed (B25).",
    ]
    where = st.world.map.place_name(action.shot.target)
    lines = [*mod_lines(check.mods, "other")]
    if isinstance(shot, MolotovAtVehicle):
        number, where = shot.number(st), vehicle_name(st, st.vehicles[action.shot.vehicle])
        text.insert(1, f"then To Kill: less than {number.total()} burns it, {number.total()} destroys it (A22.612)")
        lines += mod_lines(number.mods, "other")
    lines += [*(line_of(line, "fp") for line in ledger.fp_lines()), *mod_lines(ledger.drm.mods)]
    title = f"MOL of {name(st, unit)} at {where}"
    doc = preview_doc(title, lines, yes_no("at hand", good, FACES), tuple(text), drm=ledger.drm.total())
    doc = replace(doc, fp=ledger.fp_text())
    locs = (action.shot.target, *(st.units[one.unit].loc for one in action.shot.firers))
    return with_aftermath(st, doc, (frame,), locs)
