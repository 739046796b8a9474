"""How the pit behaves: every number of the simulation, to be read and to be changed in a file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from typing import Any

from fairfelt.rules import MICROS


class BadHabits(ValueError):  # noqa: N818  (it reads as what happened)
    """A file of habits that cannot be, with the sentence that says why."""


@dataclass(frozen=True, kw_only=True)
class Habits:
    """Times are in seconds unless said otherwise; chances are parts per million."""

    opens_hour: int = 10
    closes_hour: int = 4
    """Where the room is. Equal hours: the pit never closes."""
    busy_ppm: int = 550_000
    """Of all seats, how many are taken in the evening; a third as many in the morning."""
    stay_rounds: int = 30
    """How long a player stays, on average."""
    round_s: float = 40.0
    """A round without the players."""
    seat_s: float = 10.0
    """What each bettor adds to it."""
    dealer_change_every_s: float = 2_400.0
    dealer_change_takes_s: float = 90.0

    least_share_ppm: int = 350_000
    """Of the players, how many make the progressive bet while the meter stands at its seed."""
    most_share_ppm: int = 950_000
    """How many come near to making it, however high the meter."""
    half_way_ppm: int = 500_000
    """Of its seed, how far a meter rises until half of those who can be won over are."""
    bets_micros: tuple[int, ...] = (5 * MICROS, 10 * MICROS, 25 * MICROS)
    bet_weights: tuple[int, ...] = (15, 4, 1)

    supervisor_s: float = 150.0
    """Until somebody with a card comes to a claim, on average."""
    executive_s: float = 420.0
    wrong_pin_ppm: int = 30_000
    forgotten_pin_ppm: int = 4_000
    """Somebody types wrong PINs until the card is locked."""
    unlock_s: float = 600.0
    adjustment_every_h: float = 60.0

    wrong_hand_ppm: int = 1_500
    """Of all rounds: a hand that nobody has is pressed, and taken back."""
    wrong_seat_ppm: int = 1_500
    no_bet_ppm: int = 2_000
    """Started before the bets are down, ended, and started again."""
    wrong_bet_ppm: int = 1_500
    """A bet that is none of the denominations."""
    twice_ppm: int = 4_000
    """A button pressed twice."""

    request_lost_ppm: int = 1_500
    """Of all requests."""
    answer_lost_ppm: int = 1_500
    cut_every_h: float = 20.0
    """For each line, on average."""
    cut_s: float = 45.0
    restart_every_h: float = 150.0
    restart_s: float = 60.0
    try_again_s: float = 2.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            _check(name, value)
        if len(self.bets_micros) != len(self.bet_weights) or not self.bets_micros:
            raise BadHabits("bets_micros and bet_weights go together: give as many of one as of the other, one or more")
        if self.most_share_ppm < self.least_share_ppm:
            raise BadHabits("most_share_ppm is below least_share_ppm: the share rises with the meter")


def read_habits(text: str) -> Habits:
    """Habits from TOML; what is not named stays as it is."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadHabits(f"not TOML: {error}") from error
    there = {one.name for one in fields(Habits)}
    if unknown := sorted(given.keys() - there):
        raise BadHabits(f"there is no habit {unknown[0]!r}; there are {', '.join(sorted(there))}")
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return Habits(**read)


def _check(name: str, value: object) -> None:
    many, whole = name.startswith("bet"), not name.endswith(("_s", "_h"))
    for number in value if many and isinstance(value, tuple) else (value,):
        if isinstance(number, bool) or not isinstance(number, int if whole else int | float):
            kind = "whole numbers in brackets" if many else "a whole number" if whole else "a number"
            raise BadHabits(f"{name} is {kind}, not {value!r}")
        if number < 0:
            raise BadHabits(f"{name} is {value!r}: give nothing below zero")
    if name.endswith("_ppm") and name != "half_way_ppm" and not 0 <= _number(value) <= MICROS:
        raise BadHabits(f"{name} is {value!r} parts per million: give 0 to {MICROS:,}")
    if name.endswith("_hour") and not 0 <= _number(value) <= 23:
        raise BadHabits(f"{name} is {value!r}: give an hour from 0 to 23")
    if name in ("stay_rounds", "half_way_ppm", "round_s", "try_again_s", "dealer_change_every_s") and not value:
        raise BadHabits(f"{name} is 0: give more than that")


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return value
