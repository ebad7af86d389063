"""Optional rules: what players may switch on before a game, all off unless they do (A.4)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from goodorder.core.engine import THIRD_DIE, settle
from goodorder.core.errors import Unreadable

from .registry import builds


class OptionalRule(Struct, frozen=True):
    """One optional rule: its id, its number, what it changes."""

    id: str
    rule: str
    text: str


INTEGRITY = "battlefield_integrity"

OPTIONAL: dict[str, OptionalRule] = {
    THIRD_DIE: OptionalRule(
        THIRD_DIE, "A.1", "A third die is thrown with each DR and answers a dr that follows from it."
    ),
    INTEGRITY: OptionalRule(
        INTEGRITY, "A16", "Battlefield Integrity: losses of a tenth of a side's squads may cost all of them ELR."
    ),
}
"""Every optional rule that is built, by id."""


NO_HEAT = "no_heat_of_battle"
IN_CASES = frozenset({NO_HEAT})
"""What a case alone may ask for: rules left out of what it shows, which players can't leave out."""


@builds("A.4", "A.4a", "A.4b")
def chosen_options(ids: Iterable[str]) -> tuple[str, ...]:
    """The ids in order, each once; :class:`Unreadable` for a rule that is not optional.

    A rule that is not in the list is in force whatever players wish (A.4b).
    """
    found = tuple(sorted(set(ids)))
    for option in found:
        if option not in OPTIONAL:
            known = ", ".join(OPTIONAL)
            raise Unreadable(f"{option!r} is not an optional rule; optional are: {known}", rule="A.4")
    return found


builds("A.1", "A.1e")(settle)
