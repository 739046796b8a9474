"""Hands set in two and in three."""
