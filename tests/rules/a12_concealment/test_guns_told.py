"""What is told of Guns under a "?": of their shots, and of shots at them (A12.2, A12.34)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import Fire, Firer, Ordnance, TargetType
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.state import ON_MAP, State, Vehicle, Weapon
from goodorder.core.view import view
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.play.log import lines
from goodorder.play.seen import roll_asked
from goodorder.rules.ruleset import ruleset
from tests.support import Placed, begin, loc, position, squad, unit

SMALL, TALL = "3_7cm_pak_35_36", "8_8cm_flak_18_o_36"
TEXT = "size 14x14\nE5 woods\nE12 woods"


def opposed(*counters: Placed, guns: dict[int, tuple[str, int]], attacker: int = 0) -> State:
    """A position by the full rules in a PFPh with Guns: who mans which, pointing where."""
    st = position(TEXT, *counters, attacker=attacker)
    st = st.with_(world=replace(st.world, rules=ruleset("full"), hides=(0,)))
    for number, (holder, (kind, facing)) in enumerate(guns.items()):
        man = st.units[holder]
        st = st.with_weapon(Weapon(50 + number, man.side, kind, holder, man.loc, ON_MAP, facing=facing, emplaced=True))
    return begin(st, FirePhase("PFPh"))[0]


def shot(
    st: State, target: str, *dice: tuple[int, ...], kind: TargetType = "infantry"
) -> tuple[State, list[Any], list[Any]]:
    """A shot of the first Gun by these dice: what each side reads of it."""
    gun = st.weapons[50]
    reply: Any = Fire((Firer(gun.holder, False, (50,)),), loc(st, target), ordnance=Ordnance(kind))
    read: tuple[list[Any], list[Any]] = ([], [])
    for one in (reply, *dice):
        after, events = answer(st, one)
        for side in (0, 1):
            read[side].extend(lines(st, after, events, viewer=side))
        st = after
    return st, *read


def test_the_owner_reads_all_of_a_hidden_guns_shot_and_the_enemy_its_dice_and_target_alone() -> None:
    crew = unit("A", "2-2-8", "E5").now(concealed=True, hidden=True)
    st = opposed(crew, squad("X", "E12", 1).now(broken=True), guns={1: ("german:7_5cm_pak_40", 3)})
    after, own, other = shot(st, "E12", (5, 6))
    assert after.units[1].hidden
    assert any("7.5cm" in line.text for line in own)
    assert [line.text for line in other] == ["To Hit at E12: 11: misses"]
    assert not any(line.lines for line in other)
    assert 50 not in view(after, 1).weapons


def test_a_gun_that_stays_under_a_mark_fires_ordnance_of_no_kind_that_is_told() -> None:
    crew = unit("A", "2-2-8", "E5").now(concealed=True)
    st = opposed(crew, squad("X", "E12", 1), guns={1: ("german:7_5cm_pak_40", 3)})
    after, own, other = shot(st, "E12", (6, 4))
    assert after.units[1].concealed
    texts = [line.text for line in other]
    assert texts[0] == 'a "?" stack fires ordnance at E12'
    assert not any("Pak" in text or "HE" in text or "or less" in text for text in texts), texts
    assert any("7.5cm" in line.text for line in own)


def test_a_gun_that_its_shot_shows_is_named_with_its_dice() -> None:
    crew = unit("A", "2-2-8", "E5").now(concealed=True)
    st = opposed(crew, squad("X", "E12", 1), guns={1: ("german:7_5cm_pak_40", 3)})
    after, _, other = shot(st, "E12", (6, 6))
    assert not after.units[1].concealed
    assert any(line.lines for line in other)
    assert 50 in view(after, 1).weapons


def test_the_size_of_a_gun_under_a_mark_is_told_only_where_it_makes_a_hit_a_miss() -> None:
    mine = unit("A", "2-2-8", "E5")
    theirs = unit("X", "2-2-8", "E12", 1).now(concealed=True)
    guns = {1: ("german:7_5cm_pak_40", 3), 2: ("russian:45mm_ptp_obr_32", 0)}
    st = opposed(mine, theirs, guns=guns)
    bare = opposed(mine, theirs, guns={1: guns[1]})
    decides = 0
    for dice in [(1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (3, 5), (6, 6)]:
        (found, with_gun, _), (_, without, _) = (shot(one, "E12", dice) for one in (st, bare))
        told, plain = ([line.text for line in read] for read in (with_gun, without))
        assert told[0] == plain[0], dice
        if ("misses" in told[1]) == ("misses" in plain[1]):
            assert told == plain, dice
        else:
            decides += 1
            assert "misses" in told[1]
            assert found.units[2].concealed
    assert decides == 2


def test_a_gun_under_a_mark_that_hits_a_tank_tells_neither_its_number_nor_its_bearing() -> None:
    crew = unit("A", "2-2-8", "E5").now(concealed=True)
    st = opposed(crew, squad("X", "K12", 1), guns={1: ("german:7_5cm_pak_40", 3)})
    tank = Vehicle(70, 1, "russian:t_34_m41", loc=loc(st, "E12"), facing=0, turret=0, place=ON_MAP)
    st = begin(st.with_vehicle(tank), FirePhase("PFPh"))[0]
    shot = Fire((Firer(1, False, (50,)),), tank.loc, ordnance=Ordnance("vehicle", "AP"), vehicle=70)
    after, events = answer(st, shot)
    after, events = answer(after, (2, 3))
    asked = pending(after)
    assert isinstance(asked, Roll) and "below" in asked.need
    told = roll_asked(after, asked, 1)
    assert told.need == "" and told.purpose.startswith("To Kill T-34") and "front" not in told.purpose
    assert roll_asked(after, asked, 0).need == asked.need
    last, events = answer(after, (5, 5))
    assert last.units[1].concealed
    [own, other] = [[line for line in lines(after, last, events, viewer=side) if line.dice] for side in (0, 1)]
    assert "front" in own[0].text and own[0].lines
    assert "front" not in other[0].text and "below" not in other[0].text and not other[0].lines


def test_the_other_side_does_not_keep_the_ring_of_fire_that_hidden_guns_close() -> None:
    st = opposed(squad("A", "E5"), squad("X", "E12", 1), guns={})
    ring = FirePhase("PFPh", 5, ((0,),), None, 1, 0, ((3,),))
    assert ring.seen_by(st, 0) == ring
    assert ring.seen_by(st, 1) == FirePhase("PFPh")
