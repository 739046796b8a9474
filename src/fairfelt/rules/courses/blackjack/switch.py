"""Two hands of blackjack for each player, who may exchange their second cards before they are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.courses.blackjack.facts import BetOnHand, BlackjackFacts, HandEnd, TwentyTwo, alone, ends_of
from fairfelt.rules.courses.blackjack.rules import BlackjackRules, sentences_of
from fairfelt.rules.deal import Cards
from fairfelt.rules.settlement import Facts
from fairfelt.rules.street import Choice, Street
from fairfelt.rules.wager import Wager

from ..course import HOLE_CARD, Course, Decide, Draw, LaidHand, Moment, Step
from .hand import DOUBLES, KEEP, Hand, double, is_natural, laid_hands, points, split, street_of
from .round import Blackjack, BlackjackState

SWITCH = Choice("switch")
SWITCHING = Street("Switch", KEEP, SWITCH)
HANDS = 2


@dataclass(frozen=True)
class SwitchState:
    """A table of blackjack with two places for each player, and who has kept or exchanged cards."""

    table: BlackjackState
    order: tuple[tuple[int, ...], ...] = ()
    """What the cards of each place count in the order they came, until all players have answered."""
    answered: int = 0

    @property
    def players(self) -> int:
        """The number of players, each with two places."""
        return len(self.table.hands) // HANDS

    def differs(self, player: int) -> bool:
        """Whether other hands would come out of an exchange."""
        (first, second), (other_first, other_second) = self.order[HANDS * player : HANDS * (player + 1)]
        return first != other_first and second != other_second


@dataclass(frozen=True)
class BlackjackSwitch(Course[SwitchState]):
    """Two bets and two hands for each player, who may exchange their second cards once the dealer has looked."""

    rules: BlackjackRules
    switched_natural: bool = False
    """Whether an ace and a ten that came together by an exchange are a natural."""

    family = "blackjack"
    exposures = HOLE_CARD

    def __post_init__(self) -> None:
        rules = self.rules
        if rules.zaps or rules.bonuses or rules.natural_wins or rules.free.doubles or rules.free.splits:
            raise ValueError(
                "hands that exchange cards with each other know no free bets, zaps, bonuses and naturals that beat a "
                "dealer's natural: leave these out of their rules"
            )

    @property
    def inner(self) -> Blackjack:
        """How each hand is played."""
        return Blackjack(self.rules)

    @property
    def streets(self) -> tuple[Street, ...]:  # type: ignore[override]
        """The exchange, and a decision for each hand; those of the second one have the higher numbers."""
        numbers = range(1, self.rules.most_hands + 1)
        return SWITCHING, *(street_at(place, number, self.rules) for place in range(HANDS) for number in numbers)

    def start(self, players: int) -> SwitchState:
        return SwitchState(self.inner.start(HANDS * players), ((),) * (HANDS * players))

    def next(self, state: SwitchState) -> Step:
        table = state.table
        dealt = len(table.dealer) == HANDS and state.order
        if dealt and not (self.rules.peeks and is_natural(table.dealer)):
            return Decide(state.answered, SWITCHING, SWITCHING.choices)
        match self.inner.next(table):
            case Draw(to=Cards.OWN, player=place) as step:
                return replace(step, player=place // HANDS)
            case Decide(player=place, choices=choices):
                names, in_play = renumbered(place % HANDS, self.rules), table.in_play()
                assert in_play, "somebody decides"
                now = tuple(names.get(choice, choice) for choice in choices)
                return Decide(place // HANDS, street_at(place % HANDS, in_play[1], self.rules), now)
            case step:
                return step

    def draw(self, state: SwitchState, card: Card) -> SwitchState:
        step = self.inner.next(state.table)
        assert isinstance(step, Draw), "a card was asked for"
        table, order = self.inner.draw(state.table, card), state.order
        if order and step.to is Cards.OWN:
            order = tuple((*held, points(card)) if at == step.player else held for at, held in enumerate(order))
        return self._asked(replace(state, table=table, order=order))

    def choose(self, state: SwitchState, choice: Choice) -> SwitchState:
        if choice in SWITCHING.choices:
            table = state.table if choice == KEEP else self._exchanged(state)
            return self._asked(replace(state, table=table, answered=state.answered + 1))
        place = state.table.in_play()
        assert place, "somebody was asked"
        names = {new: old for old, new in renumbered(place[0] % HANDS, self.rules).items()}
        return replace(state, table=self.inner.choose(state.table, names.get(choice, choice)))

    def _asked(self, state: SwitchState) -> SwitchState:
        """Once all cards are dealt: on to the next player for whom it makes a difference; after the last, forget."""
        if len(state.table.dealer) < HANDS or not state.order:
            return state
        waiting = (player for player in range(state.answered, state.players) if state.differs(player))
        player = next(waiting, None)
        return replace(state, order=(), answered=0) if player is None else replace(state, answered=player)

    def _exchanged(self, state: SwitchState) -> BlackjackState:
        """The second cards of one player's hands change places."""
        table, at = state.table, HANDS * state.answered
        seconds = state.order[at + 1][1], state.order[at][1]
        for place, second in zip((at, at + 1), seconds, strict=True):
            hand = Hand(switched=not self.switched_natural)
            for card in (state.order[place][0], second):
                hand = hand.with_card(card, "", self.rules)
            table = table.changed(place, 1, hand)
        return table

    def own_hands(
        self, moments: Sequence[Moment[SwitchState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        step, at = self.next(moments[-1].state), HANDS * player
        turn = isinstance(step, Decide) and step.player == player and step.street != SWITCHING
        grown = [(sum(moment.state.table.hands[at : at + HANDS], ()), moment.played) for moment in moments]
        return laid_hands(grown, turn=turn)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return self.inner.place_hands(place, cards, complete=complete)

    def facts(self, state: SwitchState, player: int) -> BlackjackFacts:
        first, second = (self.inner.facts(state.table, HANDS * player + place) for place in (0, 1))
        none = (None,) * (self.rules.most_hands - len(first.hands))
        return BlackjackFacts(hands=(*first.hands, *none, *second.hands), twenty_two=first.twenty_two)

    def possible_facts(self) -> Iterator[BlackjackFacts]:
        """Every hand on its own and every 22 on its own, for no bet reads more."""
        for number in range(1, HANDS * self.rules.most_hands + 1):
            yield from (alone(number, end) for end in self._ends(number))
        yield from (BlackjackFacts(twenty_two=twenty_two) for twenty_two in TwentyTwo)

    def _ends(self, number: int) -> Iterator[HandEnd]:
        return ends_of((number - 1) % self.rules.most_hands + 1, self.rules)

    def read_by(self, wager: Wager, facts: Facts) -> BlackjackFacts:
        return self.inner.read_by(wager, facts)

    def facts_for(self, wager: Wager) -> Iterator[BlackjackFacts]:
        settle = wager.settle
        if isinstance(settle, BetOnHand):
            yield from (alone(settle.hand, end) for end in self._ends(settle.hand) if settle.lies_on(end))
        else:
            yield from self.inner.facts_for(wager)

    def alike(self, card: Card) -> int:
        return self.inner.alike(card)

    def most_cards(self, players: int) -> int:
        return self.inner.most_cards(HANDS * players)

    def can_run_out(self, deck: Deck, players: int = 1) -> bool:
        return self.inner.can_run_out(deck, HANDS * players)

    @property
    def sentences(self) -> tuple[str, ...]:
        looked = HANDS + self.rules.peeks
        _, *rest = sentences_of(self.rules)
        natural = "natural" if self.switched_natural else "21 and no natural"
        return (
            "Each player makes two equal bets and is dealt two hands of two cards, face up; the dealer takes two, "
            "one face up and one face down. An ace counts 1 or 11, pictures count 10; suits do not count.",
            *rest[: looked - 1],
            "A player may then exchange the second cards of the two hands, once. "
            f"An ace and a ten that come together so are a {natural}.",
            "After that each hand is played by itself, the first one first.",
            *rest[looked - 1 :],
        )


@lru_cache(maxsize=64)
def renumbered(place: int, rules: BlackjackRules) -> dict[Choice, Choice]:
    """Choices that put money on a hand, by the number the hand has at its place, and as the player's hands count."""
    numbers, past = range(1, rules.most_hands + 1), place * rules.most_hands
    doubles = {double(n, before): double(n + past, before) for n in numbers for before in range(len(DOUBLES))}
    return doubles | {split(n): split(n + past) for n in numbers}


def street_at(place: int, number: int, rules: BlackjackRules) -> Street:
    """All that can ever be chosen with a hand of that place, which has that number there."""
    names = renumbered(place, rules)
    choices = (names.get(choice, choice) for choice in street_of(number, rules).choices)
    return Street(f"Hand {number + place * rules.most_hands}", *choices)
