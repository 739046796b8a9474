"""The words of a language by the English ones; who reads which language and theme; and how sentences are translated."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, BinaryIO, Final

from babel.messages.pofile import read_po
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fairfelt.web.http.answers import local_address

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "es": "Español"}
"""By the code that pages and browsers use."""
Forms = str | tuple[str, ...]
"""A translation; several forms where the text counts something."""


@dataclass(frozen=True)
class Catalogue:
    """The words of one language."""

    language: str
    words: Mapping[str, Forms] = field(default_factory=dict)

    def gettext(self, text: str) -> str:
        found = self.words.get(text)
        return found if isinstance(found, str) else text

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form of a text that fits a number."""
        found = self.words.get(one)
        if isinstance(found, tuple):
            return found[0 if count == 1 else len(found) - 1]
        return one if count == 1 else many


@cache
def catalogue_of(language: str) -> Catalogue:
    """The catalogue of a language that pages are offered in."""
    if language == ENGLISH or language not in LANGUAGES:
        return Catalogue(ENGLISH)
    text = (files(__package__) / f"{language}.po").read_bytes()
    found = read_po(BytesIO(text), locale=language)
    words: dict[str, Forms] = {}
    for message in found:
        if not message.id or not message.string or message.fuzzy:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        words[key] = message.string if isinstance(message.string, str) else tuple(message.string)
    return Catalogue(language, words)


COOKIE, THEME_COOKIE = "fairfelt-language", "fairfelt-theme"
SYSTEM = "system"
THEMES = (SYSTEM, "light", "dark")
YEAR_S = 365 * 24 * 3600
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_theme: ContextVar[str] = ContextVar("theme", default=SYSTEM)
_address: ContextVar[str] = ContextVar("address", default="")


def current_language() -> str:
    """The language of the request that is being answered."""
    return _language.get()


def current_theme() -> str:
    """The theme of the request that is being answered."""
    return _theme.get()


def current_address() -> str:
    """The page that is being drawn, to come back to."""
    return _address.get()


def wanted_language(cookie: str, accepted: str) -> str:
    """The language of a cookie, or of a browser's list with its weights: "es-MX,es;q=0.9,en;q=0.8"."""
    if cookie in LANGUAGES:
        return cookie
    weighed = []
    for place, part in enumerate(accepted.split(",")[:20]):
        tag, _, weight = part.partition(";q=")
        weighed.append((-_weight(weight), place, tag.strip().lower().partition("-")[0]))
    return next((code for _, _, code in sorted(weighed) if code in LANGUAGES), ENGLISH)


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def with_choices(app: ASGIApp) -> ASGIApp:
    """The same application, where every request knows its language and its theme."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            asked = wanted_language(request.cookies.get(COOKIE, ""), request.headers.get("accept-language", ""))
            _language.set(asked)
            theme = request.cookies.get(THEME_COOKIE, "")
            _theme.set(theme if theme in THEMES else SYSTEM)
            query = f"?{request.url.query}" if request.url.query else ""  # a choice of language leads back to just that
            _address.set(f"{request.url.path}{query}" if request.method == "GET" else "")
        await app(scope, receive, send)

    return answer


CHOICES: Mapping[str, tuple[str, Collection[str]]] = {"language": (COOKIE, LANGUAGES), "theme": (THEME_COOKIE, THEMES)}
"""The cookie of each choice, and what can be chosen."""


def choose(request: Request) -> Response:
    """Keep a choice in the browser, and go back to the page it was made on."""
    [(what, chosen)] = request.path_params.items()
    cookie, there = CHOICES[what]
    response = RedirectResponse(local_address(request.query_params.get("next", "")) or "/", 303)
    if chosen == SYSTEM and chosen in there:
        response.delete_cookie(cookie, path="/", samesite="lax", httponly=True)
    elif chosen in there:
        response.set_cookie(cookie, chosen, max_age=YEAR_S, path="/", samesite="lax", httponly=True)
    return response


def words(request: Request) -> Response:
    found = catalogue_of(request.path_params["language"])
    return JSONResponse({"language": found.language, "words": dict(found.words)})


ROUTES = [
    Route("/languages/{language}", choose, methods=["GET"]),
    Route("/themes/{theme}", choose, methods=["GET"]),
    Route("/words/{language}.json", words, methods=["GET"]),
]


_TEXTS: Final = json.loads((files(__package__) / "phrases.json").read_text("utf-8"))
RANKS: Final = tuple(_TEXTS["ranks"])
PHRASES: Final = tuple(_TEXTS["phrases"])
"""The shapes, in English; the first that fits a sentence is taken."""


def extract_phrases(
    file: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of a file of phrases for the catalogue, as Babel asks for them."""
    for texts in json.load(file).values():
        yield from ((0, None, text, []) for text in texts)


BLANK = re.compile(r"\{([a-z]+)\d?\}")
RANK = f"(?:{'|'.join(sorted(RANKS, key=len, reverse=True))})"
SHAPES = {
    "rank": RANK,
    "ranks": f"{RANK}(?:(?:-|, ){RANK})*",
    "number": r"\d+|[a-z]+",
    "rest": ".+",
    "hand": ".+?",
    "amount": r"\$[\d,.]+",
    "ups": "[0-9a-z, ]+",
}
"""Patterns of the blanks, by name; other blanks take anything."""
SPOKEN = ("rest", "hand", "number")
"""Blanks whose content is said in the same language again."""
KEYS = frozenset({"words", "title", "why", "steps", "street", "remedy", "because", "right", "called", "incident"})
"""Of what a table sends, what is read by people only."""


def translate_view(view: Any, language: str) -> Any:
    """Translate every text of a table that people read."""
    return view if language == ENGLISH else _walk(view, catalogue_of(language), spoken=False)


@lru_cache(maxsize=1 << 14)
def said(text: str, language: str) -> str:
    """A sentence in that language; as it is where nothing fits."""
    words = catalogue_of(language)
    known = words.gettext(text)
    if known != text or not text or language == ENGLISH:
        return known
    lower = text[:1].lower() + text[1:]
    if lower != text and (found := words.gettext(lower)) != lower:
        return found[:1].upper() + found[1:]
    return next((again for shape in _shapes() if (again := _fitted(shape, text, words)) is not None), text)


def _walk(value: Any, words: Catalogue, *, spoken: bool) -> Any:
    if isinstance(value, str):
        return said(value, words.language) if spoken else value
    if isinstance(value, list):
        return [_walk(each, words, spoken=spoken) for each in value]
    if isinstance(value, dict):
        return {key: _walk(each, words, spoken=key in KEYS) for key, each in value.items()}
    return value


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((phrase, _pattern(phrase)) for phrase in PHRASES if BLANK.search(phrase))


def _pattern(phrase: str) -> re.Pattern[str]:
    parts, at = [], 0
    for place, blank in enumerate(BLANK.finditer(phrase)):
        parts.append(re.escape(phrase[at : blank.start()]))
        parts.append(f"(?P<b{place}>{SHAPES.get(blank[1], '.+?')})")
        at = blank.end()
    return re.compile("".join([*parts, re.escape(phrase[at:])]))


def _fitted(shape: tuple[str, re.Pattern[str]], text: str, words: Catalogue) -> str | None:
    phrase, pattern = shape
    found = pattern.fullmatch(text)
    if not found:
        return None
    filled = words.gettext(phrase)
    for place, blank in enumerate(BLANK.finditer(phrase)):
        filled = filled.replace(blank[0], _in_blank(blank[1], found[f"b{place}"], words))
    return filled


def _in_blank(kind: str, text: str, words: Catalogue) -> str:
    if kind in ("rank", "ranks"):
        return re.sub(RANK, lambda rank: words.gettext(rank[0]), text)
    if kind == "ups":
        return re.sub("[a-z]+", lambda word: words.gettext(word[0]), text)
    if kind == "choices":
        return "".join(words.gettext(part) for part in re.split("(, | or )", text))
    return said(text, words.language) if kind in SPOKEN else text
