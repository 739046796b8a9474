"""Blackjack solved by the cards of each hand and the up card, and counted in integers."""
