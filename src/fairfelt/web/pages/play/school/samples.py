"""Rounds of a game dealt at random once: what a dealer's hand can be called, and whether draws depend on cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from fairfelt.rules import Cards, Game
from fairfelt.rules.courses.laid import LaidHand
from fairfelt.table import DealCards, Round

from ..players import place_usual_bets, play_until

FEW = 30
MANY = 120
"""Enough that every total of a dealer comes up."""


@lru_cache(maxsize=64)
def sampled(game: Game) -> tuple[Round, ...]:
    """A few rounds of one player, the same every time."""
    return tuple(_dealt(game, Random(seed)) for seed in range(FEW))


def draws_by_rule(game: Game) -> bool:
    """Whether how many cards come to the dealer's and the shared places depends on the cards."""
    if not game.course:
        return False
    sizes = {(len(round.dealt.dealer), len(round.dealt.community)) for round in sampled(game) if round.dealt}
    return len(sizes) > 1


def dealer_hands(round: Round) -> tuple[LaidHand, ...]:
    """The dealer's cards as they lie in the end."""
    course = round.game.course
    assert course and round.dealt, "a course that is dealt"
    return course.place_hands(Cards.DEALER, round.dealt.dealer, complete=True)


@lru_cache(maxsize=64)
def names_of_hands(game: Game) -> frozenset[str]:
    """All that a dealer's hand was called in many rounds; nothing where it has no name."""
    return frozenset(name for name in _names(game) if name)


@lru_cache(maxsize=64)
def compares_places(game: Game) -> bool:
    """Whether players bet on which of two hands on the table wins."""
    course = game.course
    return bool(course) and any(
        round.run and course.winning_place(round.run.state) for round in sampled(game) if course
    )


def _names(game: Game) -> Iterator[str]:
    if not any(map(_name, sampled(game))):
        return
    for seed in range(MANY):
        yield _name(_dealt(game, Random(seed)))


def _name(round: Round) -> str:
    """What the dealer's hand is called; nothing where it lies in parts or has no name."""
    hands = dealer_hands(round)
    return hands[0].words if len(hands) == 1 else ""


def _dealt(game: Game, source: Random) -> Round:
    round = place_usual_bets(Round(game), range(1, 2), 0)
    return play_until(round.apply(DealCards.shuffled(game.deck, source)), None)
