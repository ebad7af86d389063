"""Infantry movement (A4)."""
