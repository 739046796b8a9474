"""Search that forgives: marks and capitals do not count, words may run together, a slip of the finger is seen."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches

SLIP = 0.8
"""How much of a word has to be the same: one letter of five may differ."""


def plain(text: str) -> str:
    """In small letters, without accents and marks, words one space apart: "Hold'em" is "holdem"."""
    bare = "".join(mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))
    return re.sub(r"[^a-z0-9.$]+", " ", re.sub(r"['’´`]", "", bare.lower().replace("&", " and "))).strip()


def matches(asked: str, *texts: str) -> bool:
    """True if every word that is asked for is somewhere in the texts, give or take a slip in a longer word."""
    there = plain(" ".join(texts))
    words, run_together = there.split(), there.replace(" ", "")
    wanted = plain(asked)
    if wanted.replace(" ", "") in run_together:
        return True
    return bool(wanted) and all(
        any(word in other for other in words) or get_close_matches(word, words, 1, SLIP) for word in wanted.split()
    )
