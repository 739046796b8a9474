"""What a game costs to count, before it is counted: about so many seconds, by its solver and the cards it looks at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb
from types import MappingProxyType

from fairfelt.rules import Blackjack, Cards, Game, PaiGowPoker

from .core.problem import Unsolved
from .core.sights import symmetry_of
from .solve import core_game
from .solvers import SOLVERS
from .solvers.general.cost import cost_of
from .solvers.general.settlements import settlements_of
from .solvers.general.solver import rankings_of

BET_S = 4e-9
"""For each hand that a bet of its own could be paid by."""


def estimate_seconds(game: Game) -> float:
    """About how long a PAR sheet takes on two cores, from a fresh start; raises `Unsolved` where there is no solver."""
    core = core_game(game)
    solver = next((solver for solver in SOLVERS if solver.fits(core)), None)
    if solver is None:
        raise Unsolved(f"{game.title}: there is no exact solver for such a game yet")
    return SECONDS[solver.name](core) + sum(_bet_seconds(game, at) for at in range(len(game.wagers)))


def _hands(game: Game, *places: Cards) -> int:
    """Hands of so many cards."""
    return comb(len(game.deck), min(sum(game.deal.count(place) for place in places), len(game.deck)))


def _bet_seconds(game: Game, at: int) -> float:
    """A bet on a hand of its own is counted by its lines."""
    wager = game.wagers[at]
    if not wager.ranking or game.course:
        return 0.01
    return BET_S * min(comb(len(game.deck), game.deal.count(wager.on)), 10**9)


def _sweep(game: Game) -> float:
    """All hands of the larger side; once for each card of the dealer's that is seen."""
    seen = sum(street.dealer for street in game.streets)
    return 3e-7 * max(_hands(game, Cards.OWN), _hands(game, Cards.DEALER)) * (1 + 2 * seen)


def _boards(game: Game) -> float:
    """Every board with every pair of cards."""
    rest = len(game.deck) - game.deal.count(Cards.COMMUNITY)
    return 8e-9 * _hands(game, Cards.COMMUNITY) * comb(max(rest, 2), 2)


def _suits(game: Game) -> float:
    """The player's cards and the shared ones."""
    return 9e-8 * _hands(game, Cards.OWN, Cards.COMMUNITY)


def _course(game: Game) -> float:
    """States of a shoe grow with the kinds of cards and the cards that come."""
    assert game.course
    kinds = len({game.course.alike(card) for card in game.deck.faces})
    return 3e-6 * float(kinds) ** min(game.course.most_cards(1) - 1, 8) if kinds > 13 else 0.5


def _blackjack(game: Game) -> float:
    """Each further hand of a split doubles the work."""
    assert isinstance(game.course, Blackjack)
    return 5.0 * 2.0 ** (game.course.rules.most_hands - 4)


def _pai_gow(game: Game) -> float:
    """All pairs of hands; more of them where the dealer's hand is seen first."""
    assert isinstance(game.course, PaiGowPoker)
    return (45.0 if game.course.face_up else 21.0) * _hands_of_seven(game)


def _hands_of_seven(game: Game) -> float:
    return comb(len(game.deck), 7) / comb(53, 7)


def _general(game: Game) -> float:
    """As that solver says itself."""
    symmetry = symmetry_of(game.deck, [ranking.tells for ranking in rankings_of(game)])
    return cost_of(game, symmetry, settlements_of(game)).seconds


SECONDS: Mapping[str, Callable[[Game], float]] = MappingProxyType({
    "general": _general,
    "pai gow": _pai_gow,
    "blackjack": _blackjack,
    "course": _course,
    "first cards": lambda game: 0.01,
    "boards": _boards,
    "longest flush": lambda game: 4.5e-8 * _hands(game, Cards.OWN),
    "tracks": lambda game: 8e-9 * _hands(game, Cards.OWN),
    "suits": _suits,
    "sweep": _sweep,
    "ladder": lambda game: 8e-9 * _hands(game, Cards.OWN, Cards.COMMUNITY),
    "streets": lambda game: 1e-7 * _hands(game, Cards.OWN, Cards.COMMUNITY),
})  # fmt: skip
"""By solver, as `make bench` measured the games of the catalogue."""
