"""Sheets on what the room did: win pages, periods, parameters, reconciliation."""
