"""The Movement Phase: moves, their acts, and the DEFENDER's windows (A4)."""
