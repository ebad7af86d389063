"""Questions about rout and Interdiction."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import Fighter
from goodorder.core.way import Way
from goodorder.rules.a10_morale.interdiction import interdictors, step_interdictors
from goodorder.rules.a10_morale.rout import (
    crawl_refusal,
    crawls,
    may_accompany,
    must_rout,
    options_with,
    rout_options,
    rout_refusal,
)
from goodorder.rules.a20_surrender import surrenders_to

from .asks import Ask, Figures, refused, split_at
from .model import CaseInvalid


def ask_rout(question: Ask) -> Figures:
    """``rout A [with L]``: if it must or may rout, first steps, Low Crawl, destinations, interdictors, captors."""
    st, unit = question.st, question.unit(question.words[0])
    if question.words[1:2] == ("to",):
        raise CaseInvalid("one step is asked as 'legal rout A to C6', all of them as 'rout A'", "to")
    leader = question.unit(question.words[2]) if len(question.words) > 2 else None
    options = options_with(st, unit, leader) if leader else rout_options(st, unit)
    must: Refusal | None = must_rout(st, unit)
    word = question.names.hex_word
    return {
        **refused(rout_refusal(st, unit) or (may_accompany(st, leader, unit) if leader else None)),
        "must": must is not None,
        "steps": sorted(word(loc) for loc in options.steps),
        "crawl": sorted(word(loc) for loc in crawls(st, unit, options, leader)),
        "goals": "free" if options.goals.free else sorted(word(loc) for loc in options.goals.locs),
        "surrenders": sorted(question.names.unit_word(one.id) for one in surrenders_to(st, unit)),
        "may_crawl": crawl_refusal(st, unit) is None,
        "interdictors": [question.names.unit_word(one.id) for one in interdictors(st, unit.side, unit.loc)],
    }


def ask_interdiction(question: Ask) -> Figures:
    """``interdiction german C4 [from C5] [quick]``: who would Interdict that side's router in a hex, from that one;
    ``german C4 to C5 [past D4]`` on its way around to the next house of a row.
    """
    st, side = question.st, question.names.side(question.words[0])
    words, bare = tuple(word for word in question.words[1:] if word != "quick"), "quick" in question.words
    if "to" in words:
        place, to, past = ([question.names.hex(word) for word in part] for part in _places(words, "to", "past"))
        found: tuple[Fighter, ...] = step_interdictors(st, side, Way(place[0], to[0], past=past[0] if past else -1))
    else:
        here, frm = ([question.names.hex(word) for word in part] for part in split_at(words, "from"))
        there = tuple(one.id for one in st.side_at(frm[0], side)) if frm else ()
        gone = there if len(there) == 1 else ()
        found = interdictors(st, side, here[0], frm[0] if frm else -1, bare=bare, routers=gone)
    return {"by": [question.names.unit_word(one.id) for one in found], "interdicted": bool(found)}


def _places(words: tuple[str, ...], first: str, second: str) -> tuple[list[str], list[str], list[str]]:
    before, rest = split_at(words, first)
    return before, *split_at(tuple(rest), second)


QUESTIONS = {
    "rout": ask_rout,
    "interdiction": ask_interdiction,
}
"""The questions of this module by name."""
