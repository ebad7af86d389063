"""Our boards as parameters of tests, and which of them `test.py --quick` leaves out."""

from __future__ import annotations

import pytest

BOARDS = ["hills", "village"]
ALL = ["city", "crags", "farmland", "gullies", "hills", "river", "village", "woods"]
NEWER = [name for name in ALL if name not in BOARDS]


def mostly_slow(names: list[str], *quick: str) -> list[object]:
    """All these boards; those not named ``quick`` are left to the slow tests."""
    return [name if name in quick else pytest.param(name, marks=pytest.mark.slow) for name in names]
