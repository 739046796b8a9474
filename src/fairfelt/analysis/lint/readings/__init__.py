"""Readings: ways to understand the words of a sheet, each counted and held against its printed figures."""
