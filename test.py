#!/usr/bin/env python3
"""Checks goodorder: ``python3 test.py`` sets everything up and runs ruff, mypy, tsc and pytest.

``--quick`` leaves out the tests that need a browser or play many games; ``--soak`` adds those that take too long for
each run; ``--order SEED`` takes the tests in a random order. ``--changed`` runs what differs from ``main`` alone, and
``--changed COMMIT`` what differs from that: half a minute. At the end stands how long each part took. Anything else is
handed to pytest:
``python3 test.py tests/rules -k cowering``.
"""

import sys
import time

if sys.version_info < (3, 11):
    sys.exit("goodorder needs Python 3.11 or newer; this is Python %d.%d, %s" % (*sys.version_info[:2], sys.executable))

from tools import bootstrap, checks

if __name__ == "__main__":
    if sys.argv[1:2] in (["--help"], ["-h"]):
        print(__doc__)
        sys.exit(0)
    began = time.perf_counter()
    preparing = bootstrap.main_setup("test")
    sys.exit(checks.main(sys.argv[1:], preparing, began))
