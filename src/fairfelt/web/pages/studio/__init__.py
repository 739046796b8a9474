"""The studio: compose a game from parts in the browser, see its sheets while composing, and play it at once."""

from fairfelt.web.pages.studio.drafts import Drafts, StudioCounts
from fairfelt.web.pages.studio.pages import ROUTES

__all__ = ["ROUTES", "Drafts", "StudioCounts"]
