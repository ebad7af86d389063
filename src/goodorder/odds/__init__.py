"""Exact odds: every face thrown at the game's own deciders, equal results merged, nothing simulated."""

from .fire import AttackOdds, attack, first, joint, residual

__all__ = ["AttackOdds", "attack", "first", "joint", "residual"]
