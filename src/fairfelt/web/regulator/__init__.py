"""The regulator's pages: everything that can be looked at, nothing that can be changed, all of it to take away."""

from .routes import ROUTES
from .verifying import Verifying

__all__ = ["ROUTES", "Verifying"]
