"""Reading, checking and copying the user's bibliography."""
