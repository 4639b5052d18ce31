"""Judging and planning edits; gets text and callables, never meets a model."""
