"""The games that are dealt in these tests, and code of the kernels run as plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck

SHORT = Deck(ranks="89TJQKA")
"""For games whose boards take a while to count."""
SHORTER = Deck("9TJQKA", "cdh")
"""Boards of these cards are counted by other tests too."""

VERSIONS = [
    *games.find("bet-the-set-21").variants,
    *games.find("big-raise-stud-poker").variants,
    *games.find("caribbean-stud").variants,
    *games.find("crazy-4-poker").variants,
    *games.find("dj-wild-stud-poker").variants,
    *games.find("field-gold-21").variants,
    *games.find("flush-rush").variants,
    *games.find("fortune-blackjack").variants,
    *games.find("four-card-poker").variants,
    *games.find("i-luv-suits-poker").variants,
    *games.find("kings-bounty").variants,
    *games.find("let-it-ride").variants,
    *games.find("mississippi-stud").variants,
    *games.find("royal-match-21").variants,
    *games.find("royal-match-21-deluxe").variants,
    *games.find("solitaire-stud").variants,
    *games.find("straight-edge-poker").variants,
    *games.find("three-card-poker").variants,
    *games.find("trilux-bonus").variants,
    *games.find("triple-shot-rummy").variants,
    *(version.with_deck(SHORT) for version in games.find("texas-holdem-bonus").variants),
    games.find("ultimate-texas-holdem").with_deck(SHORTER),
    games.find("casino-holdem").with_deck(SHORT),
    games.find("heads-up-holdem").with_deck(SHORT),
    games.find("flushes-gone-wild").with_deck(Deck(ranks="29TJQKA")),
]


ONE_OF_EACH_SHAPE = {
    ("mississippi-stud", ""), ("royal-match-21", "crown"), ("straight-edge-poker", "v1"),
    ("three-card-poker", ""), ("ultimate-texas-holdem", ""),
}  # fmt: skip
"""Solved, compiled and dealt in every run; the others have the same shapes, and take up to ten seconds each."""


def _marks(game: Game) -> list[pytest.MarkDecorator]:
    return [] if (game.slug, game.variant) in ONE_OF_EACH_SHAPE else [pytest.mark.heavy]


GAMES = [
    *(pytest.param(game, id=game.title, marks=_marks(game)) for game in VERSIONS),
    pytest.param(games.find("flushes-gone-wild"), id="Flushes Gone Wild, the whole deck", marks=pytest.mark.heavy),
]
ALONE: set[str] = {"Three Card Poker"}
"""Dealt to a single seat in every run, the others in heavy ones: kernels are compiled for each number of seats."""
HEAVY = [pytest.mark.heavy]
SAMPLED_EACH_TIME = {"Three Card Poker-3"}


def _dealt_to(seats: int) -> list[Any]:
    """The games with a number of seats."""
    return [
        pytest.param(*found.values, seats, id=f"{found.id}-{seats}", marks=[*found.marks, *_marks_at(found.id, seats)])
        for found in GAMES
    ]


def _marks_at(title: object, seats: int) -> list[pytest.MarkDecorator]:
    return [pytest.mark.heavy] if seats == 1 and title not in ALONE else []


DEALT_ALONE = _dealt_to(1)
AT_SEATS = [*DEALT_ALONE, *_dealt_to(3)]
SAMPLED = [
    pytest.param(*each.values, id=each.id, marks=[*each.marks, *([] if each.id in SAMPLED_EACH_TIME else HEAVY)])
    for each in AT_SEATS
]
"""With their means looked at: what a kernel settles is compared one by one with the table, for each shape of game."""


def run(statements: Iterable[str], names: Mapping[str, Any]) -> dict[str, Any]:
    """Execute generated statements; whole numbers overflow without a word, as they do in a kernel."""
    space = {"np": np, **names}
    with np.errstate(over="ignore"):
        exec("\n".join(statements), space)
    return space
