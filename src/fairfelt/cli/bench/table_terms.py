"""How a table is run, as options of the bench's commands say it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.formats.money import MICROS, AmountError, parse_amount

if TYPE_CHECKING:
    from fairfelt.winnings import TableTerms

Bet = Annotated[
    str,
    Parameter(
        help="What each player bets a round: the opening bet, or the bet that is named. 25 if not given, on a meter 1.",
        show_default=False,
    ),
]
Players = Annotated[
    int | None, Parameter(help="Players at the table; five, or as many as it seats.", show_default=False)
]
Rounds = Annotated[
    float | None, Parameter(help="Rounds an hour; as published for such games if not given.", show_default=False)
]
Hours = Annotated[float, Parameter(help="Hours of a shift.")]
Shifts = Annotated[int, Parameter(help="Shifts a day.")]
Days = Annotated[int, Parameter(help="Days a year.")]
MOST_ROUNDS = 1_000
HOURS_A_DAY, DAYS_A_YEAR = 24, 366


def read_terms(
    bet: str,
    players: int | None,
    rounds: float | None,
    hours: float,
    shifts: int,
    days: int,
    *,
    seats: int,
    game: str,
    dashes: str = "--",
) -> TableTerms:
    """The options as a value, or the sentence that says which of them cannot be; fields of a file have no dashes."""
    from fairfelt.winnings import TableTerms

    stake = read_money(bet, f"{dashes}bet")
    if players is not None and not 1 <= players <= seats:
        raise BadInput(f"{dashes}players {players} is not possible: {game} seats 1 to {seats}")
    if rounds is not None and not 0 < rounds <= MOST_ROUNDS:
        raise BadInput(
            f"{dashes}rounds {rounds:g} is not possible: give rounds an hour above 0, {MOST_ROUNDS:,} at most"
        )
    if not 0 < hours <= HOURS_A_DAY:
        raise BadInput(f"{dashes}hours {hours:g} is not possible: give hours above 0, {HOURS_A_DAY} at most")
    if shifts < 1:
        raise BadInput(f"{dashes}shifts {shifts} is not possible: give at least 1")
    check_days(days)
    if hours * shifts > HOURS_A_DAY:
        raise BadInput(
            f"{shifts} shifts of {hours:g} hours are {hours * shifts:g} hours: a day has no more than {HOURS_A_DAY}"
        )
    pace = None if rounds is None else as_fraction(rounds)
    return TableTerms(stake, players, pace, as_fraction(hours), shifts, days)


def check_days(days: int) -> None:
    """The days of a year on which there is play."""
    if not 1 <= days <= DAYS_A_YEAR:
        raise BadInput(f"--days {days} is not possible: give 1 to {DAYS_A_YEAR} days a year")


def as_fraction(number: float) -> Fraction:
    """A number as it was typed."""
    return Fraction(str(number))


def read_money(text: str, option: str) -> Fraction:
    """An amount above nothing, in currency."""
    try:
        micros = parse_amount(text)
    except AmountError as error:
        raise BadInput(f"{option} {error}") from error
    if micros <= 0:
        raise BadInput(f"{option} {text!r} is not above zero: give an amount such as 25")
    return Fraction(micros, MICROS)
