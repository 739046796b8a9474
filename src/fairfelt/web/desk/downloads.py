"""Sheets to take away from an office, by the ending of the address; nobody keeps them on the way."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Sheet
from fairfelt.web.pages.documents import deliver

from .guard import Nowhere

OFFERED = ("pdf", "html", "csv")


def taken_away(
    form: str, name: str, sheet: Sheet, offered: tuple[str, ...] = OFFERED, plain: dict[str, Any] | None = None
) -> Response:
    """The sheet in that form; the plain data are for JSON, where that is offered."""
    if form not in offered:
        raise Nowhere(f"this is not to be had as {form!r}: choose one of {', '.join(offered)}")
    response = deliver(form, Report(sheet, plain or {}, name))
    response.headers["Cache-Control"] = "no-store"
    return response
