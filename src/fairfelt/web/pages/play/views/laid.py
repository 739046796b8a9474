"""What lies before everybody: hands sorted, with the cards that make them and the name a dealer calls them by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fairfelt.cards import Card
from fairfelt.rules import Cards
from fairfelt.rules.courses.laid import LaidHand
from fairfelt.table import Round, Seat, View
from fairfelt.table.layout import HandReader, layout_of

from .hands import player_reader
from .history import hands_of
from .making import in_order, making_cards, mark, value_of

Json = dict[str, Any]


@dataclass(frozen=True)
class ShownHand:
    """A hand that lies open: its cards, those of them that make it, and its name."""

    cards: tuple[Card, ...]
    making: tuple[Card, ...] = ()
    words: str = ""
    title: str = ""
    active: bool = False
    as_dealt: bool = False
    """Whether the order in which the cards came matters, as where they are counted one by one."""


@dataclass(frozen=True, eq=False)
class Sight:
    """What one player, or with none the dealer, sees of a round."""

    round: Round
    you: int = 0

    @cached_property
    def open(self) -> View:
        """What anybody at the table sees; the own cards are whoever's they are."""
        round = self.round
        return round.visible(round.seats[0].number) if round.dealt else View(0, (), (), ())

    @property
    def complete(self) -> bool:
        """Whether all cards lie open and count; those of a round that was taken back do not."""
        settlement = self.round.settlement
        return bool(self.round.dealt) and not self.round.turn and not (settlement and settlement.is_void)

    def own_hands(self, seat: Seat) -> list[ShownHand]:
        """A player's hands as far as they are to be seen."""
        if not self._lies_open(seat):
            return [ShownHand(())]
        laid = hands_of(self.round, seat.number) if self.round.dealt else (LaidHand(()),)
        if self.round.run or not self._is_named(seat):
            return [shown(hand) for hand in laid]
        (hand,) = laid
        return [self._read(player_reader(self.round.game), hand.cards, own=hand.cards)]

    def hidden(self, seat: Seat) -> int:
        """Cards of a player that lie face down."""
        return 0 if self._lies_open(seat) or not self.round.dealt else len(self.round.held(seat.number))

    def place_hands(self, place: Cards) -> list[ShownHand]:
        """The dealer's or the community's cards that lie open."""
        cards = self.open.dealer if place is Cards.DEALER else self.open.community
        if course := self.round.game.course:
            hidden = len(self.round.dealt.dealer) - len(cards) if self.round.dealt and place is Cards.DEALER else 0
            return [shown(hand) for hand in course.place_hands(place, cards, complete=not hidden)]
        if place is Cards.DEALER:
            reader = layout_of(self.round.game).dealer_reader if self.complete else None
            return [self._read(reader, cards, dealer=cards)]
        return [ShownHand(cards, self._making_shared(cards), as_dealt=True)]

    @cached_property
    def winner(self) -> Cards | None:
        """Which of the two hands on the table has won, where players bet on these."""
        course, run = self.round.game.course, self.round.run
        return course.winning_place(run.state) if course and run and self.complete else None

    def _lies_open(self, seat: Seat) -> bool:
        """Whether a player's cards are to be seen: one's own, all in the end, and those a course deals face up."""
        round = self.round
        if seat.number == self.you or not round.turn:
            return True
        if not round.run:
            return False
        player = round.seats.index(seat)
        return all(draw.face_up for draw in round.run.draws if draw.to is Cards.OWN and draw.player == player)

    def _is_named(self, seat: Seat) -> bool:
        """A dealer calls the hands in the end; a player may be told what the own one is so far."""
        called = self.complete and not seat.folded and bool(self.round.settlement)
        return not seat.foul and (seat.number == self.you or called)

    def _read(
        self, reader: HandReader | None, cards: tuple[Card, ...], *, own: tuple[Card, ...] = (),
        dealer: tuple[Card, ...] = (),
    ) -> ShownHand:  # fmt: skip
        """Cards with what they are worth together with the shared ones in sight, if that can be said yet."""
        if not reader or not cards:
            return ShownHand(cards)
        read = reader.cards(own, dealer, self.open.community)
        value = value_of(reader.ranking, read)
        if value is None:
            return ShownHand(cards)
        making = making_cards(reader.ranking, tuple(sorted(read)))
        return ShownHand(cards, _those_of(cards, making), reader.ranking.describe(value))

    def _making_shared(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The shared cards that are part of the learner's hand."""
        reader = player_reader(self.round.game)
        mine = [seat for seat in self.round.seats if seat.number == self.you and not seat.folded]
        if not reader or not mine or not cards or not reader.community:
            return ()
        own = self.round.held(self.you)
        return _those_of(cards, making_cards(reader.ranking, tuple(sorted(reader.cards(own, (), cards)))))


def shown(hand: LaidHand) -> ShownHand:
    """A hand of a course, read by its ranking where it has one."""
    value = value_of(hand.ranking, hand.cards) if hand.ranking else None
    if not hand.ranking or value is None:
        return ShownHand(hand.cards, (), hand.words, hand.title, hand.active, as_dealt=bool(hand.words))
    making = making_cards(hand.ranking, tuple(sorted(hand.cards)))
    return ShownHand(hand.cards, making, hand.ranking.describe(value), hand.title, hand.active)


def words_of_laid(hand: LaidHand) -> str:
    """What a hand of a course is called, without the cards that make it so."""
    value = value_of(hand.ranking, hand.cards) if hand.ranking else None
    return hand.words if not hand.ranking or value is None else hand.ranking.describe(value)


def hand_view(hand: ShownHand, *, hidden: int = 0) -> Json:
    """A hand as plain data, sorted unless the order of its cards matters."""
    entries = mark(hand.cards, hand.making) if hand.as_dealt else in_order(hand.cards, hand.making)
    return {
        "title": hand.title,
        "cards": [{"face": str(card), "words": card.words, "lit": is_lit} for card, is_lit in entries],
        "hidden": hidden,
        "words": hand.words,
        "active": hand.active,
    }


def _those_of(cards: Sequence[Card], making: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card, is_lit in mark(cards, making) if is_lit)
