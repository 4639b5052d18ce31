"""LaTeX as text: no model, no process, no file, no clock."""
