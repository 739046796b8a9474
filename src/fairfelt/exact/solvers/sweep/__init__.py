"""Showdowns of up to six cards: a sweep over the dealer's hands from the worst up."""
