"""What browsers may keep: the client's files, and drawings of maps by the digest that names them."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from .cards import DrawnMap

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Scope

SMALLEST = 1024
"""Bytes below which an answer is sent as it is."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""Of what never changes under its address."""
ASK = "no-cache"
"""A browser keeps it, and asks each time whether it is still the same."""


class ClientFiles(StaticFiles):
    """The built client: files under ``assets`` have a digest in their names and are kept for good, the page is not."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, or word that the browser's own is the same."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        kept = Path(full_path).parent.name == "assets" and answer.status_code in (200, 304)
        answer.headers["cache-control"] = FOR_GOOD if kept else ASK
        return answer


def drawing(request: Request, found: DrawnMap, caching: str) -> Response:
    """A drawing of a map, packed where the browser takes that."""
    headers = {"cache-control": caching, "etag": f'"{found.name}"', "vary": "accept-encoding"}
    if found.name in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, headers={**headers, "content-encoding": "gzip"}, media_type="application/json")
    return Response(gzip.decompress(found.packed), headers=headers, media_type="application/json")
