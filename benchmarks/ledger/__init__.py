"""The ledger: writing beside plain inserts, and a journal of millions of events."""
