"""Figures from the log, day by day: read once, and read on as it grows."""
