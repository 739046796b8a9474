"""Seats, shuffled decks, and cards that leave the deck as the sheet says: who gets which, and which are burned."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Any, Literal, NamedTuple

from fairfelt.rules import Cards, Choice, Course, Deal, Decide, Draw, Game, Over, Street
from fairfelt.rules.cards import Card
from fairfelt.rules.courses.course import PLACES, Moment


class RoundError(ValueError):
    """An operation the rules do not allow now, with the sentence that says why. The round is as it was."""


Foul = Literal["returned", "forfeited"]


class Seat(NamedTuple):
    """A seat that is played."""

    number: int
    """1 is on the dealer's far left."""
    ante_micros: int
    """The first opening bet, by which all others are measured; 0 for a player who bets on the own hand only."""
    stakes_micros: Mapping[str, int]
    """All that is bet, by wager; 0 for a bet taken back."""
    choices: Mapping[str, Choice]
    """By the street's name."""
    folded: bool = False
    foul: Foul | None = None
    """The fate of its wagers, if the hand was declared foul."""

    def choosing(self, street: Street, choice: Choice) -> Seat:
        stakes_micros = dict(self.stakes_micros)
        if choice.bet:
            before_micros = stakes_micros.get(choice.bet, 0)
            stakes_micros[choice.bet] = before_micros + choice.times * self.ante_micros
        if choice.takes_back:
            stakes_micros[choice.takes_back] = 0
        choices = {**self.choices, street.name: choice}
        return Seat(self.number, self.ante_micros, stakes_micros, choices, folded=choice.folds)

    def skips(self, street: Street) -> bool:
        """True if there is nothing left to decide there."""
        return (
            self.folded
            or self.foul is not None
            or not self.ante_micros
            or (street.unless_bet != "" and street.unless_bet in self.stakes_micros)
        )


class Option(NamedTuple):
    """A choice a player may make now, and what it puts on the table."""

    choice: Choice
    size_micros: int


class View(NamedTuple):
    """The cards that one player sees: those held and those turned over."""

    seat: int
    own: tuple[Card, ...]
    community: tuple[Card, ...]
    dealer: tuple[Card, ...]


Phase = Literal["betting", "deciding", "settling", "settled"]


class Turn(NamedTuple):
    """The decision under way: a street and a seat, by their places in the game and in the round."""

    street: int
    seat: int


def next_turn(streets: Sequence[Street], seats: Sequence[Seat], street: int = 0, seat: int = 0) -> Turn | None:
    """The first decision from there on, clockwise and street by street; None when all are made."""
    for at in range(street, len(streets)):
        for place in range(seat, len(seats)):
            if not seats[place].skips(streets[at]):
                return Turn(at, place)
        seat = 0
    return None


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


class Run(NamedTuple):
    """The progress of a course."""

    moments: tuple[Moment[Any], ...]
    """Every card and every choice so far, with the state after it."""
    step: Decide | Over
    """The step it waits for; cards that it needs are drawn at once."""
    draws: tuple[Draw, ...]
    dealt: DealtCards
    """All that is out so far, one packet a card."""

    @property
    def state(self) -> Hashable:
        """The state that the course has come to."""
        reached: Hashable = self.moments[-1].state
        return reached

    def shown(self, place: Cards) -> tuple[Card, ...]:
        """Those of the dealer's or the community's cards that lie face up."""
        packets = zip(self.draws, self.dealt.packets, strict=True)
        return tuple(card for draw, packet in packets if draw.to is place and draw.face_up for card in packet.cards)


def begin(course: Course[Any], seats: Sequence[Seat], order: tuple[Card, ...]) -> Run:
    """Deal from the top of the shoe up to the first decision."""
    return _go_on(course, (Moment(course.start(len(seats))),), (), seats, order)


def choose(course: Course[Any], run: Run, choice: Choice, seats: Sequence[Seat]) -> Run:
    """Go on after a decision."""
    moments = (*run.moments, Moment(course.choose(run.state, choice), choice))
    return _go_on(course, moments, run.draws, seats, run.dealt.order)


def _go_on(
    course: Course[Any], moments: tuple[Moment[Any], ...], draws: tuple[Draw, ...], seats: Sequence[Seat],
    order: tuple[Card, ...],
) -> Run:  # fmt: skip
    out = sum(draw.burn + 1 for draw in draws)
    while isinstance(step := course.next(state := moments[-1].state), Draw):
        out += step.burn + 1
        card = order[out - 1]
        moments = (*moments, Moment(course.draw(state, card), card))
        draws = (*draws, step)
    dealt = deal_packets(_cuts(draws, len(seats)), seats, order)
    return Run(moments, step, draws, dealt._replace(places=course.places))


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
