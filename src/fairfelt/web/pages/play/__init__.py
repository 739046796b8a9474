"""Practice at the table, in the browser: play with an exact coach beside you, or learn to deal."""

from .routes import ROUTES
from .sessions import PracticeSessions

__all__ = ["ROUTES", "PracticeSessions"]
