"""Which address of the floor leads where."""

from __future__ import annotations

from starlette.routing import Route

from . import pages, pairing

ROUTES = [
    Route("/room", pages.room),
    Route("/table/{table}", pages.keypad),
    Route("/display/{link}", pages.display),
    Route("/pair", pairing.pair_page),
    Route("/pair", pairing.pair, methods=["POST"]),
    Route("/unpair", pairing.unpair, methods=["POST"]),
]
