"""Facts as data: charts, counters, rules index, requirements and scenarios, each a file with a typed, validated loader.

This layer knows nothing of play. Every problem in a file is one :class:`~goodorder.data.load.DataError` that names the
file, the place in it and what was expected.
"""

from goodorder.data.load import DataError

__all__ = ["DataError"]
