"""Checks that cost nothing: what can be found in a source without asking anyone."""
