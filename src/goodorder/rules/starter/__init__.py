"""The Starter Kit profile: patches on the base rules."""
