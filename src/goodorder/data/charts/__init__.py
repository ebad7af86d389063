"""The charts as typed values: every function returns one shared, immutable chart.

>>> from fractions import Fraction
>>> table = ift()
>>> column = table.column(Fraction(17, 2))
>>> table.fp(column), str(table.result(column, 4))
(8, '2MC')
>>> close_combat().kill_number(7, 4)
6
"""

from goodorder.data.charts.close_combat import Ambush, CloseCombatTable, Odds, close_combat
from goodorder.data.charts.ift import FireResult, InfantryFireTable, Modifier, Multiplier, ift, ift_column
from goodorder.data.charts.nations import Nation, nation, nations
from goodorder.data.charts.tables import (
    LeaderCreation,
    Morale,
    Movement,
    Phase,
    PhaseStep,
    Sequence,
    SmokeChart,
    Wounds,
    leader_creation,
    morale,
    movement,
    sequence,
    smoke,
    wounds,
)

__all__ = [
    "Ambush",
    "CloseCombatTable",
    "FireResult",
    "InfantryFireTable",
    "LeaderCreation",
    "Modifier",
    "Morale",
    "Movement",
    "Multiplier",
    "Nation",
    "Odds",
    "Phase",
    "Sequence",
    "SmokeChart",
    "PhaseStep",
    "Wounds",
    "close_combat",
    "ift",
    "ift_column",
    "leader_creation",
    "morale",
    "movement",
    "nation",
    "nations",
    "sequence",
    "smoke",
    "wounds",
]
