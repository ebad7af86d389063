"""The base of what the server tells."""

from __future__ import annotations

from msgspec import Struct


class Doc(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A document or a part of one; what has its default is left out."""
