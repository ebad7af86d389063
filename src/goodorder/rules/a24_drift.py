"""SMOKE and the wind: drift in a Mild Breeze, Gusts, what Heavy Winds take off (A24.6 to A24.62)."""

from __future__ import annotations

from goodorder.board.sight.layers import figures
from goodorder.core.events import (
    Event,
    MarkerPlaced,
    MarkerRemoved,
    VehicleRemoved,
    WindChanged,
)
from goodorder.core.state import (
    DRIFTING,
    MK_SMOKE_DRIFT,
    MK_WP,
    MK_WP_DISPERSED,
    MK_WP_DRIFT,
    SHELL_SMOKE,
    SMOKE_MARKERS,
    Marker,
    State,
)
from goodorder.data.charts import smoke

from .c_ordnance.smoke_rounds import DISPERSED
from .event_facts import EventFacts
from .facts.ground import map_now
from .facts.wind import BREEZE, HEAVY, downwind, sheltered, smoke_blows_away
from .points import CONSEQUENCE, PHASE_BEGINS
from .registry import builds, rule


@builds("A24.61", "A24.61a", "A24.61b")
def drift_of(st: State, source: int) -> tuple[int, ...]:
    """The hexes that a source of SMOKE drifts to now, the nearest first: as many as its Hindrance, straight downwind;
    neither from nor to an Interior Building hex.
    """
    if st.weather.wind != BREEZE:
        return ()
    if source in st.vehicles:
        loc, strength = st.vehicles[source].loc, figures().blaze.burning_wreck
    else:
        marker = st.markers[source]
        loc, strength = marker.loc, marker.strength or smoke().hindrance[marker.kind]
        if marker.indoors:
            return ()
    if sheltered(st, loc):
        return ()
    return tuple(to for to in downwind(st, loc, strength) if not sheltered(st, to))


@builds("A24.61", "A24.61a")
def sources(st: State) -> tuple[int, ...]:
    """The sources of SMOKE that drift: white counters and burning wrecks, not grenades."""
    white = sorted(one.id for one in st.markers.values() if one.kind in SHELL_SMOKE and one.kind not in DRIFTING)
    fires = sorted(one.id for one in st.vehicles.values() if one.burning and one.loc >= 0)
    return (*white, *fires)


@rule("A24.61", point=PHASE_BEGINS, order=4, rows=["A24.61a", "A24.61b"])
def smoke_drifts(st: State) -> tuple[Event, ...]:
    """In a Mild Breeze SMOKE drifts at the start of the game's first RPh and of every AFPh."""
    turn = st.turn
    first = turn.phase == "RPh" and turn.number == 1 and turn.attacker == turn.first
    if st.weather.wind != BREEZE or not (first or turn.phase == "AFPh"):
        return ()
    lie = {(one.source, one.loc) for one in st.markers.values() if one.kind in DRIFTING}
    placed: list[Event] = []
    for source in sources(st):
        origin = st.markers.get(source)
        of_wp = origin is not None and origin.kind in (MK_WP, MK_WP_DISPERSED)
        side = origin.side if origin is not None else st.vehicles[source].side
        kind = MK_WP_DRIFT if of_wp else MK_SMOKE_DRIFT
        for to in drift_of(st, source):
            if (source, to) not in lie:
                new = Marker(st.next_id + len(placed), kind, to, side=side, source=source)
                placed.append(MarkerPlaced(marker=new))
    return tuple(placed)


@rule(
    "A24.61",
    point=CONSEQUENCE,
    order=90,
    on=[MarkerRemoved, MarkerPlaced, VehicleRemoved],
    rows=["A24.61d"],
)
def drift_ends(facts: EventFacts) -> tuple[Event, ...]:
    """What drifts goes with its source; as the source is Dispersed the farthest counter goes."""
    event, st = facts.event, facts.after
    if isinstance(event, MarkerPlaced):
        return _placed(facts.before, st, event.marker)
    if not isinstance(event, MarkerRemoved | VehicleRemoved):
        return ()
    source = event.marker if isinstance(event, MarkerRemoved) else event.vehicle
    return tuple(MarkerRemoved(marker=one.id) for one in st.markers.values() if one.source == source)


def _placed(before: State, st: State, marker: Marker) -> tuple[Event, ...]:
    """SMOKE that Heavy Winds take off at once; as a source is turned over, the gray counters beyond its Hindrance."""
    if marker.kind in SMOKE_MARKERS and smoke_blows_away(st) and not _untouched(st, marker):
        return (MarkerRemoved(marker=marker.id),)
    old = before.markers.get(marker.id)
    if old is None or old.kind not in DISPERSED:
        return ()
    reach, board = smoke().hindrance[marker.kind], map_now(st)
    gray = (one for one in st.markers.values() if one.source == marker.id)
    gone = [one for one in gray if board.distance(board.hex_at(marker.loc), one.loc) > reach]
    return tuple(MarkerRemoved(marker=one.id) for one in gone)


@rule("A24.61", point=CONSEQUENCE, order=91, on=[WindChanged], rows=["A24.61d", "A24.6a"])
def wind_takes_smoke(facts: EventFacts) -> tuple[Event, ...]:
    """As the wind changes all that drifts goes; Heavy Winds take off all SMOKE but that indoors."""
    st = facts.after
    wind, old = st.weather, facts.before.weather
    if (wind.wind, wind.direction) == (old.wind, old.direction):
        return ()
    gone = [one for one in st.markers.values() if one.kind in DRIFTING]
    if wind.wind == HEAVY:
        white = [one for one in st.markers.values() if one.kind in SHELL_SMOKE and one.kind not in DRIFTING]
        gone += [one for one in white if not _untouched(st, one)]
    return tuple(MarkerRemoved(marker=one.id) for one in gone)


def _untouched(st: State, marker: Marker) -> bool:
    """Whether no wind reaches a counter: SMOKE put there from indoors (A24.6), or in an Interior Building hex."""
    return marker.indoors or sheltered(st, marker.loc)


@builds("A24.62", "B25.651", "A24.62a", "B25.651c")
def gusts_blow(st: State) -> tuple[Event, ...]:
    """Gusts take off Dispersed SMOKE, then all other SMOKE of shells is Dispersed."""
    moved = [one for one in st.markers.values() if one.kind in SHELL_SMOKE and not _untouched(st, one)]
    gone = [one for one in moved if one.kind not in DISPERSED]
    turned = (Marker(one.id, DISPERSED[one.kind], one.loc, side=one.side) for one in moved if one.kind in DISPERSED)
    gray_first = sorted(gone, key=lambda one: (not one.source, one.id))
    return (
        *(MarkerRemoved(marker=one.id) for one in gray_first),
        *(MarkerPlaced(marker=marker) for marker in turned),
    )


@rule("A24.62", point=PHASE_BEGINS, of=["AFPh"], order=3, rows=["A24.62a"])
def gusts_blow_again(st: State) -> tuple[Event, ...]:
    """In the AFPh of a Player Turn with Gusts they blow a second time, before anything drifts."""
    return gusts_blow(st) if st.weather.gusts and st.markers else ()
