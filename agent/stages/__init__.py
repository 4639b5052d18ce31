"""The steps of a run; none of them imports another."""
