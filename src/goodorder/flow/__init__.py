"""The sequence of play and the resolutions, as decision frames."""

from .shared import pick_up as pick_up  # a rule asks for its frame by name (A4.44)
