"""The sequence of play and the resolutions, as decision frames."""

from . import requests as requests  # the frames that rules request are known wherever the flow is
from .move.act import MOVE, PHASE

for _acts in (MOVE, PHASE):  # acts, and the frames and citations of their modules, are too
    _acts.all()
