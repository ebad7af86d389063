"""A real Chromium: the worked examples of a Human Wave (A25.23), each from either seat, and a Wave of thirty units."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

pytest.importorskip("playwright.sync_api")

from goodorder.cli.bench_wave import wave as thirty
from goodorder.core.dice import DiceStream
from goodorder.play.cases.reader import read_cases
from tests.web.conftest import opened
from tests.web.positions import Midway, at_step, begun
from tests.web.screen import Served, leave_board, middle, until, wait_turn
from tests.web.waves import done

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

EXAMPLES = Path(__file__).parents[1] / "cases" / "a25_nationalities" / "a25_23_worked_examples.toml"
GRAINS, TWO_SIDES, _, WHOLE = range(4)
"""Which case of the file."""
RUSSIAN, GERMAN = "russian", "german"

Play = Callable[["Page", Served], None]


class Example(NamedTuple):
    """A worked example: its case, after how many steps it stands, and what the person does who has that side."""

    number: str
    side: str
    case: int
    steps: int
    play: Play
    dice: tuple[tuple[int, ...], ...] = ()
    """The first rolls; those after are threes and fours."""


@pytest.fixture
def rolls(monkeypatch: pytest.MonkeyPatch) -> deque[tuple[int, ...]]:
    """What is rolled next, with which nobody of a Wave breaks where nothing else is said."""
    told: deque[tuple[int, ...]] = deque()

    def faces(self: DiceStream, number: int, count: int) -> tuple[int, ...]:
        if told and len(told[0]) == count:
            return told.popleft()
        return ((3, 4) * count)[:count]

    monkeypatch.setattr(DiceStream, "faces", faces)
    return told


def choice(page: Page, key: str) -> Any:
    """The button of an entry of the menu."""
    return page.locator(f"section.now button.choice[data-key='{key}']")


def pick(page: Page, key: str) -> None:
    """Click the button of an entry, once nothing is under way."""
    leave_board(page)
    wait_turn(page)
    choice(page, key).click()
    wait_turn(page)


def click(page: Page, name: str) -> None:
    """Click the middle of a hex, once nothing is under way."""
    leave_board(page)
    wait_turn(page)
    page.mouse.click(*middle(page, name))
    wait_turn(page)


def offered(page: Page) -> set[str]:
    """The hexes that are lit."""
    found: list[str] = page.locator("polygon.offer").evaluate_all("them => them.map(one => one.dataset.hex)")
    return set(found)


def draft(page: Page, at: str, to: str, only: str = "") -> None:
    """Send those of a Location, or one of them, by clicks into a hex in the impulse that is drafted."""
    pick(page, f"at:{at}")
    if only:
        page.locator("section.now button.choice", has_text=f"only {only}").click()
        wait_turn(page)
    assert to in offered(page)
    click(page, to)
    page.locator(f".wave-way.go[data-from='{at}'][data-to='{to}']").wait_for(state="attached")


def announce(page: Page, served: Served) -> None:
    """Announce the impulse, which is one answer; what is asked next has come."""
    wait_turn(page)
    assert "Impulse of the Human Wave" in page.locator("section.now .prompt").inner_text()
    before = len(served.by_hand())
    choice(page, "announce").click()
    until(lambda: len(served.by_hand()) > before)
    assert served.by_hand()[before:] == ["impulse"]
    wait_turn(page)


def bearing(page: Page, badge: str) -> set[str]:
    """The hexes in which a counter bears this badge."""
    found: list[str] = page.locator("g.units g.unit", has=page.locator(".badge", has_text=badge)).evaluate_all(
        "them => them.map(one => one.getAttribute('aria-label'))"
    )
    return {where[1] for words in found if (where := re.search(r" in ([A-Z]+[0-9]+)", words))}


def ways_from(page: Page, at: str, kind: str) -> set[str]:
    """Where the arrows of a kind lead that are drawn from a hex."""
    them = page.locator(f".wave-way.{kind}[data-from='{at}']")
    found: list[str] = them.evaluate_all("them => them.map(one => one.dataset.to)")
    return set(found)


def window(page: Page) -> set[str]:
    """The Locations of the one window over an impulse: each is told in its prompt and marked on the board."""
    wait_turn(page)
    prompt = page.locator("section.now .prompt").inner_text()
    assert prompt.startswith("Defensive First Fire at "), prompt
    assert "Human Wave" in page.locator("section.now .crumbs").inner_text()
    found: list[str] = page.locator("polygon.touched").evaluate_all("them => them.map(one => one.dataset.hex)")
    named = re.sub(r"\([^)]*\)", "", prompt)
    assert found and all(re.search(rf"\b{name}\b", named) for name in found), (prompt, found)
    return set(found)


def impulses(served: Served, by: str = "standard") -> int:
    """How many impulses one player has announced."""
    return len(done(served, "impulse", by))


def shots(served: Served, by: str = "human") -> list[Any]:
    """What one player has fired."""
    return done(served, "fire", by)


def fire(page: Page, served: Served, target: str, *keys: str) -> Any:
    """Fire with the squad in O3 at a Location, by the keys that say with what and how; what was done."""
    before = len(shots(served))
    click(page, "O3")
    click(page, target)
    for key in keys:
        pick(page, key)
    page.locator("section.now .confirm-box button.go").first.click()
    until(lambda: len(shots(served)) == before + 1)
    wait_turn(page)
    return shots(served)[-1]


# -- the ATTACKER at the page, the computer defends ------------------------------------------


def one_of_five_grains(page: Page, served: Served) -> None:
    pick(page, "wave")
    click(page, "O3")
    choice(page, "all0").click()
    page.locator(".grain.chosen").wait_for(state="attached")
    keys = page.locator("section.now button.choice").evaluate_all("them => them.map(one => one.dataset.key)")
    assert {"g3,4", "g4", "g4,3", "g4,5"} <= set(keys), "and the Hex Grain 3, which waits for its second word"
    assert page.locator(".grain:not(.chosen)").count() == 4
    assert page.locator(".wave-from").count() == 4
    pick(page, "g4,3")
    until(lambda: len(ways_from(page, "P1", "forward")) == 2)
    assert ways_from(page, "P1", "forward") == {"O2", "P2"} and len(ways_from(page, "P1", "side")) == 2
    page.locator(".confirm-box button.go").click()
    choice(page, "announce").wait_for()
    [declared] = done(served, "human_wave", "human")
    assert len(declared["units"]) == 9


def two_forward_and_two_side_hexes(page: Page, served: Served) -> None:
    pick(page, "at:P2")
    assert offered(page) == {"O3"}, "together they enter it, for somebody has to (A25.234)"
    page.locator("section.now button.choice", has_text="only squad C").click()
    wait_turn(page)
    assert offered(page) == {"O3", "P3"}, "his forward hexes; no side hex has an enemy in it"


def all_pay_what_the_hedge_costs(page: Page, served: Served) -> None:
    for at, to in (("O1", "N1"), ("P1", "O2"), ("Q2", "P2")):
        draft(page, at, to)
    assert ways_from(page, "R2", "go") == {"Q3"}, "who is sent nowhere takes what it costs the others"
    assert "2 MF" in choice(page, "announce").inner_text()
    announce(page, served)
    assert bearing(page, "RNG") <= {"N1", "O2"} and bearing(page, "HW")
    assert not bearing(page, "RNG") & {"P2", "Q3"}


def all_are_met_by_what_the_computer_fires(page: Page, served: Served) -> None:
    wait_turn(page)
    assert impulses(served, "human") == 0 and page.locator(".wave-way.go").count() >= 2
    announce(page, served)
    assert impulses(served, "human") == 1


def somebody_has_to_enter(page: Page, served: Served) -> None:
    draft(page, "N1", "N2")
    draft(page, "O2", "N2", only="half-squad C")
    assert "O3" in ways_from(page, "O2", "go") | ways_from(page, "P2", "go"), "somebody is sent there"
    draft(page, "P2", "O3")
    assert ways_from(page, "Q3", "go") == {"P3"}
    announce(page, served)
    assert shots(served, "standard"), "who is entered must fire (A8.312)"
    assert bearing(page, "RNG") <= {"N2"}, "whose range has grown less lose their counter"


def each_may_go_so_far(page: Page, served: Served) -> None:
    pick(page, "at:P3")
    assert offered(page) == {"O3", "O4", "P4"}
    page.keyboard.press("Escape")
    wait_turn(page)
    assert "half-squad C" not in choice(page, "at:N2").inner_text(), "it has one way alone"
    assert "N3" in ways_from(page, "N2", "go")
    pick(page, "at:N2")
    assert offered(page) == {"M3", "N3", "O3"}
    page.keyboard.press("Escape")
    announce(page, served)


def who_enters_is_met(page: Page, served: Served) -> None:
    draft(page, "N2", "M3")
    draft(page, "P3", "O3", only="squad I")
    draft(page, "P3", "P4")
    assert ways_from(page, "N2", "go") == {"M3", "N3"}
    announce(page, served)
    assert shots(served, "standard"), "Final Protective Fire, which is compulsory"


# -- the DEFENDER at the page, the computer attacks ------------------------------------------


def one_window_for_each_impulse(page: Page, served: Served) -> None:
    first = impulses(served) if window(page) else 0
    for number in range(first, first + 2):
        assert len(window(page)) > 1
        assert impulses(served) == number, "none has gone by without its window"
        if not page.locator("section.now button.choice.pass").count():
            break
        pick(page, "pass")


def the_squad_fires_at_n1(page: Page, served: Served) -> None:
    assert window(page) == {"N1", "O2", "P2", "Q3"}
    fire(page, served, "N1", "p1:i")
    assert not bearing(page, "PIN"), "a Wave ignores a PTC"
    assert bearing(page, "HW") == {"N1", "O2", "P2", "Q3"}
    assert window(page) == {"N1", "O2", "P2", "Q3"}, "still the same impulse"


def the_machine_gun_sprays(page: Page, served: Served) -> None:
    shot = fire(page, served, "O2", "p1:12", "l2", "s:P2")
    assert shot["spray"] != shot["target"]
    assert "O2" in page.locator("section.now .crumbs").inner_text(), "of its two Locations it says which is meant"
    pick(page, "pass")
    assert "P2" in page.locator("section.now .crumbs").inner_text()
    pick(page, "pass")
    assert window(page) == {"N1", "O2", "P2", "Q3"}


def keeps_its_rate(page: Page) -> None:
    """Of both Locations of a Spraying Fire it is asked whether the rate is given up for more Residual FP."""
    for _ in range(2):
        wait_turn(page)
        assert "rate of fire?" in page.locator("section.now .prompt").inner_text()
        pick(page, "pass")


def it_sprays_once_more(page: Page, served: Served) -> None:
    keeps_its_rate(page)
    fire(page, served, "O2", "p1:12", "l2", "s:P2")
    keeps_its_rate(page)
    assert page.locator("g.units g.unit[aria-label*='2-3-7']").count() == 2, "K/2: both squads of O2 are reduced"
    assert impulses(served) == 1, "the machine gun has no third shot, and nobody else has one"


def it_has_no_third_shot(page: Page, served: Served) -> None:
    assert impulses(served) == 0
    keeps_its_rate(page)
    assert impulses(served) == 1 and not shots(served), "nobody has a shot left: the next impulse is announced at once"


def fire_is_compulsory(page: Page, served: Served) -> None:
    assert "O3" in window(page)
    assert page.locator("section.now button.choice.pass").count() == 0
    assert "A8.312" in page.locator("section.now .why").inner_text(), "why it can't be passed is told"
    fire(page, served, "O3")


def the_last_shot_is_at_who_has_just_come(page: Page, served: Served) -> None:
    assert "O3" in window(page)
    click(page, "O3")
    click(page, "O3")
    panel = page.locator("section.preview")
    panel.locator(".sum", has_text="13½ FP").wait_for()
    assert "12 column" in panel.inner_text()
    page.locator("section.now .confirm-box button.go").first.click()
    until(lambda: len(shots(served)) == 1)


EX5 = ((3, 2), (4, 4), (2, 4), (2, 4), (6, 1, 2), (5,), (2, 4), (3, 4), (3, 4))

PLAYED = [
    Example("1", RUSSIAN, GRAINS, 0, one_of_five_grains),
    Example("1", GERMAN, WHOLE, 1, one_window_for_each_impulse),
    Example("1, in P2", RUSSIAN, TWO_SIDES, 0, two_forward_and_two_side_hexes),
    Example("2", RUSSIAN, WHOLE, 1, all_pay_what_the_hedge_costs),
    Example("2", GERMAN, WHOLE, 2, one_window_for_each_impulse),
    Example("3", RUSSIAN, WHOLE, 2, all_are_met_by_what_the_computer_fires),
    Example("3", GERMAN, WHOLE, 3, the_squad_fires_at_n1, ((5, 4),)),
    Example("4", RUSSIAN, WHOLE, 4, all_are_met_by_what_the_computer_fires),
    Example("4", GERMAN, WHOLE, 4, the_machine_gun_sprays, ((6, 2), (3, 4), (3, 4), (4, 5))),
    Example("5", RUSSIAN, WHOLE, 5, all_are_met_by_what_the_computer_fires),
    Example("5", GERMAN, WHOLE, 5, it_sprays_once_more, EX5),
    Example("6", RUSSIAN, WHOLE, 6, all_are_met_by_what_the_computer_fires),
    Example("6", GERMAN, WHOLE, 6, it_has_no_third_shot),
    Example("7", RUSSIAN, WHOLE, 8, somebody_has_to_enter),
    Example("7", GERMAN, WHOLE, 11, fire_is_compulsory, ((5, 4), (3, 3), (3, 3))),
    Example("8", RUSSIAN, WHOLE, 13, each_may_go_so_far),
    Example("8", GERMAN, WHOLE, 13, fire_is_compulsory),
    Example("9", RUSSIAN, WHOLE, 13, who_enters_is_met),
    Example("9", GERMAN, WHOLE, 20, the_last_shot_is_at_who_has_just_come, ((4, 3), (1, 2))),
]
EACH_RUN = {("2", RUSSIAN), ("4", GERMAN), ("9", GERMAN)}
"""What a run plays; a soak plays all."""


def parameters() -> list[Any]:
    """The examples, those for the soak alone marked so."""
    return [
        pytest.param(
            one,
            id=f"{one.number}-{one.side}",
            marks=() if (one.number, one.side) in EACH_RUN else pytest.mark.soak,
        )
        for one in PLAYED
    ]


@pytest.mark.parametrize("example", parameters())
def test_a_worked_example_of_a_wave_is_played_at_the_page_against_the_computer(
    browser: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rolls: deque[tuple[int, ...]],
    example: Example,
) -> None:
    case = read_cases(EXAMPLES)[example.case]
    assert not hasattr(case, "status"), case
    position = at_step(case, example.steps)
    rolls.extend(example.dice)
    served = Midway(tmp_path, position, example.side, monkeypatch)
    try:
        with opened(browser, served.address) as page:
            wait_turn(page)
            example.play(page, served)
    finally:
        served.stop()


@pytest.mark.parametrize("side", [RUSSIAN, GERMAN])
def test_a_wave_of_thirty_is_one_plan_one_prompt_and_one_window_for_each_impulse(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rolls: deque[tuple[int, ...]], side: str
) -> None:
    served = Midway(tmp_path, begun(thirty()), side, monkeypatch)
    try:
        with opened(browser, served.address) as page:
            if side == GERMAN:
                one_window_for_each_impulse(page, served)
                return
            wait_turn(page)
            page.locator(".wave-way.go").first.wait_for(state="attached")
            froms = page.locator(".wave-way.go").evaluate_all("them => them.map(one => one.dataset.from)")
            assert len(set(froms)) == 15, "arrows from each Location"
            fan_is_told(page)
            announce(page, served)
            page.locator(".wave-way.go").first.wait_for(state="attached")
            assert page.locator(".wave-way.go").count() > 5
            announce(page, served)
    finally:
        served.stop()


def fan_is_told(page: Page) -> None:
    """The whole plan is within the panel, its rows in a list that scrolls, and to announce it is in sight."""
    assert page.locator("section.preview .impulse tr").count() >= 15
    panel, button = page.locator("section.now").bounding_box(), choice(page, "announce").bounding_box()
    assert panel is not None and button is not None
    assert panel["y"] <= button["y"] and button["y"] + button["height"] <= panel["y"] + panel["height"]
