"""Boards drawn from words, and their pictures."""
