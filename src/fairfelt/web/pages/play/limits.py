"""The limits of a jurisdiction at the practice table, for whoever wants to practise under them; by default none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from fairfelt.law import Finding, Law, LawError, check_bets, profile, profile_names
from fairfelt.rules import Game, UnknownName

from ..game_query import BadQuery
from .json_body import Said

LABORATORY = "laboratory"


def choices() -> list[tuple[str, str]]:
    """The laws there are, by name and title, the one without limits first."""
    names = sorted(profile_names(), key=lambda name: name != LABORATORY)
    return [(name, profile(name).title) for name in names]


def check(game: Game, bets_micros: Mapping[str, int], said: Said) -> None:
    """Refuse bets that the chosen law does not allow on the chosen day, beside the bet it is about."""
    law = _law(said)
    for field, finding in _findings(law, game, bets_micros):
        raise BadQuery(field, finding.sentence)


def _findings(law: Law, game: Game, bets_micros: Mapping[str, int]) -> Iterator[tuple[str, Finding]]:
    """Each bet by itself, then all together."""
    for wager, micros in bets_micros.items():
        yield from ((wager, finding) for finding in check_bets(law, game, {wager: micros}))
    yield from (("bets", finding) for finding in check_bets(law, game, bets_micros))


def _law(said: Said) -> Law:
    name, day = (str(said.fields.get(field) or "") for field in ("law", "day"))
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
