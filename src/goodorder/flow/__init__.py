"""The sequence of play and the resolutions, as decision frames."""

from . import requests as requests  # the frames that rules request are known wherever the flow is
