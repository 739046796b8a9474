"""Practice at the table, in the browser: play with an exact coach beside you, or learn to deal."""

from .routes import ROUTES
from .sessions import Sittings

__all__ = ["ROUTES", "Sittings"]
