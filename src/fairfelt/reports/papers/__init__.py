"""Papers of a room for its regulator, written from its real configuration: controls, submissions, notices, forms."""
