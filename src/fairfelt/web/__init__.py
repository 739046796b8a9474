"""Pages and documents of every game for a browser. No rule and no arithmetic lives here."""

from .application import application
from .server import listen, run, url_of

__all__ = ["application", "listen", "run", "url_of"]
