"""Boards read from a user's own VASL archives."""
