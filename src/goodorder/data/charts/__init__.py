"""The charts as typed values: every function returns one shared, immutable chart.

>>> from fractions import Fraction
>>> table = ift()
>>> column = table.column(Fraction(17, 2))
>>> table.fp(column), str(table.result(column, 4))
(8, '2MC')
>>> close_combat().kill_number(7, 4)
6
"""

from goodorder.data.charts.ammunition import AmmunitionChart, ammunition
from goodorder.data.charts.captured import CapturedChart, captured
from goodorder.data.charts.cell import Cell
from goodorder.data.charts.close_combat import Ambush, CloseCombatTable, Odds, close_combat
from goodorder.data.charts.ift import FireResult, InfantryFireTable, Modifier, Multiplier, ift, ift_column
from goodorder.data.charts.latw import LatwChart, latw
from goodorder.data.charts.lessons import Lesson, lessons
from goodorder.data.charts.molotov import MolotovChart, molotov
from goodorder.data.charts.nations import Nation, Setting, Troop, nation, nations, troop, troops
from goodorder.data.charts.tables import (
    HeatOfBattle,
    IntegrityChart,
    LeaderCreation,
    Morale,
    Movement,
    Phase,
    PhaseStep,
    Sequence,
    SmokeChart,
    SniperChart,
    Wounds,
    heat_of_battle,
    integrity,
    leader_creation,
    morale,
    movement,
    sequence,
    smoke,
    snipers,
    wounds,
)
from goodorder.data.charts.to_hit import Shooter, ToHitTable, to_hit
from goodorder.data.charts.to_kill import Shell, ToKillTable, to_kill
from goodorder.data.charts.vehicle_terrain import VehicleTerrainChart, vehicle_terrain
from goodorder.data.charts.vehicles import VehicleChart, vehicle_chart
from goodorder.data.charts.weather import WeatherChart, weather

__all__ = [
    "Ambush",
    "AmmunitionChart",
    "CapturedChart",
    "Cell",
    "CloseCombatTable",
    "FireResult",
    "InfantryFireTable",
    "LatwChart",
    "HeatOfBattle",
    "Lesson",
    "LeaderCreation",
    "Modifier",
    "MolotovChart",
    "Morale",
    "Movement",
    "Multiplier",
    "Nation",
    "Odds",
    "Phase",
    "Sequence",
    "Shell",
    "Shooter",
    "SmokeChart",
    "IntegrityChart",
    "SniperChart",
    "PhaseStep",
    "ToHitTable",
    "ToKillTable",
    "VehicleChart",
    "VehicleTerrainChart",
    "WeatherChart",
    "Wounds",
    "ammunition",
    "captured",
    "close_combat",
    "ift",
    "ift_column",
    "latw",
    "lessons",
    "heat_of_battle",
    "leader_creation",
    "molotov",
    "morale",
    "movement",
    "nation",
    "nations",
    "Setting",
    "Troop",
    "troop",
    "troops",
    "sequence",
    "smoke",
    "integrity",
    "snipers",
    "to_hit",
    "to_kill",
    "vehicle_chart",
    "vehicle_terrain",
    "weather",
    "wounds",
]
