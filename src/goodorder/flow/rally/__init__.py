"""The Rally Phase (A3.1)."""
