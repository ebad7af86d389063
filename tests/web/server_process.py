"""Runs the real server for tests that kill it: folder and port are given on the command line."""

import sys
from pathlib import Path

from goodorder.web.serve import serve

if __name__ == "__main__":
    serve(int(sys.argv[2]), False, folder=Path(sys.argv[1]), say=lambda text: print(text, flush=True))
