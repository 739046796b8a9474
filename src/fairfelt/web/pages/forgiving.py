"""Search that forgives: marks and capitals do not count, words may run together or be initials, numbers be spelled."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches

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
        any(_begins(word, other) for other in words) or get_close_matches(word, words, 1, SLIP)
        for word in wanted.split()
    )


def _begins(word: str, other: str) -> bool:
    """True if the word is inside the other; of one letter or figure, if it is the other: "3" is not "13"."""
    return word in other if len(word) > 1 else word == other
