"""Every hand of blackjack that a player or the dealer can come to, found by stepping the course, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card
from fairfelt.cards.classes import ALL_CARDS
from fairfelt.rules import Blackjack, Cards, Choice, Decide, Draw, Step
from fairfelt.rules.courses.blackjack.facts import HandEnd, TwentyTwo
from fairfelt.rules.courses.blackjack.hand import Hand, is_natural, points, total_of
from fairfelt.rules.courses.blackjack.round import BlackjackState
from fairfelt.rules.courses.blackjack.rules import TEN

from ..course import Player

MOST_HANDS: Final = 40_000
"""With more of them the course is stepped round by round: finding them all would take too long."""
NO_HAND: Final = Hand(done=True)
"""Stands for a hand that is not looked at."""


class TooManyHandsError(Exception):
    """More than `MOST_HANDS`."""


@dataclass(frozen=True)
class DealerEnd:
    """A final hand of the dealer, as far as any bet can tell."""

    dealer: tuple[int, ...]
    suits: frozenset[str]
    twenty_two: TwentyTwo

    def against(self, course: Blackjack, hand: Hand) -> HandEnd:
        """How a hand ends against it."""
        (end,) = course.facts(BlackjackState(((hand,),), self.dealer, self.suits), 0).hands
        assert end
        return end


class DealerHands:
    """The dealer's hands: [position, kind of card] the next position, or past the end the complement of an end."""

    def __init__(self, course: Blackjack, cards: Sequence[Card]) -> None:
        self.course = course
        self.ends: list[DealerEnd] = []
        self._ends: dict[object, int] = {}
        self._numbers: dict[object, int] = {}
        states: list[BlackjackState] = []
        self._states = states
        self.kinds = {(points(card), str(card)[1]): number for number, card in enumerate(cards)}
        dealt = [[self._arrive(self._deal(up, hole)) for hole in cards] for up in cards]
        draws = []
        for state in states:
            draws.append([self._arrive(course.draw(state, card)) for card in cards])
        by_card = np.zeros(ALL_CARDS, np.uint8)
        for face in range(ALL_CARDS - 1):
            card = Card(face)
            by_card[face] = self.kinds.get((points(card), str(card)[1]), 0)
        peeks = course.rules.peeks
        self.tables: dict[str, NDArray[Any]] = {
            "kinds": by_card,
            "dealt": np.array(dealt, np.int32),
            "draws": np.array(draws, np.int32),
            "at_once": np.array([peeks and is_natural(end.dealer) for end in self.ends], np.bool_),
        }

    def _deal(self, up: Card, hole: Card) -> BlackjackState:
        """Two cards of the dealer's; the player's do not matter."""
        state = self.course.start(1)
        for card in (up, up, up, hole):
            state = self.course.draw(state, card)
        return replace(state, hands=((NO_HAND,),))

    def _arrive(self, state: BlackjackState) -> int:
        if isinstance(self.course.next(state), Draw):
            key = (*total_of(state.dealer), state.suits)
            if key not in self._numbers:
                self._numbers[key] = len(self._states)
                self._states.append(state)
            return self._numbers[key]
        twenty_two = self.course.facts(state, 0).twenty_two
        end = is_natural(state.dealer), total_of(state.dealer)[0], twenty_two
        if end not in self._ends:
            self._ends[end] = len(self.ends)
            self.ends.append(DealerEnd(state.dealer, state.suits, twenty_two))
        return ~self._ends[end]


@dataclass(frozen=True)
class PlayedEnd:
    """A player's hand that is done: all hands that end alike against every dealer with the same bets on them."""

    hand: Hand
    against: tuple[HandEnd, ...]
    """By the number of the dealer's end."""


@dataclass(frozen=True)
class _Done:
    """A hand, equal to all that end as it does."""

    hand: Hand = field(compare=False)
    seen: tuple[object, ...]


class PlayedHands:
    """A player's hands under best play: where each card leads, to one that waits, one that is done, or two of a pair.

    Past the end of a hand stands the complement of twice its number, or of one more for the number of a split. How a
    hand goes on is asked once, beside as many others as are there; what is chosen, once for every up card.
    """

    def __init__(self, player: Player, course: Blackjack, dealers: DealerHands) -> None:
        self.player, self.course, self.dealers = player, course, dealers
        self.ends: list[PlayedEnd] = []
        self._ends: dict[object, int] = {}
        self._numbers: dict[tuple[int, int, Hand], int] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        self._begun: dict[tuple[int, Hand], int] = {}
        self._starts: list[tuple[int, int]] = []
        self._next, self._draw = cache(self._find_next), cache(self._find_draw)
        self._choose, self._end = cache(self._find_choose), cache(self._find_end)
        self._settle = cache(self._find_settled)
        cards = {points(card): card for card in reversed(player.game.deck.cards)}
        first, undecided = np.zeros((TEN, TEN, TEN), np.int32), np.zeros((TEN, TEN), np.int32)
        for one, two in product(cards, repeat=2):
            hand = self._deal(cards[one], cards[two])
            undecided[one - 1, two - 1] = self._end(hand)
            for up in cards:
                first[up - 1, one - 1, two - 1] = self._arrive(up, 1, hand)
        turns: list[list[int]] = []
        while len(turns) < len(self._numbers):
            for up, many, hand in list(self._numbers)[len(turns) :]:
                row = [0] * TEN
                for value, card in cards.items():
                    row[value - 1] = self._arrive(up, many, self._draw(many, hand, card))
                turns.append(row)
        by_card = np.array([points(Card(face)) - 1 for face in range(ALL_CARDS - 1)] + [0], np.uint8)
        pairs = np.array(list(self._pairs), np.int32).reshape(-1, 2)
        cards_of = [hand.split_from for _, hand in self._begun]
        self.tables: dict[str, NDArray[Any]] = {
            "points": by_card,
            "first": first,
            "undecided": undecided,
            "turns": np.array(turns, np.int32).reshape(-1, TEN),
            "split_from": np.ascontiguousarray(pairs[:, 0]),
            "split_off": np.ascontiguousarray(pairs[:, 1]),
            "starts": np.array(self._starts, np.int32).reshape(-1, 2),
            "most_hands": np.array([course.rules.hands_from(card) for card in cards_of], np.int32),
        }

    def _deal(self, one: Card, two: Card) -> Hand:
        """Two cards, nothing decided; the dealer's do not matter."""
        state = self.course.start(1)
        for card in (one, two, two, two):
            state = self.course.draw(state, card)
        return state.hand(0, 1)

    def _arrive(self, up: int, many: int, hand: Hand) -> int:
        """Where a hand beside so many stands after a card and the choices that follow it."""
        while isinstance(step := self._next(many, hand), Decide):
            state = _beside(many, hand, up)
            choice = self.player.solution.chooses(state, step)
            assert choice, "blackjack is decided by the state"
            mine = self._choose(many, hand, choice)
            if len(mine) > many:
                pair = self._start(up, mine[0]), self._start(up, mine[-1])
                return ~(2 * self._pairs.setdefault(pair, len(self._pairs)) + 1)
            hand = mine[0]
        return (
            self._waits(up, many, hand) if isinstance(step, Draw) and step.to is Cards.OWN else ~(2 * self._end(hand))
        )

    def _start(self, up: int, hand: Hand) -> int:
        """A hand of one card after a split: first where no further split is allowed, then where one is."""
        key = up, hand
        if key not in self._begun:
            self._begun[key] = len(self._begun)
            full = max(2, self.course.rules.hands_from(hand.split_from))
            self._starts.append((self._waits(up, full, hand), self._waits(up, 2, hand)))
        return self._begun[key]

    def _waits(self, up: int, many: int, hand: Hand) -> int:
        number = self._numbers.setdefault((up, many, hand), len(self._numbers))
        if number == MOST_HANDS:
            raise TooManyHandsError
        return number

    def _find_next(self, many: int, hand: Hand) -> Step:
        return self.course.next(_beside(many, hand))

    def _find_draw(self, many: int, hand: Hand, card: Card) -> Hand:
        return self.course.draw(_beside(many, hand), card).hand(0, 1)

    def _find_choose(self, many: int, hand: Hand, choice: Choice) -> tuple[Hand, ...]:
        return self.course.choose(_beside(many, hand), choice).hands[0]

    def _find_end(self, hand: Hand) -> int:
        """Hands of one total, paid and bet on alike, are settled once."""
        bonus = hand.bonus(self.course.rules)
        paid = hand.natural, hand.zapped_21, bonus, hand.surrendered, hand.doubled, hand.again, hand.free
        return self._settle(_Done(hand, (*paid, *total_of(hand.cards))))

    def _find_settled(self, done: _Done) -> int:
        hand = done.hand
        against = tuple(end.against(self.course, hand) for end in self.dealers.ends)
        number = self._ends.setdefault((against, hand.doubled, hand.again, hand.free), len(self.ends))
        if number == len(self.ends):
            self.ends.append(PlayedEnd(hand, against))
        return number


def _beside(many: int, hand: Hand, up: int = 2) -> BlackjackState:
    """A hand whose turn it is, so many there are, against a pair of such cards, which is no natural."""
    return BlackjackState(((hand, *(NO_HAND,) * (many - 1)),), (up, up))
