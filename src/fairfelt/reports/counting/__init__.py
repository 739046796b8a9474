"""Sheets on card counting."""

USUAL_SHOES = 20_000
"""So many are dealt where nobody says how many."""
