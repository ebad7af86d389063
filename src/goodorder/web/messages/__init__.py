"""Every message between server and client as a struct: what may be asked, and what is told.

From them tools/protocol.py writes ``ui/src/protocol.ts`` and the tables of docs/client-protocol.md.
"""
