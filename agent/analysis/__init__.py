"""Profile, units, uncertainty, fits and the ledger of facts."""
