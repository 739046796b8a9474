"""Tests of the papers of a room."""
