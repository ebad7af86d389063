"""Make the picture of the README from the program itself: ``.venv/bin/python tools/picture.py``.

Needs a Chromium (``GOODORDER_CHROMIUM`` or one on the path) and Playwright, as the browser tests do.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "images" / "game.png"
GAME = ROOT / "tools" / "picture.toml"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
PORT = "8931"


def chromium() -> str:
    """The browser's path."""
    found = os.environ.get("GOODORDER_CHROMIUM") or next((p for name in NAMES if (p := shutil.which(name))), None)
    if not found:
        sys.exit("no Chromium found: install one or set GOODORDER_CHROMIUM")
    return found


def main() -> None:
    """Start a server with a folder of its own, aim a tank in the Prep Fire Phase, and take the picture."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "goodorder", "play", str(GAME), "--no-browser", "--port", PORT]
        env = {**os.environ, "GOODORDER_HOME": home, "PYTHONUNBUFFERED": "1"}
        server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        try:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
            shoot(address)
        finally:
            server.terminate()
            server.wait(10)
    print(TARGET.relative_to(ROOT))


def click(page: Page, words: str, *, hover: bool = False) -> None:
    """Click (or point at) the counter of which these words are said."""
    box = page.locator(f"g.units g.piece[aria-label^='{words}'] rect.tile").first.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*at) if hover else page.mouse.click(*at)


def shoot(address: str) -> None:
    """The picture of a game at its address."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.wait_for_timeout(4000)
        close = page.locator(".guide button").first
        if close.is_visible():
            close.click()
        for _ in range(8):
            if page.locator("text=End Prep Fire").count():
                break
            page.keyboard.press("Space")
            page.wait_for_timeout(900)
        click(page, "German PzKpfw IVF2 1 in ")
        page.locator(".ring.aim").first.wait_for(state="attached")
        click(page, "Russian T-34 M41 1 in ", hover=True)
        page.wait_for_timeout(2500)
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(TARGET))
        browser.close()


if __name__ == "__main__":
    main()
