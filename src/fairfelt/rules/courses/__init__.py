"""Courses of play: rounds in which a card depends on the cards before it."""
