"""Driving: the MPh of vehicles (D2)."""
