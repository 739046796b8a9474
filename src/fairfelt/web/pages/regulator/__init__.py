"""The regulator's pages: everything that can be looked at, nothing that can be changed, all of it to take away."""

from .log import Verifying
from .routes import ROUTES

__all__ = ["ROUTES", "Verifying"]
