"""Pai gow poker: seven cards set in two hands, and the house ways in print."""
