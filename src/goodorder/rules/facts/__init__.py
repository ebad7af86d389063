"""Readers of the position that several chapters share; no rule speaks here."""
