"""Sheets on paytables that were designed."""
