#!/usr/bin/env python3
"""Plays goodorder: ``python3 play.py`` sets everything up and opens the browser on a game.

Whatever follows is handed to the program: ``python3 play.py --help``, ``python3 play.py --no-browser``,
``python3 play.py sim --help``.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("goodorder needs Python 3.11 or newer; this is Python %d.%d, %s" % (*sys.version_info[:2], sys.executable))

import os
import subprocess

from tools import bootstrap

PROGRAM_OPTIONS = {"--help", "-h", "--version"}


def program_arguments(given: list[str]) -> list[str]:
    """Arguments for goodorder: ``play`` unless a sub-command or an option of the whole program comes first."""
    if given and (given[0] in PROGRAM_OPTIONS or not given[0].startswith("-")):
        return given
    return ["play", *given]


def main() -> int:
    bootstrap.main_setup("play")
    command = [str(bootstrap.SCRIPTS / f"goodorder{bootstrap.SUFFIX}"), *program_arguments(sys.argv[1:])]
    if bootstrap.WINDOWS:
        # Windows has no real exec; Ctrl-C reaches the program by itself, and it saves the game before it ends.
        process = subprocess.Popen(command)
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue
    sys.stdout.flush()
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
