"""Pages and documents of every game, and the HTTP API of the room. No rule and no arithmetic lives here."""

from .http.application import application
from .http.display_server import displays
from .http.logs import log_as_json
from .http.server import listen, run, url_of

__all__ = ["application", "displays", "listen", "log_as_json", "run", "url_of"]
