"""Every hand that is not bust, as counts of cards that count alike, and how hands can end.

ending   as it was bet, doubled, doubled free, doubled again once, twice …
result   won, pushed, lost, given up, and one for each kind of hand that is paid at once
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement, product
from math import comb, lcm, perm
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import SUITS
from fairfelt.rules.courses.blackjack.facts import NATURAL
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules, Suited, Surrender, best_total

T = TypeVar("T")
Ints = NDArray[np.int64]
Counts = tuple[int, ...]
"""How many cards count 1, 2, … 10."""

BUST = -1
PLAIN, DOUBLED, FREE_DOUBLED, REDOUBLED = range(4)
WIN, PUSH, LOSE, GIVEN_UP = range(4)
NOT_AT_ONCE = -1


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands up to 21, those of the lower hard total first."""

    counts: Ints
    """[hand, card]"""
    hard: Ints
    total: Ints
    """With an ace as 11 where that does not bust the hand."""
    soft: NDArray[np.bool_]
    size: Ints
    following: Ints
    """[hand, card]: the hand with one such card more, or BUST."""
    twos: Ints
    """[card, card]: the hand of two such cards, which count from 1."""
    place: dict[Counts, int]

    def __len__(self) -> int:
        return len(self.hard)

    def at(self, hard: int) -> slice:
        """The hands of one hard total."""
        first, last = np.searchsorted(self.hard, (hard, hard + 1))
        return slice(int(first), int(last))

    def of(self, *cards: int) -> int:
        """The place of a hand of those cards."""
        return self.place[_counts(cards)]

    def cards(self, hand: int) -> tuple[int, ...]:
        return tuple(card for card, many in enumerate(self.counts[hand].tolist(), 1) for _ in range(many))


@cache
def all_hands() -> Hands:
    """The hands of any shoe; a shoe with fewer cards deals some of them never."""
    found = sorted(_up_to(TWENTY_ONE, TEN), key=lambda counts: (_hard(counts), counts))
    place = {counts: at for at, counts in enumerate(found)}
    totals = [best_total(_hard(counts), aces=counts[0] > 0) for counts in found]
    following = [[place.get(_with(counts, card), BUST) for card in range(TEN)] for counts in found]
    counts = np.array(found, np.int64)
    return Hands(
        counts=counts,
        hard=np.array([_hard(c) for c in found], np.int64),
        total=np.array([total for total, _ in totals], np.int64),
        soft=np.array([soft for _, soft in totals]),
        size=counts.sum(axis=1),
        following=np.array(following, np.int64),
        twos=np.array([[place.get(_counts((a, b)), BUST) for b in range(TEN + 1)] for a in range(TEN + 1)], np.int64),
        place=place,
    )


def _counts(cards: tuple[int, ...]) -> Counts:
    return tuple(cards.count(card) for card in range(1, TEN + 1))


def _up_to(points: int, card: int) -> list[Counts]:
    """All counts of the cards up to one that do not exceed the points."""
    if card == 0:
        return [()]
    return [(*low, many) for many in range(points // card + 1) for low in _up_to(points - many * card, card - 1)]


def _hard(counts: Counts) -> int:
    return sum(card * many for card, many in enumerate(counts, 1))


def _with(counts: Counts, card: int) -> Counts:
    return (*counts[:card], counts[card] + 1, *counts[card + 1 :])


def dealt_chance(shoe: Counts, up: int, low: int, high: int) -> Fraction:
    """The probability of that up card and of two cards in either order."""
    left, chance = list(shoe), Fraction(1 if low == high else 2, perm(sum(shoe), 3))
    for card in (up, low, high):
        chance *= max(left[card - 1], 0)
        left[card - 1] -= 1
    return chance


def without(shoe: Counts, *cards: int) -> Counts:
    """What is left of a shoe without some cards, by what they count."""
    return tuple(max(held - cards.count(card), 0) for card, held in enumerate(shoe, 1))


@dataclass(frozen=True, kw_only=True)
class DealtRules(BlackjackRules):
    """A table with what is known of its cards beyond what they count."""

    hole: int = 0
    """What the hole card counts, which has left the shoe; 0 if it is not known."""
    suits: str = SUITS
    """Those of the deck, each with as many cards."""

    @staticmethod
    def of(rules: BlackjackRules, **known: Any) -> DealtRules:
        """The same table with that knowledge."""
        return DealtRules(**{**{field.name: getattr(rules, field.name) for field in fields(rules)}, **known})


def hole_of(rules: BlackjackRules) -> int:
    """What the hole card counts; 0 if it is not known."""
    return rules.hole if isinstance(rules, DealtRules) else 0


def first_of_dealer(rules: BlackjackRules, up: int) -> tuple[int, ...]:
    """What is known of the dealer's hand: the up card, and the hole card where it is seen."""
    return (up, *filter(None, [hole_of(rules)]))


def natural_card(rules: BlackjackRules, up: int) -> int:
    """The hole card that makes a natural with the up card; 0 if none can."""
    return 0 if hole_of(rules) else {ACE: TEN, TEN: ACE}.get(up, 0)


def shoe_with_hole(rules: BlackjackRules, shoe: Counts) -> Counts:
    """The shoe that the hole card came from: its suit is not known, so suits go by all the cards."""
    return tuple(many + (card == hole_of(rules)) for card, many in enumerate(shoe, 1))


DealerCards = tuple[int, ...]
"""What a player knows of the dealer's hand: the up card alone, or both cards where the hole card is exposed."""


@dataclass(frozen=True)
class DealerView:
    """A table as a player sees it who knows those cards of the dealer's."""

    rules: BlackjackRules
    shoe: Counts
    """Without a hole card that is known."""
    cards: DealerCards
    full: Counts
    """All of the shoe."""

    @staticmethod
    def of(rules: BlackjackRules, shoe: Counts, cards: DealerCards) -> DealerView:
        for hole in cards[1:]:
            rules = DealtRules.of(rules, hole=hole)
        return DealerView(rules, without(shoe, *cards[1:]), cards, shoe)

    @property
    def up(self) -> int:
        return self.cards[0]

    def ways(self, held: Ints) -> Ints:
        """[hand]: ordered ways in which the shoe deals these cards beside hands [hand, card] that are gone."""
        found = np.ones(len(held), np.int64)
        for at, card in enumerate(self.cards):
            found *= (self.full[card - 1] - held[:, card - 1] - self.cards[:at].count(card)).clip(0)
        return found * self.orders

    @property
    def orders(self) -> int:
        """Two cards count the same in either order, so that the lower one stands for both as the up card."""
        return len(set(self.cards))

    @property
    def weight(self) -> Fraction:
        """The chance of these cards, by that of the up card in the shoe as it is seen."""
        ways, cards = int(self.ways(np.zeros((1, TEN), np.int64))[0]), sum(self.full)
        return Fraction(ways * sum(self.shoe), perm(cards, len(self.cards)) * self.shoe[self.up - 1])

    @property
    def is_exposed(self) -> bool:
        return len(self.cards) > 1


def views_of(rules: BlackjackRules, shoe: Counts, by_up_card: Mapping[int, T]) -> dict[DealerView, T]:
    """What is known by up card, by the view that shows nothing else."""
    return {DealerView.of(rules, shoe, (up,)): known for up, known in by_up_card.items()}


def dealer_views(rules: BlackjackRules, shoe: Counts, *, exposed: bool = False) -> list[DealerView]:
    """Every up card; or every two cards of the dealer's but a natural, the lower one first."""
    cards: Iterable[DealerCards] = product(range(ACE, TEN + 1))
    if exposed:
        cards = (pair for pair in combinations_with_replacement(range(ACE, TEN + 1), 2) if pair != NATURAL)
    views = (DealerView.of(rules, shoe, each) for each in cards if all(shoe[card - 1] for card in each))
    return [view for view in views if view.shoe[view.up - 1]]


@dataclass(frozen=True)
class Stake:
    """What lies on a hand: money, or the house's chip."""

    money: int
    free: int


MONEY, FREE = Stake(1, 0), Stake(0, 1)


@dataclass(frozen=True)
class PaidAtOnce:
    """Hands between which bonuses make no difference but by suits."""

    lines: tuple[int, ...]
    """The bonuses that fit, by number from 1: those that ask for suits first."""
    cards: tuple[int, ...] = ()
    """Their cards, if suits count."""


@dataclass(frozen=True, eq=False)
class Settling:
    """The endings and results of one table with one shoe."""

    rules: BlackjackRules
    shoe: Counts

    @property
    def endings(self) -> int:
        """How many there are."""
        return REDOUBLED + self.rules.redoubles

    @cached_property
    def gives_up(self) -> bool:
        return self.rules.surrender is not Surrender.NO or self.rules.rescues

    @cached_property
    def results(self) -> int:
        """How many there are."""
        return self.first_at_once + len(self.at_once[1])

    @property
    def first_at_once(self) -> int:
        """The first result of a hand that is paid at once."""
        return GIVEN_UP + self.gives_up

    def ending(self, doublings: int) -> int:
        """Of a hand that was doubled so often with money."""
        return (PLAIN, DOUBLED)[doublings] if doublings < 2 else REDOUBLED + doublings - 2

    def doublings(self, ending: int) -> int:
        """How often a hand was doubled with money that ends so."""
        return {PLAIN: 0, DOUBLED: 1, FREE_DOUBLED: 0}.get(ending, ending - REDOUBLED + 2)

    def stake(self, first: Stake, ending: int) -> Stake:
        """What lies on a hand in the end."""
        return Stake(first.money - 1 + 2 ** self.doublings(ending), first.free + (ending == FREE_DOUBLED))

    @cached_property
    def at_once(self) -> tuple[Ints, tuple[PaidAtOnce, ...]]:
        """[hand]: the result of a hand that is paid at once, or NOT_AT_ONCE; and those results."""
        hands = all_hands()
        found, kinds = np.full(len(hands), NOT_AT_ONCE, np.int64), dict[PaidAtOnce, int]()
        if not self.rules.bonuses:
            return found, ()
        for hand, (counts, total) in enumerate(zip(hands.counts.tolist(), hands.total.tolist(), strict=True)):
            cards = tuple(card for card, many in enumerate(counts, 1) for _ in range(many))
            kind = self.paid_at_once(cards, total)
            if kind and cards != NATURAL:
                found[hand] = kinds.setdefault(kind, len(kinds))
        found[found != NOT_AT_ONCE] += self.first_at_once
        return found, tuple(kinds)

    def paid_at_once(self, cards: tuple[int, ...], total: int) -> PaidAtOnce | None:
        """What a hand is paid by, down to the first bonus that does not ask for suits."""
        lines: list[int] = []
        for at, bonus in enumerate(self.rules.bonuses, 1):
            if bonus.fits(cards, total):
                lines.append(at)
                if bonus.suits is Suited.ANY:
                    return PaidAtOnce(tuple(lines), cards if len(lines) > 1 else ())
        assert not lines or cards == NATURAL, "a hand is paid at once whatever its suits, unless it is a natural"
        return PaidAtOnce(tuple(lines), cards) if lines else None

    def shares(self, kind: PaidAtOnce) -> Mapping[int, Fraction]:
        """The probability of each bonus; what is left of a natural is 0, the natural's own pay."""
        left, found, paid = Fraction(1), dict[int, Fraction](), set[str]()
        for line in kind.lines:
            bonus, chance = self.rules.bonuses[line - 1], left
            if bonus.suits is not Suited.ANY:
                new = {suit for suit in self._suits if bonus.suits.allows(suit)} - paid
                chance, paid = self._of_one_suit(kind.cards) * len(new), paid | new
            found[line] = chance
            left -= chance
        return {**found, **({0: left} if left else {})}

    def _of_one_suit(self, cards: tuple[int, ...]) -> Fraction:
        """The probability that cards that count so are all of one named suit of the deck."""
        chance = Fraction(1)
        for card in set(cards):
            held, many = self.shoe[card - 1], cards.count(card)
            chance *= Fraction(comb(held // len(self._suits), many), max(comb(held, many), 1))
        return chance

    @property
    def _suits(self) -> str:
        return self.rules.suits if isinstance(self.rules, DealtRules) else SUITS

    @cached_property
    def natural_shares(self) -> Mapping[int, Fraction]:
        kind = self.paid_at_once(NATURAL, 21)
        return self.shares(kind) if kind else {0: Fraction(1)}

    def natural_net(self, power: int) -> Fraction:
        """What a winning natural is paid, or the mean square of it."""
        pays = (
            (self.rules.bonuses[line - 1].pay if line else self.rules.natural, p)
            for line, p in self.natural_shares.items()
        )
        return sum((pay.net**power * chance for pay, chance in pays), Fraction(0))

    @lru_cache(maxsize=16)  # noqa: B019  (a settling lives as long as the program)
    def nets(self, first: Stake, power: int = 1) -> NDArray[np.object_]:
        """[ending, result]: the net result in units, or the mean of its power."""
        found = np.full((self.endings, self.results), Fraction(0), object)
        for ending in range(self.endings):
            stake = self.stake(first, ending)
            row = [Fraction(stake.money + stake.free), Fraction(0), Fraction(-stake.money), Fraction(-stake.money, 2)]
            found[ending, : self.first_at_once] = [net**power for net in row[: self.first_at_once]]
        units = first.money + first.free
        for at, kind in enumerate(self.at_once[1]):
            pays = ((self.rules.bonuses[line - 1].pay.net * units, p) for line, p in self.shares(kind).items())
            found[PLAIN, self.first_at_once + at] = sum((net**power * chance for net, chance in pays), Fraction(0))
        return found

    @cached_property
    def unit(self) -> int:
        """The number of equal parts of a bet of which every net result is a multiple."""
        return lcm(*(net.denominator for stake in (MONEY, FREE) for net in self.nets(stake).ravel().tolist()))

    def scaled_nets(self, first: Stake) -> NDArray[np.object_]:
        """[ending, result]: the net result in those parts, as an integer."""
        scaled = self.nets(first) * self.unit
        return np.array([int(net) for net in scaled.ravel().tolist()], object).reshape(scaled.shape)


@lru_cache(maxsize=32)
def settling(rules: BlackjackRules, shoe: Counts) -> Settling:
    """One for each table and shoe."""
    return Settling(rules, shoe_with_hole(rules, shoe))
