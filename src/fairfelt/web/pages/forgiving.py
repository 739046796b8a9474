"""Search that forgives: marks and capitals do not count, words may run together, a slip of the finger is seen."""

from __future__ import annotations

import re
import unicodedata

LEAST_FOR_A_SLIP = 5
"""Shorter words are others when a letter differs."""


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
        any(word in other or slipped(word, other) for other in words) for word in wanted.split()
    )


def slipped(one: str, other: str) -> bool:
    """True if one is the other with a letter left out, put in, changed, or two exchanged."""
    if min(len(one), len(other)) < LEAST_FOR_A_SLIP or abs(len(one) - len(other)) > 1:
        return False
    if len(one) > len(other):
        one, other = other, one
    at = next((place for place, letter in enumerate(one) if letter != other[place]), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    exchanged = one[at + 1 : at + 2] + one[at : at + 1] + one[at + 2 :]
    return one[at + 1 :] == other[at + 1 :] or exchanged == other[at:]
