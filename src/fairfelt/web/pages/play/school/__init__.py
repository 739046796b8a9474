"""Dealer school: deal, read, call and pay, with every call marked."""
