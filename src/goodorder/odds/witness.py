"""How a fire attack reaches the MMC of a stack with SMC in it.

A MMC never changes what becomes of the SMC beside it; they touch it in three ways: Random Selection chooses among
all, the best leader helps in its check (A10.21), and each leader lost or broken shakes it afterwards (A10.2).  So the
SMC are followed once, with these three noted as they come; then each MMC is taken through what was noted, by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.frames import Do, Frame, Series
from goodorder.core.state import ELIMINATED, NOWHERE, ON_MAP, State, Unit
from goodorder.flow.fire.effect import Results
from goodorder.flow.shared.casualties import LeaderLoss
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.wounds import WoundCheck
from goodorder.rules.a10_checks import LEADER_LOSS, CheckFacts, helping_leader
from goodorder.rules.facts.units import morale_level

from .spread import TOTAL, Branches, Noted, Project, Settled, advance, memo_of, spread, started, ways_on

CHECKS = (MoraleCheck, TaskCheck)
NO_LOSS = LeaderLoss((), ())


class Helped(Struct, frozen=True):
    """The MMC's check is due, with this leader to help."""

    leader: Unit | None


class Fallen(Struct, frozen=True):
    """A leader, as :class:`LeaderLoss` names him, was lost, or else broke."""

    leader: tuple[int, bool, int, int]
    lost: bool


Notes = tuple[Any, ...]
"""What was noted: the number of the attack's result, whether Random Selection chose, Helped, each Fallen."""
Key = tuple[Unit, ...]
Table = dict[Key, tuple[State, int]]
"""Positions with their weights, by the MMC and what came of it."""


class Witness:
    """Follows the SMC of a stack and notes what reaches ``unit``, a MMC, and all like it in one target group."""

    def __init__(self, before: State, singles: tuple[int, ...], unit: int) -> None:
        self.before = before
        self.singles = singles
        self.unit = unit
        self.under_fire = Project(singles, self.until_losses, self.tidy, unit)
        self.losses = Project(singles, self.instead, self.tidy, unit)
        self.known: dict[Any, dict[Notes, int]] = {}

    def until_losses(self, st: State, frame: Frame) -> Do | None:
        """As ``instead``, stopping where leaders' falls begin to be dealt with."""
        return Do((), frame, (Settled(),)) if isinstance(frame, LeaderLoss) else self.instead(st, frame)

    def instead(self, st: State, frame: Frame) -> Do | None:
        """Checks of MMC are left out, and the witness's own is noted; so is each leader's fall."""
        if isinstance(frame, CHECKS) and frame.unit not in self.singles:
            if frame.unit != self.unit or frame.cause == LEADER_LOSS:
                return Do()
            facts = CheckFacts(st, self.before.units[self.unit], frame.drm, frame.cause, frame.stack)
            return Do((Noted(what=Helped(helping_leader(facts))),))
        if isinstance(frame, LeaderLoss):
            do = frame.ask(st)
            if not isinstance(do.then, LeaderLoss):
                return do
            unit, lost = do.then.done[-1]
            entry = next(entry for entry in frame.leaders if entry[0] == unit)
            return Do((Noted(what=Fallen(entry, lost)),), do.then, do.push)
        return None

    def tidy(self, now: State) -> State:
        """The simplest position from which the same will be noted as from ``now``."""
        return tidied(self.before, now, self.singles, witness=self.unit)

    def heard(self, begun: list[tuple[State, int]]) -> Counter[Notes]:
        """All that can be noted from the positions ``begun`` on, with its weight."""
        found: Counter[Notes] = Counter()
        for leaf in spread(begun, self.under_fire):
            notes, now = _unheard(leaf.state)
            if len(now.stack) > 1:
                later = self.later(now.with_(stack=now.stack[:-1]))
            else:
                later = {(): TOTAL}
            for more, share in later.items():
                found[(*notes, *more)] += leaf.weight * share // TOTAL
        return found

    def later(self, st: State) -> dict[Notes, int]:
        """The falls of leaders that can be noted from a position on; worked out once for equal positions."""
        key = (st.stack, tuple([st.units[unit] for unit in self.singles]))
        found = self.known.get(key)
        if found is not None:
            return found
        frame = st.stack[-1]
        if isinstance(frame, LeaderLoss):
            branches: Branches | None = ((1, 0, self.instead(st, frame) or Do()),)
        else:
            branches = ways_on(st, self.losses, memo_of(st.world))
        found = {} if branches else {(): TOTAL}
        for times, dice, do in branches or ():
            notes, then = _unheard(self.tidy(advance(st, do, self.losses)))
            for more, share in self.later(then).items():
                found[(*notes, *more)] = found.get((*notes, *more), 0) + share * times // 6**dice
        self.known[key] = found
        return found


def _unheard(st: State) -> tuple[Notes, State]:
    """What was noted on the way to a position, and the position without it."""
    bottom = st.stack[0]
    assert isinstance(bottom, Settled)
    return bottom.heard, st.with_(stack=(Settled(), *st.stack[1:]))


class Alone:
    """One MMC taken through what was noted.

    ``openings`` holds for each first note the position in which the attack takes effect, and its result on the MMC.
    """

    def __init__(self, unit: int, singles: tuple[int, ...], openings: list[tuple[State, Results | None]]) -> None:
        self.unit = unit
        self.singles = singles
        self.openings = openings
        self.project = Project((unit,))
        self.known: dict[Notes, Table] = {}
        self.steps: dict[tuple[Key, Fallen], Table] = {}

    def after(self, notes: Notes) -> Table:
        """The positions after ``notes`` by what the MMC is then."""
        found = self.known.get(notes)
        if found is None:
            last = notes[-1]
            found = self._shaken(self.after(notes[:-1]), last) if isinstance(last, Fallen) else self._hit(*notes)
            self.known[notes] = found
        return found

    def _hit(self, number: int, *more: bool | Helped) -> Table:
        """The attack's result on the MMC, with nobody but the noted leader to help."""
        st, frame = self.openings[number]
        chosen = next((note for note in more if isinstance(note, bool)), None)
        leader = next((note.leader for note in more if isinstance(note, Helped)), None)
        units = {**st.units, **{unit: replace(st.units[unit], pinned=True) for unit in self.singles}}
        if leader is not None:
            units[leader.id] = leader
        if frame is None:
            return self._table(started(st))
        begun = started(st.with_(units=units), frame)
        do = frame.ask(begun) if chosen is None else frame.resumed(begun, (self.unit,) if chosen else ())
        return self._table(advance(begun, do, self.project))

    def _shaken(self, table: Table, note: Fallen) -> Table:
        """Each position after the fall of a leader."""
        found: Table = {}
        for key, (now, weight) in table.items():
            step = self.steps.get((key, note))
            if step is None:
                leader = self.openings[0][0].units[note.leader[0]]
                fall = {"place": ELIMINATED, "loc": NOWHERE} if note.lost else {"broken": True}
                frame = LeaderLoss((note.leader,), (self.unit,))
                begun = started(now.with_unit(replace(leader, **fall)), frame)
                step = self.steps[key, note] = self._table(advance(begun, frame.ask(begun), self.project))
            for then, (position, share) in step.items():
                old = found[then][1] if then in found else 0
                found[then] = (position, old + weight * share // TOTAL)
        return found

    def _table(self, begun: State) -> Table:
        new = self.openings[0][0].next_id
        found: Table = {}
        for leaf in spread([(begun, TOTAL)], self.project):
            kept = {id: unit for id, unit in leaf.state.units.items() if id == self.unit or id >= new}
            found[tuple(kept.values())] = (leaf.state.with_(units=kept), leaf.weight)
        return found


def tidied(before: State, now: State, singles: tuple[int, ...], *, subject: int = 0, witness: int = 0) -> State:
    """The simplest position with the same ahead for ``subject``, one of the SMC, or for what ``witness`` notes.

    A SMC without checks to come counts only as standing, broken or lost, and, while others are still to check under
    fire, as a helper; one whose fall is dealt with counts no more.
    """
    due: set[int] = set()
    waiting: set[int] = set()
    loss = NO_LOSS
    for frame in _flat(now.stack):
        if isinstance(frame, CHECKS):
            waiting.add(frame.unit)
            if frame.cause != LEADER_LOSS:
                due.add(frame.unit)
        elif isinstance(frame, WoundCheck):
            waiting.add(frame.unit)
        elif isinstance(frame, LeaderLoss):
            loss = frame
        elif not isinstance(frame, Settled):
            return now
    falling, shaken = _ahead(now, loss, singles, waiting.intersection(singles))
    was = before.units
    units = dict(now.units)
    if subject:
        over = subject not in waiting and not _shakes(now, loss, falling, subject)
    else:
        over = not falling and witness not in due
    if over:
        units.update((unit, was[unit]) for unit in singles if unit != subject)
        return now.with_(stack=now.stack[:1], units=units)
    for unit in singles:
        if unit not in shaken and unit != subject:
            units[unit] = _plain(was[unit], now.units[unit], fallen=unit in falling, helps=bool(due))
    short = LeaderLoss(
        tuple(entry for entry in loss.leaders if entry[0] in falling),
        tuple(unit for unit in loss.stack if unit in shaken),
        tuple(note for note in loss.done if note[0] in falling),
    )
    return now.with_(units=units, stack=now.stack if short == loss else _with_loss(now.stack, short))


def _ahead(
    now: State, loss: LeaderLoss, singles: tuple[int, ...], waiting: set[int]
) -> tuple[dict[int, bool], set[int]]:
    """The leaders whose fall is still to be dealt with (true: may be lost, false: only broken), and the SMC that may
    still take a check.
    """
    falling: dict[int, bool] = {}
    for unit, was_broken, _, _ in loss.leaders:
        lost = now.units[unit].place != ON_MAP
        if (lost or (now.units[unit].broken and not was_broken)) and (unit, lost) not in loss.done:
            falling[unit] = lost
    shaken = waiting
    while True:
        falling.update(dict.fromkeys(shaken, True))
        more = {unit for unit in singles if unit not in shaken and _shakes(now, loss, falling, unit)}
        if not more:
            return falling, shaken
        shaken |= more


def _shakes(now: State, loss: LeaderLoss, falling: dict[int, bool], unit: int) -> bool:
    """Whether one of ``falling`` may cause the unit a check: who only breaks shakes nobody broken or pinned."""
    this = now.units[unit]
    if unit not in loss.stack or this.place != ON_MAP:
        return False
    own, steady = morale_level(now, this), not (this.broken or this.pinned)
    for leader, _, level, _ in loss.leaders:
        if level > own and leader != unit and leader in falling and (steady or falling[leader]):
            return True
    return False


def _plain(was: Unit, now: Unit, *, fallen: bool, helps: bool) -> Unit:
    """A SMC without checks to come: only its fall, and whether it can help, still count."""
    if fallen:
        return replace(was, loc=now.loc, place=now.place, broken=now.broken and now.place == ON_MAP)
    if not helps:
        return was
    return now if now.place == ON_MAP and not now.broken and not now.pinned else replace(was, pinned=True)


def _flat(frames: tuple[Frame, ...]) -> Iterator[Frame]:
    for frame in frames:
        if isinstance(frame, Series):
            yield from _flat(frame.frames)
        else:
            yield frame


def _with_loss(frames: tuple[Frame, ...], loss: LeaderLoss) -> tuple[Frame, ...]:
    found: list[Frame] = []
    for frame in frames:
        if isinstance(frame, Series):
            frame = Series(_with_loss(frame.frames, loss))
        found.append(loss if isinstance(frame, LeaderLoss) else frame)
    return tuple(found)
