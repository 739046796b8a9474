"""A hand somebody asks about, read from two fields of a form."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request

from fairfelt.cards import Card, DeckError, NotationError, format_cards, parse_cards
from fairfelt.exact import Solution
from fairfelt.reports import HandAsked
from fairfelt.rules import Game

from .asked import BadQuery

EVERY = 11
"""Examples take each eleventh card of the deck: mixed in rank and suit."""


def hand_of(request: Request, solution: Solution) -> HandAsked | None:
    """The hand with the value of every choice; nothing if none was asked about."""
    hand, community = (request.query_params.get(field, "").strip() for field in ("hand", "community"))
    if not hand and not community:
        return None
    if not hand:
        raise BadQuery("hand", f"Community cards need a hand to go with: give your {solution.game.hole} cards")
    cards, shared = _cards("hand", hand), _cards("community", community)
    try:
        return HandAsked(cards, shared, solution.advise(cards, shared))
    except ValueError as error:
        raise BadQuery(_blamed(solution.game, cards), str(error)) from error


def example(game: Game) -> tuple[str, str]:
    """Cards for a hand and, where a decision sees them, for the table."""
    mixed = [game.deck.cards[at * EVERY % len(game.deck)] for at in range(len(game.deck))]
    seen = sum(street.community for street in game.streets)
    return format_cards(mixed[: game.hole]), format_cards(mixed[game.hole : game.hole + seen])


def _cards(field: str, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except NotationError as error:
        raise BadQuery(field, str(error)) from error


def _blamed(game: Game, cards: Sequence[Card]) -> str:
    """The field with the mistake: the hand if it is wrong by itself."""
    try:
        game.deck.verify(cards)
    except DeckError:
        return "hand"
    return "hand" if len(cards) != game.hole else "community"
