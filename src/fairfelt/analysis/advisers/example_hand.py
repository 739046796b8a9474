"""A hand to ask about, for a game that nobody has said anything of."""

from __future__ import annotations

from typing import Any

from fairfelt.rules import Cards, Course, Decide, Draw, Game
from fairfelt.rules.cards import Card, format_cards

EVERY = 11
"""Examples take each eleventh card of the deck: mixed in rank and suit."""


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
