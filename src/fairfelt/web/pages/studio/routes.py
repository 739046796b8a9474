"""Which address of the studio leads where."""

from __future__ import annotations

from starlette.routing import Route

from . import pages, table

ROUTES = [
    *table.ROUTES,
    Route("/studio", pages.studio),
    Route("/language", pages.language),
    Route("/studio/schema.json", pages.schema),
    Route("/studio/begin/{slug}.json", pages.begin),
    Route("/studio/look.json", pages.look_at, methods=["POST"]),
    Route("/studio/count.json", pages.count, methods=["POST"]),
    Route("/studio/leave.json", pages.leave, methods=["POST"]),
    Route("/studio/file.json", pages.as_file, methods=["POST"]),
    Route("/studio/drafts/{draft}/felt.svg", pages.felt),
    Route("/studio/drafts/{draft}/rack-card.svg", pages.rack_card),
]
