"""The sequence of play: the opening, set-up, Player Turns and phases (A3)."""
