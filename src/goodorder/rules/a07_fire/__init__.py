"""Fire attacks (A7)."""
