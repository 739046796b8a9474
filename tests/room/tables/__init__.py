"""Tests of tables: any game, what becomes of a table, its daily records."""
