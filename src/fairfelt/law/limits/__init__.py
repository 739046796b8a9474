"""Limits on wagers and prizes."""
