"""What the user gave us: one reader per kind of file."""
