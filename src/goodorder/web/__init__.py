"""The browser's server: pages, games over HTTP, and a WebSocket that shows each step (``docs/client-protocol.md``).

Nothing here knows a rule: it asks the session what is pending, draws what a side may see, and hands answers on.
"""

from .serve import serve

__all__ = ["serve"]
