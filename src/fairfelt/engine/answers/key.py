"""The key of a kept answer: the game to the last word, the code that counts, and what was asked."""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from fairfelt.rules import Game, fingerprint
from fairfelt.runtime.configuration import keep, read_kept
from fairfelt.shipped_digests import is_as_shipped

# Which code counts: what other code has found is never taken for its answer.


PACKAGE = Path(__file__).parents[2]
COUNTING = ("engine", "rules", "runtime/compute", "table")
"""The folders whose code decides what is found."""


@lru_cache(maxsize=1)
def code_version() -> str:
    """A digest of what the counting code says, whatever its comments, docstrings and layout."""
    text = text_digest()
    if shipped_code().text == text:
        return shipped_code().meaning
    name = f"fairfelt_code_{text[:40]}"
    if known := read_kept(name):
        return known.decode()
    meaning = meaning_digest()
    keep(name, meaning.encode())
    return meaning


def counting_files() -> list[Path]:
    """The files of that code, in a fixed order."""
    return sorted(file for folder in COUNTING for file in (PACKAGE / folder).rglob("*.py"))


@lru_cache(maxsize=1)
def text_digest() -> str:
    """Of the files as they are: quick."""
    digest = hashlib.sha256()
    for file in counting_files():
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def meaning_digest() -> str:
    """Of what they say: takes a second or two."""
    digest = hashlib.sha256()
    for file in counting_files():
        digest.update(f"{file.relative_to(PACKAGE).as_posix()} {meaning_of(file.read_text())}".encode())
    return digest.hexdigest()


def meaning_of(source: str) -> str:
    """Source without comments, docstrings and layout, the same under every version of Python."""
    return repr(_node(ast.parse(source)))


def _node(value: Any) -> Any:
    if isinstance(value, ast.JoinedStr):  # a format made of fields ends with an empty text from Python 3.12 on
        texts = [part for part in value.values if not (isinstance(part, ast.Constant) and part.value == "")]
        return "JoinedStr", [_node(part) for part in texts]
    if isinstance(value, ast.AST):
        return type(value).__name__, [(n, _node(v)) for n, v in ast.iter_fields(value) if v is not None and v != []]
    if isinstance(value, list):
        return [_node(part) for part in value if not _is_docstring(part)]
    return repr(value)


def _is_docstring(node: Any) -> bool:
    """A string that stands alone says something to readers only."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def answer_key(game: Game, *asked: object) -> str | None:
    """A digest that any change of rules, words, code or question changes; None where some code has no file to read."""
    sources = [source_of(part) for part in _code_parts(game)]
    if None in sources:
        return None
    parts = [
        fingerprint(game),
        code_version(),
        sorted({*filter(None, sources)}),
        definition_texts(game),
        list(map(repr, asked)),
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _code_parts(game: Game) -> Iterator[Any]:
    """What a game's own file may have written in Python; the fingerprint tells what it does, not what it says."""
    yield from (wager.settle for wager in game.wagers)
    yield from (wager.ranking for wager in game.wagers if wager.ranking)
    yield from (strategy.choose for strategy in game.strategies)
    if game.course:
        yield game.course
    if game.showdown:
        yield game.showdown.ranking


def source_of(part: Any) -> str | None:
    """A digest of the file in which a function, or the class of a value, is written."""
    code = getattr(part, "__code__", None)
    if code is not None:
        return _file_digest(code.co_filename)
    module = sys.modules.get(type(part).__module__)
    return _file_digest(getattr(module, "__file__", None) or "")


@lru_cache(maxsize=256)
def _file_digest(name: str) -> str | None:
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except OSError:
        return None


def definition_texts(game: Game) -> list[str]:
    """Every text of a definition, in order; what surrounds the game, such as published figures, is no part of it."""
    parts = (game.deal, game.streets, game.showdown, game.course, game.wagers, game.unit, game.seats)
    strategies = [(strategy.name, strategy.words) for strategy in game.strategies]
    return [*_texts(parts), *_texts(strategies)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str | int):
        yield str(value)
    elif isinstance(value, Mapping):
        for key in value:
            yield from (*_texts(key), *_texts(value[key]))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _texts(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))


# The answers that come with the package: those of the catalogue as it is printed, in one compressed file.


FILE = Path(__file__).with_name("catalogue.zip")
CODE = "code"


@dataclass(frozen=True)
class ShippedCode:
    """The code that counted them: its text and its meaning, as digests."""

    text: str = ""
    meaning: str = ""


@lru_cache(maxsize=1)
def shipped_code() -> ShippedCode:
    """Nothing where no answers are shipped."""
    content = read_shipped(CODE)
    return ShippedCode(*content.decode().split()) if content else ShippedCode()


def read_shipped(name: str) -> bytes | None:
    """One of them; None if it is not among them, or the file is not the one that was shipped."""
    if not is_as_shipped(FILE):
        return None
    try:
        with ZipFile(FILE) as archive:
            return archive.read(name)
    except (OSError, KeyError, BadZipFile, RuntimeError):  # the last where Python was built without LZMA
        return None
