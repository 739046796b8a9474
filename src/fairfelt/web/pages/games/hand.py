"""A hand somebody asks about, read from the fields of a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request

from fairfelt.cards import Card, DeckError, NotationError, format_cards, parse_cards
from fairfelt.exact import Solution
from fairfelt.reports.par.strategy import AdvisedHand
from fairfelt.rules import Cards, Course, Decide, Draw, Game

from ..game_query import BadQuery

FIELDS = ("hand", "community", "dealer")
EVERY = 11
"""Examples take each eleventh card of the deck: mixed in rank and suit."""


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


def example_hand(game: Game) -> tuple[str, str, str]:
    """Cards for a hand and, where a decision sees them, for the table and the dealer; none without a decision."""
    if not game.streets:
        return "", "", ""
    if game.course:
        return _on_a_course(game, game.course)
    mixed = [game.deck.cards[at * EVERY % len(game.deck)] for at in range(len(game.deck))]
    first = game.hole + sum(street.community for street in game.streets)
    last = first + sum(street.dealer for street in game.streets)
    return format_cards(mixed[: game.hole]), format_cards(mixed[game.hole : first]), format_cards(mixed[first:last])


def _on_a_course(game: Game, course: Course[Any]) -> tuple[str, str, str]:
    """The first cards that lead to a decision, from a deck that is mixed or has its ranks together."""
    for every in (EVERY, len(game.deck.ranks)):
        mixed = [game.deck.cards[at * every % len(game.deck)] for at in range(len(game.deck))]
        shoe = iter(mixed)
        held: dict[Cards, list[Card]] = {place: [] for place in Cards}
        state = course.start(1)
        while isinstance(step := course.next(state), Draw):
            card = next(shoe)
            state = course.draw(state, card)
            held[step.to] += [card] if step.face_up or step.to is Cards.OWN else []
        if isinstance(step, Decide):
            return format_cards(held[Cards.OWN]), format_cards(held[Cards.COMMUNITY]), format_cards(held[Cards.DEALER])
    return "", "", ""


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
