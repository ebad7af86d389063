"""State, frames, events, dice and the engine loop: everything that knows no rule of the game."""
