"""Reports to download from an office, by the ending of the address; no cache keeps them."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.reports.report import Report
from fairfelt.web.pages.documents import deliver

from .guard import Nowhere

OFFERED = ("pdf", "html", "csv")


def download(form: str, report: Report, offered: tuple[str, ...] = OFFERED) -> Response:
    """The report as a file in that form, where it is offered."""
    if form not in offered:
        raise Nowhere(f"there is no {form!r} of this: choose {', '.join(offered)}")
    response = deliver(form, report)
    response.headers["Cache-Control"] = "no-store"
    return response
