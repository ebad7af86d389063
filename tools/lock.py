"""Writes requirements/*.txt anew: ``.venv/bin/python tools/lock.py`` (add ``--upgrade`` for newer versions).

The files hold exact versions with the digests of every published file, for all systems and Pythons from 3.11 on,
and no address of any index. They are resolved against the index uv is told to use (by default the public one), never
against pip's extra folders, so that the digests are those everybody gets.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = [
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-annotate",
    "--custom-compile-command=python tools/lock.py",
    "--quiet",
]
FILES: dict[str, list[str]] = {
    "uv.txt": ["--group=pyproject.toml:uv"],
    "node.txt": ["--group=pyproject.toml:node"],
    "play.txt": ["pyproject.toml", "--group=pyproject.toml:build"],
    "test.txt": [
        "pyproject.toml",
        "--group=pyproject.toml:build",
        "--group=pyproject.toml:dev",
        "--constraints=requirements/play.txt",
    ],
}


def main(arguments: list[str]) -> None:
    uv = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if uv is None:
        sys.exit("tools/lock.py: uv is missing; run it with the Python of .venv, after play.py or test.py")
    for name, inputs in FILES.items():
        print(f"requirements/{name}", flush=True)
        command = [uv, "pip", "compile", *inputs, *OPTIONS, *arguments, f"--output-file=requirements/{name}"]
        subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
