"""Rounds at a table: procedures, controls, claims, envy, and what is taken back."""
