"""Rally, Desperation Morale, rout and Interdiction (A10.4-A10.7)."""
