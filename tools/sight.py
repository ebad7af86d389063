"""Makes lines of sight ready: the compiled kernel and the tables of the maps that ship.

Standard library only. A game runs without them too, only slower until they are there, so playing never waits for them.
Run as a program (``python tools/sight.py STAMP``) it makes them and then writes the stamp.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("board/**/*.py", "data/terrain.toml", "data/boards/*.toml", "data/scenarios/*.toml")


def sources() -> list[Path]:
    """Files that the kernel and the tables are made from."""
    return [file for pattern in SOURCES for file in sorted((ROOT / "src" / "goodorder").glob(pattern))]


def sources_digest() -> str:
    """Digest of all that the kernel and the tables are made from."""
    total = hashlib.sha256()
    for file in sources():
        total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


def is_ready(stamp: Path) -> bool:
    """Whether ``stamp`` says that they are made from the present sources."""
    return stamp.exists() and stamp.read_text(encoding="ascii") == sources_digest()


def begin(python: Path, stamp: Path) -> subprocess.Popen[bytes] | None:
    """Make them in a process of its own, which goes on when this one ends; None where they are ready."""
    if is_ready(stamp):
        return None
    return subprocess.Popen(
        [str(python), str(Path(__file__)), str(stamp)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def main(stamp: Path) -> int:
    """Make them, then stamp the sources they were made from; the exit status of the making."""
    wanted = sources_digest()
    done = subprocess.run([sys.executable, "-m", "goodorder", "board", "prepare"], cwd=ROOT, check=False)
    if done.returncode == 0:
        stamp.write_text(wanted, encoding="ascii")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
