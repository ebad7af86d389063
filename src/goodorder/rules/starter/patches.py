"""What ``starter`` changes in the base layer.

The base layer holds only what both profiles share so far; what the full rules add (concealment,
Locations above ground, Bypass ...) will be registered in its own sections and removed here by id.
"""

from __future__ import annotations

REMOVED: frozenset[str] = frozenset()
