"""Which address of practice leads where."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.pages.play.school.school_moves import SCHOOL

from . import pages, table
from .school import school_moves
from .table import TABLE

ROUTES = [
    Route("/play", pages.lobby),
    Route("/play/cards.svg", pages.cards),
    Route("/play/verify.json", pages.verify, methods=["POST"]),
    Route("/play/{slug}", pages.table),
    Route("/play/{slug}/layout.svg", pages.layout),
    Route("/play/{slug}/rack-card.svg", pages.rack_card),
    Route("/play/{slug}/table.json", TABLE.look),
    Route("/play/{slug}/deal.json", TABLE.by(table.deal), methods=["POST"]),
    Route("/play/{slug}/choose.json", TABLE.by(table.choose), methods=["POST"]),
    Route("/play/{slug}/clear.json", TABLE.by(table.clear), methods=["POST"]),
    Route("/play/{slug}/school", pages.school),
    Route("/play/{slug}/school/table.json", SCHOOL.look),
    Route("/play/{slug}/school/deal.json", SCHOOL.by(school_moves.deal), methods=["POST"]),
    Route("/play/{slug}/school/read.json", SCHOOL.by(school_moves.read), methods=["POST"]),
    Route("/play/{slug}/school/settle.json", SCHOOL.by(school_moves.settle), methods=["POST"]),
    Route("/play/{slug}/school/clear.json", SCHOOL.by(school_moves.clear), methods=["POST"]),
]
