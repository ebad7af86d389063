"""The Close Combat Phase (A11)."""
