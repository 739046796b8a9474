"""Keypads and displays as apps: what a browser needs to install them, and to start them while the server is away."""

from __future__ import annotations

from importlib.resources import files
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

MANIFEST = "application/manifest+json"
COLOR = "#06130d"
ICON = {"src": "/static/mark.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}


def keypad_manifest(request: Request) -> Response:
    """The keypad of a table as an app; it says nothing that its address does not."""
    table = request.path_params["place"]
    return _manifest(f"Table {table}, keypad", f"Table {table}", f"/table/{quote(table, safe='')}", "standalone")


def display_manifest(request: Request) -> Response:
    """The display of a link as an app, over the whole screen."""
    link = request.path_params["place"]
    return _manifest(f"{link}, display", link, f"/display/{quote(link, safe='')}", "fullscreen")


def worker(request: Request) -> Response:
    """What keeps their pages at hand; at the root, since it serves two kinds of addresses."""
    source = files("fairfelt.web").joinpath("static/floor/worker.js").read_text()
    return Response(source, media_type="text/javascript")


def _manifest(name: str, short_name: str, start: str, display: str) -> Response:
    fields = {
        "name": f"{name} · Fairfelt", "short_name": short_name, "id": start, "start_url": start, "scope": "/",
        "display": display, "background_color": COLOR, "theme_color": COLOR, "icons": [ICON],
    }  # fmt: skip
    return JSONResponse(fields, media_type=MANIFEST)
