"""Courses of play solved: one module per course that has a counter of its own, and one for any other course."""
