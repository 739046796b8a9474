"""What a course of play is, and how its hands lie on the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.deal import Cards, Choice, Street
from fairfelt.rules.hands import Ranking
from fairfelt.rules.published import VisibleHand
from fairfelt.rules.settlement import Facts

if TYPE_CHECKING:
    from fairfelt.rules.wager import Wager


State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True)
class LaidHand:
    """Cards that are one hand. Its worth is given in words, or by the ranking that reads it."""

    cards: tuple[Card, ...]
    title: str = ""
    """Name that distinguishes it from the other hands of the same place: "Hand 2", "Front"."""
    words: str = ""
    ranking: Ranking | None = None
    active: bool = False
    """Whether it is the one that is being played now."""


@dataclass(frozen=True)
class Moment(Generic[State]):
    """A step of a round as it was played: the card or the choice, and the state after it."""

    state: State
    played: Card | Choice | None = None
    """The card or choice that was played; None at the beginning."""


PLACES: Mapping[Cards, str] = MappingProxyType({Cards.DEALER: "the dealer", Cards.COMMUNITY: "the community"})


@dataclass(frozen=True)
class Draw:
    """The next card leaves the shoe."""

    to: Cards
    player: int = 0
    """Whose it is if it goes to a player: 0 is the first from the dealer's left."""
    burn: int = 0
    """Cards that leave the shoe just before it and are seen by nobody."""
    face_up: bool = True
    """A dealer's card that is dealt face down is seen at the end. A player knows the own cards all the same."""


@dataclass(frozen=True)
class Decide:
    """A player chooses one of these."""

    player: int
    street: Street
    """The decision it is; its choices are all that are ever offered there."""
    choices: tuple[Choice, ...]
    """What is offered now, the larger bet last: of choices of equal value the last is the best."""


@dataclass(frozen=True)
class Over:
    """All cards are out and all decisions made."""


Step = Draw | Decide | Over


@dataclass(frozen=True)
class Exposures:
    """Which cards of a round can be known early, and why other knowledge is worth nothing or is not counted."""

    dealer: tuple[int, ...] = ()
    """The dealer's cards that lie face down at a decision, by their numbers from 1."""
    shoe: tuple[int, ...] = ()
    """The next cards of the shoe when the bets are made."""
    shared_hands: str = "all players look at the same cards, and they lie face up: there are none to share"
    """Why players who share their hands gain nothing that is counted."""
    sorted_backs: str = ""
    """Why sorted backs are not counted; nothing where they are."""


HOLE_CARD = Exposures(
    dealer=(2,),
    shared_hands="all hands lie face up, so that there is nothing to share",
    sorted_backs="sorted backs are not counted where a hand is drawn to; no class is worth more than the card itself",
)
"""The dealer's second card lies face down."""


class Course(ABC, Generic[State]):
    """How a round goes. A subclass is a small frozen dataclass whose fields are its rules."""

    family: ClassVar[str]
    """The kind of game, in a word."""
    shape: ClassVar[str] = "row"
    """How the community cards lie on the felt."""
    streets: tuple[Street, ...] = ()
    """Every decision there can be, in the order of the round."""
    hands_set: ClassVar[int] = 0
    """How many hands a player sets of the own cards; 0 where none are set."""
    most_jokers: ClassVar[int] = 0
    """Maximum number of jokers that count for something."""
    places: Mapping[Cards, str] = PLACES
    """Whose cards those are that belong to no single player."""

    @abstractmethod
    def start(self, players: int) -> State:
        """The bets are down and no card is out."""

    @abstractmethod
    def next(self, state: State) -> Step:
        """What the round needs now."""

    @abstractmethod
    def draw(self, state: State, card: Card) -> State:
        """After the card that was asked for. States that differ in nothing that matters should be equal."""

    def choose(self, state: State, choice: Choice) -> State:
        """After the decision that was asked for."""
        raise NotImplementedError(f"{type(self).__name__} has no decisions, and so no {choice}")

    @abstractmethod
    def facts(self, state: State, player: int) -> Facts:
        """What the wagers of a player are settled by when the round is over."""

    def held(self, state: State, player: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Of the cards that were dealt to a player, those that lie there now: all, unless some were exchanged."""
        return cards

    def own_hands(self, moments: Sequence[Moment[State]], player: int, cards: tuple[Card, ...]) -> tuple[LaidHand, ...]:
        """The cards that lie before a player as hands, from how the round went: one, unless the course splits them."""
        return (LaidHand(cards),)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        """The dealer's or the community's cards that lie open as hands; complete when all of them do."""
        return (LaidHand(cards),)

    def set_by(self, cards: tuple[Card, ...], choice: Choice) -> tuple[LaidHand, ...]:
        """How that choice would set a player's cards; nothing if it sets none."""
        return ()

    def house_line(self, cards: tuple[Card, ...]) -> str:
        """The line of the house way that sets these cards; nothing where no house way does."""
        return ""

    def hand_of(self, wager: Wager) -> int:
        """The number of the player's hand that a bet is on, from 1; 0 if it is on none of them alone."""
        return 0

    def winning_place(self, state: State) -> Cards | None:
        """Which of the dealer's and the community's hands has won, where these two are compared."""
        return None

    def visible_hand(self, state: State, player: int) -> VisibleHand:
        """What a rule of thumb goes by at a decision."""
        raise NotImplementedError(f"{type(self).__name__} does not say what a rule of thumb could go by")

    @abstractmethod
    def possible_facts(self) -> Iterable[Facts]:
        """All facts that can come out, each once, in a fixed order."""

    def read_by(self, wager: Wager, facts: Facts) -> Facts:
        """Of a player's facts, what that wager is settled by: all of them, unless each wager reads a part."""
        return facts

    def facts_for(self, wager: Wager) -> Iterable[Facts]:
        """All that wager can be settled by, each once, in a fixed order."""
        return self.possible_facts()

    def alike(self, card: Card) -> int:
        """Equal for cards between which the course makes no difference."""
        return int(card)

    def alike_from(self, state: State, card: Card) -> int:
        """Equal for cards between which it makes no difference from that state on, if nothing is decided any more."""
        return self.alike(card)

    @abstractmethod
    def most_cards(self, players: int) -> int:
        """Maximum number of cards that leave the shoe, including burned ones."""

    @property
    def exposures(self) -> Exposures:
        """What can be known early: where no card lies face down, the next ones of the shoe."""
        return Exposures(shoe=tuple(range(1, self.most_cards(1) + 1)))

    def can_run_out(self, deck: Deck, players: int = 1) -> bool:
        """Whether a round could ask for a card that the deck does not hold any more."""
        return self.most_cards(players) > len(deck)

    @property
    @abstractmethod
    def sentences(self) -> tuple[str, ...]:
        """The rules of play from the first card to the last, for a placard."""

    @property
    def lists(self) -> Mapping[str, tuple[str, ...]]:
        """Lists that the rules of play refer to, by their titles."""
        return {}
