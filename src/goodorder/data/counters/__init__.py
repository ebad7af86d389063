"""The counter sheets, a room for each kind: personnel, support weapons, guns, vehicles.

Each room has a struct of its own, its TOML files (one a nationality) and the reader that turns a line into a typed
value. ``goodorder.data.catalogue`` is the way in.
"""
