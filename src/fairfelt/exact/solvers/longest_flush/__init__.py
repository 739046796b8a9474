"""Showdowns by the longest flush, nothing shared or wild."""
