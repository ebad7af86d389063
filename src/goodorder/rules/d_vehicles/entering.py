"""Entry of another hex by a vehicle: what it costs, and where it may go (D2.1, D2.16, chapter B)."""

from __future__ import annotations

from math import ceil

from msgspec.structs import replace

from goodorder.core.errors import Refusal
from goodorder.data.charts import smoke
from goodorder.data.charts.vehicle_terrain import EntryCost, vehicle_terrain
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.entry import only_road
from ..facts.ground import ground, map_now
from ..facts.places import beside, on_bridge
from ..facts.smoke import in_smoke
from ..facts.vehicles import HALVES, DriveFacts, buttoned_up, front_hexsides, heading, is_afv, rear_hexsides
from ..ledger import Mod
from ..points import DRIVE_COST, MAY_DRIVE
from ..registry import builds, rule
from .movement import ledger_of
from .mp import allotment, chart_mod, takes_all
from .paying import (
    BUILDING_ROWS,
    beneath_cost,
    chosen_cost,
    hex_rows,
    open_ground_cost,
    rise,
    road_open,
    side_cost,
    side_row,
    terrain_entered,
    ways_to_pay,
)
from .tracks import bypass_refusal
from .turning import OBSTACLES


def halves_of(facts: DriveFacts, cost: EntryCost) -> int:
    """A way of paying in halves of MP; a share is one of the printed allotment."""
    if cost.share is not None:
        return ceil(cost.share * allotment(facts.st, facts.vehicle))
    return -(-HALVES * cost.mp.numerator // cost.mp.denominator)


@builds("D2.16", "D5.2c")
def road_cost(bu: bool) -> int:
    """The road rate in halves of MP, of a BU AFV or another vehicle."""
    return ceil(HALVES * vehicle_chart().road_mp(buttoned_up=bu))


def _pays(facts: DriveFacts) -> bool:
    """Whether it enters a hex of the map for less than all its MP."""
    return facts.entry is not None and facts.to >= 0 and not takes_all(facts)


@rule("D2.7", point=DRIVE_COST, rows=["D2.7a", "B13.41a", "D2.15b"], order=15)
def all_mp(facts: DriveFacts) -> Mod | None:
    """All its MP, besides those for a Start and a Stop: for terrain that asks it, or as a Minimum Move (D2.15)."""
    if facts.entry is None or facts.to < 0 or not takes_all(facts):
        return None
    whole = allotment(facts.st, facts.vehicle)
    if facts.entry.minimum:
        return Mod("minimum_move", whole, "D2.15", "Minimum Move")
    return Mod("terrain", whole, "D2.7", f"{terrain_entered(facts).name}, all MP")


@rule("D2.1", point=DRIVE_COST, rows=["D2.1a", "D2.16a", "SK3.MPh.24"], order=20)
def terrain_cost(facts: DriveFacts) -> Mod | None:
    """The MP of the terrain entered, or the road rate (D2.16)."""
    if not _pays(facts) or facts.entry is None:
        return None
    if facts.entry.road:
        bu = buttoned_up(facts.st, facts.vehicle)
        return Mod("terrain", road_cost(bu), "D2.16", "road, buttoned up" if bu else "road")
    cost, terrain = chosen_cost(facts), terrain_entered(facts)
    if cost is None:
        return None
    words = terrain.name if cost.share is None else f"{terrain.name}, a share of all MP"
    return Mod("terrain", halves_of(facts, cost), "D2.1", words)


@rule("D2.1", point=DRIVE_COST, order=21)
def other_terrain(facts: DriveFacts) -> Mod | None:
    """Beside what only adds to the other terrain of its hex, that one's MP: open ground where it has no other."""
    if not _pays(facts) or facts.entry is None or facts.entry.road:
        return None
    cost, deep = chosen_cost(facts), beneath_cost(facts)
    if deep is not None:
        return Mod("other_terrain", halves_of(facts, deep), "B19.4", "Depression")
    if cost is None or not cost.other_terrain:
        return None
    return Mod("other_terrain", halves_of(facts, open_ground_cost(facts)), "D2.1", "open ground")


@rule("B9.4", point=DRIVE_COST, order=22)
def hexside_cost(facts: DriveFacts) -> Mod | None:
    """A wall, hedge or bocage crossed costs its MP on top, unless a road leads through it."""
    cost = side_cost(facts) if _pays(facts) else None
    row = side_row(facts) if cost is not None else None
    return Mod("hexside_cost", halves_of(facts, cost), row.rule, row.id) if row is not None and cost else None


@rule("B10.4", point=DRIVE_COST, order=23)
def uphill(facts: DriveFacts) -> Mod | None:
    """Four MP for each level up, two across a road hexside."""
    levels = rise(facts) if _pays(facts) else 0
    if levels <= 0:
        return None
    chart = vehicle_terrain().uphill
    by_road = road_open(facts) and facts.entry is not None and not facts.entry.bypass
    each = chart.by_road if by_road else chart.mp
    return Mod("uphill", HALVES * each * levels, chart.rule, "uphill")


@rule("B10.51", point=DRIVE_COST, order=24)
def steep(facts: DriveFacts) -> Mod | None:
    """Each level between, across an Abrupt Elevation Change."""
    between = abs(rise(facts)) - 1 if _pays(facts) else 0
    if between < 1:
        return None
    return chart_mod("steep_up" if rise(facts) > 0 else "steep_down", "Abrupt Elevation Change", between)


@rule("A24.7", point=DRIVE_COST, rows=["A24.7a", "B25.141a"], order=25)
def smoke_cost(facts: DriveFacts) -> Mod | None:
    """SMOKE of any kind in the hex, that of a burning wreck too, costs one MP more."""
    if not _pays(facts) or not in_smoke(facts.st, facts.to):
        return None
    return Mod("smoke_cost", HALVES * smoke().mf_extra, "A24.7", "SMOKE")


@rule("D2.11", point=MAY_DRIVE, rows=["D2.11a", "D2.2a", "D2.22a", "D2.22b", "D2.23a"], order=40)
def ahead(facts: DriveFacts) -> Refusal | None:
    """It goes on across the two hexsides of its VCA, in reverse across the two behind it."""
    entry = facts.entry
    if entry is None:
        return None
    if entry.bypass:
        return bypass_refusal(facts)
    if facts.frm < 0:
        return None
    way = heading(facts.st, facts.vehicle)
    if way and entry.reverse != (way == "reverse"):
        return Refusal("D2.23", "from forward to reverse, or back, it stops and starts")
    sides = rear_hexsides(facts.vehicle) if entry.reverse else front_hexsides(facts.vehicle)
    if facts.hexside < 0:
        return Refusal("D2.1", "into an adjacent hex")
    if facts.hexside not in sides:
        return Refusal("D2.22" if entry.reverse else "D2.11", "across the hexsides that it points to")
    return None


@rule("D2.1", point=MAY_DRIVE, rows=["D2.1c"], order=41)
def can_enter(facts: DriveFacts) -> Refusal | None:
    """The terrain of the hex and of the hexside lets such a vehicle in."""
    entry = facts.entry
    if entry is None or facts.to < 0:
        return None
    st, board = facts.st, map_now(facts.st)
    if facts.to >= len(board.locations) or board.locations[facts.to].kind not in ("ground", "bridge", "beneath"):
        return Refusal("D2.1", "vehicles stay on the ground")
    if facts.frm >= 0 and facts.to not in beside(st, facts.frm) and not (entry.bypass and facts.to == facts.frm):
        return Refusal("D2.1", "into an adjacent hex")
    if not hex_rows(facts) or (side := _unknown_side(facts)):
        name = terrain_entered(facts).name if not hex_rows(facts) else side
        return Refusal("D2.1", f"{name} is not built for vehicles", kind="not_built")
    if entry.road:
        return None if road_open(facts) else Refusal("D2.16", "no road crosses that hexside")
    if side_row(facts) is not None and side_cost(facts) is None:
        return Refusal("B9.4", "such a vehicle can't cross that hexside")
    if only_road(st, facts.frm, facts.to) or on_bridge(board, facts.to):
        return Refusal("B6.4", "along the road only")
    if not ways_to_pay(facts):
        return Refusal("D2.1", f"such a vehicle can't enter {terrain_entered(facts).name}")
    if chosen_cost(facts) is None:
        return Refusal("D2.1", "no such way to pay for that hex")
    return None


def _unknown_side(facts: DriveFacts) -> str:
    """What stands on the hexside crossed and has no row in the chart."""
    if facts.frm < 0 or facts.hexside < 0 or ground(facts.st, facts.frm).roads[facts.hexside]:
        return ""
    side = ground(facts.st, facts.frm).sides[facts.hexside]
    return side.name if side is not None and vehicle_terrain().row(side.id) is None else ""


@rule("B23.41", point=MAY_DRIVE, rows=["D5.3b"], order=45)
def into_buildings(facts: DriveFacts) -> Refusal | None:
    """A building's obstacle is entered by a closed-topped AFV that is Buttoned Up (and fully tracked)."""
    if facts.entry is None or facts.to < 0 or facts.entry.road or hex_rows(facts)[0].id not in BUILDING_ROWS:
        return None
    if not is_afv(facts.st, facts.vehicle) or facts.kind.open_topped:
        return Refusal("B23.41", "a closed-topped AFV enters a building")
    return None if not facts.vehicle.ce else Refusal("B23.41", "buttoned up")


@rule("D2.15", point=MAY_DRIVE, rows=["D2.15a", "D2.15c"], order=46)
def minimum(facts: DriveFacts) -> Refusal | None:
    """A Minimum Move is for a hex that costs more than the printed MP, with nothing spent but a Start."""
    if facts.entry is None or not facts.entry.minimum or facts.to < 0:
        return None
    if takes_all_by_terrain(facts):
        return Refusal("D2.15", "that hex can be entered for all its MP")
    plain = replace(facts, action=replace(facts.entry, minimum=False))
    if ledger_of(plain).total() <= allotment(facts.st, facts.vehicle):
        return Refusal("D2.15", "a Minimum Move is for a hex that costs more than its whole allotment")
    return None


def takes_all_by_terrain(facts: DriveFacts) -> bool:
    """Whether the terrain itself asks for all MP."""
    cost = chosen_cost(facts)
    return facts.entry is not None and not facts.entry.road and cost is not None and cost.share == 1


@builds("B13.41", "B13.31")
def leaves_road(facts: DriveFacts) -> bool:
    """Whether it comes to be beside the road of the hex that it enters: in woods, a building or rubble by another
    hexside than the road's.
    """
    if facts.entry is None or facts.to < 0 or facts.entry.road or not any(ground(facts.st, facts.to).roads):
        return False
    return any(row.id in OBSTACLES for row in hex_rows(facts))
