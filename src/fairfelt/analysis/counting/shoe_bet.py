"""A bet without a decision as a function of what is left in the shoe.

An order of cards is as likely as any other order of the same cards. So all that a bet needs is, for every set of k
cards that a round can begin with, the sum of its results over the orders of that set: the expected result with n of
each kind of card left is the sum over sets of that weight times the falling products of the n, over that of all cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import outcome_with, own_facts
from fairfelt.engine.courses.counter import course_table
from fairfelt.rules import Game, Outcome, Pay, Wager
from fairfelt.rules.cards import SUITS, Card, Deck
from fairfelt.rules.game import cards_read
from fairfelt.rules.hands import LINE_BITS, Ranking

MOST_SETS = 300_000
"""Sets of cards that a round can use…"""
MOST_HANDS = 1_200_000
"""…and pairs of hands that a bet may tell apart."""
Cells = tuple[int, ...]


class NotCountable(ValueError):  # noqa: N818  (it reads as what happened)
    """A bet that no shoe is counted for, and the sentence that says why."""


@dataclass(frozen=True)
class CardClass:
    """Cards between which the bet makes no difference."""

    name: str
    cards: tuple[Card, ...]
    """One copy of each."""


@dataclass(frozen=True, eq=False)
class ShoeBet:
    """A bet by the kinds of cards that it tells apart."""

    game: Game
    wager: str
    classes: tuple[CardClass, ...]
    sets: NDArray[np.int64]
    """[set, card]: kinds in ascending order, every set of as many cards as a round can need, sets in order."""
    results: tuple[Fraction, ...]
    """[set]: the results of one unit, summed over the orders of the set."""
    hits: tuple[int, ...]
    """[set]: the orders in which the bet wins."""
    squares: tuple[Fraction, ...]
    """[set]: the squares of the results, summed over its orders."""

    @property
    def copies(self) -> Cells:
        """Cards of each kind in the whole shoe."""
        held = Counter(self.game.deck.cards)
        return tuple(sum(held[card] for card in each.cards) for each in self.classes)

    @cached_property
    def again(self) -> NDArray[np.int64]:
        """[set, card]: how many of the same kind come before it."""
        sets = self.sets
        return np.array(
            [[list(row[:at]).count(kind) for at, kind in enumerate(row)] for row in sets.tolist()], np.int64
        )

    @cached_property
    def shared(self) -> NDArray[np.int64]:
        """[set]: how many of its cards the set before it begins with too, so that their product is known."""
        differ = self.sets[1:] != self.sets[:-1]
        return np.concatenate([np.zeros(1, np.int64), differ.argmax(axis=1)])

    @cached_property
    def scaled(self) -> tuple[NDArray[Any], int]:
        """The results in whole numbers, and what they are multiplied by."""
        scale = lcm(*(result.denominator for result in self.results))
        return np.array([int(result * scale) for result in self.results], object), scale

    def expected(self, left: Cells) -> Fraction:
        """The player's expected result of one unit with n of each kind left."""
        return self.value(left)[0]

    def chance(self, left: Cells) -> Fraction:
        return self.value(left)[1]

    def value(self, left: Cells) -> tuple[Fraction, Fraction]:
        """The expected result with n of each kind left, and the probability of a win."""
        (weights, scale), orders, total = self.scaled, self._orders(left), self._all(left)
        hits = int((np.array(self.hits, object) * orders).sum())
        return Fraction(int((weights * orders).sum()), scale * total), Fraction(hits, total)

    def _orders(self, left: Cells) -> NDArray[Any]:
        counts = np.array(left, object)
        return np.asarray(np.maximum(counts[self.sets] - self.again, 0).prod(axis=1), object)

    def _all(self, left: Cells) -> int:
        size, total = self.sets.shape[1], sum(left)
        if total < size:
            raise NotCountable(f"{total} cards are left, fewer than the {size} that a round can need")
        return prod(total - at for at in range(size))


def shoe_bet(game: Game, wager: str) -> ShoeBet:
    """Prepare a bet; refuse one with a decision."""
    bet = game.wager(wager)
    verify_countable(game, bet)
    return _first_cards(game, bet, bet.ranking) if _is_on_first_cards(game, bet) and bet.ranking else _course(game, bet)


def countable_bets(game: Game) -> tuple[str, ...]:
    """The bets of a game from a shoe that are not refused at once; a single deck is shuffled before every round."""
    if max(game.decks or (game.deck.copies,)) == 1:
        return ()
    found = []
    for bet in game.wagers:
        with suppress(NotCountable):
            _verify_form(game, bet)
            found.append(bet.name)
    return tuple(found)


def verify_countable(game: Game, bet: Wager) -> None:
    """Raise NotCountable, with the reason, before anything is counted."""
    _verify_form(game, bet)
    if _is_on_first_cards(game, bet) or not game.course:
        return
    kinds, cards = len({game.course.alike(card) for card in game.deck.faces}), game.course.most_cards(1)
    if comb(kinds + cards - 1, cards) > MOST_SETS:
        raise NotCountable(f"{bet.name} of {game.title} can go on for too many cards to be counted by what has gone")


def _is_on_first_cards(game: Game, bet: Wager) -> bool:
    return bet.ranking is not None and (bet.survives_fold or not game.streets)


def _verify_form(game: Game, bet: Wager) -> None:
    if game.deck.jokers:
        raise NotCountable(f"{game.title} is dealt with jokers: counts are made for shoes without them")
    if any(pay.level for pay in bet.paytable.pays.values()):
        raise NotCountable(f"{bet.name} wins shares of a meter: its edge depends on the meter as well as on the shoe")
    if not _is_on_first_cards(game, bet) and (not game.course or game.streets):
        raise NotCountable(
            f"{bet.name} of {game.title} depends on decisions: counts are made for bets that the first cards or a "
            "tableau decide"
        )


def _course(game: Game, bet: Wager) -> ShoeBet:
    """Every state of the round with every set of cards that leads there, card by card."""
    course = game.course
    assert course
    members: defaultdict[int, list[Card]] = defaultdict(list)
    for card in game.deck.faces:
        members[course.alike(card)].append(card)
    kinds = sorted(members)
    classes = tuple(CardClass(cards_name(members[kind]), tuple(members[kind])) for kind in kinds)
    table = course_table(game)
    facts = {
        state: course.read_by(bet, course.facts(table.states[state], 0))
        for state in np.flatnonzero(table.over).tolist()
    }
    ended = {state: outcome_with(game, bet, bet.paytable, each).pay for state, each in facts.items()}
    first: dict[tuple[Fraction, bool], int] = {}
    # Rounds that are over are told apart by what the bet comes to alone, so that fewer states are followed.
    same = [
        first.setdefault((ended[at].net, ended[at].wins), at) if at in ended else at for at in range(len(table.states))
    ]
    follows = np.array(same)[table.after].tolist()
    cards = course.most_cards(1)
    level: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(cards):
        then: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (state, held), orders in level.items():
            one = 1
            for after in follows[state]:
                then[after, held + one] += orders
                one *= cards + 1
        level = then
    sums = _Sums()
    for (state, held), orders in level.items():
        cells = (at for at in range(len(kinds)) for _ in range(held // (cards + 1) ** at % (cards + 1)))
        sums.add(tuple(cells), ended[state], orders)
    return sums.bet(game, bet, classes)


class _Sums:
    """What a bet comes to, by the set of cards that it is played with."""

    def __init__(self) -> None:
        self.results, self.squares = defaultdict[Cells, Fraction](Fraction), defaultdict[Cells, Fraction](Fraction)
        self.hits: Counter[Cells] = Counter()

    def add(self, cells: Cells, pay: Pay, orders: int) -> None:
        """Add n orders of a set in which the bet is paid so."""
        self.results[cells] += pay.net * orders
        self.squares[cells] += pay.net**2 * orders
        self.hits[cells] += orders if pay.wins else 0

    def bet(self, game: Game, bet: Wager, classes: tuple[CardClass, ...]) -> ShoeBet:
        """All sets in order."""
        rows = sorted(self.results)
        return ShoeBet(
            game, bet.name, classes, np.array(rows, np.int64), tuple(self.results[row] for row in rows),
            tuple(self.hits[row] for row in rows), tuple(self.squares[row] for row in rows),
        )  # fmt: skip


def _first_cards(game: Game, bet: Wager, ranking: Ranking) -> ShoeBet:
    """The first cards of one hand, or of two."""
    mine, theirs = cards_read(game, bet, bet.on), cards_read(game, bet, bet.against) if bet.against else 0
    classes = _classes(ranking, game.deck, {mine, theirs} - {0})
    kinds = range(len(classes))
    own, other = (list(combinations_with_replacement(kinds, size)) for size in (mine, theirs))
    if len(own) * len(other) > MOST_HANDS:
        raise NotCountable(f"{bet.name} of {game.title} tells too many cards apart to be counted")
    lines = {
        hand: _line(ranking, classes, hand)
        for size in {mine, theirs}
        for hand in combinations_with_replacement(kinds, size)
    }
    sums, width = _Sums(), len(ranking.lines)
    outcomes: dict[int, Outcome] = {}
    for hand in own:
        for against in other:
            line = lines[hand] * width + lines[against] if bet.against else lines[hand]
            if line not in outcomes:
                outcomes[line] = outcome_with(game, bet, bet.paytable, own_facts(bet, line))
            sums.add(tuple(sorted(hand + against)), outcomes[line].pay, _orders(hand) * _orders(against))
    return sums.bet(game, bet, classes)


def _orders(hand: Cells) -> int:
    return factorial(len(hand)) // prod(factorial(many) for many in Counter(hand).values())


def _line(ranking: Ranking, classes: tuple[CardClass, ...], hand: Cells) -> int:
    """The line of a hand of kinds: different cards of a kind where it has them, the same card again where not."""
    taken: Counter[int] = Counter()
    cards = []
    for kind in hand:
        of = classes[kind].cards
        cards.append(of[taken[kind] % len(of)])
        taken[kind] += 1
    return ranking.value(cards) >> LINE_BITS if cards else 0


def _classes(ranking: Ranking, deck: Deck, sizes: set[int]) -> tuple[CardClass, ...]:
    """Cards that can be exchanged for each other, and taken twice, without changing any line."""
    groups: list[list[Card]] = []
    hands = (combinations_with_replacement(sorted(deck.faces), size) for size in sorted(sizes))
    tables: list[dict[Cells, int]] = [
        {tuple(hand): ranking.value(hand) >> LINE_BITS for hand in of_size} for of_size in hands
    ]
    for card in deck.faces:
        for group in groups:
            if all(_exchangeable(table, group[0], card) for table in tables):
                group.append(card)
                break
        else:
            groups.append([card])
    return tuple(CardClass(cards_name(group), tuple(group)) for group in groups)


def _exchangeable(table: dict[Cells, int], one: Card, other: Card) -> bool:
    """Whether one card in the place of the other changes no line, wherever it stands and however often."""
    for hand, line in table.items():
        for at, card in enumerate(hand):
            if card == one and table[tuple(sorted((*hand[:at], other, *hand[at + 1 :])))] != line:
                return False
            if card == other and table[tuple(sorted((*hand[:at], one, *hand[at + 1 :])))] != line:
                return False
    return True


def cards_name(cards: Iterable[Card]) -> str:
    """Ranks of the same suits together, and no suits where all are there: "TJQ, K of cdh"."""
    suits: dict[str, str] = {}
    for card in cards:
        rank, suit = str(card)[0], str(card)[1]
        suits[rank] = suits.get(rank, "") + suit
    ranks: dict[str, str] = {}
    for rank, its in suits.items():
        ranks[its] = ranks.get(its, "") + rank
    return ", ".join(of if len(its) == len(SUITS) else f"{of} of {its}" for its, of in ranks.items())


def kinds_without(bet: ShoeBet, removed: list[Card]) -> Cells:
    """What is left of each kind without some cards."""
    left = list(bet.copies)
    for card in removed:
        at = next(at for at, each in enumerate(bet.classes) if card in each.cards)
        left[at] -= 1
    if min(left) < 0:
        raise NotCountable("more cards are removed than the shoe holds")
    return tuple(left)
