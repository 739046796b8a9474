"""The glossary has words that the code uses: one that no name and no text of the code has is a word too many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType

import pytest

pytestmark = pytest.mark.xdist_group("source")
TOP = Path(__file__).parents[2]
SOURCE = TOP / "src" / "fairfelt"
ENTRY = re.compile(r"^- \*\*(?P<words>[^*]+)\*\*: (?P<meaning>.+)$", re.MULTILINE)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
"""A word of a name: `houseEdge`, `house_edge` and `HOUSE_EDGE` have the same two."""


def headwords() -> list[str]:
    """Every word that is explained; a line may explain two that belong together."""
    page = (TOP / "docs" / "glossary.md").read_text(encoding="utf-8")
    return [word.strip() for found in ENTRY.finditer(page) for word in found["words"].split(",")]


def spelled(text: str) -> str:
    """The words of a name or a text, in small letters and with a space around each."""
    return f" {' '.join(WORD.findall(text.replace(chr(39), ''))).lower()} "


@cache
def used() -> str:
    """All names and texts of the code, each on a line of its own; docstrings are words about code, not code."""
    return "\n".join(sorted(map(spelled, {text for path in SOURCE.rglob("*.py") for text in texts(path)})))


def texts(path: Path) -> Iterator[str]:
    """Of a file, as Python compiles it: that leaves docstrings out, and takes a fifth of reading its tree."""
    yield path.stem
    yield from _texts_of(compile(path.read_bytes(), str(path), "exec", optimize=2))


def _texts_of(code: CodeType) -> Iterator[str]:
    yield code.co_name
    yield from code.co_names
    yield from code.co_varnames
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _texts_of(each)
        elif isinstance(each, str):
            yield each
        elif isinstance(each, tuple | frozenset):  # such as the names of what a function is given
            yield from (text for text in each if isinstance(text, str))


def is_used(headword: str) -> bool:
    """Whether the code has it, in the singular or the plural."""
    word = spelled(headword).strip()
    return any(f" {form} " in used() for form in (word, f"{word}s", f"{word}es", f"{word.removesuffix('y')}ies"))


def test_the_code_uses_every_word() -> None:
    unused = [headword for headword in headwords() if not is_used(headword)]
    assert unused == [], "no code says these: take them out of the glossary, or call the things so"


def test_every_word_is_explained_once_in_the_order_of_the_alphabet() -> None:
    page = (TOP / "docs" / "glossary.md").read_text(encoding="utf-8")
    sections = [
        [found["words"].lower() for found in ENTRY.finditer(section)] for section in re.split(r"^## ", page, flags=re.M)
    ]
    listed = headwords()
    assert len(listed) > 100
    assert sorted(set(listed)) == sorted(listed)
    for section in sections:
        assert section == sorted(section)


def test_no_row_of_the_page_is_left_out() -> None:
    page = (TOP / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^[-|] ", page, re.MULTILINE)) == len(ENTRY.findall(page))


@pytest.mark.parametrize("word", ["croupier", "roulette", "house edges of dice"])
def test_a_word_that_no_code_uses_would_be_found(word: str) -> None:
    assert not is_used(word)
