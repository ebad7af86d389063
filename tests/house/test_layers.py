"""The arrows of the design point down only, and no file outgrows what a reader can hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "goodorder"
CEILING = 800  # lines

# What each layer may import, besides itself. Board and data are the ground; the ways to use the program know players,
# sessions and the engine's two questions, never one another.
GROUND = {"board", "data"}
CORE = GROUND | {"core"}
RULES = CORE | {"rules"}
FLOW = RULES | {"flow"}
PLAYERS = FLOW | {"bots", "odds", "play"}
ALLOWED: dict[str, set[str]] = {
    "data": set(),
    "board": {"data"},
    "core": GROUND,
    "rules": CORE,
    "flow": RULES,
    "odds": PLAYERS,
    "bots": PLAYERS,
    "play": PLAYERS,
    "web": PLAYERS,
    "rl": PLAYERS,
    "sim": PLAYERS,
    "cli": PLAYERS | {"web", "rl", "sim"},
}
FILES = sorted(SOURCE.rglob("*.py"))


def layer_of(file: Path, source: Path = SOURCE) -> str:
    """The first folder (or file) under the package; "" for the package's own ``__init__``."""
    first = file.relative_to(source).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def imported(file: Path, source: Path = SOURCE) -> Iterator[tuple[int, str]]:
    """Line and layer of every import of the package, wherever in the file it stands, relative ones too."""
    package = ["goodorder", *file.relative_to(source).parts[:-1]]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{stem}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "goodorder" and len(parts) > 1:
                yield node.lineno, parts[1]


def wrong_arrows(files: list[Path], source: Path = SOURCE) -> list[str]:
    """Every import that points up, as ``file:line: layer imports layer``."""
    wrong = []
    for file in files:
        layer = layer_of(file, source)
        allowed = ALLOWED.get(layer)
        if allowed is None:
            continue
        for line, target in imported(file, source):
            if target in ALLOWED and target != layer and target not in allowed:
                wrong.append(f"{file.relative_to(source)}:{line}: {layer} imports {target}")
    return wrong


def test_imports_point_down_only() -> None:
    assert FILES, "no source found"
    assert wrong_arrows(FILES) == []


def test_every_folder_is_a_known_layer() -> None:
    folders = {layer_of(file) for file in FILES if file.parent != SOURCE}
    assert folders - set(ALLOWED) == set()


@pytest.mark.parametrize(
    "line",
    ["import goodorder.flow.fire", "from goodorder import flow", "from ..flow import fire", "from .. import flow"],
)
def test_an_arrow_that_points_up_is_found(tmp_path: Path, line: str) -> None:
    file = tmp_path / "rules" / "sample.py"
    file.parent.mkdir()
    file.write_text(f"def late() -> None:\n    {line}\n    from goodorder.core import state\n", encoding="utf-8")
    assert wrong_arrows([file], tmp_path) == ["rules/sample.py:2: rules imports flow"]


def test_no_file_is_too_long() -> None:
    folders = [SOURCE, ROOT / "tests", ROOT / "tools", ROOT / "ui" / "src"]
    files = [file for folder in folders for file in folder.rglob("*") if file.suffix in {".py", ".ts", ".tsx", ".css"}]
    lines = {str(file.relative_to(ROOT)): len(file.read_text("utf-8").splitlines()) for file in files}
    assert {name: number for name, number in lines.items() if number > CEILING} == {}


def rules_imports(file: Path) -> set[str]:
    """The rooms of ``rules`` that a file of it imports, its own left out."""
    rules = SOURCE / "rules"
    own = file.relative_to(rules).parts
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if not isinstance(node, ast.ImportFrom):
            continue
        base = ["goodorder", "rules", *own[:-1]]
        base = base[: len(base) - node.level + 1] if node.level else []
        parts = [*base, *(node.module or "").split(".")]
        if parts[:2] == ["goodorder", "rules"]:
            found.add(parts[2] if len(parts) > 2 and parts[2] else node.names[0].name)
    return found - {own[0] if len(own) > 1 else own[0].removesuffix(".py")}


def test_readers_of_the_position_know_no_chapter() -> None:
    """``rules/facts`` rests on the registry, the list of points and the ledger, and no rule speaks there."""
    for file in (SOURCE / "rules" / "facts").glob("*.py"):
        assert rules_imports(file) <= {"registry", "points", "ledger"}, file.name
        assert "@rule(" not in file.read_text(encoding="utf-8"), file.name


def test_movement_fire_and_terrain_go_round_in_no_circle() -> None:
    """Of A4, A7 and chapter B none reaches itself through the others."""
    rooms = ("a04_movement", "a07_fire", "b_terrain")
    arrows = {
        room: set().union(*map(rules_imports, (SOURCE / "rules" / room).glob("*.py"))) & set(rooms) for room in rooms
    }
    for room in rooms:
        reached: set[str] = set()
        ahead = list(arrows[room])
        while ahead:
            one = ahead.pop()
            if one not in reached:
                reached.add(one)
                ahead += arrows[one]
        assert room not in reached, f"{room} reaches itself: {arrows}"
