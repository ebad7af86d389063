"""A server with one game, and hands that work its page in a real browser."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import uvicorn
from msgspec.structs import replace

from goodorder.core.actions import Action
from goodorder.play.record import Answered
from goodorder.play.session import Session
from goodorder.play.start import again
from goodorder.play.store import Store
from goodorder.web.app import create_app
from goodorder.web.games import Games
from goodorder.web.messages.requests import NewGame
from goodorder.web.serve import default_game, listen

if TYPE_CHECKING:
    from playwright.sync_api import Page

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


PATIENCE = 90
"""Seconds that a page or server is waited for: a slow machine is no fault."""
SEED = 7
"""Seed of the dice: what a test plays is the same each time."""


def past_snipers(session: Session) -> None:
    """The computer sets up, and Snipers are put into the first hex that is offered for each."""
    while "Sniper" in (asked := session.choice()).prompt or session.state.turn.phase == "setup":
        if session.computer_to_move():
            session.computer()
        elif "Sniper" in asked.prompt:
            session.decide(asked.side, cast(Action, asked.menu.entries()[0].action), by="setup")
        elif session.prepared() is None:
            return


class Served:
    """A server in a thread, with one game against the computer, of the small scenario unless told otherwise."""

    def __init__(
        self, folder: Path, scenario: str = "first", side: str = "german", wanted: NewGame | None = None
    ) -> None:
        self.store = Store(folder)
        self.game = self.begin(wanted or default_game(scenario, side))
        listener, port = listen(23_000)
        self.address = f"http://127.0.0.1:{port}/#/game/{self.game}?side={side}"
        self.server = uvicorn.Server(uvicorn.Config(create_app(self.store), log_level="warning"))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()

    def begin(self, wanted: NewGame) -> str:
        """One more game, with the same dice each time."""
        game = Games(self.store).create_now(replace(wanted, seed=SEED if wanted.seed is None else wanted.seed))
        record = self.store.record(game)
        if wanted.setups and (start := again(record.header)).snipers:
            session = Session.resume(record, start, persist=self.store.persister(game, len(record.entries)))
            session.settle()
            past_snipers(session)
        return game

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)

    def by_hand(self) -> list[str]:
        """What the person answered, in order."""
        entries = self.store.record(self.game).line()
        return [str(e.action["do"]) for e in entries if isinstance(e, Answered) and e.by == "human"]


HOLDING = """
const Real = window.WebSocket;
window.kept = [];
window.holding = sessionStorage.getItem('hold') === 'yes';
window.letIn = () => { window.holding = false; window.kept.splice(0).forEach(one => one()); };
window.WebSocket = class extends Real {
    set onmessage(hear) {
        super.onmessage = event => window.holding ? window.kept.push(() => hear(event)) : hear(event);
    }
};
"""
"""What the server says is held back until ``letIn()``: a line as slow as one likes."""


def phase(page: Page) -> str:
    """The phase that the track shows, empty during set-up."""
    now = page.locator("ol.phases li.now")
    return now.first.inner_text().strip() if now.count() else ""


ASKED = "section.now.mine[aria-busy='false']"
"""The panel of what is asked, while nothing that was done is still to be answered or shown."""


def wait_turn(page: Page) -> None:
    """Until the player must decide, and the page knows it: whatever was done before has been answered and is shown."""
    page.wait_for_selector(ASKED, state="attached", timeout=PATIENCE * 1_000)


def leave_board(page: Page) -> None:
    """Take the mouse off the board: where it rests on a stack that is laid out after a moment, over what is clicked."""
    page.mouse.move(5, 5)


def click_hex(page: Page) -> str:
    """Click the first lit hex on the board; its name."""
    leave_board(page)
    wait_turn(page)
    lit = page.locator("polygon.offer").first
    lit.wait_for(state="attached")
    name = lit.get_attribute("data-hex")
    box = lit.bounding_box()
    assert box is not None and name is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return name


def announce_hex(page: Page) -> str:
    """Click the first lit hex, which plans, and again, which announces; its name."""
    name = click_hex(page)
    page.locator(".confirm-box button.go").wait_for()
    leave_board(page)
    page.mouse.click(*middle(page, name))
    return name


def click_unit(page: Page) -> None:
    """Click a glowing unit that lies on top of its stack."""
    leave_board(page)
    wait_turn(page)
    found = page.evaluate(
        """() => [...document.querySelectorAll('g.units g.unit.glow')].map(unit => {
            const box = unit.getBoundingClientRect();
            const at = [box.x + box.width / 2, box.y + box.height / 2];
            const top = document.elementsFromPoint(...at).map(e => e.closest('g.unit')).find(e => e);
            return top === unit ? at : null;
        }).filter(at => at)"""
    )
    assert found, "no unit glows"
    page.mouse.click(*found[0])


def until(done: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something that the server does."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


def decline(page: Page, served: Served, touch: bool = False) -> None:
    """The pass of what is asked, once; where there is none the first choice, and what it leads to.

    Each click comes when the one before is answered and shown, so that none falls into the next question.
    """
    wait_turn(page)
    before = len(served.by_hand())
    end = time.monotonic() + PATIENCE
    while True:
        kinds = (".confirm-box.ending button.go", "button.choice.pass", "button.choice", ".confirm-box button.go")
        found = [page.locator(f"{ASKED} {kind}") for kind in kinds]
        button = next(one for one in found if one.count()).first
        button.tap() if touch else button.click()
        wait_turn(page)
        if len(served.by_hand()) > before:
            return
        if time.monotonic() > end:
            raise AssertionError(f"nothing could be declined: {page.locator('section.now').inner_text()!r}")


def places(page: Page) -> list[str]:
    """Every counter with where it lies."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('g.units g.unit')]"
        ".map(u => u.dataset.unit + u.getAttribute('transform')).sort()"
    )
    return found


def to_phase(page: Page, served: Served, wanted: str) -> None:
    """Pass everything until a phase asks."""
    for _ in range(20):
        wait_turn(page)
        if phase(page) == wanted:
            return
        decline(page, served)
    raise AssertionError(f"no {wanted} came")


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where the middle of a hex is on the screen."""
    found = page.evaluate(
        """name => {
            const text = [...document.querySelectorAll('.hex-names text')].find(one => one.textContent === name);
            const sheet = document.querySelector('.sheet').getBoundingClientRect();
            const k = sheet.width / document.querySelector('.sheet').offsetWidth;
            return [sheet.x + Number(text.dataset.x) * k, sheet.y + Number(text.dataset.y) * k];
        }""",
        name,
    )
    return found[0], found[1]


def hexside(page: Page, name: str, side: int) -> tuple[float, float]:
    """A point of a hex close to one of its hexsides, 0 the upper one and on clockwise."""
    x, y = middle(page, name)
    k = page.evaluate(
        "() => { const s = document.querySelector('.sheet'); return s.getBoundingClientRect().width / s.offsetWidth; }"
    )
    angle = math.radians(60 * side - 90)
    return x + math.cos(angle) * 27 * k, y + math.sin(angle) * 27 * k


def centre(page: Page, selector: str) -> tuple[float, float]:
    """The middle of the first element of a kind."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
