"""Jackpots that several rooms share: what a room and its hub know of each other, and what either asks and records."""
