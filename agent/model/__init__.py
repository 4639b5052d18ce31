"""One client for every endpoint, with its budget and its stored replies."""
