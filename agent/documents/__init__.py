"""A user's own LaTeX document on disk: read, held against what is known, written back."""
