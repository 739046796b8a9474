"""The studio: compose a game from parts in the browser, see its sheets while composing, and play it at once."""

from .counts import StudioCounts
from .drafts import Drafts
from .pages import ROUTES

__all__ = ["ROUTES", "Drafts", "StudioCounts"]
