"""Practice at the table, in the browser: play with an exact coach beside you, or learn to deal."""

from __future__ import annotations

from functools import partial

from starlette.routing import Route

from fairfelt.reports.layout import layout_svg, rack_card_svg
from fairfelt.web.pages.play import table
from fairfelt.web.pages.play.practice import PracticeSessions
from fairfelt.web.pages.play.school import school_moves
from fairfelt.web.pages.play.school.lesson import PROGRESS, progress

ROUTES = [
    Route("/play", table.lobby),
    Route("/play/cards.svg", table.cards),
    Route("/play/verify.json", table.verify, methods=["POST"]),
    Route(PROGRESS, progress),
    Route("/play/class", school_moves.classroom),
    Route("/play/class", school_moves.open_class, methods=["POST"]),
    Route("/play/class/{code}", school_moves.classroom),
    Route("/play/class/{code}/join.json", school_moves.join, methods=["POST"]),
    Route("/play/class/{code}/students.json", school_moves.students),
    Route("/play/{slug}", partial(table.table, template="play/table.html")),
    Route("/play/{slug}/layout.svg", partial(table.drawing, draw=layout_svg)),
    Route("/play/{slug}/rack-card.svg", partial(table.drawing, draw=rack_card_svg)),
    *table.TABLE.routes("/play/{slug}", table.MOVES),
    Route("/play/{slug}/school", partial(table.table, template="play/school.html", part="school")),
    *school_moves.SCHOOL.routes("/play/{slug}/school", school_moves.MOVES),
]

__all__ = ["ROUTES", "PracticeSessions"]
