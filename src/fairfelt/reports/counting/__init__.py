"""Sheets on card counting."""
