"""Frames that several phases push: losses, checks, selection, promotion, claims."""
