"""Plots as SVG, with their numbers."""
