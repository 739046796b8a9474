"""Tests of money that players are owed, against the bank."""
