"""The mathematics pages: the catalogue, plots, the paytable editor and comparisons."""

from .routes import ROUTES

__all__ = ["ROUTES"]
