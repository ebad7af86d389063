"""Terrain (chapter B): costs, TEM, height."""
