"""An exposed pai gow dealer: seven cards set in two or three hands with some of the dealer's cards known.

The dealer sets by the house way, so its hands are values by class; the player takes the setting that wins most against
all hands that hold the exposed cards (`exposed_kernels.py`). One or two exposed cards are counted here for every own
hand; more of them, and what takes too long, are sampled (`exposed_samples.py`).
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, lcm
from typing import Final

import numpy as np

from fairfelt.engine.core.price import Progress
from fairfelt.rules import Game, PaiGowPoker
from fairfelt.rules.cards import SUITS, Deck, suit_classes
from fairfelt.rules.hands.poker.pai_gow import JOKER
from fairfelt.runtime.compute.executors import stream_tasks

from .exposed_kernels import RANKS, SUMS, DealerHands, OwnClasses, play_hands
from .set_hands import Course, IntArray, SetHands, set_hands
from .settings import first_best, results_below, undominated
from .seven_cards import SIZE, classes_of
from .solution import nets_of

CLASS_S: Final = (0.0, 0.018, 0.058)
"""[exposed cards]: seconds that a class takes on one core."""
CLASSES: Final = 292_253
MAX_COUNTED: Final = 2
BATCH: Final = 100
"""Classes in a task."""
JOKERS: Final = 1
"""That count for a flush."""


@lru_cache(maxsize=2)
def dealer_hands(setting: SetHands) -> DealerHands:
    """All hands that the dealer can have."""
    places, steps = setting.places(list(setting.values), axis=0), [len(scale) + 1 for scale in setting.scales]
    return DealerHands(
        setting.lists, setting.classes.tables, places.astype(np.uint16), np.array(steps), setting.kind > 0
    )


def own_classes(setting: SetHands, classes: IntArray) -> OwnClasses:
    """What the player can make of some classes.

    The last setting of each is the house way's; with three hands the one that wins most against all hands of the deck,
    which is much better and goes by the own class as well.
    """
    every = setting.every(classes)
    house = setting.places([column[classes] for column in setting.values], axis=1)
    first, settings = undominated(setting.places(every, axis=2), every[0] >= 0)
    last = house
    if house.shape[1] > 2:
        won, _ = results_below(_dealers_below(setting), *settings.T)
        last = settings[first_best(first, won)]
    numbers = setting.classes.hands[classes].astype(np.int64)
    plain = numbers < JOKER
    ranks = ((numbers[:, :, None] % RANKS == np.arange(RANKS)) & plain[:, :, None]).sum(axis=1)
    has_flush = classes >= setting.classes.flushes.blocks[0].first
    flush = np.where(numbers < RANKS, 1 << numbers % RANKS, 0).sum(axis=1) * has_flush
    return OwnClasses(
        ranks, (~plain).sum(axis=1), flush, house, first + np.arange(len(first)),
        np.insert(settings, first[1:], last, axis=0),
    )  # fmt: skip


@lru_cache(maxsize=2)
def _dealers_below(setting: SetHands) -> IntArray:
    """[place, place, place]: dealers' hands with lower values in all three hands."""
    found = np.zeros([len(scale) + 1 for scale in setting.scales], np.int64)
    classes = np.flatnonzero(setting.counts)
    places = setting.places([column[classes] for column in setting.values], axis=0) + 1
    np.add.at(found, tuple(places), setting.counts[classes])
    return found.cumsum(axis=0).cumsum(axis=1).cumsum(axis=2)


@dataclass(frozen=True)
class ExposedTotals:
    """All rounds of a game with some of the dealer's cards exposed."""

    rounds: int
    won: int
    lost: int
    house_won: int
    """What the house way wins in the same rounds."""
    house_lost: int

    def results(self, game: Game) -> dict[Fraction, Fraction]:
        """How often a round of the best settings ends with each net result."""
        win, loss = nets_of(game)
        won, lost = Fraction(self.won, self.rounds), Fraction(self.lost, self.rounds)
        return {loss: lost, Fraction(0): 1 - won - lost, win: won}


def can_count(game: Game, exposed: int) -> bool:
    """Whether every own hand can be counted: set in two hands, from a deck with its ranks in all four suits."""
    course, deck = game.course, game.deck
    fits = isinstance(course, PaiGowPoker) and not course.face_up and exposed <= MAX_COUNTED
    return fits and len(deck.suits) == len(SUITS) and deck.copies == 1 and deck.jokers <= JOKERS


def count_seconds(exposed: int) -> float:
    """About, on one core."""
    return CLASS_S[exposed] * CLASSES


def count_exposed(
    game: Game, exposed: int, executor: Executor | None = None, progress: Progress | None = None
) -> ExposedTotals:
    """Every own hand, set as is best for all cards that can be exposed."""
    assert isinstance(game.course, Course)
    deck, (_, nets) = game.deck, scaled_nets(game)
    setting, own = set_hands(game.course, deck), suit_classes(deck, SIZE)
    assert dealer_hands(setting), "made before threads ask for it"
    class_of_hand = np.asarray(classes_of(own.hands, setting.classes.tables), np.int64)
    order = np.argsort(class_of_hand, kind="stable")
    classes, begin = np.unique(class_of_hand[order], return_index=True)
    ends = np.append(begin[1:], len(order))
    # In no order: classes that take long are spread over the tasks.
    spread = np.array_split(np.random.default_rng(1).permutation(len(classes)), -(-len(classes) // BATCH))
    tasks = []
    for some in spread:
        hands = np.concatenate([order[begin[at] : ends[at]] for at in some])
        masks = (own.keys[hands, None].astype(np.int64) >> RANKS * np.arange(len(SUITS))) & (1 << RANKS) - 1
        tasks.append((classes[some], np.append(0, np.cumsum((ends - begin)[some])), masks, own.weights[hands]))
    totals = np.zeros(SUMS, object)
    work = partial(count_own_hands, game.course, deck, exposed, nets)
    for done, (_, part) in enumerate(stream_tasks(work, tasks, executor), 1):
        totals += part.sum(axis=0).astype(object)
        if progress:
            progress(done, len(tasks), game.title)
    labels, *sums = totals.tolist()
    assert labels == comb(len(deck), SIZE) * comb(len(deck) - SIZE, exposed), "every hand is set once for each label"
    return ExposedTotals(labels * comb(len(deck) - SIZE - exposed, SIZE - exposed), *sums)


def count_own_hands(
    course: Course, deck: Deck, exposed: int, nets: IntArray, classes: IntArray, begin: IntArray, masks: IntArray,
    weights: IntArray,
) -> IntArray:  # fmt: skip
    """[class, sum]: as `play_hands` does."""
    setting = set_hands(course, deck)
    found = play_hands(own_classes(setting, classes), begin, masks, weights, exposed, dealer_hands(setting), nets)
    return np.asarray(found, np.int64)


def scaled_nets(game: Game) -> tuple[tuple[Fraction, Fraction], IntArray]:
    """What a win and a loss bring; and both as integers."""
    win, loss = nets_of(game)
    scale = lcm(win.denominator, loss.denominator)
    return (win, loss), np.array([int(win * scale), int(loss * scale)])
