"""Which address of practice leads where."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.pages.play.school.lesson import PROGRESS, progress

from . import pages, table
from .school import school_moves
from .school.school_moves import SCHOOL
from .table import TABLE

ROUTES = [
    Route("/play", pages.lobby),
    Route("/play/cards.svg", pages.cards),
    Route("/play/verify.json", pages.verify, methods=["POST"]),
    Route(PROGRESS, progress),
    Route("/play/{slug}", pages.table),
    Route("/play/{slug}/layout.svg", pages.layout),
    Route("/play/{slug}/rack-card.svg", pages.rack_card),
    Route("/play/{slug}/table.json", TABLE.look),
    Route("/play/{slug}/deal.json", TABLE.endpoint(table.deal), methods=["POST"]),
    Route("/play/{slug}/choose.json", TABLE.endpoint(table.choose), methods=["POST"]),
    Route("/play/{slug}/mend.json", TABLE.endpoint(table.mend), methods=["POST"]),
    Route("/play/{slug}/clear.json", TABLE.endpoint(table.clear), methods=["POST"]),
    Route("/play/{slug}/start-over.json", TABLE.endpoint(table.start_over), methods=["POST"]),
    Route("/play/{slug}/school", pages.school),
    Route("/play/{slug}/school/table.json", SCHOOL.look),
    Route("/play/{slug}/school/deal.json", school_moves.timed(school_moves.deal), methods=["POST"]),
    Route("/play/{slug}/school/do.json", school_moves.timed(school_moves.do), methods=["POST"]),
    Route("/play/{slug}/school/set.json", school_moves.timed(school_moves.set_hand), methods=["POST"]),
    Route("/play/{slug}/school/act.json", school_moves.timed(school_moves.act), methods=["POST"]),
    Route("/play/{slug}/school/read.json", school_moves.timed(school_moves.read), methods=["POST"]),
    Route("/play/{slug}/school/pick.json", school_moves.timed(school_moves.pick), methods=["POST"]),
    Route("/play/{slug}/school/settle.json", school_moves.timed(school_moves.settle), methods=["POST"]),
    Route("/play/{slug}/school/envy.json", school_moves.timed(school_moves.envy), methods=["POST"]),
    Route("/play/{slug}/school/clear.json", school_moves.timed(school_moves.clear), methods=["POST"]),
]
