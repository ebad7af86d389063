"""Makes lines of sight ready before the first game: the compiled kernel and the tables of the maps that ship.

Standard library only. A game runs without them too, only slower until they are there.
"""

from __future__ import annotations

import contextlib
import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("board/*.py", "data/terrain.toml", "data/boards/*.toml", "data/scenarios/*.toml")


def sources_digest() -> str:
    """Digest of all that the kernel and the tables are made from."""
    total = hashlib.sha256()
    for pattern in SOURCES:
        for file in sorted((ROOT / "src" / "goodorder").glob(pattern)):
            total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


@contextlib.contextmanager
def prepared(python: Path, stamp: Path) -> Iterator[subprocess.Popen[bytes] | None]:
    """Prepare them in a process beside what the block does, unless ``stamp`` says that they are ready.

    The block gets the process, to wait for at its end; None where there is nothing to do.
    """
    wanted = sources_digest()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        yield None
        return
    command = [str(python), "-m", "goodorder", "board", "prepare"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    except BaseException:
        process.terminate()
        raise
    if process.wait() == 0:
        stamp.write_text(wanted, encoding="ascii")
