"""The sequence of play and the resolutions, as decision frames."""
