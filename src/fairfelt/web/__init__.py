"""Pages and documents of every game, and the HTTP API of the room. No rule and no arithmetic lives here."""

from .application import application
from .displays import displays
from .logs import log_as_json
from .server import listen, run, url_of

__all__ = ["application", "displays", "listen", "log_as_json", "run", "url_of"]
