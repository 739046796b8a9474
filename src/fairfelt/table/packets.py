"""Shuffled decks, and packets that leave the deck as the sheet says: who gets which cards, and which are burned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Any, NamedTuple

from fairfelt.rules import Cards, Course, Deal, Draw, Game
from fairfelt.rules.cards import Card
from fairfelt.rules.courses.course import PLACES
from fairfelt.table.seat import Seat


def shuffle(cards: Iterable[Card], source: Random | None = None) -> tuple[Card, ...]:
    """Fisher and Yates: each place takes one of the cards not yet placed.

    The operating system's generator is used unless a seeded source is given.
    """
    source = source or SystemRandom()
    order = list(cards)
    for at in range(len(order) - 1):
        drawn = at + source.randrange(len(order) - at)
        order[at], order[drawn] = order[drawn], order[at]
    return tuple(order)


class PacketPosition(NamedTuple):
    """The place of one packet in the deck: cards from `first` up to `last` are used, its other cards are burned."""

    to: Cards
    place: int
    """The number of the receiver: the players in their order, then the dealer, then the community."""
    top: int
    first: int
    last: int
    bottom: int


class DealtPacket(NamedTuple):
    """One packet as it was dealt."""

    to: Cards
    seat: int
    """The player's seat; 0 for the dealer's and the community's packets."""
    cards: tuple[Card, ...]
    burned: tuple[Card, ...]
    receiver: str
    """The receiver in words."""


class DealtCards(NamedTuple):
    """All cards of a round."""

    order: tuple[Card, ...]
    cuts: tuple[PacketPosition, ...]
    own: Mapping[int, tuple[Card, ...]]
    """By seat, from the dealer's left."""
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    places: Mapping[Cards, str] = PLACES
    """Names of the dealer's and the community's places."""

    @property
    def packets(self) -> tuple[DealtPacket, ...]:
        """Each packet in the order of the deal: who got which cards, and which were burned."""
        return tuple(self._packet(cut) for cut in self.cuts)

    def _packet(self, cut: PacketPosition) -> DealtPacket:
        to, place, top, first, last, bottom = cut
        seat = (*self.own, 0, 0)[place]
        burned = self.order[top:first] + self.order[last:bottom]
        return DealtPacket(to, seat, self.order[first:last], burned, f"seat {seat}" if seat else self.places[to])


def cut_packets(deal: Deal, players: int) -> tuple[PacketPosition, ...]:
    """The positions of the packets of a deal to `players` players."""
    cuts: list[PacketPosition] = []
    top = 0
    for packet in deal.packets:
        places = range(players) if packet.to is Cards.OWN else [players + (packet.to is Cards.COMMUNITY)]
        for place in places:
            first = top + packet.burn
            cuts.append(PacketPosition(packet.to, place, top, first, first + packet.taken, top + packet.size))
            top += packet.size
    return tuple(cuts)


def deal_packets(cuts: tuple[PacketPosition, ...], seats: Sequence[Seat], order: tuple[Card, ...]) -> DealtCards:
    """Deal to those seats, from the dealer's left, the cards in their order from the top."""
    held: list[tuple[Card, ...]] = [()] * (len(seats) + 2)
    for cut in cuts:
        held[cut.place] += order[cut.first : cut.last]
    own = {seat.number: held[place] for place, seat in enumerate(seats)}
    return DealtCards(order, cuts, own, dealer=held[-2], community=held[-1])


def stacked_deck(
    game: Game,
    own: Mapping[int, Sequence[Card]],
    *,
    dealer: Sequence[Card] = (),
    community: Sequence[Card] = (),
    source: Random | None = None,
) -> tuple[Card, ...]:
    """A whole deck in an order that deals these cards to seats, dealer and community.

    Places with fewer cards than they are dealt are filled from the rest, shuffled if a source is given.
    """
    wanted = [list(own[seat]) for seat in sorted(own)] + [list(dealer), list(community)]
    named = [card for cards in wanted for card in cards]
    game.deck.verify(named)
    rest = list(shuffle(game.deck.cards, source) if source else game.deck.cards)
    for card in named:
        rest.remove(card)
    if game.course:
        return _stacked_course(game.course, wanted, rest)
    order: list[Card] = []
    for cut in cut_packets(game.deal, len(own)):
        here = wanted[cut.place]
        order += _take(rest, cut.first - cut.top)
        given = _take(here, cut.last - cut.first)
        order += given + _take(rest, cut.last - cut.first - len(given)) + _take(rest, cut.bottom - cut.last)
    return (*order, *rest)


def _stacked_course(course: Course[Any], wanted: list[list[Card]], rest: list[Card]) -> tuple[Card, ...]:
    """Stack a deck for a course of play, up to its first decision."""
    players, order = len(wanted) - 2, list[Card]()
    state = course.start(players)
    while isinstance(step := course.next(state), Draw):
        here = wanted[step.player if step.to is Cards.OWN else players + (step.to is Cards.COMMUNITY)]
        order += _take(rest, step.burn) + _take(here or rest, 1)
        state = course.draw(state, order[-1])
    return (*order, *rest)


def _take(cards: list[Card], count: int) -> list[Card]:
    """Take `count` from the top, or all there are."""
    taken = cards[:count]
    del cards[:count]
    return taken
