"""A hand somebody asks about, read from the fields of a form."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request

from fairfelt.engine import Solution
from fairfelt.reports.par.par_sheet import AdvisedHand
from fairfelt.rules import Game
from fairfelt.rules.cards import Card, DeckError, NotationError, parse_cards

from ..game_query import BadQuery

FIELDS = ("hand", "community", "dealer")


def asks_for_advice(request: Request) -> bool:
    """Whether cards stand in the address."""
    return any(request.query_params.get(field, "").strip() for field in FIELDS)


def read_hand(request: Request, solution: Solution) -> AdvisedHand | None:
    """The hand with the value of every choice; nothing if none was asked about."""
    hand, community, dealer = (request.query_params.get(field, "").strip() for field in FIELDS)
    if not hand and not community and not dealer:
        return None
    if not hand:
        whose = "Community" if community else "The dealer's"
        yours = f"{solution.game.hole} cards" if solution.game.hole else "cards"
        raise BadQuery("hand", f"{whose} cards need a hand to go with: give your {yours}")
    cards, shared, shown = _cards("hand", hand), _cards("community", community), _cards("dealer", dealer)
    try:
        return AdvisedHand(cards, shared, solution.advise(cards, shared, shown), shown)
    except ValueError as error:
        raise BadQuery(_blamed(solution.game, cards), str(error)) from error


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
    if game.course or len(cards) != game.hole:
        return "hand"
    return "dealer" if any(street.dealer for street in game.streets) else "community"
