"""A hand that plays a game by its page alone: it sees what is offered and clicks, as one does who tries things."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.web.screen import PATIENCE, Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOK = """
() => {
    const now = document.querySelector('section.now');
    const shown = element => element.getBoundingClientRect();
    return {
        over: document.querySelector('.closing') !== null,
        mine: now !== null && now.classList.contains('mine') && now.getAttribute('aria-busy') === 'false',
        prompt: now?.querySelector('.prompt')?.innerText ?? '',
        phase: document.querySelector('ol.phases li.now')?.innerText.trim() ?? '',
        deep: now?.querySelectorAll('nav.crumbs button.own').length ?? 0,
        go: [...(now?.querySelectorAll('.confirm-box button.go') ?? [])].map(one => one.innerText),
        choices: [...(now?.querySelectorAll('button.choice') ?? [])].map(one => ({
            key: one.dataset.key ?? '', kind: [...one.classList].filter(c => c !== 'choice').join(' '),
            label: one.innerText.replace(/\\s+/g, ' ').trim(),
        })),
        hexes: [...new Set([...document.querySelectorAll('polygon.offer, polygon.reach')].map(one => one.dataset.hex))],
        fork: [...document.querySelectorAll('.fork button')].map(one => one.innerText),
        told: [...document.querySelectorAll('.toasts .toast')].map(one => one.innerText),
    };
}
"""
"""What the page shows of what may be done."""


class Stuck(AssertionError):
    """Nothing that is offered leads on."""


class Hand:
    """Clicks what the page offers: ``eager`` is how often it does something where it could pass."""

    def __init__(self, page: Page, served: Served, seed: int = 1, eager: float = 0.6) -> None:
        self.page, self.served, self.eager = page, served, eager
        self.rng = random.Random(seed)
        self.clicks: list[str] = []
        self.prompts: Counter[str] = Counter()
        self.acted = 0

    def look(self) -> Any:
        """What is asked, once nothing is under way; or that the game is over."""
        end = time.monotonic() + PATIENCE
        while True:
            seen = self.page.evaluate(LOOK)
            if seen["over"] or seen["mine"]:
                return seen
            if time.monotonic() > end:
                raise Stuck(f"the page does not come to rest: {seen}; {self.clicks[-12:]}")
            self.page.wait_for_timeout(20)

    def play(self, most: int = 100_000, seconds: float = 600.0) -> bool:
        """Decides until the game is over, or so often or so long; whether it is over."""
        end = time.monotonic() + seconds
        for _ in range(most):
            if not self.decide() or time.monotonic() > end:
                break
        return bool(self.page.evaluate(LOOK)["over"])

    def decide(self) -> bool:
        """One answer to what is asked; False when the game is over."""
        seen = self.look()
        if seen["over"]:
            return False
        self.prompts[seen["prompt"]] += 1
        before = len(self.served.by_hand())
        for tries in range(80):
            self.click(seen, tries)
            seen = self.look()
            if seen["over"] or len(self.served.by_hand()) > before:
                self.acted += 1
                return not seen["over"]
        raise Stuck(f"80 clicks answer nothing: {seen['prompt']!r} {self.clicks[-80:]}")

    def click(self, seen: Any, tries: int) -> None:
        """Click one of the things that are offered."""
        rng = self.rng
        passes = [one for one in seen["choices"] if "pass" in one["kind"].split()]
        others = [one for one in seen["choices"] if one not in passes and "fold" not in one["kind"]]
        if tries > 25:
            # Enough was built: back to the beginning, and pass where one may.
            if seen["deep"] and not seen["go"]:
                self.press("Escape")
                return
            if passes and not seen["go"]:
                self.button(passes[0])
                return
        if seen["go"] and rng.random() < 0.85:
            self.clicks.append(f"go {seen['go'][0]}")
            self.page.locator("section.now .confirm-box button.go").first.click()
        elif seen["fork"]:
            at = rng.randrange(len(seen["fork"]))
            self.clicks.append(f"fork {seen['fork'][at]}")
            self.page.locator(".fork button").nth(at).click()
        elif passes and not seen["deep"] and rng.random() > self.eager:
            self.button(passes[0])
        elif seen["hexes"] and (not others or rng.random() < 0.6):
            self.hex(rng.choice(seen["hexes"]))
        elif others or passes:
            self.button(rng.choice(others or passes))
        else:
            self.press(" " if seen["go"] else "Escape")

    def press(self, key: str) -> None:
        self.clicks.append(f"key {key}")
        self.page.keyboard.press(key)

    def button(self, one: Any) -> None:
        self.clicks.append(f"button {one['key']} {one['label']}")
        found = self.page.locator("section.now button.choice:visible")
        keyed = self.page.locator(f"section.now button.choice[data-key='{one['key']}']")
        (keyed.first if keyed.count() else found.first).click()

    def hex(self, name: str) -> None:
        """Click a hex as close to its middle as the hand gets, after it has come into sight."""
        self.clicks.append(f"hex {name}")
        at = self.page.evaluate(
            """name => {
                const named = `[data-hex='${name}']`;
                const lit = document.querySelector(`polygon.offer${named}, polygon.reach${named}`);
                if (!lit) return null;
                const box = lit.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
                const top = document.elementFromPoint(x, y);
                return top?.closest('.board') ? [x, y] : [];
            }""",
            name,
        )
        if at is None:
            return
        if not at:
            self.clicks.append("out of sight")
            self.page.keyboard.press("0")
            self.page.wait_for_timeout(50)
            return
        self.page.mouse.move(5, 5)
        self.page.mouse.click(*at)


class Keys(Hand):
    """The same with the keyboard alone: digits, N, hexes by their names, Space and Enter."""

    def click(self, seen: Any, tries: int) -> None:
        """Press a key for one of the things that are offered."""
        passes = [one for one in seen["choices"] if "pass" in one["kind"].split()]
        others = min(9, len(seen["choices"]) - len(passes))
        luck = self.rng.random()
        if tries > 25:
            self.press("Escape" if tries % 2 else " ")
        elif seen["go"]:
            self.press("Enter" if "all the same" in seen["go"][0] else " ")
        elif passes and not seen["deep"] and self.rng.random() > self.eager:
            self.press(" ")
        elif seen["hexes"] and luck < 0.4:
            self.press("g")
            self.page.keyboard.type(self.rng.choice(seen["hexes"]))
            self.press("Enter")
        elif luck < 0.5 or not others:
            self.press("n" if others else " ")
        else:
            self.press(str(self.rng.randint(1, others)))
