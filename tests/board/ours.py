"""Our boards as parameters of tests, and how much of what takes long `test.py --quick` does."""

from __future__ import annotations

import os

import pytest

BOARDS = ["hills", "village"]
ALL = ["city", "crags", "farmland", "gullies", "hills", "river", "village", "woods"]
NEWER = [name for name in ALL if name not in BOARDS]


def mostly_slow(names: list[str], *quick: str) -> list[object]:
    """All these boards; those not named ``quick`` are left to the slow tests."""
    return [name if name in quick else pytest.param(name, marks=pytest.mark.slow) for name in names]


def examples(wanted: int) -> int:
    """How many examples hypothesis draws: a quarter in a quick run."""
    return max(5, wanted // 4) if os.environ.get("GOODORDER_QUICK") else wanted
