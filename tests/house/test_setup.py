"""The set-up of a clone: pip's index handed to uv, arguments handed on, pinned files without addresses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import play
from tools import bootstrap, checks, client, pipconfig, sight

ROOT = Path(__file__).resolve().parents[2]
PINNED = sorted((ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize(
    ("given", "handed_on"),
    [
        ([], ["play"]),
        (["--no-browser"], ["play", "--no-browser"]),
        (["--port", "9000"], ["play", "--port", "9000"]),
        (["--help"], ["--help"]),
        (["sim", "--all"], ["sim", "--all"]),
    ],
)
def test_play_hands_its_arguments_on(given: list[str], handed_on: list[str]) -> None:
    assert play.program_arguments(given) == handed_on


def test_pip_options_reach_uv_with_the_environment_strongest() -> None:
    listed = (
        "global.index-url='https://company.example/simple'\n"
        "global.extra-index-url='https://a.example/simple\\nhttps://b.example/simple'\n"
        "install.find-links='/one'\n"
        ":env:.find-links='/two /three'\n"
        ":env:.default-timeout='180'\n"
        "download.index-url='https://elsewhere.example'\n"
    )
    assert pipconfig.translate(pipconfig.parse(listed)) == {
        "UV_DEFAULT_INDEX": "https://company.example/simple",
        "UV_INDEX": "https://a.example/simple https://b.example/simple",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": "/two,/three",
        "UV_HTTP_TIMEOUT": "180",
    }


def test_what_the_user_set_for_uv_stays() -> None:
    shown = "print(\"global.index-url='https://pip.example'\\nglobal.cert='/c.pem'\")"
    pip = [sys.executable, "-c", shown]  # stands in for pip: the words "config list" are further arguments
    assert pipconfig.for_uv(pip, {"UV_DEFAULT_INDEX": "https://uv.example"}) == {"SSL_CERT_FILE": "/c.pem"}


@pytest.mark.parametrize("file", PINNED, ids=lambda file: file.name)
def test_requirements_are_pinned_by_digest_and_name_no_index(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    pins = [entry for entry in entries if not entry.startswith("#")]
    assert pins
    assert all(re.match(r"[\w.-]+==\S+", pin) and "--hash=sha256:" in pin for pin in pins)
    assert not re.search(r"https?:|file:|--(extra-)?index-url|--find-links", text)


def test_test_requirements_hold_the_play_requirements() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==[^\\\n]+", (ROOT / "requirements" / name).read_text("utf-8"), re.M))

    assert pins("play.txt") <= pins("test.txt")


def test_the_client_lock_names_no_registry() -> None:
    lock = ROOT / "ui" / "package-lock.json"
    assert not re.search(r'"resolved":\s*"http', lock.read_text(encoding="utf-8"))
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "ui" / ".npmrc").read_text(encoding="utf-8")


def test_a_changed_client_source_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "ROOT", tmp_path)
    monkeypatch.setattr(client, "UI", tmp_path / "ui")
    (tmp_path / "ui" / "node_modules").mkdir(parents=True)
    source = tmp_path / "ui" / "main.ts"
    source.write_text("one")
    first = client.digest(client.sources())
    (tmp_path / "ui" / "node_modules" / "package.js").write_text("not a source")
    assert client.digest(client.sources()) == first
    source.write_text("two")
    assert client.digest(client.sources()) != first


def test_the_totals_end_with_the_line_others_read() -> None:
    report: dict[str, Any] = {"passed": 7, "failed": 1, "errors": 1, "skipped": 2, "games": 200, "cases": 120}
    report["reasons"] = {"no Chromium": 2}
    assert checks.totals(report).splitlines() == [
        "7 passed, 2 failed, 2 skipped",
        "tests: 9 run, 2 skipped (no Chromium x2), games 200, cases 120",
    ]


@pytest.mark.parametrize("name", ["play.py", "test.py"])
def test_an_old_python_gets_a_sentence(name: str) -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 9, 1, 'final', 0); "
        f"runpy.run_path({str(ROOT / name)!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs Python 3.11" in done.stderr
    assert "Traceback" not in done.stderr


def test_playing_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Endless:
        waited = 0

        def wait(self) -> None:
            self.waited += 1

    process = Endless()
    monkeypatch.setattr(bootstrap, "set_up", lambda purpose: None)
    monkeypatch.setattr(bootstrap, "build_client", lambda: None)
    monkeypatch.setattr(sight, "begin", lambda python, stamp: process)
    bootstrap.main_setup("play")
    assert process.waited == 0
    assert "compiled beside the game" in capsys.readouterr().err
    process_of_test: object = bootstrap.main_setup("test")
    assert process_of_test is process
    assert process.waited == 0  # what only reads is checked beside it


def test_a_change_of_any_room_of_the_board_has_lines_of_sight_made_anew() -> None:
    board = ROOT / "src" / "goodorder" / "board"
    assert {*board.rglob("*.py")} <= {*sight.sources()}


def test_the_first_test_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    class Preparing:
        def wait(self) -> None:
            done.append("compiled")

    def static(spent: dict[str, float]) -> list[str]:
        done.append("static")
        return []

    def tested(arguments: list[str], quick: bool) -> tuple[int, dict[str, Any]]:
        done.append("tests")
        return 0, {}

    monkeypatch.setattr(checks, "static_checks", static)
    monkeypatch.setattr(checks, "run_pytest", tested)
    assert checks.main([], Preparing()) == 0
    assert done == ["static", "compiled", "tests"]
