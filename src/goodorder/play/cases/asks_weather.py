"""Questions about wind and Environmental Conditions, and about SMOKE in them."""

from __future__ import annotations

from msgspec.structs import asdict

from goodorder.core.state import State
from goodorder.data.charts import weather
from goodorder.rules.a24_drift import drift_of, sources
from goodorder.rules.b_terrain.stream_depth import depth_mod, depth_of
from goodorder.rules.b_terrain.wind import change_of, changed, conditions, force_of, month_mod
from goodorder.rules.facts.smoke import in_smoke, smoke_at
from goodorder.rules.facts.wind import sheltered, upwind

from .asks import Ask, Figures, mods_of


def ask_weather(question: Ask) -> Figures:
    """``weather``: Environmental Conditions and wind as they are."""
    return asdict(question.st.weather)


def ask_conditions(question: Ask) -> Figures:
    """``conditions``: the drm of the month to the EC dr, with a die what it finds."""
    mod = month_mod(question.st)
    found: Figures = {"drm": mod.value, "mods": mods_of([mod] if mod.value else [])}
    if question.faces:
        [face] = question.faces
        ec = weather().condition(conditions(question.st, face))
        found |= {"final": face + mod.value, "ec": ec.id, "ec_drm": ec.drm}
    return found


def ask_depth(question: Ask) -> Figures:
    """``depth``: the drm of the Environmental Conditions to the depth dr, with a die what it finds."""
    mod = depth_mod(question.st)
    found: Figures = {"drm": mod.value, "mods": mods_of([mod] if mod.value else [])}
    if question.faces:
        [face] = question.faces
        found |= {"final": face + mod.value, "depth": depth_of(question.st, face)}
    return found


def ask_wind_force(question: Ask) -> Figures:
    """``wind_force`` with a die: the Wind Force that it finds."""
    [face] = question.faces
    return {"wind": force_of(face)}


def ask_wind_change(question: Ask) -> Figures:
    """``wind_change`` with two dice: whether the wind changes or gusts; with one: the wind after that change."""
    if len(question.faces) == 2:
        return {"brings": change_of(sum(question.faces)) or "nothing"}
    [face] = question.faces
    after = changed(question.st, face)
    return {"wind": after.wind, "direction": after.direction}


def ask_wind(question: Ask) -> Figures:
    """``wind C4``: the hexes upwind of it, and whether wind reaches it at all."""
    loc = question.names.hex(question.words[0])
    return {
        "upwind": _words(question, upwind(question.st, loc)),
        "sheltered": sheltered(question.st, loc),
    }


def ask_drift(question: Ask) -> Figures:
    """``drift C4``: the hexes that its SMOKE drifts to, nearest first."""
    loc = question.names.hex(question.words[0])
    found = [to for one in sources(question.st) if _place(question.st, one) == loc for to in drift_of(question.st, one)]
    return {"hexes": [question.names.hex_word(to) for to in found]}


def ask_smoke(question: Ask) -> Figures:
    """``smoke C4``: the Hindrance of all SMOKE there, and whether it costs more to enter."""
    loc = question.names.hex(question.words[0])
    return {"hindrance": smoke_at(question.st, loc), "there": in_smoke(question.st, loc)}


def _place(st: State, source: int) -> int:
    return st.markers[source].loc if source in st.markers else st.vehicles[source].loc


def _words(question: Ask, locs: frozenset[int]) -> list[str]:
    return sorted(question.names.hex_word(one) for one in locs)


QUESTIONS = {
    "weather": ask_weather,
    "conditions": ask_conditions,
    "depth": ask_depth,
    "wind_force": ask_wind_force,
    "wind_change": ask_wind_change,
    "wind": ask_wind,
    "drift": ask_drift,
    "smoke": ask_smoke,
}
