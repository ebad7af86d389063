"""Changes of the To Hit number by barrel, caliber and ammunition (C4)."""

from __future__ import annotations

from goodorder.data.charts import to_hit
from goodorder.data.charts.cell import Cell

from ..facts.ordnance import ToHitFacts
from ..ledger import Mod
from ..points import TO_HIT_NUMBER
from ..registry import rule


def _changed(id: str, cell: Cell) -> Mod | None:
    return Mod(id, cell.number, cell.rule, cell.row) if cell.number else None


@rule("C4.1", point=TO_HIT_NUMBER, order=10, rows=["C4.5a", "C4.1a", "C4.11a", "C4.12a", "C4.13a", "C2.21c"])
def barrel(facts: ToHitFacts) -> Mod | None:
    """A barrel shorter or longer than usual tells beyond 12 hexes; not of what has a To Hit Table of its own."""
    if facts.kind.shaped_charge:
        return None
    return _changed("barrel", to_hit().barrel_change(facts.kind.barrel, facts.range))


@rule("C4.2", point=TO_HIT_NUMBER, order=20, rows=["C4.2a", "C4.2b"])
def small_caliber(facts: ToHitFacts) -> tuple[Mod, ...]:
    """Shells of 57 mm and less lose by range, those of 40 mm and less once more."""
    if facts.kind.shaped_charge:
        return ()
    cells = to_hit().caliber_changes(facts.kind.caliber or 0, facts.range)
    found = (_changed(f"small_caliber_{number}", cell) for number, cell in enumerate(cells))
    return tuple(mod for mod in found if mod is not None)


@rule("C4.3", point=TO_HIT_NUMBER, order=30, rows=["C4.3a", "C4.3b", "C4.4a"])
def ammunition(facts: ToHitFacts) -> Mod | None:
    """Sub-caliber shot loses by range, as does all that a barrel fires which is made for it; SMOKE gains at up to 12
    hexes (C4.4).
    """
    kind = facts.kind
    if kind.shaped_charge:
        return None
    made_for_it = to_hit().composite(kind.nationality, kind.caliber or 0, kind.barrel)
    return _changed("ammunition", to_hit().ammunition_change("APCR" if made_for_it else facts.shot.ammo, facts.range))
