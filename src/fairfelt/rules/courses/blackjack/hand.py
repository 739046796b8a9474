"""One hand of blackjack, and the bets and choices that are called by its number."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairfelt.cards import RANKS, Card
from fairfelt.rules.street import Choice, Street, bet

from .facts import Doubled
from .rules import ACE, TEN, TWENTY_ONE, BlackjackRules, best_total

STAND, HIT, SURRENDER = Choice("stand"), Choice("hit"), Choice("surrender")
FREE_DOUBLE, FREE_SPLIT = Choice("double free"), Choice("split free")


def double_bet(hand: int) -> str:
    """The name of the money that doubles a hand; the first hand is 1."""
    return f"Double {hand}"


def hand_bet(hand: int) -> str:
    """The name of the bet on a hand that was split off."""
    return f"Hand {hand}"


def double(hand: int) -> Choice:
    """Double that hand with money."""
    return replace(bet(double_bet(hand)), name="double")


def split(new: int) -> Choice:
    """Split with money on the new hand, which gets that number."""
    return replace(bet(hand_bet(new)), name="split")


def street_of(hand: int, rules: BlackjackRules) -> Street:
    """All that can ever be chosen with that hand."""
    splits = [split(new) for new in range(max(hand, 1) + 1, rules.most_hands + 1)]
    doubles_free = rules.free.doubles and (hand == 1 or rules.doubles_after_split)
    free = [*([FREE_DOUBLE] if doubles_free else []), *([FREE_SPLIT] if rules.free.splits else [])]
    given_up = [SURRENDER] if rules.surrender and hand == 1 else []
    doubles = [double(hand)] if rules.doubles_hand(hand) else []
    return Street(f"Hand {hand}", *given_up, STAND, HIT, *free, *doubles, *splits)


def points(card: Card) -> int:
    """What a card counts, an ace as 1."""
    return ACE if RANKS[card.rank] == "A" else min(card.rank + 2, TEN)


def total_of(cards: tuple[int, ...]) -> tuple[int, bool]:
    """The total of some cards and whether it is soft."""
    return best_total(sum(cards), aces=ACE in cards)


def is_natural(cards: tuple[int, ...]) -> bool:
    """An ace and a ten, and nothing else."""
    return sorted(cards) == [ACE, TEN]


@dataclass(frozen=True)
class Hand:
    """A player's hand. The order of its cards is forgotten."""

    cards: tuple[int, ...] = ()
    doubled: Doubled = Doubled.NO
    free: bool = False
    """Whether the house's chip lies on it."""
    split_from: int = 0
    """The card of the pair it came of, if it came of one."""
    waits: bool = True
    """For a card."""
    done: bool = False
    surrendered: bool = False

    @property
    def natural(self) -> bool:
        """21 in two cards that were dealt so."""
        return not self.split_from and is_natural(self.cards)

    def with_card(self, card: int) -> Hand:
        """One card more. The hand is done if it was doubled, or at 21 and above."""
        cards = tuple(sorted((*self.cards, card)))
        done = self.doubled is not Doubled.NO or total_of(cards)[0] >= TWENTY_ONE
        return replace(self, cards=cards, waits=False, done=done)

    def choosing(self, choice: Choice) -> Hand:
        """After any choice but a split."""
        if choice in (STAND, SURRENDER):
            return replace(self, done=True, surrendered=choice == SURRENDER)
        doubled = Doubled.NO if choice == HIT else Doubled.FREE if choice == FREE_DOUBLE else Doubled.MONEY
        return replace(self, waits=True, doubled=doubled)

    def split_by(self, choice: Choice) -> tuple[Hand, Hand]:
        """Two hands of one card: this one, and the new one with money or the house's chip on it."""
        first = Hand(self.cards[:1], free=self.free, split_from=self.cards[0])
        return first, replace(first, free=choice == FREE_SPLIT)

    def offered(self, number: int, hands: int, rules: BlackjackRules) -> tuple[Choice, ...]:
        """What may be done with it, being the hand of that number of so many; the larger bet last."""
        first, two = self.cards[0], len(self.cards) == 2
        found = [SURRENDER, STAND] if rules.surrender and two and not self.split_from else [STAND]
        if self.split_from != ACE or rules.split_aces_draw:
            found += [HIT, *self._doubles(number, rules)]
        if two and first == self.cards[1] and hands < rules.hands_from(first):
            found.append(FREE_SPLIT if rules.splits_free(first) else split(hands + 1))
        return tuple(found)

    def _doubles(self, number: int, rules: BlackjackRules) -> tuple[Choice, ...]:
        total, soft = total_of(self.cards)
        if self.split_from and not rules.doubles_after_split:
            return ()
        if rules.doubles_free(len(self.cards), total, soft=soft):
            return (FREE_DOUBLE,)
        return (double(number),) if rules.may_double(len(self.cards), total) else ()
