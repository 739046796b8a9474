"""Shoes dealt to a counter: the count after every round, and the exact edge of the bet wherever it is made.

The edge is counted at the very composition of the shoe, so that a shoe tells what it is worth, not what luck made of
it: a hundred thousand shoes say as much as a hundred million of which only wins and losses are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.courses.counter import course_table, kinds_of
from fairfelt.engine.exact import Progress
from fairfelt.rules.cards import Card, NotationError, parse_cards
from fairfelt.runtime.compute.executors import stream_tasks
from fairfelt.runtime.compute.jit import njit

from .shoe_bet import NotCountable, ShoeBet

DECK = 52
BLOCKS = 64
CARDS_A_HAND = 2.7
"""Of a blackjack round, on average."""
TRUE_COUNT, RUNNING_COUNT, EXACT_EDGE, EVERYTHING = range(4)
"""When the bet is made."""
Array = NDArray[Any]
ByCount = tuple[tuple[int, float, float], ...]
"""By true count: its share of rounds, and the edge there."""


@dataclass(frozen=True)
class ShoeRules:
    """How shoes are dealt."""

    cut: int
    """Cards behind the cut card: the round in which it comes out is played to its end."""
    more_rounds: int = 0
    """Rounds after that one."""
    burn: bool = False
    """Whether the first card is turned, and as many are burned unseen as it counts; ten for a ten or a court card."""
    players: int = 1
    """Hands beside the dealer's, where a round takes as many cards as blackjack does."""
    round_cards: float | None = None
    """Cards of such a round, on average; as many as are usual for that many hands if not given."""


@dataclass(frozen=True)
class BettingMethod:
    """When the bet is made: from what a count comes to, or from what the exact edge is."""

    tags: tuple[float, ...] = ()
    """By kind of card; none where no count is kept."""
    trigger: float = 0.0
    when: int = TRUE_COUNT

    def marks(self, bet: ShoeBet) -> tuple[float, ...]:
        """The tags as they are added up: a true count is of what is over the average, so that any come out at 0."""
        tags = self.tags or (0.0,) * len(bet.classes)
        if self.when == RUNNING_COUNT:
            return tags
        mean = sum(tag * copies for tag, copies in zip(tags, bet.copies, strict=True)) / sum(bet.copies)
        return tuple(tag - mean for tag in tags)


PERFECT = BettingMethod(when=EXACT_EDGE)
"""A computer that bets wherever the exact edge is the player's."""


@dataclass(frozen=True)
class CountResult:
    """What a counter wins with a bet of one unit."""

    shoes: int
    rounds: int
    bets: int
    edge_sum: float
    square_sum: float
    """Of the value of a shoe."""
    bets_by_left: Array
    """[cards left]: bets made."""
    edge_by_left: Array
    wins: float
    """Bets that win, expected at the composition of each."""
    result_squares: float
    """The squares of what bets come to, likewise."""

    @property
    def frequency(self) -> float:
        """The share of rounds in which the bet is made."""
        return self.bets / self.rounds

    @property
    def average_edge(self) -> float:
        """Of the bets that are made."""
        return self.edge_sum / self.bets if self.bets else 0.0

    @property
    def units_a_shoe(self) -> float:
        """Won by the shoe, on average."""
        return self.edge_sum / self.shoes

    @property
    def units_a_hundred(self) -> float:
        """Won by the hundred rounds."""
        return 100 * self.edge_sum / self.rounds

    @property
    def error(self) -> float:
        """One standard error of the units a shoe."""
        spread = self.square_sum / self.shoes - self.units_a_shoe**2
        return sqrt(max(spread, 0.0) / self.shoes)

    @property
    def hit_frequency(self) -> float:
        """The share of rounds in which the bet is made and wins."""
        return self.wins / self.rounds

    @property
    def variance(self) -> float:
        """Of what a round comes to, with or without a bet."""
        return self.result_squares / self.rounds - (self.edge_sum / self.rounds) ** 2

    def cut_at(self, left: int) -> tuple[float, float]:
        """Bets and units by the shoe if no round began with fewer cards left."""
        return float(self.bets_by_left[left:].sum()) / self.shoes, float(self.edge_by_left[left:].sum()) / self.shoes


def play_shoes(
    bet: ShoeBet,
    ways: Sequence[BettingMethod],
    rules: ShoeRules,
    *,
    shoes: int = 20_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[CountResult, ...]:
    """Deal shoes and make the bet in each of several ways; the same seed deals the same shoes."""
    sizes = [shoes // BLOCKS + (block < shoes % BLOCKS) for block in range(BLOCKS)]
    blocks = [(seed * 1_000_003 + block, many) for block, many in enumerate(sizes) if many]
    work, parts = partial(_deal_block, _arguments(bet, ways, rules)), dict[int, Any]()
    for at, part in stream_tasks(work, blocks, executor, threads=1):
        if progress:
            progress(len(parts), len(blocks), "dealing shoes")
        parts[at] = part
    sums, rounds, by_left = (np.sum([parts[block][at] for block in sorted(parts)], axis=0) for at in range(3))
    found = []
    for (bets, edges, squares, wins, won), (bets_left, edges_left) in zip(sums, by_left, strict=True):
        totals = shoes, int(rounds), int(bets), float(edges), float(squares)
        found.append(CountResult(*totals, bets_left, edges_left, float(wins), float(won)))
    return tuple(found)


def _deal_block(arguments: tuple[Any, ...], seed: int, shoes: int) -> Any:
    return _deal(seed, shoes, *arguments)


def best_triggers(
    bet: ShoeBet, counts: Sequence[tuple[int, ...]], rules: ShoeRules, *, shoes: int = 400, seed: int = 7
) -> tuple[tuple[int, ByCount], ...]:
    """By count: the whole true count from which the bet gains, and by true count how often it comes and the edge."""
    ways = [BettingMethod(tags, when=EVERYTHING) for tags in counts]
    *_, bins = _deal(seed, shoes, *_arguments(bet, ways, rules))
    found = []
    for seen, edges in bins:
        rows = [
            (at - MIDDLE, float(seen[at] / seen.sum()), float(edges[at] / seen[at])) for at in range(BINS) if seen[at]
        ]
        gains = [(sum(often * edge for count, often, edge in rows if count >= start), start) for start, _, _ in rows]
        found.append((max(gains)[1], tuple(rows)))
    return tuple(found)


def _arguments(bet: ShoeBet, ways: Sequence[BettingMethod], rules: ShoeRules) -> tuple[Any, ...]:
    shoe = np.repeat(np.arange(len(bet.classes)), bet.copies).astype(np.int64)
    weights = np.array([[float(number) for number in numbers] for numbers in (bet.results, bet.hits, bet.squares)])
    course, table, over = bet.game.course, np.zeros((1, 1), np.int64), np.zeros(1, np.bool_)
    used = 0.0
    if course and not course.streets:
        states, kinds = course_table(bet.game), kinds_of(bet.game).numbers
        by_kind = [kinds[course.alike(kind.cards[0])] for kind in bet.classes]
        table = np.ascontiguousarray(states.after[:, by_kind])  # as without a course: compiled once
        over = states.over
    else:
        used = rules.round_cards or CARDS_A_HAND * (rules.players + 1)
    counted = [course.alike(kind.cards[0]) if course else 1 for kind in bet.classes]
    burned = np.array([(cards or 10) if rules.burn else 0 for cards in counted], np.int64)
    marks = np.array([way.marks(bet) for way in ways], float)
    triggers, when = np.array([way.trigger for way in ways], float), np.array([way.when for way in ways], np.int64)
    return (
        triggers, when, shoe, np.array(bet.copies, np.int64), marks, table, over, used, burned, rules.burn, rules.cut,
        rules.more_rounds, bet.sets, bet.again, bet.shared, weights,
    )  # fmt: skip


BINS, MIDDLE = 161, 80
ROUNDED = 1e-9
"""A count that is a whole number but for rounding is that number."""


@njit(cache=True, nogil=True)
def _edge(
    left: Array, total: int, sets: Array, again: Array, shared: Array, weights: Array, ways: Array
) -> float:  # fmt: skip
    """The expected result at a composition, in floats.

    A set begins with the product of what it shares with the one before.
    """
    found = 0.0
    need = sets.shape[1]
    for at in range(sets.shape[0]):
        for place in range(shared[at], need):
            ways[place + 1] = ways[place] * (left[sets[at, place]] - again[at, place])
        found += ways[need] * weights[at]
    for place in range(need):
        found /= total - place
    return found


@njit(cache=True, nogil=True)
def _see(card: int, left: Array, running: Array, tags: Array) -> None:
    """A card leaves the shoe and moves every count.

    Counts are floats. Ways are looped over here and below: numba compiles assignments of whole slices for seconds.
    """
    left[card] -= 1
    for way in range(len(running)):
        running[way] += tags[way, card]


@njit(cache=True, nogil=True)
def _deal(
    seed: int, shoes: int, triggers: Array, when: Array,
    whole: Array, copies: Array, tags: Array, table: Array, over: Array, used: float, burned: Array, burn: bool,
    cut: int, more_rounds: int, sets: Array, again: Array, shared: Array, weights: Array,
) -> tuple[Array, int, Array, Array]:  # fmt: skip
    """By way of betting: sums over shoes; rounds; by way: bets and edges by cards left; by true count.

    All are floats.

    weights  [result, win and square, set]
    """
    np.random.seed(seed % 2147483647)
    size, many = len(whole), len(triggers)
    sums = np.zeros((many, 5))
    rounds = 0
    by_left = np.zeros((many, 2, size + 1))
    bins = np.zeros((many, 2, BINS))
    shoe = whole.copy()
    left = copies.copy()
    need = sets.shape[1]
    ways = np.ones(need + 1)
    running, values = np.zeros(many), np.zeros(many)
    for _ in range(shoes):
        for at in range(size - 1, 0, -1):
            other = np.random.randint(0, at + 1)
            shoe[at], shoe[other] = shoe[other], shoe[at]
        for kind in range(len(copies)):
            left[kind] = copies[kind]
        for way in range(many):
            running[way] = values[way] = 0.0
        at, unseen = 0, 0
        if burn:
            first = shoe[0]
            _see(first, left, running, tags)
            unseen = burned[first]
            at = 1 + unseen
        after = -1
        while True:
            if after < 0 and size - at <= cut:
                after = more_rounds
            if after == 0 or size - at < need:
                break
            if after > 0:
                after -= 1
            total = size - at + unseen
            rounds += 1
            edge, known, wins, square, spread = 0.0, False, 0.0, 0.0, False
            for way in range(many):
                true = running[way] * DECK / total
                by = running[way] if when[way] == RUNNING_COUNT else true
                if when[way] <= RUNNING_COUNT and by < triggers[way] - ROUNDED:
                    continue
                if not known:
                    edge, known = _edge(left, total, sets, again, shared, weights[0], ways), True
                if when[way] == EXACT_EDGE and edge <= triggers[way]:
                    continue
                if not spread and when[way] != EVERYTHING:
                    wins = _edge(left, total, sets, again, shared, weights[1], ways)
                    square, spread = _edge(left, total, sets, again, shared, weights[2], ways), True
                sums[way, 0] += 1
                sums[way, 3] += wins
                sums[way, 4] += square
                values[way] += edge
                by_left[way, 0, size - at] += 1
                by_left[way, 1, size - at] += edge
                place = min(max(int(np.floor(true + ROUNDED)) + MIDDLE, 0), BINS - 1)
                bins[way, 0, place] += 1
                bins[way, 1, place] += edge
            if used > 0:
                count = int(used) + (np.random.random() < used - int(used))
                for _ in range(min(count, size - at)):
                    _see(shoe[at], left, running, tags)
                    at += 1
            else:
                state = 0
                while not over[state]:
                    _see(shoe[at], left, running, tags)
                    state = table[state, shoe[at]]
                    at += 1
        for way in range(many):
            sums[way, 1] += values[way]
            sums[way, 2] += values[way] * values[way]
    return sums, rounds, by_left, bins


# From what a person writes to cards and tags: "8 8 9", "4=-1 8=2".


BACCARAT_CUT = 14
"""Cards behind the cut card of a baccarat shoe, as published counts assume."""
SHALLOW, DEEP = 4, 6
"""The part of a shoe behind the cut card: a quarter of one or two decks, a sixth of more."""


def usual_rules(
    bet: ShoeBet,
    cut: int | None = None,
    players: int = 1,
    more_rounds: int | None = None,
    round_cards: float | None = None,
) -> ShoeRules:
    """How such games are dealt: baccarat burns by its first card and plays one round after the cut card's."""
    size, tableau = len(bet.game.deck.cards), bet.game.course is not None and not bet.game.streets
    usual = BACCARAT_CUT if tableau else size // (SHALLOW if bet.game.deck.copies <= 2 else DEEP)
    left = usual if cut is None else cut
    if not bet.sets.shape[1] <= left < size:
        raise NotCountable(
            f"a cut card {left} cards from the end is not possible: give {bet.sets.shape[1]} to {size - 1}"
        )
    if tableau and round_cards is not None:
        raise NotCountable(f"the rules say how many cards a round of {bet.game.title} takes: leave out --round-cards")
    more = int(tableau) if more_rounds is None else more_rounds
    return ShoeRules(left, more_rounds=more, burn=tableau, players=players, round_cards=round_cards)


def find_cards(bet: ShoeBet, text: str) -> tuple[Card, ...]:
    """Cards such as "8 9 Ks"; a rank alone will do where the bet makes no difference between its suits."""
    return tuple(_card(bet, word) for word in text.split())


def _card(bet: ShoeBet, word: str) -> Card:
    try:
        return parse_cards(word)[0]
    except NotationError:
        pass
    kinds = _kinds(bet, word)
    if len(kinds) > 1:
        raise NotCountable(f"{bet.wager} tells the suits of {word!r} apart: write a card such as {word}s")
    return next(card for card in bet.classes[kinds[0]].cards if str(card)[0] == word.upper())


def _kinds(bet: ShoeBet, rank: str) -> list[int]:
    found = [at for at, kind in enumerate(bet.classes) if any(str(card)[0] == rank.upper() for card in kind.cards)]
    if len(rank) != 1 or not found:
        raise NotCountable(f"{rank!r} is no card: write a rank such as 8 or T, or a card such as Ks")
    return found


def read_tags(bet: ShoeBet, text: str) -> tuple[int, ...]:
    """Tags by rank, as in "4=-1 8=2"; T stands for all that count ten unless J, Q or K are written, others count 0."""
    tags: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        rank, equals, tag = part.partition("=")
        if not equals or not tag.lstrip("+-").isdigit():
            raise NotCountable(f"{part!r} is no tag: write a rank and a whole number, such as 8=2 or 4=-1")
        _kinds(bet, rank)
        tags[rank.upper()] = int(tag)
    for court in "JQK":
        if "T" in tags:
            tags.setdefault(court, tags["T"])
    return tuple(_tag(bet, [str(card)[0] for card in kind.cards], tags) for kind in bet.classes)


def _tag(bet: ShoeBet, ranks: Sequence[str], tags: dict[str, int]) -> int:
    found = {tags.get(rank, 0) for rank in ranks}
    if len(found) > 1:
        raise NotCountable(
            f"{bet.wager} makes no difference between {', '.join(dict.fromkeys(ranks))}: give them one tag"
        )
    return found.pop()
