"""The closed list of points at which rules speak (design section 4).

A point says what its functions are given and how their answers combine:

* ``mods``: every function may give modifiers; all are collected, in declared order;
* ``refuse``: every function may refuse; the first refusal stands;
* ``value``: exactly one function gives the value;
* ``events``: every function may give events that follow;
* ``requests``: every function may request frames that come at once;
* ``edge``: every function may give events and request frames; it is asked when those of the one before are over;
* ``each``: every function may give one value of its own;
* ``act``: the first function that knows the action gives its events, or its refusal.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.core.state import PHASES


class Point(Struct, frozen=True):
    """A named place where the rules are asked.

    ``kinds``: words for what may hold of its facts, which say of themselves what does (``facts.kinds``). A rule that
    speaks of some of them only (``of``) is asked of no others.
    """

    name: str
    combine: str
    facts: str
    kinds: tuple[str, ...] = ()


@cache
def kinds_of(words: tuple[str, ...]) -> frozenset[str]:
    """What holds of some facts, of the kinds that their point knows: the same words make one set."""
    return frozenset(words)


FIRE_PHASES = ("PFPh", "MPh", "own MPh", "DFPh", "AFPh")
"""The phases as facts of fire name them."""
FIRE_OCCASIONS = ("prep", "first", "subsequent", "protective", "final", "advancing", "bounding")
"""The occasions on which a part fires, as its fire counter names them."""

FIRE_DRM = Point(
    "drm of a fire attack",
    "mods",
    "AttackFacts",
    ("units fire", "a vehicle fires", "weapon", "directed", "at movers", "Snap Shot", "on the IFT"),
)
FIRE_FACTOR = Point(
    "firepower factors of one firer",
    "mods",
    "PartFacts",
    ("vehicle", "personnel", "weapon", "own FP", "at movers", "Snap Shot", "Spraying Fire", *FIRE_OCCASIONS),
)
MAY_USE = Point("permission to use a weapon of a vehicle, whatever it is fired at", "refuse", "UseAsk")
MAY_FIRE = Point(
    "permission of one part to fire",
    "refuse",
    "PartAsk",
    ("vehicle", "personnel", "weapon", "own FP", "at a vehicle", *FIRE_PHASES),
)
MAY_ATTACK = Point(
    "permission of a whole attack",
    "refuse",
    "AttackAsk",
    (
        *("several fire", "a vehicle fires", "weapon", "directed", "at a vehicle", "at a Gun"),
        *("To Hit", "on the IFT", "Spraying Fire", "Fire Lanes", *FIRE_PHASES),
    ),
)
TO_HIT_NUMBER = Point("changes of a To Hit number by the weapon and its ammunition", "mods", "ToHitFacts")
TO_HIT_DRM = Point("drm of a To Hit DR that no other fire has", "mods", "ToHitFacts")
MAY_SHOOT = Point("permission of a shot that must hit first", "refuse", "ToHitFacts")
COWERING = Point("columns lost by cowering", "value", "AttackFacts")
MORALE_DRM = Point("drm of a Morale or Task Check", "mods", "CheckFacts")
RALLY_DRM = Point("drm of a Rally attempt", "mods", "RallyFacts")
MAY_RALLY = Point("permission to Rally", "refuse", "RallyFacts")
MAY_MOVE = Point("permission to move", "refuse", "MoverFacts")
MAY_ENTER = Point(
    "permission to enter a Location",
    "refuse",
    "EntryFacts",
    (
        *("berserk", "weapons", "leader", "pushes", "in Crest status", "Assault Movement", "Minimum Move", "Dash"),
        *("Bypass", "after Bypass", "to the Crest", "hexside terrain", "enemies there"),
    ),
)
GROUND_COST = Point("MF cost of an entry by its ground, whoever goes and is there", "mods", "EntryFacts")
ENTRY_COST = Point("MF cost of an entry by who goes and what lies there", "mods", "EntryFacts")
"""Not asked where one unit goes and nothing lies there."""
MAY_DRIVE = Point("permission of a vehicle to spend MP", "refuse", "DriveFacts")
DRIVE_COST = Point("MP cost of an expenditure of a vehicle", "mods", "DriveFacts")
BOG_DRM = Point("drm of a Bog Check", "mods", "BogFacts")
UNITS_LEAVE = Point("as units set out from a Location in the MPh, before they enter another", "requests", "EntryFacts")
"""All units of an impulse leave before any enters; who is broken or pinned by what comes then stays where it is."""
UNITS_ENTER = Point("as units have entered a Location in the MPh, before First Fire", "requests", "EntryFacts")
"""The facts are those of the position before the entry."""
ALLOTMENT = Point("MF allotment", "mods", "AllotmentFacts", ("stack", "load", "along a road"))
MAY_ADVANCE = Point("permission to advance", "refuse", "AdvanceFacts")
CC_DRM = Point("drm of a Close Combat attack", "mods", "CloseCombatFacts")
CC_FACTOR = Point("what halves the FP of one attacker in Close Combat", "mods", "StrikeFacts")
AMBUSH_DRM = Point("drm of an Ambush dr", "mods", "AmbushFacts")
PROMOTION_DRM = Point("drm of the Leader Creation dr", "mods", "PromotionFacts")
HEAT_DRM = Point("drm of the Heat of Battle DR", "mods", "HeatFacts")
DR_MODS = Point("drm of a single-die attempt", "mods", "AttemptFacts")
CONSEQUENCE = Point("consequences of an event", "events", "EventFacts")
INTERRUPT = Point("frames that come at once after a step", "requests", "StepFacts")
AFTERWARDS = Point("when all that came of a roll is over", "requests", "State")
"""Asked while Sniper attacks are due, or berserk leaders are to carry others away."""
SETUP_ENDS = Point("when both sides have set up", "edge", "State")
PHASE_BEGINS = Point("as a phase begins", "edge", "State", PHASES)
"""A rule of one phase says so (``of``), and is asked in no other."""
PHASE_ENDS = Point("as a phase ends", "edge", "State", PHASES)
"""The position still stands in that phase."""
PLAYER_TURN_ENDS = Point("as a Player Turn ends", "edge", "State")
LAID = Point("what a work lays upon the ground", "each", "WorkFacts")
AT_ANY_TIME = Point("acts of a side whoever is asked what", "act", "ActFacts")
CONCEALMENT_DRM = Point("drm of a Concealment dr", "mods", "GainFacts")
MAY_SMOKE = Point("permission to place a SMOKE grenade", "refuse", "SmokeAsk")
MAY_ROUT = Point("permission to rout into a Location", "refuse", "RoutStepFacts")
MAY_KEEP_DM = Point("permission to keep DM outside its causes", "refuse", "KeepAsk")
ROUT_CAUSE = Point("why a broken unit must rout, enemies beside it apart", "value", "RoutAsk")
MAY_CRAWL = Point("permission to Low Crawl into a Location", "refuse", "CrawlAsk")
ROUT_BARE = Point("why a router that pays the least for a hex has no cover there", "refuse", "BareEntry")
ROUT_HELP = Point("whose leaders help a router against Interdiction", "value", "Company")
ROUT_FOES = Point("enemies whom a routing unit heeds", "value", "Walk")

POINTS: dict[str, Point] = {
    point.name: point
    for point in (
        FIRE_DRM,
        FIRE_FACTOR,
        MAY_USE,
        MAY_FIRE,
        MAY_ATTACK,
        TO_HIT_NUMBER,
        TO_HIT_DRM,
        MAY_SHOOT,
        COWERING,
        MORALE_DRM,
        RALLY_DRM,
        MAY_RALLY,
        MAY_MOVE,
        MAY_ENTER,
        GROUND_COST,
        ENTRY_COST,
        MAY_DRIVE,
        DRIVE_COST,
        BOG_DRM,
        UNITS_LEAVE,
        UNITS_ENTER,
        ALLOTMENT,
        MAY_ADVANCE,
        CC_DRM,
        CC_FACTOR,
        AMBUSH_DRM,
        PROMOTION_DRM,
        HEAT_DRM,
        DR_MODS,
        CONSEQUENCE,
        INTERRUPT,
        AFTERWARDS,
        SETUP_ENDS,
        PHASE_BEGINS,
        PHASE_ENDS,
        PLAYER_TURN_ENDS,
        LAID,
        AT_ANY_TIME,
        CONCEALMENT_DRM,
        MAY_SMOKE,
        MAY_ROUT,
        MAY_KEEP_DM,
        ROUT_CAUSE,
        MAY_CRAWL,
        ROUT_BARE,
        ROUT_FOES,
        ROUT_HELP,
    )
}
