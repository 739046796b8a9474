"""A game as data and as a fingerprint: what decides, by value or by what it does."""
