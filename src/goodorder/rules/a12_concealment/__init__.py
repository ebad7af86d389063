"""Concealment, Dummies and hidden units (A12)."""
