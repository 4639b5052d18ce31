"""Who explores, writes and decides: the offline author and the model author."""
