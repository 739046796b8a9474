"""A game with a showdown and one decision, made ready for counting: choices, rows, scaled results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.numbers import whole
from fairfelt.rules import Cards, Choice, Facts, Game, Showdown, Wager
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import LINE_BITS, Ranking, TrackRanking

from .endings import Ending, Rows, net_of, pay_scale, showdown_rows

MOST = (1 << 62) - 1
"""No sum of results may be greater: half of what 64 bits hold, so that two of them can still be added."""

LOW_BITS = 20
"""Sums over all hands are made in two halves, the lower one of n bits."""


SET_CARDS = 14
"""Cards of two hands that are set."""


class Unsolved(NotImplementedError):  # noqa: N818  (it reads as what happened)
    """A game for which there is no exact solver yet, with the reason."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Everything a counting kernel needs to know of a game, in integers."""

    game: Game
    rows: Rows
    scale: int
    """By this all results are multiplied to be whole."""
    choices: tuple[Choice, ...]
    """In ascending order of the bet, so that of equal values the larger bet is taken last."""
    nets: NDArray[np.int64]
    """[choice, row]"""
    extras: NDArray[np.int64]
    """[choice, player's line]: pays on the player's own hand, whatever the dealer has."""
    floors: tuple[int, ...]
    """The least value of the player's hand with which each choice may be made; no less for a larger bet."""

    def allowed(self, values: NDArray[np.int32]) -> NDArray[np.int64]:
        """How many of the choices may be made with each of these hands."""
        return np.asarray(np.searchsorted(self.floors, values, side="right"), np.int64)

    @property
    def showdown(self) -> Showdown:
        assert self.game.showdown
        return self.game.showdown

    def comparison_rows(self, player: NDArray[np.int32], dealer: NDArray[np.int32]) -> NDArray[np.int64]:
        """The row for the player's value against the dealer's, element by element."""
        compared = 1 + (player > dealer).astype(np.int64) - (player < dealer)
        plays = (dealer >= self.showdown.qualifying_value).astype(np.int64)
        rows = self.rows.index[player >> LINE_BITS, dealer >> LINE_BITS, compared, plays]
        return np.asarray(rows, np.int64)


def has_one_deck(game: Game) -> bool:
    """Whether a game is dealt from a single deck, with one joker at most."""
    return game.deck.copies == 1 and game.deck.jokers <= 1


def decides_once(game: Game) -> bool:
    """Whether one decision, before any shared card is seen, leads to a showdown of hands or of their best tracks."""
    if not game.showdown or not has_one_deck(game) or len(game.streets) != 1 or game.streets[0].community:
        return False
    return not game.deal.count(Cards.COMMUNITY) or isinstance(game.showdown.ranking, TrackRanking)


def plain_ranking(game: Game) -> Ranking | None:
    """The ranking of a showdown that is decided once, without jokers and with no visible card of the dealer's."""
    plain = decides_once(game) and not game.deck.jokers and not game.streets[0].dealer
    return game.showdown.ranking if plain and game.showdown else None


@lru_cache(maxsize=1)
def showdown_problem(game: Game) -> Problem:
    """Prepare a game with one decision and a showdown; refuse one whose own bets are paid by another hand.

    The last one is remembered: a solver is asked whether it can before it does.
    """
    _verify_wagers(game)
    assert game.showdown
    street, lines = game.streets[0], range(len(game.showdown.ranking.lines))
    choices = tuple(sorted(street.choices, key=lambda choice: sum(game.stakes({street.name: choice}).values())))
    choices = tuple(sorted(choices, key=lambda choice: not choice.folds))
    rows, scale = showdown_rows(game), pay_scale(game)
    paths = [((street.name, choice),) for choice in choices]
    base = [wager for wager in game.wagers if wager.is_base]
    on_showdown, on_own_hand = [w for w in base if not w.ranking], [w for w in base if w.ranking]
    nets = [[_scaled(game, on_showdown, Ending(path, facts, 0, 0), scale) for facts in rows.facts] for path in paths]
    extras = [[_scaled(game, on_own_hand, Ending(path, Facts(), line, 0), scale) for line in lines] for path in paths]
    largest = max(map(abs, chain(*nets))) + max(map(abs, chain(*extras)))
    verify_results(game, [[largest]], _ways(game), scale)
    floors = _floors(game, choices)
    return Problem(game, rows, scale, choices, np.array(nets, np.int64), np.array(extras, np.int64), floors)


def _ways(game: Game) -> int:
    """Ways to deal all other cards beside a hand, as often as hands are summed up in halves of n bits."""
    rest, shared, dealer = len(game.deck) - game.hole, game.deal.count(Cards.COMMUNITY), game.deal.count(Cards.DEALER)
    hands = comb(len(game.deck), game.hole)
    return comb(rest, shared) * comb(rest - shared, dealer) * (1 + (hands >> LOW_BITS))


def _verify_wagers(game: Game) -> None:
    assert game.showdown
    ranking = game.showdown.ranking
    for wager in game.wagers:
        whole_hand = wager.ranking is ranking and wager.on is Cards.OWN and not wager.against and not wager.first
        if wager.is_base and wager.ranking and not whole_hand:
            raise Unsolved(f"{game.title}: {wager.name} is paid by another hand than the showdown's; no solver yet")


def asks_for_a_hand(game: Game) -> bool:
    """Whether some choice of the only decision may be made from a hand on only."""
    return any(_floor(game, choice) for choice in game.streets[0].choices)


def _floor(game: Game, choice: Choice) -> int:
    assert game.showdown
    return game.showdown.least_value(choice.holding) if choice.holding else 0


def _floors(game: Game, choices: tuple[Choice, ...]) -> tuple[int, ...]:
    floors = tuple(_floor(game, choice) for choice in choices)
    if list(floors) != sorted(floors):
        raise Unsolved(f"{game.title}: a smaller bet that asks for a better hand has no solver yet")
    return floors


def _scaled(game: Game, wagers: Sequence[Wager], ending: Ending, scale: int) -> int:
    """What some of the wagers come to, settled as they are when rounds are counted."""
    return whole(scale * net_of(game, wagers, ending))


def verify_deck_to_set(deck: Deck) -> None:
    """Refuse a deck whose hands of seven cannot be counted by the cards that two of them have in common."""
    if deck.copies != 1 or deck.jokers > 1 or len(deck) < SET_CARDS:
        raise Unsolved(
            f"hands are set against each other from one deck of {SET_CARDS} cards or more, with one joker at most"
        )


def verify_results(game: Game, results: list[list[int]], ways: int, scale: int) -> list[list[int]]:
    """Refuse scaled results whose sum over n ways might not fit in 64 bits."""
    largest, most = max(abs(result) for row in results for result in row), MOST // ways
    if largest > most:
        raise Unsolved(
            f"{game.title}: a round can come to {largest // scale:,} times the {game.unit}, which is too much to count "
            f"exactly; it may come to {most // scale:,} times the {game.unit} at most"
        )
    return results
