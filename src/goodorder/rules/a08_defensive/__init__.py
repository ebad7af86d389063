"""Defensive fire (A8)."""
