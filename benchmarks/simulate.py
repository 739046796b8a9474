"""Rounds a second: dealt by the kernels on one core, and beside them played at the reference table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fairfelt import games
from fairfelt.exact import solve
from fairfelt.exact.problem import Unsolved
from fairfelt.rules import Choice, Game, Street
from fairfelt.rules.money import MICROS
from fairfelt.simulate import simulate
from fairfelt.table import View, play, shuffled

from .measured import Row, best_seconds, print_rows

HANDS = 8_000_000
COURSE_HANDS = 20_000
"""Rounds through a course are dealt in plain Python."""
TABLE_ROUNDS = 200
REPEATS = 2
SEATS = (1, 6)
GOALS = {("three-card-poker", 1): "15,000 or more"}
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
        for seats in SEATS:
            what = f"{game.title}, {'a seat' if seats == 1 else f'{seats} seats'}"
            yield Row(what, UNIT, _dealt(game, seats), _played(game, seats), GOALS.get((game.slug, seats), "-"))


def _dealt(game: Game, seats: int) -> float:
    """The kernels, without solving and compiling."""
    rounds = (COURSE_HANDS if game.course else HANDS) // seats
    runs = [simulate(game, rounds=rounds, seed=seed, seats=seats, threads=1) for seed in range(REPEATS)]
    return rounds / min(run.seconds for run in runs) / 1e3


def _at_the_table(game: Game) -> float:
    """Bets, deal, choice and settlement alone: decks shuffled before, and every hand played on."""
    source = Random(52)
    orders = [shuffled(game.deck.cards, source) for _ in range(20 * TABLE_ROUNDS)]
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
        best = solution.advise(view.own, view.community).best
        return next(choice for choice in street.choices if choice.name == best)

    def rounds() -> None:
        for _ in range(TABLE_ROUNDS):
            play(game, shuffled(game.deck.cards, source), dict.fromkeys(range(1, seats + 1), bets), decide)

    return TABLE_ROUNDS / best_seconds(rounds, rounds=1) / 1e3


if __name__ == "__main__":
    print_rows("Simulation and table", rows())
