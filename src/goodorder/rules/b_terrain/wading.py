"""Fire out of marsh, streams with water in them and fords (B16.32, B20.6, B21.42)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.state import Fighter, State, Vehicle

from ..facts.attack_facts import PartFacts
from ..facts.firing import PartAsk
from ..facts.ground import map_now
from ..facts.places import is_deep, on_bridge
from ..facts.units import HEAVY, wtype
from ..facts.water import MARSHES
from ..ledger import Mod
from ..points import FIRE_FACTOR, MAY_FIRE
from ..registry import builds, rule

STREAMS = frozenset({"shallow_stream", "deep_stream"})


@builds("B20.6")
def wet_rule(st: State, unit: Fighter) -> str:
    """The rule that hampers fire where a unit stands in water, ``""`` on dry ground, a bridge or the Crest."""
    if unit.loc < 0 or isinstance(unit, Vehicle) or unit.stance.crest >= 0:
        return ""
    return _wet_rule(map_now(st), unit.loc)


@once_per_map(32768)
def _wet_rule(board: Map, loc: int) -> str:
    """The same of a Location."""
    if on_bridge(board, loc):
        return ""
    here = board.hex_of(loc)
    if here.depression is not None and here.depression.id in STREAMS and is_deep(board, loc):
        return "B20.6"
    if here.terrain.id in MARSHES:
        return "B16.32"
    return "B21.42" if here.terrain.category == "WATER" else ""


@rule("B20.6", point=FIRE_FACTOR, order=63)
def from_the_water(facts: PartFacts) -> Mod | None:
    """All fire out of marsh, a stream with water or a river is Area Fire."""
    number = wet_rule(facts.attack.st, facts.part.unit)
    return Mod("wading", -2, number, "standing in water") if number else None


@rule("B20.6", point=MAY_FIRE, order=13, of=["weapon"])
def light_weapons_in_the_water(ask: PartAsk) -> Refusal | None:
    """No machine gun but a LMG fires there, in a river none at all."""
    number = wet_rule(ask.st, ask.unit)
    if not number or ask.weapon is None:
        return None
    kind = wtype(ask.st, ask.weapon)
    if number == "B21.42" or kind.kind in HEAVY:
        return Refusal(number, f"no {kind.name} fires from there")
    return None
