"""Tests of what the server sends out."""
