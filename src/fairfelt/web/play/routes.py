"""Which address of practice leads where."""

from __future__ import annotations

from starlette.routing import Route

from . import lessons, pages, tables
from .lessons import SCHOOL
from .tables import TABLE

ROUTES = [
    Route("/play", pages.lobby),
    Route("/play/cards.svg", pages.cards),
    Route("/play/verify.json", pages.verify, methods=["POST"]),
    Route("/play/{slug}", pages.table),
    Route("/play/{slug}/layout.svg", pages.layout),
    Route("/play/{slug}/rack-card.svg", pages.rack_card),
    Route("/play/{slug}/table.json", TABLE.look),
    Route("/play/{slug}/deal.json", TABLE.by(tables.deal), methods=["POST"]),
    Route("/play/{slug}/choose.json", TABLE.by(tables.choose), methods=["POST"]),
    Route("/play/{slug}/clear.json", TABLE.by(tables.clear), methods=["POST"]),
    Route("/play/{slug}/school", pages.school),
    Route("/play/{slug}/school/table.json", SCHOOL.look),
    Route("/play/{slug}/school/deal.json", SCHOOL.by(lessons.deal), methods=["POST"]),
    Route("/play/{slug}/school/read.json", SCHOOL.by(lessons.read), methods=["POST"]),
    Route("/play/{slug}/school/settle.json", SCHOOL.by(lessons.settle), methods=["POST"]),
    Route("/play/{slug}/school/clear.json", SCHOOL.by(lessons.clear), methods=["POST"]),
]
