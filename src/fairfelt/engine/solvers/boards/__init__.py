"""Two cards each and shared cards in streets, against a dealer: the hold'em games."""
