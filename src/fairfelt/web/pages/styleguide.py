"""The style guide: every token and component of the design system on one page, in light and in dark."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.reports.sheet.html import template

from .page import page, spark_line

SAMPLE = (12.0, 14.0, 15.5, 18.0, 6.0, 8.5, 11.0)
"""A week of a meter that was won on its fourth day."""


def styleguide(request: Request) -> Response:
    """Everything that pages are made of."""
    return page("styleguide.html", tokens=tokens(), spark=spark_line(SAMPLE))


def tokens() -> dict[str, list[str]]:
    """The names of the tokens by what they are for, as the style sheet groups them."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(re.findall(r"--([a-z0-9-]+):", template("tokens.css"))):
        groups.setdefault(_group(name), []).append(name)
    return groups


def _group(name: str) -> str:
    known = {"text": "type", "font": "type", "mono": "type", "space": "space", "round": "corners", "pill": "corners"}
    apart = {"shadow": "corners", "tap": "space"}
    return (known | apart).get(name.partition("-")[0], "color")


ROUTES = [Route("/styleguide", styleguide)]
