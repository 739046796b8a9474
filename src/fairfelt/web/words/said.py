"""What a table says, in the language of a page: hands, results and steps come as English sentences of few shapes.

A shape is a text with blanks (`phrases.json`) that the catalogue has in other languages. A sentence is read by the
first shape that it has, and what stands in a blank is said in the same way; names of bets, cards and amounts stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, BinaryIO, Final

from .catalogue import ENGLISH, Catalogue, catalogue_of

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
