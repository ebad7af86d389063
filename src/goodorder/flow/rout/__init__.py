"""The Rout Phase (A10.5, A20.21)."""
