"""Reports as downloads, by the ending of the address: page, PDF, JSON, plain text, and tables as CSV."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import wraps
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.reports.report import Format, Report
from fairfelt.reports.sheet.html import style
from fairfelt.rules import Game, UnknownName
from fairfelt.web.http.headers import POLICY, disposition

FORMS: dict[str, tuple[Format, str]] = {
    "csv": ("csv", "text/csv; charset=utf-8"),
    "html": ("html", "text/html; charset=utf-8"),
    "json": ("json", "application/json"),
    "pdf": ("pdf", "application/pdf"),
    "txt": ("text", "text/plain; charset=utf-8"),
}
"""The format and the media type of each ending."""
WITHOUT_CSV = tuple(form for form in FORMS if form != "csv")


def document(*forms: str) -> Callable[[Callable[[Request], Report]], Callable[[Request], Response]]:
    """Make an endpoint of a function that builds a report: it delivers the report in one of those forms."""

    def decorate(build: Callable[[Request], Report]) -> Callable[[Request], Response]:
        @wraps(build)
        def endpoint(request: Request) -> Response:
            form = request.path_params["form"]
            if form not in forms:
                raise UnknownName("form", form, forms)
            return deliver(form, build(request))

        return endpoint

    return decorate


def document_name(game: Game, part: str) -> str:
    """The name of a game's document, without its ending."""
    return "-".join(filter(None, (game.slug, game.variant, part)))


def deliver(form: str, report: Report) -> Response:
    """The report as a file in that form."""
    format, media_type = FORMS[form]
    headers = {"Content-Disposition": disposition(f"{report.name}.{form}")}
    content = report.render(format)
    if form == "html":
        headers["Content-Security-Policy"] = _policy_with_style()
    return Response(content, headers=headers, media_type=media_type)


def _policy_with_style() -> str:
    """A sheet of its own carries its style inside: that one text is allowed, and no other."""
    digest = b64encode(sha256(style().encode()).digest()).decode()
    return POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")
