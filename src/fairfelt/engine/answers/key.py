"""The key of a kept answer: the game to the last word, the code that counts, and what was asked."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from fairfelt.rules import Game, fingerprint

from .code_version import code_version


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
