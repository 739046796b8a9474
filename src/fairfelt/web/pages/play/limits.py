"""The limits of a jurisdiction at the practice table, for whoever wants to practice under them; none by default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from fairfelt.law import Finding, Law, LawError, check_bets, profile, profile_names
from fairfelt.rules import Game, UnknownName

from ..game_query import BadQuery
from .json_body import JsonBody

LABORATORY = "laboratory"


def choices() -> list[tuple[str, str]]:
    """The laws there are, by name and title, the one without limits first."""
    names = sorted(profile_names(), key=lambda name: name != LABORATORY)
    return [(name, profile(name).title) for name in names]


def check(game: Game, bets_micros: Mapping[str, int], body: JsonBody) -> None:
    """Refuse bets that the chosen law does not allow on the chosen day, beside the bet it is about."""
    law = _law(body)
    for field, finding in _findings(law, game, bets_micros):
        raise BadQuery(field, finding.sentence)


def _findings(law: Law, game: Game, bets_micros: Mapping[str, int]) -> Iterator[tuple[str, Finding]]:
    """Each bet by itself, then all together."""
    for wager, micros in bets_micros.items():
        yield from ((wager, finding) for finding in check_bets(law, game, {wager: micros}))
    yield from (("bets", finding) for finding in check_bets(law, game, bets_micros))


def _law(body: JsonBody) -> Law:
    name, day = (str(body.fields.get(field) or "") for field in ("law", "day"))
    try:
        on = date.fromisoformat(day) if day else date.today()
    except ValueError as error:
        raise BadQuery("day", f"day is {day!r}: give a day such as 2023-06-14") from error
    try:
        return profile(name or LABORATORY).on(on)
    except UnknownName as error:
        raise BadQuery("law", str(error)) from error
    except LawError as error:
        raise BadQuery("day", str(error)) from error
