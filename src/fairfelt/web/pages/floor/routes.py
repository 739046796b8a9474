"""Which address of the floor leads where."""

from __future__ import annotations

from starlette.routing import Route

from . import pages

ROUTES = [
    Route("/room", pages.room),
    *(Route(nowhere, pages.to_the_room) for nowhere in ("/table", "/keypad", "/display")),
    Route("/table/{table}", pages.keypad),
    Route("/table/{table}/bets", pages.felt),
    Route("/display/{link}", pages.display),
    Route("/table/{place}/app.webmanifest", pages.keypad_manifest),
    Route("/display/{place}/app.webmanifest", pages.display_manifest),
    Route("/floor-worker.js", pages.worker),
    Route("/pair", pages.pair_page),
    Route("/pair", pages.pair, methods=["POST"]),
    Route("/unpair", pages.unpair, methods=["POST"]),
]
