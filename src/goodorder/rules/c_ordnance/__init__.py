"""Ordnance: weapons that must hit before they have an effect (C)."""
