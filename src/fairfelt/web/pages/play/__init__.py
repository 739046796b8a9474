"""Practice at the table, in the browser: play with an exact coach beside you, or learn to deal."""

from .moves import PracticeSessions
from .routes import ROUTES

__all__ = ["ROUTES", "PracticeSessions"]
