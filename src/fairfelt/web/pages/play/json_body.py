"""What a page says, read from JSON field by field; a mistake is told beside the field it was made in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request

from fairfelt.rules import MICROS, format_amount, parse_amount
from fairfelt.web.http.request import read_json

from ..game_query import BadQuery

MOST_BET_MICROS = 10_000 * MICROS


@dataclass(frozen=True)
class Said:
    """The fields of one request."""

    fields: Mapping[str, Any]

    def whole(self, name: str, *, least: int = 0, most: int) -> int:
        """A whole number between two others."""
        number = self.fields.get(name)
        if type(number) is not int or not least <= number <= most:
            raise BadQuery(name, f"{name} is {number!r}: give a whole number from {least} to {most}")
        return number

    def text(self, name: str) -> str:
        """Some words."""
        words = self.fields.get(name)
        if not isinstance(words, str):
            raise BadQuery(name, f"{name} is {words!r}: give it as text")
        return words

    def inside(self, name: str) -> Mapping[str, Any]:
        """Fields within a field."""
        within = self.fields.get(name)
        if not isinstance(within, dict):
            raise BadQuery(name, f"{name} is {within!r}: give an object with a field for each wager")
        return within

    def bets_micros(self, name: str) -> dict[str, int]:
        """Amounts by wager; what is empty or nothing is no bet."""
        amounts = {wager: amount_micros(wager, said) for wager, said in self.inside(name).items() if said != ""}
        for wager, micros in amounts.items():
            if micros > MOST_BET_MICROS:
                most = format_amount(MOST_BET_MICROS, decimals=0)
                raise BadQuery(wager, f"{format_amount(micros)} on {wager} is too much: this table takes up to {most}")
        return {wager: micros for wager, micros in amounts.items() if micros}


def amount_micros(field: str, said: object) -> int:
    """An amount as somebody wrote it."""
    try:
        return parse_amount(said)  # type: ignore[arg-type]  # which says itself what is wrong with anything but text
    except ValueError as error:
        raise BadQuery(field, str(error)) from error


async def said_in(request: Request) -> Said:
    """The fields of a request."""
    fields = await read_json(request.headers.get("content-type", ""), request.receive, msgspec.json.decode)
    if not isinstance(fields, dict):
        raise BadQuery("body", "The fields are to be sent as one JSON object")
    return Said(fields)
