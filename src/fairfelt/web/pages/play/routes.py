"""The addresses of practice."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.pages.play.school.lesson import PROGRESS, progress

from . import pages, table
from .school import school_moves

ROUTES = [
    Route("/play", pages.lobby),
    Route("/play/cards.svg", pages.cards),
    Route("/play/verify.json", pages.verify, methods=["POST"]),
    Route(PROGRESS, progress),
    Route("/play/{slug}", pages.table),
    Route("/play/{slug}/layout.svg", pages.layout),
    Route("/play/{slug}/rack-card.svg", pages.rack_card),
    *table.TABLE.routes("/play/{slug}", table.MOVES),
    Route("/play/{slug}/school", pages.school),
    *school_moves.SCHOOL.routes("/play/{slug}/school", school_moves.MOVES),
]
