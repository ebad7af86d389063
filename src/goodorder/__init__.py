"""Plays Advanced Squad Leader infantry by the rules."""

__version__ = "0.1.0"
