"""What each command does, behind the parsing."""
