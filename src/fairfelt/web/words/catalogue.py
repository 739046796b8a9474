"""A catalogue: the words of a language by the English ones, read from its gettext file. English needs none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from io import BytesIO

from babel.messages.pofile import read_po

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
        """A text in this language; in English where it has none."""
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
