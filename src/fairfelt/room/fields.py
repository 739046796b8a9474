"""Reads what a command carries: each field is what it should be, or a sentence says what it is and should be."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from enum import Enum
from typing import Any, TypeVar

from fairfelt.jackpot.terms import MOST_MICROS

from .refusal import Code, Refusal

Body = Mapping[str, Any]
E = TypeVar("E", bound=Enum)
T = TypeVar("T")

MOST_CHARACTERS = 200
MOST_LISTED = 64
_SHA256 = re.compile(r"[0-9a-f]{64}")
_SEATS = {str(seat): seat for seat in range(1, 100)}


def shown(value: object) -> str:
    """A value as it was sent, cut short."""
    written = json.dumps(value, ensure_ascii=False, default=str)
    return written if len(written) <= 40 else f"{written[:40]}…"


def text(body: Body, name: str) -> str:
    """One line of text that says something."""
    value = _there(body, name)
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > MOST_CHARACTERS:
        raise _bad(name, f"one line of 1 to {MOST_CHARACTERS} characters", value)
    return value


def text_or_none(body: Body, name: str) -> str:
    """The same, or empty where it was left out."""
    return text(body, name) if body.get(name) not in (None, "") else ""


def flag(body: Body, name: str) -> bool:
    """Yes or no."""
    value = _there(body, name)
    if not isinstance(value, bool):
        raise _bad(name, "true or false", value)
    return value


def whole(body: Body, name: str) -> int:
    """A whole number that a book can hold."""
    value = _there(body, name)
    if type(value) is not int:
        raise _bad(name, "a whole number", value)
    if abs(value) > MOST_MICROS:
        raise _bad(name, f"at most {MOST_MICROS:,}", value)
    return value


def sha256(body: Body, name: str) -> str:
    """A digest: it stands for something that is never in the log."""
    value = _there(body, name)
    if not isinstance(value, str) or not _SHA256.fullmatch(value):
        raise _bad(name, "a SHA-256 of 64 hexadecimal digits in small letters", value)
    return value


def day(body: Body, name: str) -> date:
    """A day, written as the log writes it."""
    value = _there(body, name)
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise _bad(name, "a day such as 2023-06-14", value) from None


def one_of(body: Body, name: str, kinds: type[E]) -> E:
    """One of a closed list."""
    value = _there(body, name)
    for kind in kinds:
        if kind.value == value:
            return kind
    raise _bad(name, f"one of {', '.join(str(kind.value) for kind in kinds)}", value)


def listed(body: Body, name: str) -> list[Any]:
    """A list of reasonable length; nothing where it was left out."""
    value = body.get(name)
    if value is None:
        return []
    if not isinstance(value, list | tuple) or len(value) > MOST_LISTED:
        raise _bad(name, f"a list of at most {MOST_LISTED}", value)
    return list(value)


def each(body: Body, name: str, what: str, read: Callable[[Body, str], T]) -> list[T]:
    """Every value of a list, each by its reader; a sentence calls one of them `what`."""
    values = listed(body, name)
    try:
        return [read({what: value}, what) for value in values]
    except Refusal as wrong:
        raise Refusal(wrong.code, wrong.sentence, name) from None


def cards(body: Body) -> list[str]:
    """The cards that were swiped for this command."""
    return each(body, "cards", "a card", text)


def nested(body: Body, name: str) -> Body:
    """An object inside the command."""
    value = _there(body, name)
    if not isinstance(value, Mapping):
        raise _bad(name, "an object with names and values", value)
    return value


def bets(body: Body) -> list[tuple[int, int]]:
    """What the sensors read: an amount by seat, in the order of the seats."""
    return sorted([(_seat(seat), _bet(amount)) for seat, amount in nested(body, "bets").items()])


def _seat(key: str) -> int:
    seat = _SEATS.get(key)
    if seat is None:
        raise Refusal(Code.BAD_FIELD, f'a seat is a number in quotes such as "1", not {shown(key)}', "bets")
    return seat


def _bet(amount: object) -> int:
    if type(amount) is not int or amount < 1:
        sentence = f"a bet is a whole number of millionths above zero, not {shown(amount)}"
        raise Refusal(Code.BAD_FIELD, sentence, "bets")
    return amount


def _there(body: Body, name: str) -> Any:
    if name not in body:
        raise Refusal(Code.BAD_FIELD, f"{name} is missing", name)
    return body[name]


def _bad(name: str, right: str, value: object) -> Refusal:
    return Refusal(Code.BAD_FIELD, f"{name} is {right}, not {shown(value)}", name)
