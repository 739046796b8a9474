"""Poker hands a second, beside treys, phevaluator, eval7 and a peer in C++ on the same hands.

eval7 comes as source: pip install Cython setuptools wheel && pip install --no-build-isolation eval7
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import Card
from fairfelt.rules.hands import POKER, line_census

from . import peer_in_cpp
from .measure import Row, best_seconds

Evaluate = Callable[[], Sequence[int]]

COMPARED_HANDS = 20_000
BATCH_HANDS = 1_000_000
ONE_CORE_ROUNDS = 25


def rows() -> Iterator[Row]:
    """Everything, measured now. Goals are there to be read, not asserted."""
    yield from _compared(5)
    yield from _compared(7)
    for size, goal in ((5, "200 million"), (7, "as many as the peer")):
        yield _one_core(size, goal)
    yield _census()


def _compared(size: int) -> Iterator[Row]:
    hands = random_hands(COMPARED_HANDS, size)
    ours = POKER.batch(hands)
    ours_millions = len(hands) / best_seconds(lambda: POKER.batch(hands)) / 1e6
    for name, prepare, low_wins in PEERS:
        try:
            evaluate = prepare(hands)
        except ImportError:
            continue
        _verify_same_order(ours, np.array(evaluate()) * (-1 if low_wins else 1), name)
        peer_millions = len(hands) / best_seconds(evaluate, rounds=2) / 1e6
        yield Row(f"{size} cards against {name}", "million hands/s", ours_millions, peer_millions, "100 times")


def _one_core(size: int, goal: str) -> Row:
    hands = random_hands(BATCH_HANDS, size)
    ours = BATCH_HANDS / best_seconds(lambda: POKER.batch(hands), ONE_CORE_ROUNDS) / 1e6
    try:
        evaluate = peer_in_cpp.prepare(hands)
    except ImportError:
        return Row(f"{size} random cards, one core", "million hands/s", ours, None, goal)
    _verify_same_order(POKER.batch(hands), evaluate().astype(np.int64), "the peer in C++")
    theirs = BATCH_HANDS / best_seconds(evaluate, ONE_CORE_ROUNDS) / 1e6
    return Row(f"{size} random cards, one core, against OMPEval's method in C++", "million hands/s", ours, theirs, goal)


def _census() -> Row:
    seconds = best_seconds(lambda: line_census(POKER, 7), rounds=3)
    return Row("all 133,784,560 hands of 7 cards", "s", seconds, None, "under 0.5")


def random_hands(count: int, size: int) -> NDArray[np.uint8]:
    """Hands without repeated cards, the same on every run."""
    order = np.random.default_rng(52).random((count, 52), dtype=np.float32).argsort(axis=1)
    return np.ascontiguousarray(order[:, :size], np.uint8)


def _treys(hands: NDArray[np.uint8]) -> Evaluate:
    from treys import Card as TreysCard
    from treys import Evaluator

    evaluate, cards = Evaluator().evaluate, [TreysCard.new(str(Card(c))) for c in range(52)]
    theirs = [[cards[c] for c in hand] for hand in hands.tolist()]
    return lambda: [evaluate(hand, []) for hand in theirs]


def _phevaluator(hands: NDArray[np.uint8]) -> Evaluate:
    from phevaluator import evaluate_cards

    theirs = (hands % 13 * 4 + hands // 13).tolist()
    return lambda: [evaluate_cards(*hand) for hand in theirs]


def _eval7(hands: NDArray[np.uint8]) -> Evaluate:
    import eval7

    cards = [eval7.Card(str(Card(c))) for c in range(52)]
    theirs = [[cards[c] for c in hand] for hand in hands.tolist()]
    return lambda: [eval7.evaluate(hand) for hand in theirs]


PEERS = (("treys", _treys, True), ("phevaluator", _phevaluator, True), ("eval7", _eval7, False))


def _verify_same_order(ours: NDArray[np.int32], theirs: NDArray[np.int64], name: str) -> None:
    """A comparison of speed is only fair between evaluators that agree."""
    order = np.argsort(ours)
    up, up_there = np.diff(ours[order]) > 0, np.diff(theirs[order])
    if not ((up_there > 0) == up).all() or (up_there < 0).any():
        raise SystemExit(f"{name} orders these hands differently")
