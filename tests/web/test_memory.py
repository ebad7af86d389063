"""How the server keeps its pauses short and gives memory back."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from goodorder.web import memory


class Ring:
    """Something that only a collection finds to be unused."""

    def __init__(self) -> None:
        self.ring = self


@pytest.fixture
def collector() -> Iterator[None]:
    """The collector of garbage as it was, afterwards."""
    before, called = gc.get_threshold(), list(gc.callbacks)
    yield
    gc.callbacks[:] = called
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
def test_what_a_full_collection_leaves_is_looked_at_again_only_when_memory_is_given_back() -> None:
    memory.short_pauses()
    ring = Ring()
    gone = weakref.ref(ring)
    kept = gc.get_freeze_count()
    gc.collect()
    assert gc.get_freeze_count() > kept
    del ring
    gc.collect()
    assert gone() is not None, "it is not looked at"
    memory.give_back()
    assert gone() is None
