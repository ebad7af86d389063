"""What a kernel says of many pairs of Locations, asked one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from goodorder.board.map.facts import Field, Ints
from goodorder.board.sight import kernel_rules as k
from goodorder.board.sight.sight import NO_SMOKE


def judged(kernel: Any, field: Field, ends: Ints, asked: Ints, smokes: Ints = NO_SMOKE) -> Ints:
    """Reason and total hindrance of each pair, walked as told."""
    out, mind = np.zeros((len(asked), 2), np.int32), np.zeros(k.MIND, np.int32)
    places = ends.tolist()
    for n, (a, b) in enumerate(asked.tolist()):
        out[n, 0] = kernel.judge(*field, smokes, *places[a], *places[b], mind)
        out[n, 1] = mind[k.TOTAL]
    return out
