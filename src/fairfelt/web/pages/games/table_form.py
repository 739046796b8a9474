"""The fields that say how a table is run: bet, players, pace, hours; read once for every page that asks for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from fairfelt.analysis.winnings import TableTerms
from fairfelt.rules import MICROS, AmountError, parse_amount

from ..game_query import BadQuery

FIELDS = {
    "bet": ("Bet of each player", ""),
    "players": ("Players", "5"),
    "rounds": ("Rounds an hour", ""),
    "hours": ("Hours of a shift", "8"),
    "shifts": ("Shifts a day", "3"),
}
"""Names of the fields, and what they say at first; the bet goes by the game, rounds are as published."""
LONGEST = 20
WHOLE, PLAIN = re.compile(r"[0-9]+"), re.compile(r"[0-9]+(\.[0-9]+)?")
MOST_ROUNDS = 1_000


def first_words(seats: int, stake: Fraction) -> dict[str, str]:
    """What the fields say at first: the usual stake, and no more players than the table has seats."""
    first = {name: said for name, (_, said) in FIELDS.items()}
    return first | {"bet": str(stake), "players": str(min(int(first["players"]), seats))}


def read_terms(fields: Mapping[str, str], seats: int, stake: Fraction) -> TableTerms:
    """The fields as a value; a `BadQuery` names the one that cannot be read."""
    said = {name: fields.get(name, first).strip()[:LONGEST] for name, first in first_words(seats, stake).items()}
    hours, shifts = read_number(said, "hours", 24), int(read_number(said, "shifts", 24, whole=True))
    if hours * shifts > 24:
        raise BadQuery("shifts", f"{shifts} shifts of {said['hours']} hours are more than a day")
    return TableTerms(
        read_money(said, "bet"),
        int(read_number(said, "players", seats, whole=True)),
        read_number(said, "rounds", MOST_ROUNDS) if said["rounds"] else None,
        hours,
        shifts,
    )


def read_money(said: Mapping[str, str], name: str) -> Fraction:
    """An amount above nothing, in currency."""
    try:
        micros = parse_amount(said[name])
    except AmountError as error:
        raise BadQuery(name, str(error)) from error
    if micros <= 0:
        raise BadQuery(name, "this has to be more than nothing")
    return Fraction(micros, MICROS)


def read_number(said: Mapping[str, str], name: str, most: int, *, whole: bool = False) -> Fraction:
    """A number above nothing."""
    form = WHOLE if whole else PLAIN  # an exponent would be worked out, however large
    found = Fraction(said[name]) if form.fullmatch(said[name]) else Fraction(0)
    if not 0 < found <= most:
        raise BadQuery(name, f"{said[name]!r} is not possible: give {'1' if whole else 'more than 0'} to {most:,}")
    return found
