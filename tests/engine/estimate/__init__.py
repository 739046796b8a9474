"""Tests of what is told of a game before it is counted, or instead."""
