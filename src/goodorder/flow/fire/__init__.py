"""Fire phases, fire attacks and what follows First Fire (A7-A9)."""
