"""What sets nations apart where it is more than a trait, one file a nation (A25)."""
