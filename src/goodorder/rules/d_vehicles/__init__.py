"""Chapter D: vehicles."""
