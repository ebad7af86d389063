"""Questions about Human Waves: who may take part, the grains, and what a unit may do in an impulse (A25.23)."""

from __future__ import annotations

from goodorder.core.actions import DeclareWave
from goodorder.core.errors import Refusal
from goodorder.core.notation import parse, write
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a25_nations.wave_declared import courses, member_refusal, wave_refusal
from goodorder.rules.a25_nations.wave_draft import filled
from goodorder.rules.a25_nations.wave_moves import impulse_mf, left_of, options
from goodorder.rules.facts.units import names
from goodorder.rules.facts.wave import ahead, has_range_counter, in_wave, wave_range

from .asks import Ask, Figures, refused


def ask_joins_wave(question: Ask) -> Figures:
    """``joins_wave A``: permission of one unit to take part in a Human Wave, as far as that hangs on itself."""
    return refused(member_refusal(question.st, question.unit(question.words[0])))


def ask_human_wave(question: Ask) -> Figures:
    """``human_wave A B C L at O3 [grain 4,3]``: permission to declare it, and the ``grains`` that are legal for these
    units, as the notation names them; ``lines`` says their hexes from three before the target to one beyond.
    """
    st, text = question.st, " ".join(question.words)
    action = parse(f"human_wave {text}" + ("" if "grain" in question.words else " grain 0"), question.names)
    assert isinstance(action, DeclareWave)
    found = courses(st, (st.units[unit] for unit in action.units), action.to)
    refusal = wave_refusal(st, st.turn.attacker, action)
    if "grain" not in question.words and refusal is not None and refusal.rule == "A25.231":
        refusal = None
    lines: dict[str, str] = {}
    for course in found:
        at = course.hexes.index(st.world.map.hex_at(action.to))
        near = course.hexes[max(0, at - 3) : at + 2]
        lines[",".join(map(str, course.sides))] = "-".join(st.world.map.place_name(h) for h in near)
    return {**refused(refusal), "grains": sorted(lines), "lines": lines}


def ask_wave(question: Ask) -> Figures:
    """``wave A``: of a unit in a Human Wave its ``forward`` and ``side`` hexes, its ``ways`` in the next impulse (the
    Locations it may go to), which of them ``must`` be entered by somebody, its ``range`` to the grain, its ``counter``
    and the MF ``left``.
    """
    st, unit = question.st, question.unit(question.words[0])
    if st.wave is None or not in_wave(st, unit):
        return refused(Refusal("A25.235", f"{names(st, (unit.id,))} is in no Human Wave"))
    board = st.world.map
    forward, side = ahead(board, unit.loc, st.wave.sides)
    found = options(st, unit)
    return {
        **refused(None),
        "forward": sorted(board.hexes[h].name for h in forward if h >= 0),
        "side": sorted(board.hexes[h].name for h in side if h >= 0),
        "ways": sorted({board.word(option.way.to) for option in found}),
        "must": sorted({board.word(option.way.to) for option in found if option.due}),
        "range": wave_range(st, unit.loc),
        "counter": has_range_counter(st, unit),
        "left": mf_text(left_of(st, unit)),
    }


def ask_impulse(question: Ask) -> Figures:
    """``impulse``: the impulse that is filled in, all forward, with the ``mf`` that it costs every unit."""
    draft = filled(question.st)
    if draft is None:
        return refused(Refusal("A25.235", "no unit of a Human Wave can enter a new Location"))
    return {**refused(None), "mf": mf_text(impulse_mf(question.st, draft)), "goes": write(draft, question.names)}


QUESTIONS = {
    "joins_wave": ask_joins_wave,
    "human_wave": ask_human_wave,
    "wave": ask_wave,
    "impulse": ask_impulse,
}
"""The questions by name."""
