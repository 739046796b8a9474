"""The order of hands: every kind, the best first, and how two of a kind are told apart, with examples."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.reports.sheet import Block, Column, Table, Words
from fairfelt.reports.sheet.english import capital
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import format_cards
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.example_hands import Hand, line_examples, tie_example


def compared_cards(game: Game) -> int:
    """The most cards that either side of the showdown uses."""
    assert game.showdown, "two hands are compared"
    shared = game.showdown.shared
    return max(game.deal.count(side | shared) for side in (Cards.OWN, Cards.DEALER))


def order_of_hands(game: Game) -> tuple[tuple[str, str], ...]:
    """Every kind of hand that the showdown can bring, the best first, each with an example."""
    if not game.showdown:
        return ()
    ranking = game.showdown.ranking
    found = line_examples(ranking, game.deck, compared_cards(game))
    return tuple((capital(ranking.lines[line].name), format_cards(found[line])) for line in sorted(found, reverse=True))


def tie_break_sentences(game: Game) -> Iterator[str]:
    """How two hands of the same kind are told apart, with an example that the ranking decides."""
    if not game.showdown:
        return
    ranking = game.showdown.ranking
    yield from ranking.order_in_words
    pair = tie_example(ranking, game.deck, compared_cards(game))
    if pair:
        yield _example(ranking, *pair)


def order_blocks(game: Game) -> tuple[Block, ...]:
    """Both, for a sheet."""
    rows = tuple((str(place), *row) for place, row in enumerate(order_of_hands(game), 1))
    columns = (Column("", align="right"), Column("Hand"), Column("For example"))
    return (Words(" ".join(tie_break_sentences(game))), Table(columns, rows))


def _example(ranking: Ranking, better: Hand, worse: Hand) -> str:
    words = [ranking.describe(ranking.value(hand)) for hand in (better, worse)]
    both = [f"{format_cards(hand)} ({said})" for hand, said in zip((better, worse), words, strict=True)]
    return f"For example, {both[0]} beats {both[1]}."
