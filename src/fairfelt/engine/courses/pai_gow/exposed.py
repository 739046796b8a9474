"""An exposed pai gow dealer: seven cards set in two or three hands with some of the dealer's cards known.

The dealer sets by the house way, so its hands are values by class; the player takes the setting that wins most against
all hands that hold the exposed cards. Own hands are drawn at random, for each of them some exposed cards, and every
hand that holds these is weighed. What ships of one or two exposed cards was counted (`tools/exposed_pai_gow.py`).

What is averaged is the gain over another setting. Own hands are drawn in pairs, each pair from a stratum of equal
weight: classes lie beside each other that differ little, and so do their gains. The differences inside the pairs give
the error. Where three hands are set, one that sees nothing gains far more over the house way than a card adds to it:
the two gains are sampled apart, for a hand takes less time the more cards are exposed.

Bounds: a sum counts hands of seven cards of the 46 that are left, `DRAWS` times: 16 C(46, 7) < 2^30.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, hypot, lcm
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Array
from fairfelt.engine.core.price import Progress
from fairfelt.engine.estimate.interval import Interval, paired_interval
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.pai_gow import SettingCourse
from fairfelt.rules.hands.poker.pai_gow import JOKER
from fairfelt.runtime.compute.executors import local_threads, stream_tasks
from fairfelt.runtime.compute.jit import njit

from .completions import SUITS, HandLists, count_holding
from .set_hands import IntArray, SetHands, set_hands
from .settings import first_best, results_below, undominated
from .seven_cards import NONE, SIZE, ClassTables
from .solution import nets_of

RANKS: Final = NONE


class DealerHands(NamedTuple):
    """All hands that a dealer can have, and where the dealer stands with each class of hands."""

    lists: HandLists
    """Of a deck that has its ranks in all four suits."""
    tables: ClassTables
    places: Array
    """[hand, class]: the place of each hand's value among all that dealers have there."""
    pushes: Array
    """[class]: whether all bets push."""


class OwnClasses(NamedTuple):
    """Classes of own hands."""

    ranks: Array
    """[class, rank]: how many cards."""
    joker: Array
    flush: Array
    """[class]: the ranks of the suit that has a flush, as bits; 0 where there is no flush."""
    house: Array
    """[class, hand]: how many of the dealer's values the house way beats."""
    first: Array
    settings: Array
    """[setting, hand]: how many of the dealer's values are beaten. From `first[class]` on those of a class that no
    other covers, and then one that is not chosen: the best is compared with it."""


@lru_cache(maxsize=2)
def dealer_hands(setting: SetHands) -> DealerHands:
    """All hands that the dealer can have."""
    places = setting.places(list(setting.values), axis=0)
    return DealerHands(setting.lists, setting.classes.tables, places.astype(np.uint16), setting.kind > 0)


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


def scaled_nets(game: Game) -> tuple[tuple[Fraction, Fraction], IntArray]:
    """What a win and a loss bring; and both as integers."""
    win, loss = nets_of(game)
    scale = lcm(win.denominator, loss.denominator)
    return (win, loss), np.array([int(win * scale), int(loss * scale)])


HANDS_IN_TASK: Final = (0, 32, 32, 32, 32, 200, 2_000, 20_000)
"""[exposed cards]: own hands in a task."""
DRAWS: Final = 16
"""Choices of exposed cards for an own hand, where they are drawn."""
BEST, HOUSE, BLIND = (slice(at, at + 2) for at in range(0, 6, 2))
"""Rounds won and lost, by three settings; the last sees nothing, and is the house way's where two hands are set."""
MIN_SHARE: Final = 1e-12
"""Of rounds; less is what floats leave over."""


@dataclass(frozen=True)
class SetGain:
    """What a setting gains over another, in bets, and its interval; how often each result came."""

    gain: float
    lies: Interval
    results: tuple[tuple[Fraction, float], ...]


@dataclass(frozen=True, eq=False)
class Draws:
    """Own hands that were drawn, each with some choices of exposed cards."""

    shares: NDArray[Any]
    """[own hand, sum]: shares of rounds."""
    win_and_loss: tuple[Fraction, Fraction]
    seed: int

    def gain(self, of: slice, over: slice) -> SetGain:
        """What one setting gains over another."""
        return gain_of(self.shares[:, of], self.shares[:, over], self.win_and_loss, self.seed)


def sample_draws(
    game: Game, exposed: int, hands: int, *, seed: int = 1, executor: Executor | None = None,
    progress: Progress | None = None,
) -> Draws:  # fmt: skip
    """Draw own hands and exposed cards."""
    sums = sample_hands(game, exposed, hands, seed, _play_draws, executor, progress)
    return Draws(sums / (DRAWS * comb(len(game.deck) - SIZE - exposed, SIZE - exposed)), nets_of(game), seed)


def add_blind(
    game: Game, found: SetGain, hands: int, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[SetGain, SetGain]:
    """A gain over the setting that sees nothing as one over the house way; and what that setting gains."""
    blind = sample_draws(game, SIZE, hands, executor=executor, progress=progress).gain(BLIND, HOUSE)
    gain = found.gain + blind.gain
    low, high = (hypot(*(getattr(each.lies, end) - each.gain for each in (found, blind))) for end in ("low", "high"))
    return SetGain(gain, replace(found.lies, low=gain - low, high=gain + high), found.results), blind


def sample_hands(
    game: Game,
    exposed: int,
    hands: int,
    seed: int,
    play: Any,
    executor: Executor | None,
    progress: Progress | None = None,
) -> NDArray[Any]:
    """[own hand, sum]: draw own hands and `play` them; the same seed gives the same hands."""
    assert isinstance(game.course, SettingCourse)
    setting = set_hands(game.course, game.deck)
    assert dealer_hands(setting), "made before threads ask for it"
    work, batch = partial(play, game.course, game.deck, exposed, scaled_nets(game)[1]), HANDS_IN_TASK[exposed]
    classes = _draw_classes(setting.counts, hands, np.random.default_rng(seed))
    tasks = [(classes[at : at + batch], seed + at) for at in range(0, hands, batch)]
    parts = dict[int, IntArray]()
    for done, (at, part) in enumerate(stream_tasks(work, tasks, local_threads(executor)), 1):
        parts[at] = part
        if progress:
            progress(min(done * batch, hands), hands, game.title)
    return np.concatenate([parts[at] for at in range(len(tasks))])


def gain_of(best: NDArray[Any], usual: NDArray[Any], win_and_loss: tuple[Fraction, Fraction], seed: int) -> SetGain:
    """[hand, 2]: shares of rounds that are won and lost, two hands of every stratum."""
    win, loss = win_and_loss
    nets = (best - usual) @ np.array([float(win), float(loss)])
    won, lost = best.mean(axis=0).tolist()
    tied = {Fraction(0): 1 - won - lost} if 1 - won - lost > MIN_SHARE else {}
    results = {loss: lost, **tied, win: won}
    return SetGain(float(nets.mean()), paired_interval(nets, seed), tuple(sorted(results.items())))


def _draw_classes(counts: IntArray, hands: int, random: np.random.Generator) -> IntArray:
    """[hand]: the class of each, two of every stratum."""
    ends = np.cumsum(counts)
    strata = (np.repeat(np.arange(hands // 2), 2) + random.random(hands)) / (hands // 2)
    return np.asarray(np.searchsorted(ends, (strata * ends[-1]).astype(np.int64), side="right"), np.int64)


def _play_draws(
    course: SettingCourse, deck: Deck, exposed: int, nets: IntArray, classes: IntArray, seed: int
) -> IntArray:  # fmt: skip
    setting = set_hands(course, deck)
    distinct, which = np.unique(classes, return_inverse=True)
    own = own_classes(setting, distinct)
    masks = deal_suits(setting, own, distinct, which, seed)
    return np.asarray(play_draws(own, which, masks, exposed, dealer_hands(setting), nets, seed), np.int64)


def deal_suits(setting: SetHands, own: OwnClasses, classes: IntArray, which: IntArray, seed: int) -> IntArray:
    """[hand, suit]: the ranks of hands of these classes as bits, every hand of a class as likely as any other."""
    hands, two_suits = setting.classes.hands[classes], classes >= setting.classes.flushes.end
    min_flush = setting.classes.min_suited + 1
    return np.asarray(_deal(own, hands, which, two_suits, min_flush, seed), np.int64)


@njit(nogil=True, cache=True)
def _deal(own: OwnClasses, hands: Array, which: Array, in_two_suits: Array, min_flush: int, seed: int) -> Array:
    """[hand, suit]: the ranks of hands of these classes, every hand of a class as likely as any other."""
    np.random.seed(seed)
    masks = np.zeros((len(which), SUITS), np.int64)
    for at in range(len(which)):
        of = which[at]
        if in_two_suits[of]:
            for card in hands[of]:
                if card < SUITS * RANKS:
                    masks[at, card // RANKS] |= 1 << np.int64(card % RANKS)
            continue
        first = 1 if own.flush[of] else 0
        while True:
            masks[at] = 0
            masks[at, 0] = own.flush[of]
            for rank in range(RANKS):
                wanted = own.ranks[of, rank] - (own.flush[of] >> rank & 1)
                while wanted:
                    suit = np.random.randint(first, SUITS)
                    if not masks[at, suit] >> rank & 1:
                        masks[at, suit] |= 1 << rank
                        wanted -= 1
            if not _has_flush(masks[at, first:], own.joker[of], min_flush):
                break
    return masks


@njit(nogil=True, cache=True)
def size_of(bits: Any) -> int:
    """How many bits are set."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@njit(nogil=True, cache=True)
def unseen_cards(masks: Array, joker: int, dealer: DealerHands, cards: Array) -> int:
    """The cards of the deck that are not in the hand, ascending, the joker last; returns how many."""
    found = 0
    for suit in range(SUITS):
        for rank in range(RANKS):
            if dealer.lists.deck[suit, rank] and not masks[suit] >> rank & 1:
                cards[found] = suit * RANKS + rank
                found += 1
    if dealer.lists.joker > joker:
        cards[found] = JOKER
        found += 1
    return found


@njit(nogil=True, cache=True)
def _has_flush(masks: Array, joker: Any, min_flush: int) -> bool:
    """Whether a suit has as many cards, the joker counted in."""
    most = 0
    for mask in masks:
        most = max(most, size_of(mask))
    return bool(most + joker >= min_flush)


@njit(nogil=True, cache=True)
def play_draws(
    some: OwnClasses, which: Array, masks: Array, exposed: int, dealer: DealerHands, nets: Array, seed: int
) -> Array:
    """[own hand, sum]: each beside `DRAWS` choices of exposed cards, against all dealer hands that hold them.

    A sum is at most 16 C(46, 7) < 2^30.
    """
    np.random.seed(seed)
    sums = np.zeros((len(which), 6), np.int64)
    rest, cards, free = np.zeros(JOKER + 1, np.int64), np.zeros(exposed, np.int64), dealer.lists.deck.copy()
    counts, classes = np.zeros(dealer.places.shape[1], np.int64), np.zeros(dealer.places.shape[1], np.int64)
    for at in range(len(which)):
        own = which[at]
        left = unseen_cards(masks[at], some.joker[own], dealer, rest)
        begin, last = some.first[own], some.first[own + 1] - 1
        for _ in range(DRAWS):
            free[:], free_joker = 0, 0
            for place in range(left):
                if place < exposed:
                    other = np.random.randint(place, left)
                    rest[place], rest[other] = rest[other], rest[place]
                    cards[place] = rest[place]
                elif rest[place] == JOKER:
                    free_joker = 1
                else:
                    free[rest[place] // RANKS, rest[place] % RANKS] = 1
            found = count_holding(cards, free, free_joker, dealer.lists, dealer.tables, counts, classes)
            won, lost = _results(some.settings[begin], dealer, classes[:found], counts)
            for setting in range(begin + 1, last):
                wins, losses = _results(some.settings[setting], dealer, classes[:found], counts)
                if nets[0] * wins + nets[1] * losses > nets[0] * won + nets[1] * lost:
                    won, lost = wins, losses
            house = _results(some.house[own], dealer, classes[:found], counts)
            usual = _results(some.settings[last], dealer, classes[:found], counts)
            for by, (wins, losses) in enumerate(((won, lost), house, usual)):
                sums[at, 2 * by] += wins
                sums[at, 2 * by + 1] += losses
            counts[classes[:found]] = 0
    return sums


@njit(nogil=True, cache=True)
def _results(setting: Array, dealer: DealerHands, classes: Array, counts: Array) -> tuple[Any, Any]:
    """Dealer hands, counted by class, against which a setting wins two hands, and to which it loses two: below 2^26."""
    won = lost = np.int64(0)
    for place in classes:
        if not dealer.pushes[place]:
            better = 0
            for hand in range(len(setting)):
                better += setting[hand] > dealer.places[hand, place]
            won += counts[place] * (better >= 2)
            lost += counts[place] * (better <= len(setting) - 2)
    return won, lost
