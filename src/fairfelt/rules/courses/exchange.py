"""Hands of which cards are exchanged or bought, a dealer who may have to discard, a raise, and a showdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations

from fairfelt.rules.cards import RANKS, STANDARD, Card
from fairfelt.rules.deal import FOLD, Cards, Choice, Showdown, Street, bet
from fairfelt.rules.hands import POKER
from fairfelt.rules.settlement import Facts, Outcome, Reading

from ..pays import LOSE
from .course import Course, Decide, Draw, Exposures, LaidHand, Over, Step

BY_POKER = Showdown(POKER)
KEEP = Choice("keep")
PRICE, RAISE = "Draw", "Raise"
"""The bets that pay for cards, and that a player makes to go on."""


@dataclass(frozen=True)
class ExchangeState:
    """The hands from the first player on, the highest card first, the dealer's as they came, and what was chosen."""

    players: int
    hands: tuple[tuple[Card, ...], ...] = ()
    dealer: tuple[Card, ...] = ()
    taken: tuple[Choice, ...] = ()
    """Each player's choice on the exchange."""
    raised: tuple[Choice, ...] = ()
    """Each player's choice on the raise."""
    gone: tuple[tuple[Card, ...], ...] = ()
    """What each player has exchanged."""


def price_of_cards(facts: Facts, reading: Reading) -> Outcome:
    """What cards were exchanged or bought for: the house keeps it."""
    return Outcome("paid for cards", LOSE)


@dataclass(frozen=True)
class Exchange(Course[ExchangeState]):
    """Cards are exchanged or bought for a price after the deal; then a player folds or raises, and hands compare."""

    showdown: Showdown = BY_POKER
    """How the hands are compared."""
    cards: int = 5
    """Dealt to each player."""
    dealer_cards: int = 5
    up_cards: int = 1
    """Number of the dealer's cards that are dealt face up, the first ones."""
    exchange_prices: tuple[int, ...] = ()
    """What it costs to exchange one card, two cards and so on, in units of the opening bet; 0 is free."""
    buy_prices: tuple[int, ...] = ()
    """What it costs to buy one card more, two cards more and so on."""
    discards: str = ""
    """Ranks of the dealer's first card with which the dealer has to discard it and plays the others."""
    raise_times: int = 2
    """The size of the raise in units of the opening bet."""

    family = "exchange"

    def __post_init__(self) -> None:
        if len(self.exchange_prices) > self.cards:
            raise ValueError(f"{len(self.exchange_prices)} cards of a hand of {self.cards} cannot be exchanged")
        if not 0 <= self.up_cards <= self.dealer_cards:
            raise ValueError(f"{self.up_cards} of the dealer's {self.dealer_cards} cards cannot be face up")
        if self.discards and (not self.up_cards or set(self.discards) - set(RANKS)):
            raise ValueError("the dealer discards a card that is face up, by ranks such as 'KA'")
        held = {
            self.cards,
            self.cards + len(self.buy_prices),
            self.dealer_cards,
            self.dealer_cards - bool(self.discards),
        }
        for count in sorted(held):
            if not self.showdown.ranking.reads(STANDARD.cards[:count]):
                name = self.showdown.ranking.name
                raise ValueError(f"{name} cannot read a hand of {count} cards, which can come to a showdown")

    @cached_property
    def exchanges(self) -> Mapping[Choice, frozenset[int]]:
        """Every exchange, with the places of the cards that go; the highest card lies first."""
        return {
            _paid(f"exchange {' '.join(str(at + 1) for at in places)}", price): frozenset(places)
            for count, price in enumerate(self.exchange_prices, 1)
            for places in combinations(range(self.cards), count)
        }

    @cached_property
    def purchases(self) -> Mapping[Choice, int]:
        """Every purchase, with the number of cards that come."""
        return {_paid(f"buy {count}", price): count for count, price in enumerate(self.buy_prices, 1)}

    @cached_property
    def taking(self) -> Street:
        return Street("Cards", KEEP, *self.exchanges, *self.purchases)

    @cached_property
    def raising(self) -> Street:
        return Street("Raise", FOLD, bet(RAISE, times=self.raise_times))

    @property
    def streets(self) -> tuple[Street, ...]:  # type: ignore[override]
        """Both decisions; that on cards only where there are any to take."""
        return (self.taking, self.raising) if len(self.taking.choices) > 1 else (self.raising,)

    @property
    def exposures(self) -> Exposures:
        return Exposures(
            dealer=tuple(range(self.up_cards + 1, self.dealer_cards + 1)),
            shared_hands="shared hands are not counted where cards are exchanged yet",
            sorted_backs="sorted backs are not counted where cards are exchanged yet",
        )

    def start(self, players: int) -> ExchangeState:
        return ExchangeState(players, ((),) * players)

    def next(self, state: ExchangeState) -> Step:
        for player, hand in enumerate(state.hands):
            if len(hand) < self._size(state, player):
                return Draw(Cards.OWN, player)
        if len(state.dealer) < self.dealer_cards:
            return Draw(Cards.DEALER, face_up=len(state.dealer) < self.up_cards)
        if len(self.streets) > 1 and len(state.taken) < state.players:
            return Decide(len(state.taken), self.taking, self.taking.choices)
        if len(state.raised) < state.players:
            return Decide(len(state.raised), self.raising, self.raising.choices)
        return Over()

    def _size(self, state: ExchangeState, player: int) -> int:
        """Cards that the player holds once all that were asked for are there."""
        taken = state.taken[player] if player < len(state.taken) else KEEP
        return self.cards + self.purchases.get(taken, 0)

    def draw(self, state: ExchangeState, card: Card) -> ExchangeState:
        step = self.next(state)
        assert isinstance(step, Draw)
        if step.to is Cards.DEALER:
            return replace(state, dealer=self._dealt(state.dealer, card))
        return _with_hand(state, step.player, _sorted((*state.hands[step.player], card)))

    def _dealt(self, dealer: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
        """The first card stays first; the order of the others makes no difference once they are there."""
        kept = max(1, self.up_cards)
        return (*dealer[:kept], *_sorted((*dealer[kept:], card))) if len(dealer) >= kept else (*dealer, card)

    def choose(self, state: ExchangeState, choice: Choice) -> ExchangeState:
        if len(self.streets) > 1 and len(state.taken) < state.players:
            player = len(state.taken)
            gone = self.exchanges.get(choice, frozenset())
            hand = state.hands[player]
            kept = tuple(card for at, card in enumerate(hand) if at not in gone)
            went = tuple(card for at, card in enumerate(hand) if at in gone)
            state = replace(state, taken=(*state.taken, choice), gone=(*state.gone, went))
            return _with_hand(state, player, kept)
        return replace(state, raised=(*state.raised, choice))

    def held(self, state: ExchangeState, player: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        left = Counter(state.hands[player])
        lying = []
        for card in reversed(cards):
            if left[card]:
                left[card] -= 1
                lying.append(card)
        return tuple(reversed(lying))

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        if complete and place is Cards.DEALER and self._has_to_discard(cards):
            return LaidHand(cards[1:], ranking=self.showdown.ranking), LaidHand(cards[:1], "Discarded")
        return (LaidHand(cards),)

    def _has_to_discard(self, dealer: Sequence[Card]) -> bool:
        return bool(self.discards) and not dealer[0].is_joker and RANKS[dealer[0].rank] in self.discards

    def facts(self, state: ExchangeState, player: int) -> Facts:
        dealer = state.dealer[1:] if self._has_to_discard(state.dealer) else state.dealer
        return _compare(self.showdown, state.hands[player], dealer)

    def possible_facts(self) -> Iterator[Facts]:
        return self.showdown.possible_facts()

    def most_cards(self, players: int) -> int:
        return players * (self.cards + max(len(self.exchange_prices), len(self.buy_prices))) + self.dealer_cards

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(self._sentences())

    def _sentences(self) -> Iterator[str]:
        shown = "all face down" if not self.up_cards else f"{self.up_cards} of them face up"
        yield f"Each player is dealt {self.cards} cards, and the dealer {self.dealer_cards}, {shown}."
        for verb, prices in (("exchange", self.exchange_prices), ("buy", self.buy_prices)):
            for count, price in enumerate(prices, 1):
                cost = f"for {price} times the opening bet" if price else "free of charge"
                yield f"A player may {verb} {count} card{'s' * (count > 1)} {cost}."
        if self.discards:
            yield f"If the dealer's first card is one of {' '.join(self.discards)}, the dealer has to discard it."
        yield f"Each player then folds or makes a {RAISE} bet of {self.raise_times} times the opening bet."
        yield f"The higher hand wins, by the ranking “{self.showdown.ranking.name}”."
        if self.showdown.qualify:
            yield f"The dealer qualifies with {self.showdown.qualify.words} or better."


def _paid(name: str, price: int) -> Choice:
    return Choice(name, bet=PRICE, times=price) if price else Choice(name)


def _sorted(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (-card.rank, card)))


def _with_hand(state: ExchangeState, player: int, hand: tuple[Card, ...]) -> ExchangeState:
    return replace(state, hands=(*state.hands[:player], hand, *state.hands[player + 1 :]))


@lru_cache(maxsize=100_000)
def _compare(showdown: Showdown, mine: tuple[Card, ...], theirs: tuple[Card, ...]) -> Facts:
    return showdown.facts(showdown.ranking.value(mine), showdown.ranking.value(theirs))
