"""What the rulebook says of routs where the Starter Kit's sheet differs (A10.5, A10.51)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.errors import Refusal

from ..facts.ground import ground
from ..facts.shellholes import SHELLHOLES
from ..facts.units import name
from ..points import MAY_CRAWL, ROUT_BARE, ROUT_CAUSE, ROUT_FOES, ROUT_HELP
from ..registry import rule
from .direction import Walk, after, goal_costs, reach, step_cost
from .dm import in_open_before_enemy
from .interdiction import BareEntry
from .rout import Company, CrawlAsk, Helpers, RoutAsk
from .watched import Locs


@rule("A10.5", point=ROUT_CAUSE)
def before_any_gun(ask: RoutAsk) -> Refusal | None:
    """No unit stays in Open Ground in the LOS and Normal Range of a Known enemy out of Melee.

    Whether he could Interdict it there does not matter: one who is pinned, CX or alone with a machine gun drives it
    off too (A10.532).
    """
    if in_open_before_enemy(ask.st, ask.unit):
        return Refusal("A10.5", f"{name(ask.st, ask.unit)} is in the open before an enemy")
    return None


@rule("A10.53", point=ROUT_HELP)
def any_leader_there(company: Company) -> Helpers:
    """Any leader of the Location entered helps (A10.21; ruling R544)."""
    return "anybody"


@rule("A10.51", point=ROUT_FOES)
def foes_in_sight(walk: Walk) -> Locs:
    """Only enemies whom the unit sees, or has seen in this RtPh, are Known to it: it may come upon others."""
    return walk.seen


@rule("A10.531", point=ROUT_BARE)
def among_shellholes(entry: BareEntry) -> Refusal | None:
    """Shellholes are Open Ground to a router that pays no MF for their cover."""
    if ground(entry.st, entry.loc).terrain.id == SHELLHOLES:
        return Refusal("A10.531", "it did not pay for the cover of the shellholes")
    return None


@rule("A10.52", point=MAY_CRAWL)
def crawl_towards(ask: CrawlAsk) -> Refusal | None:
    """A crawl ends after one Location, so it has to bring the unit nearer to a destination, in MF (A10.51)."""
    walk, goals = ask.walk, ask.goals
    if goals.free or ask.to in goals.locs:
        return None
    costs = {goal: cost for goal, cost in goal_costs(walk).items() if goal in goals.locs}
    dearest = max(costs.values(), default=0)
    beyond = after(walk, ask.to, step_cost(walk, ask.to))
    onwards = reach(replace(beyond, left=min(beyond.left, dearest - 1)))  # a dearer way brings it nearer to none
    if any(onwards.get(goal, cost) < cost for goal, cost in costs.items()):
        return None
    return Refusal("A10.52", "the crawl would not bring it nearer to its destination")
