"""The public face of what is concealed: a "?" stack, its trail and stance, and ids as a view names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from .counters import ON_MAP, Unit
from .hidden import known_ids as known_ids
from .stance import PLAIN, Stance
from .state import State, top_first
from .trail import FireMark, Step, Trail
from .world import UNKNOWN


def dense(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Units of one Location, given top first, with their stack positions counted without gaps, side by side, so that
    none tells of a counter taken out; stand-ins lie beneath.
    """
    height = len(units)
    for unit in units:
        if unit.order != height or unit.side != units[0].side or (unit.type == UNKNOWN and height > 1):
            break
        height -= 1
    else:
        return tuple(units)  # as they lie
    found: list[Unit] = []
    heights = [0, 0]
    for unit in sorted(units, key=lambda unit: (unit.type != UNKNOWN, unit.order, unit.id)):
        heights[unit.side] += 1
        height = heights[unit.side]
        found.append(unit if unit.order == height else replace(unit, order=height))
    return tuple(sorted(found, key=top_first))


def known_shots(shots: tuple[FireMark, ...], hidden: Mapping[int, int]) -> tuple[FireMark, ...]:
    """Shots with the ids of their targets as a view names them."""
    for shot in shots:
        for unit in shot.units:
            if unit in hidden:
                return tuple(replace(shot, units=known_ids(shot.units, hidden)) for shot in shots)
    return shots


def known_trail(trail: Trail, hidden: Mapping[int, int]) -> Trail:
    """A trail with the ids of targets and of an accompanying AFV as a view names them."""
    shots, afv = known_shots(trail.shots, hidden), _afv(trail, hidden)
    if afv != trail.afv:
        return replace(trail, shots=shots, afv=afv, beside=-1)
    return trail if shots is trail.shots else replace(trail, shots=shots)


def _afv(trail: Trail, hidden: Mapping[int, int]) -> int:
    """The AFV with which Infantry moves, 0 for one that is not Known (D9.31, A12.2)."""
    return 0 if trail.afv in hidden else trail.afv


def stack_face(st: State, side: int, loc: int, stand_in: int, hidden: Mapping[int, int]) -> Unit:
    """The public face of the concealed stack in a Location: where it is, and the counters that lie on top of it."""
    here = [unit for unit in st.at(loc) if hidden.get(unit.id)]
    return Unit(
        stand_in,
        1 - side,
        UNKNOWN,
        loc=loc,
        place=ON_MAP,
        order=1,
        concealed=True,
        cx=any(unit.cx for unit in here),
        pinned=bool(here) and all(unit.pinned for unit in here),
        ti=any(unit.ti for unit in here),
        stance=_public_stance(st, loc, here),
    )


def _public_stance(st: State, loc: int, here: Sequence[Unit]) -> Stance:
    """How the units of a stack are in their Location, as the counters on top of it show; which way they have gone in
    Bypass is told by that one whose trail is.
    """
    told = [unit.stance for unit in here]
    if not told and any(one.stance.wa and one.loc == loc for one in st.vehicles.values()):
        return PLAIN.with_(wa=True)
    if all(stance is PLAIN for stance in told):
        return PLAIN
    first = max(here, key=lambda unit: _told_by(st, st.trail(unit.id), unit.stance.bypass))
    crest, wa = max(stance.crest for stance in told), any(stance.wa for stance in told)
    return PLAIN.with_(crest=crest, wa=wa, bypass=first.stance.bypass)


def public_trail(st: State, loc: int, hidden: Mapping[int, int]) -> Trail | None:
    """What everybody saw of the concealed stack in a Location: its steps and declarations, not its allotment.

    Where its units came by different ways, that of who still moves, or else the longest, is told in its order.
    """
    here = [unit for unit in st.at(loc) if hidden.get(unit.id) and unit.id in st.trails]
    trails = [st.trails[unit.id] for unit in here]
    ways = [(trail, unit.stance.bypass) for unit, trail in zip(here, trails, strict=True)]
    if st.vehicles:
        driven = _driven(st, loc, hidden, trails)
        trails += driven
        ways += [(trail, ()) for trail in driven]
    if not any(trail.steps or trail.declared for trail in trails):
        return None
    if len(trails) == 1:
        (only,) = trails
        afv = _afv(only, hidden)
        return Trail(steps=_public_steps(st, only), declared=only.declared, started=True, dash=only.dash, afv=afv)
    longest, _ = max(ways, key=lambda way: (*_told_by(st, *way), _afv(way[0], hidden)))
    shown = _public_steps(st, longest)
    more = {step for trail in trails for step in _public_steps(st, trail)} - set(shown)
    declared = 0
    for trail in trails:
        declared |= trail.declared
    steps = (*sorted(more, key=repr), *shown)
    return Trail(steps=steps, declared=declared, started=True, dash=longest.dash, afv=_afv(longest, hidden))


def _driven(st: State, loc: int, hidden: Mapping[int, int], trails: Sequence[Trail]) -> list[Trail]:
    """The trails of vehicles under a "?" as of Dummies that go the same way; that of one with which Infantry under the
    same "?" has moved is that of the Infantry.
    """
    led = {trail.afv for trail in trails}
    found = []
    for one in st.vehicles_at(loc):
        trail = st.trails.get(one.id)
        if trail is not None and hidden.get(one.id) and one.id not in led:
            steps = tuple([told for step in trail.steps if (told := driven_step(st, step)) is not None])
            found.append(Trail(steps=steps, started=True, ended=trail.ended))
    return found


def driven_step(st: State, step: Step) -> Step | None:
    """The entry of a vehicle under a "?" as that of Dummies, None for what else it spends MP on (A12.2, A12.11)."""
    if step.walk < 0:
        return None
    return public_step(st, Step("enter", step.frm, step.to, step.walk, step.hexside, step.road))


def _public_steps(st: State, trail: Trail) -> tuple[Step, ...]:
    return tuple(public_step(st, step) for step in trail.steps)


def public_step(st: State, step: Step) -> Step:
    """A step of a "?" stack as everybody sees it: one that takes all the MF that a counter has does not tell how many
    these were.
    """
    takes_all = step.kind in ("climb", "set") or (step.to >= 0 and st.world.map.hex_of(step.to).terrain.mf_all)
    return replace(step, mf=0) if takes_all else step


def _told_by(st: State, trail: Trail, bypass: tuple[int, ...]) -> tuple[object, ...]:
    still_moves = trail.started and not trail.ended
    return still_moves, len(trail.steps), repr(_public_steps(st, trail)), bypass, trail.dash
