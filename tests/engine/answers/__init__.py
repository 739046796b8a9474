"""Tests of the answers that are kept."""
