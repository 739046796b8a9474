"""Rounds a second: dealt by the kernels on one core, and beside them played at the reference table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from fairfelt import games
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.courses.solution import Player
from fairfelt.engine.exact import solve
from fairfelt.engine.simulation.simulation import course_kernel
from fairfelt.rules import Choice, Game, Street
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play, shuffle

from .measure import Row, best_seconds, dealing_seconds, name_seats

HANDS = 8_000_000
COURSE_HANDS = 3_000
"""A course without a kernel is stepped in plain Python, as at the table."""
TABLE_ROUNDS = 4_000
PLAYED_S = 1.0
"""At the reference table rounds are played for so long."""
REPEATS = 2
SEATS = (1, 6)
GOALS = {("three-card-poker", 1): "15,000 or more"}
COURSE_GOALS = {
    "war": "5,000 or more",
    "baccarat": "5,000 or more",
    "blackjack": "2,000 or more",
    "pai gow": "200 or more",
}
UNIT = "thousand rounds/s, one core"


def rows() -> Iterator[Row]:
    """The reference table, then every game that has a solver. Goals are there to be read, not asserted."""
    game = games.three_card_poker
    yield Row(f"{game.title}, reference table alone", UNIT, _at_the_table(game), None, "20 or more")
    for game in (version for first in games.catalogue() for version in first.variants):
        try:
            solve(game)
        except Unsolved:
            continue
        if game.course:
            goal = COURSE_GOALS.get(game.course.family, "-")
            yield Row(f"{game.title}, a seat, by its course", UNIT, _dealt(game, 1), None, goal)
            continue
        for seats in SEATS:
            what = name_seats(game, seats)
            yield Row(what, UNIT, _dealt(game, seats), _played(game, seats), GOALS.get((game.slug, seats), "-"))


def _dealt(game: Game, seats: int) -> float:
    """The kernels, without solving and compiling."""
    stepped = game.course and not course_kernel(Player(game, solve(game)), seats, HANDS)
    rounds = (COURSE_HANDS if stepped else HANDS) // seats
    return rounds / dealing_seconds(game, rounds, seats=seats, threads=1) / 1e3


def _at_the_table(game: Game) -> float:
    """Bets, deal, choice and settlement alone: decks shuffle before, and every hand played on."""
    source = Random(52)
    orders = [shuffle(game.deck.cards, source) for _ in range(TABLE_ROUNDS)]
    bets = {1: {wager.name: MICROS for wager in game.openings}}

    def rounds() -> None:
        for order in orders:
            play(game, order, bets, lambda street, view: street.choices[-1])

    return len(orders) / best_seconds(rounds, rounds=REPEATS) / 1e3


def _played(game: Game, seats: int) -> float:
    """The table, shuffling and deciding included, as they are in the kernels."""
    solution, source = solve(game), Random(52)
    bets = {wager.name: MICROS for wager in (*game.openings, *game.optional)}

    def decide(street: Street, view: View) -> Choice:
        played = solution.plays(view.own, view.community, view.dealer)
        return next(choice for choice in street.choices if choice.name == played)

    def round() -> None:
        play(game, shuffle(game.deck.cards, source), dict.fromkeys(range(1, seats + 1), bets), decide)

    round()
    played, start_s = 0, time.perf_counter()
    while time.perf_counter() < start_s + PLAYED_S:
        round()
        played += 1
    return played / (time.perf_counter() - start_s) / 1e3
