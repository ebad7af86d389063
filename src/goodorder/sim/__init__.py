"""Many games of computer against computer, in parallel, and what came of them."""

from .batch import Job, jobs_of, run
from .game import GameResult, play_game
from .loading import player_of
from .report import as_json, wilson

__all__ = ["GameResult", "Job", "as_json", "jobs_of", "play_game", "player_of", "run", "wilson"]
