"""The text of a game as JSON: written to be read by people, and read with the line of every mistake."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from ..game import Game
from .read import MOST_BYTES, BadPart, Place, read_data, written_place
from .write import write_game

WIDTH = 110
_BLANK = re.compile(r"[ \t\r\n]*")
_OTHER = re.compile(r"[^,\]}\s]+")


class BadGameText(BadPart):
    """Text that is no game: the line, the place and the sentence."""

    def __init__(self, place: Place, line: int, sentence: str) -> None:
        super().__init__(place, sentence)
        self.line = line
        self.sentence = f"{written_place(place)}: {sentence}" if place else sentence


def game_text(game: Game) -> str:
    """A game as JSON, the same for the same game."""
    return write_json(write_game(game).data)


def write_json(data: Any) -> str:
    """JSON in which a part that fits a line is one line."""
    return _folded(data, "") + "\n"


def _folded(data: Any, margin: str) -> str:
    flat = json.dumps(data, ensure_ascii=False)
    if not data or not isinstance(data, dict | list) or (margin and len(margin) + len(flat) <= WIDTH):
        return flat
    inner = margin + "  "
    if isinstance(data, dict):
        rows: Iterable[str] = (f"{json.dumps(k, ensure_ascii=False)}: {_folded(v, inner)}" for k, v in data.items())
        opens, closes = "{", "}"
    else:
        rows, opens, closes = (_folded(each, inner) for each in data), "[", "]"
    return f"{opens}\n" + ",\n".join(f"{inner}{row}" for row in rows) + f"\n{margin}{closes}"


def read_text(text: bytes | str) -> Game:
    """The game that JSON holds; the sentence of a mistake says where it stands."""
    data, source = parse_json(text)
    try:
        return read_data(data)
    except BadPart as error:
        raise BadGameText(error.part, line_of(source, error.part), str(error)) from error


def parse_json(text: bytes | str) -> tuple[Any, str]:
    """The data and its source; a name twice in one object, which JSON leaves open, is a mistake."""
    if len(text) > MOST_BYTES:
        raise BadGameText((), 0, f"this is longer than {MOST_BYTES:,} bytes; no game is")
    try:
        source = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        return json.loads(source, object_pairs_hook=_once, parse_constant=_no_number), source
    except UnicodeDecodeError:
        raise BadGameText((), 0, "this is no text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadGameText((), error.lineno, f"this is no JSON: {error.msg}, at column {error.colno}") from None
    except RecursionError:
        raise BadGameText((), 0, "this is nested more deeply than any game") from None
    except ValueError as error:
        raise BadGameText((), 0, str(error)) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} stands twice in one object; a name stands once")
    return found


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def line_of(source: str, place: Place) -> int:
    """The line where the value at that place begins, or the last one on the way to it that is there."""
    position = _skip(source, 0)
    for step in place:
        found = _step(source, position, step)
        if found is None:
            break
        position = found
    return source.count("\n", 0, position) + 1


def _skip(source: str, position: int) -> int:
    found = _BLANK.match(source, position)
    return found.end() if found else position


def _step(source: str, position: int, step: str | int) -> int | None:
    """Where the member of that name or number begins."""
    if source[position] not in "{[":
        return None
    number, closes = 0, {"{": "}", "[": "]"}[source[position]]
    position = _skip(source, position + 1)
    while source[position] != closes:
        name: str | int = number
        if closes == "}":
            name, position = scanstring(source, position + 1)
            position = _skip(source, _skip(source, position) + 1)
        if name == step:
            return position
        position = _skip(source, _end(source, position))
        position, number = _skip(source, position + 1) if source[position] == "," else position, number + 1
    return None


def _end(source: str, position: int) -> int:
    """Behind the value that begins there."""
    depth = 0
    while True:
        sign = source[position]
        if sign == '"':
            _, position = scanstring(source, position + 1)
        elif sign in "{[":
            depth, position = depth + 1, position + 1
        elif sign in "}]":
            depth, position = depth - 1, position + 1
        elif sign in ",: \t\r\n":
            position += 1
        else:
            found = _OTHER.match(source, position)
            position = found.end() if found else position + 1
        if not depth:
            return position
