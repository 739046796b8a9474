"""Poker hands: five-card, wild, four-card, three-card, pai gow, with the tables behind them."""
