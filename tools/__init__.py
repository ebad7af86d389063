"""Helpers of the two commands and of the build; standard library only."""
