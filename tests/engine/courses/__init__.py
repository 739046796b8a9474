"""Courses of play: counted, played out, and the words that designers ask for."""
