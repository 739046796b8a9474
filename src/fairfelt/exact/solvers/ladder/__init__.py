"""Fold or bet before each shared card, against a paytable."""
