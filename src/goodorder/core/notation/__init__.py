"""Actions in a short written form, for cases, protocols and logs: ``fire A+w1 B at K5 dir L``.

``parse`` and ``write`` are inverse to each other over the same :class:`Names`; most actions say
their form themselves (``Action.form``), the others are listed in :mod:`goodorder.core.notation.reading`.
"""

from .names import DECLARED, Names, nearest
from .reading import VERBS, parse
from .writing import write

__all__ = ["DECLARED", "VERBS", "Names", "nearest", "parse", "write"]
