"""The tables of rules that are rolled on seldom, as the page shows them on demand, from the charts (A14.3, A15.1)."""

from __future__ import annotations

from collections.abc import Callable

from goodorder.data.charts import heat_of_battle, nation, snipers

from .messages.pages import TableDoc


def tables_of(number: str) -> tuple[TableDoc, ...]:
    """The tables of a rule; none of most."""
    make = _TABLES.get(number)
    return make() if make is not None else ()


def _sniper() -> tuple[TableDoc, ...]:
    """What a Sniper attack does by its dr."""
    chart = snipers()
    heads = ("target", f"dr {_span(1, chart.kills)}", f"dr {_span(chart.kills + 1, chart.effective)}")
    rows = tuple((one.target, one.kills, one.strikes) for one in chart.results)
    title = f"Sniper attack (A14.3): no effect by a dr of {_span(chart.effective + 1, 6)}; nothing modifies it"
    return (TableDoc(title=title, heads=heads, rows=rows),)


def _heat() -> tuple[TableDoc, ...]:
    """What the Heat of Battle DR brings, and its DRM."""
    chart = heat_of_battle()
    weak = ", ".join(nation(army).adjective for army in chart.weak)
    rows = (
        (f"{chart.hardens_from - 1} or less", "a hero"),
        (_span(chart.hardens_from, chart.hero_to), "a hero, and Battle Hardening"),
        (_span(chart.hero_to + 1, chart.berserk_from - 1), "Battle Hardening"),
        (
            _span(chart.berserk_from, chart.surrenders_from - 1),
            "berserk; Battle Hardening where no Known enemy is in LOS",
        ),
        (f"{chart.weak_surrenders_from} or more", f"surrender, of those below Elite: {weak}"),
        (f"{chart.surrenders_from} or more", "surrender; berserk who never surrenders"),
    )
    by_army = [(f"{drm:+d}", nation(army).adjective) for army, drm in chart.nationality_drm.items()]
    mods = [*((f"{one.drm:+d}", one.note) for one in chart.drm.values()), *by_army]
    return (
        TableDoc(title="Heat of Battle (A15.1)", heads=("Final DR", "result"), rows=rows),
        TableDoc(title="Heat of Battle DRM, all that apply", heads=("DRM", "of"), rows=tuple(mods)),
    )


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


_TABLES: dict[str, Callable[[], tuple[TableDoc, ...]]] = {"A14.1": _sniper, "A14.3": _sniper, "A15.1": _heat}
