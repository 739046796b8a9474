"""Hands read aloud: what a player or the dealer holds, by the ranking that decides."""

from __future__ import annotations

from fairfelt.hands import Ranking
from fairfelt.rules import Game
from fairfelt.table import Round
from fairfelt.table.layout import HandReader, layout_of


def player_reader(game: Game) -> HandReader | None:
    """What reads a player's hand: the showdown, or the first bet; nothing where cards are only counted."""
    layout = layout_of(game)
    return layout.player_reader or layout.circles[0].reader


def ranking_of(game: Game) -> Ranking | None:
    """The ranking of the showdown, or of the first bet; nothing where cards are only counted, as in a course."""
    reader = player_reader(game)
    return reader.ranking if reader else None


def player_value(round: Round, seat: int) -> int | None:
    """What a player's hand is worth when all cards lie open."""
    reader = player_reader(round.game)
    if not reader:
        return None
    assert round.dealt, "read after the deal"
    return reader.value(round.dealt.own[seat], round.dealt.dealer, round.dealt.community)


def dealer_value(round: Round) -> int | None:
    """The same for the dealer; nothing where the dealer has no hand."""
    reader = layout_of(round.game).dealer_reader
    if not reader:
        return None
    assert round.dealt, "read after the deal"
    return reader.value((), round.dealt.dealer, round.dealt.community)


def qualifies(round: Round) -> bool | None:
    """Whether the dealer plays; nothing where the dealer always does."""
    value, showdown = dealer_value(round), round.game.showdown
    return value >= showdown.qualifying_value if showdown and showdown.qualify and value is not None else None


def words_of(game: Game, value: int | None) -> str:
    """A hand as a dealer calls it; no words for what has no ranking."""
    ranking = ranking_of(game)
    return ranking.describe(value) if ranking and value is not None else ""
