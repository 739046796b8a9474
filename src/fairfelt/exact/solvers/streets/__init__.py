"""Bets of several sizes before each shared card, against a paytable."""
