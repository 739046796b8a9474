"""Bets on the player's own cards beside the game: what best play makes of each hand goes with what the hand is paid.

A bet that is paid by these cards alone changes no decision. So the covariance with the game needs no ending of a round:
what a hand comes to on average, by the best choice at the first decision, says all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card
from fairfelt.cards.classes import ALL_CARDS, UpCardClasses
from fairfelt.exact import Solution
from fairfelt.exact.bets.census import ranked_hands
from fairfelt.exact.core.decisions import weighted_sums
from fairfelt.exact.core.endings import Ending, settle_ending
from fairfelt.exact.core.problem import has_one_deck
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.hands import LINE_BITS, Ranking
from fairfelt.rules import Cards, Facts, Game, Paytable, Wager

from .covariances import THE_GAME, Bet
from .moments import Covariances, check_round, moments
from .told_apart import fixed_tables

HANDS_AT_ONCE = 1 << 16
Hands = NDArray[np.uint8]
Numbers = NDArray[np.int64]


def reads_own_cards(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by the cards that a player holds at the first decision, and by what is chosen there.

    A fold at a later decision would say more than these cards do, so that a bet lost by it is another matter.
    """
    read = wager.ranking is not None and wager.on is Cards.OWN and not wager.against and not wager.first
    lasts = wager.survives_fold or len(game.streets) == 1
    dealt = game.course is None and bool(game.streets) and not game.streets[0].community
    return wager.is_optional and read and lasts and dealt and has_one_deck(game) and bool(fixed_tables(wager))


def own_paytables(solution: Solution) -> tuple[tuple[Bet, ...], Covariances]:
    """The game itself and each bet on the player's own cards with each paytable: how any two of them vary together."""
    game = solution.game
    wagers = [wager for wager in game.wagers if reads_own_cards(game, wager)]
    taken = [(wager, table) for wager in wagers for table in fixed_tables(wager)]
    rows = (
        (ending.combinations, [worth / ending.combinations, *(_net(game, *bet, ending) for bet in taken)])
        for ending, worth in rounds_by_line(solution, wagers)
    )
    means, found = moments(rows, 1 + len(taken))
    check_round(solution, means[0])
    variance = solution.round.variance
    assert variance is not None, "a game of a deal and decisions has one"
    whole = ((variance, *found[0][1:]), *found[1:])
    return (THE_GAME, *((wager.name, table.name) for wager, table in taken)), whole


def _net(game: Game, wager: Wager, table: Paytable, ending: Ending) -> Fraction:
    outcome, units = settle_ending(game, wager, table, ending)
    return outcome.pay.net * units


def rounds_by_line(solution: Solution, wagers: Sequence[Wager]) -> Iterator[tuple[Ending, Fraction]]:
    """All rounds by the lines of these bets and by a fold at the first decision, and what the game comes to in them."""
    street = solution.game.streets[0]
    fold = tuple((street.name, choice) for choice in street.choices if choice.folds)[:1]
    kinds = _Kinds(tuple(wager.ranking for wager in wagers if wager.ranking))
    for (lines, folded), (rounds, worth) in kinds.count(solution).items():
        named = tuple((wager.name, line) for wager, line in zip(wagers, lines, strict=True))
        yield Ending(fold if folded else (), Facts(), 0, rounds, named), worth


class _Kinds:
    """Hands told apart by their lines in some rankings."""

    def __init__(self, rankings: tuple[Ranking, ...]) -> None:
        self.rankings = rankings
        self.sizes = tuple(len(ranking.lines) for ranking in rankings)

    def count(self, solution: Solution) -> dict[tuple[tuple[int, ...], bool], tuple[int, Fraction]]:
        """By lines and fold: rounds, and what the game comes to in all of them."""
        game = solution.game
        base = [wager.ranking for wager in game.wagers] + [game.showdown.ranking if game.showdown else None]
        told = [ranking for ranking in (*self.rankings, *base) if ranking]
        finest = next((ranking for ranking in told if not ranking.tells.exchanges_suits), told[0])
        hands, weights = ranked_hands(finest, game.deck, game.hole)
        value = _by_class if isinstance(solution, ShowdownSolution) else _one_by_one
        found: dict[int, tuple[int, Fraction]] = {}
        for first in range(0, len(hands), HANDS_AT_ONCE):
            some = slice(first, first + HANDS_AT_ONCE)
            for kind, (rounds, worth) in value(solution, hands[some], weights[some], self.of(hands[some])).items():
                before = found.get(kind, (0, Fraction(0)))
                found[kind] = before[0] + rounds, before[1] + worth
        return {(self.lines(kind >> 1), bool(kind & 1)): each for kind, each in sorted(found.items()) if each[0]}

    def of(self, hands: Hands) -> Numbers:
        """[hand]: one number for its lines."""
        lines = tuple(ranking.batch(hands).astype(np.int64) >> LINE_BITS for ranking in self.rankings)
        return np.asarray(np.ravel_multi_index(lines, self.sizes), np.int64)

    def lines(self, kind: int) -> tuple[int, ...]:
        """The lines of such a number."""
        return tuple(int(line) for line in np.unravel_index(kind, self.sizes))


def _by_class(solution: Solution, hands: Hands, weights: Numbers, kinds: Numbers) -> dict[int, tuple[int, Fraction]]:
    """By kind, twice, and one more for a fold: rounds and worth, each hand with every up card that it leaves."""
    assert isinstance(solution, ShowdownSolution)
    result, classes = solution.result, solution.result.classes
    if isinstance(classes, UpCardClasses):
        seen = classes.own.places(hands)[:, None] * ALL_CARDS + np.arange(ALL_CARDS)
    else:
        seen = classes.places(hands)[:, None]
    best = result.best[seen]
    folds = np.array([choice.folds for choice in solution.choices])[best]
    rounds = (weights[:, None] * (classes.weights[seen] > 0)).ravel()
    told = (2 * kinds[:, None] + folds).ravel()
    unit = result.following * result.problem.scale
    numbers = weighted_sums(told, rounds, np.ones_like(rounds))
    worths = weighted_sums(told, rounds, result.values[seen, best].astype(np.int64).ravel())
    return {
        kind: (number, Fraction(worth, unit))
        for kind, (number, worth) in enumerate(zip(numbers, worths, strict=True)) if number
    }  # fmt: skip


def _one_by_one(solution: Solution, hands: Hands, weights: Numbers, kinds: Numbers) -> dict[int, tuple[int, Fraction]]:
    """The same where the dealer shows no card, by asking about every hand."""
    game = solution.game
    folds = {choice.name for choice in game.streets[0].choices if choice.folds}
    found: dict[int, tuple[int, Fraction]] = {}
    for hand, weight, kind in zip(hands.tolist(), weights.tolist(), kinds.tolist(), strict=True):
        advice = solution.advise([Card(face) for face in hand])
        told = 2 * kind + (advice.best in folds)
        rounds, worth = found.get(told, (0, Fraction(0)))
        found[told] = rounds + weight, worth + weight * max(value for _, value in advice.values)
    return found
