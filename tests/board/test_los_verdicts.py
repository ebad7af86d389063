"""Lines of sight on small maps, each judged by hand from the rule it names."""

from __future__ import annotations

import pytest

from goodorder.board import BoardError, Map, compose, parts, text_map
from goodorder.board.sight.sight_layers import rubbled

SLOPE = "E3 E4 E5 level 1"
CLEAR, BLOCKED = False, True

# text map | from | to | blocked | hindrance | rule of what blocks ("" when clear) | what it shows
VERDICTS = [
    ("", "E1", "E10", CLEAR, 0, "", "open ground"),
    ("E5 woods", "E3", "E7", BLOCKED, 0, "A6.2", "woods between"),
    ("E5 woods", "E3", "E5", CLEAR, 0, "", "into woods"),
    ("E5 woods", "E5", "E9", CLEAR, 0, "", "out of woods"),
    ("E5 woods; E6 woods", "E5", "E6", CLEAR, 0, "", "woods to the next woods"),
    ("E5 wooden_building", "E3", "E7", BLOCKED, 0, "A6.2", "a building between"),
    ("B3 woods", "A4", "C4", CLEAR, 0, "", "along a hexspine: woods on one side only"),
    ("B3 woods; B4 woods", "A4", "C4", CLEAR, 0, "", "along a hexspine: the drawings leave it free"),
    ("building B3 B4 stone", "A4", "C4", BLOCKED, 0, "A6.2", "along a hexspine through one building"),
    ("E5 grain", "E3", "E7", CLEAR, 1, "", "grain"),
    ("E5 E6 brush", "E3", "E8", CLEAR, 2, "", "two hexes of brush"),
    ("E3 E7 grain", "E3", "E7", CLEAR, 0, "", "grain at the ends does not hinder"),
    ("E5 orchard", "E3", "E7", CLEAR, 1, "", "orchard"),
    ("E2 E3 E4 E5 E6 grain", "E1", "E7", CLEAR, 5, "", "five hindrances"),
    ("E2 E3 E4 E5 E6 E7 grain", "E1", "E8", BLOCKED, 6, "B.10", "six hindrances"),
    ("B3 orchard", "A4", "C4", CLEAR, 1, "", "inherent terrain counts along its hexside"),
    ("B3 B4 orchard", "A4", "C4", CLEAR, 1, "", "two such hexes count once"),
    ("B3 grain", "A4", "C4", CLEAR, 0, "", "grain beside a hexspine does not"),
    ("B5 B6 C6 B7 C7 C8 C9 grain", "B3", "C10", CLEAR, 5, "", "one hindrance for each range"),
    ("E5 level 1", "E3", "E7", BLOCKED, 0, "A6.2", "a hill between"),
    ("B3 level 1", "A4", "C4", CLEAR, 0, "", "along a hexspine: a hill on one side only"),
    ("B3 B4 level 1", "A4", "C4", BLOCKED, 0, "A6.2", "along a hexspine inside a hill"),
    ("E3 E7 level 1", "E3", "E7", CLEAR, 0, "", "across a valley"),
    ("E3 E4 E5 E6 E7 level 1", "E3", "E7", CLEAR, 0, "", "along a plateau"),
    (SLOPE, "E5", "E7", CLEAR, 0, "", "down from the crest"),
    (SLOPE, "E5", "E10", CLEAR, 0, "", "far down from the crest"),
    (SLOPE, "E4", "E6", BLOCKED, 0, "B10.2", "one hex behind the crest"),
    (SLOPE, "E3", "E7", BLOCKED, 0, "B10.2", "two hexes behind the crest"),
    (SLOPE, "E4", "E2", BLOCKED, 0, "B10.2", "the far slope"),
    ("E3 E7 level 1; E5 woods", "E3", "E7", CLEAR, 0, "", "from level 1 to level 1 over woods"),
    ("E3 level 1; E5 woods", "E3", "E7", BLOCKED, 0, "B10.22", "level 1 sees nothing lower behind woods"),
    ("E3 E7 level 1; E5 stone_building", "E3", "E7", CLEAR, 0, "", "over a building of height 1"),
    ("E3 E7 level 1; E5 stone_building 2", "E3", "E7", BLOCKED, 0, "A6.2", "not over one of height 2"),
    ("E3 level 2; E5 woods", "E3", "E6", BLOCKED, 0, "A6.4", "the hex behind woods is blind"),
    ("E3 level 2; E5 woods", "E3", "E7", CLEAR, 0, "", "the second hex behind is not"),
    ("E1 level 2; E6 woods", "E1", "E8", BLOCKED, 0, "A6.4", "at range 5 two hexes are blind"),
    ("E1 level 2; E6 woods", "E1", "E9", CLEAR, 0, "", "and the third is not"),
    ("E3 level 3; E5 stone_building 2", "E3", "E7", BLOCKED, 0, "A6.4", "height 2 blinds two hexes"),
    ("E3 level 3; E5 stone_building 2", "E3", "E8", CLEAR, 0, "", "but not a third"),
    ("E3 level 4; E5 woods", "E3", "E6", BLOCKED, 0, "A6.4", "never fewer than one blind hex"),
    ("E3 level 4; E5 woods", "E3", "E7", CLEAR, 0, "", "from high up no more than one"),
    ("E3 level 3; E5 level 1; E5 woods", "E3", "E7", BLOCKED, 0, "A6.4", "lower ground behind adds a blind hex"),
    ("E3 level 3; E5 E7 level 1; E5 woods", "E3", "E7", CLEAR, 0, "", "ground as high as the obstacle's does not"),
    ("E1 level 2; E6 level 1", "E1", "E7", BLOCKED, 0, "B10.23", "a crest five hexes away blinds one hex"),
    ("E1 level 2; E6 level 1", "E1", "E8", CLEAR, 0, "", "only one"),
    ("E1 level 2; E5 level 1", "E1", "E6", CLEAR, 0, "", "a crest four hexes away blinds none"),
    ("E1 level 3; E6 level 1", "E1", "E7", CLEAR, 0, "", "two levels above the crest take that away"),
    ("E1 level 3; E4 level 2", "E1", "E5", BLOCKED, 0, "B10.23", "a drop of two levels blinds one hex near by"),
    ("E1 level 2; E4 level 1; E4-E5 cliff", "E1", "E5", BLOCKED, 0, "B10.23", "a cliff a level lower blinds one hex"),
    ("E1 level 2; E4 level 1; E4-E5 cliff", "E1", "E6", CLEAR, 0, "", "and no more"),
    ("E3 E7 level 1; E5 orchard", "E3", "E7", CLEAR, 0, "", "over an orchard from level to level"),
    ("E3 level 1; E5 orchard", "E3", "E7", BLOCKED, 0, "B10.22", "an orchard hides what is lower"),
    ("E3 level 2; E5 orchard", "E3", "E6", BLOCKED, 0, "A6.4", "and blinds like woods from above"),
    ("E3 level 1; E5 grain", "E3", "E7", CLEAR, 0, "", "grain below hinders nobody on a hill"),
    ("E3 E5 E7 level 1; E5 grain", "E3", "E7", CLEAR, 1, "", "grain on the same hill does"),
    ("E4 level 1; E5 level 2; E4 grain", "E3", "E5", CLEAR, 1, "", "and on a continuous slope (B.5)"),
    ("E4-E5 wall", "E3", "E6", BLOCKED, 0, "B9.2", "a wall away from both ends"),
    ("E4-E5 wall", "E4", "E6", CLEAR, 0, "", "over one's own wall"),
    ("E4-E5 hedge", "E3", "E5", CLEAR, 0, "", "over the target's hedge"),
    ("E3 level 1; E4-E5 wall", "E3", "E6", CLEAR, 0, "", "from above a wall is no obstacle"),
    ("E3 E6 level 1; E4-E5 wall", "E3", "E6", CLEAR, 0, "", "between hills neither"),
    ("E3 E4 E5 E6 level 1; E4-E5 wall", "E3", "E6", BLOCKED, 0, "B9.2", "on the hill it is"),
    ("B3-B4 wall", "A4", "C4", CLEAR, 0, "", "along a wall that touches both ends"),
    ("B3-B4 wall", "A4", "E4", CLEAR, 0, "", "along a wall that touches one end"),
    ("B3-C4 wall", "A4", "E4", BLOCKED, 0, "B9.2", "past the end of a wall"),
    ("B3-B4 wall; B3-C4 wall", "A4", "E4", CLEAR, 0, "", "along a wall that bends"),
    ("B3-B4 wall; B3-C4 wall; B4-C4 hedge", "A4", "E4", BLOCKED, 0, "B9.2", "three hexspines meet"),
    ("D3-D4 hedge", "A4", "G4", BLOCKED, 0, "B9.2", "along a hedge that touches neither end"),
    ("A4-B3 wall; B4-C4 wall", "A4", "C4", CLEAR, 0, "", "walls of the ends' own hexes"),
    ("road E4 E5 E6; E5 woods", "E3", "E7", CLEAR, 0, "", "straight along a road through woods"),
]


@pytest.mark.parametrize(("text", "a", "b", "blocked", "hindrance", "rule", "shows"), VERDICTS)
def test_verdict(text: str, a: str, b: str, blocked: bool, hindrance: int, rule: str, shows: str) -> None:
    board = text_map(text or "size 10x10")
    verdict = board.los(board.index(a), board.index(b))
    told = verdict.explain(board)
    assert (verdict.blocked, verdict.hindrance if not blocked or rule == "B.10" else 0) == (blocked, hindrance), told
    assert (verdict.why.rule if verdict.why else "") == rule, told


def test_crossed_hexsides_of_the_target() -> None:
    board = text_map("E4-E5 wall; B3-B4 hedge; C3-C4 wall")
    i = board.index
    assert board.los(i("E2"), i("E6")).entry_sides(i("E6")) == (0,)
    assert board.los(i("E2"), i("E6")).entry_sides(i("E2")) == (3,)
    assert set(board.los(i("A4"), i("C4")).entry_sides(i("C4"))) == {4, 5}
    assert [c[2].id for c in board.hexside_cover(i("E1"), i("E5"))] == ["wall"]
    assert [c[2].id for c in board.hexside_cover(i("E9"), i("E5"))] == []
    assert [c[2].id for c in board.hexside_cover(i("A4"), i("C4"))] == ["hedge"]
    assert [c[2].id for c in board.hexside_cover(i("C4"), i("A4"))] == ["hedge"]


def test_a_wall_gives_nothing_to_a_target_below_it() -> None:
    flat, hill = text_map("E4-E5 wall"), text_map("E4-E5 wall; E4 level 1; E5 level 2")
    assert flat.hexside_cover(flat.index("E8"), flat.index("E4"))
    assert not hill.hexside_cover(hill.index("E8"), hill.index("E4"))


def test_hexes_along_the_line_and_both_along_a_hexspine() -> None:
    board = text_map("size 10x10")
    assert [board.hexes[k].name for k in board.los(board.index("E1"), board.index("E3")).hexes] == ["E1", "E2", "E3"]
    along = board.los(board.index("C4"), board.index("A4"))
    assert [board.hexes[k].name for k in along.hexes][0::3] == ["C4", "A4"]
    assert {board.hexes[k].name for k in along.hexes} == {"A4", "B3", "B4", "C4"}


def test_the_reason_names_hex_height_and_rule() -> None:
    board = text_map("E5 stone_building 2")
    why = board.los(board.index("E3"), board.index("E7")).why
    assert why is not None
    assert (board.hexes[why.hex].name, why.terrain, why.height, why.rule) == ("E5", "stone_building_2", 2.5, "A6.2")
    assert board.hex("E5").y - 33 < why.at[1] < board.hex("E5").y + 33


def test_the_trail_names_each_point_that_mattered() -> None:
    board = text_map("E4 grain ; E5 grain ; E6 woods")
    points = board.trail(board.index("E3"), board.index("E8"))
    assert [(board.hexes[p.hex].name, p.terrain, p.top, p.rule) for p in points] == [
        ("E4", "grain", 0.5, "B15"),
        ("E5", "grain", 0.5, "B15"),
        ("E6", "woods", 1.0, "A6.2"),
    ]
    assert points[-1].says.startswith("blocks")
    assert not board.trail(board.index("A1"), board.index("A3"))


def test_the_trail_ends_where_the_line_is_blocked_whichever_hex_the_obstacle_is_counted_to() -> None:
    board = compose(parts("hills"))
    line = board.index("D2"), board.index("F8")
    points = board.trail(*line)
    assert [(board.hexes[p.hex].name, p.terrain) for p in points] == [
        ("D2", "grain"),
        ("D3", "orchard"),
        ("E4", "wall"),
    ], points
    assert points[-1].says.startswith("blocks") and points[1].says == "hinders by +1"
    assert board.trail(*line[::-1]) == points[::-1]


def test_locations_follow_the_last_hex_and_are_told_by_name() -> None:
    board = text_map("building C4 stone 1.5 ; building E5 E6 stone 2")
    count = len(board.hexes)
    assert board.locations[count].name == "C4 level 1"
    assert board.locations[board.index("E5")].kind == "ground"
    high = board.place(board.index("E5"), "2")
    assert (board.place_name(high), board.hex_at(high)) == ("E5 level 2", board.index("E5"))
    with pytest.raises(BoardError, match="has no level"):
        board.place(board.index("C4"), "2")
    assert board.los(high, board.index("E6")).blocked == board.los(board.index("E6"), high).blocked


def test_rubble_is_half_a_level_high_and_has_no_upper_level() -> None:
    board = text_map("building E5 E6 stone 2 ; E3 level 1")
    e5 = board.index("E5")
    fallen = Map("fallen", rubbled(board.raster, {e5: True, board.index("E6"): True}))
    far, near, side = (board.index(name) for name in ("E8", "E3", "D4"))
    assert board.los(near, far).blocked and not fallen.los(near, far).blocked  # from the hill one looks over it
    assert fallen.los(board.index("E4"), far).blocked  # on its own level it blocks
    assert len(fallen.locations) == len(fallen.hexes) < len(board.locations)
    assert board.los(side, e5).blocked == fallen.los(side, e5).blocked
