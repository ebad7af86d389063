"""A real Chromium: Guns, vehicles and works as they are drawn, turned to their fronts, and what is said of them.

Guns of no scenario and works are put into the first position, and what befalls a vehicle into what is shown of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from msgspec.structs import replace
from playwright.sync_api import FloatRect, Locator, Page

from goodorder.core.state import ON_MAP, State, Vehicle, Weapon, Work
from goodorder.data.counters.support import WeaponType
from goodorder.flow.sequence.opening import new_game
from goodorder.play import start
from goodorder.web import documents
from goodorder.web.messages.pieces import VehicleDoc
from goodorder.web.pieces import vehicle_doc
from tests.web.arena import at, vehicle
from tests.web.screen import middle, until, wait_turn

pytestmark = pytest.mark.browser

Play = Callable[..., Any]

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
UPPER_LEFT, UPPER_RIGHT, RIGHT, LOWER_RIGHT, LOWER_LEFT, LEFT = range(6)


@dataclass
class Put:
    """What is put into the first position of the next game: a type, a hex and a facing each."""

    guns: list[tuple[str, str, int]] = field(default_factory=list)
    """Manned by the German crew of that hex, if there is one."""
    works: list[tuple[str, str, int]] = field(default_factory=list)
    shown: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By the hex of a vehicle what is shown of it besides."""


def gun_type(st: State, id: str) -> WeaponType:
    """A Gun among the support weapons, of which no rule can fire it."""
    kind = st.world.catalogue.gun(id)
    return WeaponType(
        id=id,
        nationality=kind.nationality,
        kind=kind.gun_type,
        name=kind.name,
        fp=0,
        range=kind.range_max or 0,
        rof=kind.rof or 0,
        breakdown=kind.breakdown or 12,
        x_number=None,
        repair=kind.repair,
        removal=kind.removal,
        pp=0,
        spraying_fire=False,
        ift=False,
        caliber=kind.caliber,
        barrel=kind.barrel,
        range_min=None,
        range_max=None,
        to_kill=None,
        dismantled=None,
    )


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Put:
    found = Put()

    def with_pieces(*args: Any) -> State:
        st = new_game(*args)
        board, number = st.world.map, st.next_id
        weapons, works = dict(st.weapons), dict(st.works)
        crew = [unit.id for unit in st.units.values() if unit.type == "german:2-2-8"]
        for kind, where, facing in found.guns:
            known: Any = st.world.weapons
            known[kind] = gun_type(st, kind)
            holder = crew.pop() if crew else 0
            loc = board.hex(where).index
            weapons[number] = Weapon(number, 0, kind, holder=holder, loc=loc, place=ON_MAP, facing=facing)
            number += 1
        for kind, where, facing in found.works:
            works[number] = Work(number, 0, kind, loc=board.hex(where).index, facing=facing)
            number += 1
        return st.with_(weapons=weapons, works=works, next_id=number)

    def with_more(st: State, vehicle: Vehicle, hex_name: str | None, level: str) -> VehicleDoc:
        return replace(vehicle_doc(st, vehicle, hex_name, level), **found.shown.get(hex_name or "", {}))

    monkeypatch.setattr(start, "new_game", with_pieces)
    monkeypatch.setattr(documents, "vehicle_doc", with_more)
    return found


def angle(page: Page, tile: str, arrow: str = ".arc.front") -> float:
    """Degrees from the top, clockwise, of the way on the screen from the middle of a tile to its arrow."""
    found: float = page.evaluate(
        """([tile, arrow]) => {
            const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
            const root = document.querySelector(tile);
            const [x, y] = middle(root.querySelector('rect.tile').getBoundingClientRect());
            const [ax, ay] = middle(root.querySelector(arrow).getBoundingClientRect());
            return Math.atan2(ax - x, y - ay) * 180 / Math.PI;
        }""",
        [tile, arrow],
    )
    return found % 360


def away(one: float, other: float) -> float:
    """Degrees between two directions."""
    return abs((one - other + 180) % 360 - 180)


def spine(facing: int) -> int:
    """Degrees from the top of a hexspine."""
    return 60 * facing - 30


def turned_texts(page: Page) -> int:
    """Texts on the counters of the map that are not upright."""
    found: int = page.evaluate(
        "() => [...document.querySelectorAll('g.units text')].filter(t => Math.abs(t.getScreenCTM().b) > 1e-6).length"
    )
    return found


def box(found: Locator) -> FloatRect:
    """Where something is on the screen."""
    spot = found.first.bounding_box()
    assert spot is not None
    return spot


def shared(one: FloatRect, other: FloatRect) -> float:
    """The part of the smaller of two boxes that both cover."""
    w = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    h = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    smaller = min(one["width"] * one["height"], other["width"] * other["height"])
    return max(0.0, w) * max(0.0, h) / smaller


def counter_in(page: Page, words: str) -> str:
    """The selector of the only piece of which these words are said."""
    found = page.locator(f"g.units g.piece[aria-label*='{words}']")
    until(lambda: found.count() == 1)
    kind = "weapon" if found.get_attribute("data-weapon") else "vehicle"
    return f"g.units g.piece[data-{kind}='{found.get_attribute(f'data-{kind}')}']"


def test_a_gun_is_turned_to_its_covered_arc_and_shows_caliber_rof_and_crew(play: Play, put: Put) -> None:
    places = ["E4", "G5", "I6", "K4", "M6", "N8"]
    put.guns = [("german:7_5cm_pak_40", where, facing) for facing, where in enumerate(places)]
    opening, _ = play([at("2-2-8", "E4"), at("4-6-7", "I9")], [at("4-4-7", "P2")], viewport=DESK)
    with opening as page:
        wait_turn(page)
        for facing, where in enumerate(places):
            gun = counter_in(page, f"PaK 40 in {where},")
            assert away(angle(page, gun), spine(facing)) < 5, where
            assert page.locator(f"{gun} text.caliber").text_content() == "75L"
            assert page.locator(f"{gun} .rof-box text").text_content() == "2"
            assert page.locator(f"{gun} path.manned").count() == int(where == "E4")
        assert turned_texts(page) == 0
        gun = counter_in(page, "PaK 40 in E4,")
        crew = box(page.locator("g.units g.unit[aria-label*='crew'] rect.tile"))
        assert shared(box(page.locator(f"{gun} rect.tile")), crew) < 0.15, "neither covers the other"
        words = page.locator(gun).get_attribute("aria-label") or ""
        assert "manned" in words and "points to the upper left" in words and "caliber 75L" in words


def test_a_vehicle_shows_hull_turret_armor_armament_and_crew(play: Play, put: Put) -> None:
    vehicles = [
        vehicle("pzkpfw_ivh", "F7", UPPER_RIGHT),
        vehicle("stug_iiib", "H5", LOWER_RIGHT),
        vehicle("spw_250_1", "I8", LEFT),
    ]
    put.shown = {"F7": {"tca": LEFT, "crew": "CE", "badges": ("FIRST",)}, "H5": {"crew": "BU"}, "I8": {"wreck": True}}
    opening, _ = play([at("4-6-7", "J3"), *vehicles], [at("4-4-7", "P2")], viewport=DESK)
    with opening as page:
        wait_turn(page)
        tank = counter_in(page, "PzKpfw IVH 1 in F7")
        assert away(angle(page, tank), spine(UPPER_RIGHT)) < 5
        assert away(angle(page, tank, ".arc.turret"), spine(LEFT)) < 5
        assert page.locator(f"{tank} text.armor").all_text_contents() == ["8/3", "6/4"]
        assert page.locator(f"{tank} text.armament").text_content() == "75L"
        assert page.locator(f"{tank} .mp text").text_content() == "13"
        assert page.locator(f"{tank} .crew-tag text").text_content() == "CE"
        assert page.locator(f"{tank} .badge text").text_content() == "FIRST"
        words = page.locator(tank).get_attribute("aria-label") or ""
        assert "crew exposed, front to the upper right, turret to the left" in words
        gun = counter_in(page, "StuG IIIB 1 in H5")
        assert page.locator(f"{gun} .arc.turret").count() == 0 == page.locator(f"{gun} g.turret").count()
        assert away(angle(page, gun), spine(LOWER_RIGHT)) < 5
        wreck = counter_in(page, "in I8, halftrack")
        assert page.locator(f"{wreck} g.broken").count() == 1 and page.locator(f"{wreck} text.armor").count() == 0
        assert turned_texts(page) == 0
        page.mouse.move(*middle(page, "F7"))
        page.locator(".info-text", has_text="PzKpfw IVH 1 in F7").wait_for()


def test_a_vehicle_in_bypass_lies_at_its_hexside_and_points_along_it(play: Play, put: Put) -> None:
    put.shown = {"K5": {"bypass": (3, 4)}}
    opening, _ = play([at("4-6-7", "K5"), vehicle("pzkpfw_iiif", "K5", LOWER_LEFT)], [at("4-4-7", "P2")], viewport=DESK)
    with opening as page:
        wait_turn(page)
        tank = counter_in(page, "in Bypass")
        x, y = middle(page, "K5")
        below = middle(page, "K6")[1] - y
        tile = box(page.locator(f"{tank} rect.tile"))
        dx, dy = tile["x"] + tile["width"] / 2 - x, tile["y"] + tile["height"] / 2 - y
        assert abs(dx) < 0.1 * below and 0.35 * below < dy < 0.55 * below, "at the lower hexside"
        assert away(angle(page, tank), 270) < 5, "from the lower right vertex to the lower left one"
        squad = box(page.locator("g.units g.unit[aria-label*=' in K5'] rect.tile"))
        assert abs(squad["y"] + squad["height"] / 2 - y) < 0.15 * below, "the squad in the hex stays in its middle"


WORKS = [
    ("foxhole", "J3", -1),
    ("wire", "N3", -1),
    ("mines", "P4", -1),
    ("pillbox", "M8", RIGHT),
    ("roadblock", "O6", 1),
]


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_works_lie_beneath_units_and_a_roadblock_at_its_hexside(play: Play, put: Put, viewport: dict[str, int]) -> None:
    put.works = WORKS
    units = [at("4-6-7", "J3", "LMG"), at("4-6-7", "M8")]
    opening, _ = play(units, [at("4-4-7", "P2")], viewport=viewport, has_touch=viewport is PHONE)
    with opening as page:
        wait_turn(page)
        found = page.locator("g.works g.work")
        until(lambda: found.count() == len(WORKS))
        said = found.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        assert "German foxhole in J3" in said and "German roadblock in O6, at the upper right hexside" in said
        assert "German pillbox in M8, points to the right" in said
        beneath = page.evaluate(
            """() => {
                const [works, units] = [document.querySelector('g.works'), document.querySelector('g.units')];
                return Boolean(works.compareDocumentPosition(units) & Node.DOCUMENT_POSITION_FOLLOWING);
            }"""
        )
        assert beneath
        squad = box(page.locator("g.units g.unit[aria-label*=' in J3'] rect.tile"))
        ring = box(page.locator("g.work.foxhole ellipse.earth"))
        assert ring["width"] > squad["width"] and ring["height"] > squad["height"], "it can be seen around who is in it"
        x, y = middle(page, "O6")
        tall = middle(page, "O7")[1] - y
        bar = box(page.locator("g.work.roadblock rect.bar"))
        dx, dy = bar["x"] + bar["width"] / 2 - x, bar["y"] + bar["height"] / 2 - y
        assert 0.3 * tall < dx < 0.55 * tall and -0.35 * tall < dy < -0.15 * tall, "at the upper right"


def test_a_stack_with_a_gun_is_laid_out_with_it(play: Play, put: Put) -> None:
    put.guns = [("german:7_5cm_pak_40", "E4", UPPER_RIGHT)]
    opening, _ = play([at("2-2-8", "E4"), at("4-6-7", "E4")], [at("4-4-7", "P2")], viewport=DESK)
    with opening as page:
        wait_turn(page)
        gun = counter_in(page, "PaK 40 in E4,")
        spot = box(page.locator(f"{gun} rect.tile"))
        assert page.locator("g.fan").count() == 0
        page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        page.locator("g.fan g.piece").wait_for()
        assert page.locator("g.fan g.unit").count() == 2
        tiles = [box(one) for one in page.locator("g.fan rect.tile").all()]
        assert all(shared(one, other) == 0 for one in tiles for other in tiles if one is not other)


def test_each_letter_of_a_badge_lies_within_it_in_whatever_type(play: Play, put: Put) -> None:
    put.shown = {"F7": {"badges": ("IMMO", "MELEE")}, "H5": {"badges": ("MOTION", "PREP")}}
    opening, _ = play([vehicle("pzkpfw_iiif", "F7", RIGHT), vehicle("pzkpfw_iiif", "H5", RIGHT)], [at("4-4-7", "P2")])
    with opening as page:
        wait_turn(page)
        badges = page.locator("g.piece g.badge")
        until(lambda: badges.count() == 4)
        for badge in badges.all():
            tile, letters = box(badge.locator("rect")), box(badge.locator("text"))
            rim = 0.04 * tile["width"]
            assert tile["x"] + rim <= letters["x"]
            assert letters["x"] + letters["width"] + rim <= tile["x"] + tile["width"]
