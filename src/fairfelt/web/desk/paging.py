"""Long lists, a page at a time."""

from __future__ import annotations

from starlette.requests import Request

PAGE = "page"


def page_number(request: Request) -> int:
    """Which page of a list is asked for; the first unless the address says another."""
    given = request.query_params.get(PAGE, "")
    return max(1, int(given)) if given.isascii() and given.isdigit() and len(given) < 10 else 1
