"""The author that needs no model: rules, the user's own notes, and the facts."""
