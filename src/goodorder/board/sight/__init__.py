"""Lines of sight: the walk over pixels, tables, and what play lays on top (A6)."""
