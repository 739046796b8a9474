"""What goes wrong, told in a sentence: as a page to people, as application/problem+json to programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import PurePath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt.engine import Unsolved
from fairfelt.rules import UnknownName
from fairfelt.runtime.compute.compile import NoNumba
from fairfelt.web.pages.counting import NotReady, TooBusy
from fairfelt.web.pages.game_query import BadQuery
from fairfelt.web.pages.page import page

from .request import BadBody

Handler = Callable[[Request, Exception], Response]

RETRY_S = 2
_STATUS: Mapping[type[Exception], HTTPStatus] = {
    UnknownName: HTTPStatus.NOT_FOUND,
    Unsolved: HTTPStatus.NOT_FOUND,
    NoNumba: HTTPStatus.NOT_IMPLEMENTED,
    BadQuery: HTTPStatus.BAD_REQUEST,
    NotReady: HTTPStatus.SERVICE_UNAVAILABLE,
    TooBusy: HTTPStatus.SERVICE_UNAVAILABLE,
}


def told(request: Request, error: Exception) -> Response:
    """The sentence of an error whose message is written for who asked."""
    meant = error.nearest if isinstance(error, UnknownName) and error.what == "game" else ""
    return _problem(request, _STATUS[type(error)], str(error), field=getattr(error, "field", ""), meant=meant)


def unreadable(request: Request, error: Exception) -> Response:
    """A body that cannot be read."""
    assert isinstance(error, BadBody)
    return _problem(request, error.status, str(error), field="body")


def refused(request: Request, error: Exception) -> Response:
    """An address that is not here, or not to be used so."""
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    said = error.detail if error.detail != status.phrase else ""
    nothing = f"There is nothing at {request.url.path}"
    sentence = said or (nothing if status == HTTPStatus.NOT_FOUND else status.description)
    return _problem(request, status, sentence, headers=error.headers)


def broken(request: Request, error: Exception) -> Response:
    """A mistake of ours; the log has the rest."""
    return _problem(request, HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong here, and the log says what")


HANDLERS: dict[type[Exception] | int, Handler] = {
    **dict.fromkeys(_STATUS, told),
    BadBody: unreadable,
    HTTPException: refused,
    Exception: broken,
}


def _problem(
    request: Request, status: HTTPStatus, sentence: str, *, field: str = "", meant: str = "",
    headers: Mapping[str, str] | None = None,
) -> Response:  # fmt: skip
    retry = {"Retry-After": str(RETRY_S)} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
    if _for_people(request):
        answer: Response = page(
            "problem.html", status=status, title=status.phrase, sentence=sentence, meant=meant, waiting=bool(retry),
        )  # fmt: skip
    else:
        about = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": sentence}
        answer = JSONResponse(
            {**about, "field": field} if field else about, status, media_type="application/problem+json"
        )
    answer.headers.update({**retry, **(headers or {})})
    return answer


def _for_people(request: Request) -> bool:
    """Pages have no ending. Of what has one, a browser may be told on a page, except where it asks for JSON."""
    if request.url.path.startswith(("/api/", "/healthz", "/metrics")):
        return False
    ending = PurePath(request.url.path).suffix
    return not ending or (ending != ".json" and "text/html" in request.headers.get("accept", ""))
