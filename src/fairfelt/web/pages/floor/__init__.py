"""The floor in a browser: the keypad of a table, the display of a link, and how a browser is paired as one of them."""

from .routes import ROUTES

__all__ = ["ROUTES"]
