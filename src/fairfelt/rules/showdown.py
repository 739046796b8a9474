"""The player's hand against the dealer's: by which ranking, who qualifies, who wins copies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from fairfelt.rules.cards import RANK_NAMES, RANKS, Card, parse_cards
from fairfelt.rules.hands import Ranking, line_of
from fairfelt.rules.hands.ranking import rank_words
from fairfelt.rules.hands.tracks import NUMBERS
from fairfelt.rules.settlement import Result

from .deal import Cards


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
