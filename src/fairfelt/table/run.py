"""A course of play at the table: cards leave the shoe one by one until a player has to choose or the round is over."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from fairfelt.rules import Cards, Choice, Course, Decide, Draw, Over
from fairfelt.rules.cards import Card
from fairfelt.table.packets import DealtCards, PacketPosition, deal_packets

from .seat import Seat


class Run(NamedTuple):
    """The progress of a course."""

    state: Hashable
    step: Decide | Over
    """The step it waits for; cards that it needs are drawn at once."""
    draws: tuple[Draw, ...]
    dealt: DealtCards
    """All that is out so far, one packet a card."""

    def shown(self, place: Cards) -> tuple[Card, ...]:
        """Those of the dealer's or the community's cards that lie face up."""
        packets = zip(self.draws, self.dealt.packets, strict=True)
        return tuple(card for draw, packet in packets if draw.to is place and draw.face_up for card in packet.cards)


def begin(course: Course[Any], seats: Sequence[Seat], order: tuple[Card, ...]) -> Run:
    """Deal from the top of the shoe up to the first decision."""
    return _go_on(course, course.start(len(seats)), (), seats, order)


def choose(course: Course[Any], run: Run, choice: Choice, seats: Sequence[Seat]) -> Run:
    """Go on after a decision."""
    return _go_on(course, course.choose(run.state, choice), run.draws, seats, run.dealt.order)


def _go_on(
    course: Course[Any], state: Any, draws: tuple[Draw, ...], seats: Sequence[Seat], order: tuple[Card, ...]
) -> Run:
    out = sum(draw.burn + 1 for draw in draws)
    while isinstance(step := course.next(state), Draw):
        out += step.burn + 1
        state = course.draw(state, order[out - 1])
        draws = (*draws, step)
    dealt = deal_packets(_cuts(draws, len(seats)), seats, order)
    return Run(state, step, draws, dealt._replace(places=course.places))


def _cuts(draws: Sequence[Draw], players: int) -> tuple[PacketPosition, ...]:
    """A packet for each card, with the cards burned before it."""
    cuts: list[PacketPosition] = []
    top = 0
    for draw in draws:
        place = draw.player if draw.to is Cards.OWN else players + (draw.to is Cards.COMMUNITY)
        first = top + draw.burn
        cuts.append(PacketPosition(draw.to, place, top, first, first + 1, first + 1))
        top = first + 1
    return tuple(cuts)
