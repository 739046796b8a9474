"""The deal, the decisions and the showdown: a round that is not a course of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Flag, auto
from functools import cached_property
from itertools import product

from fairfelt.rules.cards import RANK_NAMES, RANKS, Card, Deck, parse_cards
from fairfelt.rules.hands import Ranking, line_of
from fairfelt.rules.hands.ranking import NUMBERS, rank_words
from fairfelt.rules.settlement import Facts, Result

MOST_SEATS = 9
"""No table has more places to sit, whatever the deck would allow."""


class Cards(Flag):
    """A set of cards at the table, as one player sees it."""

    OWN = auto()
    DEALER = auto()
    COMMUNITY = auto()

    def __str__(self) -> str:
        words = {
            Cards.OWN: "player's cards",
            Cards.DEALER: "dealer's cards",
            Cards.COMMUNITY: "community cards",
        }
        return " and ".join(text for part, text in words.items() if part in self)


@dataclass(frozen=True)
class Packet:
    """Cards dealt at once. To OWN means one such packet to each player, from the dealer's left.

    `burn` cards leave the top unseen, `take` of the rest are used, and what remains is burned too.
    """

    size: int
    to: Cards
    burn: int = 0
    take: int | None = None

    def __post_init__(self) -> None:
        if self.size < 1 or self.burn < 0 or not 0 < self.taken <= self.size - self.burn:
            raise ValueError(f"a packet of {self.size} cannot burn {self.burn} and use {self.take}")

    @property
    def taken(self) -> int:
        """Cards that come into play."""
        return self.size - self.burn if self.take is None else self.take


@dataclass(frozen=True, init=False)
class Deal:
    """The packets of a round in the order they leave the shuffler."""

    packets: tuple[Packet, ...]

    def __init__(self, *packets: Packet) -> None:
        object.__setattr__(self, "packets", packets)

    def count(self, cards: Cards) -> int:
        """Cards in play for those places, one player counted."""
        return sum(packet.taken for packet in self.packets if packet.to in cards)

    def cards_needed(self, seats: int) -> int:
        """Cards that leave the deck; of the last packet only those down to the last one used."""
        sizes = [packet.size * (seats if packet.to is Cards.OWN else 1) for packet in self.packets]
        last = self.packets[-1]
        return sum(sizes) - (last.size - last.burn - last.taken)

    def most_seats(self, deck: Deck) -> int:
        """The greatest number of players the deck serves, and no more than a table holds."""
        fitting = [seats for seats in range(1, MOST_SEATS + 1) if self.cards_needed(seats) <= len(deck)]
        return max(fitting, default=0)


@dataclass(frozen=True)
class Qualify:
    """The least hand with which the dealer plays, or a player may bet more, written as cards."""

    words: str
    least: str

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of that hand."""
        return tuple(parse_cards(self.least))

    def verify(self, ranking: Ranking) -> None:
        """Refuse words that speak of another hand than the ranking reads in the cards."""
        value = ranking.value(self.cards)
        told = ranking.describe(value)
        lines, line = _named_lines(self.words, ranking), line_of(value)
        while line not in lines and (more_general := ranking.lines[line].kind_of) is not None:
            line = more_general
        ranks = _named_ranks(self.words) if _named_ranks(told) else set()
        if (lines and line not in lines) or not ranks <= _named_ranks(told):
            raise ValueError(
                f"{self.words!r} is written as {self.least}, which {ranking.name} reads as {told!r}; "
                "write the least hand that the words mean"
            )


@dataclass(frozen=True)
class Showdown:
    """How two hands are compared."""

    ranking: Ranking
    copies: Result = Result.TIE
    """What equal hands are for the player: a tie, or a win where players win copies."""
    qualify: Qualify | None = None
    shared: Cards = Cards.COMMUNITY
    """Cards that both sides use besides their own."""

    def __post_init__(self) -> None:
        if self.qualify:
            self.qualify.verify(self.ranking)

    @cached_property
    def qualifying_value(self) -> int:
        """The least value with which the dealer plays; 0 if always."""
        return self.least_value(self.qualify) if self.qualify else 0

    def least_value(self, qualify: Qualify) -> int:
        """The value of the least hand that qualifies."""
        return self.ranking.value(qualify.cards)

    def result(self, player: int, dealer: int) -> Result:
        """Compare two values."""
        if player == dealer:
            return self.copies
        return Result.WIN if player > dealer else Result.LOSS

    def facts(self, player: int, dealer: int) -> Facts:
        """What comes of two values."""
        qualified = dealer >= self.qualifying_value
        return Facts(self.result(player, dealer), line_of(player), line_of(dealer), qualified, copy=player == dealer)

    def possible_facts(self) -> Iterator[Facts]:
        """All that can come of two hands."""
        lines = range(len(self.ranking.lines))
        for player, dealer, qualified in product(lines, lines, (False, True) if self.qualify else (True,)):
            if player == dealer:
                yield Facts(self.copies, player, dealer, qualified, copy=True)
            for result in (Result.LOSS, Result.WIN):
                if (player > dealer) <= (result is Result.WIN) and (player < dealer) <= (result is Result.LOSS):
                    yield Facts(result, player, dealer, qualified)


HIGH_CARD = "high card"


def _named_lines(words: str, ranking: Ranking) -> set[int]:
    """The lines of a ranking that a sentence names, longer names first: a straight flush is neither of the two."""
    text, found = _plain(words), set()
    by_length = sorted(enumerate(ranking.lines), key=lambda pair: -len(pair[1].name))
    for number, line in by_length:
        name = re.compile(rf"\b{re.escape(_plain(line.name))}\b")
        if name.search(text):
            found.add(number)
            text = name.sub(" ", text)
    if not found and re.search(r"\bhigh\b", text):
        found = {number for number, line in enumerate(ranking.lines) if line.name == HIGH_CARD}
    return found


def _plain(words: str) -> str:
    """In small letters, lengths as digits: "3-card flush"."""
    numbers = {word: str(number) for number, word in enumerate(NUMBERS)}
    return re.sub(r"\b([a-z]+)[- ]card\b", lambda found: f"{numbers.get(found[1], found[1])}-card", words.lower())


def _named_ranks(words: str) -> set[int]:
    """The ranks that a sentence names; the number of cards of a hand is none."""
    found = set(re.findall(r"[a-z]+", re.sub(r"\b[a-z]+([- ]card| of a kind)\b", " ", words.lower())))
    return {rank for rank, letter in enumerate(RANKS) if {RANK_NAMES[rank], rank_words(letter)} & found}


@dataclass(frozen=True)
class Choice:
    """One thing a player may do at a decision."""

    name: str
    bet: str = ""
    """The wager this choice makes, if any."""
    times: int = 0
    """The size of that wager in units of the first opening bet."""
    takes_back: str = ""
    """The opening bet this choice takes back, if any."""
    folds: bool = False
    holding: Qualify | None = None
    """The weakest hand with which it may be chosen, by the ranking of the showdown; None for any hand."""

    def __str__(self) -> str:
        return self.name


FOLD = Choice("fold", folds=True)
CHECK = Choice("check")


def bet(wager: str, *, times: int = 1, holding: Qualify | None = None) -> Choice:
    """Put that many times the Ante on a wager, with that hand or a better one if it asks for one."""
    return Choice(wager if times == 1 else f"{wager} {times}x", bet=wager, times=times, holding=holding)


def take_back(wager: str) -> Choice:
    """Take an opening bet back."""
    return Choice(f"take back {wager}", takes_back=wager)


@dataclass(frozen=True, init=False)
class Street:
    """A moment of decision. What is revealed is seen before choosing; all is revealed after the last street."""

    name: str
    choices: tuple[Choice, ...]
    community: int
    """Community cards turned over just before."""
    dealer: int
    """Dealer's cards turned over just before."""
    unless_bet: str
    """Skipped by a player who has already made this wager."""

    def __init__(self, name: str, *choices: Choice, community: int = 0, dealer: int = 0, unless_bet: str = "") -> None:
        for attribute, value in (
            ("name", name), ("choices", choices), ("community", community), ("dealer", dealer),
            ("unless_bet", unless_bet),
        ):  # fmt: skip
            object.__setattr__(self, attribute, value)

    def reveals(self, cards: Cards) -> int:
        """How many cards of that place this street turns over."""
        return {Cards.COMMUNITY: self.community, Cards.DEALER: self.dealer}.get(cards, 0)
