"""Courses around a table of blackjack: a win carried to the hand, hands that exchange cards, the dealer alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.courses.blackjack.facts import BlackjackFacts, OnHand, every_fact
from fairfelt.rules.courses.blackjack.hand import (
    DOUBLES,
    KEEP,
    Hand,
    added_bets,
    dealer_words,
    double,
    is_natural,
    laid_hands,
    points,
    split,
    street_of,
    total_of,
)
from fairfelt.rules.courses.blackjack.round import Blackjack, BlackjackState
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules, dealer_sentence, sentences_of
from fairfelt.rules.courses.course import HOLE_CARD, Course, Decide, Draw, LaidHand, Moment, Over, State, Step
from fairfelt.rules.deal import Cards, Choice, Street, bet
from fairfelt.rules.hands import Ranking, line_of
from fairfelt.rules.pays import LOSE
from fairfelt.rules.settlement import NOT_BET, Facts, Outcome, Reading
from fairfelt.rules.wager import Wager, raised

CARRIED = "Carried"
TAKE = Choice("take")
DEALT = 2


class AroundBlackjack(Course[State]):
    """A course around a table of blackjack, which is asked for all that the course leaves as it is."""

    rules: BlackjackRules
    places_each: ClassVar[int] = 1
    """Places at that table for each player."""

    family = "blackjack"
    exposures = HOLE_CARD

    @property
    def inner(self) -> Blackjack:
        return Blackjack(self.rules)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return self.inner.place_hands(place, cards, complete=complete)

    def possible_facts(self) -> Iterator[BlackjackFacts]:
        return self.inner.possible_facts()

    def read_by(self, wager: Wager, facts: Facts) -> BlackjackFacts:
        return self.inner.read_by(wager, facts)

    def facts_for(self, wager: Wager) -> Iterator[BlackjackFacts]:
        return self.inner.facts_for(wager)

    def alike(self, card: Card) -> int:
        return self.inner.alike(card)

    def most_cards(self, players: int) -> int:
        return self.inner.most_cards(self.places_each * players)

    def can_run_out(self, deck: Deck, players: int = 1) -> bool:
        return self.inner.can_run_out(deck, self.places_each * players)


@dataclass(frozen=True)
class CarriedState:
    """A table of blackjack, the first two cards of all players, and who carries how many units."""

    table: BlackjackState
    cards: tuple[tuple[Card, ...], ...]
    """By player, until both are there; then nothing."""
    lines: tuple[int, ...] = ()
    """By player, once both cards are there."""
    stakes: tuple[int, ...] = ()
    """Units that are carried, by the players who have answered or have nothing to answer; 0 for none."""


@dataclass(frozen=True)
class CarriedWin(AroundBlackjack[CarriedState]):
    """Two cards are paid by their line. A win may be taken, or carried to the hand, which is then played."""

    rules: BlackjackRules
    ranking: Ranking
    stakes: tuple[int, ...]
    """By line: the win with the stake, in units of the bet; 0 where the bet does not win."""

    def __post_init__(self) -> None:
        rules = self.rules
        if not rules.peeks or rules.zaps or rules.free.doubles or rules.free.splits:
            raise ValueError(
                "a win is carried to a hand of blackjack once the dealer has looked for a natural, and such a hand "
                "knows no zaps and no free bets: take rules with a peek and without these"
            )

    @property
    def carrying(self) -> Street:
        """Take the win, or carry it."""
        return Street("Carry", TAKE, *(carry(stake) for stake in self.sizes))

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(sorted({stake for stake in self.stakes if stake}))

    @property
    def streets(self) -> tuple[Street, ...]:  # type: ignore[override]
        """The offer, and a decision for each hand by what lies on it."""
        numbers = range(1, self.rules.most_hands + 1)
        return self.carrying, *(street_with(number, size, self.rules) for size in self.sizes for number in numbers)

    def start(self, players: int) -> CarriedState:
        return CarriedState(self.inner.start(players), ((),) * players)

    def next(self, state: CarriedState) -> Step:
        table = state.table
        if len(table.dealer) < DEALT:
            return self.inner.next(table)
        if is_natural(table.dealer):
            return Over()
        if (player := len(state.stakes)) < len(state.lines):
            return Decide(player, self.carrying, (TAKE, carry(self.stakes[state.lines[player]])))
        if not any(state.stakes):
            return Over()
        step = self.inner.next(table)
        if not isinstance(step, Decide):
            return step
        in_play, stake = table.in_play(), state.stakes[step.player]
        assert in_play, "a player decides"
        sizes = by_size(stake, self.rules)
        choices = tuple(sizes.get(choice, choice) for choice in step.choices)
        return Decide(step.player, street_with(in_play[1], stake, self.rules), choices)

    def own_hands(
        self, moments: Sequence[Moment[CarriedState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        step = self.next(moments[-1].state)
        turn = isinstance(step, Decide) and step.player == player and step.street != self.carrying
        return laid_hands([(moment.state.table.hands[player], moment.played) for moment in moments], turn=turn)

    def draw(self, state: CarriedState, card: Card) -> CarriedState:
        step = self.inner.next(state.table)
        assert isinstance(step, Draw), "a card was asked for"
        after = replace(state, table=self.inner.draw(state.table, card))
        if not state.lines and step.to is Cards.OWN:
            held = tuple((*mine, card) if at == step.player else mine for at, mine in enumerate(state.cards))
            after = replace(after, cards=held)
        if state.lines or len(after.table.dealer) < DEALT:
            return after
        lines = tuple(line_of(self.ranking.value(mine)) for mine in after.cards)
        return self._answered(replace(after, cards=(), lines=lines))

    def choose(self, state: CarriedState, choice: Choice) -> CarriedState:
        if len(state.stakes) < len(state.lines):
            return self._answered(self._with_stake(state, choice.times))
        place = state.table.in_play()
        assert place, "a player was asked"
        plain = {sized: each for each, sized in by_size(state.stakes[place[0]], self.rules).items()}
        return replace(state, table=self.inner.choose(state.table, plain.get(choice, choice)))

    def _answered(self, state: CarriedState) -> CarriedState:
        """Past all who have nothing to answer."""
        while (player := len(state.stakes)) < len(state.lines) and not self.stakes[state.lines[player]]:
            state = self._with_stake(state, 0)
        return state

    def _with_stake(self, state: CarriedState, stake: int) -> CarriedState:
        """The next player carries `stake`; a hand with nothing on it is not played."""
        player, table = len(state.stakes), state.table
        if not stake:
            table = table.changed(player, 1, replace(table.hand(player, 1), done=True))
        return replace(state, table=table, stakes=(*state.stakes, stake))

    def facts(self, state: CarriedState, player: int) -> BlackjackFacts:
        carried = state.stakes[player : player + 1]
        return self.inner.facts(state.table, player) if any(carried) else BlackjackFacts()

    def alike(self, card: Card) -> int:
        return int(card)

    @property
    def sentences(self) -> tuple[str, ...]:
        deal, natural, peek, *play = sentences_of(self.rules)
        return (
            deal,
            "The bet is paid by the first two cards, whatever the dealer has.",
            natural,
            peek,
            "A player whose bet has won may then take the win and the bet, or carry both to the hand of blackjack that "
            "the two cards begin. A hand that is carried to is played; what is added to it is as much as was carried.",
            *play,
        )


def carry(stake: int) -> Choice:
    """Carry `stake` units to the hand."""
    return bet(CARRIED, times=stake)


def carried_wagers(rules: BlackjackRules) -> tuple[Wager, ...]:
    """What is carried to the hand, and what may be added to it."""
    return raised(CARRIED, OnHand(1, natural=rules.natural, bonuses=rules.bonuses)), *added_bets(rules)


@lru_cache(maxsize=64)
def by_size(stake: int, rules: BlackjackRules) -> dict[Choice, Choice]:
    """Choices that put money on a hand, of one unit and of as many as lie there."""
    plain = [choice for number in range(1, rules.most_hands + 1) for choice in street_of(number, rules).choices]
    return {choice: replace(choice, times=choice.times * stake) for choice in plain if choice.bet}


def street_with(number: int, stake: int, rules: BlackjackRules) -> Street:
    """All choices that can occur with a hand of `stake` units."""
    sizes = by_size(stake, rules)
    choices = (sizes.get(choice, choice) for choice in street_of(number, rules).choices)
    return Street(f"Hand {number} with {stake} units", *choices)


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
class BlackjackSwitch(AroundBlackjack[SwitchState]):
    """Two bets and two hands for each player, who may exchange their second cards once the dealer has looked."""

    rules: BlackjackRules
    switched_natural: bool = False
    """Whether an ace and a ten that came together by an exchange are a natural."""

    places_each = HANDS

    def __post_init__(self) -> None:
        rules = self.rules
        if rules.zaps or rules.bonuses or rules.natural_wins or rules.free.doubles or rules.free.splits:
            raise ValueError(
                "hands that exchange cards with each other know no free bets, zaps, bonuses and naturals that beat a "
                "dealer's natural: leave these out of their rules"
            )

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
                assert in_play, "a player decides"
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
        assert place, "a player was asked"
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

    def facts(self, state: SwitchState, player: int) -> BlackjackFacts:
        first, second = (self.inner.facts(state.table, HANDS * player + place) for place in (0, 1))
        none = (None,) * (self.rules.most_hands - len(first.hands))
        return BlackjackFacts(hands=(*first.hands, *none, *second.hands), twenty_two=first.twenty_two)

    def possible_facts(self) -> Iterator[BlackjackFacts]:
        """Every hand on its own and every 22 on its own, for no bet reads more."""
        return every_fact(HANDS * self.rules.most_hands, self.rules)

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


MOST_CARDS = 17
"""Sixteen aces are a hard 16, and no dealer draws to more cards."""


@dataclass(frozen=True)
class BustFacts(Facts):
    """The up card, and whether the dealer went above 21."""

    up: int = 0
    """What it counts, an ace as 1; 0 if a natural came before the bet."""
    bust: bool = False


@dataclass(frozen=True)
class DealerAlone(Course[tuple[int, ...]]):
    """The dealer draws to 17. The state is what the cards count: the up card first, the others in order."""

    hits_soft_17: bool

    family = "dealer's hand"
    exposures = HOLE_CARD

    @property
    def _rules(self) -> BlackjackRules:
        return BlackjackRules(hits_soft_17=self.hits_soft_17)

    def start(self, players: int) -> tuple[int, ...]:
        return ()

    def next(self, state: tuple[int, ...]) -> Step:
        if len(state) < 2:
            return Draw(Cards.DEALER, face_up=not state)
        total, soft = total_of(state)
        return Draw(Cards.DEALER) if self._rules.dealer_draws(total, soft=soft) else Over()

    def draw(self, state: tuple[int, ...], card: Card) -> tuple[int, ...]:
        return (*state[:1], *sorted((*state[1:], points(card))))

    def facts(self, state: tuple[int, ...], player: int) -> BustFacts:
        return BustFacts() if is_natural(state) else BustFacts(up=state[0], bust=total_of(state)[0] > TWENTY_ONE)

    def possible_facts(self) -> Iterator[BustFacts]:
        yield BustFacts()
        yield from (BustFacts(up=up, bust=bust) for up in range(ACE, TEN + 1) for bust in (False, True))

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return (LaidHand(cards, words=dealer_words(cards)),)

    def alike(self, card: Card) -> int:
        return points(card)

    def most_cards(self, players: int) -> int:
        return MOST_CARDS

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "The dealer takes two cards, one face up and one face down. An ace counts 1 or 11, pictures count 10.",
            "With an ace or a ten up the dealer looks for a natural first; with a natural there is no bet. Otherwise "
            "players bet now, up to as much as they have on blackjack.",
            dealer_sentence(self._rules),
        )


def up_card_words(up: int) -> str:
    """An up card as a sheet says it: "an ace up"."""
    return {ACE: "an ace up", 8: "an 8 up"}.get(up, f"a {up} up")


def on_bust(facts: BustFacts, reading: Reading) -> Outcome:
    """By the up card, if the dealer busts; there is no bet on an up card that has no line."""
    if facts.up not in reading.paytable.pays:
        return NOT_BET
    words = up_card_words(facts.up)
    if not facts.bust:
        return Outcome(f"no bust with {words}", LOSE)
    return Outcome(f"bust with {words}", reading.paytable.pays[facts.up], facts.up)
