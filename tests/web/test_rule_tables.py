"""The tables of rules that are shown on demand say what play does, row by row and roll by roll (A14.3, A15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from goodorder.core import engine
from goodorder.core.dice import PAIRS, Roll
from goodorder.core.events import DiceThrown
from goodorder.core.frames import Frame
from goodorder.core.sniper import Sniper
from goodorder.core.state import ELIMINATED, State
from goodorder.data.charts import heat_of_battle, nation
from goodorder.flow.shared.heat_of_battle import WORDS, HeatOfBattle
from goodorder.flow.snipers.attack import SniperAttack
from goodorder.flow.snipers.strike import SniperStrike
from goodorder.flow.snipers.targets import SniperTarget
from goodorder.rules.a14_snipers import Quarry
from goodorder.rules.a15_heat_of_battle import HeatFacts, heat_ledger
from goodorder.web.rule_tables import tables_of
from tests.odds.shots import Shot, made
from tests.rules.a11_close_combat.fights import begin
from tests.support import loc

[SNIPER] = tables_of("A14.3")
RESULTS, DRM = tables_of("A15.1")


class Target(NamedTuple):
    """What a Sniper strikes: what stands there, and whether its cells' second words are meant."""

    units: tuple[str, ...] = ()
    vehicles: tuple[str, ...] = ()
    other: bool = False


TARGETS = {
    "leader or hero": (Target(("X german 8-1 at C6",)), Target(("X german 1-4-9 at C6",))),
    "squad, half-squad or crew": (
        Target(("X german 4-6-7 at C6",)),
        Target(("X german 2-4-7 at C6",)),
        Target(("X german 2-2-8 at C6",)),
        Target(("X german 4-6-7 at C6 broken",), other=True),
    ),
    "Dummy stack": (Target(("X german dummy at C6",)),),
    "enemy Sniper": (Target(),),
    "exposed crew of a whole-armored vehicle": (Target(vehicles=("T german pzkpfw_ivh at C6 facing 2 ce",)),),
    "crew with no armor, or part of one": (Target(vehicles=("T german marder_ii at C6 facing 2 ce",)),),
    "vehicle without armor": (Target(vehicles=("T german opel_6700_blitz at C6 facing 2",), other=True),),
}
"""For each row of the table what to strike."""

SAID: dict[str, tuple[set[str], set[str]]] = {
    "eliminated": ({"eliminated"}, {"eliminated"}),
    "wounded": ({"Wound Severity dr"}, {"Wound Severity dr"}),
    "breaks; reduced where it can't": ({"broken"}, {"reduced"}),
    "pinned, unless it can't be": ({"pinned"}, set()),
    "eliminated: its SAN falls by one": ({"SAN falls by 1"}, set()),
    "pinned for this Player Turn": ({"Sniper pinned"}, set()),
    "Stunned and Recalled": ({"stunned", "recalled"}, set()),
    "Stunned": ({"stunned"}, set()),
    "gets out: the vehicle is Abandoned": ({"the crew gets out"}, set()),
    "pinned": ({"crew pinned"}, set()),
    "immobilized, which makes a wreck of one without arms": ({"immobilized"}, {"wreck"}),
    "nothing": (set(), set()),
}
"""What is meant by the words of a cell, and by its second words."""


def struck(target: Target, dr: int, row: str) -> set[str]:
    """What play does to it by that dr."""
    units = ("A russian 4-4-7 at A1", *target.units, "R german 4-6-7 at L9")
    st, _ = made(Shot("fire A at C6", units, vehicles=target.vehicles))
    side = next(unit.side for unit in st.units.values() if unit.ident == "A")
    both = [Sniper(), Sniper()]
    both[side] = Sniper(4, loc(st, "E6"))
    if row == "enemy Sniper":
        both[1 - side] = Sniper(4, loc(st, "C6"))
    st = st.with_(snipers=tuple(both))
    if row == "vehicle without armor":
        [vehicle] = st.vehicles
        frame: Frame = SniperStrike(side, loc(st, "C6"), dr, Quarry("vehicle", vehicle))
    else:
        frame = SniperTarget(side, dr, loc(st, "C6"))
    return set(_changes(st, begin(st, frame)[0], 1 - side))


def _changes(before: State, after: State, side: int) -> Iterator[str]:
    asked = engine.pending(after)
    if isinstance(asked, Roll) and asked.purpose.startswith("Wound"):
        yield "Wound Severity dr"
    for was, now in ((was, after.units[was.id]) for was in before.units.values()):
        if now.place == ELIMINATED:
            yield "eliminated"
            continue
        yield from (word for word in ("broken", "pinned") if getattr(now, word) and not getattr(was, word))
        if now.type != was.type:
            yield "reduced"
    for one in after.vehicles.values():
        yield from (word for word in ("recalled",) if getattr(one, word))
        if one.abandoned and any(number not in before.units for number in after.units):
            yield "the crew gets out"
        if one.wreck:
            yield "wreck"
        if one.stunned == "stun":
            yield "stunned"
        if one.pinned:
            yield "crew pinned"
        if one.immobile:
            yield "immobilized"
    if fallen := before.snipers[side].san - after.snipers[side].san:
        yield f"SAN falls by {fallen}"
    if after.snipers[side].pinned:
        yield "Sniper pinned"


def _drs(head: str) -> range:
    """The dr of a column: ``dr 1``, ``dr 1 to 2``."""
    numbers = [int(word) for word in head.replace("dr", "").split(" to ")]
    return range(numbers[0], numbers[-1] + 1)


def test_each_row_of_the_sniper_table_has_its_targets() -> None:
    assert [row[0] for row in SNIPER.rows] == list(TARGETS)


@pytest.mark.parametrize("row", SNIPER.rows, ids=[row[0] for row in SNIPER.rows])
def test_a_sniper_does_to_its_target_what_the_row_says(row: tuple[str, ...]) -> None:
    for head, words in zip(SNIPER.heads[1:], row[1:], strict=True):
        for dr in _drs(head):
            for target in TARGETS[row[0]]:
                assert struck(target, dr, row[0]) == SAID[words][target.other], (target, dr)


def test_other_dr_have_no_effect_as_the_title_says() -> None:
    effective = {dr for head in SNIPER.heads[1:] for dr in _drs(head)}
    none = set(range(1, 7)) - effective
    assert f"no effect by a dr of {min(none)} to {max(none)}" in SNIPER.title
    st, _ = made(Shot("fire A at C6", ("A russian 4-4-7 at A1", "X german 4-6-7 at C6")))
    side = st.units[1].side
    both = [Sniper(), Sniper()]
    both[side] = Sniper(4, loc(st, "E6"))
    for dr in range(1, 7):
        assert bool(SniperAttack(side).rolled(st.with_(snipers=tuple(both)), (dr,)).push) == (dr in effective)


# -- Heat of Battle --------------------------------------------------------------------------

MEANT = {
    "a hero": ("hero",),
    "a hero, and Battle Hardening": ("hero", "hardened"),
    "Battle Hardening": ("hardened",),
    "berserk; Battle Hardening where no Known enemy is in LOS": ("berserk",),
    "surrender; berserk who never surrenders": ("surrender",),
}
UNSEEN = {**MEANT, "berserk; Battle Hardening where no Known enemy is in LOS": ("hardened",)}
OF_ALL = [row for row in RESULTS.rows if row[1] in MEANT]
[WEAK] = [row for row in RESULTS.rows if row[1] not in MEANT]


def _covers(head: str, final: int) -> bool:
    if head.endswith(" or less"):
        return final <= int(head.removesuffix(" or less"))
    if head.endswith(" or more"):
        return final >= int(head.removesuffix(" or more"))
    numbers = [int(word) for word in head.split(" to ")]
    return numbers[0] <= final <= numbers[-1]


def _heated(unit: str, enemy: str, faces: tuple[int, int]) -> tuple[int, tuple[str, ...]]:
    """The Final DR of a unit's Heat of Battle in play, and its results in words."""
    st, _ = made(Shot("fire A at C6", (f"A {unit} at C6", f"X {enemy}")))
    one = next(unit for unit in st.units.values() if unit.ident == "A")
    _, events = engine.answer(begin(st, HeatOfBattle(one.id))[0], faces)
    [told] = (event for event in events if isinstance(event, DiceThrown))
    return told.final, tuple(word for word in WORDS if WORDS[word] in told.outcome.split(" and "))


UNITS = ("british 4-5-8", "german 4-6-7", "russian 4-4-7")
"""Their DRM reach from the least to the highest Final DR."""


@pytest.mark.parametrize(("enemy", "meant"), [("at C3", MEANT), ("at C9", UNSEEN)], ids=["in LOS", "unseen"])
@pytest.mark.parametrize("unit", UNITS)
def test_heat_of_battle_brings_what_the_row_of_its_final_dr_says(
    unit: str, enemy: str, meant: dict[str, tuple[str, ...]]
) -> None:
    foe = "russian 4-4-7" if unit.startswith("german") else "german 4-6-7"
    for faces in PAIRS:
        final, found = _heated(unit, f"{foe} {enemy}", faces)
        [row] = [words for head, words in OF_ALL if _covers(head, final)]
        assert found == meant[row], final


def test_who_surrenders_from_a_lower_dr_is_named() -> None:
    assert WEAK[1].startswith("surrender, of those below Elite: ")
    named = WEAK[1].split(": ")[1].split(", ")
    assert sorted(named) == sorted(nation(army).adjective for army in heat_of_battle().weak)
    for faces in PAIRS:
        final, found = _heated("italian 3-4-6", "british 4-5-7 at C3", faces)
        assert (found == ("surrender",)) == _covers(WEAK[0], final), final


def test_each_drm_of_the_table_is_what_play_counts() -> None:
    rows = {of: drm for drm, of in DRM.rows}
    for unit, broken, adds in (
        ("german 4-6-8", False, ("Elite",)),
        ("german 4-6-7", True, ("was broken",)),
        ("german 4-3-6", False, ("Inexperienced",)),
        ("german 4-6-7", False, ()),
        ("british 4-5-7", False, ("British",)),
        ("russian 4-4-7", False, ("Russian",)),
        ("finnish 6-4-8", False, ("Finnish",)),
        ("french 4-5-7", False, ("French",)),
        ("italian 3-4-6", False, ("Italian",)),
    ):
        foe = "russian 4-4-7" if unit.startswith(("german", "finnish")) else "german 4-6-7"
        st, _ = made(Shot("fire A at C6", (f"A {unit} at C6", f"X {foe} at C3")))
        one = next(unit for unit in st.units.values() if unit.ident == "A")
        assert heat_ledger(HeatFacts(st, one, broken)).total() == sum(int(rows[word]) for word in adds), unit
