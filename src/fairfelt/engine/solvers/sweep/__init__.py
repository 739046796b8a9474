"""Showdowns of up to seven cards: a sweep over the dealer's hands from the worst up."""
