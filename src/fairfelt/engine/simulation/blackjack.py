"""Blackjack dealt by a kernel: the hands that best play comes to, and the dealer's, as tables to look up card by card.

The course itself is stepped once with every card from every hand. A hand is played apart from the others: what is done
with it depends on its cards, the up card, and whether a pair may be split again.

Where only the result of each round is counted, a shoe is dealt without shuffling it. A card is any of the shoe with
equal chance; of the cards that count the same, the first ones stand for those that are gone, and where one of them
comes up, another card is drawn. So each of the cards that are left is as likely as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import lcm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending, net_result
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.solution import Player
from fairfelt.rules import Blackjack, Cards, Choice, Decide, Draw
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, Card
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

from .dealer import NEXT_SHORT, SHORT_STATE, Dealer, draw_statements, sample_source
from .tallies import Tally, TallyCounter

MAX_HANDS: Final = 40_000
"""With more of them the course is stepped round by round: finding them all would take too long."""
NO_HAND: Final = Hand(done=True)
"""Stands for a hand that is not looked at."""
WORD: Final = 1 << 32
GONE_BITS: Final = 6
"""Of the cards of one count that are gone: no round takes 63 of them."""


# What one card brings, whatever it is for: stages 0 to 3 deal two cards to each, in 4 the player's hands are played, in
# 5 the dealer's. `count` is what the card counts, `kind` what the dealer's hands tell of it. So threads of a GPU that
# are at different places of a round do the same work.
TURN: Final = """if stage == 4:
    now = turns[now, count]
elif stage == 5:
    theirs = draws[theirs, kind]
elif stage == 0:
    one = count
    stage = 1
    continue
elif stage == 1:
    up = count
    open_card = kind
    stage = 2
    continue
elif stage == 2:
    two = count
    stage = 3
    continue
else:
    theirs = dealt[open_card, kind]
    stage = 4
    if theirs < 0 and at_once[~theirs]:
        ended_as[1] = undecided[one, two]
        stage = 5
    else:
        now = first[up, one, two]
while stage == 4 and now < 0:
    ended = ~now
    if ended & 1:
        hands = min(hands + 1, {most_hands})
        waiting[hands] = split_off[ended >> 1]
        begun = np.int64(split_from[ended >> 1])
        now = starts[begun, np.int64(hands < most_hands[begun])]
    else:
        ended_as[number] = ended >> 1
        if number == hands:
            stage = 5
        else:
            number = min(number + 1, {most_hands})
            begun = np.int64(waiting[number])
            now = starts[begun, np.int64(hands < most_hands[begun])]
if stage == 5 and theirs < 0:
    {end}
    played += 1
    stage, hands, number = 0, 1, 1"""


def turn_source(tables: dict[str, NDArray[Any]], most_hands: int, before: Sequence[str], draw: str, end: str) -> str:
    """A kernel that takes card by card: how one is drawn, and what is done at the end of a round."""
    start = (
        f"waiting = np.zeros({most_hands + 2}, np.uint16)",
        f"ended_as = np.zeros({most_hands + 2}, np.uint16)",
        "stage, hands, number, one, up, two, open_card = 0, 1, 1, 0, 0, 0, 0",
        "now, theirs, played = 0, 0, 0",
    )
    turn = TURN.replace("{most_hands}", str(most_hands + 1)).replace("{end}", end.replace("\n", "\n    "))
    return sample_source(tables, (*before, *start), f"{draw}\n{turn}".splitlines(), "while played < rounds:")


@dataclass(frozen=True, eq=False)
class BlackjackKernel:
    """One player against the dealer. A code has a digit for each hand in the order of play, then the dealer's.

    There are too many codes to keep a count of each.
    """

    player: Player
    course: Blackjack
    dealers: DealerHands
    hands: PlayedHands

    @property
    def dealer(self) -> Dealer:
        """Deals blocks of rounds, and lists their codes."""
        game, base = self.player.game, len(self.hands.ends) + 1
        tables = {**self.dealers.tables, **self.hands.tables}
        shuffled = "\n    ".join(draw_statements(len(game.deck), self.course.most_cards(1)))
        draw = f"if stage == 0:\n    {shuffled}\n    at = 0\ncard = deck[at]\nat += 1"
        end = f"""code = np.int64(0)
for hand in range(1, hands + 1):
    code = code * {base} + ended_as[hand] + 1
counts[played] = code * {len(self.dealers.ends)} + ~theirs"""
        draw += "\ncount = points[card]\nkind = kinds[card]"
        text = turn_source(tables, self.course.rules.most_hands, ["at = 0"], draw, end)
        return Dealer(text, np.array(game.deck.cards, np.uint8), 0, tables, on_gpu=False)

    def tally(self, counts: Counter[int]) -> Tally:
        """What the player ended with, from counts by code."""
        found = TallyCounter(self.player.game)
        for code, times in counts.items():
            found.add([self._ending(code)], times)
        return found.tally()

    def _ending(self, code: int) -> Ending:
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

    def ending_of(self, hand: Hand, dealer: DealerEnd) -> Ending:
        facts = BlackjackFacts(hands=(dealer.against(self.course, hand),), twenty_two=dealer.twenty_two)
        return Ending(self.bets(1, hand), facts, 0, 0)

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


def blackjack_kernel(player: Player, seats: int) -> BlackjackKernel | None:
    """The kernel of a blackjack table for one player; None where hands are exchanged or told apart by suits."""
    course = player.course
    if type(course) is not Blackjack or seats > 1 or player.on_hands or course.rules.zaps or course.rules.reads_suits:
        return None
    cards: dict[int, Card] = {}
    for card in player.game.deck.cards:
        cards.setdefault(course.alike(card), card)
    dealers = DealerHands(course, list(cards.values()))
    try:
        return BlackjackKernel(player, course, dealers, PlayedHands(player, course, dealers))
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


@dataclass(frozen=True, eq=False)
class ResultKernel:
    """One player against the dealer, each round counted by what it comes to."""

    of: BlackjackKernel

    @cached_property
    def dealers(self) -> DealerHands:
        """The dealer's hands by what cards count, in the deck or not; suits do not matter."""
        cards = {points(card): card for card in map(Card, range(RANKS_PER_SUIT))}
        return DealerHands(self.of.course, [cards[count] for count in sorted(cards)])

    @cached_property
    def nets(self) -> list[list[Fraction]]:
        """[end of a hand][dealer's end]: what the bets on the hand come to."""
        kernel = self.of
        return [[net_result(kernel.player.game, kernel.ending_of(end.hand, dealer))[0] for dealer in self.dealers.ends]
                for end in kernel.hands.ends]  # fmt: skip

    @cached_property
    def _scaled(self) -> tuple[NDArray[np.int32], int, int]:
        """The same as integers, the scale, and the most that a round comes to, either way."""
        scale = lcm(*(net.denominator for row in self.nets for net in row))
        nets = np.array([[int(net * scale) for net in row] for row in self.nets], np.int32)
        return nets, scale, self.of.course.rules.most_hands * int(np.abs(nets).max())

    def tally(self, counts: NDArray[np.int64]) -> Tally:
        """Rounds by what they come to, in units of the first bet."""
        _, scale, most = self._scaled
        results = [(Fraction(net, scale), 1) for net in range(-most, most + 1)]
        return Tally(self.of.player.game, (), counts, np.zeros((0, 0), np.int64), results)

    @property
    def dealer(self) -> Dealer:
        """Deals blocks of rounds, and counts their results."""
        nets, _, most = self._scaled
        game, size = self.of.player.game, len(self.of.player.game.deck)
        counted = np.sort([points(card) - 1 for card in game.deck.cards])
        index = np.arange(len(counted)) - np.searchsorted(counted, counted)
        dealers = {name: self.dealers.tables[name] for name in ("dealt", "draws", "at_once")}
        hands = {name: table for name, table in self.of.hands.tables.items() if name != "points"}
        tables = {"count_of": counted, "index_of": index, **dealers, **hands, "nets": nets}
        draw = "\n".join((*NEXT_SHORT, _ANY_CARD.format(size=size, limit=WORD - WORD % size, bits=GONE_BITS)))
        end = f"""total = {most}
for hand in range(1, hands + 1):
    total += nets[ended_as[hand], ~theirs]
counts[total] += 1
gone = np.uint64(0)"""
        before = (*SHORT_STATE, "gone = np.uint64(0)")
        text = turn_source(tables, self.of.course.rules.most_hands, before, draw, end)
        return Dealer(text, np.zeros(0, np.uint8), 2 * most + 1, tables)


_ANY_CARD: Final = """if r >= {limit}:
    continue
place = r % {size}
count = count_of[place]
if index_of[place] < (gone >> np.uint64({bits} * count) & np.uint64(63)):
    continue
gone += np.uint64(1) << np.uint64({bits} * count)
kind = count"""


def result_kernel(player: Player, seats: int) -> ResultKernel | None:
    """None where the course has no kernel, or a hand is played for a free bet: its result depends on its place."""
    kernel = blackjack_kernel(player, seats)
    return ResultKernel(kernel) if kernel and not any(end.hand.free for end in kernel.hands.ends) else None
