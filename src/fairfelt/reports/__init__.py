"""Sheets from values: PAR sheet, placard, strategy, verification, simulation; as text, page, PDF and plain data.

Each is imported from its own file: a list of games loads neither the solvers nor what prints a PDF.
"""
