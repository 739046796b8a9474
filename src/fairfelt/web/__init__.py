"""Pages and documents of every game, and the HTTP API of the room. No rule and no arithmetic lives here."""

from fairfelt.web.http.application import displays
from fairfelt.web.http.telemetry import log_as_json

from .http.application import application
from .http.server import listen, run, url_of

__all__ = ["application", "displays", "listen", "log_as_json", "run", "url_of"]
