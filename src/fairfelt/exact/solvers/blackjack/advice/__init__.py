"""Blackjack play in words: what each choice is worth, and basic strategy."""
