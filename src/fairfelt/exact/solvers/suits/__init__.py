"""Showdowns by the longest flush with wild and shared cards."""
