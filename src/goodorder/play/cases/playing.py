"""A case as it is played: its position, its steps with exactly the given dice, what is compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from goodorder.core import events as all_events
from goodorder.core.actions import Action, Done, Halt, Hide, Residual, Reveal
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending, settle
from goodorder.core.errors import EngineFault, GoodOrderError, NoSuchPlace, NotBuilt, Refusal, Unreadable, raise_refusal
from goodorder.core.events import Event, UnitExited
from goodorder.core.frames import Choice, Do, Frame, decode_frame, in_turn
from goodorder.core.notation import Names, parse, write
from goodorder.core.state import State
from goodorder.core.view import asked_of
from goodorder.rules.a26_victory import casualty_vp

from . import (
    asks,
    asks_fire,
    asks_position,
    expect,
    questions,
)
from .floor import Floor
from .model import Case, CaseFailed, CaseInvalid
from .position import build
from .reader import unknown_word
from .start import as_begun, import_flow, missed_fire, standing_refusal, start_frames, with_sight
from .step_words import asked_words, faces_of, one_by_one, quoted, show_dice, side_of, table, texts
from .trace import RuleTrace

EVENT_NAMES = tuple(name for name in all_events.__all__ if name != "Event")
ACTS = ("do", "path", "ask", "dice", "note")
SHOWING = ("expose", "reveal", "show", "take_prisoners", "deny_quarter")
"""Verbs of units that show themselves, and of who answers to a surrender."""
ASIDES = ("A12.14", "A10.533", "A12.32")
"""Rules by which a side may show units while something goes on."""
ACCEPTED = "A20.3"
"""The rule of the question whether a surrender is accepted, as it is unless a case says otherwise."""
KEEPS = Residual(())
"""No weapon gives up its rate of fire (A8.23): what who goes on with something else has chosen."""
OUTCOMES = (
    "refused",
    "kind",
    "says",
    "units",
    "weapons",
    "markers",
    "no_markers",
    "events",
    "no_events",
    "rolls",
    "asks",
    "phase",
    "over",
    "turn",
    "control",
    "weather",
    "snipers",
    "integrity",
    "points",
    "value",
    "can",
    "cannot",
)


class Play:
    """One case being played."""

    def __init__(self, case: Case, trace: RuleTrace | None = None) -> None:
        position = build(case, trace)
        self.case = case
        self.state = position.state
        self.names: Names = position.names
        self.layers = position.layers
        self.running = False
        self.idle: State | None = None
        """The position of a case in whose phase nobody has anything to do."""
        self.events: list[Event] = []

    def begin(self) -> None:
        """Put the frames of the case's phase, or the frame it names, on the stack."""
        if self.running:
            return
        self.running = True
        raw = self.case.raw
        floor = Floor()
        if "frame" in raw:
            frames: tuple[Frame, ...] = (self._frame(raw["frame"]),)
        else:
            frames = start_frames(self.state, whole_turn=bool(raw.get("whole_turn", False)))
        before = self.state.with_(stack=(floor,))
        self.state, events = settle(before, Do(then=floor, push=in_turn(*frames)))
        if isinstance(self.state.stack[-1], Floor) and "frame" not in raw:
            self.idle = before
        self.events.extend(events)

    def _frame(self, raw: Any) -> Frame:
        import_flow()
        if not isinstance(raw, dict):
            raise CaseInvalid('frame is a table such as { frame = "MoraleCheck", unit = "A" }', "frame")
        try:
            return decode_frame({key: self._value(key, value) for key, value in raw.items()})
        except Unreadable as error:
            raise CaseInvalid(str(error), "frame") from None

    def _value(self, key: str, value: Any) -> Any:
        if isinstance(value, list):
            return [self._value(key, one) for one in value]
        if isinstance(value, dict):
            return {name: self._value(name, one) for name, one in value.items()}
        if isinstance(value, str) and key not in ("frame", "cause", "phase", "purpose", "rule", "occasion", "trigger"):
            for table in (self.names.units, self.names.weapons, self.names.hexes):
                if value in table:
                    return table[value]
        return value

    def step(self, number: int, step: Mapping[str, Any]) -> None:
        """Take one step and compare."""
        at = f"step {number}"
        if isinstance(step.get("ask"), str):
            self._ask(at, step)
            return
        for key in step:
            if key not in ACTS and key not in OUTCOMES:
                raise unknown_word("word of a step", key, (*ACTS, *OUTCOMES))
        self.begin()
        self.events = [] if number > 1 else self.events
        dice = [faces_of(text) for text in texts(step, "dice")]
        self._roll(at, dice, last=False)
        refusal = self._act(at, step, dice)
        if refusal is None:
            self._roll(at, dice, last=True)
            self._close_empty(at, dice, self._waited_for(number, step))
        if dice:
            raise CaseFailed(at, "every die used", f"left over: {show_dice(dice)}")
        self._name_created()
        self._compare(at, step, refusal)

    def _name_created(self) -> None:
        """Units that play has made are ``new1``, ``new2`` ... in their order, weapons ``arm1``, ``arm2`` ..."""
        unnamed = sorted(set(self.state.units) - set(self.names.units.values()))
        first = 1 + sum(1 for word in self.names.units if re.fullmatch(r"new\d+", word))
        made = {f"new{number}": unit for number, unit in enumerate(unnamed, first)}
        arms = sorted(set(self.state.weapons) - set(self.names.weapons.values()))
        begun = 1 + sum(1 for word in self.names.weapons if re.fullmatch(r"arm\d+", word))
        found = {f"arm{number}": weapon for number, weapon in enumerate(arms, begun)}
        names = {**self.names.weapons, **found}
        self.names = replace(self.names, units={**self.names.units, **made}, weapons=names)

    def _ask(self, at: str, step: Mapping[str, Any]) -> None:
        kind, *words = step["ask"].split()
        given = [face for text in texts(step, "dice") for face in faces_of(text)]
        if kind == "menu":
            self.begin()
        try:
            if kind == "legal" and words and words[0] not in asks_fire.LEGAL_AT_ONCE:
                found = self._may(at, " ".join(words))
            else:
                found = questions.ask(asks.Ask(self.state, self.names, tuple(words), tuple(given), self.layers), kind)
        except NoSuchPlace as fault:
            found = asks.refused(Refusal(fault.rule, fault.message, fault.kind, fault.also))
        except Unreadable as error:
            raise CaseInvalid(error.message, quoted(error.message)) from None
        expect.figures(at, step, found, ("ask", "dice", "note"))

    def _may(self, at: str, text: str) -> asks.Figures:
        """``legal advance A to C5``: whether the choice to which an action belongs takes it; nothing is played."""
        return asks.refused(self._further(at, parse(text, self.names)))

    def _further(self, at: str, action: Action) -> Refusal | None:
        """Why the choice to which an action belongs, now or further on, does not take it; nothing is played."""
        before = (self.state, self.events, self.idle, self.running)
        try:
            self.begin()
            action = self._forced(at, action, [], to_refuse=True, in_turn=True)
            if self._waits(action):
                return standing_refusal(self.state, action)
            why = self._standing(action)
            if why is None:
                answer(self.state, action)
            return why
        except (EngineFault, Unreadable):
            raise
        except GoodOrderError as fault:
            return Refusal(fault.rule, fault.message, fault.kind, fault.also)
        finally:
            self.state, self.events, self.idle, self.running = before

    def offered(self, text: str) -> tuple[State, Action]:
        """The position in which an action would be taken, all that has one answer given, and the action as it is taken
        there; nothing of it is played. Raises what is unreadable, and the refusal of what may not be done.
        """
        action = parse(text, self.names)
        if why := with_sight(self.state, action, self._further(text, action)):
            raise_refusal(why, text)
        self.begin()
        action = self._forced(text, action, [], to_refuse=True, in_turn=True)
        return self.state, action

    def _act(self, at: str, step: Mapping[str, Any], dice: list[tuple[int, ...]]) -> GoodOrderError | None:
        if "do" not in step and "path" not in step:
            return None
        try:
            action = self._action(at, step)
        except (NotBuilt, NoSuchPlace) as fault:
            return self._refusal(at, step, fault)
        except Unreadable as fault:
            raise CaseInvalid(fault.message, quoted(fault.message)) from None
        for one in one_by_one(action):
            if (error := self._take(at, step, one, dice)) is not None:
                return error
        return None

    def _take(
        self, at: str, step: Mapping[str, Any], action: Action, dice: list[tuple[int, ...]]
    ) -> GoodOrderError | None:
        """Give one action to the game where it belongs."""
        action = self._forced(at, action, dice, to_refuse="refused" in step)
        try:
            if why := self._standing(action):
                raise_refusal(why)
            if why := missed_fire(self.state, pending(self.state), action):
                raise_refusal(why)
            self.state, events = answer(self.state, action)
        except EngineFault:
            raise
        except GoodOrderError as error:
            wider = with_sight(self.state, action, Refusal(error.rule, error.message, error.kind, error.also))
            error.also = wider.also if wider else error.also
            return self._refusal(at, step, error)
        self.events.extend(events)
        if "refused" in step:
            raise CaseFailed(at, f"refused by {step['refused']}", f"allowed: {write(action, self.names)}")
        return None

    def _standing(self, action: Action) -> Refusal | None:
        """What forbids an action for which nobody is asked, in this phase or any more (see ``standing_refusal``)."""
        if self.idle is not None:
            return standing_refusal(self.idle, action)
        if "frame" in self.case.raw or not isinstance(asked := pending(self.state), Choice):
            return None
        refusal = asked.check(action)
        over = isinstance(self.state.stack[-1], Floor)
        return standing_refusal(self.state, action) if over or (refusal and refusal.kind == "stale") else None

    def _refusal(self, at: str, step: Mapping[str, Any], error: GoodOrderError) -> GoodOrderError:
        if "refused" not in step:
            if isinstance(error, NotBuilt):
                raise error
            raise CaseFailed(at, f"{step.get('do') or step.get('path')} allowed", f"refused: {error.message}")
        return error

    def _action(self, at: str, step: Mapping[str, Any]) -> Action:
        if "path" in step:
            asked = pending(self.state)
            if not isinstance(asked, Choice):
                raise CaseFailed(at, "a choice", asked_words(asked, self.names))
            return asked.menu.action(str(step["path"]).split("/"))
        return parse(str(step["do"]), self.names)

    def _waits(self, action: Action) -> bool:
        """Whether an action is one of the side that comes second in the RPh or RtPh, while the first is asked."""
        asked = pending(self.state)
        if not isinstance(asked, Choice) or self.state.turn.phase not in ("RPh", "RtPh"):
            return False
        return side_of(self.state, action) == 1 - asked.side

    def _forced(
        self, at: str, action: Action, dice: list[tuple[int, ...]], *, to_refuse: bool, in_turn: bool = False
    ) -> Action:
        """Answer what has one answer and pass what asks for other kinds of action, up to where the action belongs.

        An action ``to_refuse`` belongs where its kind is asked for in this phase, of its own side where it is asked
        ``in_turn``.  When nothing later asks for it, nothing was passed.  What is returned is the action as that choice
        takes it.
        """
        if isinstance(action, Reveal) or (isinstance(action, Hide) and self.state.turn.phase != "setup"):
            return action
        before = (self.state, list(self.events), list(dice))
        phase, passed = self.state.turn.phase, False
        for _ in range(200):
            asked = pending(self.state)
            if not isinstance(asked, Choice) or isinstance(self.state.stack[-1], Floor):
                break
            taken = as_begun(asked, action)
            refusal = asked.check(taken)
            waits = in_turn and self._waits(action)
            if refusal is None or (to_refuse and refusal.kind != "stale" and not waits):
                return taken
            reply = None if waits else asked.menu.only()
            others = refusal.rule == "A4.2" or side_of(self.state, action) == 1 - asked.side  # when this move is over
            elsewhere = refusal.kind == "stale" or waits or (others and not to_refuse)
            if reply is None and elsewhere:
                # each part of a stack that broke up is to stop; what is to be refused may be so for want of that
                groups = () if to_refuse else getattr(self.state.stack[-1], "groups", ())
                stops = (Done(), KEEPS, *(Halt(group.units) for group in groups))
                reply = next((stop for stop in stops if asked.check(stop) is None), None)
                passed = passed or reply is not None
            if reply is None and not elsewhere:  # it is asked for here, and refused by its own rule
                return taken
            if reply is None:
                break
            self.state, events = answer(self.state, reply)
            self.events.extend(events)
            if to_refuse and self.state.turn.phase != phase:
                break
            if passed and not dice and isinstance(pending(self.state), Roll):
                break
            self._roll(at, dice, last=False)
        if passed or to_refuse:
            self.state, self.events, dice[:] = before
        asked = pending(self.state)
        return as_begun(asked, action) if isinstance(asked, Choice) else action

    def _roll(self, at: str, dice: list[tuple[int, ...]], *, last: bool) -> None:
        while isinstance(asked := pending(self.state), Roll):
            if not dice:
                if not last:
                    raise CaseFailed(at, "no roll before this step", f"a roll is asked: {asked.purpose} ({asked.rule})")
                raise CaseFailed(at, "no further roll", f"a roll is asked: {asked.purpose} ({asked.rule})")
            faces = dice.pop(0)
            while len(faces) < len(asked.dice) and dice and len(dice[0]) == 1:
                faces += dice.pop(0)
            wrong = asked.check(faces)
            if wrong:
                raise CaseFailed(at, wrong, show_dice([faces]))
            self.state, events = answer(self.state, faces)
            self.events.extend(events)

    def _waited_for(self, number: int, step: Mapping[str, Any]) -> bool:
        """Whether a step, or the next one, speaks of units that show themselves while something goes on (A12.14)."""
        steps = self.case.raw.get("step", [])
        after = str(steps[number].get("do", "")) if number < len(steps) else ""
        said = [str(step.get("asks", "")), *texts(step, "can"), *texts(step, "cannot")]
        return after.startswith(SHOWING) or any(word in text for text in said for word in (*SHOWING, *ASIDES))

    def _close_empty(self, at: str, dice: list[tuple[int, ...]], waited: bool) -> None:
        """Pass windows that are asked only so as not to tell that nobody can act in them.

        A chance to show a unit while something goes on is passed too where the case does not speak of it (``waited``).
        """
        while isinstance(asked := pending(self.state), Choice) and (asked.public or asked.rule == ACCEPTED):
            aside = Done() if asked.rule in (*ASIDES, ACCEPTED) and not waited and asked.check(Done()) is None else None
            if (only := aside or asked.menu.idle()) is None:
                return
            self.state, events = answer(self.state, only)
            self.events.extend(events)
            self._roll(at, dice, last=True)

    def _compare(self, at: str, step: Mapping[str, Any], refusal: GoodOrderError | None) -> None:
        st, names = self.state, self.names
        if refusal is not None:
            wanted = step["refused"]
            if wanted is not True and not expect.cites(refusal.rule, wanted, refusal.also):
                raise CaseFailed(at, f"refused by {wanted}", f"refused by {refusal.rule}: {refusal.message}")
            if step.get("kind", refusal.kind) != refusal.kind:
                raise CaseFailed(at, f"kind {step['kind']}", refusal.kind)
            if str(step.get("says", "")) not in refusal.message:
                raise CaseFailed(at, f"a text with {step['says']!r}", refusal.message)
        try:
            left = {event.unit for event in self.events if isinstance(event, UnitExited)}
            for word, status in table(step, "units").items():
                expect.check_unit(at, st, names, word, str(status), left)
            for word, status in table(step, "weapons").items():
                expect.check_weapon(at, st, names, word, str(status))
        except Unreadable as error:
            raise CaseInvalid(error.message, quoted(error.message)) from None
        expect.check_markers(at, st, names, texts(step, "markers"), present=True)
        expect.check_markers(at, st, names, texts(step, "no_markers"), present=False)
        happened = [expect.event_words(event, names) for event in self.events]
        for text in texts(step, "events"):
            if not expect.has_event(self.events, names, text, EVENT_NAMES):
                raise CaseFailed(at, f"event {text}", expect.show(happened))
        for text in texts(step, "no_events"):
            if expect.has_event(self.events, names, text, EVENT_NAMES):
                raise CaseFailed(at, f"no event {text}", expect.show(happened))
        if "rolls" in step:
            expect.check_rolls(at, self.events, step["rolls"])
        self._figures(at, step)
        for text in texts(step, "can"):
            self._permission(at, text, allowed=True)
        for text in texts(step, "cannot"):
            self._permission(at, text, allowed=False)

    def _figures(self, at: str, step: Mapping[str, Any]) -> None:
        st = self.state
        frame = st.stack[0]
        actual: dict[str, Any] = {
            "phase": st.turn.phase,
            "turn": st.turn.number,
            "asks": asked_words(pending(st), self.names),
            "over": self.names.sides[st.result.winner] if st.result and st.result.winner >= 0 else "",
            "points": [casualty_vp(st, 0), casualty_vp(st, 1)],
            "control": {word: self._controller(word) for word in table(step, "control")},
            "weather": asdict(st.weather),
            "snipers": [self._sniper_words(side) for side in (0, 1) if st.snipers and st.snipers[side].san],
            "integrity": [
                f"{self.names.sides[side]} base {one.base} tally {one.tally} losses {one.losses} lost {one.lost}"
                for side, one in enumerate(st.integrity)
                if one.base
            ],
            "value": frame.value if isinstance(frame, Floor) else "",
        }
        for key, found in actual.items():
            if key not in step:
                continue
            ok = str(found).startswith(str(step[key])) if key == "asks" else expect.same(step[key], found)
            if not ok:
                raise CaseFailed(at, f"{key} = {expect.show(step[key])}", expect.show(found))

    def _sniper_words(self, side: int) -> str:
        one = self.state.snipers[side]
        where = f" at {self.names.hex_word(one.loc)}" if one.loc >= 0 else ""
        return f"{self.names.sides[side]} {one.san}{where}{' pinned' if one.pinned else ''}"

    def _controller(self, word: str) -> str:
        try:
            return asks_position.controller_word(self.state, self.names, word)
        except Unreadable as error:
            raise CaseInvalid(error.message, quoted(error.message)) from None

    def _permission(self, at: str, text: str, *, allowed: bool) -> None:
        asked = pending(self.state)
        if isinstance(asked, Choice) and asked.check(KEEPS) is None and not text.startswith("residual"):
            before = self.state
            self.state = answer(before, KEEPS)[0]
            try:
                self._permission(at, text, allowed=allowed)
            finally:
                self.state = before
            return
        if not isinstance(asked, Choice):
            raise CaseFailed(at, "a choice", asked_words(asked, self.names))
        body, cut, rule = text.rpartition(": ")
        wanted = body if cut else text
        try:
            action = as_begun(asked, parse(wanted, self.names))
            known = asked_of(self.state, asked)[1]
            refusal = self._standing(action) or missed_fire(self.state, asked, action) or known.check(action)
            refusal = with_sight(self.state, action, refusal)
            cited = refusal is not None and not allowed and (not cut or expect.cites(refusal.rule, rule, refusal.also))
            if refusal is not None and not cited and side_of(self.state, action) == 1 - asked.side:
                refusal = self._further(at, parse(wanted, self.names))
        except (NotBuilt, NoSuchPlace) as error:
            refusal = Refusal(error.rule, error.message, error.kind, error.also)
        except Unreadable as error:
            raise CaseInvalid(error.message, quoted(error.message)) from None
        if (refusal is None) != allowed:
            raise CaseFailed(at, f"{'can' if allowed else 'cannot'} {wanted}", str(refusal or "allowed"))
        if cut and refusal is not None and not expect.cites(refusal.rule, rule, refusal.also):
            raise CaseFailed(at, f"{wanted} refused by {rule}", str(refusal))
