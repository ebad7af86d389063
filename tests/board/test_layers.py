"""What play lays on a map for lines of sight: properties over many lines, and what can't be laid."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from goodorder.board import BoardError, Map, compose, text_map
from goodorder.board.map.compose import parts
from goodorder.board.sight.layers import Blaze, Layers, Rubble, Smoke, Vehicle, merged, read
from goodorder.board.sight.layers_sight import LayeredSight, layered
from goodorder.board.sight.sight import Sight
from goodorder.play.cases import CaseResult, run_case
from goodorder.play.cases.reader import read_cases

LAND = """
size 12x10
C3 D3 C4 grain ; F5 F6 G6 crags ; H3 H4 woods ; D7 brush ; E7 orchard
B8 C8 level 1 ; C8 woods ; building I6 stone 2 ; E4-E5 wall
"""


def lines(board: Map, count: int, seed: int) -> Iterator[tuple[int, int]]:
    """Pairs of Locations of different hexes, not adjacent, up to eight hexes apart."""
    chance = random.Random(seed)
    while count:
        a, b = (chance.randrange(len(board.locations)) for _ in range(2))
        if 1 < board.distance(board.hex_at(a), board.hex_at(b)) <= 8:
            count -= 1
            yield a, b


def of(board: Map, *told: str) -> LayeredSight:
    return layered(board, merged([found for line in told if (found := read(board, line)) is not None]))


@pytest.mark.parametrize("make", [lambda: text_map(LAND), lambda: compose(parts("village"))])
def test_without_layers_the_verdict_is_the_maps_own(make: Callable[[], Map]) -> None:
    board = make()
    sight = LayeredSight(board, Layers())
    assert sight.board is board
    for a, b in lines(board, 150, 1):
        mine, own = sight.verdict(a, b), board.los(a, b)
        assert (mine.blocked, mine.hindrance if not mine.blocked else 0) == (
            own.blocked,
            own.hindrance if not own.blocked else 0,
        )
        assert mine.hindrances == own.hindrances or mine.blocked


def test_a_wreck_adds_one_or_nothing_and_the_same_from_either_end() -> None:
    board = text_map(LAND)
    wrecks = LayeredSight(board, Layers(vehicles=(Vehicle(board.index("F6"), "wreck"),)))
    met = 0
    for a, b in lines(board, 400, 2):
        bare, there, back = board.los(a, b), wrecks.verdict(a, b), wrecks.verdict(b, a)
        assert (there.blocked, there.hindrance) == (back.blocked, back.hindrance)
        if not there.blocked:
            assert there.hindrance - bare.hindrance in (0, 1)
            met += there.hindrance - bare.hindrance
    assert met > 5


def test_layers_never_clear_a_line() -> None:
    board = text_map(LAND)
    clouds = tuple(Smoke(board.index(name)) for name in ("D5", "F4", "G7"))
    sight = LayeredSight(board, Layers(smoke=clouds, blazes=(Blaze(board.index("E8")),)))
    for a, b in lines(board, 200, 3):
        bare, laid = board.los(a, b), sight.verdict(a, b)
        assert laid.blocked or not bare.blocked
        assert laid.blocked or laid.hindrance >= bare.hindrance
        assert laid.blocked == (bare.blocked or sum(h.value for h in laid.hindrances) >= 6)


def test_one_cloud_between_hinders_as_the_kernel_says() -> None:
    board = text_map("size 12x10 ; B4 level 1 ; C8 level 2 ; H2 level 3 ; building I6 stone 3")
    cloud = board.index("E5")
    smokes = np.zeros((len(board.hexes), 2), np.int32)
    smokes[cloud] = 3, 2
    kernel, mine = Sight(board, smokes), LayeredSight(board, Layers(smoke=(Smoke(cloud),)))
    hindered = 0
    for a, b in lines(board, 400, 4):
        low, high = min(a, b), max(a, b)
        if cloud in (board.hex_at(a), board.hex_at(b)) or board.los(a, b).blocked:
            continue
        if cloud not in board.los(a, b).hexes:
            continue
        said = kernel.judge(low, high).hindrance
        assert mine.verdict(low, high).hindrance == said
        hindered += said
    assert hindered > 20


def test_fire_out_of_smoke_alone_tells_the_two_directions_apart() -> None:
    board = text_map("size 12x10")
    inside, outside = board.index("E5"), board.index("E8")
    sight = of(board, "wp at E5")
    out, into = sight.verdict(inside, outside), sight.verdict(outside, inside)
    assert (out.hindrance, into.hindrance) == (3, 2)
    assert out.hindrances[0].rule == "A24.8"
    assert [h.rule for h in into.hindrances] == ["A24.2"]


def test_hindrances_are_told_in_the_order_of_the_line() -> None:
    board = text_map("size 12x10 ; E4 grain")
    sight = of(board, "wreck at E4", "smoke dispersed at E6")
    told = sight.verdict(board.index("E3"), board.index("E7")).hindrances
    assert [(h.terrain, h.value) for h in told] == [("grain", 1), ("wreck", 1), ("smoke_dispersed", 2)]
    back = sight.verdict(board.index("E7"), board.index("E3")).hindrances
    assert [h.terrain for h in back] == ["smoke_dispersed", "wreck", "grain"]


def test_rubble_takes_upper_levels_and_leaves_walls() -> None:
    board = text_map("size 12x10 ; building E5 E6 stone 2 ; E4-E5 wall ; E5-F4 hedge")
    fallen = of(board, "rubble at E5").board
    e5 = board.index("E5")
    assert fallen.hexes[e5].terrain.id == "stone_rubble"
    assert [s.id if s else None for s in fallen.hexes[e5].sides] == [s.id if s else None for s in board.hexes[e5].sides]
    assert [p.name for p in fallen.locations] == [p.name for p in board.locations]
    assert {p.name for p in fallen.locations if p.kind == "gone"} == {"E5 level 1", "E5 level 2"}


def test_a_level_that_fell_is_no_location_and_others_keep_theirs() -> None:
    board = text_map("size 12x10 ; building D5 stone 2 ; building E5 stone 2")
    sight = LayeredSight(board, Layers(rubble=(Rubble(board.index("D5"), True),)))
    high = board.place(board.index("E5"), "2")
    told = sight.verdict(high, board.index("E8"))
    assert sight.board.place_name(max(told.a, told.b)) == "E5 level 2"
    with pytest.raises(BoardError, match="D5 level 1 is rubble now"):
        sight.verdict(board.place(board.index("D5"), "1"), board.index("E8"))


def test_a_building_keeps_its_number_where_another_falls() -> None:
    board = text_map("size 12x10 ; building C5 stone ; building E5 E6 stone ; building H5 stone")
    fallen = of(board, "rubble at C5", "rubble at E5").board
    for name in ("E6", "H5"):
        assert fallen.hex(name).building == board.hex(name).building
        assert fallen.buildings[fallen.hex(name).building] == {board.index(name)}
    assert fallen.hex("C5").building == -1


def test_a_map_with_another_hex_differs_in_nothing_else() -> None:
    board = text_map("size 12x10 ; building E5 E6 stone ; E5-E6 bar")
    open_house = replace(board.hex("E5"), bars=(False,) * 6)
    other = board.with_hexes([open_house, replace(board.hex("E6"), building=-1)])
    assert other.hex("E5") is open_house and board.hex("E5") is not open_house
    assert other.buildings == (frozenset({board.index("E5")}),) and other.locations == board.locations
    assert other.los(1, 60) == board.los(1, 60)


def test_rubble_of_an_upper_level_leaves_those_beneath() -> None:
    board = text_map("size 12x10 ; building E5 stone 3")
    fallen = of(board, "rubble at E5/2").board
    held = [p.name for p in fallen.locations if p.hex == board.index("E5") and p.kind != "gone"]
    assert held == ["E5", "E5 level 1", "E5 level 2"]


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ("rubble at B2", "has no building to fall"),
        ("rubble at E5/3", "no building with a level 3"),
        ("rubble at E5/up", "is no number"),
        ("stone_rubble at G5", "Depression"),
        ("wreck at Z9", "no hex"),
        ("wreck at E5 side 6", "not understood"),
        ("wreck E5", "not understood"),
        ("wreck", "not understood"),
        ("blaze at E5/4", "no level"),
        ("wind strong", "unknown"),
    ],
)
def test_what_cannot_lie_there_is_refused(told: str, says: str) -> None:
    board = text_map("size 12x10 ; building E5 stone 2 ; gully G4 G5 G6")
    with pytest.raises(BoardError, match=says):
        of(board, told)


def test_other_counters_are_no_layers() -> None:
    board = text_map("size 12x10")
    assert read(board, "residual 4 at C5") is None
    assert read(board, "smoke_grenade at C5") is None


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ('ask = "los C4 C6 corner 2"', "corner 2"),
        ('do = "fire A at C6"', "asks nothing but los"),
    ],
)
def test_a_case_with_layers_asks_for_lines_alone(tmp_path: Path, step: str, says: str) -> None:
    file = tmp_path / "a.toml"
    file.write_text(
        'version = 1\n[[case]]\ntitle = "t"\nmarkers = ["wreck at C5"]\n'
        f'units = ["A german 4-6-7 at C4", "B russian 4-4-7 at C6"]\n[[case.step]]\n{step}\n',
        encoding="utf-8",
    )
    (case,) = read_cases(file, file.name)
    result = case if isinstance(case, CaseResult) else run_case(case)
    assert result.status == "invalid" and says in result.message
