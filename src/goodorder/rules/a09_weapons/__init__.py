"""Machine guns and support weapons (A9)."""
