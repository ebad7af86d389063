"""goodorder plays Advanced Squad Leader by the rules.

The names here are the public interface; ``docs/tour.md`` walks through them.

>>> import goodorder as go
>>> game = go.new_game(go.scenario("first"))
>>> go.pending(game).rule
'A2.9'
"""

from goodorder.board import Map, Part, compose, text_map
from goodorder.board.errors import BoardError
from goodorder.core.actions import Action
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, breadcrumb, pending
from goodorder.core.errors import Ambiguous, GoodOrderError, Illegal, NotBuilt, Refusal, Stale, Unreadable
from goodorder.core.frames import Choice, Over
from goodorder.core.state import State
from goodorder.data.catalogue import catalogue
from goodorder.data.load import DataError
from goodorder.data.scenario import Scenario, load_scenario, scenario, scenario_ids
from goodorder.flow.sequence.opening import new_game

__version__ = "0.2.0"

__all__ = [
    "Action",
    "Ambiguous",
    "BoardError",
    "Choice",
    "DataError",
    "DiceStream",
    "GoodOrderError",
    "Illegal",
    "Map",
    "NotBuilt",
    "Over",
    "Part",
    "Refusal",
    "Roll",
    "Scenario",
    "Stale",
    "State",
    "Unreadable",
    "answer",
    "breadcrumb",
    "catalogue",
    "compose",
    "load_scenario",
    "new_game",
    "pending",
    "scenario",
    "scenario_ids",
    "text_map",
]
