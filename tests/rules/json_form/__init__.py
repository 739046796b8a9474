"""Tests of a game as JSON."""
