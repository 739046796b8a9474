"""The JSON body of a move, read field by field; a mistake is shown beside the field it was made in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request

from fairfelt.rules import MICROS, format_amount, parse_amount
from fairfelt.runtime.formats import MOST_SEATS
from fairfelt.web.http.request import read_integer, read_json

from ..game_query import BadQuery

MOST_BET_MICROS = 10_000 * MICROS


@dataclass(frozen=True)
class JsonBody:
    """The fields of one request."""

    fields: Mapping[str, Any]

    def whole_number(self, name: str, *, least: int = 0, most: int) -> int:
        """A whole number between two others."""
        number = self.fields.get(name)
        if type(number) is not int or not least <= number <= most:
            raise BadQuery(name, f"{name} is {number!r}: give a whole number from {least} to {most}")
        return number

    def is_ticked(self, name: str) -> bool:
        """Whether a box was ticked; one that is left out was not."""
        ticked = self.fields.get(name, False)
        if not isinstance(ticked, bool):
            raise BadQuery(name, f"{name} is {ticked!r}: give true or false")
        return ticked

    def text(self, name: str) -> str:
        """Some words."""
        words = self.fields.get(name)
        if not isinstance(words, str):
            raise BadQuery(name, f"{name} is {words!r}: give it as text")
        return words

    def by_wager(self, name: str) -> Mapping[str, Any]:
        """An object with a field for each wager."""
        wagers = self.fields.get(name)
        if not isinstance(wagers, dict):
            raise BadQuery(name, f"{name} is {wagers!r}: give an object with a field for each wager")
        return wagers

    def by_seat(self, name: str) -> Mapping[int, Any]:
        """An object with a field for each seat."""
        seats = self.fields.get(name)
        if not isinstance(seats, dict) or any(read_integer(seat, 0, MOST_SEATS) is None for seat in seats):
            raise BadQuery(name, f"{name} is {seats!r:.80}: give an object with a field for each seat")
        return {int(seat): amount for seat, amount in seats.items()}

    def bets_micros(self, name: str) -> dict[str, int]:
        """Amounts by wager; what is empty or nothing is no bet."""
        typed = {wager: amount for wager, amount in self.by_wager(name).items() if amount != ""}
        bets = {wager: read_amount_micros(wager, amount) for wager, amount in typed.items()}
        for wager, micros in bets.items():
            if micros > MOST_BET_MICROS:
                most = format_amount(MOST_BET_MICROS, decimals=0)
                raise BadQuery(wager, f"{format_amount(micros)} on {wager} is too much: this table takes up to {most}")
        return {wager: micros for wager, micros in bets.items() if micros}


def read_amount_micros(field: str, amount: object) -> int:
    """An amount as somebody wrote it."""
    try:
        return parse_amount(amount)  # type: ignore[arg-type]  # which says itself what is wrong with anything but text
    except ValueError as error:
        raise BadQuery(field, str(error)) from error


async def read_json_body(request: Request) -> JsonBody:
    """The fields of a request."""
    fields = await read_json(request.headers.get("content-type", ""), request.receive, msgspec.json.decode)
    if not isinstance(fields, dict):
        raise BadQuery("body", "The fields are to be sent as one JSON object")
    return JsonBody(fields)
