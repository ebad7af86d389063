"""Decisions on fixed positions are counted as in counts.toml; after a wanted change write it anew, read the diff."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from tests.perft import perft

with (perft.FOLDER / "counts.toml").open("rb") as file:
    EXPECTED = tomllib.load(file)
NAMES = [entry["id"] for entry in perft.read()]


@pytest.mark.parametrize("name", NAMES)
def test_decisions_of_every_phase_are_counted_as_before(name: str) -> None:
    found = {p: msgspec.to_builtins(perft.count(st)) for (n, p), st in perft.positions().items() if n == name}
    assert found == EXPECTED[name], "if this is wanted: python -m tests.perft.perft --write"


def test_no_count_is_left_over() -> None:
    assert set(EXPECTED) == set(NAMES)


def test_counted_positions_have_something_to_decide() -> None:
    for name in NAMES:
        assert sum(counts["leaves"] for counts in EXPECTED[name].values()) > 5, name
