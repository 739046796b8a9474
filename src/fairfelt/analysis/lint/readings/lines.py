"""Hands that make two lines of one paytable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fairfelt.rules import Game
from fairfelt.rules.cards import RANKS
from fairfelt.rules.hands import LINE_BITS, Ranking, line_of
from fairfelt.rules.hands.flushes import FlushOrStraightFlush
from fairfelt.rules.hands.runs import RunRanking

from ..subject import Subject, place_of
from .compare import reading_check
from .reading import Question, Reading


@reading_check("FF315", "a hand that makes two lines")
def two_lines(subject: Subject) -> Iterable[Question]:
    """A long flush can hold a short straight flush: it makes two lines of the table, and one is paid. The sheet has to
    say which, and where the ace stands in the straight."""
    wager = next((w for w in subject.game.wagers if isinstance(w.ranking, FlushOrStraightFlush)), None)
    if wager:
        others = (
            Reading("the longest flush decides", _reread(subject.game, LongestFirst())),
            Reading("the ace is high only in a straight flush", _reread(subject.game, AceHigh())),
        )
        asks = "What does a hand pay that makes both a flush and a straight flush?"
        as_read = "the better pay of the two, the ace low or high."
        yield Question(place_of(wager, wager.paytable), asks, as_read, others, "Say that the higher pay counts.")


class LongestFirst(FlushOrStraightFlush):
    """A flush is straight only if all its cards are in a row."""

    name = "flush or straight flush, by the longest flush"

    def mask_value(self, mask: int, wild: int) -> int:
        flush = min(mask.bit_count(), 7)
        in_a_row = line_of(super().mask_value(mask, wild)) == self.flush_line(flush, straight=True)
        return self.flush_line(flush, straight=in_a_row) << LINE_BITS


class AceHigh(FlushOrStraightFlush):
    """The ace is the highest card of a straight flush and never its lowest."""

    name = "flush or straight flush, ace high"
    straights = RunRanking("ace high only", "straight", order=RANKS, heights=RANKS)


def _reread(game: Game, ranking: Ranking) -> Game:
    wagers = (
        replace(wager, ranking=ranking) if isinstance(wager.ranking, FlushOrStraightFlush) else wager
        for wager in game.wagers
    )
    return replace(game, wagers=tuple(wagers))
