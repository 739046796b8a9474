"""Jackpots that several rooms share."""
