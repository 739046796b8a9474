"""Seven cards each, which all players set: what is common to any number of hands they are set into."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Generic, Protocol, TypeVar

from fairfelt.rules.cards import Card
from fairfelt.rules.courses.course import LaidHand, Moment
from fairfelt.rules.street import Choice, Street

from ..deal import Cards
from .course import Course, Decide, Draw, Exposures, Over, Step

SIZE = 7
BY_THE_HOUSE_WAY = Choice("house way")


class AnySetting(Protocol):
    """Seven cards as they are set."""

    @property
    def is_legal(self) -> bool:
        """Whether no hand is better than one of more cards."""


class HasWords(Protocol):
    """A line of a house way, or one of its aims."""

    @property
    def words(self) -> str:
        """The rule as printed."""


Setting = TypeVar("Setting", bound=AnySetting)


class Way(Protocol[Setting]):
    """A house way."""

    @property
    def name(self) -> str:
        """Whose it is."""

    @property
    def rules(self) -> Sequence[HasWords]:
        """Its lines, in order."""

    def follow(self, cards: Sequence[Card], settings: Sequence[Setting]) -> tuple[HasWords, Setting]:
        """The first line that is for the cards and can be followed, and the setting that it takes."""


@dataclass(frozen=True)
class SevenCardState:
    """The cards that are out, and what the players have chosen."""

    players: int
    dealt: tuple[Card, ...] = ()
    """Seven to each player, then the dealer's."""
    choices: tuple[Choice, ...] = ()

    def hand(self, place: int) -> tuple[Card, ...]:
        """The cards of a player; the dealer's place is the last."""
        return self.dealt[SIZE * place : SIZE * place + SIZE]

    @property
    def dealer(self) -> tuple[Card, ...]:
        """The dealer's cards."""
        return self.hand(self.players)


class SevenCards(Course[SevenCardState], Generic[Setting]):
    """The dealer sets by a house way, players as they like. The only decision offers every way, then the house way."""

    family = "pai gow"
    most_jokers = 1
    way: Way[Setting]
    order: ClassVar[tuple[str, ...]]
    """Of the settings that a line of the house way allows, the best: the hand that is looked at first comes first."""
    face_up: bool = False
    """Whether the dealer's cards are turned up before the players set theirs."""

    @property
    def exposures(self) -> Exposures:
        return Exposures(
            dealer=() if self.face_up else tuple(range(1, SIZE + 1)),
            shared_hands="every hand is set alone against the dealer's, and another hand's cards change few settings",
            sorted_backs="sorted backs are not counted where hands are set",
        )

    @abstractmethod
    def settings(self, cards: tuple[Card, ...]) -> tuple[Setting, ...]:
        """Every way to set seven cards, legal or not, in the order of the choices."""

    def is_over_early(self, state: SevenCardState) -> bool:
        """Whether nobody needs to set anything once the dealer's cards are out."""
        return False

    def start(self, players: int) -> SevenCardState:
        return SevenCardState(players)

    def next(self, state: SevenCardState) -> Step:
        place = len(state.dealt) // SIZE
        if place < state.players:
            return Draw(Cards.OWN, place)
        if place == state.players:
            return Draw(Cards.DEALER, face_up=self.face_up)
        if len(state.choices) == state.players or self.is_over_early(state):
            return Over()
        player = len(state.choices)
        return Decide(player, self.streets[0], self.offered(state.hand(player)))

    def draw(self, state: SevenCardState, card: Card) -> SevenCardState:
        return SevenCardState(state.players, (*state.dealt, card))

    def choose(self, state: SevenCardState, choice: Choice) -> SevenCardState:
        return SevenCardState(state.players, state.dealt, (*state.choices, choice))

    def offered(self, cards: Sequence[Card]) -> tuple[Choice, ...]:
        """The ways to set a hand that are allowed."""
        ways = zip(self.streets[0].choices[:-1], self.settings(tuple(cards)), strict=True)
        return (*(choice for choice, setting in ways if setting.is_legal), BY_THE_HOUSE_WAY)

    def setting(self, cards: Sequence[Card], choice: Choice = BY_THE_HOUSE_WAY) -> Setting:
        """A hand as it is set by that choice."""
        place = _places(self.streets[0]).get(choice.name)
        return self._follow(tuple(cards))[1] if place is None else self.settings(tuple(cards))[place]

    def house_line(self, cards: tuple[Card, ...]) -> str:
        return self._follow(cards)[0].words

    def _follow(self, cards: tuple[Card, ...]) -> tuple[HasWords, Setting]:
        return self.way.follow(cards, [setting for setting in self.settings(cards) if setting.is_legal])

    def own_hands(
        self, moments: Sequence[Moment[SevenCardState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        made = moments[-1].state.choices
        return self.set_by(cards, made[player]) if player < len(made) else (LaidHand(cards),)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return self.set_by(cards, BY_THE_HOUSE_WAY) if complete and len(cards) == SIZE else (LaidHand(cards),)

    def alike(self, card: Card) -> int:
        return int(card)

    def most_cards(self, players: int) -> int:
        return SIZE * (players + 1)

    @property
    def house_way_sentence(self) -> str:
        """How the lines of the house way are followed."""
        best = ", then ".join(f"the best {hand}" for hand in self.order)
        return (
            f"The dealer's cards are set by the house way, here the {self.way.name}. The first of its lines counts "
            "that is for the hand, the joker taken as an ace, and that can be followed; of what the line asks for, the "
            f"first that can be made. Of several ways to make it the one counts with {best}."
        )

    @property
    def lists(self) -> Mapping[str, tuple[str, ...]]:
        return {f"House way: the {self.way.name}": tuple(rule.words for rule in self.way.rules)}


@lru_cache
def _places(street: Street) -> Mapping[str, int]:
    """Which of the settings a choice is, by its name; the house way is none of them."""
    return {choice.name: place for place, choice in enumerate(street.choices[:-1])}
