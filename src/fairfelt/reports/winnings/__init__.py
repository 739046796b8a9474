"""Sheets on what a table wins."""
