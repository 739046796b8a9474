"""One card each, the higher wins; a tie opens a second stage, which a player may decline for half the bet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairfelt.rules.cards import RANK_NAMES, RANKS, Card
from fairfelt.rules.deal import Cards, Choice, Street, bet
from fairfelt.rules.published import VisibleHand
from fairfelt.rules.settlement import Facts, Result

from .course import Course, Decide, Draw, LaidHand, Moment, Over, Step

RAISE = "War"
GO_TO_WAR = bet(RAISE)
SURRENDER = Choice("surrender")
AFTER_A_TIE = Street("After a tie", SURRENDER, GO_TO_WAR)


@dataclass(frozen=True)
class WarFacts(Facts):
    """`result` is how the player's first card stands against the dealer's."""

    war: Result | None = None
    """How the cards of the war compare, if the player went to it; a tie that did not lead to war was surrendered."""


@dataclass(frozen=True)
class WarState:
    """Ranks as they came, and who goes to war."""

    players: int
    deal: tuple[int, ...] = ()
    """The players' cards, then the dealer's."""
    answers: tuple[bool, ...] = ()
    """Of those who tie, from the dealer's left: whether they go to war."""
    war: tuple[int, ...] = ()
    """The cards of those who went, then the dealer's."""

    @property
    def tied(self) -> list[int]:
        return [player for player in range(self.players) if self.deal[player] == self.deal[-1]]

    @property
    def fighters(self) -> list[int]:
        """Those of them who have gone to war."""
        return [player for player, goes in zip(self.tied, self.answers, strict=False) if goes]


@dataclass(frozen=True)
class War(Course[WarState]):
    """Aces are high and suits do not count. All who go to war play against the same second card of the dealer."""

    burn: int = 3
    """Cards burned before a war."""

    family = "war"
    streets = (AFTER_A_TIE,)

    def start(self, players: int) -> WarState:
        return WarState(players)

    def next(self, state: WarState) -> Step:
        out = len(state.deal)
        if out <= state.players:
            return Draw(Cards.OWN, out) if out < state.players else Draw(Cards.DEALER)
        tied = state.tied
        if len(state.answers) < len(tied):
            return Decide(tied[len(state.answers)], AFTER_A_TIE, AFTER_A_TIE.choices)
        fighters, at = state.fighters, len(state.war)
        if not fighters or at > len(fighters):
            return Over()
        burn = 0 if state.war else self.burn
        return Draw(Cards.OWN, fighters[at], burn) if at < len(fighters) else Draw(Cards.DEALER)

    def draw(self, state: WarState, card: Card) -> WarState:
        if len(state.deal) <= state.players:
            return WarState(state.players, (*state.deal, card.rank))
        return WarState(state.players, state.deal, state.answers, (*state.war, card.rank))

    def choose(self, state: WarState, choice: Choice) -> WarState:
        return WarState(state.players, state.deal, (*state.answers, choice == GO_TO_WAR))

    def own_hands(
        self, moments: Sequence[Moment[WarState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        return (_called(cards),)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return (_called(cards),)

    def facts(self, state: WarState, player: int) -> WarFacts:
        result = _compare(state.deal[player], state.deal[-1])
        if player not in state.fighters:
            return WarFacts(result)
        return WarFacts(result, war=_compare(state.war[state.fighters.index(player)], state.war[-1]))

    def visible_hand(self, state: WarState, player: int) -> VisibleHand:
        return VisibleHand(state.deal[player], RANKS[state.deal[player]], RANKS[state.deal[-1]])

    def possible_facts(self) -> Iterator[WarFacts]:
        yield from map(WarFacts, Result)
        yield from (WarFacts(Result.TIE, war=result) for result in Result)

    def alike(self, card: Card) -> int:
        return card.rank

    def most_cards(self, players: int) -> int:
        return 2 * (players + 1) + self.burn

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "Each player, from the dealer's left, is dealt one card face up, and the dealer takes one face up. "
            "Aces are high; suits do not count.",
            "The higher card wins.",
            f"A player whose card equals the dealer's chooses to surrender half of the first bet "
            f"or to go to war with a {RAISE} bet equal to it.",
            f"If anybody goes to war the dealer burns {self.burn} cards, deals one card face up to each player who "
            "did, and takes one face up. The player wins the war with a higher or an equal card.",
        )


def _called(cards: tuple[Card, ...]) -> LaidHand:
    """By the rank of the last card, the one that counts."""
    return LaidHand(cards, words=RANK_NAMES[cards[-1].rank] if cards else "")


def _compare(player: int, dealer: int) -> Result:
    return Result.TIE if player == dealer else Result.WIN if player > dealer else Result.LOSS
