"""What the rulebook says of rallying where the Starter Kit's sheet differs (A10.62, A10.63, A10.7, A18.11, A19.12)."""

from __future__ import annotations

from goodorder.core.errors import Refusal

from ..a05_stacking import excess_squads
from ..a10_checks import LEADER_LOSS, CheckFacts, helping_leader
from ..facts.ground import ground
from ..facts.units import foreign, utype
from ..ledger import Mod
from ..points import MAY_KEEP_DM, MAY_RALLY, MORALE_DRM, RALLY_DRM
from ..registry import rule
from .dm import KeepAsk
from .rally import RALLY, RallyFacts


@rule("A19.12", point=MAY_RALLY, order=35, rows=["A19.12c"])
def disrupted_needs_leader(facts: RallyFacts) -> Refusal | None:
    """A Disrupted unit rallies by a leader only."""
    if facts.leader is None and facts.unit.disrupted:
        return Refusal("A19.12", "a Disrupted unit does not Self-Rally")
    return None


@rule("A18.11", point=MAY_RALLY, order=50)
def first_of_all(facts: RallyFacts) -> Refusal | None:
    """The extra Self-Rally is the first attempt of any MMC of the side, boxed ones included."""
    st, unit = facts.st, facts.unit
    if facts.leader is not None or not utype(st, unit).mmc or utype(st, unit).boxed:
        return None
    tried = [st.units[key] for key, trail in st.trails.items() if trail.noted(RALLY) and key in st.units]
    if any(one.side == unit.side and utype(st, one).mmc for one in tried):
        return Refusal("A18.11", "the extra Self-Rally is the first MMC rally attempt of the side", also=("A10.63",))
    return None


@rule("A10.62", point=MAY_KEEP_DM)
def cover_that_is_full(ask: KeepAsk) -> Refusal | None:
    """DM is kept outside woods and buildings, and in them by a unit of an overstacked Location."""
    st, unit = ask.st, ask.unit
    terrain = ground(st, unit.loc).terrain
    if terrain.rally_bonus and not excess_squads(st, unit.loc, unit.side):
        return Refusal("A10.62", f"DM can't be kept in {terrain.name}")
    return None


@rule("A10.7", point=RALLY_DRM, order=15)
def rallying_allies(facts: RallyFacts) -> Mod | None:
    """A leader is worth one less to troops of another nationality."""
    if facts.leader is None or not foreign(facts.st, facts.leader, facts.unit):
        return None
    return Mod("allied_troops", 1, "A10.7", "leader of another nationality")


@rule("A10.7", point=MORALE_DRM, order=25)
def helping_allies(facts: CheckFacts) -> Mod | None:
    """A leader is worth one less to the checks of troops of another nationality."""
    leader = helping_leader(facts)
    if facts.cause == LEADER_LOSS or leader is None or not foreign(facts.st, leader, facts.unit):
        return None
    return Mod("allied_troops", 1, "A10.7", "leader of another nationality")
