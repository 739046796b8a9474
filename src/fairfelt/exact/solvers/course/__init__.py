"""Courses of play with all cards face up at a decision: war, baccarat."""
