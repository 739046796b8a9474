"""Blackjack sampled: the hands that best play comes to, and the dealer's, as tables to look up card by card.

The course itself is stepped once with every card from every hand. A hand is played apart from the others: what is done
with it depends on its cards, the up card, and whether a pair may be split again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.solution import Player
from fairfelt.rules import Blackjack, Cards, Choice, Decide, Draw
from fairfelt.rules.cards import ALL_CARDS, Card
from fairfelt.rules.courses.blackjack.facts import BlackjackFacts, Doubled, HandEnd, TwentyTwo
from fairfelt.rules.courses.blackjack.hand import (
    FREE_DOUBLE,
    FREE_SPLIT,
    Hand,
    double,
    is_natural,
    points,
    split,
    street_of,
    total_of,
)
from fairfelt.rules.courses.blackjack.round import BlackjackState
from fairfelt.rules.courses.blackjack.rules import TEN

from .dealt import Report, blocks_of, random_deals
from .tallies import Tally, TallyCounter

MAX_HANDS: Final = 40_000
"""With more of them the course is stepped round by round: finding them all would take too long."""
NO_HAND: Final = Hand(done=True)
"""Stands for a hand that is not looked at."""


@dataclass(frozen=True, eq=False)
class BlackjackRounds:
    """One player against the dealer. A code has a digit for each hand in the order of play, then the dealer's."""

    player: Player
    course: Blackjack
    dealers: DealerHands
    hands: PlayedHands

    def sample(self, rounds: int, seed: int, report: Report) -> Tally:
        """Deal blocks of rounds, and count how they end."""
        found, done = TallyCounter(self.player.game), 0
        deck = np.array(self.player.game.deck.cards, np.uint8)
        for block, many in blocks_of(rounds):
            codes = self.play(random_deals(seed, block, deck, many, self.course.most_cards(1)))
            for code, times in zip(*(part.tolist() for part in np.unique(codes, return_counts=True)), strict=True):
                found.add([self.ending(code)], times)
            done += many
            report(done)
        return found.tally()

    def play(self, shoes: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[round]: the code of its end, with cards in that order; below 2^63 for four hands of up to 10^4 ends."""
        counts, kinds = self.hands.points[shoes], self.dealers.kinds[shoes]
        one, up, two = counts[:, :3].T
        theirs = self.dealers.dealt[kinds[:, 1], kinds[:, 3]].astype(np.int64)
        at_once = (theirs < 0) & self.dealers.at_once[np.maximum(~theirs, 0)]
        codes = np.where(at_once, self.hands.undecided[one, two] + 1, 0).astype(np.int64)
        out = np.full(len(shoes), 4)
        self._play_hands(np.flatnonzero(~at_once), self.hands.first[up, one, two].astype(np.int64), counts, out, codes)
        going = np.flatnonzero(theirs >= 0)
        while len(going):
            theirs[going] = self.dealers.draws[theirs[going], kinds[going, out[going]]]
            out[going] += 1
            going = going[theirs[going] >= 0]
        return codes * len(self.dealers.ends) + ~theirs

    def _play_hands(
        self, going: NDArray[np.int64], now: NDArray[np.int64], counts: NDArray[np.uint8], out: NDArray[np.int64],
        codes: NDArray[np.int64],
    ) -> None:  # fmt: skip
        """Play all hands of these rounds: each draws a card, is split in two, or ends and gives way to the next."""
        tables, base, most = self.hands, len(self.hands.ends) + 1, self.course.rules.most_hands
        waiting, hands, number = np.zeros((len(now), most + 2), np.int64), np.ones_like(now), np.ones_like(now)
        while len(going):
            ended, drawing = going[now[going] < 0], going[now[going] >= 0]
            now[drawing] = tables.turns[now[drawing], counts[drawing, out[drawing]]]
            out[drawing] += 1
            splits, done = ended[~now[ended] & 1 == 1], ended[~now[ended] & 1 == 0]
            hands[splits] += 1
            codes[done] = codes[done] * base + (~now[done] >> 1) + 1
            number[done] += 1
            pair = tables.pairs[~now[splits] >> 1]
            waiting[splits, hands[splits]] = pair[:, 1]
            begun = np.concatenate((pair[:, 0], waiting[done, number[done]]))
            begins = np.concatenate((splits, done))
            now[begins] = tables.starts[begun, (hands[begins] < tables.most_hands[begun]).astype(np.int64)]
            going = going[number[going] <= hands[going]]

    def ending(self, code: int) -> Ending:
        """What the player ends with."""
        rest, dealer = divmod(code, len(self.dealers.ends))
        ends = []
        while rest:
            rest, digit = divmod(rest, len(self.hands.ends) + 1)
            ends.append(self.hands.ends[digit - 1])
        ends.reverse()
        hands = tuple(end.against[dealer] for end in ends)
        facts = BlackjackFacts(hands=hands, twenty_two=self.dealers.ends[dealer].twenty_two)
        path = tuple(step for number, end in enumerate(ends, 1) for step in self.bets(number, end.hand))
        return Ending(path, facts, 0, 0)

    def bets(self, number: int, hand: Hand) -> Path:
        """The choices that put something on a hand of that number."""
        made: list[Choice] = []
        if number > 1:
            made.append(FREE_SPLIT if hand.free else split(number))
        if hand.doubled is Doubled.FREE:
            made.append(FREE_DOUBLE)
        if hand.doubled is Doubled.MONEY:
            made += [double(number, before) for before in range(hand.again + 1)]
        return tuple((street_of(number, self.course.rules).name, choice) for choice in made)


def blackjack_rounds(player: Player, seats: int) -> BlackjackRounds | None:
    """The tables of one player at blackjack; None where hands are exchanged or told apart by suits."""
    course = player.course
    if type(course) is not Blackjack or seats > 1 or player.on_hands or course.rules.zaps or course.rules.reads_suits:
        return None
    cards: dict[int, Card] = {}
    for card in player.game.deck.cards:
        cards.setdefault(course.alike(card), card)
    dealers = DealerHands(course, list(cards.values()))
    try:
        return BlackjackRounds(player, course, dealers, PlayedHands(player, course, dealers))
    except TooManyHandsError:
        return None


class TooManyHandsError(Exception):
    """More than `MAX_HANDS`."""


@dataclass(frozen=True)
class DealerEnd:
    """A final hand of the dealer, as far as any bet can tell."""

    dealer: tuple[int, ...]
    suits: frozenset[str]
    twenty_two: TwentyTwo

    def against(self, course: Blackjack, hand: Hand) -> HandEnd:
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
        numbers = {(points(card), str(card)[1]): number for number, card in enumerate(cards)}
        dealt = [[self._arrive(self._deal(up, hole)) for hole in cards] for up in cards]
        draws = []
        for state in states:
            draws.append([self._arrive(course.draw(state, card)) for card in cards])
        self.kinds = np.zeros(ALL_CARDS, np.uint8)
        """[card]: its kind."""
        for face in map(Card, range(ALL_CARDS - 1)):
            self.kinds[face] = numbers.get((points(face), str(face)[1]), 0)
        self.dealt, self.draws = np.array(dealt, np.int32), np.array(draws, np.int32)
        """[up card, hole card], and [position, card drawn]: the position."""
        self.at_once = np.array([course.rules.peeks and is_natural(end.dealer) for end in self.ends], np.bool_)
        """[end]: whether nobody plays against it."""

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
        self._next = cache(lambda many, hand: course.next(_beside(many, hand)))
        self._draw = cache(lambda many, hand, card: course.draw(_beside(many, hand), card).hand(0, 1))
        self._choose = cache(lambda many, hand, choice: course.choose(_beside(many, hand), choice).hands[0])
        self._end, self._settle = cache(self._find_end), cache(self._find_settled)
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
        self.points = np.array([points(Card(face)) - 1 for face in range(ALL_CARDS - 1)] + [0], np.uint8)
        """[card]: what it counts, from 0."""
        self.first, self.undecided, self.turns = first, undecided, np.array(turns, np.int32).reshape(-1, TEN)
        """[up card, card, card] and [hand, card]: the hand; without a decision, [card, card]: the end."""
        self.pairs = np.array(list(self._pairs), np.int32).reshape(-1, 2)
        """[split]: which two hands of one card it makes; they begin as they may be split again or not."""
        self.starts = np.array(self._starts or [(0, 0)], np.int32)
        self.most_hands = np.array([course.rules.hands_from(hand.split_from) for _, hand in self._begun] or [0])

    def _deal(self, one: Card, two: Card) -> Hand:
        """Two cards, nothing decided; the dealer's do not matter."""
        state = self.course.start(1)
        for card in (one, two, two, two):
            state = self.course.draw(state, card)
        return state.hand(0, 1)

    def _arrive(self, up: int, many: int, hand: Hand) -> int:
        """Where one of several hands stands after a card and the choices that follow it."""
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
        if number == MAX_HANDS:
            raise TooManyHandsError
        return number

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
    """One of several hands, whose turn it is, against a pair of such cards, which is no natural."""
    return BlackjackState(((hand, *(NO_HAND,) * (many - 1)),), (up, up))
