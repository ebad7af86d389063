"""What the rulebook says: small cited functions at named points, one file a section."""
