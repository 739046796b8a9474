"""Pages and documents of every game, and the HTTP API of the room. No rule and no arithmetic lives here."""

from fairfelt.web.http.application import application, displays
from fairfelt.web.http.server import listen, run, url_of
from fairfelt.web.http.telemetry import log_as_json

__all__ = ["application", "displays", "listen", "log_as_json", "run", "url_of"]
