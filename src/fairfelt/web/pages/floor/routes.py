"""Which address of the floor leads where."""

from __future__ import annotations

from starlette.routing import Route

from . import install, pages, pairing

ROUTES = [
    Route("/room", pages.room),
    *(Route(nowhere, pages.to_the_room) for nowhere in ("/table", "/keypad", "/display")),
    Route("/table/{table}", pages.keypad),
    Route("/table/{table}/bets", pages.felt),
    Route("/display/{link}", pages.display),
    Route("/table/{place}/app.webmanifest", install.keypad_manifest),
    Route("/display/{place}/app.webmanifest", install.display_manifest),
    Route("/floor-worker.js", install.worker),
    Route("/pair", pairing.pair_page),
    Route("/pair", pairing.pair, methods=["POST"]),
    Route("/unpair", pairing.unpair, methods=["POST"]),
]
