"""A page: its template, downloads, search that forgives, hints of the demonstration; and pages that need a floor."""

from __future__ import annotations

import re
import unicodedata
from base64 import b64encode
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, partial, wraps
from hashlib import sha256
from http import HTTPStatus
from itertools import dropwhile
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from fairfelt import games
from fairfelt.analysis.counting.shoe_bet import countable_bets
from fairfelt.engine.answers.numbers import decimal_text, percent_text
from fairfelt.ledger import LedgerUnavailable
from fairfelt.reports.report import Format, Report
from fairfelt.reports.sheet.english import one_in_text, signed_text, units
from fairfelt.reports.sheet.html import body_html, notes_html, style, template
from fairfelt.room import Role
from fairfelt.rules import Game, UnknownName
from fairfelt.rules.json_form.write import is_data
from fairfelt.server import RoomView
from fairfelt.version import __version__
from fairfelt.web.http.answers import POLICY, Problem, disposition
from fairfelt.web.jobs import Job
from fairfelt.web.words.catalogue import (
    LANGUAGES,
    THEMES,
    catalogue_of,
    current_address,
    current_language,
    current_theme,
    said,
)

SLIP = 0.8
"""How much of a word has to be the same: one letter of five may differ."""


FIGURES = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}


def plain(text: str) -> str:
    """In small letters, without accents and marks, words one space apart: "Hold'em" is "holdem"."""
    bare = "".join(mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))
    return re.sub(r"[^a-z0-9.$]+", " ", re.sub(r"['’´`]", "", bare.lower().replace("&", " and "))).strip()


def known_words(name: str) -> str:
    """The words by which something of this name is found: its own, numbers in figures too, and its initials."""
    words = plain(name).split()
    figures = [FIGURES[word] for word in words if word in FIGURES]
    return " ".join((*words, *figures, "".join(word[0] for word in words)))


def matches(asked: str, *texts: str) -> bool:
    """True if every word that is asked for is somewhere in the texts, give or take a slip in a longer word."""
    there = plain(" ".join(texts))
    words, run_together = there.split(), there.replace(" ", "")
    wanted = plain(asked)
    if len(wanted) > 1 and wanted.replace(" ", "") in run_together:
        return True
    return bool(wanted) and all(
        # Of one letter or figure, it has to be the other: "3" is not "13"
        any(word in other if len(word) > 1 else word == other for other in words)
        or get_close_matches(word, words, 1, SLIP)
        for word in wanted.split()
    )


RARE = Fraction(1, 1000)
Query = str | int | list[str]


def page(template: str, *, status: int = 200, waiting: bool = False, **values: object) -> HTMLResponse:
    """One of our templates, filled in. While it is `waiting` for a count or its `job`, it asks again by itself.

    What is `wrong` with the query, if anything is, gives the status.
    """
    job, wrong = values.get("job"), values.get("wrong")
    waiting = waiting or (isinstance(job, Job) and not job.ready)
    status = wrong.body.status if isinstance(wrong, Problem) else status
    return HTMLResponse(_environment().get_template(template).render(values, waiting=waiting), status)


def address(game: Game, part: str = "", *, root: str = "/games", **query: Query) -> str:
    """The address of a part of a game, under "/games" or "/play": "/games/flush-rush/par?bettors=3"."""
    version = {} if game.variant == games.find(game.slug).variant else {"variant": game.variant}
    fields = urlencode({**version, **{name: value for name, value in query.items() if value}}, doseq=True)
    return "/".join(filter(None, (root, game.slug, part))) + (f"?{fields}" if fields else "")


def chance_text(chance: Fraction) -> str:
    """A chance in percent, or as one in n where it is rare."""
    return percent_text(chance) if chance >= RARE else one_in_text(chance)


def all_versions(game: Game) -> tuple[Game, ...]:
    """The versions of that game, the first one first."""
    return games.find(game.slug).variants


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairfelt.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: catalogue_of(current_language()).gettext(text),
        lambda one, many, count: catalogue_of(current_language()).ngettext(one, many, count),
        newstyle=True,
    )
    environment.globals.update(
        address=address, all_versions=all_versions, body_of=body_html, notes_of=notes_html, units=units,
        countable_bets=cache(countable_bets), is_data=cache(is_data), version=__version__, known_words=known_words,
    )  # fmt: skip
    environment.filters.update(
        percent=percent_text,
        decimal=decimal_text,
        signed=partial(signed_text, places=6),
        chance=chance_text,
        said=lambda text: said(text, current_language()),
    )
    environment.globals.update(reading_language=current_language, page_address=current_address, languages=LANGUAGES)
    environment.globals.update(current_theme=current_theme, themes=THEMES)
    environment.globals["macros"] = environment.get_template("macros.html").module
    environment.globals["ui"] = environment.get_template("components.html").module
    return environment


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
    format, media_type = FORMS[form]
    headers = {"Content-Disposition": disposition(f"{report.name}.{form}")}
    content = report.render(format)
    if form == "html":
        # A downloaded sheet carries its style inside: that one text is allowed, and no other
        digest = b64encode(sha256(style().encode()).digest()).decode()
        headers["Content-Security-Policy"] = POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")
    return Response(content, headers=headers, media_type=media_type)


class PrintedCard(NamedTuple):
    """A card of the demonstration, with its PIN written on it."""

    card: str
    pin: str
    name: str
    role: Role

    @property
    def person(self) -> str:
        """The holder's user ID on the log."""
        return self.name.partition(" ")[0].lower()


@dataclass(frozen=True, kw_only=True)
class Hints:
    """Cards with their PINs, and keys that a click hands out."""

    cards: Sequence[PrintedCard]
    console_key: str
    device_key: Callable[[str], str]
    """The key of a device, by its name."""
    free_table: str
    """The table without a player."""


NO_HINTS = Hints(cards=(), console_key="", device_key=lambda device: "", free_table="")


def hints_of(request: Request) -> Hints:
    hints: Hints = request.app.state.hints
    return hints


WIDTH, HEIGHT, EDGE = 100, 30, 2


def spark_line(figures: Sequence[float]) -> str:
    """The path from the first figure that is not zero to the last; nothing for fewer than two."""
    there = list(dropwhile(lambda each: not each[1], enumerate(figures)))
    if len(there) < 2:
        return ""
    least, most = min(each for _, each in there), max(each for _, each in there)
    scale = (HEIGHT - 2 * EDGE) / (most - least or 1)
    step = WIDTH / (len(figures) - 1)
    return "M" + " L".join(f"{at * step:.1f} {HEIGHT - EDGE - (each - least) * scale:.1f}" for at, each in there)


V = TypeVar("V", bound=RoomView)
NO_ROOM = "this server runs no room: fairfelt serve --demo shows one, and --database opens your own"


def on_floor(
    draw: Callable[[Request, V], Awaitable[Response]], *, without: int = HTTPStatus.NOT_FOUND
) -> Callable[[Request], Awaitable[Response]]:
    """A page that is drawn only while there is a floor to look at; `without` a room it answers with that status."""

    async def drawn(request: Request) -> Response:
        room: V | None = request.app.state.controller
        if room is None:
            return page("floor/unavailable.html", status=without, sentence=NO_ROOM, again=False)
        try:
            return await draw(request, room)
        except LedgerUnavailable as error:
            return page("floor/unavailable.html", status=503, sentence=str(error), again=True)

    return drawn


SAMPLE = (12.0, 14.0, 15.5, 18.0, 6.0, 8.5, 11.0)
"""A week of a meter that was won on its fourth day."""


def styleguide(request: Request) -> Response:
    """Everything that pages are made of."""
    return page("styleguide.html", tokens=tokens(), spark=spark_line(SAMPLE))


TOKENS = {
    "text": "type", "font": "type", "mono": "type", "space": "space", "tap": "space", "round": "corners",
    "pill": "corners", "shadow": "corners",
}  # fmt: skip
"""What a token is for, by the first part of its name; all others are colors."""


def tokens() -> dict[str, list[str]]:
    """The names of the tokens by what they are for, as the style sheet groups them."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(re.findall(r"--([a-z0-9-]+):", template("tokens.css"))):
        groups.setdefault(TOKENS.get(name.partition("-")[0], "color"), []).append(name)
    return groups


STYLEGUIDE = Route("/styleguide", styleguide)
