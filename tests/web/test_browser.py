"""A real Chromium plays: a turn by clicking, a reload in the middle of a turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, Page, sync_playwright

from goodorder.play.record import Answered
from goodorder.play.store import Store
from goodorder.web.app import STATIC, create_app
from goodorder.web.hub import Hub
from goodorder.web.serve import default_game, listen

pytestmark = pytest.mark.browser
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator[Browser]:
    if not (STATIC / "index.html").exists():
        pytest.skip("the client is not built")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium_path, args=ARGUMENTS)
        yield found
        found.close()


class Served:
    """A server in a thread, with one game of the small scenario against the computer."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.game = Hub(self.store).create_now(default_game("first", "german"))
        listener, port = listen(23_000)
        self.address = f"http://127.0.0.1:{port}/#/game/{self.game}?side=german"
        self.server = uvicorn.Server(uvicorn.Config(create_app(self.store), log_level="warning"))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)

    def by_hand(self) -> list[str]:
        """What the person answered, in order."""
        entries = self.store.record(self.game).line()
        return [str(e.action["do"]) for e in entries if isinstance(e, Answered) and e.by == "human"]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    yield found
    found.stop()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """The game on screen; console errors fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    found = context.new_page()
    errors: list[str] = []
    found.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.add_init_script("localStorage.setItem('goodorder.pace', '\"instant\"')")
    found.goto(served.address)
    yield found
    context.close()
    assert errors == []


def phase(page: Page) -> str:
    """The phase that the track shows, empty during set-up."""
    now = page.locator("ol.phases li.now")
    return now.first.inner_text().strip() if now.count() else ""


def wait_turn(page: Page) -> None:
    """Until the player must decide."""
    ready = "section.now.mine ul.choices:not(.stale)"
    page.wait_for_selector(ready, state="attached", timeout=60_000)
    page.wait_for_selector("section.now.mine button.choice, section.now.mine .confirm-box", timeout=60_000)


def click_hex(page: Page) -> str:
    """Click the first lit hex on the board; its name."""
    lit = page.locator("polygon.offer").first
    lit.wait_for(state="attached")
    name = lit.get_attribute("data-hex")
    box = lit.bounding_box()
    assert box is not None and name is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return name


def choose(page: Page, key: str) -> None:
    """Click one of the choices in the Now panel."""
    page.locator(f"button.choice[data-key='{key}']").click()


def click_unit(page: Page) -> None:
    """Click a glowing unit that lies on top of its stack."""
    found = page.evaluate(
        """() => [...document.querySelectorAll('g.unit.glow')].map(unit => {
            const box = unit.getBoundingClientRect();
            const at = [box.x + box.width / 2, box.y + box.height / 2];
            const top = document.elementsFromPoint(...at).map(e => e.closest('g.unit')).find(e => e);
            return top === unit ? at : null;
        }).filter(at => at)"""
    )
    assert found, "no unit glows"
    page.mouse.click(*found[0])


def fire(page: Page, served: Served) -> None:
    """A glowing unit, a lit target, the word."""
    click_unit(page)
    click_hex(page)
    page.locator(".confirm-box button.go").click()
    until(lambda: "fire" in served.by_hand())


def move(page: Page, served: Served) -> None:
    """A glowing unit, one lit hex."""
    click_unit(page)
    click_hex(page)
    until(lambda: "move" in served.by_hand())


def until(done: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something that the server does."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


def decline(page: Page, served: Served) -> None:
    """The pass of whatever is asked; where there is none, the first choice."""
    before = len(served.by_hand())
    found = page.locator("button.choice.pass")
    while not found.count():
        page.locator("ul.choices button.choice").first.click()
        wait_turn(page)
        if len(served.by_hand()) > before:
            return
    found.first.click()
    until(lambda: len(served.by_hand()) > before)


def test_a_player_turn_is_played_by_clicking(page: Page, served: Served) -> None:
    done: set[str] = set()
    for _ in range(80):
        wait_turn(page)
        now = phase(page)
        attacker = page.locator("span.attacker").inner_text()
        if "Russian" in attacker or page.locator("ol.turns li.now").inner_text() != "1":
            break
        acts = {"PFPh": fire, "MPh": move}
        if now in acts and now not in done:
            done.add(now)
            acts[now](page, served)
        else:
            decline(page, served)
    assert done == {"PFPh", "MPh"}
    assert {"fire", "move"} <= set(served.by_hand())
    log = page.locator("section.log, [aria-label='Log']").first.inner_text()
    assert "moves" in log or "move" in log


def test_a_reload_in_mid_turn_shows_the_same_position(page: Page, served: Served) -> None:
    for _ in range(20):
        wait_turn(page)
        if phase(page) == "MPh":
            break
        decline(page, served)
    move(page, served)
    wait_turn(page)
    before = (page.locator(".now-head").inner_text(), places(page))
    page.reload()
    wait_turn(page)
    assert (page.locator(".now-head").inner_text(), places(page)) == before
    count = len(served.by_hand())
    decline(page, served)
    assert len(served.by_hand()) == count + 1


def places(page: Page) -> list[str]:
    """Every counter with where it is drawn."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('g.unit')].map(u => u.dataset.unit + u.getAttribute('transform')).sort()"
    )
    return found


def test_two_people_at_one_screen_hand_over_go_back_and_replay(page: Page, served: Served) -> None:
    page.goto(served.address.split("#")[0] + "#/")
    players = page.locator("select[aria-label^='Who plays']")
    ready = page.locator("select[aria-label^='Set-up of']")
    players.first.wait_for()
    for number in range(2):
        players.nth(number).select_option("human")
        ready.nth(number).select_option(index=1)
    page.get_by_label("Practice", exact=False).check()
    page.get_by_role("button", name="Play").click()
    wait_turn(page)
    before = places(page)
    move_by_hand(page)
    until(lambda: places(page) != before)
    wait_turn(page)
    take_over(page)
    page.keyboard.press("u")
    until(lambda: places(page) == before)
    served.game = newest(served)
    entries = served.store.record(served.game).entries
    taken_back = [entry.action["do"] for entry in entries if isinstance(entry, Answered)]
    assert "move" in taken_back and "move" not in served.by_hand()
    take_over(page)
    page.locator("header.top button").first.click()
    page.get_by_role("menuitem", name="Replay from the start").click()
    page.locator(".replay-bar").wait_for()


def newest(served: Served) -> str:
    """The game that was played last."""
    return served.store.games()[0].id


def take_over(page: Page) -> None:
    """Leave the screen between two players, where it is shown."""
    cover = page.locator(".cover button.go")
    if cover.count():
        cover.click()


def move_by_hand(page: Page) -> None:
    """Pass on to the Movement Phase, over the hand-overs, and move one unit a hex."""
    for _ in range(20):
        wait_turn(page)
        take_over(page)
        if phase(page) == "MPh":
            click_unit(page)
            click_hex(page)
            return
        page.locator("button.choice.pass").first.click()
        page.wait_for_timeout(150)
    raise AssertionError("no Movement Phase came")
