"""Seven cards each, set in two hands: five behind and two in front. Win both to win, win one to push."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from fairfelt.cards import RANK_NAMES, RANKS, Card
from fairfelt.hands import FRONT, PAI_GOW, PaiGow, PaiGowRanking, line_of
from fairfelt.rules.deal import Cards
from fairfelt.rules.facts import Facts, Outcome, Reading, Result
from fairfelt.rules.pays import LOSE, PUSH
from fairfelt.rules.street import Choice, Street

from ..course import Course, Decide, Draw, Over, Step
from ..laid import LaidHand, Moment
from .house_way import SIZE, SPLITS, HouseWay, Setting, settings_of
from .printed_house_ways import TRUMP_PLAZA

BY_THE_HOUSE_WAY = Choice("house way")
OWN_WAYS = tuple(Choice(f"front {first + 1}-{second + 1}") for first, second in SPLITS)
"""By the places of the two cards that go in front, as they were dealt."""
SPLIT_OF = {choice.name: split for split, choice in enumerate(OWN_WAYS)}
SET_THE_HAND = Street("Setting the hand", *OWN_WAYS, BY_THE_HOUSE_WAY)


@dataclass(frozen=True)
class SetFacts(Facts):
    """`result` is a win if both hands win, a loss if both lose, and otherwise a tie; copies go to the dealer."""

    theirs: bool = False
    """Whether the dealer has the hand with which all bets push…"""
    joker: bool = False
    """…and the joker in it…"""
    mine: bool = False
    """…and the player has such a hand too."""


@dataclass(frozen=True)
class PaiGowState:
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


@dataclass(frozen=True)
class PaiGowPoker(Course[PaiGowState]):
    """The dealer sets by a house way; players as they like, as long as the front is not better than what is behind."""

    way: HouseWay = TRUMP_PLAZA
    ranking: PaiGowRanking = PAI_GOW
    face_up: bool = False
    """Whether the dealer's hand is turned up and set before the players set theirs."""
    pushes: str = ""
    """The highest rank of a dealer's hand without a pair or better with which all bets push, if there is one."""

    family = "pai gow"
    most_jokers = 1
    streets = (SET_THE_HAND,)

    def start(self, players: int) -> PaiGowState:
        return PaiGowState(players)

    def next(self, state: PaiGowState) -> Step:
        place = len(state.dealt) // SIZE
        if place < state.players:
            return Draw(Cards.OWN, place)
        if place == state.players:
            return Draw(Cards.DEALER, face_up=self.face_up)
        if len(state.choices) == state.players or (self.face_up and self.is_push(state.dealer)):
            return Over()
        player = len(state.choices)
        return Decide(player, SET_THE_HAND, self.offered(state.hand(player)))

    def draw(self, state: PaiGowState, card: Card) -> PaiGowState:
        return PaiGowState(state.players, (*state.dealt, card))

    def choose(self, state: PaiGowState, choice: Choice) -> PaiGowState:
        return PaiGowState(state.players, state.dealt, (*state.choices, choice))

    def offered(self, cards: Sequence[Card]) -> tuple[Choice, ...]:
        """The ways to set a hand that are allowed."""
        legal = zip(OWN_WAYS, _settings(self.ranking, tuple(cards)), strict=True)
        return (*(choice for choice, setting in legal if setting.is_legal), BY_THE_HOUSE_WAY)

    def setting(self, cards: Sequence[Card], choice: Choice = BY_THE_HOUSE_WAY) -> Setting:
        """A hand as it is set by that choice."""
        settings = _settings(self.ranking, tuple(cards))
        if choice.name in SPLIT_OF:
            return settings[SPLIT_OF[choice.name]]
        return self.way.choose(cards, [setting for setting in settings if setting.is_legal])

    def own_hands(
        self, moments: Sequence[Moment[PaiGowState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        made = moments[-1].state.choices
        return self.set_by(cards, made[player]) if player < len(made) else (LaidHand(cards),)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return self.set_by(cards, BY_THE_HOUSE_WAY) if complete and len(cards) == SIZE else (LaidHand(cards),)

    def set_by(self, cards: tuple[Card, ...], choice: Choice) -> tuple[LaidHand, ...]:
        setting = self.setting(cards, choice)
        return LaidHand(setting.front, "Front", ranking=FRONT), LaidHand(setting.behind, "Back", ranking=self.ranking)

    def house_line(self, cards: tuple[Card, ...]) -> str:
        legal = [setting for setting in _settings(self.ranking, cards) if setting.is_legal]
        return self.way.follow(cards, legal)[0].words

    def is_push(self, cards: Sequence[Card]) -> bool:
        """Whether it is the hand with which all bets push: no pair or better, and that rank the highest."""
        if not self.pushes:
            return False
        value = self.ranking.value(cards)
        return line_of(value) == PaiGow.HIGH_CARD and value >> 16 == RANKS.index(self.pushes)

    def facts(self, state: PaiGowState, player: int) -> SetFacts:
        if self.is_push(state.dealer):
            joker = any(card.is_joker for card in state.dealer)
            return SetFacts(Result.TIE, theirs=True, joker=joker, mine=self.is_push(state.hand(player)))
        mine = self.setting(state.hand(player), state.choices[player])
        return SetFacts(compare(mine, self.setting(state.dealer)))

    def possible_facts(self) -> Iterator[SetFacts]:
        yield from map(SetFacts, Result)
        if self.pushes:
            answers = product((False, True), repeat=2)
            yield from (SetFacts(Result.TIE, theirs=True, joker=joker, mine=mine) for joker, mine in answers)

    def alike(self, card: Card) -> int:
        return int(card)

    def most_cards(self, players: int) -> int:
        return SIZE * (players + 1)

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "Each player, from the dealer's left, is dealt seven cards, and the dealer takes seven. The joker is an "
            "ace, or completes a straight, a flush or a straight flush.",
            *self._dealer_first,
            "Each player sets the cards in two hands, five behind and two in front; the one in front may not be better "
            "than the one behind. A player may ask for the house way.",
            f"The dealer's cards are set by the house way, here the {self.way.name}: the first of its lines counts "
            "that is for the hand and can be followed.",
            "Each hand is compared with the dealer's. The player wins if both are higher, loses if neither is, and "
            "otherwise the bet pushes. The dealer wins with an equal hand.",
        )

    @property
    def lists(self) -> Mapping[str, tuple[str, ...]]:
        return {f"House way: the {self.way.name}": tuple(rule.words for rule in self.way.rules)}

    @property
    def _dealer_first(self) -> tuple[str, ...]:
        first = ("The dealer's cards are turned up and set before the players set theirs.",) if self.face_up else ()
        if not self.pushes:
            return first
        top = RANK_NAMES[RANKS.index(self.pushes)]
        return (*first, f"If the dealer has no pair or better and the {top} is the highest card, both hands push.")


def compare(player: Setting, dealer: Setting) -> Result:
    """Both hands won, both lost, or one each; copies go to the dealer."""
    won = (player.high > dealer.high) + (player.low > dealer.low)
    return Result(won)


def both_hands(facts: SetFacts, reading: Reading) -> Outcome:
    """The bet on both hands: a win pays as the table says, perhaps less a commission."""
    if facts.theirs:
        return Outcome("the dealer's hand pushes", PUSH)
    if facts.result is Result.WIN:
        return Outcome("wins both hands", reading.paytable.pays[Result.WIN], Result.WIN)
    return Outcome("loses both hands", LOSE) if facts.result is Result.LOSS else Outcome("wins one hand", PUSH)


@lru_cache(maxsize=1 << 12)
def _settings(ranking: PaiGowRanking, cards: tuple[Card, ...]) -> tuple[Setting, ...]:
    return tuple(settings_of(cards, ranking))
