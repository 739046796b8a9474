"""Pages and documents of every game for a browser. No rule and no arithmetic lives here."""

from .application import application
from .server import listen, run

__all__ = ["application", "listen", "run"]
