"""The wind on the turn track."""

from __future__ import annotations

from goodorder.core.state import Weather
from goodorder.flow.sequence.opening import new_game
from goodorder.web.weather import weather_doc

CHANGE = "; each RPh begins with a Wind Change DR (B25.65): a 2 changes it (2.8%), a 12 brings Gusts (2.8%)"


def test_calm_weather_that_stays_so_is_not_shown() -> None:
    assert weather_doc(new_game("patrol")) is None


def test_wind_is_shown_with_its_direction_and_gusts() -> None:
    blowing = new_game("patrol").with_(weather=Weather("dry", "mild_breeze", 3, changes=True, gusts=True))
    told = weather_doc(blowing)
    assert told is not None
    assert (told.wind, told.name, told.direction, told.gusts) == ("mild_breeze", "Mild Breeze", 3, True)
    assert told.told == (
        "Mild Breeze blowing down and right (direction 3), Gusts in this Player Turn; Environmental Conditions: Dry"
        + CHANGE
    )


def test_that_it_may_change_is_reason_to_show_no_wind() -> None:
    told = weather_doc(new_game("patrol").with_(weather=Weather(changes=True)))
    assert told is not None and told.told == f"No Wind; Environmental Conditions: Moderate{CHANGE}"
