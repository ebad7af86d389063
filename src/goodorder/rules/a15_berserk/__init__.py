"""Berserk units: going berserk, the charge, how they fight, and its end (A15.4)."""
