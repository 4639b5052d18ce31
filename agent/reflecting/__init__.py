"""What reflecting on a report needs to know from the ledger and the material."""
