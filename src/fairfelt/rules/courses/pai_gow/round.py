"""Seven cards each, set in two hands: five behind and two in front. Win both to win, win one to push."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from fairfelt.cards import RANK_NAMES, RANKS, Card
from fairfelt.hands import FRONT, PAI_GOW, PaiGow, PaiGowRanking, line_of
from fairfelt.rules.facts import Facts, Outcome, Reading, Result
from fairfelt.rules.pays import LOSE, PUSH
from fairfelt.rules.street import Choice, Street

from ..laid import LaidHand
from ..seven_cards import BY_THE_HOUSE_WAY, SevenCards, SevenCardState
from .house_way import SPLITS, HouseWay, Setting, settings_of
from .printed_house_ways import TRUMP_PLAZA

OWN_WAYS = tuple(Choice(f"front {first + 1}-{second + 1}") for first, second in SPLITS)
"""By the places of the two cards that go in front, as they were dealt."""
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
class PaiGowPoker(SevenCards[Setting]):
    """The dealer sets by a house way; players as they like, as long as the front is not better than what is behind."""

    way: HouseWay = TRUMP_PLAZA
    ranking: PaiGowRanking = PAI_GOW
    face_up: bool = False
    """Whether the dealer's hand is turned up and set before the players set theirs."""
    pushes: str = ""
    """The highest rank of a dealer's hand without a pair or better with which all bets push, if there is one."""

    streets = (SET_THE_HAND,)
    order = ("hand in front", "hand behind")

    def settings(self, cards: tuple[Card, ...]) -> tuple[Setting, ...]:
        return _settings(self.ranking, cards)

    def is_over_early(self, state: SevenCardState) -> bool:
        return self.face_up and self.is_push(state.dealer)

    def set_by(self, cards: tuple[Card, ...], choice: Choice) -> tuple[LaidHand, ...]:
        setting = self.setting(cards, choice)
        return LaidHand(setting.front, "Front", ranking=FRONT), LaidHand(setting.behind, "Back", ranking=self.ranking)

    def is_push(self, cards: Sequence[Card]) -> bool:
        """Whether it is the hand with which all bets push: no pair or better, and that rank the highest."""
        if not self.pushes:
            return False
        value = self.ranking.value(cards)
        return line_of(value) == PaiGow.HIGH_CARD and value >> 16 == RANKS.index(self.pushes)

    def facts(self, state: SevenCardState, player: int) -> SetFacts:
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

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "Each player, from the dealer's left, is dealt seven cards, and the dealer takes seven. The joker is an "
            "ace, or completes a straight, a flush or a straight flush.",
            *self._dealer_first,
            "Each player sets the cards in two hands, five behind and two in front; the one in front may not be better "
            "than the one behind. A player may ask for the house way.",
            self.house_way_sentence,
            "Each hand is compared with the dealer's. The player wins if both are higher, loses if neither is, and "
            "otherwise the bet pushes. The dealer wins with an equal hand.",
        )

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
