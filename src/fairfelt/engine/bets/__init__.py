"""Bets on a hand of their own: how many hands make each line, and what each line adds."""
