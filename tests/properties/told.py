"""Short tales that differ only in what a side may not know, played by the same answers and dice: what it is told."""

from __future__ import annotations

from collections.abc import Sequence

from goodorder.core import saving
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.core.view import asked_of, view
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.play.log import lines
from goodorder.play.seen import is_out_of_sight, roll_asked, seen_by
from goodorder.web.documents import state_doc
from goodorder.web.preview import preview_action

LEAVES = 12


def begun(text: str) -> Play:
    """The position of a case, before its first step."""
    (case,) = parse_cases(text, "told")
    assert not isinstance(case, CaseResult), case.message
    play = Play(case)
    play.begin()
    return play


def told(text: str, viewer: int, answers: Sequence[str], dice: Sequence[tuple[int, ...]] = ()) -> list[str]:
    """All that a side is told while the answers are given, each die thrown where it is asked for, and all that it is
    given where it is asked itself.
    """
    play = begun(text)
    st, found, left, thrown = play.state, list[str](), list(answers), list(dice)
    while True:
        asked = pending(st)
        if isinstance(asked, Choice):
            found += given(st, asked, viewer)
            if not left:
                break
            after, events = answer(st, parse(left.pop(0), play.names))
        elif isinstance(asked, Roll) and thrown:
            if not is_out_of_sight(st, asked, viewer):
                found.append(repr(roll_asked(st, asked, viewer)))
            after, events = answer(st, thrown.pop(0))
        else:
            break
        found.append(saving.encode(view(after, viewer)).decode())
        found.append(repr(seen_by(st, after, events, viewer)[2]))
        found.append(repr(lines(st, after, events, viewer=viewer)))
        st = after
    assert not left, left
    return found


def given(st: State, asked: Choice, viewer: int) -> list[str]:
    """Who is asked; of a side that is asked itself its document, menu, refusals and previews."""
    if asked.side != viewer:
        return [f"{asked.side} is asked"]
    seen, own = asked_of(st, asked)
    found = [repr((own.prompt, own.rule, own.why, own.public))]
    found.append(repr(state_doc(seen, own, st.world.sides[viewer].id, controls=frozenset((viewer,)))))
    for path, action in own.menu.leaves(LEAVES):
        label = own.menu.entry(path).label
        found.append(repr((path, label, action, own.check(action), preview_action(seen, action))))
    return found
