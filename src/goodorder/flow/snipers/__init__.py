"""Snipers: where they go, whom they strike, who looks for them (A14)."""
